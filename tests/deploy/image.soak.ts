// The card of `npm run image`, made and started, then updated by a source of releases: `npm run soak -- image`. Slow: every instruction of
// the machine is emulated.
//   IMAGE=dist/image/balcao-0.1.0.img RELEASE_KEY=FILE   takes one that was made already, with that key and SOURCE_DATE_EPOCH=1790000000
//   TWICE=1                                              makes it (once more) and compares the bytes
//   SCREEN=FILE.png                                      keeps what a screen at its HDMI shows
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { makeImage, whyNoImage } from '../../scripts/image.ts';
import { layoutFor } from '../../scripts/image/layout.ts';
import { freePorts } from '../../scripts/ports.ts';
import { releaseApt } from '../../scripts/release-apt.ts';
import { release, sha256Of } from '../../scripts/release.ts';
import { VERSION } from '../../shared/version.ts';
import type { Soak } from '../support/soak.ts';
import { until } from './debian.ts';
import { onMachine, releaseKey, SLOW, slowly, technicianKey, writeToCard } from './card-access.ts';
import { startEmulated, takeBoot, type Emulated } from './emulated.ts';
import { dayAfter, keepOld, mustRun, NEXT, restored, timed, updatesItself, type Run } from './source-life.ts';
import { serveFolder } from './source-server.ts';

/** Seconds since 1970; any will do as long as it is the same. */
const EPOCH = 1_790_000_000;
const CARD_BYTES = 4 * 1024 ** 3;
const READY_SECONDS_MAX = 2400;
const SCREEN_SECONDS_MAX = 300;
/** What a card that was made here has in its settings. */
const UPDATE_URL = 'https://releases.example/balcao';
const OWNER = { email: 'ana@loja.com', password: 'segredo-da-ana' };

