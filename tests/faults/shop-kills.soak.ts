// Kills of store and relay of a whole shop, many times over.
import type { Soak } from '../support/soak.ts';
import { soakKills } from './shop-kills.ts';

const KILLS = 300;

export const soak: Soak = {
  name: 'shop-kills',
  title: `${KILLS} kills of store, relay or both while people order`,
  async run(seed) {
    const { kills, wrong } = await soakKills({
      kills: KILLS,
      seed,
      print: (line) => console.log(`  ${line}`),
    });
    if (wrong.length > 0) throw new Error(`after ${kills} kills:\n${wrong.join('\n')}`);
    return `${kills} kills, every promise kept`;
  },
};
