// A card of `npm run image` (Debian 13 for arm64) in an emulated machine whose cable is out at its very first start, under NetworkManager as
// it is and, another one, under systemd-networkd: then in, to the first paid order, then out for an update, a rollback and a restore.
// Commands come in by no network. MANAGER=networkd for one alone.
//   IMAGE=dist/image/balcao-0.1.0.img RELEASE_KEY=FILE npm run soak -- card-network       the key that IMAGE was made with
// The same on x64: network.soak.ts.
import { copyFileSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildWeb } from '../../scripts/build.ts';
import { layoutFor } from '../../scripts/image/layout.ts';
import { release } from '../../scripts/release.ts';
import { VERSION } from '../../shared/version.ts';
import type { Soak } from '../support/soak.ts';
import { byHand, HAND, releaseKey, slowly, writeToRoot } from './card-access.ts';
import { until } from './debian.ts';
import { startEmulated, takeBoot, type Emulated } from './emulated.ts';
import { daySeconds, firstDayEmulated, ORDERS, OWNER } from './first-day.ts';
import { NEXT, thereAndBack, type Run } from './source-life.ts';

const CARD_BYTES = 4 * 1024 ** 3;
const START_SECONDS_MAX = 2400;
/** Who asks in vain for an address asks ever more seldom; and every instruction is emulated. */
const NETWORK_SECONDS_MAX = 600;
const GIVEN = '/var/tmp';
const UNITS = '/etc/systemd/system';

/** What is laid onto the card for it, and the unit that has to run then. */
type Laid = { texts: Record<string, string>; links: Record<string, string>; runs: string };
const MANAGERS: Record<string, Laid> = {
  NetworkManager: { texts: {}, links: {}, runs: 'NetworkManager' },
  networkd: {
    texts: { '/etc/systemd/network/20-cabo.network': '[Match]\nName=en* eth*\n[Network]\nDHCP=yes\n' },
    links: {
      [`${UNITS}/NetworkManager.service`]: '/dev/null',
      [`${UNITS}/multi-user.target.wants/systemd-networkd.service`]:
        '/usr/lib/systemd/system/systemd-networkd.service',
    },
    runs: 'systemd-networkd',
  },
};
const NAMES = process.env.MANAGER === undefined ? Object.keys(MANAGERS) : [process.env.MANAGER];

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
      for (const name of NAMES) {
        const laid = MANAGERS[name];
        if (laid === undefined) throw new Error(`MANAGER is one of ${Object.keys(MANAGERS).join(', ')}`);
        seen.push(`${name}: ${(await wholeLife(image, laid, folder, first, next)).join('; ')}`);
      }
      return seen.join('\n  ');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function wholeLife(
  image: string,
  laid: Laid,
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
    files: { [`${GIVEN}/first.tar.gz`]: first, [`${GIVEN}/next.tar.gz`]: next },
    links: { ...HAND.links, ...laid.links },
  });
  const machine = await startEmulated(card, takeBoot(card, boot.startBytes, join(folder, 'boot')), folder);
  const seen: string[] = [];
  const tell = (line: string): void => {
    seen.push(line);
    console.log(`  ${line} (${machine.secondsSinceStart().toFixed(0)} s after power)`);
  };
  try {
    await until('the cable is out', () => machine.cable(false).then(() => true));
    const run = slowly(await byHand(machine.hand));
    tell(await startsWithoutNetwork(machine, run));
    if ((await run(`systemctl is-active ${laid.runs}`)).trim() !== 'active')
      throw new Error(`no ${laid.runs}`);
    const code = (await run('balcao code')).trim();
    tell(`first paid order in ${daySeconds(await firstDayEmulated(machine.url, run, code))} s`);

    await machine.cable(false);
    await until('the address is gone', async () => (await addresses(run)) === '', NETWORK_SECONDS_MAX);
    await run(`tar -C ${GIVEN} -xzf ${GIVEN}/first.tar.gz`);
    const install = (): Promise<string> => run(`${GIVEN}/${basename(first, '.tar.gz')}/pi/install.sh`);
    const life = { first: VERSION, next: `${GIVEN}/next.tar.gz`, owner: OWNER, orders: ORDERS, install };
    for (const line of await thereAndBack(run, { how: 'without network', ...life })) tell(line);
    if ((await addresses(run)) !== '') throw new Error('there is an address: nothing is shown');
    const failed = await run('systemctl --failed --no-legend --plain');
    if (failed.includes('balcao')) throw new Error(`units that failed:\n${failed}`);
    await machine.off();
    return seen;
  } finally {
    await machine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const addresses = async (run: Run): Promise<string> => (await run('hostname -I')).trim();

/** The cable is out; puts it back once the store was ready. */
async function startsWithoutNetwork(machine: Emulated, run: Run): Promise<string> {
  await until('the store is ready', async () => (await isReady(run)) === '200', START_SECONDS_MAX);
  const readyS = machine.secondsSinceStart();
  const had = await addresses(run);
  if (had !== '') throw new Error(`it has an address, so nothing is shown: ${had}`);
  const state = (): Promise<string> => run('systemctl show -p MainPID -p NRestarts balcao-store');
  const at = await state();
  await machine.cable(true);
  const pluggedAt = machine.secondsSinceStart();
  const answeredAt = await machine.answers('/readyz', pluggedAt + NETWORK_SECONDS_MAX);
  if ((await state()) !== at || !at.includes('NRestarts=0'))
    throw new Error(`the store was started again:\n${at}${await state()}`);
  return `ready without an address ${readyS.toFixed(0)} s after power, answering its network ${(answeredAt - pluggedAt).toFixed(0)} s after the cable was put in, nothing restarted`;
}

/** The status of /readyz as the machine itself gets it. */
const isReady = async (run: Run): Promise<string> =>
  (
    await run(
      `/opt/balcao/current/bin/node -e "fetch('http://127.0.0.1/readyz').then((answer) => console.log(answer.status))"`,
      { mayFail: true },
    )
  ).trim();
