// What an emulated machine whose network is somebody's goes through, whatever disk it has: its cable put in, pulled out, and everything
// again without it.
import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { VERSION } from '../../shared/version.ts';
import { byHand, slowly } from './card-access.ts';
import { until } from './debian.ts';
import type { Emulated } from './emulated.ts';
import { ORDERS, OWNER } from './first-day.ts';
import { noUnitFailed, signIn, thereAndBack, type Run } from './source-life.ts';

/** Who asks in vain for an address asks ever more seldom; and every instruction is emulated. */
const NETWORK_SECONDS_MAX = 600;
/** The card's very first start, which grows the disk and makes the keys. */
export const READY_SECONDS_MAX = 2400;
const GIVEN = '/var/tmp';
const UNITS = '/etc/systemd/system';

/** What is laid into the root for it, and the unit that has to run then. */
export type Laid = { texts: Record<string, string>; links: Record<string, string>; runs: string };
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
export const MANAGER_NAMES =
  process.env.MANAGER === undefined ? Object.keys(MANAGERS) : [process.env.MANAGER];

export function laidFor(manager: string): Laid {
  const laid = MANAGERS[manager];
  if (laid === undefined) throw new Error(`MANAGER is one of ${Object.keys(MANAGERS).join(', ')}`);
  return laid;
}

/** Both archives, as `writeToRoot` takes them. */
export const archivesFor = (first: string, next: string): Record<string, string> => ({
  [`${GIVEN}/first.tar.gz`]: first,
  [`${GIVEN}/next.tar.gz`]: next,
});

export type Tell = (line: string) => void;

/** Lives in a machine whose cable is out, by commands that need none, and switches it off. Answers what was told; `folder` goes with it. */
export async function liveIn(
  machine: Emulated,
  folder: string,
  live: (run: Run, tell: Tell) => Promise<void>,
): Promise<string[]> {
  const seen: string[] = [];
  try {
    await until('the cable is out', () => machine.cable(false).then(() => true));
    await live(slowly(await byHand(machine.hand)), (line) => {
      seen.push(line);
      console.log(`  ${line} (${machine.secondsSinceStart().toFixed(0)} s after power)`);
    });
    await machine.off();
    return seen;
  } finally {
    await machine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Unpacks the first of them; answers what runs its installer. */
export async function installerOf(run: Run, first: string): Promise<() => Promise<string>> {
  await run(`tar -C ${GIVEN} -xzf ${GIVEN}/first.tar.gz`);
  return () => run(`${GIVEN}/${basename(first, '.tar.gz')}/pi/install.sh`);
}

/** Update, rollback and restore, each of them told when it is over. */
export async function theRest(
  run: Run,
  how: string,
  install: () => Promise<string>,
  tell: Tell,
): Promise<void> {
  const life = { first: VERSION, next: `${GIVEN}/next.tar.gz`, owner: OWNER, orders: ORDERS, install };
  await thereAndBack(run, { how, ...life, tell });
}

/** A unit runs, or does so once it has started: commands are taken before that. */
export const mustRun = (run: Run, unit: string): Promise<void> =>
  until(
    `${unit} runs`,
    async () => (await run(`systemctl is-active ${unit}`, { mayFail: true })).trim() === 'active',
    NETWORK_SECONDS_MAX,
  );

const addresses = async (run: Run): Promise<string> => (await run('hostname -I')).trim();

export async function mustHaveNoAddress(run: Run): Promise<void> {
  const had = await addresses(run);
  if (had !== '') throw new Error(`it has an address, so nothing is shown: ${had}`);
}

/** Update, rollback and restore once the cable is out; then the power goes, and nothing of the store fails at a start without an address. */
export async function theRestWithout(
  machine: Emulated,
  run: Run,
  install: () => Promise<string>,
  tell: Tell,
): Promise<void> {
  await pullOut(machine, run);
  await theRest(run, 'without network', install, tell);
  const cutAt = machine.secondsSinceStart();
  await machine.powerCut();
  await until('the store is ready', async () => (await readiness(run)) === '200', READY_SECONDS_MAX);
  await until('its owner is known', async () => (await signIn(run, OWNER)) !== '', READY_SECONDS_MAX);
  tell(`after a power cut ready without an address in ${(machine.secondsSinceStart() - cutAt).toFixed(0)} s`);
  await mustHaveNoAddress(run);
  await noUnitFailed(run);
}

/** The cable is pulled out, and with it goes the address. */
async function pullOut(machine: Emulated, run: Run): Promise<void> {
  await machine.cable(false);
  await until('the address is gone', async () => (await addresses(run)) === '', NETWORK_SECONDS_MAX);
}

/** The cable is put in, and the store, which is the same process still, answers from outside. */
export async function plugIn(machine: Emulated, run: Run): Promise<string> {
  const state = (): Promise<string> => run('systemctl show -p MainPID -p NRestarts balcao-store');
  const at = await state();
  await machine.cable(true);
  const pluggedAt = machine.secondsSinceStart();
  const answeredAt = await machine.answers('/readyz', pluggedAt + NETWORK_SECONDS_MAX);
  if ((await state()) !== at || !at.includes('NRestarts=0'))
    throw new Error(`the store was started again:\n${at}${await state()}`);
  return `answering its network ${(answeredAt - pluggedAt).toFixed(0)} s after the cable was put in, nothing restarted`;
}

/** The status of /readyz as the machine itself gets it. */
export const readiness = async (run: Run): Promise<string> =>
  (
    await run(
      `/opt/balcao/current/bin/node -e "fetch('http://127.0.0.1/readyz').then((answer) => console.log(answer.status))"`,
      { mayFail: true },
    )
  ).trim();
