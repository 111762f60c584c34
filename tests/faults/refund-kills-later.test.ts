// What comes after a refund was taken, or comes of itself, while store or relay is killed: the bank's time and its no, the provider's panel,
// the parts of one order, and what the relay gave back while the store was away.
import { randomUUID } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import { openRefundShop, POLL, type Paid, type Payment, type RefundShop } from './refund-shop.ts';
import { findings } from './shop-findings.ts';
import { heal } from './shop-kills.ts';

const PART_CENTS = 100;
const FIRST_CENTS = 300;
const SECOND_CENTS = 500;
/** Longer than the relay waits for a store (P11). */
const SILENT_MS = 16 * 60_000;

let rig: RefundShop;
beforeAll(async () => {
  rig = await openRefundShop(20261127);
});
afterEach(() => rig?.openUp());
afterAll(() => rig?.end());

/** Bank and clock go on while it is dead: what is in process is looked at in the next round, where it is to be looked at at all. */
const lookNow = () =>
  rig.gates.query(
    `update payment_refunds set next_try_at_ms = 1 where state = 'in-process' and next_try_at_ms is not null`,
  );

/** Orders whose refund is with the bank; in the order in which they get there. */
async function atBank(round: number) {
  const cents = (at: number) => ((at + round) % 2 === 0 ? null : PART_CENTS);
  return {
    listed: await rig.paid('turned down and listed', cents(0)),
    again: await rig.paid('turned down, asked for again and carried out, not answered', cents(1)),
    asleep: await rig.paid('taken, and decided while nobody looks', cents(2)),
    read: await rig.paid('looked at and through, not written', cents(3)),
    denied: await rig.paid('looked at and turned down, not written', cents(4)),
    taken: await rig.paid('taken, not written', cents(5)),
  };
}

/** Presses 'Tentar de novo' at what is listed as turned down. */
async function retry({ order }: Paid): Promise<void> {
  const mine = async () =>
    (await rig.unresolved()).find(({ code, action }) => code === order.code && action === 'retry');
  await expect.poll(async () => (await mine())?.reason, POLL).toContain('não foi aceita pelo Mercado Pago');
  void rig.asOwner(`/payments/${encodeURIComponent((await mine())?.id ?? '')}/resolve`, { action: 'retry' });
}

async function standAtBank(at: Awaited<ReturnType<typeof atBank>>): Promise<void> {
  const { gates, atProvider, setFaults, relaysState } = rig;
  const { taken, ...others } = at;
  for (const paid of Object.values(others)) {
    await setFaults({ inProcessRefunds: 1 });
    rig.refund(paid);
    await expect.poll(() => relaysState(paid), POLL).toBe('in-process');
  }
  for (const paid of [at.listed, at.again]) await atProvider(paid, 'reject-refunds');
  await lookNow();
  for (const paid of [at.listed, at.again]) await expect.poll(() => relaysState(paid), POLL).toBe('refused');
  await atProvider(at.again, 'hold-refunds');
  await retry(at.again);
  await expect.poll(() => rig.givenBack(at.again), POLL).toHaveLength(1);

  await gates.close('in-process>done', at.read.attemptId);
  await gates.close('in-process>refused', at.denied.attemptId);
  await atProvider(at.read, 'settle-refunds');
  await atProvider(at.denied, 'reject-refunds');
  await lookNow();
  await gates.close('sent>in-process', taken.attemptId);
  await setFaults({ inProcessRefunds: 1 });
  rig.refund(taken);
  await rig.stand([
    ['in-process>done', at.read],
    ['in-process>refused', at.denied],
    ['sent>in-process', taken],
  ]);
}

/** Orders whose money somebody gives back in the provider's own panel. */
async function inPanel() {
  return {
    seen: await rig.paid('seen by the relay, not written'),
    told: await rig.paid('news written, not sent'),
    heard: await rig.paid('heard by the store, not acknowledged'),
  };
}

async function standInPanel(panel: Awaited<ReturnType<typeof inPanel>>): Promise<void> {
  const { gates, shop, newsOf, factOf } = rig;
  await rig.setFaults({ loseWebhooks: 0 });
  for (const paid of Object.values(panel)) {
    await gates.close('back', paid.attemptId);
    await rig.atProvider(paid, 'refund');
    await gates.reached('back', paid.attemptId);
  }
  await rig.setFaults({ loseWebhooks: 1000 });
  shop.cable.stall('answers');
  await gates.open('back', panel.heard.attemptId);
  await expect.poll(() => factOf(panel.heard).refundedCents, POLL).toBe(panel.heard.order.totalCents);
  expect(await newsOf(panel.heard)).toBe('queued');
  shop.cable.stall();
  await gates.open('back', panel.told.attemptId);
  await expect.poll(() => newsOf(panel.told), POLL).toBe('queued');
}

