// What stands around every staff screen: word that the store does not answer, colours, the way out, and a password that is asked for.
import type { Me } from '@balcao/shared/http/staff.ts';
import { atom, createStore, useAtomValue } from 'jotai';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadStoreAtom } from '../../shop.ts';
import { meAtom } from '../../staff-hint.ts';
import { openHook, openScreen, refusal, type Answers } from '../../../testing/screen.ts';
import { sampleStore } from '../../../testing/shop.ts';
import { Toaster } from '../../../ui/toast.tsx';
import { awayAtom, pendingMovesAtom, reachableAtom, staffLiveAtom } from '../board/live.ts';
import type { PendingMove } from '../board/pending-moves.ts';
import { ChoosePasswordDialog } from './choose-password.tsx';
import { SignOutButton, ThemeButton } from './header-buttons.tsx';
import { OfflineNotice, useStoreAway } from './shell.tsx';
import { deviceTheme, useStaffTheme } from './theme.ts';

const NEWS_AFTER_MS = 2_500;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('that the store does not answer', () => {
  const open = (store: ReturnType<typeof createStore>) => openScreen(createElement(OfflineNotice), { store });
  const tap = (id: string): PendingMove => ({
    key: id,
    orderId: id,
    move: { kind: 'start', seen: 'RECEBIDO' },
    atMs: 0,
  });

  type Held = ReturnType<typeof createStore>;
  it.each([
    ['it was not reached', (held: Held, lost: boolean) => held.set(reachableAtom, !lost)],
    ['its stream was lost', (held: Held, lost: boolean) => held.set(staffLiveAtom, lost ? 'lost' : 'live')],
    ['the relay answers for it', (held: Held, lost: boolean) => held.set(awayAtom, lost)],
  ])('is said after a moment once %s, and no more when it does', async (_why, become) => {
    const store = createStore();
    const screen = await open(store);
    await screen.later(NEWS_AFTER_MS);
    expect(screen.words()).toBe('');
    await screen.when(() => become(store, true));
    expect(screen.words()).toBe('');
    await screen.later(NEWS_AFTER_MS);
    expect(screen.words()).toContain('Sem conexão com a loja. Pode continuar tocando');
    await screen.when(() => become(store, false));
    expect(screen.words()).toBe('');
  });

  it('is not said of a store that was away for less than that', async () => {
    const store = createStore();
    const screen = await open(store);
    await screen.when(() => store.set(reachableAtom, false));
    await screen.later(NEWS_AFTER_MS - 500);
    await screen.when(() => store.set(reachableAtom, true));
    await screen.later(NEWS_AFTER_MS);
    expect(screen.words()).toBe('');
  });

  it('tells how many taps wait to be sent', async () => {
    const store = createStore();
    store.set(reachableAtom, false);
    const screen = await open(store);
    await screen.later(NEWS_AFTER_MS);
    const after = async (moves: PendingMove[]) => {
      await screen.when(() => store.set(pendingMovesAtom, moves));
      return screen.words();
    };
    expect(await after([tap('a')])).toContain('1 toque espera para ser enviado');
    expect(await after([tap('a'), tap('b')])).toContain('2 toques esperam para ser enviados');
  });
});

it('a screen of the site shows a copy while the store is away from it', async () => {
  const open = async (shop: object) => {
    const store = createStore();
    const hook = await openHook(useStoreAway, {
      store,
      answers: { 'GET /api/store': { ...sampleStore, ...shop } },
    });
    await hook.when(() => store.set(loadStoreAtom));
    return hook;
  };
  expect((await open({ host: 'relay', storeOnline: false })).now()).toBe(true);
  expect((await open({ host: 'relay', storeOnline: true })).now()).toBe(false);
  const here = await open({ host: 'edge', storeOnline: false });
  expect(here.now()).toBe(false);
  await here.when(() => here.store.set(awayAtom, true));
  expect(here.now()).toBe(true);
});

it('the colours of a screen are changed by a button, and kept on the device for that screen', async () => {
  const screen = await openScreen(createElement(ThemeButton, { screen: 'admin' }));
  const colours = () => screen.window.document.documentElement.dataset['theme'];
  expect(colours()).toBe('acai');
  await screen.tap('Usar cores escuras');
  expect(colours()).toBe('acai-noite');
  expect(screen.stored?.get('balcao-staff-theme-admin')).toBe('dark');
  expect(screen.buttons()).toEqual(['Usar cores claras']);
  const again = await openScreen(createElement(ThemeButton, { screen: 'admin' }));
  expect(again.buttons()).toEqual(['Usar cores claras']);
  const other = await openScreen(createElement(ThemeButton, { screen: 'cozinha' }));
  expect(other.buttons()).toEqual(['Usar cores escuras']);
});

it('the colours of a screen go with it: what customers see has its own', async () => {
  const isThereAtom = atom(true);
  const Kitchen = () => createElement('i', null, useStaffTheme('cozinha', 'dark')[0]);
  const Shown = () => useAtomValue(isThereAtom) && createElement(Kitchen);
  const { window, store, when } = await openScreen(createElement(Shown));
  expect(window.document.documentElement.dataset['theme']).toBe('acai-noite');
  await when(() => store.set(isThereAtom, false));
  expect(window.document.documentElement.dataset['theme']).toBeUndefined();
});

