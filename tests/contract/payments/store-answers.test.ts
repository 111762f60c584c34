// What the store did with the news that money came, and what its silence does: which of its answers counts, what goes back, what a person is
// told. The use case alone, on a database of its own.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CommandState } from '@balcao/shared/link/command-state.ts';
import type { Outcome } from '@balcao/shared/link/commands.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { watchAcknowledgements } from '../../../cloud/payments/acknowledgement/acknowledgement.ts';
import { wholeRefundId } from '../../../cloud/payments/repository.ts';
import {
  paymentAttempts,
  paymentRefunds,
  paymentReviewItems,
  type AttemptRow,
} from '../../../cloud/payments/schema.ts';
import { commands } from '../../../cloud/storage/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const PAID_MS = Date.UTC(2026, 10, 21, 15);
const MINUTE_MS = 60_000;
const CENTS = 1000;

let database: TestDatabase;
let storeId: string;
let nowMs: number;
let logged: object[];
/** What runs before the attempt is locked. */
let meanwhile: () => Promise<unknown>;
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  [storeId, nowMs, logged] = [randomUUID(), PAID_MS, []];
  meanwhile = () => Promise.resolve();
});

async function paid(changes: Partial<AttemptRow> = {}): Promise<AttemptRow> {
  const [row] = await database.db
    .insert(paymentAttempts)
    .values({
      ...{ storeId, id: randomUUID(), orderId: randomUUID(), orderCode: 'CODE', method: 'pix' },
      ...{ amountCents: CENTS, status: 'approved', observedAtMs: PAID_MS, createdAtMs: PAID_MS },
      ...{ paidAtMs: PAID_MS, paidCommandId: randomUUID(), factCommandId: randomUUID() },
      ...changes,
    })
    .returning();
  if (row === undefined) throw new Error('no attempt was written');
  return row;
}
const REFUSED: Outcome = { status: 'refused', refusal: { code: 'order-not-found' } };
const done = (order: Partial<Order> = {}): Outcome => ({
  ...{ status: 'done', trackingToken: '', trackingTokenHash: '' },
  order: sampleOrder({ status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'pix', ...order }),
});
async function answered(
  row: AttemptRow,
  outcome: Outcome | null,
  { id = row.paidCommandId, state = 'done' as CommandState, store = storeId } = {},
): Promise<void> {
  await database.db.insert(commands).values({
    ...{ storeId: store, id: id ?? randomUUID(), orderId: row.orderId, kind: 'payment.fact' },
    ...{ requestHash: '', state, outcome, nextAtMs: 0, createdAtMs: 0 },
  });
}
async function watch(): Promise<void> {
  const { db } = database;
  const log = (level: string) => (details: object, text: string) =>
    void logged.push({ level, ...details, text });
  await watchAcknowledgements({
    db: {
      select: db.select.bind(db),
      transaction: async (...given: Parameters<typeof db.transaction>) => {
        await meanwhile();
        return db.transaction(...given);
      },
    } as unknown as typeof db,
    log: { info: log('info'), warn: log('warn'), error: log('error') },
    ...{ clock: () => nowMs, alarmMs: 2 * MINUTE_MS, refundMs: 15 * MINUTE_MS },
  });
}
const items = async () =>
  (await database.db.select().from(paymentReviewItems).orderBy(paymentReviewItems.kind)).map(
    ({ kind, endedAtMs }) => (endedAtMs === null ? kind : `${kind} until ${(endedAtMs - PAID_MS) / 1000}`),
  );
/** Whether it is over, what goes back, and what a person is told. */
async function became({ id }: AttemptRow) {
  const [row] = await database.db.select().from(paymentAttempts).where(eq(paymentAttempts.id, id));
  const refunds = await database.db.select().from(paymentRefunds).where(eq(paymentRefunds.attemptId, id));
  return [row?.acknowledgedAtMs ?? null, refunds.map(({ reason }) => reason), await items()];
}

