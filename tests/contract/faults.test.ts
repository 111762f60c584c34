// docs/faults.md tells the truth: every fault or attack in it cites tests, and every cited test is where it says.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cite, missing } from './cited-tests.ts';

const rows = readFileSync('docs/faults.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| *R?\d/.test(line))
  .map((line) => {
    const [, id = '', tests = '', checked = ''] =
      /^\| (R?\d+) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/.exec(line) ?? [];
    if (id === '') throw new Error(`not a row of the table: ${line}`);
    return { id, tests: cite(id, tests), checked };
  });

describe('the table of faults', () => {
  it('cites only tests that exist', () => {
    expect(missing(rows)).toEqual([]);
  });

  it('has each row once, in the order of their numbers, with how the removal was checked', () => {
    for (const kind of ['', 'R']) {
      const numbers = rows
        .filter(({ id }) => id.startsWith('R') === (kind === 'R'))
        .map(({ id }) => Number(id.slice(kind.length)));
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    }
    expect(rows.length).toBeGreaterThan(0);
    for (const { id, checked } of rows) expect(checked.length, `row ${id}`).toBeGreaterThan(20);
  });
});
