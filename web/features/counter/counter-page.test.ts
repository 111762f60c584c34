// The counter as a whole: its five screens, the ticket that stays while one looks at another, and the tools of a rush.
import type { StoreInfo } from '@balcao/shared/http/store-info.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleMenu } from '../../cart/sample.ts';
import { stubStorage } from '../../data/testing/stub-storage.ts';
import { loadSessionAtom } from '../../data/staff/session/session.ts';
import { closeScreen, openScreen } from '../../testing/screen.ts';
import { openShop } from '../../testing/shop.ts';
import { toastsAtom } from '../../ui/toast.tsx';
import CounterPage from './counter-page.tsx';

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function counter(
  role = 'ATTENDANT',
  orders: Order[] = [],
  shop: Partial<StoreInfo> = {},
  answers: Record<string, unknown> = {},
) {
  const { store } = await openShop({
    menu: { ...sampleMenu, discountPercent: 0 },
    store: shop,
    answers: {
      'GET /api/staff/me': { id: 'u', name: 'Ana', email: 'a@b.c', role },
      'GET /api/staff/best-sellers': { productIds: [] },
      'GET /api/staff/board': {
        orders,
        delivered: [],
        deliveredToday: 0,
        unpaidMore: 0,
        seq: 0,
        now: Date.now(),
      },
      'GET /api/staff/orders?limit=40': { orders },
      ...answers,
    },
  });
  await store.set(loadSessionAtom, 'sign-in');
  return await openScreen(createElement(CounterPage), { store, path: '/balcao' });
}

