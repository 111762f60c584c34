// A machine of arm64 that is not there: qemu's `virt` board starts the image's own kernel from the image's own card. What is between power
// and kernel on a Raspberry Pi (its firmware, config.txt, the device tree) is not part of it.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../../scripts/ports.ts';

const QEMU = 'qemu-system-aarch64';
/** A Raspberry Pi 4 with the least memory that it comes with. */
const MACHINE = ['-M', 'virt', '-cpu', 'cortex-a72', '-smp', '2', '-m', '1024'];
export const HAND_PORT = 'balcao.hand';
const OFF_MS_MAX = 300_000;
const ASK_MS = 3000;

/** What of the boot partition a Raspberry Pi's firmware would hand on: kernel, initrd and the kernel's words. */
export function takeBoot(card: string, startBytes: number, into: string) {
  mkdirSync(into, { recursive: true });
  execFileSync('mcopy', ['-n', '-i', `${card}@@${startBytes}`, '::/config.txt', '::/cmdline.txt', into]);
  const config = readFileSync(join(into, 'config.txt'), 'utf8');
  const named = (pattern: RegExp): string => {
    const name = pattern.exec(config)?.[1];
    if (name === undefined) throw new Error(`config.txt does not say ${String(pattern)}`);
    execFileSync('mcopy', ['-n', '-i', `${card}@@${startBytes}`, `::/${name}`, into]);
    return join(into, name);
  };
  return {
    kernel: named(/^kernel=(\S+)$/m),
    initrd: named(/^initramfs (\S+)$/m),
    words: readFileSync(join(into, 'cmdline.txt'), 'utf8').trim(),
  };
}

export type Emulated = Awaited<ReturnType<typeof startEmulated>>;

export async function startEmulated(card: string, boot: ReturnType<typeof takeBoot>, folder: string) {
  const [web = 0, ssh = 0] = await freePorts(2);
  const monitor = join(folder, 'monitor');
  const serial = join(folder, 'serial.log');
  const hand = join(folder, 'hand');
  const forwards = `hostfwd=tcp:127.0.0.1:${web}-:80,hostfwd=tcp:127.0.0.1:${ssh}-:22`;
  const startedAt = performance.now();
  const child = spawn(
    'nice',
    [
      ...['-n', '10', QEMU, ...MACHINE, '-nographic', '-serial', `file:${serial}`],
      ...['-qmp', `unix:${monitor},server=on,wait=off`, '-monitor', 'none'],
      ...['-kernel', boot.kernel, '-initrd', boot.initrd, '-append', `${boot.words} console=ttyAMA0`],
      ...['-drive', `if=none,id=card,format=raw,file=${card}`, '-device', 'virtio-blk-pci,drive=card'],
      ...['-netdev', `user,id=cable,${forwards}`, '-device', 'virtio-net-pci,netdev=cable,romfile='],
      ...['-device', 'virtio-gpu-pci', '-device', 'virtio-rng-pci', '-device', 'virtio-serial-pci'],
      ...['-chardev', `socket,id=hand,path=${hand},server=on,wait=off`],
      ...['-device', `virtserialport,chardev=hand,name=${HAND_PORT}`],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  let over = false;
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      over = true;
      resolve();
    }),
  );
  process.once('exit', () => child.kill('SIGKILL'));

  /** One word to qemu itself, until it has answered, and until it has said `event` where there is one. */
  function qemu(execute: string, words: object = {}, event = ''): Promise<void> {
    return new Promise((resolve, reject) => {
      let heard = '';
      const socket = connect(monitor, () => {
        socket.write(`{"execute":"qmp_capabilities"}${JSON.stringify({ execute, arguments: words })}\n`);
      });
      socket.setEncoding('utf8');
      socket.on('data', (chunk: string) => {
        heard += chunk;
        const failed = /\{"error": .*\}/.exec(heard)?.[0];
        if (failed !== undefined) reject(new Error(failed));
        const isObeyed = (heard.match(/"return"/g) ?? []).length >= 2 && heard.includes(event);
        if (failed !== undefined || isObeyed) {
          socket.end();
          resolve();
        }
      });
      socket.once('error', reject);
    });
  }

  return {
    url: `http://127.0.0.1:${web}`,
    sshPort: ssh,
    /** A socket whose other end is /dev/virtio-ports/<HAND_PORT> in the machine: it needs no network. */
    hand,
    secondsSinceStart: (): number => (performance.now() - startedAt) / 1000,
    serial: (): string => readFileSync(serial, 'utf8'),
    /** Waits until `path` answers 200, and says how long after the start that was. */
    async answers(path: string, secondsMax: number): Promise<number> {
      while (!over && performance.now() - startedAt < secondsMax * 1000) {
        const answer = await fetch(`http://127.0.0.1:${web}${path}`, {
          signal: AbortSignal.timeout(ASK_MS),
        }).catch(() => null);
        if (answer?.ok === true) return (performance.now() - startedAt) / 1000;
        await delay(ASK_MS);
      }
      const last = readFileSync(serial, 'utf8').split('\n').slice(-40).join('\n');
      throw new Error(`${path} did not answer within ${secondsMax} s. The machine said at last:\n${last}`);
    },
    /** What a screen at its HDMI would show, as PNG. */
    screen: (into: string): Promise<void> => qemu('screendump', { filename: into, format: 'png' }),
    /** Its network cable: pulled out, or put back. */
    cable: (isIn: boolean): Promise<void> => qemu('set_link', { name: 'cable', up: isIn }),
    /** Its power goes and comes back at once. */
    powerCut: (): Promise<void> => qemu('system_reset', {}, '"event": "RESET"'),
    async off(): Promise<void> {
      if (over) return;
      await qemu('system_powerdown');
      await Promise.race([ended, delay(OFF_MS_MAX)]);
      if (!over) throw new Error('it did not switch itself off');
    },
    async stop(): Promise<void> {
      if (!over) child.kill('SIGKILL');
      await ended;
    },
  };
}
