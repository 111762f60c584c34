// docs/spec-coverage.md tells the truth: every statement cites tests, and every cited test is where it says.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cite, isTitled, missing, type Citation } from './cited-tests.ts';

type Row = { id: string; section: string; tests: Citation[] };

const LETTERS: Record<string, string> = { Customer: 'C', Staff: 'S', Wholesale: 'W' };

function readRows(text: string): Row[] {
  return text.split(/^## /m).flatMap((part) => {
    const section = part.slice(0, part.indexOf('\n'));
    if (!(section in LETTERS)) return [];
    return part.split('\n').flatMap((line) => {
      const cells = /^\| ([A-Z]\d+\.\d+) .+? \| (.*) \|$/.exec(line);
      if (!cells) {
        if (/^\| *[A-Z]\d/.test(line)) throw new Error(`not a row of the table: ${line}`);
        return [];
      }
      const [, id = '', tests = ''] = cells;
      return [{ id, section, tests: cite(id, tests) }];
    });
  });
}

describe('the table of the specification', () => {
  const rows = readRows(readFileSync('docs/spec-coverage.md', 'utf8'));

  it('cites only tests that exist', () => {
    expect(missing(rows)).toEqual([]);
  });

  it('numbers the statements of each section from one, under the heading of its letter', () => {
    const last = new Map<string, number>();
    const expected = rows.map(({ id, section }) => {
      const [chapter = ''] = id.split('.');
      const place = (last.get(chapter) ?? 0) + 1;
      last.set(chapter, place);
      return `${LETTERS[section]}${chapter.slice(1)}.${place}`;
    });
    expect(rows.map(({ id }) => id)).toEqual(expected);
    expect(rows.length).toBeGreaterThan(0);
  });

  it('would notice a title that nobody has', () => {
    expect(isTitled("it('does it', () => {})", 'does it')).toBe(true);
    expect(isTitled("it.each(rows)('does $name', () => {})", 'does $name')).toBe(true);
    expect(isTitled(String.raw`it('doesn\'t', () => {})`, "doesn't")).toBe(true);
    expect(isTitled("expect(text).toContain('does it'); // it", 'does it')).toBe(false);
  });
});