describe('a paid order of which the store says nothing', () => {
  const FIRST_STORE = '00000000-0000-4000-8000-000000000000';
  // A round looks at two hundred, of all shops: whoever waits longest must not wait behind those who just paid.
  it('is seen to before those that were paid later, however many they are', async () => {
    nowMs = PAID_MS + 15 * MINUTE_MS;
    const justPaid = { orderCode: 'CODE', method: 'pix', status: 'approved', paidAtMs: nowMs } as const;
    await database.db.insert(paymentAttempts).values(
      Array.from({ length: 200 }, () => ({
        ...{ ...justPaid, id: randomUUID(), orderId: randomUUID(), amountCents: CENTS },
        ...{ storeId: FIRST_STORE, observedAtMs: nowMs, createdAtMs: nowMs },
      })),
    );
    const row = await paid();
    await watch();
    expect((await became(row))[1]).toEqual(['unacknowledged']);
  });

  const OVERDUE = ['unacknowledged'];
  const BOTH = ['refunded-unacknowledged', 'unacknowledged'];
  const TERMINAL = { terminalId: 't1' };
  it.each<[string, number, Partial<AttemptRow>, string[], string[]]>([
    ['just before two minutes is waited for', 2 * MINUTE_MS - 1, {}, [], []],
    ['for two minutes calls a person', 2 * MINUTE_MS, {}, [], OVERDUE],
    ['just before fifteen keeps its money', 15 * MINUTE_MS - 1, {}, [], OVERDUE],
    ['for fifteen minutes is given back', 15 * MINUTE_MS, {}, ['unacknowledged'], BOTH],
    ['and that was paid at the shop’s terminal waits on', 60 * MINUTE_MS, TERMINAL, [], OVERDUE],
    ['and whose money is gone gives nothing back', 15 * MINUTE_MS, { status: 'refunded' }, [], []],
    ['and that was never paid is not looked at', 15 * MINUTE_MS, { paidAtMs: null }, [], []],
    ['after it did is not looked at', 15 * MINUTE_MS, { acknowledgedAtMs: PAID_MS + 1 }, [], []],
  ])('%s', async (_name, afterMs, changes, reasons, told) => {
    const row = await paid(changes);
    nowMs = PAID_MS + afterMs;
    await watch();
    await watch();
    expect(await became(row)).toEqual([row.acknowledgedAtMs, reasons, told]);
    expect(logged).toEqual(
      reasons.length === 0
        ? []
        : [
            {
              ...{ level: 'error', storeId, orderId: row.orderId, attemptId: row.id },
              text: 'the store did not answer for a paid order, the money goes back',
            },
          ],
    );
  });

  it('is given back whole, under the key of the whole', async () => {
    const row = await paid();
    nowMs = PAID_MS + 15 * MINUTE_MS;
    await watch();
    expect(await database.db.select().from(paymentRefunds)).toMatchObject([
      {
        ...{ storeId, id: wholeRefundId(row.id), attemptId: row.id, amountCents: null, state: 'planned' },
        ...{ createdAtMs: nowMs, nextTryAtMs: nowMs },
      },
    ]);
  });

  it('and answers in the last moment keeps its money, and the alarm ends', async () => {
    const row = await paid();
    nowMs = PAID_MS + 3 * MINUTE_MS;
    await watch();
    nowMs = PAID_MS + 15 * MINUTE_MS;
    meanwhile = () => answered(row, done());
    await watch();
    expect(await became(row)).toEqual([nowMs, [], ['unacknowledged until 900']]);
    expect(logged).toEqual([]);
  });

  it('and is gone, or was answered for by another process meanwhile, is let be', async () => {
    const rows = [await paid(), await paid()];
    nowMs = PAID_MS + 15 * MINUTE_MS;
    meanwhile = async () => {
      await database.db.delete(paymentAttempts).where(eq(paymentAttempts.id, rows[0]?.id ?? ''));
      await database.db.update(paymentAttempts).set({ acknowledgedAtMs: 1 });
    };
    await watch();
    expect([await items(), logged]).toEqual([[], []]);
  });

  it('and cannot be written holds up no other, and is logged', async () => {
    const [moving, other] = [await paid(), await paid({ paidAtMs: PAID_MS + 1 })];
    nowMs = PAID_MS + 16 * MINUTE_MS;
    const failure = new Error('it moves');
    meanwhile = () => {
      meanwhile = () => Promise.resolve();
      return Promise.reject(failure);
    };
    await watch();
    expect(await became(moving)).toEqual([null, [], expect.anything()]);
    expect((await became(other))[1]).toEqual(['unacknowledged']);
    expect(logged[0]).toEqual({
      ...{ level: 'error', storeId, attemptId: moving.id, err: failure },
      text: 'what the store did not answer for could not be taken in',
    });
  });
});

