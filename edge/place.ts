// Where a store's things are: its database, and what this program brings beside itself.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import type { RestorePlace } from './replication/recovery/restore-place.ts';

export const storeFolder = (config: Config): string => join(config.dataDir, 'edge');
export const storeFile = (config: Config): string => join(storeFolder(config), 'store.db');

/** Beside the bundle in a release, in the source folder otherwise. */
export function migrationsFolder(): string {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const bundled = join(here, 'migrations');
  return existsSync(bundled) ? bundled : join(here, 'storage', 'migrations');
}

/** The process that works on pictures: beside the bundle in a release, in its folder otherwise. */
export function pictureWorkerFile(): string {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const bundled = join(here, 'picture-worker.js');
  return existsSync(bundled) ? bundled : join(here, 'shop', 'images', 'picture-worker.ts');
}

export const restorePlace = (config: Config): Omit<RestorePlace, 'onProgress'> => ({
  file: storeFile(config),
  migrationsFolder: migrationsFolder(),
  timeZone: config.timeZone,
  clock: Date.now,
});
