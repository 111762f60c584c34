// No two rooms need each other, types included. Lint finds cycles of files; of folders it knows nothing.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/root.ts';

type Needs = ReadonlyMap<string, ReadonlySet<string>>;

/** What puts rooms together belongs to none: routes that an app mounts, the schema that names every table, and the start. */
const COMPOSITION =
  /(^|[-/])routes\.ts$|^cloud\/storage\/schema\.ts$|^edge\/(assembly|demo)\/|^cloud\/assembly\//;

/** The room of a file: a noun of `shop`, a feature of the browser, else the wing. */
const roomOf = (file: string): string =>
  file
    .split('/')
    .slice(0, /^(?:edge\/shop|cloud\/shop|web\/features)\//.test(file) ? 3 : 2)
    .join('/');

const IMPORT = /\b(?:from|import)\s*\(?\s*'([^'\n]+)'/g;

/** The file of the project that `path` means in `file`; null for a package. */
function targetOf(file: string, path: string): string | null {
  if (path.startsWith('@balcao/')) return path.slice('@balcao/'.length);
  return path.startsWith('.') ? join(file, '..', path) : null;
}

function needsOf(files: ReadonlyMap<string, string>): Needs {
  const needs = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    if (COMPOSITION.test(file)) continue;
    for (const [, path = ''] of text.matchAll(IMPORT)) {
      const target = targetOf(file, path);
      if (target === null || !files.has(target) || roomOf(target) === roomOf(file)) continue;
      needs.set(roomOf(file), (needs.get(roomOf(file)) ?? new Set()).add(roomOf(target)));
    }
  }
  return needs;
}

/** All that a room needs, by way of others too. */
function reachOf(needs: Needs, room: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const next = [room];
  for (let one = next.pop(); one !== undefined; one = next.pop())
    for (const needed of needs.get(one) ?? [])
      if (!reached.has(needed)) {
        reached.add(needed);
        next.push(needed);
      }
  return reached;
}

/** Pairs of rooms each of which needs the other, however far around. */
function cyclesOf(needs: Needs): string[] {
  const reach = new Map([...needs.keys()].map((room) => [room, reachOf(needs, room)]));
  return [...reach]
    .flatMap(([one, reached]) =>
      [...reached]
        .filter((other) => one < other && reach.get(other)?.has(one))
        .map((other) => `${one} ${other}`),
    )
    .toSorted();
}

it('no room of the store, the relay or the browser needs one that needs it', () => {
  const names = execFileSync('git', ['ls-files', '--', 'edge', 'cloud', 'web'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    // In a wing's folder; tests may look into every room.
    .filter((file) => /^\w+\/.+\/.+\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file));
  expect(names.length).toBeGreaterThan(900);
  const files = new Map(names.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  expect(cyclesOf(needsOf(files))).toEqual([]);
});

it('finds a cycle that goes around by a third room, and by a type alone', () => {
  const files = new Map([
    ['edge/shop/a/a.ts', "import type { B } from '../b/b.ts';"],
    ['edge/shop/b/b.ts', "export { c } from '../../machine/c.ts';"],
    ['edge/machine/c.ts', "const { a } = await import('../shop/a/a.ts');"],
    ['edge/shop/d/d.ts', "import { a } from '../a/a.ts';"],
  ]);
  expect(cyclesOf(needsOf(files))).toEqual([
    'edge/machine edge/shop/a',
    'edge/machine edge/shop/b',
    'edge/shop/a edge/shop/b',
  ]);
});
