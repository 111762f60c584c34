// The ready cups as the wizard lists them: by category, and at the end those whose category is none of the menu's. Every cup is in one
// group, so that whatever is on the menu can be chosen.
import { isBuilt, isCup } from '@balcao/shared/menu/cup.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';

type Cup = Menu['products'][number];
export type CupGroup = { id: string; name: string; description: string | null; cups: Cup[] };

/** Stands in a draft where a category does; no category is called so. */
const OTHERS = '-';

export const readyCups = (menu: Menu) => menu.products.filter((one) => isCup(one) && !isBuilt(one));
export const builtCups = (menu: Menu) => menu.products.filter(isBuilt);

/** The group of a cup that comes as described. */
export const groupOf = ({ categoryId }: Cup, menu: Menu): string =>
  menu.categories.find((one) => one.id === categoryId)?.id ?? OTHERS;

export function cupGroups(menu: Menu): CupGroup[] {
  const filled = (group: Omit<CupGroup, 'cups'>): CupGroup[] => {
    const cups = readyCups(menu).filter((cup) => groupOf(cup, menu) === group.id);
    return cups.length === 0 ? [] : [{ ...group, cups }];
  };
  const named = menu.categories.flatMap(filled);
  const name = named.length === 0 ? 'Todas as taças' : 'Outras taças';
  return [...named, ...filled({ id: OTHERS, name, description: null })];
}
