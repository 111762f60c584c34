// The menu as staff read it: the description of the answer leaves out nothing of what the document holds.
import { expect, it } from 'vitest';
import { ENTRY_KINDS, ENTRY_SCHEMAS, Settings, type EntryKind } from '../menu/menu.ts';
import { EntryAddress, WholeCatalog } from './catalog.ts';

it('every kind of entry is described by its own form, and the settings by theirs', () => {
  const { settings, ...kinds } = WholeCatalog.shape;
  const forms = Object.fromEntries(Object.entries(kinds).map(([kind, list]) => [kind, list.element]));
  expect(Object.keys(forms).toSorted()).toEqual(ENTRY_KINDS.toSorted());
  for (const kind of ENTRY_KINDS) expect(forms[kind], kind).toBe(ENTRY_SCHEMAS[kind]);
  expect(settings).toBe(Settings);
});

it.each<EntryKind>(ENTRY_KINDS)('an entry of %s is found under its kind and id', (kind) => {
  expect(EntryAddress.safeParse({ kind, id: 'x' }).success).toBe(true);
});
