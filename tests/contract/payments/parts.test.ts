// Parts of one order that are paid through the provider: each by a payment of its own, once, and never more than the order takes.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { TerminalPayment } from '@balcao/shared/http/terminals.ts';
import { rowsOf } from '../../harness/database.ts';
import { onBothApis, onBothDatabases } from '../../harness/payments-suite.ts';
import type { TestRelay } from '../../harness/payments.ts';
import { paymentIdOf, READY, withTerminal, type Placed } from '../../harness/terminals.ts';

type Pix = { attemptId: string; paymentId: string };
const askRaw = (relay: TestRelay, { order }: Placed, part: string, totalCents: number) =>
  relay.edge('POST', '/edge/payments/parts/pix', {
    order: { id: order.id, code: order.code, totalCents },
    part,
  });
async function ask(relay: TestRelay, placed: Placed, part: string, totalCents: number): Promise<Pix> {
  const asked = await askRaw(relay, placed, part, totalCents);
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
  return asked.body as unknown as Pix;
}
const settle = async (relay: TestRelay) => {
  await relay.quiet();
  await relay.deliver();
  await relay.quiet();
};
const refunds = (relay: TestRelay) =>
  rowsOf<{ reason: string; state: string }>(relay.db, sql`select reason, state from payment_refunds`);
const matched = async (relay: TestRelay) =>
  (await relay.edge('GET', '/edge/payments/matching?day=2026-11-21')).body['totals'];

