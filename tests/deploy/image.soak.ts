// The card of `npm run image`, made and started: `npm run soak -- image`. IMAGE=dist/image/balcao-0.1.0.img takes one that is made already;
// TWICE=1 makes it a second time and compares the bytes. Slow: every instruction of the machine is emulated.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { makeImage, whyNoImage } from '../../scripts/image.ts';
import { layoutFor } from '../../scripts/image/layout.ts';
import { sha256Of } from '../../scripts/release.ts';
import type { Soak } from '../support/soak.ts';
import { startEmulated, takeBoot, type Emulated } from './emulated.ts';

/** Seconds since 1970; any will do as long as it is the same. */
const EPOCH = 1_790_000_000;
const CARD_BYTES = 4 * 1024 ** 3;
const READY_SECONDS_MAX = 2400;

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
      const image = process.env.IMAGE ?? (await madeImage(folder, seen));
      const card = join(folder, 'card.img');
      copyFileSync(image, card);
      const { boot } = layoutFor(0);
      seen.push(checkCard(card, boot.startBytes));
      truncateSync(card, CARD_BYTES);
      write(card, boot.startBytes, 'balcao-wifi.txt', 'nome=Loja da Ana\r\nsenha=acai1234\r\n');
      const key = technicianKey(folder);
      write(card, boot.startBytes, 'balcao-ssh.pub', readFileSync(`${key}.pub`, 'utf8'));
      machine = await startEmulated(card, takeBoot(card, boot.startBytes, join(folder, 'boot')), folder);
      seen.push(...(await firstStart(machine, key)));
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

async function madeImage(folder: string, seen: string[]): Promise<string> {
  const startedAt = performance.now();
  const say = (): void => undefined;
  const { file, lock } = await makeImage({ into: folder, epoch: EPOCH, say });
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  seen.push(`made in ${minutes} min of ${readFileSync(lock, 'utf8').trim().split('\n').length} packages`);
  if (process.env.TWICE === undefined) return file;
  const again = mkdtempSync(join(folder, 'again-'));
  const other = await makeImage({ into: again, epoch: EPOCH, lock: readFileSync(lock, 'utf8'), say });
  if ((await sha256Of(other.file)) !== (await sha256Of(file))) throw new Error('two runs made other bytes');
  seen.push('the same bytes a second time');
  return file;
}

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
  return `both partitions whole, ${Math.round((execFileSync('stat', ['-c', '%s', card]).toString() as never) / 1e6)} MB`;
}

function write(card: string, at: number, name: string, text: string): void {
  const file = join(tmpdir(), `balcao-${process.pid}-${name}`);
  writeFileSync(file, text);
  execFileSync('mcopy', ['-o', '-i', `${card}@@${at}`, file, `::/${name}`]);
  rmSync(file);
}

function technicianKey(folder: string): string {
  const key = join(folder, 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  return key;
}

async function firstStart(machine: Emulated, key: string): Promise<string[]> {
  const seen: string[] = [];
  const ready = await machine.answers('/readyz', READY_SECONDS_MAX);
  seen.push(`/readyz answers ${ready.toFixed(0)} s after power, every instruction emulated`);
  const onIt = (command: string): string =>
    execFileSync(
      'ssh',
      [
        ...[
          '-i',
          key,
          '-p',
          String(machine.sshPort),
          '-o',
          'StrictHostKeyChecking=no',
          '-o',
          'BatchMode=yes',
        ],
        ...['-o', 'UserKnownHostsFile=/dev/null', '-o', 'LogLevel=ERROR', '-o', 'ConnectTimeout=120'],
        ...['tecnico@127.0.0.1', command],
      ],
      { timeout: 300_000 },
    )
      .toString()
      .trim();
  const code = onIt('sudo balcao code');
  if (!/^[A-Z0-9]{5}-[A-Z0-9]{5}$/.test(code)) throw new Error(`no setup code but ${code}`);
  const shown = onIt('sudo /opt/balcao/current/pi/screen.sh --once');
  if (!shown.includes(code)) throw new Error(`the screen does not show the code:\n${shown}`);
  const screen = process.env.SCREEN;
  if (screen !== undefined) await machine.screen(screen);
  const rootMb = Number(onIt('df -m --output=size / | tail -n 1'));
  if (rootMb < 3000) throw new Error(`the root is ${rootMb} MB on a card of 4 GB`);
  seen.push(`the root grew to ${rootMb} MB`);
  const state = onIt(
    'hostname; systemctl is-active balcao-store balcao-screen; test ! -e /etc/balcao/first-boot && echo once',
  );
  if (state !== 'balcao\nactive\nactive\nonce') throw new Error(`not as it should be:\n${state}`);
  const failed = onIt('systemctl --failed --no-legend --plain');
  if (failed !== '') throw new Error(`units that failed:\n${failed}`);
  seen.push(`systemd: ${onIt('systemd-analyze | head -n 1')}`);
  const made = await fetch(`${machine.url}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, name: 'Dona Ana', email: 'ana@loja.com', password: 'segredo-da-ana' }),
  });
  if (!made.ok) throw new Error(`POST /api/setup: ${made.status} ${await made.text()}`);
  seen.push('the owner came in with the code of the screen');
  return seen;
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
