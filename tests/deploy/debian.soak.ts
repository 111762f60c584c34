// From a box to an open shop in a whole Debian: install from the archive without the internet, kill, hang, update, roll back, cut the
// power in the middle, remove. `npm run soak -- debian`; DEBIAN=trixie for another suite.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildWeb } from '../../scripts/build.ts';
import { packRelease, release } from '../../scripts/release.ts';
import { VERSION } from '../../shared/version.ts';
import type { Soak } from '../support/soak.ts';
import { bootDebian, until, whyNot, type Debian } from './debian.ts';
import { codeIn, firstDay } from './first-day.ts';

const arch = process.arch === 'arm64' ? 'arm64' : 'x64';
const [NEXT, BROKEN] = ['99.0.0', '99.0.1'];

export const soak: Soak = {
  name: 'debian',
  title: 'install, update, roll back and remove under a real systemd',
  async run() {
    const reason = whyNot();
    if (reason !== null) return `NOT RUN: ${reason}`;
    const suite = process.env.DEBIAN ?? 'bookworm';
    const folder = mkdtempSync(join(tmpdir(), 'balcao-releases-'));
    let debian: Debian | null = null;
    try {
      const releases = await makeReleases(folder);
      debian = await bootDebian(suite);
      return `${suite}: ${(await wholeLife(debian, releases)).join('; ')}`;
    } finally {
      await debian?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

type Releases = { first: string; next: string; broken: string };

async function makeReleases(into: string): Promise<Releases> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await buildWeb();
  const first = await release({ arch, into, key });
  const next = await release({ arch, into, version: NEXT, key });
  const broken = await release({ arch, into, version: BROKEN, key });
  // It reads the data well, and then never answers.
  execFileSync('tar', ['-C', into, '-xzf', broken]);
  const unpacked = broken.replace('.tar.gz', '');
  const main = join(unpacked, 'edge/main.js');
  writeFileSync(
    main,
    `if (process.argv[2] !== 'check') { setInterval(() => {}, 1000); await new Promise(() => {}); }\n${readFileSync(main, 'utf8')}`,
  );
  await packRelease(unpacked, broken, key);
  return { first, next, broken };
}

async function wholeLife(debian: Debian, { first, next, broken }: Releases): Promise<string[]> {
  const seen: string[] = [];
  const { run } = debian;
  const main = async (): Promise<number> =>
    Number(await run('systemctl show -p MainPID --value balcao-store'));
  const answers = (version: string) => async (): Promise<boolean> =>
    (
      await run(
        `/opt/balcao/current/bin/node -e 'fetch("http://127.0.0.1/healthz").then((a) => a.json()).then((a) => console.log(a.version))'`,
      )
    ).trim() === version;

  debian.give(first, '/root/first.tar.gz');
  const startedAt = performance.now();
  const told = await run(`cd /root && tar xzf first.tar.gz && ${basename(first, '.tar.gz')}/pi/install.sh`);
  const installMs = performance.now() - startedAt;
  // Its /proc is root's, for it holds a capability; its status tells.
  const [owns, balcao] = await Promise.all([
    run(
      'sed -n "s/^Uid:\\t\\([0-9]*\\).*/\\1/p" /proc/$(systemctl show -p MainPID --value balcao-store)/status',
    ),
    run('id -u balcao'),
  ]);
  if (owns !== balcao) throw new Error('the store does not run as balcao');
  seen.push(`installed in ${(installMs / 1000).toFixed(1)} s without the internet`);

  const steps = Object.entries(await firstDay(debian, codeIn(told)));
  const dayMs = steps.reduce((sum, [, ms]) => sum + ms, 0);
  const words = steps.map(([name, ms]) => `${name} ${(ms / 1000).toFixed(1)}`).join(', ');
  seen.push(
    `from another network namespace, to the first paid order in ${(dayMs / 1000).toFixed(1)} s more (${words})`,
  );
  const health = await run('balcao doctor', { mayFail: true });
  if (!health.includes('✓ Loja: no ar.')) throw new Error(`balcao doctor:\n${health}`);
  seen.push(`balcao doctor: ${health.split('\n').filter((line) => line.startsWith('✓')).length} things well`);

  const before = await main();
  await run(`kill -9 ${before}`);
  await until('restarted after a kill', async () => (await main()) !== before && (await answers(VERSION)()));
  await run('mkdir -p /run/systemd/system/balcao-store.service.d');
  debian.write('/run/systemd/system/balcao-store.service.d/quick.conf', '[Service]\nWatchdogSec=5\n');
  await run('systemctl daemon-reload && systemctl restart balcao-store');
  const hung = await main();
  await run(`kill -STOP ${hung}`);
  await until('restarted after hanging', async () => (await main()) !== hung && (await answers(VERSION)()));
  await run('rm -r /run/systemd/system/balcao-store.service.d && systemctl daemon-reload');
  seen.push('restarted after kill -9 and, by the watchdog, after hanging');

  seen.push(await sticksAreWritable(run));

  debian.give(next, '/root/next.tar.gz');
  await run('chmod 644 /root/next.tar.gz && runuser -u balcao -- mkdir -p /var/lib/balcao/updates');
  await run('install -o balcao /root/next.tar.gz /var/lib/balcao/updates/release.tar.gz');
  await run('runuser -u balcao -- sh -c "echo -n file > /var/lib/balcao/updates/request"');
  await until('updated as asked for by the store itself', answers(NEXT), 120);
  await until(
    'the update has ended',
    async () => (await run('systemctl show -p ActiveState --value balcao-update')).trim() === 'inactive',
  );
  seen.push('updated by the path unit, asked for without any right of root');

  debian.give(broken, '/root/broken.tar.gz');
  const refused = await run('BALCAO_HEALTH_SECONDS=10 balcao update /root/broken.tar.gz', { mayFail: true });
  if (!refused.includes(`voltou sozinha à versão ${NEXT}`)) throw new Error(`no rollback:\n${refused}`);
  await until('back at the release before', answers(NEXT));
  seen.push('a release that never answers was taken back by itself');

  await run('mkdir -p /etc/systemd/system/balcao-recover.service.d');
  debian.write(
    '/etc/systemd/system/balcao-recover.service.d/quick.conf',
    '[Service]\nEnvironment=BALCAO_HEALTH_SECONDS=10\n',
  );
  const cut = run('balcao update /root/broken.tar.gz', { mayFail: true });
  await until('the update waits for the new release', async () =>
    (await run('readlink /opt/balcao/current')).includes(BROKEN),
  );
  await debian.powerCut();
  await cut;
  await debian.boot();
  await until('recovered at the next start', answers(NEXT), 150);
  await until('nothing unfinished', async () => {
    await run('test ! -e /var/lib/balcao-update/unfinished');
    return true;
  });
  seen.push('the power cut in the middle of an update was made good at the next start');

  await run('balcao uninstall');
  await run(
    'test ! -e /opt/balcao && test -s /var/lib/balcao/edge/store.db && ! systemctl is-active balcao-store',
  );
  seen.push('removed, with the data left');
  return seen;
}

/** In the store's own view of the disk: a stick that is there before its start, and one that comes later. */
async function sticksAreWritable(run: Debian['run']): Promise<string> {
  const plugIn = (label: string) =>
    run(
      `mkdir -p /media/balcao/${label} && mount -t tmpfs -o uid=$(id -u balcao),mode=700,nosuid,nodev,noexec stick /media/balcao/${label}`,
    );
  // As on a machine; systemd leaves it to who made the container.
  await run('mount --make-rshared /');
  await plugIn('BEFORE');
  await run('systemctl restart balcao-store');
  await plugIn('LATER');
  for (const label of ['BEFORE', 'LATER'])
    await run(
      `nsenter -t $(systemctl show -p MainPID --value balcao-store) -m -r -w setpriv --reuid $(id -u balcao) --regid $(id -g balcao) --clear-groups touch /media/balcao/${label}/proof`,
    );
  await run(
    'umount /media/balcao/BEFORE /media/balcao/LATER && rmdir /media/balcao/BEFORE /media/balcao/LATER',
  );
  return 'sticks written in the store’s own view of the disk, one from before its start and one that came later';
}
