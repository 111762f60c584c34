// Where the Portuguese texts of the web app stand (docs/decisions/076-where-texts-stand.md): beside the screen that says them, and in web/text only
// what two rooms say. Each rule is shown failing on a tree made up for it.
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

type Tree = Record<string, string>;

/** A feature is a room, and so is each shared part; what only the staff downloads is one of its own. */
const roomOf = (path: string): string =>
  /^web\/(features\/[^/]+|(?:data|ui)\/staff|[^/]+)\//.exec(path)?.[1] ?? path;

/** What web/text exports and only one room uses. */
function kept(tree: Tree): string[] {
  return Object.entries(tree)
    .filter(([path]) => roomOf(path) === 'text')
    .flatMap(([path, source]) =>
      [...source.matchAll(/^export (?:const|function|type) (\w+)/gm)].flatMap(([, name = '']) => {
        const rooms = new Set(
          Object.entries(tree)
            .filter(([user, text]) => (user === path ? uses(source, name) : isImported(text, path, name)))
            .map(([user]) => roomOf(user)),
        );
        return rooms.size < 2 ? [`${name} of ${path} is said by ${[...rooms].join() || 'nobody'} alone`] : [];
      }),
    );
}

const isImported = (text: string, path: string, name: string): boolean =>
  [...text.matchAll(/import (?:type )?\{([^}]*)\} from '([^']*)'/g)].some(
    ([, names = '', from = '']) =>
      /(^|\/)text\/|^\.\//.test(from) &&
      basename(from) === basename(path) &&
      names.split(',').some((one) => one.trim().replace(/^type /, '') === name),
  );
/** Besides where it is made. */
const uses = (source: string, name: string): boolean =>
  (source.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0) > 1;

/** Sentences that two rooms have each written out. */
function repeated(tree: Tree): string[] {
  const rooms = new Map<string, Set<string>>();
  for (const [path, source] of Object.entries(tree))
    for (const sentence of sentencesIn(source))
      rooms.set(sentence, (rooms.get(sentence) ?? new Set()).add(roomOf(path)));
  return [...rooms].flatMap(([sentence, said]) =>
    said.size > 1 ? [`“${sentence}” is written in ${[...said].join(' and ')}`] : [],
  );
}

const withoutComments = (source: string): string =>
  source.replaceAll(/^\s*\/\/.*$/gm, '').replaceAll(/\/\*[\s\S]*?\*\//g, '');

/** Whole sentences: labels of a word or two may well be the same. */
const sentencesIn = (source: string): string[] =>
  [...withoutComments(source).matchAll(/'([^'\n]+)'|"([^"\n]+)"|>([^<>{}]+)</g)]
    .map(([, single, double, jsx]) => (single ?? double ?? jsx ?? '').replaceAll(/\s+/g, ' ').trim())
    .filter((text) => /^[A-ZÀ-Ý].* .*[.?!]$/.test(text) && text.length >= 20);

const web: Tree = Object.fromEntries(
  globSync('web/{app,cart,data,features,text,ui}/**/*.{ts,tsx}')
    .filter((path) => !path.includes('.test.'))
    .map((path) => [path, readFileSync(path, 'utf8')]),
);

describe('the texts of the web app', () => {
  it('stand in web/text only when two rooms say them', () => {
    expect(Object.keys(web).length).toBeGreaterThan(200);
    expect(kept(web)).toEqual([]);
  });

  it('are written once, whichever rooms say them', () => {
    expect(repeated(web)).toEqual([]);
  });
});

describe('a text out of place', () => {
  const text = "export const CLOSED = 'A loja está fechada agora.';\n";
  const user = "import { CLOSED } from '../../text/shop.ts';\nexport const a = CLOSED;\n";

  it('is noticed in web/text when one room says it, in however many files', () => {
    const tree = {
      'web/text/shop.ts': text,
      'web/features/order/a.ts': user,
      'web/features/order/b.ts': user,
    };
    expect(kept(tree)).toEqual(['CLOSED of web/text/shop.ts is said by features/order alone']);
    expect(kept({ ...tree, 'web/features/checkout/a.ts': user })).toEqual([]);
  });

  it('is noticed when nobody says it', () => {
    expect(kept({ 'web/text/shop.ts': text })).toEqual([
      'CLOSED of web/text/shop.ts is said by nobody alone',
    ]);
  });

  it('is noticed where two rooms write the same sentence', () => {
    const screen = '<p>\n  A loja está\n  fechada agora.\n</p>';
    const tree = { 'web/features/order/a.tsx': screen, 'web/data/staff/b.ts': text };
    expect(repeated(tree)).toEqual([
      '“A loja está fechada agora.” is written in features/order and data/staff',
    ]);
    expect(repeated({ 'web/features/order/a.tsx': screen, 'web/features/order/b.ts': text })).toEqual([]);
  });
});