it('bright colours that were chosen stay where a screen is dark by itself', async () => {
  const kitchen = () => openHook(() => useStaffTheme('cozinha', 'dark'));
  const screen = await kitchen();
  expect(screen.now()[0]).toBe('dark');
  await screen.when(() => screen.now()[1]());
  expect(screen.now()[0]).toBe('light');
  expect((await kitchen()).now()[0]).toBe('light');
});

it('a screen that nobody has chosen colours for wears those of its device', async () => {
  const { window } = await openScreen(createElement('p'));
  const wears = (isDark: boolean) => {
    const matchMedia = (query: string) => ({ matches: query === '(prefers-color-scheme: dark)' && isDark });
    Object.defineProperty(window, 'matchMedia', { value: matchMedia, configurable: true });
    return deviceTheme();
  };
  expect([wears(true), wears(false)]).toEqual(['dark', 'light']);
});

it('a screen of the administration is dark on a device that is', async () => {
  const AtNight = () => {
    Object.assign(window, { matchMedia: () => ({ matches: true }) });
    return createElement(ThemeButton, { screen: 'admin' });
  };
  const screen = await openScreen(createElement(AtNight));
  expect(screen.window.document.documentElement.dataset['theme']).toBe('acai-noite');
  expect(screen.buttons()).toEqual(['Usar cores claras']);
});

describe('the way out', () => {
  const OUT = 'POST /api/auth/sign-out';
  const open = (answers: Answers = {}) =>
    openScreen(
      createElement('div', null, createElement(SignOutButton, { to: '/auth' }), createElement(Toaster)),
      { me: { id: 'u', role: 'ADMIN' }, path: '/admin', answers },
    );

  it('leads to the door once the server knows; one that it does not know of leads nowhere', async () => {
    const screen = await open();
    await screen.tap('Sair');
    expect(screen.changes().map(({ route }) => route)).toEqual([OUT]);
    expect(screen.path()).toBe('/auth');
    // Nor do the customers' screens know who had been there.
    expect(screen.store.get(meAtom)).toBeNull();
    const failed = await open({ [OUT]: refusal(503, 'away', 'A loja não respondeu.') });
    await failed.tap('Sair');
    expect(failed.path()).toBe('/admin');
    expect(failed.alerts()).toContain('Não deu para sair. A loja não respondeu.');
    expect(failed.words()).toContain('Não deu para sair A loja não respondeu.');
  });

  it('that failed is not said to have failed any more while it is tried again', async () => {
    const answers: Answers = { [OUT]: refusal(503, 'away', 'A loja não respondeu.') };
    const screen = await open(answers);
    await screen.tap('Sair');
    expect(screen.alerts()).toHaveLength(2);
    answers[OUT] = () => new Promise(() => undefined);
    await screen.tap('Sair');
    expect(screen.alerts()).toEqual([]);
  });
});

describe('another password that is asked for', () => {
  const ME: Me = { id: 'u', name: 'Ana', email: 'ana@loja.example', role: 'ADMIN' };
  const open = (answers: Answers = {}) =>
    openScreen(
      createElement(
        'div',
        null,
        createElement(ChoosePasswordDialog, {
          me: ME,
          role: 'ADMIN',
          dueAtMs: Date.parse('2026-11-28T12:00:00-03:00'),
        }),
        createElement(Toaster),
      ),
      { answers: { 'GET /api/staff/me': ME, ...answers } },
    );

  it('is as long as the role asks, beside the one of today; then it is asked for no more', async () => {
    const screen = await open();
    expect(screen.words()).toContain('A sua vale só até 28/11/2026');
    expect(screen.words()).toContain('Senha nova * Pelo menos 12 caracteres.');
    await screen.tap('Trocar a senha');
    expect(screen.words()).toContain('Digite a senha com que você entrou.');
    expect(screen.changes()).toEqual([]);
    await screen.type('Senha atual', 'a de antes');
    await screen.type('Senha nova', 'três cavalos verdes');
    await screen.tap('Trocar a senha');
    expect(screen.changes()).toEqual([
      {
        route: 'PATCH /api/staff/me',
        body: {
          name: 'Ana',
          email: 'ana@loja.example',
          currentPassword: 'a de antes',
          newPassword: 'três cavalos verdes',
        },
      },
    ]);
    expect(screen.words()).toContain('Senha trocada');
    expect(screen.sent.at(-1)?.route).toBe('GET /api/staff/me');
  });

  it('that is refused is not said to be changed; it may wait', async () => {
    const screen = await open({ 'PATCH /api/staff/me': refusal(400, 'wrong', 'A senha atual não confere.') });
    await screen.type('Senha atual', 'outra');
    await screen.type('Senha nova', 'três cavalos verdes');
    await screen.tap('Trocar a senha');
    expect(screen.alerts()).toContain('A senha atual não confere.');
    expect(screen.words()).not.toContain('Senha trocada');
    await screen.tap('Agora não');
    expect(screen.words()).not.toContain('Senha atual');
  });
});
