// A whole Debian for arm64 as one disk with its own kernel beside it, for a machine that is emulated (emulated.ts). Made once per suite, by
// the means of `npm run image`: no mount outside of a namespace, no loop device, qemu called by name.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { whyNoImage } from '../../scripts/image.ts';
import { runApart } from '../../scripts/image/apart.ts';
import { root } from '../../scripts/root.ts';

/** Both network managers: systemd-networkd is a part of systemd. Whoever starts it says which one runs. */
const PACKAGES = [
  ...['linux-image-arm64', 'initramfs-tools', 'zstd', 'systemd-sysv', 'libpam-systemd', 'udev', 'dbus'],
  ...['e2fsprogs', 'iproute2', 'iputils-ping', 'procps', 'ca-certificates', 'curl', 'network-manager'],
].join(',');
const DISK_MB = 3072;
/** Nobody sits at it to be asked for a time zone. */
const WORDS = 'root=/dev/vda rw systemd.firstboot=off';

/** Why it cannot be made and started here, or null. */
export function whyNoArmDebian(): string | null {
  try {
    execFileSync(
      'sh',
      ['-c', 'command -v qemu-system-aarch64 && command -v mkfs.ext4 && command -v debugfs'],
      {
        stdio: 'ignore',
      },
    );
  } catch {
    return 'missing here: qemu-system-aarch64 or e2fsprogs (apt-get install qemu-system-arm e2fsprogs)';
  }
  return whyNoImage();
}

/** Its disk as `into`, the caller's own; and what starts it. */
export async function armDebian(suite: string, into: string) {
  const base = await baseOf(suite);
  execFileSync('cp', ['--sparse=always', join(base, 'disk.img'), into]);
  return { kernel: join(base, 'kernel'), initrd: join(base, 'initrd'), words: WORDS };
}

async function baseOf(suite: string): Promise<string> {
  const list = createHash('sha256').update(PACKAGES).digest('hex').slice(0, 8);
  const place = join(root, '.cache', 'debian-arm64');
  const base = join(place, `${suite}-${list}`);
  if (existsSync(base)) return base;
  mkdirSync(place, { recursive: true });
  const work = mkdtempSync(join(place, '.making-'));
  try {
    const script = join(root, 'tests/deploy/whole-disk.sh');
    const env = { WORK: work, SUITE: suite, PACKAGES, DISK_MB: String(DISK_MB) };
    await runApart({ script, env, say: () => undefined });
    renameSync(work, base);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return base;
}