/** An order of the counter in three: a PIX each for two people, and cash for what is left. */
type Split = { step: string; order: Order; first: Payment; second: Payment };

async function split(step: string): Promise<Split> {
  const id = uuid();
  const items = await rig.anyItems();
  const begun = await rig.asOwner('/orders', { id, consumptionType: 'local', items });
  expect(begun.status).toBe(201);
  const { order } = begun.body as { order: Order };
  // One after the other: the second is asked for once the store has heard of the first.
  const part = async (cents: number): Promise<Payment> => {
    const shown = await rig.asOwner(`/orders/${id}/counter-pix?part=${randomUUID()}&cents=${cents}`, {});
    expect(shown.body).toMatchObject({ kind: 'proved' });
    const { payment } = shown.body as { payment: { attemptId: string; paymentId: string } };
    await rig.atProvider({ order, ...payment }, 'approve');
    const booked = "select 1 from hand_payments where order_id = ? and kind = 'in' and amount_cents = ?";
    await expect.poll(() => rig.inStore(booked, id, String(cents)), POLL).toBe(1);
    return { order, attemptId: payment.attemptId, paymentId: payment.paymentId };
  };
  const [first, second] = [await part(FIRST_CENTS), await part(SECOND_CENTS)];
  const cents = order.totalCents - FIRST_CENTS - SECOND_CENTS;
  const rest = { kind: 'take-tender', id: randomUUID(), cents, method: 'cash' };
  expect((await rig.asOwner(`/orders/${id}/moves`, rest)).body).toMatchObject({
    order: { status: 'RECEBIDO' },
  });
  return { step, order, first, second };
}
const callOff = ({ order: { id } }: Split): void =>
  void rig.asOwner(`/orders/${id}/moves`, { kind: 'cancel', reason: 'cliente' });

/** Orders in parts that are called off, or of which more goes back than one part has. */
async function inParts() {
  return {
    intent: await split('both written at the store, not sent'),
    second: await split('one through, the other not sent to the provider'),
    sent: await split('one carried out, not answered'),
    spread: await split('a part of the whole: one through, the other not written'),
  };
}

async function standInParts(parts: Awaited<ReturnType<typeof inParts>>): Promise<void> {
  const { gates, relaysState } = rig;
  await gates.close('planned>sent', parts.second.second.attemptId);
  callOff(parts.second);
  await expect.poll(() => relaysState(parts.second.first), POLL).toBe('done');
  await rig.atProvider(parts.sent.first, 'hold-refunds');
  callOff(parts.sent);
  await expect.poll(() => rig.givenBack(parts.sent), POLL).toContain(FIRST_CENTS);
  await gates.close('sent>done', parts.spread.second.attemptId);
  rig.refund({ order: parts.spread.order, cents: FIRST_CENTS + PART_CENTS });
  await rig.stand([
    ['planned>sent', parts.second.second],
    ['sent>done', parts.spread.second],
  ]);
}

/** Orders that were paid while their store was away, and had waited for it long enough. */
async function whileAway() {
  return {
    planned: await rig.placed('planned, not sent'),
    sent: await rig.placed('carried out, not answered'),
    written: await rig.placed('through, and the store knows nothing of it'),
  };
}

async function standAway(away: Awaited<ReturnType<typeof whileAway>>): Promise<void> {
  const { gates, relaysState } = rig;
  const all = Object.values(away);
  const ids = all.map(({ attemptId }) => attemptId);
  await rig.setFaults({ loseWebhooks: 0 });
  for (const paid of all) await rig.atProvider(paid, 'approve');
  const paidAt = 'select id from payment_attempts where id = any($1) and paid_at_ms is not null';
  await expect.poll(async () => (await gates.query(paidAt, [ids])).length, POLL).toBe(all.length);
  await rig.setFaults({ loseWebhooks: 1000 });
  await gates.close('planned>sent', away.planned.attemptId);
  await rig.atProvider(away.sent, 'hold-refunds');
  const age = 'update payment_attempts set paid_at_ms = paid_at_ms - $2 where id = any($1)';
  await gates.query(age, [ids, SILENT_MS]);
  await rig.stand([['planned>sent', away.planned]]);
  await expect.poll(() => rig.givenBack(away.sent), POLL).toHaveLength(1);
  await expect.poll(() => relaysState(away.written), POLL).toBe('done');
  await expect.poll(() => rig.newsOf(away.written), POLL).toBe('queued');
}

