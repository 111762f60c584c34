// Whole Debians whose network is somebody's: systemd-networkd or NetworkManager, and a router that comes late, goes and comes back.
// `npm run soak -- network`; DEBIAN=trixie and MANAGER=networkd for one alone. The store's units name none of these systems: what is
// shown is that nothing of it waits for them, and that whatever they do finds its way to a phone without a restart.
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { buildWeb } from '../../scripts/build.ts';
import { release } from '../../scripts/release.ts';
import { VERSION } from '../../shared/version.ts';
import type { Soak } from '../support/soak.ts';
import { bootDebian, until, whyNot, type Debian } from './debian.ts';
import { firstDay, ORDERS, OWNER } from './first-day.ts';
import { NEXT, noUnitFailed, thereAndBack, timed } from './source-life.ts';

const arch = process.arch === 'arm64' ? 'arm64' : 'x64';
const SUITES = process.env.DEBIAN === undefined ? ['bookworm', 'trixie'] : [process.env.DEBIAN];
/** The measure: a store that waited for the network came 124 s after power. */
const READY_SECONDS_MAX = 60;
/** Who asks in vain for an address asks ever more seldom, at last every 64 s (RFC 2131, 4.1). */
const ASKED_AGAIN_SECONDS_MAX = 150;

type Manager = { packages: string; files: Record<string, string>; enable: string[]; waiter: string };

const MANAGERS: Record<string, Manager> = {
  networkd: {
    packages: '',
    files: { '/etc/systemd/network/20-cabo.network': '[Match]\nName=eth0\n[Network]\nDHCP=yes\n' },
    enable: ['systemd-networkd.service', 'systemd-networkd-wait-online.service'],
    waiter: 'systemd-networkd-wait-online.service',
  },
  NetworkManager: {
    // debootstrap does not find what polkitd needs behind the name default-logind.
    packages: 'network-manager,libpam-systemd',
    files: {
      '/etc/NetworkManager/system-connections/cabo.nmconnection':
        '[connection]\nid=cabo\ntype=ethernet\ninterface-name=eth0\n[ipv4]\nmethod=auto\n[ipv6]\nmethod=ignore\n',
    },
    enable: ['NetworkManager.service', 'NetworkManager-wait-online.service'],
    waiter: 'NetworkManager-wait-online.service',
  },
};
const NAMES = process.env.MANAGER === undefined ? Object.keys(MANAGERS) : [process.env.MANAGER];
/** As many machines have one: what makes the start wait for the network at all. */
const ASKER = '/etc/systemd/system/asks-for-network.service';
const ASKER_TEXT = `[Unit]\nWants=network-online.target\nAfter=network-online.target\n[Service]\nType=oneshot\nExecStart=/bin/true\n[Install]\nWantedBy=multi-user.target\n`;

