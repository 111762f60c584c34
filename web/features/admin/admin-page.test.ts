// The administrator's panel: who may open it, what each of its addresses shows, and what stands over it when something is the matter.
import { sampleCatalog, sampleOrder } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { createElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadStoreAtom } from '../../data/shop.ts';
import { firstRunOf } from '../../testing/first-run.ts';
import { openScreen, refusal, type Answers, type Sent } from '../../testing/screen.ts';
import { sampleStore } from '../../testing/shop.ts';
import { Toaster } from '../../ui/toast.tsx';
import AdminPage from './admin-page.tsx';
import CupTab from './cup/cup-tab.tsx';
import ReportsTab from './reports/reports-tab.tsx';

const at = (time: string): number => Date.parse(`2026-11-21T${time}:00-03:00`);
const HELP = {
  open: { by: 'Ana', sinceMs: at('18:00'), untilMs: at('19:00'), looks: 0, lastLookAtMs: null },
  ended: null,
  allowed: true,
  pageUrl: null,
};
const CLOSED = { ...HELP, open: null };
class Silent extends EventTarget {
  static readonly OPEN = 1;
  close(): void {}
}
beforeEach(() => {
  vi.stubGlobal('EventSource', Silent);
});

const board = (changes: object = {}) => ({
  orders: [],
  delivered: [],
  seq: 1,
  now: Date.now(),
  unpaidMore: 0,
  deliveredToday: 0,
  ...changes,
});
const open = async (
  tab = '',
  answers: Answers = {},
  store: object = {},
  role: 'ADMIN' | 'ATTENDANT' = 'ADMIN',
) => {
  const held = createStore();
  const screen = await openScreen(
    createElement(
      Routes,
      null,
      createElement(Route, { path: '/admin/*', element: createElement(AdminPage) }),
    ),
    {
      store: held,
      path: `/admin${tab}`,
      me: { id: 'u', name: 'Ana', role },
      answers: {
        'GET /api/store': { ...sampleStore, host: 'edge', ...store },
        'GET /api/staff/board': board(),
        'GET /api/staff/catalog': sampleCatalog(),
        'GET /api/staff/condition': { notices: [] },
        'GET /api/staff/help': CLOSED,
        'GET /api/staff/first-run': firstRunOf({ owner: 'done' }),
        'POST /api/staff/pause': { pausedUntilMs: at('19:00') },
        ...answers,
      },
    },
  );
  await screen.when(() => held.set(loadStoreAtom));
  return screen;
};

describe('the panel', () => {
  it('is an administrator’s alone', async () => {
    expect((await open('', {}, {}, 'ATTENDANT')).words()).toContain('Acesso Negado');
    const screen = await open();
    expect(screen.words()).toContain('Admin Master');
    expect(screen.words()).toContain('Primeiros passos 1 de 8 prontos.');
  });

  it('has a tab at each address', async () => {
    const screen = await open('/cardapio');
    expect(screen.words()).toContain('Tamanhos (2)');
    await screen.tap('Taça');
    expect(screen.path()).toBe('/admin/taca');
    await screen.until(() => screen.words().includes('Vender Taça Montada'));
    await screen.tap('Pedidos');
    expect(screen.path()).toBe('/admin/pedidos');
  });

  it('pauses orders of the site after a choice', async () => {
    const screen = await open();
    expect(screen.words()).not.toContain('10 min');
    await screen.tap('Pausar pedidos');
    expect(screen.words()).toContain('10 min');
    await screen.tap('Fechar');
    expect(screen.words()).not.toContain('10 min');
    expect(screen.changes()).toEqual([]);
    await screen.tap('Pausar pedidos');
    await screen.tap('1 hora');
    expect(screen.changes()).toEqual([{ route: 'POST /api/staff/pause', body: { minutes: 60 } }]);
    expect(screen.words()).not.toContain('10 min');
  });

  it('has the logo of a shop that has one at its head, and Balcão’s own mark for another', async () => {
    const pictures = async (logo: string | null) =>
      (await open('', {}, { logo })).all('header img').map((one) => one.getAttribute('src'));
    expect(await pictures('f'.repeat(64))).toEqual([`/api/images/${'f'.repeat(64)}?w=128`]);
    expect(await pictures(null)).toEqual(['/placeholder.svg']);
  });
});

