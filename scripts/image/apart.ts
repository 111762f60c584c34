// Runs a script as root of a namespace of its own, in which this machine's kernel hands programs of arm64 to qemu. Nothing of it is
// seen outside: no mount, no handler. Kernels before 6.7 have one list of handlers for all: there they have to be registered by the
// distribution (Debian: qemu-user-static with binfmt-support).
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const QEMU = '/usr/bin/qemu-aarch64-static';
/** What a program of arm64 begins with, and which of its bytes count (as binfmt_misc reads it; from qemu's own list). */
const MAGIC = String.raw`\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00`;
const MASK = String.raw`\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff`;
/** F: opened once, here: inside of a root it need not be there. */
const HANDLER = `:balcao-aarch64:M::${MAGIC}:${MASK}:${QEMU}:OCF`;
/** The users of a Debian: what a root is made of. */
const USERS = '0 0 65536\n';

// --norc: with a socket as its input bash would run the root user's own .bashrc of this machine.
// What is unshared as nobody becomes root with the users' map; only then are mounts its own.
const ENTER =
  'echo ready; read -r _; exec unshare --mount --pid --fork --mount-proc bash --norc -c "$0" "$@"';
const ARM = `set -eu
if [ "$(uname -m)" != aarch64 ]; then
  mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
  printf '%s' '${HANDLER}' >/proc/sys/fs/binfmt_misc/register
fi
exec bash "$@"`;

/** Runs a bash script with its words to the end. Says each line that it prints; throws with the last ones when it fails. */
export async function runApart(options: {
  script: string;
  args?: readonly string[];
  env: Record<string, string>;
  say: (line: string) => void;
}): Promise<void> {
  const { script, args = [], env, say } = options;
  const child = spawn('unshare', ['--user', 'bash', '--norc', '-c', ENTER, ARM, 'bash', script, ...args], {
    env: { PATH: '/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  // Asked to end, all of it goes: the namespace ends with its first process.
  const endAll = (): void => void (child.pid !== undefined && process.kill(-child.pid, 'SIGTERM'));
  process.once('exit', endAll);
  const last: string[] = [];
  let isReady = false;
  await new Promise<void>((resolve, reject) => {
    const hear = (text: string): void => {
      for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
        if (!isReady && line === 'ready') {
          isReady = true;
          writeFileSync(`/proc/${child.pid}/uid_map`, USERS);
          writeFileSync(`/proc/${child.pid}/gid_map`, USERS);
          child.stdin.end('\n');
          continue;
        }
        last.push(line);
        if (last.length > 30) last.shift();
        say(line);
      }
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', hear);
    }
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`ended with ${code}:\n${last.join('\n')}`)),
    );
  }).finally(() => process.off('exit', endAll));
}
