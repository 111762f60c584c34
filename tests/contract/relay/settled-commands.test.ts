// What is kept of a command once the store answered: its outcome, the order of the customer, and nothing of what was erased meanwhile.
// The use case alone, on a database of its own.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { JWK } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CommandDecision } from '@balcao/shared/link/command-state.ts';
import type { Command, Outcome } from '@balcao/shared/link/commands.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createCommandSealing } from '../../../cloud/shop/orders/command-sealing.ts';
import { createSettlement, type CommandRow } from '../../../cloud/shop/orders/settlement.ts';
import { createPersons } from '../../../cloud/storage/persons/persons.ts';
import { commands, erasedOrders, orders, stores } from '../../../cloud/storage/schema.ts';
import { Wake } from '../../../cloud/storage/wake.ts';
import { dumpTables, openDatabase, type TestDatabase } from '../../harness/database.ts';

type Decision = Extract<CommandDecision, { outcome: Outcome }>;
const NOW_MS = Date.UTC(2026, 10, 21, 15);
const PHONE = '11987654321';
const REFUSED: Outcome = { status: 'refused', refusal: { code: 'order-not-found' } };
const persons = createPersons(Buffer.alloc(32, 1));
const sealing = createCommandSealing(Buffer.alloc(32, 2), persons);

let database: TestDatabase;
let storeId: string;
let order: Order;
/** What was told, in its order. */
let told: unknown[];
let isAlone: boolean;
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  [storeId, told, isAlone] = [randomUUID(), [], false];
  order = sampleOrder({ id: randomUUID(), orderNumber: 41, customerPhone: PHONE, observations: 'sem leite' });
  await database.db.insert(stores).values({
    ...{ storeId, name: 'Loja', publicKey: {} as JWK, pairedAtMs: NOW_MS, hash: '' },
    ...{ clearedUpTo: 40, retiredUpTo: 40 },
  });
});

/** How far the orders of the shop were cleared, and how far their customers were forgotten. */
const mark = (numbers: { clearedUpTo: number; retiredUpTo: number }) =>
  database.db.update(stores).set(numbers).where(eq(stores.storeId, storeId));

async function waiting(changes: Partial<CommandRow> = {}): Promise<CommandRow> {
  const [row] = await database.db
    .insert(commands)
    .values({
      ...{ storeId, id: randomUUID(), orderId: order.id, kind: 'order.place', requestHash: 'hash' },
      ...{ command: { kind: 'order.place' } as Command, state: 'queued', attempts: 2, lastError: 'away' },
      ...{ nextAtMs: NOW_MS + 5, createdAtMs: NOW_MS },
      ...changes,
    })
    .returning();
  if (row === undefined) throw new Error('no command was written');
  return row;
}
async function settle(row: CommandRow, decision: Partial<Decision> & Pick<Decision, 'outcome'>) {
  const wake = new Wake();
  if (!isAlone)
    wake.publish = (store, topic) =>
      void told.push(`${topic} of ${store === storeId ? 'the store' : 'another'}`);
  const carryOut = createSettlement({
    ...{ db: database.db, sealing, persons, wake, clock: () => NOW_MS, random: () => 0 },
    repeat: (_name, statement) => database.db.execute(statement),
    wholesale: {
      learn: (store, wholesale) => {
        told.push(`learns ${wholesale.id} of ${store === storeId ? 'the store' : 'another'}`);
        return Promise.resolve();
      },
    },
    onOutcome: (id, outcome) => void told.push(id === row.id ? outcome : 'of another command'),
  });
  await carryOut(row, { kind: 'settle', state: 'done', dropsContent: false, ...decision } as Decision);
}
const done = (changes: Partial<Order> = {}): Outcome => ({
  ...{ status: 'done', order: { ...order, ...changes } },
  ...{ trackingToken: 'token', trackingTokenHash: 'f'.repeat(64) },
});
const kept = async () => {
  const [row] = await database.db.select().from(commands);
  if (row === undefined) throw new Error('the command is gone');
  return { ...row, outcome: sealing.openOutcome(row, row.outcome) };
};
const shown = async () =>
  (await database.db.select().from(orders)).map(({ id, seq, status, tokenHash, body }) => ({
    ...{ id, seq, status, tokenHash },
    order: persons.open({ storeId, id }, JSON.parse(body ?? '') as Order),
  }));
const ALL_HEAR = 'outcomes of the store';

