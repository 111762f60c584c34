// A card of `npm run image` (Debian 13 for arm64) in an emulated machine whose cable is out at its very first start, under NetworkManager as
// it is and, another one, under systemd-networkd: then in, to the first paid order, then out for an update, a rollback and a restore.
// Commands come in by no network. MANAGER=networkd for one alone.
//   IMAGE=dist/image/balcao-0.1.0.img RELEASE_KEY=FILE npm run soak -- card-network       the key that IMAGE was made with
// The same on x64: network.soak.ts.
import { copyFileSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from '../../scripts/build.ts';
import { layoutFor } from '../../scripts/image/layout.ts';
import { release } from '../../scripts/release.ts';
import type { Soak } from '../support/soak.ts';
import { HAND, releaseKey, writeToRoot } from './card-access.ts';
import { until } from './debian.ts';
import { startEmulated, takeBoot, type Emulated } from './emulated.ts';
import * as life from './emulated-life.ts';
import { daySeconds, firstDayEmulated } from './first-day.ts';
import { NEXT, type Run } from './source-life.ts';

const CARD_BYTES = 4 * 1024 ** 3;

export const soak: Soak = {
  name: 'card-network',
  title: 'the card of a Raspberry Pi without a network, under NetworkManager and networkd',
  async run() {
    const image = process.env.IMAGE;
    if (image === undefined) return 'NOT RUN: IMAGE=FILE, a card that `npm run image` made';
    const folder = mkdtempSync(join(tmpdir(), 'balcao-card-'));
    try {
      const key = releaseKey();
      await buildWeb();
      const first = await release({ arch: 'arm64', into: folder, key });
      const next = await release({ arch: 'arm64', into: folder, version: NEXT, key });
      const seen: string[] = [];
      for (const name of life.MANAGER_NAMES)
        seen.push(`${name}: ${(await wholeLife(image, life.laidFor(name), folder, first, next)).join('; ')}`);
      return seen.join('\n  ');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function wholeLife(
  image: string,
  laid: life.Laid,
  into: string,
  first: string,
  next: string,
): Promise<string[]> {
  const folder = mkdtempSync(join(into, 'machine-'));
  const card = join(folder, 'card.img');
  copyFileSync(image, card);
  truncateSync(card, CARD_BYTES);
  const { boot, root } = layoutFor(0);
  writeToRoot(card, root.startBytes, {
    texts: { ...HAND.texts, ...laid.texts },
    files: life.archivesFor(first, next),
    links: { ...HAND.links, ...laid.links },
  });
  const machine = await startEmulated(card, takeBoot(card, boot.startBytes, join(folder, 'boot')), folder);
  return life.liveIn(machine, folder, async (run, tell) => {
    tell(await startsWithoutNetwork(machine, run));
    await life.mustRun(run, laid.runs);
    const code = (await run('balcao code')).trim();
    tell(`first paid order in ${daySeconds(await firstDayEmulated(machine.url, run, code))} s`);
    await life.theRestWithout(machine, run, await life.installerOf(run, first), tell);
  });
}

/** The cable is out; puts it back once the store was ready. */
async function startsWithoutNetwork(machine: Emulated, run: Run): Promise<string> {
  await until(
    'the store is ready',
    async () => (await life.readiness(run)) === '200',
    life.READY_SECONDS_MAX,
  );
  const readyS = machine.secondsSinceStart();
  await life.mustHaveNoAddress(run);
  return `ready without an address ${readyS.toFixed(0)} s after power, ${await life.plugIn(machine, run)}`;
}
