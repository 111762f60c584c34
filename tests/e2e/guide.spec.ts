// The guide for who never saw a terminal, clicked through against the screens of today: every word that it sets in bold is there, where it
// says, and its steps lead on. docs/guia/comecar.md; the words alone, of all pages: tests/contract/guide-words.test.ts.
import { expect, type Page } from '../support/browser-test.ts';
import { test } from './box.ts';
import { guideScreens, walkGuide } from './guide.ts';

/** Buttons, links, fields and texts that can be read on the screen now. */
async function readable(page: Page): Promise<string> {
  const named = await page
    .locator('main, body')
    .first()
    .evaluate((body) =>
      [...body.querySelectorAll('[aria-label], label, button, a, h1, h2, p, span')]
        .filter((one) => one.checkVisibility())
        .flatMap((one) => [one.getAttribute('aria-label') ?? '', one.textContent])
        .join('\n'),
    );
  return named.replaceAll(/\s+/g, ' ');
}

test('the guide leads from the address to the first PIX by words that are on the screens @phone', async ({
  page,
  box,
}) => {
  const walked: string[] = [];
  await walkGuide(page, box, async ({ heading, bold }) => {
    expect(bold.length, heading).toBeGreaterThan(0);
    // Some stand behind the step before them: what is done is said in the order of the guide.
    const later = LATER[heading] ?? [];
    for (const words of bold.filter((one) => !later.includes(one)))
      await expect.poll(() => readable(page), { message: `“${heading}” says “${words}”` }).toContain(words);
    walked.push(heading);
  });
  expect(walked).toEqual(guideScreens().map(({ heading }) => heading));
  expect(walked.length).toBeGreaterThanOrEqual(8);
});

/** On the screen only once the button before was pressed; the walk itself presses them. */
const LATER: Record<string, readonly string[]> = {
  'O que a loja vende?': ['Continuar'],
  'A impressora da cozinha': ['Imprimir teste'],
};
