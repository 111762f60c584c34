// A run that goes on where an earlier one was ended: what is read from the log of the first.
import { describe, expect, it } from 'vitest';
import { noticedIn, shown, type Break } from './break-spec-copy.ts';

const one = { file: 'tests/e2e/a.spec.ts', title: 'one' };
const two = { file: 'tests/e2e/a.spec.ts', title: 'two' };
const broken = (what: string, rows: string[] = []): Break => ({
  what,
  text: what,
  rows,
  edits: [],
  tests: [one, two],
});
const words = broken('web/cart says “Outros”', ['C3.12', 'S3.10']);
const limit = broken('toppings: 8');

describe('a log of breaks', () => {
  it('tells those that all their tests noticed, with rows and without', () => {
    const log = [words, limit].map((of) => shown({ broken: of, red: [one, two], green: [] })).join('\n');
    expect(noticedIn(log, words)).toBe(true);
    expect(noticedIn(log, limit)).toBe(true);
  });

  it('does not tell one that a test did not notice, that was to be made again, or that was not reached', () => {
    const log = [
      shown({ broken: words, red: [one], green: [two] }),
      `• 1 to be made again\n    ${limit.what}`,
    ].join('\n');
    expect(noticedIn(log, words)).toBe(false);
    expect(noticedIn(log, limit)).toBe(false);
    expect(noticedIn('', words)).toBe(false);
  });

  it('tells a break by its whole name', () => {
    const log = shown({ broken: broken('toppings: 80'), red: [one], green: [] });
    expect(noticedIn(log, limit)).toBe(false);
    expect(noticedIn(log, broken('pings: 80'))).toBe(false);
  });
});
