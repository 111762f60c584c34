// The list of mutations stays true to the sources: each names a piece of them that is there once.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MUTATIONS } from './mutations.ts';

it.each(MUTATIONS)('$name changes one place of $file', ({ file, from, to }) => {
  expect(readFileSync(file, 'utf8').split(from).length - 1).toBe(1);
  expect(to).not.toBe(from);
});

it('names each mutation once, and docs/mutations.md tells of all', () => {
  const told = readFileSync('docs/mutations.md', 'utf8')
    .split('\n')
    .flatMap((line) => /^\| `([a-z-]+)` \|/.exec(line)?.[1] ?? []);
  expect(told).toEqual(MUTATIONS.map(({ name }) => name));
});
