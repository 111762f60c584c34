// What a machine can see of WCAG 2.2 AA on a page as it stands.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '../support/browser-test.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules that a theme can break: whatever else is on a page is there in each. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** Sizes are judged with the shop's own letters: until these arrive the system's stand there. */
export const fontsArrived = (page: Page): Promise<void> =>
  page.evaluate(() => document.fonts.ready.then(() => undefined));

/** How many pixels of the page lie beside the screen. */
export async function hiddenWidth(page: Page): Promise<number> {
  await fontsArrived(page);
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** Words of up to ten letters, or these and the sign that ends their sentence, that stand on two lines: room for them there is on any phone. */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const broken: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest('.sr-only, [hidden], script, style, svg, textarea')) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(
        /(?<!\p{L})\p{L}{3,10}[!?]?(?!\p{L})/gu,
      )) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(word);
      }
    }
    return broken;
  });

/** One line per broken rule, with the first element that breaks it. */
export const brokenRules = (page: Page, ...more: string[]): Promise<string[]> =>
  brokenBy(page, (axe) => axe.withTags([...TAGS, ...more]));

/** The same of the colours alone, for a page that was judged in another theme. */
const brokenColours = (page: Page): Promise<string[]> =>
  brokenBy(page, (axe) => axe.withRules(RULES_OF_COLOUR));

async function brokenBy(page: Page, ask: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // What fades is judged where it ends, and nothing begins to fade meanwhile; what spins has no end.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await fontsArrived(page);
  // What sticks to an edge lies over whatever scrolls by, and a focused element may still be scrolling there.
  const place = await page.evaluate(() => {
    const { scrollX: left, scrollY: top } = window;
    scrollTo({ left: 0, top: 0, behavior: 'instant' });
    return { left, top };
  });
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
      ),
  );
  const axe = new AxeBuilder({ page })
    // Half of the time goes into frames of other sites, and as much again into elements that break nothing.
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ['violations'] });
  const { violations } = await ask(axe).analyze();
  await page.evaluate((before) => scrollTo({ ...before, behavior: 'instant' }), place);
  await page.emulateMedia({ reducedMotion: null });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}

/** The screen as it stands breaks no rule, nor any of the `more` that are asked for, and does not scroll sideways. */
export async function expectSound(page: Page, what: string, ...more: string[]): Promise<void> {
  expect(await brokenRules(page, ...more), what).toEqual([]);
  expect(await hiddenWidth(page), what).toBe(0);
}

const THEMES = { light: 'acai', dark: 'acai-noite' } as const;
type ThemeName = keyof typeof THEMES;

/** Does `look` in both themes, on the screen as it stands, which then has its own again: the device's, or the one that a staff screen chose. */
async function inBothThemes(page: Page, look: (theme: ThemeName) => Promise<void>): Promise<void> {
  // A screen that is still being drawn chooses its theme a moment later.
  const wear = (theme: ThemeName) =>
    page.evaluate((name) => {
      const { dataset } = document.documentElement;
      if (dataset['theme'] !== undefined) dataset['theme'] = name;
      return getComputedStyle(document.documentElement).colorScheme;
    }, THEMES[theme]);
  const isDark = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme === 'dark');
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect.poll(() => wear(theme)).toBe(theme);
    await look(theme);
  }
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  await wear(isDark ? 'dark' : 'light');
}

/** `expectSound` in both themes; `then` is done in each. */
export const expectSoundInBoth = (
  page: Page,
  what: string,
  more: string[] = [],
  then?: (theme: ThemeName) => Promise<void>,
): Promise<void> =>
  inBothThemes(page, async (theme) => {
    if (theme === 'light') await expectSound(page, `${what}: light`, ...more);
    else {
      expect(await brokenColours(page), `${what}: dark`).toEqual([]);
      expect(await hiddenWidth(page), `${what}: dark`).toBe(0);
    }
    await then?.(theme);
  });

/** Both themes, on the screen as it stands. */
export const expectAccessible = (page: Page): Promise<void> =>
  inBothThemes(page, async (theme) =>
    expect(await (theme === 'light' ? brokenRules(page) : brokenColours(page)), theme).toEqual([]),
  );

/** Nothing that is pressed lies under another such thing or beyond the screen, and nothing scrolls sideways. */
export async function expectApart(page: Page, within: Locator): Promise<void> {
  expect(await hiddenWidth(page)).toBe(0);
  const troubles = await within.locator('a, button, input, select').evaluateAll((all) => {
    // What a row that scrolls sideways has beside it is scrolled to.
    const isInRow = (element: Element | null): boolean =>
      element !== null &&
      ((element.scrollWidth > element.clientWidth && getComputedStyle(element).overflowX === 'auto') ||
        isInRow(element.parentElement));
    const shown = all
      .map((element) => ({
        element,
        name: element.getAttribute('aria-label') ?? element.textContent,
        box: element.getBoundingClientRect(),
        inRow: isInRow(element.parentElement),
        cut: element.scrollWidth > element.clientWidth + 1 && element.matches('a, button'),
      }))
      .filter(({ element, box }) => box.width > 1 && box.height > 1 && element.checkVisibility());
    return shown.flatMap(({ name, box, cut, inRow }, at) => [
      ...(cut ? [`${name} is wider than its button`] : []),
      ...(!inRow && (box.right > innerWidth + 0.5 || box.left < -0.5) ? [`${name} leaves the screen`] : []),
      ...shown
        .slice(at + 1)
        .filter(
          ({ box: other }) =>
            Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 &&
            Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1,
        )
        .map((other) => `${name} and ${other.name} overlap`),
    ]);
  });
  expect(troubles, `${page.viewportSize()?.width}`).toEqual([]);
}
