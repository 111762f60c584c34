// What stands behind the door of a staff screen: one question at a time, and word before what was typed out of sight is lost.
import type { Me } from '@balcao/shared/http/staff.ts';
import { createElement, useState, type ComponentProps } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { openScreen, refusal, type Answers } from '../../../testing/screen.ts';
import { meAtom } from '../../staff-hint.ts';
import { stubStorage } from '../../testing/stub-storage.ts';
import { useDraft } from '../draft.ts';
import { Guard } from './guard.tsx';
import { endSessionAtom, loadSessionAtom, sessionAtom, signOutAtom } from './session.ts';
import { StaffShell } from './shell.tsx';

const ANA: Me = { id: 'ana', name: 'Ana', email: 'ana@loja.example', role: 'ADMIN' };
const atMs = Date.parse('2026-11-21T18:04:00-03:00');

it('who entered on a device where they had never been is asked about that before another password', async () => {
  const asked = async (me: Partial<Me>) => {
    const props: ComponentProps<typeof Guard> = { roles: ['ADMIN'], children: null };
    return (await openScreen(createElement(Guard, props), { me: { ...ANA, ...me } }))
      .all('dialog[open] h2')
      .map((one) => one.textContent);
  };
  const newPassword = { role: 'ADMIN', dueAtMs: atMs } as const;
  const newDevice = { atMs, device: 'Safari no iPhone', where: 'link' } as const;
  expect(await asked({ newPassword, newDevice })).toEqual(['Foi você que entrou?']);
  expect(await asked({ newPassword })).toEqual(['Escolha uma senha nova']);
  expect(await asked({})).toEqual([]);
});

it('the browser asks before it leaves a page where something typed waits in another tab', async () => {
  const Form = () => {
    const { change } = useDraft({ text: '' }, { keep: 'geral' });
    return createElement('button', { type: 'button', onClick: () => change({ text: 'metade' }) }, 'Digitar');
  };
  const Tabs = () => {
    const [tab, setTab] = useState<'form' | 'other'>('form');
    return createElement(
      'div',
      null,
      createElement('button', { type: 'button', onClick: () => setTab('other') }, 'Outra aba'),
      tab === 'form' && createElement(Form),
    );
  };
  const props: ComponentProps<typeof StaffShell> = { roles: ['ADMIN'], children: createElement(Tabs) };
  const screen = await openScreen(createElement(StaffShell, props), { me: ANA });
  const isAsked = () => {
    const leaving = new screen.window.Event('beforeunload', { cancelable: true });
    screen.window.dispatchEvent(leaving);
    return leaving.defaultPrevented;
  };
  expect(isAsked()).toBe(false);
  await screen.tap('Digitar');
  await screen.tap('Outra aba');
  expect(screen.buttons()).toEqual(['Outra aba']);
  expect(isAsked()).toBe(true);
});

describe('whoever signs in again over a screen', () => {
  const again = async (me: () => unknown) => {
    const props: ComponentProps<typeof Guard> = { roles: ['ADMIN'], children: 'o que foi digitado' };
    const answers: Answers = { 'POST /api/auth/sign-in/email': {} };
    const screen = await openScreen(createElement(Guard, props), { me: ANA, answers });
    const reload = vi.spyOn(screen.window.location, 'reload').mockReturnValue();
    answers['GET /api/staff/me'] = me;
    await screen.when(() => screen.store.set(endSessionAtom));
    await screen.type('Senha', 'três cavalos verdes');
    await screen.submit();
    return { ...screen, reload };
  };

  it('and is not heard then is told so, and nothing that was typed is lost', async () => {
    const screen = await again(() => refusal(503, 'away', 'A loja reinicia.'));
    expect(screen.words()).toContain('o que foi digitado');
    expect(screen.words()).toContain('Sua sessão terminou');
    expect(screen.alerts()).toEqual(['A loja reinicia.']);
  });

  it('goes on where they were; another person begins anew, without what was typed', async () => {
    const same = await again(() => ANA);
    expect(same.store.get(sessionAtom).state).toBe('in');
    expect(same.words()).toBe('o que foi digitado');
    expect(same.reload).not.toHaveBeenCalled();
    const other = await again(() => ({ ...ANA, id: 'rui' }));
    expect(other.reload).toHaveBeenCalledOnce();
  });
});

