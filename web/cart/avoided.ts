// What somebody avoids eating: kept on this device and never sent.
import { ALLERGENS, type Allergen } from '@balcao/shared/menu/allergens.ts';
import { atom } from 'jotai';
import { readJson, removeStored, writeStored } from '../data/device.ts';
import { AVOID_KEY } from '../data/stored-keys.ts';

const isList = (value: unknown): value is Allergen[] =>
  Array.isArray(value) && value.every((one: unknown) => ALLERGENS.some((known) => known === one));
const heldAtom = atom<readonly Allergen[]>(readJson(AVOID_KEY, isList) ?? []);

export const avoidedAtom = atom(
  (get) => get(heldAtom),
  (_get, set, avoided: readonly Allergen[]) => {
    if (avoided.length === 0) removeStored(AVOID_KEY);
    else writeStored(AVOID_KEY, JSON.stringify(avoided));
    set(heldAtom, avoided);
  },
);
