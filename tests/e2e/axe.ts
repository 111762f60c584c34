// What a machine can see of WCAG 2.2 AA on a page as it stands.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '../support/browser-test.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** One line per broken rule, with the first element that breaks it. */
export async function brokenRules(page: Page): Promise<string[]> {
  // What fades is judged where it ends; what spins has no end.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
      ),
  );
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}
