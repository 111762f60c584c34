// Money on its way back while store or relay is killed: one order stands at each step of its refund when they die.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import type { UnresolvedPayment } from '@balcao/shared/http/refunds.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { startShop, type TestShop } from '../support/shop.ts';
import { openGates, type Gates } from './refund-gates.ts';
import { seeded } from './seeded.ts';
import { anyOrder, ask, fromAnywhere, readMenu, signIn, type Placed } from './shop-client.ts';
import { findings, openStoreFile, type RelayDatabase } from './shop-findings.ts';
import { connectTo, heal } from './shop-kills.ts';

const POLL = { timeout: 60_000, interval: 25 };
const PART_CENTS = 100;
const chance = seeded(20261126);

let postgres: TestPostgres;
let shop: TestShop;
let relay: RelayDatabase;
let gates: Gates;
let owner: Record<string, string>;
beforeAll(async () => {
  postgres = await startPostgres();
  shop = await startShop({
    env: {
      relay: {
        DATABASE_URL: postgres.url,
        TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1',
        LOG_LEVEL: 'warn',
        MP_API: 'orders',
      },
      store: { LOG_LEVEL: 'warn' },
    },
  });
  relay = connectTo(postgres.url);
  gates = await openGates(postgres.url);
  owner = await signIn(shop.urls.store, 'ADMIN');
});
afterAll(async () => {
  await gates?.end();
  await relay?.close();
  await shop?.stop();
  await postgres?.stop();
});

/** An order with its PIX; `cents`: how much of it a person gives back, null for all. */
type Paid = {
  step: string;
  order: Order;
  token: string;
  attemptId: string;
  paymentId: string;
  cents: number | null;
};

