// Whose a fetched payment is, and what is written of it: of one store, of one order, of money without an attempt that anybody knows. The use
// case alone, on a database of its own, with a store and an account that say what the test wants.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import { createSettle } from '../../../cloud/payments/attempts/settle.ts';
import type { Account, ProviderPayment } from '../../../cloud/payments/provider/provider.ts';
import {
  paymentAttempts,
  paymentRefunds,
  paymentReviewItems,
  type AttemptRow,
} from '../../../cloud/payments/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 15);
const CODE = '7K2MQ9XWTB';
const ACCOUNT = {} as Account;

let database: TestDatabase;
let storeId: string;
let orderId: string;
let orders: Map<string, Partial<Order>>;
let did: string[];
let facts: { attemptId: string; status: string }[];
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  [storeId, orderId] = [randomUUID(), randomUUID()];
  orders = new Map([[orderId, { code: CODE, totalCents: 1000, status: 'PENDING' }]]);
  [did, facts] = [[], []];
});

const settling = (payee = accepted('shop') as unknown) =>
  createSettle({
    db: database.db,
    commands: {
      enqueue: (store: string, { kind, payload }: { kind: string; payload: never }) => {
        did.push(`${store === storeId ? 'tells' : 'tells another'} ${kind}`);
        facts.push(payload);
        return Promise.resolve();
      },
      wake: (store: string) => void did.push(`wakes ${store === storeId ? 'the store' : 'another'}`),
    },
    orders: {
      byId: (_store: string, id: string) => Promise.resolve(orders.get(id) ?? null),
    },
    credentials: { payeeOf: () => Promise.resolve(payee) },
    log: {
      warn: (details: object, text: string) => void did.push(`${Object.keys(details).join()}: ${text}`),
    },
    clock: () => NOW_MS,
    wake: () => void did.push('wakes whoever works'),
  } as unknown as Parameters<typeof createSettle>[0]);

async function attempt(changes: Partial<AttemptRow> = {}): Promise<string> {
  const id = randomUUID();
  await database.db.insert(paymentAttempts).values({
    storeId,
    id,
    orderId,
    orderCode: CODE,
    method: 'pix',
    amountCents: 1000,
    status: 'pending',
    observedAtMs: NOW_MS,
    createdAtMs: NOW_MS,
    providerPaymentId: null,
    ...changes,
  });
  return id;
}
const payment = (changes: Partial<ProviderPayment> = {}): ProviderPayment => ({
  id: '77',
  status: 'approved',
  statusDetail: null,
  method: 'pix',
  amountCents: 1000,
  refundedCents: 0,
  currency: 'BRL',
  payeeId: 'shop',
  reference: orderId,
  attemptId: null,
  approvedAtMs: NOW_MS,
  createdAtMs: NOW_MS - 5,
  expiresAtMs: null,
  pix: null,
  ...changes,
});
/** The attempt that a payment was taken for; null when it is none of ours. */
async function ownerOf(changes: Partial<ProviderPayment> = {}): Promise<AttemptRow | null> {
  const settled = await settling().settle(storeId, ACCOUNT, payment(changes));
  if (!settled.ok) throw new Error('it was not settled');
  return settled.value;
}
const idOf = async (changes: Partial<ProviderPayment> = {}) => (await ownerOf(changes))?.id ?? null;
const rows = () => database.db.select().from(paymentAttempts);

