// How a product without choices is drawn where it has no photo: in colours that follow from its name, so that it always looks the
// same, and not all look alike.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { CUP_COLORS, type CupContent } from '../ui/cup.tsx';

export function houseCup(product: Pick<Menu['products'][number], 'name' | 'productType'>): CupContent {
  if (product.productType !== 'TACA_MONTADA') {
    return { shape: 'bebida', base: CUP_COLORS.drink, iceCreams: [], toppings: [] };
  }
  const hues = Array.from(product.name, (letter) => letter.codePointAt(0) ?? 0).reduce(
    (sum, code) => (sum * 31 + code) % 997,
    7,
  );
  const pick = (colors: readonly string[], turn: number) =>
    colors[(hues + turn) % colors.length] ?? CUP_COLORS.base;
  return {
    shape: 'taca',
    base: pick(['#55206b', '#f4d9b0', '#e9a6c1', '#7a4a2b'], 1),
    iceCreams: [pick(['#f6e3c5', '#f3a9bd', '#a8d5a2', '#6b4226'], 2)],
    toppings: [
      { key: 'a', color: pick(['#d7263d', '#2b6a30', '#ffd65c'], 0), category: 'frutas', layer: 'TOP' },
      { key: 'b', color: pick(['#7a3b12', '#a3123b', '#d99a2b'], 1), category: 'caldas', layer: 'TOP' },
    ],
  };
}
