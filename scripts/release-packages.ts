// Which packages of the lock file a release needs on another machine, and how they get here: as locked, for that machine.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.ts';
import { run } from './run.ts';

export type Arch = 'x64' | 'arm64';

type Entry = {
  version: string;
  integrity?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
export type LockedPackages = Record<string, Entry>;

/** The named packages and all that they need on Linux with `arch` and glibc. Throws when the lock has not one of them. */
export function neededFromLock(locked: LockedPackages, names: readonly string[], arch: Arch): LockedPackages {
  const needed: LockedPackages = {};
  const visit = (name: string, parent: string): void => {
    const path = nearest(locked, name, parent);
    const entry = path === null ? undefined : locked[path];
    if (path === null || !entry) throw new Error(`package-lock.json has no ${name}`);
    if (needed[path] || !fits(entry, arch)) return;
    // What other machines would need is not asked for: npm refuses a lock that asks for more than it holds.
    const native = Object.entries(entry.optionalDependencies ?? {}).filter(([dependency]) => {
      const place = nearest(locked, dependency, path);
      const found = place === null ? undefined : locked[place];
      return found !== undefined && fits(found, arch);
    });
    const { optionalDependencies: _, ...rest } = entry;
    needed[path] = native.length > 0 ? { ...rest, optionalDependencies: Object.fromEntries(native) } : rest;
    for (const dependency of Object.keys(entry.dependencies ?? {})) visit(dependency, path);
    for (const [dependency] of native) visit(dependency, path);
  };
  for (const name of names) visit(name, '');
  return needed;
}

/** As Node looks for it: beside the one who asks, then ever further up. */
function nearest(locked: LockedPackages, name: string, parent: string): string | null {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (locked[path]) return path;
    if (folder === '') return null;
  }
}

const fits = ({ os, cpu, libc }: Entry, arch: Arch): boolean =>
  (!os || os.includes('linux')) && (!cpu || cpu.includes(arch)) && (!libc || libc.includes('glibc'));

export const readLock = (file: string): LockedPackages =>
  (JSON.parse(readFileSync(file, 'utf8')) as { packages: LockedPackages }).packages;

/** The version of the Node that a release brings. */
export function lockedNodeVersion(arch: Arch): string {
  const entry = readLock(join(root, 'scripts/runtime/package-lock.json'))[`node_modules/node-linux-${arch}`];
  if (!entry) throw new Error(`scripts/runtime has no Node for linux-${arch}`);
  return entry.version;
}

/** Which of `packages` (paths as the lock says them) do not stand in `folder` in the locked version. */
export function missingPackages(folder: string, packages: LockedPackages): string[] {
  return Object.entries(packages)
    .filter(([path, { version }]) => {
      const manifest = join(folder, path, 'package.json');
      if (!existsSync(manifest)) return true;
      return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version !== version;
    })
    .map(([path]) => path);
}

/** A folder that holds `node_modules` with the packages and the Node for `arch`. Fetched once per lock file. */
export async function fetchLocked(names: readonly string[], arch: Arch): Promise<string> {
  const node = `node-linux-${arch}`;
  const packages = {
    ...neededFromLock(readLock(join(root, 'package-lock.json')), names, arch),
    ...neededFromLock(readLock(join(root, 'scripts/runtime/package-lock.json')), [node], arch),
  };
  const wanted = Object.fromEntries(
    [...names, node].map((name) => [name, packages[`node_modules/${name}`]?.version ?? '']),
  );
  const manifest = { name: 'balcao-release', version: '0.0.0', private: true, dependencies: wanted };
  const lock = JSON.stringify({
    name: manifest.name,
    version: manifest.version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, ...packages },
  });
  const key = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const folder = join(root, '.cache', 'release', `${arch}-${key}`);
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  // Of its own: two archives may be made at once.
  const fresh = mkdtempSync(`${folder}.`);
  try {
    writeFileSync(join(fresh, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(fresh, 'package-lock.json'), lock);
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    // Forced is only that the Node of another processor may be laid down here. Unless told the target, npm leaves out
    // the optional native parts of another processor and still ends with 0.
    const target = [`--cpu=${arch}`, '--os=linux', '--libc=glibc'];
    const result = await run('npm', ['ci', '--force', ...target, ...quiet], { cwd: fresh });
    if (!result.ok) throw new Error(`The packages for linux-${arch} cannot be fetched:\n${result.output}`);
    const missing = missingPackages(fresh, packages);
    if (missing.length > 0)
      throw new Error(`npm did not lay down what linux-${arch} needs: ${missing.join(', ')}`);
    if (!existsSync(folder)) renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}