describe('a session', () => {
  const open = async (answers: Answers = {}) => {
    const props: ComponentProps<typeof Guard> = { roles: ['ADMIN'], children: 'o que foi digitado' };
    const screen = await openScreen(createElement(Guard, props), { me: ANA, answers });
    expect(screen.stored?.get('balcao-staff')).toBe('1');
    expect(screen.store.get(meAtom)).toEqual(ANA);
    return screen;
  };

  it('that ended is so for the device and its other screens, and keeps what was typed, however many calls hear of it', async () => {
    const screen = await open();
    await screen.when(() => screen.store.set(endSessionAtom));
    await screen.when(() => screen.store.set(endSessionAtom));
    expect(screen.store.get(sessionAtom)).toEqual({ state: 'expired', me: ANA });
    expect(screen.words()).toContain('o que foi digitado');
    expect(screen.words()).toContain('Sua sessão terminou');
    expect(screen.stored?.get('balcao-staff')).toBeUndefined();
    expect(screen.store.get(meAtom)).toBeNull();
  });

  it('that is left is forgotten by the device', async () => {
    const screen = await open({ 'POST /api/auth/sign-out': {} });
    const bounds = vi.spyOn(AbortSignal, 'timeout');
    await screen.when(() => screen.store.set(signOutAtom));
    expect(bounds.mock.calls).toEqual([[12_000]]);
    bounds.mockRestore();
    expect(screen.store.get(sessionAtom)).toEqual({ state: 'out' });
    expect(screen.stored?.get('balcao-staff')).toBeUndefined();
  });

  it('that could not be read again goes on as it was', async () => {
    const answers: Answers = {};
    const screen = await open(answers);
    answers['GET /api/staff/me'] = refusal(503, 'away', 'A loja reinicia.');
    await screen.when(() => screen.store.set(loadSessionAtom, 'sign-in'));
    expect(screen.store.get(sessionAtom)).toEqual({ state: 'in', me: ANA });
    expect(screen.words()).toBe('o que foi digitado');
  });
});

describe('at the door', () => {
  const SIGN_OUT = 'POST /api/auth/sign-out';
  const stand = async (me: Partial<Me>, answers: Answers = {}, signInAt = '/auth') => {
    const props: ComponentProps<typeof Guard> = { roles: ['KITCHEN'], children: 'os pedidos', signInAt };
    return await openScreen(createElement(Guard, props), { me: { ...ANA, ...me }, answers });
  };

  it('a store that does not answer says so, and lets in as soon as it does', async () => {
    stubStorage().set('balcao-staff', '1');
    const answers: Answers = { 'GET /api/staff/me': refusal(503, 'away', 'A loja reinicia.') };
    const props: ComponentProps<typeof Guard> = { roles: ['ADMIN'], children: 'os pedidos' };
    const screen = await openScreen(createElement(Guard, props), { answers });
    expect(screen.words()).toBe('Não deu para falar com a loja A loja reinicia. Tentar de novo');
    // Nobody is sent away for that.
    expect(screen.path()).toBe('/');
    answers['GET /api/staff/me'] = ANA;
    await screen.tap('Tentar de novo');
    expect(screen.words()).toBe('os pedidos');
  });

  it('whose password does not do for what they may do here chooses another before anything is shown, or leaves', async () => {
    const screen = await stand(
      { role: null, newPassword: { role: 'KITCHEN', dueAtMs: atMs } },
      {},
      '/entrar',
    );
    expect(screen.words()).toContain('Escolha uma senha nova');
    expect(screen.words()).toContain('A sua conta começa a valer assim que você trocar.');
    expect(screen.words()).not.toContain('os pedidos');
    await screen.tap('Sair');
    expect(screen.changes().map(({ route }) => route)).toEqual([SIGN_OUT]);
    expect(screen.path()).toBe('/entrar');
  });

  it('whoever has no business there signs out to sign in as somebody else; what fails is said', async () => {
    const answers: Answers = { [SIGN_OUT]: refusal(503, 'away', 'A loja reinicia.') };
    const screen = await stand({ role: 'WHOLESALE' }, answers, '/entrar');
    expect(screen.words()).toContain('Esta área é restrita para funcionários da cozinha.');
    await screen.tap('Fazer login');
    expect(screen.words()).toContain('Não deu para sair. A loja reinicia.');
    answers[SIGN_OUT] = {};
    await screen.tap('Fazer login');
    expect(screen.path()).toBe('/entrar');
    expect(screen.store.get(sessionAtom).state).toBe('out');
  });

  it('a question is put off by closing it, for now: work goes on, and nothing is said to the store', async () => {
    const newPassword = { role: 'KITCHEN', dueAtMs: atMs } as const;
    const newDevice = { atMs, device: 'Safari no iPhone', where: 'link' } as const;
    for (const more of [{ newPassword }, { newDevice }]) {
      const screen = await stand({ role: 'KITCHEN', ...more });
      expect(screen.all('dialog[open]')).toHaveLength(1);
      await screen.happen('dialog[open]', 'cancel');
      expect(screen.all('dialog[open]')).toEqual([]);
      expect(screen.words()).toBe('os pedidos');
      expect(screen.changes()).toEqual([]);
    }
  });

  it('nobody goes on behind a session that ended by closing what asks them to sign in', async () => {
    const screen = await stand({ role: 'KITCHEN' });
    await screen.when(() => screen.store.set(endSessionAtom));
    await screen.happen('dialog[open]', 'cancel');
    await screen.tap('Fechar');
    expect(screen.words()).toContain('Sua sessão terminou');
    expect(screen.valueOf('Email')).toBe('ana@loja.example');
  });
});
