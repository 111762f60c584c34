// The relay's background jobs through its real composition: started by `start()`, their effect seen in the database, ended with the relay.
import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REMOTE_SESSION_MS } from '@balcao/shared/link/assertion.ts';
import { PUBLIC_ORDER_AGE_MS_MAX } from '@balcao/shared/http/orders.ts';
import { commands, stores } from '../../../cloud/storage/schema.ts';
import { limitCounts } from '../../../cloud/storage/limits/schema.ts';
import { LAPSE_MS } from '@balcao/shared/link/command-state.ts';
import { paymentNotices } from '../../../cloud/payments/schema.ts';
import { remoteSessions } from '../../../cloud/shop/staff/schema.ts';
import { createTestRelay, type TestRelay } from '../../harness/relay.ts';

const HOUR_MS = 3_600_000;
const storeId = v7();
let relay: TestRelay;
beforeAll(async () => {
  relay = await createTestRelay('pglite');
});
afterAll(() => relay.close());

const command = (id: string, changes: Partial<typeof commands.$inferInsert>) => ({
  storeId,
  id,
  orderId: id,
  kind: 'order.place',
  command: { id, kind: 'order.place' } as never,
  requestHash: 'x',
  state: 'queued' as const,
  nextAtMs: relay.nowMs + HOUR_MS,
  createdAtMs: relay.nowMs,
  ...changes,
});
const notice = (noticeId: string, receivedAtMs: number) => ({
  storeId,
  noticeId,
  providerPaymentId: '1',
  receivedAtMs,
});
const vouch = (sessionHash: string, confirmedAtMs: number) => ({
  storeId,
  sessionHash,
  userId: 'u',
  name: 'Ana',
  email: 'ana@loja.com',
  seq: 1,
  confirmedAtMs,
  assertion: 'x',
});

it('[36] do what they are there for once the relay has started, and leave what is not due', async () => {
  const { db } = relay.relay;
  const nowMs = relay.nowMs;
  await db.insert(stores).values({ storeId, name: 'Loja', publicKey: {}, pairedAtMs: 0, hash: '' });
  const [late, young, answered, fresh] = [v7(), v7(), v7(), v7()];
  await db
    .insert(commands)
    .values([
      command(late, { createdAtMs: nowMs - LAPSE_MS - HOUR_MS }),
      command(young, { createdAtMs: nowMs }),
      command(answered, { state: 'done', createdAtMs: nowMs - PUBLIC_ORDER_AGE_MS_MAX - HOUR_MS }),
      command(fresh, { state: 'done', createdAtMs: nowMs - PUBLIC_ORDER_AGE_MS_MAX + HOUR_MS }),
    ]);
  await db.insert(limitCounts).values([
    { key: 'over', expire: nowMs - HOUR_MS },
    { key: 'running', expire: nowMs + HOUR_MS },
  ]);
  await db
    .insert(remoteSessions)
    .values([vouch('over', nowMs - REMOTE_SESSION_MS - HOUR_MS), vouch('running', nowMs)]);
  await db.insert(paymentNotices).values([notice('old', 0), notice('new', nowMs)]);
  const column = async (query: ReturnType<typeof sql>) =>
    (await relay.rows<{ value: unknown }>(query)).map(({ value }) => value);
  expect(
    await column(sql`select key as value from limit_counts where key in ('over', 'running')`),
  ).toHaveLength(2);

  await relay.stop();
  await relay.start();
  await expect
    .poll(async () => ({
      counts: await column(sql`select key as value from limit_counts where key in ('over', 'running')`),
      vouches: await column(sql`select session_hash as value from vouches`),
      notices: await column(sql`select notice_id as value from payment_notices`),
      kept: await column(
        sql`select id as value from commands where command is not null and kind = 'order.place' and state <> 'lapsed' order by id`,
      ),
      lapsed: await column(sql`select id as value from commands where state = 'lapsed'`),
      withdrawn: await column(sql`select order_id as value from commands where kind = 'order.withdraw'`),
    }))
    .toEqual({
      counts: ['running'],
      vouches: ['running'],
      notices: ['new'],
      kept: [young, fresh],
      lapsed: [late],
      withdrawn: [late],
    });
});

it('[36] are done by a round too: a menu that nobody needed for a minute is let go', async () => {
  await relay.relay.documents.catalog(storeId);
  expect(relay.relay.documents.held()).toBe(1);
  relay.advance(60_000);
  await relay.relay.round();
  expect(relay.relay.documents.held()).toBe(0);
});

it('[36] are all there, and say when they ran, in readyz', async () => {
  const { workers } = (await (await relay.ask('/readyz')).json()) as {
    workers: { name: string; lastRunAtMs: number | null; failures: number }[];
  };
  expect(workers.map(({ name }) => name).toSorted()).toEqual([
    'acknowledgements',
    'alarms',
    'checks',
    'claims',
    'clear-counts',
    'dismiss-revoked',
    'forget-answers',
    'forget-notices',
    'forget-remote-sessions',
    'forget-subscriptions',
    'lapse-orders',
    'let-go-menus',
    'messages',
    'notices',
    'orders-ready',
    'payment-alarms',
    'refunds',
    'seal-persons',
    'stores-away',
    'wake-due',
  ]);
  for (const { name, lastRunAtMs, failures } of workers)
    expect({ name, ran: lastRunAtMs !== null, failures }).toEqual({ name, ran: true, failures: 0 });
});
