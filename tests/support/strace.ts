// Lets strace look at a running process, where the machine has it and allows it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

const ATTACH_MS_MAX = 60_000;

/** Whether strace is here, installing it where that can be done without asking anybody. */
export function hasStrace(): boolean {
  const there = (): boolean => spawnSync('strace', ['-V']).status === 0;
  if (there()) return true;
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  spawnSync('apt-get', ['install', '-y', '-q', 'strace'], { stdio: 'ignore', timeout: 60_000 });
  return there();
}

/** Writes what the process does to `file` while `work` runs; false where looking is not allowed. */
export async function traced(
  pid: number,
  options: readonly string[],
  file: string,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const strace = spawn('strace', [...options, '-o', file, '-p', `${pid}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = once(strace, 'exit');
  // It says so when it has taken hold, or why it may not.
  const attached = once(strace.stderr, 'data').then(([text]) => /attached/.test(String(text)));
  const timer = setTimeout(() => strace.kill(), ATTACH_MS_MAX);
  const mayTrace = await Promise.race([attached, gone.then(() => false)]);
  clearTimeout(timer);
  if (!mayTrace) return false;
  try {
    await work();
  } finally {
    strace.kill('SIGINT');
    await gone;
  }
  return true;
}
