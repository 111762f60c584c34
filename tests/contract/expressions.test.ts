// No regular expression of the product can be made to take far longer than its text is long. Judged by scslre, which looks at how an
// expression can repeat itself; `npm run soak -- expressions` attacks each of them with recheck besides.
import { analyse } from 'scslre';
import { describe, expect, test } from 'vitest';
import { expressionsIn, productFiles } from '../support/expressions.ts';

const flawsOf = (source: string, flags: string): string[] =>
  analyse({ source, flags }).reports.map((report) => report.type);

/** Put together from words and numbers that stand in the code beside them. */
const MADE = [
  "edge/storage/recovery-code.ts: new RegExp(`.{1,${GROUP}}`, 'g')",
  // Of our own contracts' schemas, against texts that stand beside them; never of what comes from outside.
  'shared/host/examples.ts: new RegExp(source.slice(0, slash), source.slice(slash + 1))',
  'shared/host/examples.ts: new RegExp(source)',
  `shared/http/backups.ts: new RegExp(
      \`^(\${BACKUP_REASONS.join('|')})-\\\\d{4}-\\\\d{2}-\\\\d{2}-\\\\d{4}-[0-9a-f]{4}(\\\\.db|-[0-9a-f]{6}\\\\.db\\\\.age)$\`,
    )`,
];

describe('[44] regular expressions', () => {
  const files = productFiles().map((file) => ({ file, ...expressionsIn(file) }));

  test('are all found', () => {
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap(({ literals }) => literals);
    expect(found.length).toBeGreaterThan(100);
    expect(found.map(({ file }) => file)).toEqual(
      expect.arrayContaining([
        'edge/shop/images/sniff.ts',
        'cloud/replication/link/gateway.ts',
        'shared/money.ts',
      ]),
    );
  });

  test('take no longer for what was made to be slow', () => {
    const slow = files.flatMap(({ literals }) =>
      literals
        .filter(({ source, flags }) => flawsOf(source, flags).length > 0)
        .map(({ file, source, flags }) => `${file}: /${source}/${flags}`),
    );
    expect(slow).toEqual([]);
  });

  test('are written out, but for these', () => {
    expect(files.flatMap(({ file, made }) => made.map((code) => `${file}: ${code}`))).toEqual(MADE);
  });

  test.each([
    ['the one that a drawing of 190 bytes stopped the store with', SNIFFED(), ['Trade']],
    ['a repeat within a repeat', '/^(a+)+$/', ['Self']],
    ['one that begins anew at each place', '/\\s+$/', ['Move']],
  ])('that are slow are seen: %s', (_name, code, flaws) => {
    const [expression] = expressionsIn('a.ts', `const x = ${code};`).literals;
    expect(expression && flawsOf(expression.source, expression.flags)).toEqual(flaws);
  });
});

function SNIFFED(): string {
  return String.raw`/^\uFEFF?\s*(<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE\s+svg[^>[]*(\[[^\]]*\])?\s*>\s*)*<svg[\s>]/i`;
}
