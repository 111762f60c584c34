// Whole Debians for arm64 in an emulated machine, with Debian's own kernel and systemd and nothing of `npm run image`: installed from the
// archive alone while the cable is out; then it is in, to the first paid order, and update, rollback and restore with it and without.
// Slow: every instruction is emulated. Commands come in by no network. DEBIAN=trixie and MANAGER=networkd for one alone.
// The same on x64: network.soak.ts. In the root are both network managers; one of them runs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from '../../scripts/build.ts';
import { release } from '../../scripts/release.ts';
import type { Soak } from '../support/soak.ts';
import { armDebian, whyNoArmDebian } from './arm-debian.ts';
import { HAND, releaseKey, writeToRoot } from './card-access.ts';
import { startEmulated } from './emulated.ts';
import * as life from './emulated-life.ts';
import { codeIn, daySeconds, firstDayEmulated } from './first-day.ts';
import { NEXT, timed } from './source-life.ts';

const SUITES = process.env.DEBIAN === undefined ? ['bookworm', 'trixie'] : [process.env.DEBIAN];

export const soak: Soak = {
  name: 'debian-arm64',
  title: 'install, update, roll back and restore on Debian for arm64, emulated, with and without network',
  async run() {
    const reason = whyNoArmDebian();
    if (reason !== null) return `NOT RUN: ${reason}`;
    const folder = mkdtempSync(join(tmpdir(), 'balcao-arm64-'));
    try {
      const key = releaseKey();
      await buildWeb();
      const first = await release({ arch: 'arm64', into: folder, key });
      const next = await release({ arch: 'arm64', into: folder, version: NEXT, key });
      const seen: string[] = [];
      for (const suite of SUITES)
        for (const name of life.MANAGER_NAMES)
          seen.push(
            `${suite} with ${name}: ${(await wholeLife(suite, name, folder, first, next)).join('; ')}`,
          );
      return seen.join('\n  ');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function wholeLife(
  suite: string,
  manager: string,
  into: string,
  first: string,
  next: string,
): Promise<string[]> {
  const folder = mkdtempSync(join(into, 'machine-'));
  const disk = join(folder, 'disk.img');
  const laid = life.laidFor(manager);
  const boot = await armDebian(suite, disk);
  writeToRoot(disk, 0, {
    texts: { ...HAND.texts, ...laid.texts },
    files: life.archivesFor(first, next),
    links: { ...HAND.links, ...laid.links },
  });
  const machine = await startEmulated(disk, boot, folder);
  return life.liveIn(machine, folder, async (run, tell) => {
    const [system = '', processor = ''] = (await run('. /etc/os-release; echo $PRETTY_NAME; uname -m')).split(
      '\n',
    );
    if (processor !== 'aarch64') throw new Error(`this is ${system} on ${processor}`);
    tell(`${system} takes commands`);
    await life.mustRun(run, laid.runs);
    await life.mustHaveNoAddress(run);

    const install = await life.installerOf(run, first);
    let told = '';
    tell(await timed('installed without network', async () => (told = await install())));
    if (!told.includes('Esta máquina ainda não tem rede')) throw new Error(`no word of no network:\n${told}`);
    if ((await life.readiness(run)) !== '200') throw new Error(`installed and not ready:\n${told}`);
    await life.mustHaveNoAddress(run);
    tell(await life.plugIn(machine, run));
    tell(`first paid order in ${daySeconds(await firstDayEmulated(machine.url, run, codeIn(told)))} s`);

    await life.theRest(run, 'with network', install, tell);
    await life.theRestWithout(machine, run, install, tell);
  });
}
