// A form that somebody else's save reaches, and what of it is sent.
import { problem } from '@balcao/shared/http/problem.ts';
import { atom, createStore, useAtomValue } from 'jotai';
import { describe, expect, it, vi } from 'vitest';
import { openHook } from '../../testing/screen.ts';
import { toastsAtom } from '../../ui/toast.tsx';
import { ApiError } from '../request.ts';
import { changedFields, followSaved, useDraft, withoutErrorsOf } from './draft.ts';

describe('what somebody else saves meanwhile', () => {
  const before = { name: 'Pequeno', price: '15,00', list: ['a'] };

  it('changes the fields that were not touched here, and no others', () => {
    const now = { name: 'Novo nome', price: '15,00', list: ['a', 'b'] };
    expect(followSaved(before, now, { ...before, price: '16,50' })).toEqual({
      values: { name: 'Novo nome', price: '16,50', list: ['a', 'b'] },
      theirs: [],
    });
  });

  it('leaves what was typed where both changed the same field, and names it', () => {
    const now = { ...before, price: '12,00', list: ['c'] };
    expect(followSaved(before, now, { ...before, price: '16,50', list: ['a', 'd'] })).toEqual({
      values: { ...before, price: '16,50', list: ['a', 'd'] },
      theirs: ['price', 'list'],
    });
  });

  it('says nothing where both typed the same', () => {
    const now = { ...before, price: '16,50' };
    expect(followSaved(before, now, { ...before, price: '16,50' })).toEqual({ values: now, theirs: [] });
  });
});

it('a field that both changed is named until it is settled, whatever else is saved there meanwhile', async () => {
  const savedAtom = atom({ name: 'Pequeno', price: '15,00' });
  const store = createStore();
  const form = await openHook(() => useDraft(useAtomValue(savedAtom)), { store });
  await form.when(() => form.now().change({ price: '16,50' }));
  await form.when(() => store.set(savedAtom, { name: 'Pequeno', price: '12,00' }));
  expect(form.now().theirs).toEqual(['price']);
  await form.when(() => store.set(savedAtom, { name: 'Copo', price: '12,00' }));
  expect(form.now().theirs).toEqual(['price']);
  expect(form.now().values).toEqual({ name: 'Copo', price: '16,50' });
  await form.when(() => form.now().discard());
  expect(form.now().theirs).toEqual([]);
});

it('a field that both changed is settled by who saves it', async () => {
  const savedAtom = atom({ name: 'Pequeno', price: '15,00' });
  const store = createStore();
  const form = await openHook(() => useDraft(useAtomValue(savedAtom)), { store });
  await form.when(() => form.now().change({ price: '16,50' }));
  await form.when(() => store.set(savedAtom, { name: 'Pequeno', price: '12,00' }));
  expect(form.now().theirs).toEqual(['price']);
  await form.when(() => form.now().save({ heading: null, work: () => Promise.resolve() }));
  expect(form.now().theirs).toEqual([]);
});

it('is saved once the store says the same, whatever the order of its fields and whatever it adds', async () => {
  const savedAtom = atom<object>({ name: '', enabled: false, port: 9100 });
  const store = createStore();
  const form = await openHook(() => useDraft(useAtomValue(savedAtom)), { store });
  await form.when(() => form.now().change({ name: 'Cozinha' }));
  expect(form.now().isDirty).toBe(true);
  await form.when(() =>
    store.set(savedAtom, { port: 9100, name: 'Cozinha', family: 'EPSON', enabled: true }),
  );
  expect(form.now().isDirty).toBe(false);
  await form.when(() => form.now().change({ name: 'Balcão' }));
  expect(form.now().isDirty).toBe(true);
});

