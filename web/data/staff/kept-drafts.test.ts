// What was typed into a form that goes with its tab waits on the page, for whoever typed it.
import { createStore } from 'jotai';
import { expect, it } from 'vitest';
import { openHook } from '../../testing/screen.ts';
import { hasKeptDraftsAtom, useKeptDraft } from './kept-drafts.ts';

const open = (store: ReturnType<typeof createStore>, id: string, name: string | undefined = 'geral') =>
  openHook(() => useKeptDraft<{ text: string }>(name), { store, me: { id, role: 'ADMIN' } });

it('what one person typed is not another’s, and is gone once it is saved', async () => {
  const store = createStore();
  const ana = await open(store, 'ana');
  expect(ana.now().kept).toBeNull();
  await ana.when(() => ana.now().keep({ text: 'metade' }));
  expect(ana.now().kept).toEqual({ text: 'metade' });
  expect(store.get(hasKeptDraftsAtom)).toBe(true);
  expect((await open(store, 'rui')).now().kept).toBeNull();
  const again = await open(store, 'ana');
  expect(again.now().kept).toEqual({ text: 'metade' });
  expect((await open(store, 'ana', 'outra')).now().kept).toBeNull();
  const last = await open(store, 'ana');
  await last.when(() => last.now().keep(null));
  expect(last.now().kept).toBeNull();
  expect(store.get(hasKeptDraftsAtom)).toBe(false);
});

it('a form without a name keeps nothing', async () => {
  const store = createStore();
  const form = await openHook(() => useKeptDraft<string>(undefined), { store });
  await form.when(() => form.now().keep('metade'));
  expect(form.now().kept).toBeNull();
  expect(store.get(hasKeptDraftsAtom)).toBe(false);
});
