// Money taken by hand for an order that was paid meanwhile: the same again is no error, another way is told to whoever has the money.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { Order, PaymentMethod } from '@balcao/shared/order/order.ts';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { handPayments } from '../../storage/schema/cash.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

let store: TestStore;
let attendant: Asking;
beforeEach(async () => {
  store = await openTestStore();
  attendant = await asRole(store, 'ATTENDANT');
});
afterEach(() => store.close());

const HANDS = ['cash', 'terminal', 'pix_manual'] as const;
type Hand = (typeof HANDS)[number];

async function place(): Promise<string> {
  const order = sampleRequest({ id: v7() });
  const answer = await store.askLink('/link/commands', {
    json: { id: v7(), kind: 'order.place', payload: { order } },
  });
  expect(await answer.json()).toMatchObject({ status: 'done' });
  return order.id;
}
async function confirm(id: string, method: Hand) {
  const answer = await attendant(`/api/staff/orders/${id}/moves`, {
    json: { kind: 'confirm-payment', method, seen: 'PENDING' },
  });
  return { status: answer.status, body: (await answer.json()) as { code?: string; detail?: string } };
}
const booked = (): string[] =>
  store.db
    .select()
    .from(handPayments)
    .all()
    .map(({ method }) => method);
const now = (id: string): Order | null => store.orders.repository.byId(id);

it.each(HANDS)('[O24] %s confirmed twice is booked once and answered alike', async (method) => {
  const id = await place();
  const first = await confirm(id, method);
  const paid = now(id);
  const second = await confirm(id, method);
  expect([first.status, second]).toEqual([200, first]);
  expect(now(id)).toEqual(paid);
  expect(booked()).toEqual([method]);
});

const WORDS: [PaymentMethod, string][] = [
  ['pix', 'com PIX'],
  ['credit_card', 'com cartão de crédito'],
  ['debit_card', 'com cartão de débito'],
  ['cash', 'em dinheiro'],
  ['pix_manual', 'com PIX no balcão'],
  ['terminal', 'na maquininha'],
];
const otherWays = WORDS.flatMap(([paid, words]) =>
  HANDS.filter((hand) => hand !== paid).map((hand) => [hand, paid, words] as const),
);
it.each(otherWays)(
  '[O24] %s is refused for an order that %s has paid, books nothing, and says how it was paid',
  async (hand, paymentMethod, words) => {
    for (const status of ['RECEBIDO', 'PREPARING', 'READY', 'DELIVERED'] as const) {
      const before = sell(store, store.clock.nowMs, { status, paymentStatus: 'approved', paymentMethod });
      expect(await confirm(before.id, hand)).toMatchObject({
        status: 409,
        body: {
          code: 'already-paid',
          title: 'Pedido já pago',
          detail: `Este pedido já foi pago ${words}. Nada foi registrado agora: devolva ao cliente o que você recebeu.`,
          paymentMethod,
        },
      });
      expect(now(before.id)).toEqual(before);
    }
    expect(booked()).toEqual([]);
  },
);

it('[O24] of cash and terminal confirmed at once one wins and the other is told', async () => {
  const id = await place();
  const answers = await Promise.all([confirm(id, 'cash'), confirm(id, 'terminal')]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('already-paid');
  expect(booked()).toEqual([now(id)?.paymentMethod]);
});

it('[O24] what the customer has paid by PIX meanwhile is not taken in cash as well', async () => {
  const id = await place();
  const fact = {
    attemptId: v7(),
    orderId: id,
    provider: 'mercadopago',
    providerPaymentId: null,
    method: 'pix',
    status: 'approved',
    statusDetail: null,
    amountCents: now(id)?.totalCents,
    refundedCents: 0,
    mismatch: null,
    observedAtMs: store.clock.nowMs,
  };
  const heard = await store.askLink('/link/commands', {
    json: { id: v7(), kind: 'payment.fact', payload: fact },
  });
  expect(await heard.json()).toMatchObject({ status: 'done' });
  expect(await confirm(id, 'cash')).toMatchObject({ status: 409, body: { code: 'already-paid' } });
  expect(now(id)).toMatchObject({ status: 'RECEBIDO', paymentMethod: 'pix' });
  expect(booked()).toEqual([]);
});
