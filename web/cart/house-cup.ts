// How a product without choices is drawn where it has no photo: in colours that follow from its name, so that it always looks the
// same, and not all look alike.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { colorOf, creamyColorOf, SPREAD, toppingLook, vesselOf } from '../ui/cup-look.ts';
import { CUP_COLORS, type CupContent } from '../ui/cup.tsx';

type Product = Pick<Menu['products'][number], 'name' | 'productType'> & {
  accompaniments?: readonly string[];
};

export function houseCup({ name, productType, accompaniments = [] }: Product): CupContent {
  const isCup = productType === 'TACA_MONTADA';
  const shape = vesselOf(name, isCup);
  if (shape === 'shake') {
    return {
      shape,
      base: creamyColorOf(name) ?? CUP_COLORS.iceCream,
      iceCreams: ['#fffaf0'],
      toppings: [{ key: 'cereja', color: '#c8102e', form: 'cherry', layer: 'TOP' }],
    };
  }
  if (!isCup) return { shape, base: colorOf(name) ?? CUP_COLORS.drink, iceCreams: [], toppings: [] };
  const hues = Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce(
    (sum, code) => (sum * 31 + code) % 997,
    7,
  );
  const pick = (colors: readonly string[], turn: number) =>
    colors[(hues + turn) % colors.length] ?? CUP_COLORS.base;
  const served = accompaniments.length > 0 ? accompaniments : ['Morango', 'Calda de chocolate'];
  return {
    shape,
    base: pick(['#55206b', '#f4d9b0', '#e9a6c1', '#7a4a2b'], 1),
    iceCreams: [pick(['#f6e3c5', '#f3a9bd', '#a8d5a2', '#6b4226'], 2)],
    toppings: served.flatMap((one) => {
      const look = toppingLook({ name: one });
      const top = { ...look, key: one, layer: 'TOP' as const };
      // What runs or crumbles is seen through the glass, too.
      return SPREAD.some((form) => form === look.form)
        ? [top, { ...top, key: `${one}in`, layer: 'MIDDLE' as const }]
        : [top];
    }),
  };
}
