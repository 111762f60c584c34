// Whether a database file is whole, asked in a process of its own: a large file takes seconds, in which orders go on.
import { execFile } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { isNotStarted } from './not-started.ts';

const MS_MAX = 10 * 60_000;
/** The disk does not give the file whole: it may be, and nobody knows. */
export class Unreadable extends Error {}

// Node's own SQLite: nothing has to be found beside the bundle. Without WAL, a copy is one file.
const CHECK = `
const fs = require('node:fs');
const { DatabaseSync } = require('node:sqlite');
const [file, pragma, copy] = process.argv.slice(-3);

// SQLite says the same of a page that is broken and of one that the disk did not give, and a disk that gave none a moment ago may give it now:
// broken is what stays the same at a second look, with every byte of the file read after each of the two.
let found = look();
let unread = isWhole(found) ? null : unreadNow();
if (!isWhole(found) && unread === null) {
  const first = found;
  found = look();
  unread = isWhole(found) ? null : unreadNow() ?? (String(found) === String(first) ? null : 'it reads otherwise each time');
}
process.stdout.write(JSON.stringify({ found, unread }));

function look() {
  try {
    const db = new DatabaseSync(file, { readOnly: copy !== 'copy' });
    try {
      if (copy === 'copy') db.exec('pragma journal_mode = delete');
      return db.prepare('pragma ' + pragma).all().map((row) => Object.values(row)[0]);
    } finally {
      db.close();
    }
  } catch (error) {
    return [String(error.message)];
  }
}

function isWhole(found) {
  return found.length === 1 && found[0] === 'ok';
}

function unreadNow() {
  return unreadIn(file) ?? unreadIn(file + '-wal');
}

function unreadIn(path) {
  const piece = Buffer.alloc(1 << 20);
  let handle = null;
  try {
    handle = fs.openSync(path, 'r');
    while (fs.readSync(handle, piece) > 0);
    return null;
  } catch (error) {
    return error.code === 'ENOENT' ? null : String(error.code);
  } finally {
    if (handle !== null) fs.closeSync(handle);
  }
}`;

/**
 * What SQLite finds wrong with a file; null when it is whole. `integrity_check` reads indexes as well, `quick_check` half of
 * it. A `copy` belongs to nobody else and is put into one file. Rejects when the check could not be made, with `Unreadable`
 * when the disk gave errors, with the signal's reason when it is to end early.
 */
export async function findDamage(
  file: string,
  {
    pragma,
    copy,
    stopping,
  }: { pragma: 'integrity_check' | 'quick_check'; copy: boolean; stopping?: AbortSignal | undefined },
): Promise<string | null> {
  const words = [file, pragma, copy ? 'copy' : 'live'];
  const report = (await inProcess(words, stopping)) ?? (await inThread(words, stopping));
  const { found, unread } = JSON.parse(report) as { found: string[]; unread: string | null };
  if (unread !== null) throw new Unreadable(`${unread}: ${found.slice(0, 3).join('; ')}`);
  return found.length === 1 && found[0] === 'ok' ? null : found.slice(0, 3).join('; ');
}

/** What the check said; null where the system cannot start the store's own program. */
function inProcess(words: readonly string[], stopping: AbortSignal | undefined): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['--no-warnings', '-e', CHECK, '--', ...words],
      { timeout: MS_MAX, ...(stopping === undefined ? {} : { signal: stopping }) },
      (error, stdout) => {
        if (error === null) resolve(stdout);
        else if (stopping?.aborted === true) rejectOnceGone(stopping.reason as Error);
        else if (isNotStarted(error.code)) resolve(null);
        else reject(error);
      },
    );
    // Asked to end it is not gone yet, and until then it has the file open, which may be taken away next.
    const rejectOnceGone = (reason: Error): void => {
      const isGone = child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
      if (isGone) reject(reason);
      else child.once('exit', () => reject(reason));
    };
  });
}

/** Who tries the store under an emulator has its file read by a thread, which cannot be ended in the middle of a look. */
async function inThread(words: readonly string[], stopping: AbortSignal | undefined): Promise<string> {
  const thread = new Worker(CHECK, {
    eval: true,
    argv: [...words],
    execArgv: ['--no-warnings'],
    stdout: true,
  });
  const ending = AbortSignal.any([
    AbortSignal.timeout(MS_MAX),
    ...(stopping === undefined ? [] : [stopping]),
  ]);
  const failed = new Promise<never>((_, reject) => {
    thread.once('error', reject);
    ending.addEventListener('abort', () => reject(ending.reason as Error), { once: true });
  });
  try {
    return await Promise.race([text(thread.stdout), failed]);
  } finally {
    void thread.terminate();
  }
}
