// The other processor on this machine: qemu's user mode runs one program of arm64, with Debian's libraries for it beside. Installed
// from the distribution's packages where that is allowed.
import { existsSync } from 'node:fs';
import { run } from '../../scripts/run.ts';

const QEMU = '/usr/bin/qemu-aarch64';
/** Where Debian's cross packages put the libraries of arm64. */
const LIBRARIES = '/usr/aarch64-linux-gnu';
/** Debian's and Ubuntu's names of what it needs. */
export const ARM_PACKAGES = [
  'qemu-user',
  'libc6-arm64-cross',
  'libstdc++6-arm64-cross',
  'libgcc-s1-arm64-cross',
];
const INSTALL_MS_MAX = 300_000;

export type ArmCommand = { command: string; args: readonly string[] };

const isThere = (): boolean =>
  existsSync(QEMU) &&
  existsSync(`${LIBRARIES}/lib/libstdc++.so.6`) &&
  existsSync(`${LIBRARIES}/lib/libc.so.6`);

/** What to put before a program of arm64, or why there is none here. Installs what is missing where this is root on Debian. */
export async function provideArm(): Promise<ArmCommand | string> {
  if (process.arch === 'arm64') return { command: '/usr/bin/env', args: [] };
  if (!isThere()) {
    if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
      return `needs ${ARM_PACKAGES.join(', ')}: only root on Debian installs them by itself`;
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-q'], { env, timeoutMs: INSTALL_MS_MAX });
    const install = ['install', '-y', '-q', '--no-install-recommends', ...ARM_PACKAGES];
    const { ok, output } = await run('apt-get', install, { env, timeoutMs: INSTALL_MS_MAX });
    if (!ok || !isThere()) return `cannot be installed: ${output.trim().split('\n').at(-1)}`;
  }
  return { command: QEMU, args: ['-L', LIBRARIES] };
}