/** What went back of an order in parts: at the provider, in the books, and in nobody's list. */
async function expectPartsBack({ step, order, first, second }: Split, back: number[]): Promise<void> {
  const isWhole = back.includes(SECOND_CENTS);
  const restCents = isWhole ? 0 : order.totalCents - FIRST_CENTS - PART_CENTS;
  const seen = async () => ({
    step,
    back: (await rig.givenBack({ order })).toSorted((a, b) => a - b),
    states: [await rig.relaysState(first), await rig.relaysState(second)],
    heard: rig.factOf(first).refundedCents + rig.factOf(second).refundedCents,
    booked: rig.bookedCents(order.id),
    status: rig.inStore('select status from orders where id = ?', order.id),
    waiting: rig.inStore('select count(*) from refund_intents where order_id = ?', order.id),
    listed: await rig.unresolvedOf([{ order }]),
  });
  await expect.poll(seen, POLL).toEqual({
    step,
    back: back.toSorted((a, b) => a - b),
    states: ['done', 'done'],
    heard: back.reduce((all, cents) => all + cents, 0),
    booked: restCents,
    status: isWhole ? 'CANCELLED' : 'RECEBIDO',
    waiting: 0,
    listed: [],
  });
}

describe.each<['relay' | 'store', number]>([
  ['relay', 0],
  ['store', 1],
])('the %s is killed while', (victim, round) => {
  it('[133] the bank takes its time for a refund, or somebody made it in the provider’s panel: once, and said as it is', async () => {
    const { shop, relay, atProvider } = rig;
    await rig.setFaults({ loseWebhooks: 0 });
    const at = await atBank(round);
    const panel = await inPanel();
    await rig.setFaults({ loseWebhooks: 1000 });
    await standAtBank(at);
    await standInPanel(panel);

    await rig.killAndStart(victim, async () => {
      await atProvider(at.again, 'release-refunds');
      for (const paid of [at.asleep, at.taken]) await atProvider(paid, 'settle-refunds');
      await lookNow();
    });

    for (const paid of [at.listed, at.denied]) await retry(paid);
    for (const paid of Object.values(at)) {
      await rig.expectBack(paid, 'estornado');
      await rig.expectNewsDone(paid);
    }
    await expect.poll(() => rig.unresolvedOf(Object.values(at)), POLL).toEqual([]);
    for (const paid of Object.values(panel)) {
      await rig.expectBack(paid, 'estornado');
      await rig.expectNewsDone(paid);
      expect({ step: paid.step, listed: await rig.unresolvedOf([paid]) }).toEqual({
        step: paid.step,
        listed: [expect.stringContaining('devolvido fora da loja, pelo painel do Mercado Pago') as string],
      });
    }
    expect(await heal(shop, relay)).toEqual([]);
    expect(await findings(shop.dataDir, relay, new Map(), { printing: false })).toEqual([]);
  });

  it('[133] two parts of an order go back: each once, and said as it is', async () => {
    const { shop, relay } = rig;
    await rig.setFaults({ loseWebhooks: 0 });
    const parts = await inParts();
    await rig.setFaults({ loseWebhooks: 1000 });
    await standInParts(parts);
    shop.cable.pull();
    callOff(parts.intent);
    await expect.poll(() => rig.intentOf(parts.intent.second), POLL).toBe('sent');
    expect(await rig.relaysState(parts.intent.first)).toBe(undefined);

    await rig.killAndStart(victim, () => rig.atProvider(parts.sent.first, 'release-refunds'));

    const { spread, ...calledOff } = parts;
    for (const one of Object.values(calledOff)) await expectPartsBack(one, [FIRST_CENTS, SECOND_CENTS]);
    await expectPartsBack(spread, [FIRST_CENTS, PART_CENTS]);
    expect(await heal(shop, relay)).toEqual([]);
    expect(await findings(shop.dataDir, relay, new Map(), { printing: false })).toEqual([]);
  });

  it('[133] what was paid while the store was away goes back: once, and it is told of it afterwards', async () => {
    const { shop, relay } = rig;
    await rig.setFaults({ loseWebhooks: 0 });
    const away = await whileAway();
    shop.cable.pull();
    await standAway(away);

    await rig.killAndStart(victim, () => rig.atProvider(away.sent, 'release-refunds'));

    for (const paid of Object.values(away)) {
      await rig.expectBack(paid, 'estornado');
      await rig.expectNewsDone(paid);
      // That it did not answer is over once it has.
      await expect
        .poll(async () => ({ step: paid.step, listed: await rig.unresolvedOf([paid]) }), POLL)
        .toEqual({
          step: paid.step,
          listed: [expect.stringContaining('a loja não respondeu a tempo') as string],
        });
    }
    expect(await heal(shop, relay)).toEqual([]);
    expect(await findings(shop.dataDir, relay, new Map(), { printing: false })).toEqual([]);
  });
});