describe('a paid order of which the store says', () => {
  const NOT_MADE = 'refused-by-store';
  const BESIDE = 'second-approval';
  const wholesale = { status: 'wholesale', wholesale: {} } as Outcome;
  const BY_HAND: Partial<Order> = { paymentMethod: 'terminal', totalCents: CENTS };
  const partId = randomUUID();
  const terminalId = 't1';
  const part = {
    id: partId,
    method: 'terminal',
    card: null,
    cents: CENTS,
    receivedCents: null,
    atMs: 0,
  } as const;
  const IN_PART: Partial<Order> = { paymentMethod: 'terminal', tenders: [part] };

  it.each<[string, Outcome, Partial<AttemptRow>, string | null]>([
    ['that it is made is honoured', done(), {}, null],
    ['that it is called off is given back', done({ status: 'CANCELLED' }), {}, NOT_MADE],
    ['that there is none is given back', REFUSED, {}, NOT_MADE],
    ['that it is one of wholesale is given back', wholesale, {}, NOT_MADE],
    ['that it was paid by hand is given back', done({ paymentMethod: 'cash' }), {}, BESIDE],
    ['that its terminal took the money is honoured', done(BY_HAND), { terminalId }, null],
    ['that a terminal took as much as came by PIX is given back', done(BY_HAND), {}, BESIDE],
    [
      'that its terminal took more is given back',
      done({ ...BY_HAND, totalCents: 1001 }),
      { terminalId },
      BESIDE,
    ],
    ['that the part was taken there is honoured', done(IN_PART), { terminalId, partId }, null],
    ['that another part was taken is given back', done(IN_PART), { partId: randomUUID() }, BESIDE],
    ['that the part was taken, and it was the whole, is given back', done(IN_PART), { terminalId }, BESIDE],
  ])('%s', async (_name, outcome, changes, reason) => {
    const row = await paid(changes);
    await answered(row, outcome, { state: outcome.status === 'refused' ? 'refused' : 'done' });
    nowMs = PAID_MS + 1000;
    await watch();
    expect(await became(row)).toEqual([
      nowMs,
      reason === null ? [] : [reason],
      reason === null ? [] : [reason],
    ]);
    const text = 'a paid order was not honoured, the money goes back';
    const answer = reason === BESIDE ? 'paid-otherwise' : 'not-made';
    const details = { level: 'warn', storeId, orderId: row.orderId, attemptId: row.id, answer, text };
    expect(logged).toEqual(reason === null ? [] : [details]);
  });

  it.each(['queued', 'deferred', 'set-aside', 'lapsed'] as const)(
    'something, in a command that is %s, is no answer yet',
    async (state) => {
      const row = await paid();
      await answered(row, done(), { state });
      await watch();
      expect(await became(row)).toEqual([null, [], []]);
    },
  );

  it('that it cannot yet, nothing that was kept, or something of another store, is no answer', async () => {
    const row = await paid();
    await answered(row, { status: 'deferred', kind: 'payment.fact' });
    await answered(row, null, { id: row.factCommandId });
    await answered(row, done(), { store: randomUUID() });
    await watch();
    expect(await became(row)).toEqual([null, [], []]);
  });

  it('that there is none, of money that is gone already, is over', async () => {
    const row = await paid({ status: 'refunded' });
    await answered(row, REFUSED, { state: 'refused' });
    await watch();
    expect(await became(row)).toEqual([nowMs, [], []]);
  });

  it('two things is held to the first, whichever command it was to', async () => {
    const row = await paid();
    await answered(row, done(), { id: row.factCommandId });
    await answered(row, REFUSED, { state: 'refused' });
    await watch();
    expect(await became(row)).toEqual([nowMs, [], []]);
  });

  it('something of a newer fact alone is held to it', async () => {
    const row = await paid({ paidCommandId: null });
    await answered(row, REFUSED, { id: row.factCommandId, state: 'refused' });
    await watch();
    expect((await became(row))[1]).toEqual([NOT_MADE]);
  });

  it('nothing, for nobody asked it, is silent', async () => {
    const row = await paid({ paidCommandId: null, factCommandId: null });
    nowMs = PAID_MS + 2 * MINUTE_MS;
    await watch();
    expect(await became(row)).toEqual([null, [], ['unacknowledged']]);
  });
});
