// Lists the packages that the built app is made of, for the licences and the list of parts that go with a release.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** In the built folder, beside the app; no server sends it. */
export const PACKAGES_FILE = '.packages';
/** They leave no module: their styles are written into ours, their code into the service worker. */
const WITHOUT_MODULES = [
  'tailwindcss',
  'daisyui',
  ...['core', 'precaching', 'routing', 'strategies', 'expiration', 'cacheable-response'].map(
    (part) => `workbox-${part}`,
  ),
];

/** `node_modules/NAME`, as the lock file says it, of a module's file; null for one of our own. */
export function packageOf(moduleId: string): string | null {
  const [path] = moduleId.split('?');
  return /(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(path ?? '')?.[1] ?? null;
}

export function listPackages(): Plugin {
  return {
    name: 'list-packages',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      const files = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? output.moduleIds : output.originalFileNames,
      );
      const found = files.map(packageOf).filter((path) => path !== null);
      const all = new Set([...found, ...WITHOUT_MODULES.map((name) => `node_modules/${name}`)]);
      if (dir !== undefined) writeFileSync(join(dir, PACKAGES_FILE), `${[...all].toSorted().join('\n')}\n`);
    },
  };
}