async function placed(step: string, cents: number | null = null): Promise<Paid> {
  const headers = fromAnywhere(chance);
  const menu = await readMenu(shop.urls.store);
  const sent = await ask(`${shop.urls.relay}/api/orders`, { body: anyOrder(menu, chance), headers });
  expect(sent.status).toBe(201);
  const { order, trackingToken: token } = sent.body as Placed;
  const pix = await ask(`${shop.urls.relay}/api/orders/${order.code}/pix`, {
    body: {},
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  expect(pix.status).toBe(200);
  const { attemptId, paymentId } = pix.body as { attemptId: string; paymentId: string };
  return { step, order, token, attemptId, paymentId, cents };
}

/** What somebody does at the provider, or a test to it. */
async function atProvider(paid: Paid, what: string): Promise<Record<string, unknown>> {
  const done = await ask(`${shop.urls.payments}/simulator/payments/${paid.paymentId}/${what}`, {
    method: 'POST',
  });
  expect(done.status).toBe(200);
  return done.body as Record<string, unknown>;
}
const setFaults = (body: unknown) => ask(`${shop.urls.payments}/simulator/faults`, { body });

/** What the provider gave back of a payment, one amount for each time. */
async function givenBack(paid: Paid): Promise<number[]> {
  const { body } = await ask(`${shop.urls.payments}/simulator/payments`);
  const ofOrder = (body as { external_reference: string; refunds: { amount: number }[] }[]).filter(
    (one) => one.external_reference === paid.order.id,
  );
  return ofOrder.flatMap(({ refunds }) => refunds.map(({ amount }) => Math.round(amount * 100)));
}

const orderNow = async (paid: Paid, url = shop.urls.store) =>
  (
    await ask(`${url}/api/orders/${paid.order.code}`, {
      headers: { authorization: `Bearer ${paid.token}`, ...fromAnywhere(chance) },
    })
  ).body as { order: Order; money?: object } | null;

/** A person gives money back at the store; nobody waits for the answer, for a killed process gives none. */
function refund(paid: Paid): void {
  const body = { amountCents: paid.cents };
  void ask(`${shop.urls.store}/api/staff/orders/${paid.order.id}/refund`, { body, headers: owner });
}
const callOff = (paid: Paid) =>
  ask(`${shop.urls.store}/api/staff/orders/${paid.order.id}/moves`, {
    body: { kind: 'cancel', reason: 'cliente', keepsMoney: true },
    headers: owner,
  });

function inStore<T>(sql: string, value: string): T | undefined {
  const file = openStoreFile(shop.dataDir);
  try {
    return file.prepare(sql).pluck().get(value) as T | undefined;
  } finally {
    file.close();
  }
}
const intentOf = (paid: Paid) =>
  inStore<string>('select state from refund_intents where attempt_id = ?', paid.attemptId);
const factOf = (paid: Paid): { refundedCents: number } =>
  JSON.parse(inStore<string>('select fact from payments where attempt_id = ?', paid.attemptId) ?? '{}') as {
    refundedCents: number;
  };
const relaysState = async (paid: Paid): Promise<unknown> =>
  (await gates.query('select state from payment_refunds where attempt_id = $1', [paid.attemptId]))[0]?.[
    'state'
  ];
/** How the newest news of an order stands that the relay has for the store. */
const newsOf = async (paid: Paid): Promise<unknown> =>
  (
    await gates.query(
      `select state from commands where order_id = $1 and kind = 'payment.fact'
        and (command->'payload'->>'refundedCents')::int > 0
        order by position desc limit 1`,
      [paid.order.id],
    )
  )[0]?.['state'];

/** Orders that were paid, and whose money a person gives back. */
async function askedFor(round: number) {
  const cents = (at: number) => ((at + round) % 2 === 0 ? null : PART_CENTS);
  const steps = {
    intent: await placed('written at the store, not sent', cents(0)),
    planned: await placed('at the relay, not sent to the provider', cents(1)),
    sent: await placed('carried out, not answered', cents(2)),
    answered: await placed('answered, not written', cents(3)),
    written: await placed('written, the payment not looked at', cents(4)),
    told: await placed('news written, not sent', cents(5)),
    heard: await placed('heard by the store, not acknowledged', cents(6)),
  };
  for (const paid of Object.values(steps)) {
    await atProvider(paid, 'approve');
    await expect.poll(async () => (await orderNow(paid))?.order.status, POLL).toBe('RECEBIDO');
  }
  return steps;
}

/** Orders whose PIX is paid in the moment in which they are called off: their refund is born at the relay. */
async function bornAtRelay() {
  return {
    first: await placed('one before them'),
    sent: await placed('carried out, not answered'),
    answered: await placed('answered, not written'),
    written: await placed('written, the payment not looked at'),
    heard: await placed('heard by the store, not acknowledged'),
    planned: await placed('planned, not sent'),
  };
}

/** Each order of a person's refunds stands at its step; the last ones need a line that is stalled. */
async function standAsked(asked: Awaited<ReturnType<typeof askedFor>>): Promise<void> {
  await gates.close('planned>sent', asked.planned.attemptId);
  await atProvider(asked.sent, 'hold-refunds');
  await gates.close('sent>done', asked.answered.attemptId);
  for (const paid of [asked.written, asked.told, asked.heard]) await gates.close('back', paid.attemptId);
  for (const [name, paid] of Object.entries(asked)) if (name !== 'intent') refund(paid);
  await gates.reached('planned>sent', asked.planned.attemptId);
  await expect.poll(() => givenBack(asked.sent), POLL).toHaveLength(1);
  await gates.reached('sent>done', asked.answered.attemptId);
  for (const paid of [asked.written, asked.told, asked.heard]) await gates.reached('back', paid.attemptId);
}

/** The same of the relay's own; four of them are carried out at once, so one waits behind them. */
async function standBorn(born: Awaited<ReturnType<typeof bornAtRelay>>): Promise<void> {
  await gates.close('planned>sent', born.first.attemptId);
  await atProvider(born.sent, 'hold-refunds');
  await gates.close('sent>done', born.answered.attemptId);
  for (const paid of [born.written, born.heard]) await gates.close('back', paid.attemptId);
  // On a slow machine one before it is given up meanwhile, and it would be its turn.
  await gates.close('planned>sent', born.planned.attemptId);
  for (const paid of Object.values(born)) {
    await atProvider(paid, 'approve');
    await callOff(paid);
    await expect.poll(() => relaysState(paid), POLL).toBe('planned');
  }
  await gates.reached('planned>sent', born.first.attemptId);
  await gates.open('planned>sent', born.first.attemptId);
  await expect.poll(() => givenBack(born.sent), POLL).toHaveLength(1);
  await gates.reached('sent>done', born.answered.attemptId);
  for (const paid of [born.written, born.heard]) await gates.reached('back', paid.attemptId);
  expect([await relaysState(born.planned), await givenBack(born.planned)]).toEqual(['planned', []]);
}

/** The time of the next try comes while it is dead: what is tried again after a minute is due at once. */
async function passTheMinute(victim: 'relay' | 'store'): Promise<void> {
  if (victim === 'relay') {
    await gates.query('update payment_refunds set next_try_at_ms = 1 where next_try_at_ms is not null');
    return;
  }
  const file = new Database(join(shop.dataDir, 'edge', 'store.db'));
  file.exec('update refund_intents set next_try_at_ms = 1');
  file.close();
}

const unresolvedOf = async (orders: readonly Paid[]): Promise<string[]> => {
  const { body } = await ask(`${shop.urls.store}/api/staff/payments/unresolved`, { headers: owner });
  return (
    (body as { payments?: UnresolvedPayment[] } | null)?.payments ?? [{ code: null, reason: 'nobody said' }]
  )
    .filter(({ code }) => code === null || orders.some(({ order }) => order.code === code))
    .map(({ reason }) => reason);
};

/** What the order says of its money at both addresses. */
async function expectBack(paid: Paid, cancelReason: string): Promise<void> {
  const { totalCents } = paid.order;
  const isWhole = paid.cents === null;
  const words = {
    order: isWhole
      ? { status: 'CANCELLED', cancelReason, paymentStatus: 'refunded' }
      : { status: 'RECEBIDO', cancelReason: null, paymentStatus: 'partially_refunded' },
    money: { receivedCents: totalCents, returnedCents: paid.cents ?? totalCents, returning: false },
  };
  for (const url of [shop.urls.store, shop.urls.relay])
    await expect
      .poll(async () => ({ step: paid.step, ...(await orderNow(paid, url)) }), POLL)
      .toMatchObject({ step: paid.step, ...words });
  expect({ step: paid.step, back: await givenBack(paid) }).toEqual({
    step: paid.step,
    back: [paid.cents ?? totalCents],
  });
}

describe('a refund at each of its steps', () => {
  // What goes back whole in one round goes back in part in the other.
  it.each<['relay' | 'store', number]>([
    ['relay', 0],
    ['store', 1],
  ])(
    '[133] goes back exactly once when the %s is killed then, and is said as it is',
    async (victim, round) => {
      await setFaults({ loseWebhooks: 0 });
      const asked = await askedFor(round);
      const born = await bornAtRelay();
      await setFaults({ loseWebhooks: 1000 });
      // First the relay's own: its round carries out whatever is planned, and stands with them then.
      await standBorn(born);
      await standAsked(asked);

      shop.cable.stall('answers');
      for (const paid of [asked.heard, born.heard]) {
        await gates.open('back', paid.attemptId);
        await expect.poll(() => factOf(paid).refundedCents, POLL).toBe(paid.cents ?? paid.order.totalCents);
        expect(await newsOf(paid)).toBe('queued');
      }
      shop.cable.stall();
      await gates.open('back', asked.told.attemptId);
      await expect.poll(() => newsOf(asked.told), POLL).toBe('queued');
      refund(asked.intent);
      await expect.poll(() => intentOf(asked.intent), POLL).toBe('sent');
      expect(await relaysState(asked.intent)).toBe(undefined);

      expect([await relaysState(born.planned), await givenBack(born.planned)]).toEqual(['planned', []]);
      await shop.kill(victim);
      if (victim === 'relay') await gates.bury();
      await gates.openAll();
      for (const paid of [asked.sent, born.sent]) await atProvider(paid, 'release-refunds');
      await passTheMinute(victim);
      shop.cable.plug();
      await shop.start(victim);
      await shop.joined();

      for (const paid of Object.values(asked)) await expectBack(paid, 'estornado');
      for (const paid of Object.values(born)) await expectBack(paid, 'cliente');
      expect(await unresolvedOf(Object.values(asked))).toEqual([]);
      // Money that came for what was called off is a person's to know of.
      for (const paid of Object.values(born))
        expect({ step: paid.step, listed: await unresolvedOf([paid]) }).toEqual({
          step: paid.step,
          listed: [
            expect.stringContaining('pago depois de vencido ou cancelado') as string,
            expect.stringContaining('não pode mais ser feito') as string,
          ],
        });
      expect(await heal(shop, relay)).toEqual([]);
      expect(await findings(shop.dataDir, relay, new Map(), { printing: false })).toEqual([]);
    },
  );
});
