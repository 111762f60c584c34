// A poor machine for a long while: memory, processor, card and clock, two troubles at a time, killed in the middle of each.
import type { Soak } from '../support/soak.ts';
import { killPoorMachine, NO_POOR_MACHINE, poorMachine } from './poor-machine.ts';

const KILLS = Number(process.env['KILLS'] ?? 40);

export const soak: Soak = {
  name: 'machine',
  title: `256 MB, a tenth of a processor, a card of 30 ms a sync, a clock that is set; ${KILLS} kills`,
  async run(seed) {
    const machine = await poorMachine();
    if (machine === null) return NO_POOR_MACHINE;
    try {
      const print = (line: string): void => console.log(`  ${line}`);
      const { wrong, acknowledged } = await killPoorMachine(machine, { seed, kills: KILLS, print });
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
      const peakMB = Math.round(machine.cage.peakBytes() / 1024 / 1024);
      return `${KILLS} kills, ${acknowledged} orders acknowledged and kept, ${peakMB} MB at the most`;
    } finally {
      await machine.remove();
    }
  },
};
