// The shop's site, its TVs and help from afar, as an administrator lets them in and shows them out.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { conditionTurnAtom } from '../../../data/staff/board/live.ts';
import { openScreen, refusal, type Answers, type Sent } from '../../../testing/screen.ts';
import { Toaster } from '../../../ui/toast.tsx';
import { HelpCard } from './help-card.tsx';
import { SitePanel } from './site-panel.tsx';
import { TvPanel } from './tv-panel.tsx';

const at = (time: string): number => Date.parse(`2026-11-21T${time}:00-03:00`);
const routesOf = (sent: readonly Sent[]): string[] => sent.map(({ route }) => route);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the site', () => {
  const LINK = 'GET /api/staff/relay';
  const UNPAIR = 'POST /api/staff/relay/unpair';
  const LINKED = {
    state: 'linked',
    relayUrl: 'https://relay.example',
    publicUrl: 'https://acai.example',
    trouble: null,
    version: '1.2.3',
  };
  const open = (link: object, answers: Answers = {}) =>
    openScreen(createElement('div', null, createElement(SitePanel), createElement(Toaster)), {
      answers: { [LINK]: { ...LINKED, ...link }, ...answers },
    });

  it('is told as it stands, and looked at again every three seconds', async () => {
    const screen = await open({});
    expect(screen.words()).toContain('Ligada ao site. https://acai.example');
    expect(screen.alerts()).toEqual([]);
    screen.sent.splice(0);
    await screen.later(3_000);
    expect(routesOf(screen.sent)).toContain(LINK);
    const gone = await open({ state: 'unpaired', publicUrl: null, trouble: 'O site é de outra versão.' });
    expect(gone.words()).toContain('O site não reconhece mais esta loja.');
    expect(gone.alerts()).toEqual(['O site é de outra versão.']);
  });

  it('shows what it holds only while it is linked, and nothing to leave where it never was', async () => {
    const held = (screen: Awaited<ReturnType<typeof open>>) =>
      routesOf(screen.sent).filter((route) => route.includes('held') || route.includes('parked'));
    expect(held(await open({}))).not.toEqual([]);
    const none = await open({ state: 'none', relayUrl: null, publicUrl: null });
    expect(held(none)).toEqual([]);
    expect(none.buttons()).not.toContain('Desligar do site');
    expect(none.valueOf('Endereço do site')).toBe('');
  });

  it('is left after a question, and then looked at', async () => {
    const screen = await open({});
    await screen.tap('Desligar do site');
    expect(screen.words()).toContain('Os clientes deixam de pedir pelo site');
    expect(screen.changes()).toEqual([]);
    await screen.tap('Desligar');
    expect(routesOf(screen.changes())).toEqual([UNPAIR]);
    expect(screen.sent.at(-1)?.route).toBe(LINK);
    expect(screen.words()).not.toContain('Os clientes deixam de pedir');
  });

  it('is joined by a code; one that is refused joins nothing', async () => {
    const PAIR = 'POST /api/staff/relay/pair';
    const screen = await open({ state: 'unpaired' });
    expect(screen.valueOf('Endereço do site')).toBe('https://relay.example');
    await screen.type('Código de pareamento', 'ABCDE-12345');
    screen.sent.splice(0);
    await screen.tap('Ligar ao site');
    expect(routesOf(screen.sent)).toEqual([PAIR, LINK]);
    expect(screen.words()).toContain('Loja ligada ao site');
    const wrong = await open({}, { [PAIR]: refusal(400, 'wrong-code', 'Este código não vale mais.') });
    await wrong.type('Código de pareamento', 'ABCDE-12345');
    await wrong.tap('Ligar ao site');
    expect(wrong.words()).not.toContain('Loja ligada ao site');
  });
});

