// What others order most, as the server counts it: first where there is room for few, else nothing changes its place.
import { atom } from 'jotai';
import { storeAtom } from '../data/shop.ts';

/** Ids, the most ordered first. An older server tells none. */
export const mostOrderedAtom = atom((get): readonly string[] => get(storeAtom)?.mostOrdered ?? []);

/** The most ordered ones first, the others as the owner has them. */
export function mostOrderedFirst<T extends { id: string }>(
  entries: readonly T[],
  most: readonly string[],
): T[] {
  const place = ({ id }: T): number => (most.includes(id) ? most.indexOf(id) : most.length);
  return [...entries].sort((one, other) => place(one) - place(other));
}