describe('a payment', () => {
  it('is of the attempt that has it, is written there, and store and workers are woken', async () => {
    const id = await attempt({ providerPaymentId: '77' });
    await attempt({ providerPaymentId: '78', status: 'rejected' });
    expect(await ownerOf()).toMatchObject({ id, status: 'approved' });
    expect(did).toEqual(['tells payment.fact', 'wakes the store', 'wakes whoever works']);
    expect(facts).toMatchObject([{ attemptId: id, status: 'approved' }]);
    expect((await rows()).map(({ status }) => status).toSorted()).toEqual(['approved', 'rejected']);
  });

  it('is of the attempt that it names, unless that one has another', async () => {
    const id = await attempt();
    expect(await idOf({ attemptId: id })).toBe(id);
    expect(await idOf({ id: '78', attemptId: id, status: 'pending' })).toBeNull();
    expect(await idOf({ attemptId: id })).toBe(id);
  });

  it('of another store, or that names nothing of ours, is nobody’s', async () => {
    await attempt({ storeId: randomUUID(), providerPaymentId: '77' });
    for (const attemptId of [null, 'balcão', `${randomUUID()}x`, `x${randomUUID()}`, randomUUID()])
      expect(await idOf({ attemptId, reference: null })).toBeNull();
    for (const reference of [null, 'balcão', `${orderId}x`, `x${orderId}`, randomUUID()])
      expect(await idOf({ reference })).toBeNull();
    expect([did, await rows()]).toEqual([[], expect.toSatisfy((all: unknown[]) => all.length === 1)]);
  });

  it('is judged beside those of its own shop, though another one has an order of the same id', async () => {
    // As of two shops that began with one copy.
    await attempt({
      ...{ storeId: randomUUID(), status: 'approved', providerPaymentId: '70', approvedAtMs: 1 },
    });
    const id = await attempt({ providerPaymentId: '77' });
    expect(await ownerOf()).toMatchObject({ id, status: 'approved' });
    expect(facts).toMatchObject([{ attemptId: id, status: 'approved' }]);
    expect(await database.db.select().from(paymentRefunds)).toEqual([]);
  });

  it('waits where nobody knows whose the account is', async () => {
    await attempt({ providerPaymentId: '77' });
    const away = refused({ kind: 'unreachable', detail: 'away' });
    expect(await settling(away).settle(storeId, ACCOUNT, payment())).toEqual(away);
    expect((await rows())[0]?.status).toBe('pending');
    expect(did).toEqual([]);
  });
});

describe('a payment at a terminal that names no attempt', () => {
  const AT_TERMINAL = { isAtTerminal: true, status: 'pending' } as const;

  it('is of the one that was sent there, of its order and its amount, that has none yet', async () => {
    const id = await attempt({ terminalId: 't1', status: 'created' });
    expect(await idOf({ ...AT_TERMINAL, amountCents: 999 })).toBeNull();
    expect(await idOf({ ...AT_TERMINAL, amountCents: null })).toBeNull();
    expect(await idOf({ ...AT_TERMINAL, reference: null })).toBeNull();
    expect(await idOf({ ...AT_TERMINAL, reference: 'balcão' })).toBeNull();
    expect(await idOf({ status: 'pending' })).toBeNull();
    expect(await idOf({ ...AT_TERMINAL, reference: randomUUID() })).toBeNull();
    expect(await idOf(AT_TERMINAL)).toBe(id);
  });

  it('is of none that was not sent to one, or has its payment, and of the newest of several', async () => {
    await attempt({ status: 'rejected' });
    await attempt({ terminalId: 't1', status: 'rejected', providerPaymentId: '76' });
    expect(await idOf(AT_TERMINAL)).toBeNull();
    await attempt({ terminalId: 't1', status: 'cancelled', createdAtMs: NOW_MS - 9 });
    const newest = await attempt({ terminalId: 't1', status: 'created' });
    expect(await idOf(AT_TERMINAL)).toBe(newest);
  });
});

describe('money that came without an attempt', () => {
  it('is taken up once for its order, as what the provider says of it', async () => {
    const taken = await ownerOf({ method: 'credit_card' });
    expect(taken).toMatchObject({
      orderId,
      orderCode: CODE,
      method: 'credit_card',
      amountCents: 1000,
      status: 'approved',
      createdAtMs: NOW_MS - 5,
      providerPaymentId: '77',
    });
    expect(did[0]).toBe(
      'storeId,attemptId,orderId: a payment of an order without a known attempt was taken up',
    );
    expect(await idOf()).toBe(taken?.id);
    expect(await rows()).toHaveLength(1);
  });

  it('of which the provider says neither way nor time is a PIX of now', async () => {
    expect(await ownerOf({ method: null, createdAtMs: null })).toMatchObject({
      method: 'pix',
      createdAtMs: NOW_MS,
    });
  });

  it('of an order that is gone is what another attempt of it knows, and nobody’s where there is none', async () => {
    orders = new Map();
    expect(await idOf()).toBeNull();
    await attempt({ status: 'rejected', amountCents: 700, orderCode: '7K2MQ9XWTC' });
    expect(await ownerOf({ amountCents: 700 })).toMatchObject({
      orderCode: '7K2MQ9XWTC',
      amountCents: 700,
      mismatch: null,
    });
  });

  it('is asked to be the order’s total, whatever a part of it was', async () => {
    await attempt({ status: 'approved', amountCents: 400, partId: randomUUID(), providerPaymentId: '76' });
    expect(await ownerOf()).toMatchObject({ amountCents: 1000, partId: null, mismatch: null });
  });

  it('is not taken up before it came, nor where it is another name of the same money', async () => {
    for (const status of ['pending', 'rejected', 'cancelled'] as const)
      expect(await idOf({ status })).toBeNull();
    expect(await idOf({ isTwin: true })).toBeNull();
    await attempt({ providerPaymentId: 'ORD1', status: 'approved' });
    expect(await idOf()).toBeNull();
    // A name of its own, or one that names an attempt which nobody has, is other money.
    expect(await idOf({ id: 'ORD2' })).not.toBeNull();
    expect(await idOf({ id: '79', attemptId: randomUUID() })).not.toBeNull();
  });
});

