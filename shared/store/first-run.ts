// What there is to do between a new store and its first paid order. Every step is done by a fact of the store, never by a mark that
// somebody set: what is undone later is open again.
import type { Catalog } from '../menu/menu.ts';
import { obstacleOf } from '../menu/product-kind.ts';

/** In the order in which they are asked for. */
export const FIRST_RUN_STEPS = [
  'owner',
  'shop',
  'hours',
  'menu',
  'printer',
  'site',
  'account',
  'pix',
] as const;
/** A step by name. */
export type FirstRunStep = (typeof FIRST_RUN_STEPS)[number];

/** Which steps the store itself shows to be done. */
export type FirstRunFacts = Readonly<Record<FirstRunStep, boolean>>;

/** `skipped`: put off by a person; it stays on the list. */
export type StepState = 'done' | 'skipped' | 'open';

/** All steps in their order; what is done is done, whether it was put off or not. */
export const firstRunSteps = (
  facts: FirstRunFacts,
  skipped: readonly FirstRunStep[],
): { id: FirstRunStep; state: StepState }[] =>
  FIRST_RUN_STEPS.map((id) => ({
    id,
    state: facts[id] ? 'done' : skipped.includes(id) ? 'skipped' : 'open',
  }));

/** Whether a customer could order anything: a ready product, a cup, or all that an açaí is made of. */
export function sellsAnything(catalog: Catalog): boolean {
  const some = (entries: readonly { active: boolean }[]): boolean => entries.some(({ active }) => active);
  const { products, sizes, bases, iceCreams } = catalog;
  return (
    some(products.filter((product) => obstacleOf(product, catalog) === null)) ||
    [sizes, bases, iceCreams].every(some)
  );
}
