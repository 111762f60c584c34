// Where a store's things are: its database, and what this program brings beside itself.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import type { RestorePlace } from './recovery/restore.ts';

export const storeFolder = (config: Config): string => join(config.dataDir, 'edge');
export const storeFile = (config: Config): string => join(storeFolder(config), 'store.db');

/** Beside the bundle in a release, in the source folder otherwise. */
export function migrationsFolder(): string {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const bundled = join(here, 'migrations');
  return existsSync(bundled) ? bundled : join(here, 'db', 'migrations');
}

export const restorePlace = (config: Config): Omit<RestorePlace, 'onProgress'> => ({
  file: storeFile(config),
  migrationsFolder: migrationsFolder(),
  timeZone: config.timeZone,
  clock: Date.now,
});
