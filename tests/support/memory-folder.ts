// Where tests write what need not outlive them. On a disk each transaction of a store waits until it is there: two fifths of what a test of
// the store takes. Tests of faults stay on the disk, for it is what they are of.
import { readFileSync, statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';
/** The stores, databases and browsers of a run, several times over. */
const ROOM_BYTES_MIN = 4 * 1024 ** 3;

/** For the environment: a folder in memory that is large enough and from which programs are started; nothing where there is none. */
export const IN_MEMORY: Record<string, string> = hasRoom() ? { TMPDIR: FOLDER } : {};

function hasRoom(): boolean {
  if (process.platform !== 'linux' || process.env['TMPDIR'] !== undefined) return false;
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === FOLDER);
  if (mount === undefined || /\b(?:noexec|ro)\b/.test(mount.split(' ')[3] ?? '')) return false;
  const { bavail, bsize } = statfsSync(FOLDER);
  return bavail * bsize >= ROOM_BYTES_MIN;
}
