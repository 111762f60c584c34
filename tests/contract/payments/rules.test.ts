// What may go back, when it is tried again, and when an attempt is looked at or ended: each bound on both sides, with a provider that
// says what the test wants and a clock that stands still.
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { AttemptStatus } from '@balcao/shared/payment/attempt-status.ts';
import type { ListedRefund } from '@balcao/shared/payment/listed-refund.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import { createChecks } from '../../../cloud/payments/attempts/checks.ts';
import type {
  Provider,
  ProviderFailure,
  ProviderPayment,
} from '../../../cloud/payments/provider/provider.ts';
import { createRefunds } from '../../../cloud/payments/refunds/refunds.ts';
import type { RefundState } from '@balcao/shared/payment/refund.ts';
import {
  paymentAttempts,
  paymentReviewItems,
  paymentRefunds,
  type AttemptRow,
} from '../../../cloud/payments/schema.ts';
import type { Settle } from '../../../cloud/payments/attempts/settle.ts';
import { orders as orderRows } from '../../../cloud/storage/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const START_MS = Date.UTC(2026, 10, 21, 15);
const ACCOUNT = {
  accessToken: 'token',
  publicKey: null,
  webhookSecret: null,
  api: 'payments',
  hasChangedApi: false,
} as const;

let database: TestDatabase;
let storeId: string;
let nowMs: number;
/** What was asked of the provider, in its order. */
let asked: string[];
/** What it says to each call; without a word it is unreachable. */
let says: {
  refund?: 'done' | 'in_process' | ProviderFailure;
  payment?: Partial<ProviderPayment> | ProviderFailure;
  cancelled?: ProviderFailure;
  found?: ProviderFailure;
};
/** What the attempt is after a fetched payment was settled. */
let settlesAs: AttemptStatus | null;
let hasAccount: boolean;
let order: Order | null;

beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  // What is due is looked for in all stores.
  await database.clear();
  storeId = randomUUID();
  nowMs = START_MS;
  asked = [];
  says = {};
  settlesAs = null;
  hasAccount = true;
  order = sampleOrder({ status: 'PENDING' });
});

const AWAY: ProviderFailure = { kind: 'unreachable', detail: 'away' };
const isFailure = (said: object): said is ProviderFailure => 'kind' in said;
const paymentOf = (id: string) => {
  const said = says.payment ?? AWAY;
  if (isFailure(said)) return refused(said);
  return accepted({ id, status: 'pending', ...said } as ProviderPayment);
};
const listed = (state: ListedRefund['state'], amountCents: number | null): ListedRefund => ({
  id: 'r1',
  amountCents,
  state,
  createdAtMs: nowMs,
});
const provider: Pick<
  Provider,
  'refund' | 'readRefund' | 'listRefunds' | 'fetch' | 'cancel' | 'searchByReference'
> = {
  refund: async (_account: unknown, { amountCents }: { amountCents: number | null }) => {
    asked.push(`refund ${amountCents}`);
    const said = says.refund ?? AWAY;
    return typeof said === 'string' ? accepted(listed(said, amountCents)) : refused(said);
  },
  readRefund: async (_account: unknown, _payment: string, id: string) => {
    asked.push(`read ${id}`);
    return accepted(listed('in_process', null));
  },
  listRefunds: async () => {
    asked.push('list');
    return accepted([]);
  },
  fetch: async (_account: unknown, id: string) => {
    asked.push('fetch');
    return paymentOf(id);
  },
  cancel: async (_account: unknown, id: string) => {
    asked.push('cancel');
    return says.cancelled ? refused(says.cancelled) : paymentOf(id);
  },
  searchByReference: async () => {
    asked.push('search');
    return says.found ? refused(says.found) : accepted([]);
  },
};
const credentials = { of: async () => (hasAccount ? ACCOUNT : null) };
const db = () => database.db;
const mine = (id: string) => and(eq(paymentAttempts.storeId, storeId), eq(paymentAttempts.id, id));
const settle: Settle = {
  settle: async (_store, _account, payment) => {
    const where = eq(paymentAttempts.providerPaymentId, payment.id);
    if (settlesAs !== null) await db().update(paymentAttempts).set({ status: settlesAs }).where(where);
    const [row] = await db().select().from(paymentAttempts).where(where);
    return accepted(row ?? null);
  },
  close: async (_store, _id, as) => {
    asked.push(`close as ${as.status}`);
    return null;
  },
};
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const deps = () => ({
  db: db(),
  provider,
  credentials,
  settle,
  log,
  clock: () => nowMs,
  orders: { byId: async () => order },
  claims: { lookFor: () => Promise.resolve() },
});
const refunds = () => createRefunds(deps());
const checks = () => createChecks(deps());

