// A test waits for what hangs, never for what is slow: beside other work a core may be a thirtieth of one. What waits for anything
// has the bounds of vitest.config.ts and playwright.config.ts, or larger ones; a smaller one fails here until it has a reason.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const BOUND_MS_MIN = 60_000;

const REASONS: Record<string, [bounds: number, reason: string]> = {
  'scripts/child.test.ts': [1, 'a part that never gets ready is waited for to the end'],
  'tests/e2e/payment-words.spec.ts': [1, 'one look among many, each after ten seconds of a fake clock'],
};

/** Each may be the bound of a wait: after it, what is waited for counts as hanging. */
const BOUNDS = [
  /\b(?:timeout|testTimeout|hookTimeout|readyMsMax): ?([\d_]+)/g,
  /\b(?:AbortSignal\.timeout|test\.setTimeout)\(([\d_]+)\)/g,
  /^ *\}, ([\d_]+)\);$/gm,
];

const wordsOf = (file: string): string => readFileSync(file, 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');

const smallBounds = (text: string): number =>
  BOUNDS.flatMap((bound) => [...text.matchAll(bound)]).filter(
    ([, ms = '']) => Number(ms.replaceAll('_', '')) < BOUND_MS_MIN,
  ).length;

/** Calls that give up after one second, for they say nothing else. */
function unboundedWaits(text: string): number {
  return [...text.matchAll(/\bvi\.wait(?:For|Until)\(/g)].filter(({ index }) => {
    let depth = 0;
    let end = text.indexOf('(', index);
    do depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0;
    while (depth > 0 && (end += 1) < text.length);
    return !/\btimeout\b|\bWAIT\b/.test(text.slice(index, end));
  }).length;
}

const files = globSync([
  '{edge,cloud,shared,web,scripts}/**/*.test.{ts,tsx}',
  'tests/{auditor,contract,deploy,e2e,faults,simulation,simulators}/**/*.{test,spec}.ts',
])
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.endsWith('/patience.test.ts'));

it('no test gives up on what is slow', () => {
  expect(files.length).toBeGreaterThan(200);
  const found = Object.fromEntries(
    files.map((file) => [file, smallBounds(wordsOf(file))] as const).filter(([, bounds]) => bounds > 0),
  );
  expect(found).toEqual(
    Object.fromEntries(Object.entries(REASONS).map(([file, [bounds]]) => [file, bounds])),
  );
});

it('no wait is left to the one second that vitest gives it', () => {
  expect(files.filter((file) => unboundedWaits(wordsOf(file)) > 0)).toEqual([]);
});

it('finds both', () => {
  expect(smallBounds('await x({ timeout: 20_000 });\n  }, 15_000);\nfetch(AbortSignal.timeout(100))')).toBe(
    3,
  );
  expect(smallBounds('await x({ timeout: 60_000 });\n  }, 90_000);')).toBe(0);
  expect(unboundedWaits('vi.waitFor(() => expect(f()).toBe(1));\n({ timeout: 60_000 })')).toBe(1);
  expect(unboundedWaits('vi.waitFor(() => expect(f()).toBe(1), { timeout: 60_000 })')).toBe(0);
});
