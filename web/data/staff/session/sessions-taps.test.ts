// Where one is signed in, signing out there, and the question about a device where one had never been.
import type { OwnSession } from '@balcao/shared/http/sessions.ts';
import { createElement, type ComponentProps } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { openScreen, refusal, type Answers } from '../../../testing/screen.ts';
import { Toaster } from '../../../ui/toast.tsx';
import { MySessions, NewDeviceDialog } from './my-sessions.tsx';

const at = (time: string): number => Date.parse(`2026-11-21T${time}:00-03:00`);
const SESSIONS = 'GET /api/staff/me/sessions';
const TVS = 'GET /api/staff/tv/screens';
const HERE: OwnSession = {
  id: 'here',
  device: 'Chrome no Android',
  where: 'lan',
  sinceMs: at('10:05'),
  lastSeenMs: at('18:00'),
  current: true,
  isNew: false,
};
const THERE: OwnSession = {
  ...HERE,
  id: 'there',
  device: 'Safari no iPhone',
  where: 'link',
  current: false,
  isNew: true,
};
const ME = { id: 'a', name: 'Nina', role: 'ADMIN' } as const;
const TV = {
  id: 'tv',
  name: 'Salão',
  device: 'Chrome',
  pairedBy: 'Nina',
  sinceMs: at('10:05'),
  lastSeenMs: at('18:00'),
};

const open = async (answers: Answers = {}, role: 'ADMIN' | 'KITCHEN' = 'ADMIN') => {
  const onClose = vi.fn<() => void>();
  const all = { [SESSIONS]: { sessions: [HERE, THERE] }, [TVS]: { screens: [TV] }, ...answers };
  const screen = await openScreen(
    createElement('div', null, createElement(MySessions, { onClose }), createElement(Toaster)),
    { answers: all, me: { ...ME, role } },
  );
  return { screen, onClose };
};
const HERE_NAME = 'Sair deste: Chrome no Android, na rede da loja, desde 21/11, 10:05';
const THERE_NAME = 'Sair deste: Safari no iPhone, pelo site, desde 21/11, 10:05';

describe('one’s own sessions', () => {
  it('are told by device, way, since when and, of others, when they were seen', async () => {
    const { screen } = await open();
    expect(screen.words()).toContain(
      'Chrome no Android este aparelho na rede da loja, desde 21/11, 10:05 Sair deste ' +
        'Safari no iPhone novo pelo site, desde 21/11, 10:05, visto em 21/11, 18:00 Sair deste',
    );
  });

  it('elsewhere end one by one, and the list is read again', async () => {
    const { screen, onClose } = await open();
    await screen.tap(THERE_NAME);
    expect(screen.sent.map(({ route }) => route).slice(-2)).toEqual([
      'DELETE /api/staff/me/sessions/there',
      SESSIONS,
    ]);
    expect(screen.words()).toContain('Acesso encerrado');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('here ends the screen: it is asked who is there', async () => {
    const { screen, onClose } = await open();
    await screen.tap(HERE_NAME);
    expect(onClose).toHaveBeenCalledOnce();
    expect(screen.sent.at(-1)?.route).toBe('GET /api/staff/me');
  });

  it('end all at once', async () => {
    const { screen, onClose } = await open();
    await screen.tap('Sair de todos');
    expect(screen.changes()).toEqual([{ route: 'DELETE /api/staff/me/sessions', body: undefined }]);
    expect(screen.words()).toContain('Você saiu de todos os aparelhos');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('that do not end are not said to have ended', async () => {
    const { screen, onClose } = await open({
      'DELETE /api/staff/me/sessions': refusal(503, 'away', 'A loja não respondeu.'),
    });
    await screen.tap('Sair de todos');
    expect(screen.alerts()).toContain('A loja não respondeu.');
    expect(screen.words()).not.toContain('Você saiu');
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('the shop’s TVs beside them', () => {
  it('are an administrator’s to see and to take away', async () => {
    const { screen } = await open();
    expect(screen.words()).toContain(
      'TVs da loja Salão Chrome, ligada por Nina em 21/11, 10:05, vista em 21/11, 18:00 Desligar',
    );
    await screen.tap('Desligar a TV Salão, ligada em 21/11, 10:05');
    expect(screen.changes().map(({ route }) => route)).toEqual(['DELETE /api/staff/tv/screens/tv']);
    expect(screen.words()).toContain('TV desligada do painel: Salão');
    expect(screen.sent.at(-1)?.route).toBe(TVS);
  });

  it('are not mentioned where there is none, nor to others', async () => {
    expect((await open({ [TVS]: { screens: [] } })).screen.words()).not.toContain('TVs da loja');
    const { screen } = await open({}, 'KITCHEN');
    expect(screen.words()).not.toContain('TVs da loja');
    expect(screen.sent.map(({ route }) => route)).not.toContain(TVS);
  });

  it('that stay on are not said to be off', async () => {
    const { screen } = await open({
      'DELETE /api/staff/tv/screens/tv': refusal(503, 'away', 'A loja não respondeu.'),
    });
    await screen.tap('Desligar a TV Salão, ligada em 21/11, 10:05');
    expect(screen.words()).not.toContain('TV desligada');
  });
});

describe('a device where one had never been', () => {
  const NEWS: ComponentProps<typeof NewDeviceDialog>['news'] = {
    atMs: at('18:04'),
    device: 'Safari no iPhone',
    where: 'link',
  };
  const ask = (answers: Answers = {}) =>
    openScreen(createElement(NewDeviceDialog, { news: NEWS }), {
      answers: { [SESSIONS]: { sessions: [HERE] }, ...answers },
      me: { ...ME, role: 'KITCHEN' },
    });

  it('is asked about, and one’s own once that is said', async () => {
    const screen = await ask();
    expect(screen.words()).toContain(
      'Em 21/11, 18:04 alguém entrou com a sua conta num aparelho novo: Safari no iPhone, pelo site .',
    );
    await screen.tap('Fui eu');
    expect(screen.sent.map(({ route }) => route)).toEqual([
      'POST /api/staff/me/new-device',
      'GET /api/staff/me',
    ]);
  });

  it('stays asked about where that was not heard', async () => {
    const screen = await ask({ 'POST /api/staff/me/new-device': refusal(503, 'away', 'Sem resposta.') });
    await screen.tap('Fui eu');
    expect(screen.alerts()).toEqual(['Sem resposta.']);
    expect(screen.sent).toHaveLength(1);
  });

  it('of somebody else leads to all one’s sessions, and is not asked about again when these are closed', async () => {
    const screen = await ask();
    await screen.tap('Não fui eu');
    expect(screen.words()).toContain('Meus acessos');
    await screen.tap('Fechar');
    expect(screen.words()).toBe('');
  });
});
