// Which steps the wizard has for a draft, and what each needs before the next. Pure.
//   feature off            Tamanho, Base, Sorvete, Complementos
//   açaí                   Tipo, Tamanho, Base, Sorvete, Complementos
//   cup as it comes        Tipo, Categoria, Taça, Resumo
//   cup to be built        Tipo, Taça, Base, Sorvete, Complementos: it has one price, and so no size
// Where a shop has both kinds of cups, the second step shows the categories and, beside them, the cups to be built:
// a choice among these makes it the step Taça of the other way.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import type { StepName } from './texts.ts';
import { readyCups } from './cup-groups.ts';
import { isReadyCup, type Draft } from './draft.ts';

const BUILT: StepName[] = ['base', 'sorvete', 'complementos'];

export function stepsOf(draft: Draft, menu: Menu): StepName[] {
  if (!menu.cupsEnabled) return ['tamanho', ...BUILT];
  if (draft.type !== 'TACA_MONTADA') return ['tipo', 'tamanho', ...BUILT];
  if (isReadyCup(draft)) return ['tipo', 'categoria', 'taca', 'resumo'];
  if (draft.productId !== null) return ['tipo', 'taca', ...BUILT];
  // Nothing chosen yet: the second step is what the shop has.
  return readyCups(menu).length > 0 ? ['tipo', 'categoria', 'taca', 'resumo'] : ['tipo', 'taca', ...BUILT];
}

export type Lack =
  | { kind: 'missing'; what: 'tipo' | 'categoria' | 'taca' | 'tamanho' | 'base' | 'sorvete' | 'segundo' }
  | { kind: 'sold-out'; name: string };

/** What keeps a step from being left, or null. */
export function lackOf(step: StepName, draft: Draft, menu: Menu): Lack | null {
  switch (step) {
    case 'tipo':
      return draft.type === null ? missing('tipo') : null;
    case 'categoria':
      return draft.categoryId === null && draft.productId === null ? missing('categoria') : null;
    case 'taca':
      return chosen(menu.products, draft.productId, 'taca');
    case 'tamanho':
      return chosen(menu.sizes, draft.sizeId, 'tamanho');
    case 'base':
      return chosen(menu.bases, draft.baseId, 'base');
    case 'sorvete':
      return (
        chosen(menu.iceCreams, draft.iceCreamId, 'sorvete') ??
        (draft.meioAMeio ? chosen(menu.iceCreams, draft.secondaryIceCreamId, 'segundo') : null)
      );
    case 'complementos': {
      const soldOutTopping = menu.toppings.find(
        (topping) => topping.soldOut && draft.toppings.some(({ id }) => id === topping.id),
      );
      return soldOutTopping ? { kind: 'sold-out', name: soldOutTopping.name } : null;
    }
    case 'resumo':
      return null;
  }
}

/** The first step that cannot be left yet; the last step when all can. Nobody may be further than this. */
export function lastReachableStep(draft: Draft, menu: Menu): number {
  const steps = stepsOf(draft, menu);
  const blocked = steps.findIndex((step) => lackOf(step, draft, menu) !== null);
  return blocked === -1 ? steps.length - 1 : blocked;
}

const missing = (what: Extract<Lack, { kind: 'missing' }>['what']): Lack => ({ kind: 'missing', what });

function chosen(
  entries: { id: string; name: string; soldOut: boolean }[],
  id: string | null,
  what: Extract<Lack, { kind: 'missing' }>['what'],
): Lack | null {
  const entry = entries.find((one) => one.id === id);
  if (!entry) return missing(what);
  return entry.soldOut ? { kind: 'sold-out', name: entry.name } : null;
}
