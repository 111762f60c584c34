// Databases of the relay as they are after their migrations, made once for these migrations and copied for each test: to
// make one anew takes three seconds of a core, to copy it a fifth of one.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '../../cloud/storage/open.ts';
import { root } from '../../scripts/root.ts';

const prepared = join(root, '.cache', 'prepared');
const migrationsFolder = join(root, 'cloud', 'storage', 'migrations');
const copy = promisify(execFile);

/** What a prepared folder is made of: the migrations, and the databases that ran them. */
function keyOfMigrations(): string {
  const hash = createHash('sha256');
  const files = globSync('**/*', { cwd: migrationsFolder }).filter((file) => /\.(sql|json)$/.test(file));
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(join(migrationsFolder, file)));
  return hash
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
    .slice(0, 16);
}

/**
 * Copies what `make` puts into a folder, if nobody has yet, into `target`, a folder that is there, with the owners of its
 * files. Tests that prepare the same at once each make it, and the first is kept.
 */
export async function copyPrepared(
  name: string,
  target: string,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const kept = join(prepared, keyOfMigrations(), name);
  if (!existsSync(kept)) {
    mkdirSync(dirname(kept), { recursive: true });
    // PostgreSQL runs as a user who may not enter this project's folder.
    const made = mkdtempSync(join(tmpdir(), 'balcao-prepared-'));
    const moved = mkdtempSync(`${kept}-`);
    try {
      await make(made);
      await copy('cp', ['-a', `${made}/.`, moved]);
      if (!existsSync(kept)) renameSync(moved, kept);
    } catch (error) {
      if (!existsSync(kept)) throw error;
    } finally {
      rmSync(made, { recursive: true, force: true });
      rmSync(moved, { recursive: true, force: true });
    }
  }
  await copy('cp', ['-a', `${kept}/.`, target]);
}

/** Lays an embedded database of the relay, migrated and empty, into `dataDir`, where the relay looks for it. */
export async function layEmbeddedDatabase(dataDir: string): Promise<void> {
  await copyPrepared('embedded', dataDir, async (folder) => {
    const made = await openDatabase({ databaseUrl: null, dataDir: folder, migrationsFolder });
    await made.close();
  });
}