async function attempt(changes: Partial<AttemptRow> = {}): Promise<AttemptRow> {
  const id = randomUUID();
  const [row] = await db()
    .insert(paymentAttempts)
    .values({
      storeId,
      id,
      orderId: randomUUID(),
      orderCode: 'CODE',
      method: 'pix',
      amountCents: 1000,
      status: 'approved',
      observedAtMs: START_MS,
      providerPaymentId: id,
      createdAtMs: START_MS,
      ...changes,
    })
    .returning();
  if (row === undefined) throw new Error('no attempt was written');
  return row;
}
const given = (attemptId: string, amountCents: number | null, state: RefundState, id = randomUUID()) =>
  db()
    .insert(paymentRefunds)
    .values({
      storeId,
      id,
      attemptId,
      amountCents,
      reason: 'asked',
      state,
      createdAtMs: START_MS,
      // Without a date one that is done was given back by hand.
      doneAtMs: state === 'done' ? START_MS : null,
    });
const reload = async ({ id }: AttemptRow): Promise<AttemptRow | undefined> =>
  (await db().select().from(paymentAttempts).where(mine(id)))[0];
const attention = async (): Promise<string[]> =>
  (await db().select().from(paymentReviewItems).where(eq(paymentReviewItems.storeId, storeId))).map(
    ({ kind }) => kind,
  );