describe('over the panel', () => {
  it('stands that orders are paused, and that nobody has paid for some', async () => {
    const untilMs = Date.now() + 600_000;
    expect((await open('', {}, { open: { state: 'paused', untilMs } })).words()).toContain(
      'Novos pedidos pausados até',
    );
    const unpaid = board({ orders: [sampleOrder({ status: 'PENDING' })], unpaidMore: 60 });
    expect((await open('', { 'GET /api/staff/board': unpaid })).words()).toMatch(/6\d pedidos? não pagos?/);
  });

  it('stands that orders are paused until they are no more, without a word from the store', async () => {
    vi.useFakeTimers({ now: at('18:00'), toFake: ['setInterval', 'clearInterval', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const screen = await open('', {}, { open: { state: 'paused', untilMs: at('18:01') } });
    expect(screen.words()).toContain('Novos pedidos pausados até');
    await screen.later(70_000);
    expect(screen.words()).not.toContain('Novos pedidos pausados até');
  });

  it('stands that help is open from afar, since when and until when, and ends it', async () => {
    let now = HELP as typeof HELP | typeof CLOSED;
    let isReached = false;
    const end = () => {
      if (!isReached) return refusal(503, 'away', 'A loja reinicia.');
      now = CLOSED;
      return CLOSED;
    };
    const screen = await open('', { 'GET /api/staff/help': () => now, 'DELETE /api/staff/help': end });
    expect(screen.words()).toContain('Ajuda remota aberta desde 18:00, até 19:00.');
    await screen.tap('Encerrar');
    expect(screen.alerts()).toContain('A loja reinicia.');
    isReached = true;
    screen.sent.splice(0);
    await screen.tap('Encerrar');
    expect(screen.alerts()).not.toContain('A loja reinicia.');
    expect(screen.changes().map(({ route }) => route)).toEqual(['DELETE /api/staff/help']);
    expect(screen.words()).not.toContain('Ajuda remota aberta');
  });

  it('stands from afar that the store is away, and nothing else; the till and the reports are its own', async () => {
    const away = { host: 'relay', storeOnline: false };
    const screen = await open('/dinheiro', { 'GET /api/staff/help': HELP }, away);
    expect(screen.words()).toContain('A loja está sem conexão.');
    expect(screen.words()).toContain('O caixa fica na loja');
    expect(screen.words()).not.toContain('Ajuda remota aberta');
    expect(screen.buttons()).toContain('Pausar pedidos (off)');
    expect((await open('/relatorios', {}, away)).words()).toContain('O relatório fica na loja');
    const there = await open('/dinheiro', {}, { host: 'relay', storeOnline: true });
    expect(there.words()).not.toContain('fica na loja');
    expect(there.buttons()).toContain('Pausar pedidos');
  });
});

describe('assembled cups', () => {
  const cups = (enableTacaMontada: boolean) =>
    openScreen(createElement('div', null, createElement(CupTab), createElement(Toaster)), {
      answers: {
        'GET /api/staff/catalog': sampleCatalog({ enableTacaMontada }),
        'PATCH /api/staff/settings': ({ body }: Sent) => ({ ...sampleCatalog().settings, ...Object(body) }),
      },
    });

  it.each([
    [true, 'Taças desligadas O site oferece só açaí montado e produtos.'],
    [false, 'Taças ligadas O site já oferece Taça Montada.'],
  ])('sold: %s, are so no more by one switch', async (sold, said) => {
    const screen = await cups(sold);
    expect(screen.isChecked('Vender Taça Montada')).toBe(sold);
    await screen.tap('Vender Taça Montada');
    expect(screen.changes()).toEqual([
      { route: 'PATCH /api/staff/settings', body: { enableTacaMontada: !sold } },
    ]);
    expect(screen.isChecked('Vender Taça Montada')).toBe(!sold);
    expect(screen.words()).toContain(said);
  });
});

it('reports are three, and those of wholesale stand elsewhere', async () => {
  const reports = (path: string) =>
    openScreen(
      createElement(
        Routes,
        null,
        createElement(Route, { path: '/admin/relatorios/*', element: createElement(ReportsTab) }),
        createElement(Route, { path: '/atacado/*', element: null }),
      ),
      { path: `/admin/relatorios${path}` },
    );
  const asked = async (path: string) => (await reports(path)).sent.map(({ route }) => route).join();
  expect(await asked('/painel')).toContain('/api/staff/reports/dashboard');
  expect(await asked('/conferencia')).toContain('/api/staff/payments/matching');
  const screen = await reports('');
  await screen.tap('Clientes');
  expect(screen.path()).toBe('/atacado/admin/clientes');
});