onBothApis('[P39] parts of one order by PIX', (start) => {
  test('are each paid by themselves; the last one pays the order, and all is in the books', async () => {
    const relay = await start();
    const placed = relay.placeOrder(2490);
    const part = randomUUID();
    const first = await ask(relay, placed, part, 1000);
    expect((await ask(relay, placed, part, 1000)).attemptId).toBe(first.attemptId);
    relay.control.approve(first.paymentId);
    await settle(relay);
    expect(relay.store.heard.at(-1)).toMatchObject({ payload: { part, amountCents: 1000 } });
    expect(relay.store.order(placed.order.id)).toMatchObject({
      status: 'PENDING',
      tenders: [{ id: part, cents: 1000, proved: { attemptId: first.attemptId, method: 'pix' } }],
    });
    expect(await askRaw(relay, placed, part, 1000)).toMatchObject({
      status: 409,
      body: { code: 'already-paid' },
    });
    // A part of an order that waits for the rest is no difference.
    expect(await matched(relay)).toMatchObject({ approvedCents: 1000, differences: 0 });
    const second = await ask(relay, placed, randomUUID(), 1490);
    relay.control.approve(second.paymentId);
    await settle(relay);
    expect(relay.store.order(placed.order.id)).toMatchObject({
      status: 'RECEBIDO',
      paymentStatus: 'approved',
    });
    expect(await refunds(relay)).toEqual([]);
    expect(await matched(relay)).toMatchObject({ approvedCents: 2490, payments: 2, differences: 0 });
    expect((await relay.edge('GET', '/edge/payments/booked?month=2026-11')).body['payments']).toHaveLength(2);
    expect(relay.alarms).toEqual([]);
  });

  test('are asked for one at a time: the next one ends the code of the first, which still counts when it was paid', async () => {
    const relay = await start();
    const placed = relay.placeOrder(2490);
    const first = await ask(relay, placed, randomUUID(), 1000);
    const second = await ask(relay, placed, randomUUID(), 1490);
    expect(relay.control.payment(first.paymentId).status).toBe('cancelled');
    relay.control.approve(second.paymentId);
    await settle(relay);
    expect(relay.store.order(placed.order.id).tenders).toMatchObject([{ cents: 1490 }]);
  });

  test('of two codes the one that was ended is paid all the same, last or first: both are parts, and nothing goes back', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const relay = await start();
      const placed = relay.placeOrder(2490);
      const codes = [
        await ask(relay, placed, randomUUID(), 1000),
        await ask(relay, placed, randomUUID(), 1490),
      ];
      for (const which of order) {
        relay.control.approve(codes[which]?.paymentId ?? '');
        await settle(relay);
      }
      expect(relay.store.order(placed.order.id)).toMatchObject({
        status: 'RECEBIDO',
        tenders: order.map((which) => ({ cents: [1000, 1490][which] })),
      });
      await settle(relay);
      expect(await refunds(relay)).toEqual([]);
    }
  });

  test('of two codes that together are too much the one that is paid last goes back whole', async () => {
    const relay = await start();
    const placed = relay.placeOrder(2490);
    const first = await ask(relay, placed, randomUUID(), 1490);
    const second = await ask(relay, placed, randomUUID(), 1490);
    relay.control.approve(second.paymentId);
    await settle(relay);
    relay.control.approve(first.paymentId);
    await settle(relay);
    await settle(relay);
    expect(relay.store.order(placed.order.id)).toMatchObject({
      status: 'PENDING',
      tenders: [{ cents: 1490, proved: { attemptId: second.attemptId } }],
    });
    expect(await refunds(relay)).toEqual([{ reason: 'second-approval', state: 'done' }]);
    expect(relay.control.payment(first.paymentId).status).toBe('refunded');
    expect(relay.control.payment(second.paymentId).status).toBe('approved');
  });

  test('of a code that ran out leave the next one alone, and are parts when they are paid after that', async () => {
    const relay = await start();
    const placed = relay.placeOrder(2490);
    const first = await ask(relay, placed, randomUUID(), 1000);
    relay.advance(32 * 60_000);
    await settle(relay);
    expect(relay.store.order(placed.order.id)).toMatchObject({ status: 'PENDING' });
    const second = await ask(relay, placed, randomUUID(), 1490);
    expect(relay.control.payment(second.paymentId).status).toBe('pending');
    // As they were begun, wherever they stand in the table.
    const { body } = await relay.edge('GET', `/edge/payments/attempts?orderId=${placed.order.id}`);
    expect((body['attempts'] as { attemptId: string }[]).map(({ attemptId }) => attemptId)).toEqual([
      first.attemptId,
      second.attemptId,
    ]);
    relay.control.approve(second.paymentId);
    await settle(relay);
    relay.control.approve(first.paymentId);
    await settle(relay);
    await settle(relay);
    expect(relay.store.order(placed.order.id)).toMatchObject({
      status: 'RECEBIDO',
      tenders: [{ cents: 1490 }, { cents: 1000 }],
    });
    expect(await refunds(relay)).toEqual([]);
  });

  test('beside the code of the site: that one is ended, and paid after a part it goes back whole', async () => {
    const relay = await start();
    const placed = relay.placeOrder(2490);
    const site = await relay.pix(placed);
    const part = await ask(relay, placed, randomUUID(), 1000);
    expect(relay.control.payment(site.paymentId).status).toBe('cancelled');
    relay.control.approve(part.paymentId);
    await settle(relay);
    relay.control.approve(site.paymentId);
    await settle(relay);
    await settle(relay);
    expect(relay.store.order(placed.order.id)).toMatchObject({
      status: 'PENDING',
      tenders: [{ cents: 1000, proved: { attemptId: part.attemptId } }],
    });
    expect(relay.control.payment(site.paymentId).status).toBe('refunded');
    expect(relay.control.payment(part.paymentId).status).toBe('approved');
  });

  test('after the code of the site was paid all the same: the order is paid, and the part goes back whole', async () => {
    const relay = await start();
    const placed = relay.placeOrder(2490);
    const site = await relay.pix(placed);
    const part = await ask(relay, placed, randomUUID(), 1000);
    relay.control.approve(site.paymentId);
    await settle(relay);
    relay.control.approve(part.paymentId);
    await settle(relay);
    await settle(relay);
    expect(relay.store.order(placed.order.id)).toMatchObject({ status: 'RECEBIDO', paymentMethod: 'pix' });
    expect(relay.store.order(placed.order.id)).not.toHaveProperty('tenders');
    expect(relay.control.payment(part.paymentId).status).toBe('refunded');
    expect(relay.control.payment(site.paymentId).status).toBe('approved');
  });

  test('are not asked for beside one that was paid as its code was ended: the store hears of that one first', async () => {
    const relay = await start();
    const placed = relay.placeOrder(2490);
    const first = await ask(relay, placed, randomUUID(), 1000);
    // A notice that is quicker than the next question would have told the store.
    relay.control.setFaults({ loseWebhooks: 1 });
    relay.control.approve(first.paymentId);
    expect(await askRaw(relay, placed, randomUUID(), 2490)).toMatchObject({
      status: 409,
      body: { code: 'already-paid' },
    });
    await settle(relay);
    expect(relay.store.order(placed.order.id).tenders).toMatchObject([{ cents: 1000 }]);
    const rest = await ask(relay, placed, randomUUID(), 1490);
    relay.control.approve(rest.paymentId);
    await settle(relay);
    expect(relay.store.order(placed.order.id).status).toBe('RECEBIDO');
    expect(await refunds(relay)).toEqual([]);
  });

  test('are not paid a second time by a code for all of it, which the store asks for before it has heard', async () => {
    const relay = await start();
    const placed = relay.placeOrder(2490);
    const first = await ask(relay, placed, randomUUID(), 1000);
    relay.control.approve(first.paymentId);
    await relay.quiet();
    const whole = { order: { id: placed.order.id, code: placed.order.code, totalCents: 2490 } };
    expect(await relay.edge('POST', '/edge/payments/pix', whole)).toMatchObject({
      status: 409,
      body: { code: 'already-paid' },
    });
  });

  test('of the same part with another amount are one: what is paid beside it goes back', async () => {
    const relay = await start();
    const placed = relay.placeOrder(2490);
    const part = randomUUID();
    const first = await ask(relay, placed, part, 1000);
    relay.advance(30 * 60_000 + 1);
    const second = await ask(relay, placed, part, 1200);
    expect(second.attemptId).not.toBe(first.attemptId);
    relay.control.approve(second.paymentId);
    await settle(relay);
    relay.advance(1000);
    relay.control.approve(first.paymentId);
    await settle(relay);
    await settle(relay);
    expect(relay.store.order(placed.order.id).tenders).toMatchObject([{ id: part, cents: 1200 }]);
    expect(await refunds(relay)).toEqual([{ reason: 'second-approval', state: 'done' }]);
  });

  test('that the order has no room for any more go back whole, and are listed', async () => {
    const relay = await start();
    const placed = relay.placeOrder(2490);
    const pix = await ask(relay, placed, randomUUID(), 1000);
    const cash = { id: 't', method: 'cash', card: null, cents: 2000, receivedCents: null, atMs: 1 } as const;
    relay.store.orders.set(placed.order.id, { ...relay.store.order(placed.order.id), tenders: [cash] });
    relay.control.approve(pix.paymentId);
    await settle(relay);
    await settle(relay);
    expect(relay.store.order(placed.order.id).tenders).toEqual([cash]);
    expect(await refunds(relay)).toEqual([{ reason: 'second-approval', state: 'done' }]);
    expect((await relay.edge('GET', '/edge/payments/attention')).body['items']).toMatchObject([
      { kind: 'second-approval' },
    ]);
  });

  test('of an order that is called off meanwhile go back, and the code is cancelled', async () => {
    const relay = await start();
    const placed = relay.placeOrder(2490);
    const pix = await ask(relay, placed, randomUUID(), 1000);
    relay.store.orders.set(placed.order.id, { ...relay.store.order(placed.order.id), status: 'CANCELLED' });
    relay.control.approve(pix.paymentId);
    await settle(relay);
    await settle(relay);
    expect(relay.control.payment(pix.paymentId).status).toBe('refunded');
  });

  test.each([
    ['nobody had paid', false, 'rejected'],
    ['was paid a moment ago', true, 'approved'],
  ])('whose code the store ends, which %s, say which of the two it was', async (_what, isPaid, status) => {
    const relay = await start();
    const placed = relay.placeOrder(2490);
    const pix = await ask(relay, placed, randomUUID(), 1000);
    if (isPaid) relay.control.approve(pix.paymentId);
    const ended = await relay.edge('POST', '/edge/payments/cancel', { orderId: placed.order.id });
    expect(ended.body).toEqual({ cancelled: true });
    const read = `/edge/payments/pix/${pix.attemptId}?orderId=${placed.order.id}`;
    expect(await relay.edge('GET', read)).toMatchObject({ status: 200, body: { status } });
  });

  test('given back by the store leave the part free for another payment', async () => {
    const relay = await start();
    const placed = relay.placeOrder(2490);
    const first = await ask(relay, placed, randomUUID(), 1000);
    relay.control.approve(first.paymentId);
    await settle(relay);
    const { tenders: _given, ...bare } = relay.store.order(placed.order.id);
    relay.store.orders.set(placed.order.id, bare);
    const back = await relay.edge('POST', '/edge/payments/refund', { attemptId: first.attemptId });
    expect(back.body).toMatchObject({ state: 'done' });
    await settle(relay);
    const again = await ask(relay, placed, randomUUID(), 2490);
    relay.control.approve(again.paymentId);
    await settle(relay);
    expect(relay.store.order(placed.order.id).status).toBe('RECEBIDO');
  });
});

