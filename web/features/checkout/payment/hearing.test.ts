// What the page of a payment hears while it is open: that the order was paid elsewhere, that it was called off, that the line was away. And what
// it begins with: a way to pay that the shop has, and an order that costs something.
import { publicOrder } from '@balcao/shared/http/orders.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../../data/cancel-dialog.tsx';
import { stubStorage } from '../../../data/testing/stub-storage.ts';
import { closeScreen, openScreen } from '../../../testing/screen.ts';
import { openShop, refused, streams } from '../../../testing/shop.ts';
import './called-off.tsx';
import { Payment } from './payment.tsx';

const READ = 'GET /api/orders/MINE';
const NOTHING = { receivedCents: 0, returnedCents: 0, returning: false };
const order = (changes: Partial<Order> = {}): Order =>
  sampleOrder({ code: 'MINE', status: 'PENDING', totalCents: 2_365, ...changes });
const own = (changes: Partial<Order> = {}, money = {}) => ({
  access: 'whole',
  order: order(changes),
  ticket: 't',
  money: { ...NOTHING, ...money },
});
const paid = { paymentMethod: 'cash', paymentStatus: 'approved', status: 'RECEBIDO' } as const;

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(async () => {
  await closeScreen();
  vi.restoreAllMocks();
});

async function pay(view: unknown = own()) {
  const answers: Record<string, unknown> = { [READ]: view };
  const cash = { method: 'cash', displayName: 'Dinheiro', description: null } as const;
  const { store, asked } = await openShop({ answers, store: { paymentMethods: [cash] } });
  const onDone = vi.fn<() => void>();
  const page = await openScreen(createElement(Payment, { code: 'MINE', onBack: null, onDone }), { store });
  return {
    ...page,
    answers,
    onDone,
    reads: () => asked.filter(({ route }) => route === READ).length,
    hear: (changes: Partial<Order>) =>
      page.when(() => streams[0]?.tell('order', publicOrder(order(changes)))),
  };
}

describe('an order that is to be paid', () => {
  it('is done with once the counter took the money, and once only, however many say so', async () => {
    const page = await pay();
    await page.hear({ paymentMethod: 'cash' });
    expect(page.onDone).not.toHaveBeenCalled();
    page.answers[READ] = own(paid);
    await page.hear(paid);
    expect(page.onDone).toHaveBeenCalledTimes(1);
    await page.when(() => streams[0]?.tell('hello'));
    expect(page.onDone).toHaveBeenCalledTimes(1);
  });

  it('is done with where it is in the kitchen, though a part of what was paid went back', async () => {
    const page = await pay(own({ ...paid, paymentStatus: 'partially_refunded', status: 'PREPARING' }));
    expect(page.onDone).toHaveBeenCalledTimes(1);
  });

  it('is not done with because another is, nor because it was called off', async () => {
    const page = await pay();
    await page.hear({ ...paid, code: 'OTHER' });
    await page.hear({ status: 'CANCELLED' });
    expect(page.onDone).not.toHaveBeenCalled();
  });

  it('is called off in sight as soon as that is heard, whoever did it', async () => {
    const page = await pay();
    page.answers[READ] = own({ status: 'CANCELLED' });
    expect(page.words()).toContain('Falta pagar');
    await page.hear({ status: 'CANCELLED' });
    expect(page.words()).toContain('Este pedido foi cancelado e não pode mais ser pago.');
    expect(page.words()).not.toContain('Falta pagar');
  });

  it('is called off in sight by its customer’s own tap, also where no line is there to hear of it', async () => {
    const page = await pay();
    page.answers['POST /api/orders/MINE/cancel'] = {};
    await page.tap('Cancelar pedido');
    await page.until(() => page.words().includes('Cancelar este pedido?'));
    page.answers[READ] = own({ status: 'CANCELLED' });
    await page.tap('Cancelar pedido');
    expect(page.words()).toContain('Este pedido foi cancelado e não pode mais ser pago.');
    expect(page.buttons()).not.toContain('Cancelar pedido');
  });

  it.each(['hello', 'error'])(
    'that was paid before one could hear of it is read again (%s)',
    async (event) => {
      const page = await pay();
      page.answers[READ] = own(paid);
      await page.when(() =>
        event === 'hello' ? streams[0]?.tell(event) : streams[0]?.dispatchEvent(new Event(event)),
      );
      expect(page.onDone).toHaveBeenCalledTimes(1);
    },
  );

  it('stays where it was read before and cannot be read now', async () => {
    const page = await pay();
    page.answers[READ] = refused(503, 'Sem internet.');
    await page.when(() => streams[0]?.tell('hello'));
    expect(page.reads()).toBe(2);
    expect(page.words()).toContain('Falta pagar R$ 23,65');
    expect(page.words()).not.toContain('Sem internet.');
  });

  it('that was called off is said to be so though its money has come: the shop gives that back', async () => {
    const page = await pay(own({ status: 'CANCELLED' }, { receivedCents: 2_365 }));
    expect(page.words()).toContain('Este pedido foi cancelado e não pode mais ser pago.');
    expect(page.onDone).not.toHaveBeenCalled();
  });
});

it('an order that did not come is asked for again by loading the page anew', async () => {
  const page = await pay(refused(503, 'Sem internet.'));
  expect(page.alerts()).toEqual(['O pedido não carregou Sem internet. Tentar de novo']);
  const reload = vi.fn<() => void>();
  Object.assign(page.window.location, { reload });
  await page.tap('Tentar de novo');
  expect(reload).toHaveBeenCalledTimes(1);
});

it('before it is known how the shop is paid, nobody is told that there is no way', async () => {
  const { asked } = await openShop({ answers: { [READ]: own() } });
  const props = { code: 'MINE', onBack: null, onDone: () => undefined };
  // As on a page opened at this address, whose order has come before the shop.
  const page = await openScreen(createElement(Payment, props), { store: createStore() });
  expect(asked.map(({ route }) => route)).toEqual([READ]);
  expect(page.all('[role="status"]').map((one) => one.getAttribute('aria-label'))).toEqual([
    'Carregando as formas de pagamento',
  ]);
  expect(page.words()).not.toContain('Nenhuma forma de pagamento');
});

it('a way to pay that the shop no longer has is chosen anew', async () => {
  stored.set('paymentMethod', 'pix');
  const page = await pay();
  expect(page.words()).toContain('Como você quer pagar?');
  const tops: unknown[] = [];
  Object.assign(page.window, { scrollTo: (to: unknown) => tops.push(to) });
  await page.tap('Dinheiro Pague no balcão ao retirar');
  expect(tops).toEqual([{ top: 0 }]);
});

it.each([
  [0, true],
  [1, false],
])('of an order over %i centavos it is said that its data are incomplete: %s', async (totalCents, said) => {
  const page = await pay(own({ totalCents }));
  expect(
    page.words().includes('Dados do pedido incompletos. Tente recarregar a página ou refazer o pedido.'),
  ).toBe(said);
});