describe('of ten reais may go back', () => {
  const part = (row: AttemptRow, amountCents: number, refundId: string | null = randomUUID()) =>
    refunds().ask(storeId, { attemptId: row.id, amountCents, refundId });
  const whole = (row: AttemptRow) =>
    refunds().ask(storeId, { attemptId: row.id, amountCents: null, refundId: null });
  type Before = readonly (readonly [number | null, RefundState])[];

  it.each<[string, Partial<AttemptRow>, Before, number]>([
    ['all of it', {}, [], 1000],
    ['what did not go back yet', { status: 'partially_refunded', refundedCents: 300 }, [], 700],
    [
      'what is neither asked for nor under way',
      {},
      [
        [300, 'planned'],
        [200, 'in-process'],
      ],
      500,
    ],
    ['what is left beside parts that are done', { refundedCents: 300 }, [[300, 'done']], 700],
    [
      'what failed to go back',
      {},
      [
        [300, 'refused'],
        [null, 'refused'],
      ],
      1000,
    ],
    [
      'what is left beside both',
      { refundedCents: 100 },
      [
        [100, 'done'],
        [250, 'in-process'],
      ],
      650,
    ],
  ])('%s, and not a centavo more', async (_name, changes, before, leftCents) => {
    says.refund = 'done';
    const row = await attempt(changes);
    for (const [cents, state] of before) await given(row.id, cents, state);
    expect(await part(row, leftCents + 1)).toEqual({ ok: false, refusal: { code: 'too-much', leftCents } });
    expect(asked).toEqual([]);
    expect((await part(row, leftCents)).ok).toBe(true);
    expect(asked[0]).toBe(`refund ${leftCents}`);
  });

  it.each<[string, Partial<AttemptRow>, Before]>([
    ['all of it went back', { status: 'partially_refunded', refundedCents: 1000 }, []],
    [
      'all of it is on its way in parts',
      {},
      [
        [600, 'planned'],
        [400, 'in-process'],
      ],
    ],
    ['the whole was asked for', {}, [[null, 'planned']]],
    ['the whole is on its way', {}, [[null, 'in-process']]],
    ['the whole went back', {}, [[null, 'done']]],
  ])('nothing once %s', async (_name, changes, before) => {
    const row = await attempt(changes);
    for (const [cents, state] of before) await given(row.id, cents, state);
    expect(await part(row, 1)).toEqual({ ok: false, refusal: { code: 'nothing-to-refund' } });
    expect(asked).toEqual([]);
  });

  it.each(AttemptStatus.options)('of a payment that is %s what came and is still there', async (status) => {
    says.refund = 'done';
    const row = await attempt({ status });
    const isThere = status === 'approved' || status === 'partially_refunded';
    expect((await whole(row)).ok).toBe(isThere);
    expect((await part(await attempt({ status }), 1)).ok).toBe(isThere);
  });

  it('under one key once: the same again is the same, another amount is refused, one that failed is tried anew', async () => {
    says.refund = 'done';
    const row = await attempt();
    const key = randomUUID();
    await part(row, 300, key);
    asked = [];
    expect(await part(row, 300, key)).toMatchObject({ ok: true, value: { id: key, state: 'done' } });
    expect(await part(row, 301, key)).toEqual({ ok: false, refusal: { code: 'key-reused' } });
    expect(await part(row, 300, null)).toEqual({ ok: false, refusal: { code: 'key-needed' } });
    expect(asked).toEqual([]);
    const no = randomUUID();
    await given(row.id, 200, 'refused', no);
    const again = await part(row, 200, no);
    expect(again).toMatchObject({ ok: true, value: { state: 'done' } });
    // What the provider remembers of the first key is its refusal.
    expect(again.ok && again.value.id).not.toBe(no);
    expect(await part(row, 200, no)).toEqual(again);
    expect(asked[0]).toBe('refund 200');
  });

  it('of another store’s payment nothing', async () => {
    const row = await attempt({ storeId: randomUUID() });
    expect(await whole(row)).toEqual({ ok: false, refusal: { code: 'attempt-not-found' } });
  });
});