onBothDatabases('[P39] parts of one order at the terminal', (start) => {
  test('are sent by their amount, paid beside another part, and given back for no silence', async () => {
    const relay = await withTerminal(start);
    const placed = relay.placeOrder(2490);
    const part = randomUUID();
    const pix = await ask(relay, placed, randomUUID(), 1490);
    relay.control.approve(pix.paymentId);
    await settle(relay);
    const sent = await relay.edge('POST', '/edge/payments/parts/terminal', {
      order: { id: placed.order.id, code: placed.order.code, totalCents: 1000 },
      terminalId: READY,
      part,
    });
    expect(sent).toMatchObject({ status: 200, body: { amountCents: 1000, state: 'sent' } });
    relay.control.approve(await paymentIdOf(relay, sent.body as unknown as TerminalPayment), 'debmaster');
    await relay.quiet();
    relay.advance(20 * 60_000);
    await relay.quiet();
    expect(await refunds(relay)).toEqual([]);
    await settle(relay);
    expect(relay.store.order(placed.order.id)).toMatchObject({
      status: 'RECEBIDO',
      tenders: [
        { cents: 1490 },
        { id: part, method: 'terminal', card: 'debito', proved: { method: 'debit_card' } },
      ],
    });
    expect(await refunds(relay)).toEqual([]);
  });
});
