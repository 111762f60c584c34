// What rings the owner's phone: a title that stands whole above it, and a text of whole sentences that says what to do. The two are handed
// over one after the other, and nothing but these words tells which is which.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** As `edge/shop/alarms/alarms.ts` cuts them. */
const [TITLE_CHARS_MAX, TEXT_CHARS_MAX] = [60, 200];
const RAISED =
  /\b(?:alarms\.raise\(\s*(?:[A-Z]+|'[\w.-]+'|\w+\(\w+\)),|warn\()\s*(?:'([^'\n]*)'|`([^`\n]*)`),\s*(?:'([^'\n]*)'|`([^`\n]*)`),?\s*\)/g;

const raised = globSync('edge/**/*.ts', { exclude: (name) => name === 'node_modules' })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(RAISED), ([, plain, made, text, madeText]) => ({
      file,
      title: plain ?? made ?? '',
      text: text ?? madeText ?? '',
    })),
  );

it('alarms are found where they are written', () => {
  expect(raised.length).toBeGreaterThanOrEqual(10);
});

it.each(raised)('$title ($file) is a title, and sentences that end', ({ title, text }) => {
  expect(title).toMatch(/^[^.]+[^.!?…]$/);
  expect(title.length).toBeLessThanOrEqual(TITLE_CHARS_MAX);
  expect(text).toMatch(/^[A-ZÀ-Ú$].*\.$/);
  // What is put in comes on top, and is bounded where it is put in.
  expect(text.replace(/\$\{[^}]*\}/g, '').length).toBeLessThanOrEqual(TEXT_CHARS_MAX);
});