describe('a TV', () => {
  const LIST = 'GET /api/staff/tv/screens';
  const SALAO = {
    id: 'tv1',
    name: 'Salão',
    device: 'Chrome na TV',
    pairedBy: 'Ana',
    sinceMs: at('10:00'),
    lastSeenMs: at('18:04'),
  };
  const open = (screens: object[], path = '/', answers: Answers = {}) =>
    openScreen(createElement('div', null, createElement(TvPanel), createElement(Toaster)), {
      path,
      answers: {
        [LIST]: { screens },
        'GET /api/staff/catalog': sampleCatalog(),
        'PATCH /api/staff/settings': ({ body }: Sent) => body,
        ...answers,
      },
    });

  it('is let in by the code that it shows, also one that its picture brought, which is used up then', async () => {
    const screen = await open([], '/admin/configuracoes/tv?codigo=ABC123');
    expect(screen.words()).toContain('Nenhuma TV ainda.');
    expect(screen.valueOf('Código da TV')).toBe('ABC123');
    await screen.type('Nome', 'Salão');
    await screen.tap('Ligar a TV');
    expect(screen.changes()).toEqual([
      { route: 'POST /api/staff/tv/screens', body: { code: 'ABC123', name: 'Salão' } },
    ]);
    expect(screen.words()).toContain('TV ligada');
    expect(screen.path()).toBe('/admin/configuracoes/tv');
    expect(routesOf(screen.sent).filter((route) => route === LIST)).toHaveLength(2);
  });

  it('has no more of an address in its field than a code may be long', async () => {
    const screen = await open([], `/tv?codigo=${'A'.repeat(40)}`);
    expect(screen.valueOf('Código da TV')).toBe('A'.repeat(12));
  });

  it('whose code is wrong is not let in', async () => {
    const screen = await open([], '/tv?codigo=ABC123', {
      'POST /api/staff/tv/screens': refusal(404, 'unknown', 'Este código não vale mais.'),
    });
    await screen.tap('Ligar a TV');
    expect(screen.words()).not.toContain('TV ligada');
    expect(screen.path()).toBe('/tv?codigo=ABC123');
  });

  it('is named with who let it in and when it was seen, and is switched off by a button', async () => {
    const screen = await open([SALAO]);
    expect(screen.words()).toMatch(/Salão Chrome na TV, ligada por Ana em .*10:00, vista em .*18:04/);
    expect(screen.words()).not.toContain('Nenhuma TV ainda.');
    await screen.tap(screen.buttons().find((name) => name.startsWith('Desligar a TV Salão')) ?? '');
    expect(routesOf(screen.changes())).toEqual(['DELETE /api/staff/tv/screens/tv1']);
    expect(screen.words()).toContain('TV desligada do painel: Salão');
    expect(screen.sent.at(-1)?.route).toBe(LIST);
  });

  it('says names where the shop wants that', async () => {
    const screen = await open([]);
    await screen.tap('Chamar também pelo primeiro nome');
    expect(screen.changes()).toEqual([{ route: 'PATCH /api/staff/settings', body: { panelNames: true } }]);
  });
});

describe('help from afar', () => {
  const HELP = 'GET /api/staff/help';
  const LOOKS = { looks: 0, lastLookAtMs: null };
  const CLOSED = { open: null, ended: null, allowed: true, pageUrl: 'https://acai.example/ajuda' };
  const OPEN = { ...CLOSED, open: { by: 'Ana', sinceMs: at('18:00'), untilMs: at('19:00'), ...LOOKS } };
  const open = (state: object, answers: Answers = {}) =>
    openScreen(createElement(HelpCard), { answers: { [HELP]: state, ...answers } });

  it('is opened for an hour with a code, which another code takes the place of', async () => {
    let held: object = CLOSED;
    const screen = await open(CLOSED, { 'POST /api/staff/help': { code: 'AB12-CD34', state: OPEN } });
    await screen.tap('Abrir por uma hora');
    expect(screen.words()).toContain('Aberta até 19:00.');
    expect(screen.words()).toContain('AB12-CD34 Ele vale em acai.example/ajuda');
    expect(screen.buttons()).toEqual(['Outro código', 'Encerrar agora']);
    // One that was opened anew elsewhere has a code that is not known here.
    const again = { ...OPEN, open: { ...OPEN.open, sinceMs: at('18:30') } };
    const other = await open(CLOSED, {
      'POST /api/staff/help': { code: 'AB12-CD34', state: OPEN },
      [HELP]: () => held,
    });
    await other.tap('Abrir por uma hora');
    held = again;
    await other.when(() => other.store.set(conditionTurnAtom, (turn) => turn + 1));
    expect(other.words()).not.toContain('AB12-CD34');
    expect((await open(OPEN)).words()).not.toContain('Leia este código');
  });

  it('is ended by a button, and its code is gone', async () => {
    const ended = { ...CLOSED, ended: { atMs: at('18:10'), why: 'owner', ...LOOKS } };
    const screen = await open(CLOSED, {
      'POST /api/staff/help': { code: 'AB12-CD34', state: OPEN },
      'DELETE /api/staff/help': ended,
    });
    await screen.tap('Abrir por uma hora');
    await screen.tap('Encerrar agora');
    expect(screen.words()).not.toContain('AB12-CD34');
    expect(screen.words()).toContain('foi encerrada aqui');
    expect(screen.buttons()).toEqual(['Abrir por uma hora']);
  });

  it('is opened in the shop alone', async () => {
    const away = await open({ ...CLOSED, allowed: false });
    expect(away.buttons()).toEqual([]);
    expect(away.words()).toContain('Para abrir, use um aparelho ligado à rede da loja.');
    expect((await open(CLOSED)).words()).not.toContain('Para abrir, use');
    // Who looks from afar while it is open may end it, and has nothing to open.
    const opened = await open({ ...OPEN, allowed: false });
    expect(opened.words()).not.toContain('Para abrir, use');
    expect(opened.buttons()).toEqual(['Encerrar agora']);
  });
});