describe('a refund', () => {
  const ask = async (row: AttemptRow) => {
    const answer = await refunds().ask(storeId, { attemptId: row.id, amountCents: null, refundId: null });
    return answer.ok ? answer.value : null;
  };
  const stateOf = async ({ id }: AttemptRow) => (await refunds().of(storeId, id))[0]?.state;

  it.each<[ProviderFailure, RefundState, string[]]>([
    [{ kind: 'unreachable', detail: 'x' }, 'sent', []],
    [{ kind: 'busy', retryAfterMs: 1 }, 'sent', []],
    [{ kind: 'credentials', detail: 'x' }, 'sent', []],
    [{ kind: 'not-found' }, 'refused', ['refund-failed']],
    [{ kind: 'refused', code: '1', detail: 'x' }, 'refused', ['refund-failed']],
    [{ kind: 'not-now', detail: 'x' }, 'refused', ['refund-failed']],
    [{ kind: 'no-balance', detail: 'x' }, 'to-review', ['refund-no-balance']],
  ])('that meets %j is %s', async (failure, state, listed) => {
    says.refund = failure;
    says.payment = { status: 'approved' };
    const row = await attempt();
    expect((await ask(row))?.state).toBe(state);
    expect(await stateOf(row)).toBe(state);
    expect(await attention()).toEqual(listed);
  });

  it('that cannot be made now because the money is back already is done', async () => {
    says.refund = { kind: 'not-now', detail: 'refunded' };
    says.payment = { status: 'refunded' };
    settlesAs = 'refunded';
    const row = await attempt();
    expect((await ask(row))?.state).toBe('done');
    expect(await stateOf(row)).toBe('done');
    expect(await attention()).toEqual([]);
  });

  it('waits for an account, and for a payment that nobody made it never can', async () => {
    hasAccount = false;
    expect((await ask(await attempt()))?.state).toBe('planned');
    hasAccount = true;
    expect((await ask(await attempt({ providerPaymentId: null })))?.state).toBe('refused');
    expect(asked).toEqual([]);
  });

  it('without an answer is tried after 5, 10, 30 and 60 seconds, then every five minutes; after eight a person is called, once', async () => {
    const row = await attempt();
    await ask(row);
    const due = async () =>
      (await db().select().from(paymentRefunds).where(eq(paymentRefunds.storeId, storeId)))[0]?.nextTryAtMs;
    const waits: number[] = [];
    for (let tries = 1; tries <= 9; tries += 1) {
      const atMs = (await due()) ?? 0;
      waits.push((atMs - nowMs) / SECOND_MS);
      expect(await attention()).toEqual(tries < 8 ? [] : ['refund-unanswered']);
      nowMs = atMs - 1;
      asked = [];
      await refunds().runDue();
      expect(asked).toEqual([]);
      nowMs = atMs;
      await refunds().runDue();
      // Read before it is sent again.
      expect(asked).toEqual(['list', 'refund null']);
    }
    expect(waits).toEqual([5, 10, 30, 60, 300, 300, 300, 300, 300]);
  });

  it('that the bank carries out is looked at every minute, and asked for no second time', async () => {
    says.refund = 'in_process';
    const row = await attempt();
    expect((await ask(row))?.state).toBe('in-process');
    asked = [];
    nowMs += MINUTE_MS - 1;
    await refunds().runDue();
    expect(asked).toEqual([]);
    nowMs += 1;
    await refunds().runDue();
    expect(asked).toEqual(['read r1', 'fetch']);
  });
});

