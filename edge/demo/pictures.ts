// The demo shop's pictures, each a drawing named by the product (or 'logo') that it shows.
// Rasterised by the same way in as any upload: nothing here is served as it is.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Beside the bundle in a release, which loads this file from a folder of its parts; beside this file otherwise. */
function picturesFolder(): string {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const bundled = join(here, '..', 'pictures');
  return existsSync(bundled) ? bundled : join(here, 'pictures');
}

/** The ids of the entries that have a picture, and 'logo'. */
export const listPictures = (): string[] => readdirSync(picturesFolder()).map((file) => parse(file).name);

/** One of them, as SVG. */
export const readPicture = (id: string): Buffer => readFileSync(join(picturesFolder(), `${id}.svg`));