describe('a form that is saved', () => {
  it('has still to be saved of what was typed while it was on its way', async () => {
    const form = await openHook(() => useDraft({ name: 'Caixa', price: '10,00' }));
    await form.when(() => form.now().change({ name: 'Balde' }));
    let answer: () => void = () => undefined;
    const sent = new Promise<void>((resolve) => (answer = resolve));
    const work = vi.fn<(values: object) => Promise<void>>(() => sent);
    await form.when(() => void form.now().save({ heading: null, work }));
    expect(form.now().busy).toBe(true);
    await form.when(() => form.now().change({ price: '12,00' }));
    await form.when(() => answer());
    expect(work.mock.calls).toEqual([[{ name: 'Balde', price: '10,00' }]]);
    expect(form.now().busy).toBe(false);
    expect(form.now().isDirty).toBe(true);
    expect(form.now().values).toEqual({ name: 'Balde', price: '12,00' });
    await form.when(() => form.now().change({ price: '10,00' }));
    expect(form.now().isDirty).toBe(false);
  });

  it('shows what the store made of it, which is nobody else’s change', async () => {
    const savedAtom = atom({ name: 'Caixa' });
    const store = createStore();
    const form = await openHook(() => useDraft(useAtomValue(savedAtom)), { store });
    await form.when(() => form.now().change({ name: ' Balde ' }));
    let answer: () => void = () => undefined;
    const sent = new Promise<void>((resolve) => (answer = resolve));
    await form.when(() => void form.now().save({ heading: null, work: () => sent }));
    // Told by the stream before it is answered.
    await form.when(() => store.set(savedAtom, { name: 'Balde' }));
    const { theirs } = form.now();
    await form.when(() => answer());
    expect(theirs).toEqual([]);
    expect(form.now().values).toEqual({ name: 'Balde' });
    expect(form.now().isDirty).toBe(false);
  });
});

describe('a form that could not be saved', () => {
  const refused = async () => {
    const form = await openHook(() => useDraft({ name: 'Caixa' }));
    const refuse = () =>
      Promise.reject(new ApiError(503, problem(503, 'away', 'Sem loja', 'A loja reinicia.')));
    const said = () => form.store.get(toastsAtom).map(({ title }) => title);
    await form.when(() => form.now().save({ heading: 'Não salvou', work: refuse }));
    expect([said(), form.now().failed]).toEqual([['Não salvou'], 'A loja reinicia.']);
    return { form, said };
  };

  it('is being mended by who types: only beside its button it still stands', async () => {
    const { form, said } = await refused();
    await form.when(() => form.now().change({ name: 'Balde' }));
    expect([said(), form.now().failed]).toEqual([[], 'A loja reinicia.']);
  });

  it('is not said to have failed once it is found that it cannot be sent', async () => {
    const { form, said } = await refused();
    const work = vi.fn<() => Promise<void>>();
    const check = () => ({ name: 'Falta o nome.' });
    await form.when(() => form.now().save({ heading: 'Não salvou', check, work }));
    expect([said(), form.now().failed, form.now().errors]).toEqual([[], null, { name: 'Falta o nome.' }]);
    expect(work).not.toHaveBeenCalled();
  });
});

it('is not left by the browser without a question while something is typed, but where nothing is lost by that', async () => {
  const isAsked = async (options?: { guarded: boolean }): Promise<boolean[]> => {
    const form = await openHook(() => useDraft({ name: '' }, options));
    const leave = (): boolean => {
      const leaving = new form.window.Event('beforeunload', { cancelable: true });
      form.window.dispatchEvent(leaving);
      return leaving.defaultPrevented;
    };
    const first = leave();
    await form.when(() => form.now().change({ name: 'x' }));
    const typed = leave();
    await form.when(() => form.now().discard());
    return [first, typed, leave()];
  };
  expect(await isAsked()).toEqual([false, true, false]);
  expect(await isAsked({ guarded: false })).toEqual([false, false, false]);
});

it('sends only what differs, lists by what is in them', () => {
  const stored = { id: 'x', name: 'Caixa', sizes: ['10 L'], flavors: null, active: true };
  expect(changedFields(stored, { name: 'Caixa', sizes: ['10 L'], flavors: null, active: true })).toEqual({});
  expect(
    changedFields(stored, { name: 'Balde', sizes: ['5 L', '10 L'], flavors: ['Puro'], active: false }),
  ).toEqual({ name: 'Balde', sizes: ['5 L', '10 L'], flavors: ['Puro'], active: false });
  expect(changedFields(stored, { name: 'Caixa', extra: 1 })).toEqual({ extra: 1 });
  // What an older entry does not have is sent once something is in it.
  expect(changedFields(stored, { allergens: [] })).toEqual({});
  expect(changedFields(stored, { allergens: ['leite'] })).toEqual({ allergens: ['leite'] });
});

it('an error goes with the text that it was about, and that of the whole form with any; others stay', () => {
  const errors = { name: 'O campo "Nome" é obrigatório.', priceCents: 'Preço inválido', form: 'Erro' };
  expect(withoutErrorsOf(errors, { name: 'K' })).toEqual({ priceCents: 'Preço inválido' });
  expect(withoutErrorsOf(errors, { category: 'frutas' })).toEqual({
    name: errors.name,
    priceCents: 'Preço inválido',
  });
});