describe('an attempt', () => {
  const open = (changes: Partial<AttemptRow> = {}) => attempt({ status: 'pending', ...changes });

  it.each<[string, () => void, number]>([
    ['no account', () => (hasAccount = false), 600],
    ['an account that does not open', () => (says.found = { kind: 'credentials', detail: 'x' }), 600],
    ['no answer', () => (says.found = AWAY), 30],
    ['a provider that is busy for a moment', () => (says.found = { kind: 'busy', retryAfterMs: 5000 }), 30],
    ['a provider that is busy for long', () => (says.found = { kind: 'busy', retryAfterMs: 90_000 }), 90],
  ])('that meets %s is looked at again later', async (_name, prepare, seconds) => {
    prepare();
    const row = await open();
    await checks().check(row);
    expect(((await reload(row))?.nextCheckAtMs ?? 0) - nowMs).toBe(seconds * SECOND_MS);
  });

  it('that never came to be is closed after three minutes, not a moment before', async () => {
    const row = await open({ status: 'created', providerPaymentId: null });
    nowMs = START_MS + 3 * MINUTE_MS - 1;
    await checks().check(row);
    expect(asked).toEqual(['search']);
    nowMs += 1;
    await checks().check(row);
    expect(asked).toEqual(['search', 'search', 'close as cancelled']);
  });

  const EXPIRES_MS = START_MS + 30 * MINUTE_MS;
  it.each<[string, Partial<AttemptRow>, number, Partial<Order> | null, boolean]>([
    ['nobody wants gone', {}, 0, {}, false],
    ['of an order that nobody knows', {}, 0, null, false],
    ['is wanted gone', { cancelAskedAtMs: START_MS }, 0, {}, true],
    ['is in the last moment of its code', { providerExpiresAtMs: EXPIRES_MS }, EXPIRES_MS, {}, false],
    ['is past its code', { providerExpiresAtMs: EXPIRES_MS }, EXPIRES_MS + 1, {}, true],
    [
      'is a card, past that moment',
      { providerExpiresAtMs: EXPIRES_MS, method: 'credit_card' },
      EXPIRES_MS + 1,
      {},
      false,
    ],
    ['is of an order that is paid', {}, 0, { status: 'RECEBIDO' }, true],
    ['is of an order that is over', {}, 0, { status: 'CANCELLED' }, true],
  ])('that is open and %s is ended at the provider or not', async (_name, changes, atMs, of, isEnded) => {
    says.payment = { status: 'pending' };
    order = of === null ? null : sampleOrder({ status: 'PENDING', ...of });
    const row = await open(changes);
    nowMs = Math.max(nowMs, atMs);
    await checks().fetchAndSettle(row, ACCOUNT);
    expect(asked).toEqual(isEnded ? ['fetch', 'cancel'] : ['fetch']);
  });

  it.each(['approved', 'rejected', 'cancelled', 'expired', 'refunded'] as const)(
    'that is %s over there is not ended, whoever wants it gone',
    async (status) => {
      says.payment = { status };
      await checks().fetchAndSettle(await open({ cancelAskedAtMs: START_MS }), ACCOUNT);
      expect(asked).toEqual(['fetch']);
    },
  );

  it('that cannot be cancelled now is fetched and settled as what it is', async () => {
    says.payment = { status: 'approved' };
    says.cancelled = { kind: 'not-now', detail: 'paid' };
    settlesAs = 'approved';
    expect(await checks().cancel(await open(), ACCOUNT)).toMatchObject({
      ok: true,
      value: { status: 'approved' },
    });
    expect(asked).toEqual(['cancel', 'fetch']);
    asked = [];
    says.cancelled = AWAY;
    expect((await checks().cancel(await open(), ACCOUNT)).ok).toBe(false);
    expect(asked).toEqual(['cancel']);
  });

  it('that a page waits for is looked at every three seconds, however many pages ask, and no more once it is over', async () => {
    says.payment = { status: 'pending' };
    const row = await open({ polledAtMs: START_MS });
    const poll = async () => {
      asked = [];
      await Promise.all([checks().poll(row, 3000), checks().poll(row, 3000)]);
      return asked;
    };
    nowMs = START_MS + 2999;
    expect(await poll()).toEqual([]);
    nowMs = START_MS + 3000;
    expect(await poll()).toEqual(['fetch']);
    expect(await poll()).toEqual([]);
    nowMs += 3000;
    await checks().poll({ ...row, status: 'rejected' }, 3000);
    expect(asked).toEqual([]);
  });

  it('that is due is looked at by one process, and held for a minute', async () => {
    const row = await open({ nextCheckAtMs: START_MS + 1 });
    says.payment = { status: 'pending' };
    await checks().runDue();
    expect(asked).toEqual([]);
    nowMs = START_MS + 1;
    await Promise.all([checks().runDue(), checks().runDue()]);
    expect(asked).toEqual(['search', 'fetch']);
    expect((await reload(row))?.checks).toBe(1);
  });

  it('of an order that was called off is ended at once, and where the provider does not answer not again before half a minute', async () => {
    const row = await open();
    says.found = AWAY;
    await db()
      .insert(orderRows)
      .values({
        ...{
          storeId,
          id: row.orderId,
          seq: 1,
          code: 'CODE',
          number: 1,
          totalCents: 1000,
          createdAtMs: START_MS,
        },
        ...{ status: 'CANCELLED', paymentStatus: 'pending', tokenHash: '' },
      });
    const askedOnce = async () => {
      asked = [];
      await checks().runDue();
      return asked;
    };
    expect(await askedOnce()).toEqual(['search']);
    nowMs += 30 * SECOND_MS - 1;
    expect(await askedOnce()).toEqual([]);
    nowMs += 1;
    expect(await askedOnce()).toEqual(['search']);
  });
});