describe('with a payment', () => {
  const listed = (attemptId: string, kind: 'refund-unanswered' | 'refunded-outside' | 'claim') =>
    database.db.insert(paymentReviewItems).values({
      storeId,
      attemptId,
      kind,
      raisedAtMs: 1,
      alarmedAtMs: 1,
      endedAtMs: kind === 'refund-unanswered' ? null : 2,
    });
  const items = () => database.db.select().from(paymentReviewItems);

  it('that is back a refund that went out is done from now on, and nobody has to see to it any more', async () => {
    const id = await attempt({ status: 'approved', providerPaymentId: '77' });
    await database.db.insert(paymentRefunds).values({
      ...{ storeId, id: randomUUID(), attemptId: id, reason: 'asked', state: 'sent', tries: 8 },
      ...{ createdAtMs: 1, nextTryAtMs: NOW_MS + 1, lastError: 'away' },
    });
    await listed(id, 'refund-unanswered');
    await ownerOf({ status: 'refunded', refundedCents: 1000 });
    expect(await database.db.select().from(paymentRefunds)).toMatchObject([
      { state: 'done', doneAtMs: NOW_MS, nextTryAtMs: null, lastError: null },
    ]);
    expect(await items()).toMatchObject([{ kind: 'refund-unanswered', endedAtMs: NOW_MS }]);
  });

  it('that is the second one of its order a refund is planned, due now', async () => {
    await attempt({ status: 'approved', providerPaymentId: '76', approvedAtMs: 1 });
    const id = await attempt({ providerPaymentId: '77' });
    await ownerOf();
    expect(await database.db.select().from(paymentRefunds)).toMatchObject([
      { attemptId: id, amountCents: null, state: 'planned', createdAtMs: NOW_MS, nextTryAtMs: NOW_MS },
    ]);
  });

  it('of which more went back elsewhere a person is called anew, and not for what was seen to before', async () => {
    const id = await attempt({ status: 'partially_refunded', refundedCents: 300, providerPaymentId: '77' });
    await listed(id, 'refunded-outside');
    await listed(id, 'claim');
    await ownerOf({ status: 'partially_refunded', refundedCents: 500, isDisputed: true });
    const byKind = (await items()).toSorted((a, b) => a.kind.localeCompare(b.kind));
    expect(byKind).toMatchObject([
      { kind: 'claim', raisedAtMs: 1, alarmedAtMs: 1, endedAtMs: 2 },
      { kind: 'refunded-outside', raisedAtMs: NOW_MS, alarmedAtMs: null, endedAtMs: null },
    ]);
  });
});

describe('an attempt that the provider never made', () => {
  const CLOSING = { status: 'rejected', detail: 'not_made', error: 'no' } as const;

  it('is closed, and the store is told and woken', async () => {
    const id = await attempt({ status: 'created' });
    const closed = await settling().close(storeId, id, CLOSING);
    expect(closed).toMatchObject({ id, status: 'rejected', statusDetail: 'not_made', lastError: 'no' });
    const [kept] = await database.db.select().from(paymentAttempts).where(eq(paymentAttempts.id, id));
    expect(kept).toEqual(closed);
    expect(did).toEqual(['tells payment.fact', 'wakes the store']);
    expect(facts).toMatchObject([{ attemptId: id, status: 'rejected' }]);
  });

  it('stays as it is once it is more, and is nothing where it is of another store', async () => {
    const id = await attempt({ status: 'pending' });
    expect(await settling().close(storeId, id, CLOSING)).toMatchObject({ id, status: 'pending' });
    expect(await settling().close(randomUUID(), id, CLOSING)).toBeNull();
    expect(await settling().close(storeId, randomUUID(), CLOSING)).toBeNull();
    expect(facts).toEqual([]);
  });
});
