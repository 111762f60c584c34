// Whoever uses a part of shared/ reads what it is, in which units and how it refuses, where it is exported; a schema and the type of the
// same name are one export, and one comment is for both. A contract says what it is in its `summary`, a table of refusals in its words.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const EXPORT = /^export (?:abstract )?(?:async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/;

const SAYS_ITSELF = /^export const \w+ = define(Contract|Refusals)\b/;

/** Words of a name or a comment, in small letters: `createWorker` is "create" and "worker". */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z0-9]{2,}/g) ?? [];

/** The doc comment that ends on the line before `at`; null when another line stands there. */
function commentBefore(lines: readonly string[], at: number): string | null {
  if (!(lines[at - 1] ?? '').trimEnd().endsWith('*/')) return null;
  let first = at - 1;
  while (first > 0 && !(lines[first] ?? '').trimStart().startsWith('/**')) first -= 1;
  return lines.slice(first, at).join('\n');
}

/** The exports of a file that have no doc comment, or one that has no word but those of the name. */
function undocumented(source: string): string[] {
  const lines = source.split('\n');
  const documented = new Map<string, boolean>();
  for (const [at, line] of lines.entries()) {
    const name = EXPORT.exec(line)?.[1];
    if (name === undefined || SAYS_ITSELF.test(line)) continue;
    const known = new Set(wordsOf(name));
    const says = wordsOf(commentBefore(lines, at) ?? '').some((word) => !known.has(word));
    documented.set(name, says || documented.get(name) === true);
  }
  return [...documented].filter(([, says]) => !says).map(([name]) => name);
}

const files = globSync('shared/**/*.ts', { exclude: (name) => name === 'node_modules' }).filter(
  (file) => !file.endsWith('.test.ts'),
);

it('every export of shared/ has a doc comment', () => {
  expect(files.length).toBeGreaterThan(100);
  const missing = files.flatMap((file) =>
    undocumented(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

describe('what is found missing', () => {
  it.each([
    ['no comment', 'export const Order = z.object({});', ['Order']],
    ['a line comment', '// As it was sold.\nexport type Order = { id: string };', ['Order']],
    ['the comment of another', '/** As sold. */\nconst item = 1;\nexport function order() {}', ['order']],
    ['a comment that repeats the name', '/** Order item. */\nexport const OrderItem = 1;', ['OrderItem']],
  ])('%s', (_, source, missing) => {
    expect(undocumented(source)).toEqual(missing);
  });

  it.each([
    ['one comment for a schema and its type', '/** As sold. */\nexport const A = 1;\nexport type A = 1;'],
    ['a comment of several lines', '/**\n * Order,\n * as it was sold.\n */\nexport class Order {}'],
    ['what is not exported', 'const order = 1;'],
    ['a contract', "export const readOrder = defineContract({\n  summary: 'One order',\n});"],
  ])('not %s', (_, source) => {
    expect(undocumented(source)).toEqual([]);
  });
});