describe('an order that the store made', () => {
  it('is kept with its outcome, told, and shown before the log says it; nobody is named in the tables', async () => {
    const row = await waiting();
    await settle(row, { outcome: done({ status: 'RECEBIDO' }) });
    const outcome = done({ status: 'RECEBIDO' });
    expect(told).toEqual([outcome, ALL_HEAR]);
    expect(await kept()).toEqual({ ...row, state: 'done', outcome, lastError: null });
    expect(await shown()).toEqual([
      {
        ...{ id: order.id, seq: 0, status: 'RECEBIDO', tokenHash: 'f'.repeat(64) },
        order: { ...order, status: 'RECEBIDO' },
      },
    ]);
    expect(await dumpTables(database.db)).not.toContain(PHONE);
  });

  it('is told here alone where there is no other process', async () => {
    isAlone = true;
    await settle(await waiting(), { outcome: done() });
    expect(told).toEqual([done()]);
  });

  it.each(['lapsed', 'done', 'refused', 'set-aside'] as const)(
    'and whose command is %s is neither kept nor told',
    async (state) => {
      const row = await waiting({ state });
      await settle(row, { outcome: done() });
      expect([told, await shown(), await kept()]).toEqual([[], [], row]);
    },
  );

  it.each<[string, () => Promise<unknown>, Partial<Order>]>([
    [
      'and that was deleted',
      () => database.db.insert(erasedOrders).values({ storeId, orderId: order.id, gone: true }),
      {},
    ],
    ['of a history that was cleared', () => mark({ clearedUpTo: 41, retiredUpTo: 0 }), {}],
  ])('%s is refused, and nothing of it stays', async (_name, prepare, changes) => {
    await prepare();
    const row = await waiting();
    await settle(row, { outcome: done(changes) });
    expect(told).toEqual([REFUSED, ALL_HEAR]);
    expect(await kept()).toEqual({
      ...{ ...row, state: 'done', lastError: null },
      ...{ outcome: REFUSED, command: null },
    });
    expect(await shown()).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'whose customer was erased',
      () => database.db.insert(erasedOrders).values({ storeId, orderId: order.id, gone: false }),
    ],
    ['which is too old for its customer to be known', () => mark({ clearedUpTo: 0, retiredUpTo: 41 })],
  ])('%s is kept, told and shown without a person, and what was sent is dropped', async (_name, prepare) => {
    await prepare();
    const outcome = done({ customerPhone: null, observations: '' });
    const row = await waiting();
    await settle(row, { outcome: done() });
    expect(told).toEqual([outcome, ALL_HEAR]);
    expect(await kept()).toEqual({ ...row, state: 'done', outcome, lastError: null, command: null });
    expect((await shown()).map((one) => one.order)).toEqual([
      { ...order, customerPhone: null, observations: '' },
    ]);
  });
});

describe('a command of which no order comes', () => {
  it.each([
    ['and that was refused is dropped', 'refused', true],
    ['and that the store could not read stays for a person', 'set-aside', false],
  ] as const)('%s', async (_name, state, dropsContent) => {
    const row = await waiting();
    await settle(row, { outcome: REFUSED, state, dropsContent });
    expect(told).toEqual([REFUSED, ALL_HEAR]);
    expect(await kept()).toEqual({
      ...{ ...row, state, outcome: REFUSED, lastError: null },
      command: dropsContent ? null : row.command,
    });
    expect(await shown()).toEqual([]);
  });

  it('and that lapsed meanwhile is neither told nor touched', async () => {
    const row = await waiting({ state: 'lapsed' });
    await settle(row, { outcome: REFUSED, state: 'refused', dropsContent: true });
    expect([told, await kept()]).toEqual([[], row]);
  });

  it('for the store is too old waits ten minutes with what was sent, and nobody is told', async () => {
    const row = await waiting({ kind: 'order.choose-cash' });
    const outcome: Outcome = { status: 'deferred', kind: 'order.choose-cash' };
    await settle(row, { kind: 'defer', state: 'deferred', outcome });
    expect(told).toEqual([]);
    const nextAtMs = NOW_MS + 600_000;
    expect(await kept()).toEqual({ ...row, state: 'deferred', outcome, nextAtMs, lastError: null });
  });
});

describe('a wholesale order', () => {
  const wholesale = { id: randomUUID(), customerName: 'Ana Souza' };
  const outcome = { status: 'wholesale', wholesale } as unknown as Outcome;

  it('is learned once its outcome is kept, and no customer’s order', async () => {
    const row = await waiting({ kind: 'wholesale.place' });
    await settle(row, { outcome });
    expect(told).toEqual([`learns ${wholesale.id} of the store`, outcome, ALL_HEAR]);
    expect(await kept()).toEqual({ ...row, state: 'done', outcome, lastError: null });
    expect([await shown(), (await dumpTables(database.db)).includes('Ana Souza')]).toEqual([[], false]);
  });

  it('whose command lapsed is not learned', async () => {
    await settle(await waiting({ kind: 'wholesale.place', state: 'lapsed' }), { outcome });
    expect(told).toEqual([]);
  });
});