export const soak: Soak = {
  name: 'network',
  title: 'install, update, roll back and restore with and without network, under NetworkManager and networkd',
  async run() {
    const reason = whyNot();
    if (reason !== null) return `NOT RUN: ${reason}`;
    const folder = mkdtempSync(join(tmpdir(), 'balcao-network-'));
    const seen: string[] = [];
    try {
      const key = generateKeyPairSync('ed25519')
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString();
      await buildWeb();
      const first = await release({ arch, into: folder, key });
      const next = await release({ arch, into: folder, version: NEXT, key });
      for (const suite of SUITES)
        for (const name of NAMES) {
          const manager = MANAGERS[name];
          if (manager === undefined) throw new Error(`MANAGER is one of ${Object.keys(MANAGERS).join(', ')}`);
          seen.push(`${suite} with ${name}: ${(await wholeLife(suite, manager, first, next)).join('; ')}`);
        }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return seen.join('\n  ');
  },
};

async function wholeLife(suite: string, manager: Manager, first: string, next: string): Promise<string[]> {
  const { packages, waiter } = manager;
  const debian = await bootDebian(suite, { packages, configure: (root) => configure(root, manager) });
  const { run } = debian;
  const installer = `${basename(first, '.tar.gz')}/pi/install.sh`;
  const seen: string[] = [];
  try {
    debian.give(first, '/root/first.tar.gz');
    debian.give(next, '/root/next.tar.gz');
    await run('cd /root && tar xzf first.tar.gz');
    const install = (): Promise<string> => run(`/root/${installer}`);
    let told = '';
    seen.push(await timed('installed, no address yet,', async () => (told = await install())));
    if (!told.includes('Esta máquina ainda não tem rede')) throw new Error(`no word of no network:\n${told}`);

    await run(`systemctl enable --quiet ${basename(ASKER)}`);
    await debian.powerCut();
    seen.push(await startsBeforeTheNetwork(debian, waiter));

    const isTheSame = await watched(run);
    debian.startRouter();
    await until('the router gave an address', () => hasAddress(run), ASKED_AGAIN_SECONDS_MAX);
    seen.push(await timed('heard as balcao.local after the router gave an address', () => heard(debian)));
    // Another one since the store was started again.
    const steps = Object.values(await firstDay(debian, (await run('balcao code')).trim()));
    const dayS = (steps.reduce((sum, ms) => sum + ms, 0) / 1000).toFixed(1);
    await isTheSame('the network came');
    seen.push(`first paid order in ${dayS} s`);

    const tell = (line: string): void => void seen.push(line);
    const life = { first: VERSION, next: '/root/next.tar.gz', owner: OWNER, orders: ORDERS, install, tell };
    await thereAndBack(run, { how: 'with network', ...life });
    debian.cable(false);
    await until('the address is gone', async () => !(await hasAddress(run)));
    await thereAndBack(run, { how: 'without', ...life });
    const stillTheSame = await watched(run);
    debian.cable(true);
    await until('there is an address again', () => hasAddress(run), ASKED_AGAIN_SECONDS_MAX);
    seen.push(
      await timed('heard again after the cable came back and with it an address', () => heard(debian)),
    );
    await stillTheSame('the cable came back');
    await noUnitFailed(run);
    return seen;
  } finally {
    await debian.stop();
  }
}

function configure(root: string, { files, enable }: Manager): void {
  for (const [path, text] of Object.entries({ ...files, [ASKER]: ASKER_TEXT })) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    // NetworkManager reads none that others may read; networkd is not root.
    writeFileSync(join(root, path), text, { mode: path.endsWith('.nmconnection') ? 0o600 : 0o644 });
  }
  mkdirSync(join(root, 'etc/systemd/system/multi-user.target.wants'), { recursive: true });
  mkdirSync(join(root, 'etc/systemd/system/network-online.target.wants'), { recursive: true });
  for (const unit of enable) {
    const target = unit.includes('wait-online') ? 'network-online' : 'multi-user';
    symlinkSync(
      `/lib/systemd/system/${unit}`,
      join(root, `etc/systemd/system/${target}.target.wants/${unit}`),
    );
  }
}

/** The power comes, no router answers, and something else of the machine waits for the network. */
async function startsBeforeTheNetwork(debian: Debian, waiter: string): Promise<string> {
  const { run } = debian;
  const told = await timed('after power, with no address, ready', async () => {
    await debian.boot(/starting|running|degraded/);
    await until('ready without a network', () => isReady(run), READY_SECONDS_MAX);
  });
  const state = (await run(`systemctl show -p ActiveState --value ${waiter}`)).trim();
  if (state !== 'activating') throw new Error(`${waiter} waits for nothing (${state}): nothing is shown`);
  if (await hasAddress(run)) throw new Error('there is an address already: nothing is shown');
  return `${told} while ${waiter} still waited`;
}

const isReady = async (run: Debian['run']): Promise<boolean> =>
  (await run('curl -s -o /dev/null -w "%{http_code}" http://127.0.0.1/readyz', { mayFail: true })) === '200';

const hasAddress = async (run: Debian['run']): Promise<boolean> =>
  (await run('ip -4 -o address show dev eth0 scope global')).trim() !== '';

/** Answers what fails if the store was started again since. */
async function watched(run: Debian['run']): Promise<(event: string) => Promise<void>> {
  const main = (): Promise<string> => run('systemctl show -p MainPID -p NRestarts balcao-store');
  const before = await main();
  return async (event) => {
    const now = await main();
    if (now !== before) throw new Error(`when ${event} the store was started again:\n${before}${now}`);
  };
}

// Its own name, as a phone in the same network asks for it.
async function heard(debian: Debian): Promise<void> {
  const at = debian.asPhone('tests/deploy/hear-store.ts', {});
  if (at !== debian.address) throw new Error(`balcao.local is at ${at}, not ${debian.address}`);
}