export const soak: Soak = {
  name: 'image',
  title: 'the card of a Raspberry Pi, made and started in an emulated machine',
  async run() {
    const reason = whyNoImage() ?? whyNoMachine();
    if (reason !== null) return `NOT RUN: ${reason}`;
    const folder = mkdtempSync(join(tmpdir(), 'balcao-card-'));
    let machine: Emulated | null = null;
    try {
      const seen: string[] = [];
      const key = releaseKey();
      const image = await theImage(folder, key, seen);
      const card = join(folder, 'card.img');
      copyFileSync(image, card);
      const { boot } = layoutFor(0);
      seen.push(checkCard(card, boot.startBytes));
      truncateSync(card, CARD_BYTES);
      writeToCard(card, boot.startBytes, 'balcao-wifi.txt', 'nome=Loja da Ana\r\nsenha=acai1234\r\n');
      const sshKey = technicianKey(folder);
      writeToCard(card, boot.startBytes, 'balcao-ssh.pub', readFileSync(`${sshKey}.pub`, 'utf8'));
      machine = await startEmulated(card, takeBoot(card, boot.startBytes, join(folder, 'boot')), folder);
      const run = onMachine(machine.sshPort, sshKey);
      seen.push(...(await firstStart(machine, run)));
      seen.push(...(await withASource(run, key, folder)));
      await machine.off();
      seen.push(...afterwards(card, boot.startBytes));
      return seen.join('; ');
    } finally {
      await machine?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function whyNoMachine(): string | null {
  try {
    execFileSync('sh', ['-c', 'command -v qemu-system-aarch64 && command -v ssh && command -v ssh-keygen'], {
      stdio: 'ignore',
    });
    return null;
  } catch {
    return 'missing here: qemu-system-aarch64 or ssh (apt-get install qemu-system-arm openssh-client)';
  }
}

async function theImage(folder: string, key: string, seen: string[]): Promise<string> {
  const make = async (lock?: string): Promise<string> => {
    const startedAt = performance.now();
    const into = mkdtempSync(join(folder, 'made-'));
    const say = (): void => undefined;
    const made = await makeImage({ into, epoch: EPOCH, key, updateUrl: UPDATE_URL, lock, say });
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
    seen.push(`made in ${minutes} min of ${lockOf(made.file).trim().split('\n').length} packages`);
    return made.file;
  };
  const file = process.env.IMAGE ?? (await make());
  if (process.env.TWICE === undefined) return file;
  const again = await make(lockOf(file));
  if ((await sha256Of(again)) !== (await sha256Of(file))) throw new Error('two runs made other bytes');
  seen.push('the same bytes a second time');
  return file;
}

const lockOf = (image: string): string => readFileSync(image.replace(/\.img$/, '.packages.txt'), 'utf8');

/** The partition table, and both file systems as their own checkers see them. */
function checkCard(card: string, bootAt: number): string {
  const table = execFileSync('sfdisk', ['-d', card]).toString();
  const parts = [...table.matchAll(/start= *(\d+), size= *(\d+), type=(\w+)/g)];
  if (parts.map(([, , , type]) => type).join() !== 'c,83') throw new Error(`partitions:\n${table}`);
  const rootAt = Number(parts[1]?.[1]) * 512;
  execFileSync('e2fsck', ['-fn', `${card}?offset=${rootAt}`], { stdio: 'pipe' });
  const names = execFileSync('mdir', ['-b', '-i', `${card}@@${bootAt}`, '::/']).toString();
  for (const name of [
    'start4.elf',
    'config.txt',
    'bcm2711-rpi-4-b.dtb',
    'bcm2712-rpi-5-b.dtb',
    'balcao-wifi.txt',
  ])
    if (!names.includes(name)) throw new Error(`the boot partition has no ${name}:\n${names}`);
  return `both partitions whole, ${Math.round(statSync(card).size / 1e6)} MB`;
}

async function firstStart(machine: Emulated, run: Run): Promise<string[]> {
  const seen: string[] = [];
  const ready = await machine.answers('/readyz', READY_SECONDS_MAX);
  seen.push(`/readyz answers ${ready.toFixed(0)} s after power, every instruction emulated`);
  const code = (await run('balcao code')).trim();
  if (!/^[A-Z0-9]{5}-[A-Z0-9]{5}$/.test(code)) throw new Error(`no setup code but ${code}`);
  // What stands on the screen itself, letter by letter.
  await until(
    'the screen shows the code',
    async () => (await run('cat /dev/vcs1')).includes(code),
    SCREEN_SECONDS_MAX,
  );
  const [rows = 0, columns = 0] = (await run('stty size </dev/tty1')).split(' ').map(Number);
  if (rows < 18 || rows > 24 || columns < 64) throw new Error(`${rows} rows of ${columns} letters`);
  seen.push(`its screen shows the code, ${rows} rows of ${columns} letters`);
  const screen = process.env.SCREEN;
  if (screen !== undefined) await machine.screen(screen);
  const rootMb = Number(await run('df -m --output=size / | tail -n 1'));
  if (rootMb < 3000) throw new Error(`the root is ${rootMb} MB on a card of 4 GB`);
  seen.push(`the root grew to ${rootMb} MB`);
  const state = await run(
    'hostname; systemctl is-active balcao-store balcao-screen; test ! -e /etc/balcao/first-boot && echo once',
  );
  if (state !== 'balcao\nactive\nactive\nonce\n') throw new Error(`not as it should be:\n${state}`);
  const failed = await run('systemctl --failed --no-legend --plain');
  if (failed !== '') throw new Error(`units that failed:\n${failed}`);
  seen.push(`systemd: ${(await run('systemd-analyze | head -n 1')).trim()}`);
  const made = await fetch(`${machine.url}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, name: 'Dona Ana', ...OWNER }),
  });
  if (!made.ok) throw new Error(`POST /api/setup: ${made.status} ${await made.text()}`);
  seen.push('the owner came in with the code of the screen');
  return seen;
}

/** Debian 13 for arm64 with everything that a source of releases does to it, the source on this machine. */
async function withASource(run: Run, key: string, folder: string): Promise<string[]> {
  const site = join(folder, 'site');
  const publish = async (version: string): Promise<void> => {
    const archive = await release({ arch: 'arm64', into: folder, version, key });
    const atS = EPOCH + (version === NEXT ? 1 : 0);
    await releaseApt({ archives: { arm64: archive }, version, into: site, key, suites: ['stable'], atS });
  };
  await publish(VERSION);
  const { old } = keepOld(folder);
  await publish(NEXT);
  const [port = 0] = await freePorts(1);
  const server = await serveFolder(site, '127.0.0.1', port);
  // The emulated network's own name for the machine that it runs on.
  const source = `http://10.0.2.2:${port}`;
  const line = (): Promise<string> =>
    run(`${SLOW} sh -s -- ${source}`, { input: readFileSync(join(site, 'instalar.sh'), 'utf8') });
  try {
    await run(
      `sed -i '/^UPDATE_URL=/d' /etc/balcao/store.env && echo UPDATE_URL=${source} >>/etc/balcao/store.env`,
    );
    const seen = await updatesItself(slowly(run), site, old, VERSION);
    seen.push(await timed(`brought to ${NEXT} by the line, which is apt with sqv`, line));
    await mustRun(run, NEXT);
    await run('command -v sqv && ! command -v gpgv');
    seen.push(await dayAfter(run));
    seen.push(await restored(run, OWNER, 0, line));
    return seen;
  } finally {
    server.close();
  }
}

/** What it left on the partition that any computer opens. */
function afterwards(card: string, bootAt: number): string[] {
  const read = (name: string): string =>
    execFileSync('mtype', ['-i', `${card}@@${bootAt}`, `::/${name}`]).toString();
  if (!read('balcao-wifi-resposta.txt').includes('Este aparelho não tem Wi-Fi'))
    throw new Error('the Wi-Fi file was not answered');
  if (!read('balcao-wifi.txt').includes('acai1234'))
    throw new Error('the password is gone, and nobody has it');
  return [`${basename(card)}: the Wi-Fi file answered (the emulated machine has no Wi-Fi)`];
}
