// What a screen shows in place of what it reads, and what stays when it cannot be read again.
import { atom, useAtomValue } from 'jotai';
import { createElement, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { openScreen } from '../../testing/screen.ts';
import { ApiError } from '../request.ts';
import { Loaded } from './loaded.tsx';

const away = new ApiError(503, {
  ...{ type: 'about:blank', title: 'Não', status: 503, code: 'away' },
  detail: 'A loja reinicia.',
});

/** A question over what was read: open once it is tapped. */
function Question() {
  const [asked, ask] = useState(false);
  return createElement('button', { onClick: () => ask(true) }, asked ? 'Perguntado' : 'Perguntar');
}

const open = async (more: { rows?: number; title?: string; retry?: string; stale?: boolean } = {}) => {
  const reload = vi.fn<() => void>();
  const ofAtom = atom<{ value: string | null; error: unknown }>({ value: null, error: null });
  const children = (value: string) => createElement('div', null, value, createElement(Question));
  const Reader = () => {
    const props = { of: { ...useAtomValue(ofAtom), reload }, children, ...more };
    return createElement(Loaded<string>, props);
  };
  const screen = await openScreen(createElement(Reader));
  const put = (value: string | null, error: unknown = null) =>
    screen.when(() => screen.store.set(ofAtom, { value, error }));
  return { ...screen, reload, put };
};

it.each([
  [undefined, 5],
  [2, 2],
])('its shape stands there while it comes: with %s rows asked for, %i', async (rows, count) => {
  const screen = await open(rows === undefined ? {} : { rows });
  expect(screen.all('[aria-label="Carregando"] > *')).toHaveLength(count);
});

it('the reason stands in its place where it never came, and another try is a tap away', async () => {
  const screen = await open({ title: 'O cardápio não veio' });
  await screen.put(null, away);
  expect(screen.alerts()).toEqual(['O cardápio não veio A loja reinicia. Tentar de novo']);
  await screen.tap('Tentar de novo');
  expect(screen.reload).toHaveBeenCalledOnce();
});

it('what is there stays where it cannot be read again; the reason stands above it where a screen asks for that', async () => {
  const silent = await open();
  await silent.put('os itens');
  await silent.put('os itens', away);
  expect([silent.words(), silent.alerts()]).toEqual(['os itens Perguntar', []]);
  const screen = await open({ stale: true, retry: 'Tentar novamente' });
  await screen.put('os itens');
  await screen.tap('Perguntar');
  await screen.put('os itens', away);
  // What was open over it is open still.
  expect(screen.words()).toBe('A loja reinicia. Tentar novamente os itens Perguntado');
  await screen.put('outros itens');
  expect(screen.words()).toBe('outros itens Perguntado');
});
