// The menu as staff read it: the description of the answer leaves out nothing of what the document holds.
import { expect, it } from 'vitest';
import { ENTRY_KINDS, ENTRY_SCHEMAS, Settings, type EntryKind } from '../menu/menu.ts';
import { EntryAddress, WholeCatalog } from './catalog.ts';

it('every kind of entry is described, and the settings by their own form', () => {
  const { settings, ...kinds } = WholeCatalog.shape;
  expect(Object.keys(kinds).toSorted()).toEqual(ENTRY_KINDS.toSorted());
  expect(settings).toBe(Settings);
});

it.each<EntryKind>(ENTRY_KINDS)(
  'an entry of %s is described by its own form, and found under kind and id',
  (kind) => {
    expect(WholeCatalog.shape[kind].element).toBe(ENTRY_SCHEMAS[kind]);
    expect(EntryAddress.safeParse({ kind, id: 'x' }).success).toBe(true);
  },
);
