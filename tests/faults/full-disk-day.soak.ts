// Every door by which something is written, on a disk that is full from the n-th write on, for every n.
import type { Soak } from '../support/soak.ts';
import { NO_FAILING_DISK } from './failing-disk.ts';
import { driveDoor, openFullDisk } from './full-disk-doors.ts';
import { keptIn } from './lone-store.ts';
import { DOORS } from './writing-doors.ts';

async function run(): Promise<string> {
  const full = await openFullDisk();
  if (full === null) return NO_FAILING_DISK;
  const faults: string[] = [];
  let refusals = 0;
  let answers = 0;
  try {
    for (const name of Object.keys(DOORS)) {
      const { wrong, refused, done } = await driveDoor(full, name, false);
      faults.push(...wrong);
      refusals += refused;
      answers += refused + done;
    }
    if (faults.length > 0) throw new Error(faults.join('\n'));
    await full.store.untilReady();
    await full.store.process.stop();
    await keptIn(full.disk.folder);
    return `${Object.keys(DOORS).length} doors asked ${answers} times on a full disk: ${refusals} refused in words, nothing half, none dead`;
  } finally {
    await full.remove();
  }
}

export const soak: Soak = {
  name: 'full-disk-day',
  title: 'a disk that is full from any write on, at every door',
  run,
};
