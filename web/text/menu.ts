// Words for what is on the menu.
import type { ToppingLayer } from '@balcao/shared/order/order.ts';

export const LAYERS: readonly { layer: ToppingLayer; name: string; letter: string }[] = [
  { layer: 'BOTTOM', name: 'Fundo', letter: 'F' },
  { layer: 'MIDDLE', name: 'Meio', letter: 'M' },
  { layer: 'TOP', name: 'Topo', letter: 'T' },
];

/** 'a, b e c' */
export const listOf = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`;

/** '2× ' before the name of what stands there twice; one alone needs no number. */
export const timesText = (count: number): string => (count > 1 ? `${count}× ` : '');

export const countText = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