describe('the counter', () => {
  it('begins with the sale, which stays while one looks elsewhere', async () => {
    const page = await counter();
    expect(page.markup()).toMatch(/aria-current="page"[^>]*>(?:(?!<\/button>).)*Venda<\/button>/s);
    await page.tap('Bebidas e produtos');
    await page.tap('Água R$ 4,00');
    await page.tap('Entregar');
    expect(page.markup()).toMatch(/<div class="hidden">.*Tirar Água/s);
    expect(page.words()).toContain('Nenhum pedido pronto agora.');
    await page.tap('Venda');
    expect(page.markup()).toContain('<div class="h-full"><div class="relative h-full">');
    expect(page.buttons()).toContain('Tirar Água');
  });

  it('takes an order that waits on the ticket again, and adds to one that is made', async () => {
    const waiting = sampleOrder({ id: 'w', panelNumber: 7, status: 'PENDING', source: 'counter' });
    const page = await counter('ATTENDANT', [waiting]);
    await page.tap('Pendentes 1');
    await page.tap('Mudar');
    expect(page.buttons().some((name) => name.startsWith('Tirar '))).toBe(true);
    expect(page.words()).not.toContain('Mudar o pedido');
  });

  it('changes an order from the list of the last in its place', async () => {
    const made = sampleOrder({
      id: 'm',
      panelNumber: 8,
      status: 'RECEBIDO',
      paymentStatus: 'approved',
      paymentMethod: 'cash',
    });
    const page = await counter('ATTENDANT', [made]);
    await page.tap('Pedidos');
    await page.tap('Abrir o pedido 8');
    await page.tap('Mudar');
    expect(page.words()).toContain('Mudar o pedido 8');
  });

  it('says what has run out, and pauses the shop', async () => {
    const page = await counter();
    await page.tap('Acabou');
    expect(page.buttons().filter((name) => name === 'Fechar')).toHaveLength(1);
    await page.tap('Fechar');
    await page.tap('Pausar');
    expect(page.words()).toMatch(/Pausar/);
    expect(page.buttons().filter((name) => name === 'Fechar')).toHaveLength(1);
  });

  it('says that a pause is over within half a minute, though nothing came from the store', async () => {
    const nowMs = Date.parse('2026-11-21T18:20:00-03:00');
    vi.useFakeTimers({
      toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
      now: nowMs,
    });
    const page = await counter('ATTENDANT', [], { open: { state: 'paused', untilMs: nowMs + 20_000 } });
    expect(page.words()).toContain('Novos pedidos pausados até 18:20');
    await page.later(30_000);
    expect(page.words()).not.toContain('Novos pedidos pausados');
  });

  it('sends what this device kept of sales', async () => {
    const kept = {
      keptId: 'k',
      id: 'k',
      items: [],
      consumptionType: 'takeaway',
      phone: '(11) 98765-4321',
      observations: '',
      concession: null,
      sent: null,
      earlier: [],
      totalCents: 400,
      receivedCents: 400,
      askedCents: 400,
      userId: 'u',
      atMs: Date.now(),
      outcome: null,
    };
    stored.set('balcao-waiting-sales', JSON.stringify([kept]));
    const page = await counter();
    await page.until(() => page.words().includes('1 venda em dinheiro guardada aqui espera a loja.'));
  });

  const PAID = { status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash' } as const;
  const made = sampleOrder({ id: 'm', panelNumber: 8, ...PAID });
  const waiting = sampleOrder({ id: 'w', panelNumber: 7, status: 'PENDING', source: 'counter' });

  it('loses no change that is being put together to another order, nor to a sale that is kept here', async () => {
    const refusedSale = { kind: 'refused', words: 'O preço mudou.' };
    const sale = { items: [], consumptionType: 'takeaway', phone: '(11) 98765-4321', observations: '' };
    const money = { totalCents: 400, receivedCents: 400, askedCents: 400, userId: 'u', atMs: Date.now() };
    const kept = { ...sale, ...money, keptId: 'k', id: 'k', concession: null, sent: null, earlier: [] };
    stored.set('balcao-waiting-sales', JSON.stringify([{ ...kept, outcome: refusedSale }]));
    const page = await counter('ATTENDANT', [waiting, made]);
    await page.tap('Pedidos');
    await page.tap('Abrir o pedido 8');
    await page.tap('Mudar');
    await page.tap('Bebidas e produtos');
    await page.tap('Água R$ 4,00');
    const said = () => page.store.get(toastsAtom).map(({ title }) => title);
    expect(said()).toEqual([]);
    await page.tap('Pendentes 2');
    await page.tap('Mudar');
    expect(said()).toEqual(['Há um pedido sendo mudado']);
    expect(page.words()).toContain('Mudar o pedido 8');
    await page.tap('Pôr na venda');
    expect(JSON.parse(stored.get('balcao-waiting-sales') ?? '[]')).toHaveLength(1);
    expect(page.buttons()).toContain('Não acrescentar Água');
  });

  it('goes to the sale that is put on the ticket again from where it was kept', async () => {
    const sale = { items: [], consumptionType: 'takeaway', phone: '(11) 98765-4321', observations: '' };
    const money = { totalCents: 400, receivedCents: 400, askedCents: 400, userId: 'u', atMs: Date.now() };
    const kept = { ...sale, ...money, keptId: 'k', id: 'k', concession: null, sent: null, earlier: [] };
    const outcome = { kind: 'refused', words: 'O preço mudou.' };
    stored.set('balcao-waiting-sales', JSON.stringify([{ ...kept, outcome }]));
    const page = await counter('ATTENDANT');
    const shown = () => /<button[^>]*aria-current="page".*?<\/button>/s.exec(page.markup())?.[0] ?? '';
    await page.tap('Pedidos');
    expect(shown()).toContain('Pedidos');
    await page.tap('Pôr na venda');
    expect(shown()).toContain('Venda');
    expect(page.buttons()).toContain('(11) 98765-4321');
  });

  it('asks for what a change left open at once; put off, it waits among what is pending', async () => {
    const changed = { ...made, balanceCents: 400, updatedAtMs: made.updatedAtMs + 1 };
    const page = await counter(
      'ATTENDANT',
      [made],
      {},
      { 'POST /api/staff/orders/m/lines': { order: changed } },
    );
    await page.tap('Pedidos');
    await page.tap('Abrir o pedido 8');
    await page.tap('Mudar');
    await page.tap('Bebidas e produtos');
    await page.tap('Água R$ 4,00');
    await page.tap('Confirmar a mudança');
    expect(page.words()).toContain('Falta R$ 4,00 · pedido 8');
    await page.tap('Fechar');
    expect(page.words()).not.toContain('Falta R$ 4,00 · pedido 8');
    expect(page.words()).not.toContain('Mudar o pedido 8');
  });

  it('keeps the sale where it is not called off after all, and the shop open where no pause is chosen', async () => {
    const page = await counter();
    await page.tap('Bebidas e produtos');
    await page.tap('Água R$ 4,00');
    await page.tap('Cancelar a venda');
    await page.tap('Voltar');
    expect(page.words()).not.toContain('Cancelar a venda?');
    expect(page.buttons()).toContain('Tirar Água');
    await page.tap('Pausar');
    await page.tap('Fechar');
    expect(page.all('dialog[open]')).toEqual([]);
  });

  it('leads on a phone to the end of the ticket', async () => {
    const page = await counter();
    await page.tap('Bebidas e produtos');
    await page.tap('Água R$ 4,00');
    const scrolled: unknown[] = [];
    for (const one of page.all('.overflow-y-auto'))
      Object.assign(one, {
        scrollTo: (to: unknown) => scrolled.push([one.contains(page.all('aside')[0] ?? null), to]),
      });
    Object.defineProperty(page.window.HTMLElement.prototype, 'scrollHeight', { get: () => 1_234 });
    await page.tap('Ir ao total R$ 4,00');
    expect(scrolled).toEqual([[true, { top: 1_234 }]]);
  });

  it('is not for the kitchen', async () => {
    expect((await counter('KITCHEN')).words()).not.toContain('Pendentes');
  });
});
