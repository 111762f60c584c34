// Who speaks to a screen says what stands on it: a control's name holds the words that are seen of it, in their order (WCAG 2.5.3). Read from the
// outlines of the screens, which tell both.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const NAMED = /\b(?:button|link) "([^"]*)".*? \(seen: (.*?)\)(?: →|$| [a-z])/;
/** What is neither a picture nor said to nobody. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/‹[^›]*›|\[[^\]]*\]|\(unheard: [^)]*\)/g, ' ')
    .toLowerCase()
    .match(/\p{L}+/gu)
    ?.join(' ') ?? '';

it('names of controls hold the words that are seen of them', () => {
  const named = globSync('web/**/outlines/*.txt').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, name, seen] = NAMED.exec(line) ?? [];
        return name === undefined || seen === undefined ? [] : [{ file, name, seen }];
      }),
  );
  expect(named.length).toBeGreaterThan(500);
  expect(named.filter(({ name, seen }) => !wordsOf(name).includes(wordsOf(seen)))).toEqual([]);
});
