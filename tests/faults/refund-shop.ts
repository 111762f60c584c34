// A shop on a real PostgreSQL whose refunds are stopped at chosen steps: what people and the provider do there, and what is to be seen of it.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import type { UnresolvedPayment } from '@balcao/shared/http/refunds.ts';
import { startPostgres } from '../support/postgres.ts';
import { startShop } from '../support/shop.ts';
import { openGates, type Gate } from './refund-gates.ts';
import { seeded } from './seeded.ts';
import { anyOrder, ask, fromAnywhere, readMenu, signIn, type Placed } from './shop-client.ts';
import { openStoreFile } from './shop-findings.ts';
import { connectTo } from './shop-kills.ts';

/** Longer than the minute after which a refund is tried again: on a slow machine a first try may be given up. */
export const POLL = { timeout: 180_000, interval: 25 };

/** A payment of an order: all of it, or a part. */
export type Payment = { order: Order; attemptId: string; paymentId: string };
/** An order with its PIX; `cents`: how much of it a person gives back, null for all. */
export type Paid = Payment & { step: string; token: string; cents: number | null };
export type RefundShop = Awaited<ReturnType<typeof openRefundShop>>;

export async function openRefundShop(seed: number) {
  const chance = seeded(seed);
  const postgres = await startPostgres();
  const shop = await startShop({
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
  const relay = connectTo(postgres.url);
  const gates = await openGates(postgres.url);
  const owner = await signIn(shop.urls.store, 'ADMIN');

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
  async function atProvider({ paymentId }: Payment, what: string): Promise<void> {
    const url = `${shop.urls.payments}/simulator/payments/${paymentId}/${what}`;
    expect((await ask(url, { method: 'POST' })).status).toBe(200);
  }
  const setFaults = (body: unknown) => ask(`${shop.urls.payments}/simulator/faults`, { body });

  /** What the provider gave back of an order, one amount for each time; what the bank has not decided, or turned down, is not among it. */
  async function givenBack({ order }: Pick<Payment, 'order'>): Promise<number[]> {
    const { body } = await ask(`${shop.urls.payments}/simulator/payments`);
    const ofOrder = (
      body as { external_reference: string; refunds: { amount: number; status: string }[] }[]
    ).filter((one) => one.external_reference === order.id);
    return ofOrder.flatMap(({ refunds }) =>
      refunds.filter(({ status }) => status === 'approved').map(({ amount }) => Math.round(amount * 100)),
    );
  }

  const orderNow = async ({ order, token }: Pick<Paid, 'order' | 'token'>, url = shop.urls.store) =>
    (
      await ask(`${url}/api/orders/${order.code}`, {
        headers: { authorization: `Bearer ${token}`, ...fromAnywhere(chance) },
      })
    ).body as { order: Order; money?: object } | null;

  /** How the newest news of an order stands that the relay has for the store. */
  const newsOf = async ({ order }: Payment): Promise<unknown> =>
    (
      await gates.query(
        `select state from commands where order_id = $1 and kind = 'payment.fact'
        and (command->'payload'->>'refundedCents')::int > 0
        order by position desc limit 1`,
        [order.id],
      )
    )[0]?.['state'];

  const asOwner = (path: string, body?: unknown) =>
    ask(`${shop.urls.store}/api/staff${path}`, { ...(body === undefined ? {} : { body }), headers: owner });

  function inStore<T>(sql: string, ...values: string[]): T | undefined {
    const file = openStoreFile(shop.dataDir);
    try {
      return file
        .prepare(sql)
        .pluck()
        .get(...values) as T | undefined;
    } finally {
      file.close();
    }
  }

  const unresolved = async (): Promise<UnresolvedPayment[]> => {
    const { body } = await asOwner('/payments/unresolved');
    const nobodySaid = { code: null, reason: 'nobody said' } as UnresolvedPayment;
    return (body as { payments?: UnresolvedPayment[] } | null)?.payments ?? [nobodySaid];
  };

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

  return {
    shop,
    relay,
    gates,
    placed,
    atProvider,
    setFaults,
    givenBack,
    orderNow,
    inStore,
    asOwner,

    async paid(step: string, cents: number | null = null): Promise<Paid> {
      const one = await placed(step, cents);
      await atProvider(one, 'approve');
      await expect.poll(async () => (await orderNow(one))?.order.status, POLL).toBe('RECEBIDO');
      return one;
    },

    /** A person gives money back at the store; nobody waits for the answer, for a killed process gives none. */
    refund: ({ order, cents }: Pick<Paid, 'order' | 'cents'>): void =>
      void asOwner(`/orders/${order.id}/refund`, { amountCents: cents }),
    callOff: ({ order }: Pick<Payment, 'order'>) =>
      asOwner(`/orders/${order.id}/moves`, { kind: 'cancel', reason: 'cliente', keepsMoney: true }),

    intentOf: ({ attemptId }: Payment) =>
      inStore<string>('select state from refund_intents where attempt_id = ?', attemptId),
    factOf: ({ attemptId }: Payment): { refundedCents: number } =>
      JSON.parse(inStore<string>('select fact from payments where attempt_id = ?', attemptId) ?? '{}') as {
        refundedCents: number;
      },
    /** What the shop's books have of an order in parts. */
    bookedCents: (orderId: string) =>
      inStore<number>(
        "select sum(iif(kind = 'in', amount_cents, -amount_cents)) from hand_payments where order_id = ?",
        orderId,
      ),
    anyItems: async () => anyOrder(await readMenu(shop.urls.store), chance).items,
    /** Of the newest of its refunds. */
    relaysState: async ({ attemptId }: Payment): Promise<unknown> =>
      (
        await gates.query(
          'select state from payment_refunds where attempt_id = $1 order by created_at_ms desc, id limit 1',
          [attemptId],
        )
      )[0]?.['state'],
    newsOf,

    /** Resolves when each stands at its gate. */
    async stand(at: readonly (readonly [Gate, Payment])[]): Promise<void> {
      for (const [gate, { attemptId }] of at) await gates.reached(gate, attemptId);
    },

    /** Dies, and comes back; what waited at gates goes on, or died with it. Alive again also where what comes meanwhile fails. */
    async killAndStart(victim: 'relay' | 'store', meanwhile: () => Promise<void>): Promise<void> {
      await shop.kill(victim);
      try {
        if (victim === 'relay') await gates.bury();
        await gates.openAll();
        await meanwhile();
        await passTheMinute(victim);
      } finally {
        shop.cable.plug();
        await shop.start(victim);
      }
      await shop.joined();
    },

    /** After each test: a gate, a line or an answer that one which failed left shut stands in the way of no other. */
    async openUp(): Promise<void> {
      await gates.openAll();
      shop.cable.plug();
      expect((await ask(`${shop.urls.payments}/simulator/faults`, { method: 'DELETE' })).status).toBe(200);
      const { body } = await ask(`${shop.urls.payments}/simulator/payments`);
      for (const { id } of body as { id: unknown }[])
        await ask(`${shop.urls.payments}/simulator/payments/${String(id)}/release-refunds`, {
          method: 'POST',
        });
      await shop.joined();
    },

    unresolved,
    /** The reasons why these are listed. */
    unresolvedOf: async (orders: readonly Pick<Payment, 'order'>[]): Promise<string[]> =>
      (await unresolved())
        .filter(({ code }) => code === null || orders.some(({ order }) => order.code === code))
        .map(({ reason }) => reason),

    /** What the order says of its money at both addresses, and how often it went back. */
    async expectBack(paid: Paid, cancelReason: string): Promise<void> {
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
    },

    /** The store has answered for it; heard before and said again, in the words of the first time. */
    expectNewsDone: ({ step, ...paid }: Payment & { step: string }): Promise<void> =>
      expect.poll(async () => ({ step, news: await newsOf(paid) }), POLL).toEqual({ step, news: 'done' }),

    async end(): Promise<void> {
      await gates.end();
      await relay.close();
      await shop.stop();
      await postgres.stop();
    },
  };
}
