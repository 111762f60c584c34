// Whether a database file is whole, asked in a process of its own: a large file takes seconds, in which orders go on.
import { execFile } from 'node:child_process';

const MS_MAX = 10 * 60_000;

// Node's own SQLite: nothing has to be found beside the bundle. Without WAL, a copy is one file.
const CHECK = `
const { DatabaseSync } = require('node:sqlite');
const [file, pragma, copy] = process.argv.slice(1);
try {
  const db = new DatabaseSync(file, { readOnly: copy !== 'copy' });
  if (copy === 'copy') db.exec('pragma journal_mode = delete');
  const found = db.prepare('pragma ' + pragma).all().map((row) => Object.values(row)[0]);
  process.stdout.write(JSON.stringify(found));
} catch (error) {
  process.stdout.write(JSON.stringify([String(error.message)]));
}`;

/**
 * What SQLite finds wrong with a file; null when it is whole. `integrity_check` reads indexes as well, `quick_check` half of
 * it. A `copy` belongs to nobody else and is put into one file. Rejects when the check could not be made.
 */
export function findDamage(
  file: string,
  { pragma, copy }: { pragma: 'integrity_check' | 'quick_check'; copy: boolean },
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['--no-warnings', '-e', CHECK, '--', file, pragma, copy ? 'copy' : 'live'],
      { timeout: MS_MAX, env: {} },
      (error, stdout) => {
        if (error) {
          reject(error);
          return;
        }
        const found = JSON.parse(stdout) as string[];
        resolve(found.length === 1 && found[0] === 'ok' ? null : found.slice(0, 3).join('; '));
      },
    );
  });
}
