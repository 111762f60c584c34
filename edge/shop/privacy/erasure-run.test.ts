// What an erasure does, step by step: what it empties, what it tells, whom it wakes, and when it refuses. The use case alone, on a database
// of its own.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatCents } from '@balcao/shared/money.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { inbox, outbox } from '../../storage/schema/replication.ts';
import { payments } from '../../storage/schema/payments.ts';
import { openTestOrders, type TestOrders } from '../../testing/order-context.ts';
import { orderId } from '../../testing/sell.ts';
import type { Actor } from '../audit/audit.ts';
import { readCopiesMark } from '../copies/copies-mark.ts';
import { createErasure, ErasureUnfinished, type Erasure } from './erasure.ts';

type Deps = Parameters<typeof createErasure>[0];
const ANA: Actor = { userId: 'u1', userName: 'Ana', from: 'lan' };
const NOW_MS = Date.parse('2026-11-21T12:00:00-03:00');
const PHONE = '11987654321';

let shop: TestOrders;
let erasure: Erasure;
let did: string[];
let told: unknown[];
let keptCents: number;
/** Where an order stands in the log, by its number. */
let seqs: Record<number, { first: number | null; last: number | null }>;
let bought: string[];
let whileCopying: () => void;
let sweep: () => void;
beforeEach(() => {
  [did, told, keptCents, seqs, bought] = [[], [], 0, {}, []];
  whileCopying = () => undefined;
  sweep = () => undefined;
  shop = openTestOrders(NOW_MS, {
    wake: { notify: (topic: string) => void did.push(`wakes ${topic}`) } as never,
    outbox: { append: (_row: unknown, id: string) => void did.push(`logs ${id}`) } as never,
  });
  const deps = {
    orders: shop.context,
    outbox: {
      append: (_row: unknown, _id: string, body: object, atMs: number) =>
        void told.push({ ...body, atMs: atMs - NOW_MS }),
    },
    rollups: {
      upToDate: () => Promise.resolve(void did.push('sums')),
      followedTo: () => 20,
      seqsOf: (number: number) => seqs[number] ?? { first: null, last: null },
      remove: (id: string) => void did.push(`out of the sums: ${id}`),
      clear: () => void did.push('no sums'),
      purgePhone: (phone: string) => void did.push(`sums of ${phone}`),
    },
    audit: {
      record: ({ userName }: Actor, subject: string, action: string, text: string) =>
        void did.push(`${userName} ${subject}/${action}: ${text}`),
    },
    cash: {
      gaveBack: (_actor: Actor, { id, status }: Order) => {
        did.push(`gives back ${id} ${status}`);
        return [{ method: 'cash', card: null, cents: 360 }];
      },
      forgetOrder: (id: string | null) => void did.push(`drawer forgets ${id}`),
    },
    wholesale: {
      purgePhone: (phone: string, nowMs: number) => {
        did.push(`buyers of ${phone} at ${nowMs - NOW_MS}`);
        return bought;
      },
      inboxOf: (ids: readonly string[]) => ({
        run: () => void did.push(`answers about ${ids.join()}`),
      }),
      inboxBefore: (beforeMs: number) => ({
        run: () => void did.push(`answers to buyers before ${beforeMs}`),
      }),
      retire: (beforeMs: number, max: number, nowMs: number) => {
        did.push(`buyers before ${beforeMs}, ${max}, at ${nowMs - NOW_MS}`);
        return bought.length;
      },
    },
    backups: {
      make: (reason: string, mark: string) => {
        did.push(`copy ${reason} ${/^[0-9a-f]{6}$/.test(mark)}`);
        whileCopying();
        return Promise.resolve({ name: `copy-${mark}` });
      },
      renew: () => void did.push('copies anew'),
    },
    leftovers: {
      purge: () => {
        sweep();
        return Promise.resolve(void did.push('leftovers'));
      },
    },
    keptCents: () => keptCents,
  };
  erasure = createErasure(deps as unknown as Deps);
});
afterEach(() => void shop.context.db.$client.close());

const FINISHED = { status: 'DELIVERED', paymentStatus: 'approved', paymentMethod: 'cash' } as const;
const OPEN = { status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash' } as const;
function put(changes: Partial<Order> = {}): Order {
  const number = shop.context.nextNumber();
  const order = sampleOrder({
    id: orderId(number),
    code: number.toString().padStart(10, '0'),
    simpleId: number,
    orderNumber: number,
    createdAtMs: NOW_MS + number,
    updatedAtMs: NOW_MS + number,
    customerPhone: PHONE,
    observations: 'sem canudo',
    ...FINISHED,
    ...changes,
  });
  shop.context.repository.insert(order, 'hash', { claimHash: null, caller: 'c1', concessionBy: null });
  return order;
}
const row = (seq: number, aggregateId: string, kind = 'order'): void =>
  void shop.context.db
    .insert(outbox)
    .values({
      seq,
      kind,
      aggregateId,
      body: '{}',
      bodyHash: 'h',
      hash: 'h',
      lineage: 'l',
      epoch: 1,
      sealed: false,
      atMs: 0,
    })
    .run();
/** The rows of the log that still say something. */
const full = (): number[] =>
  shop.context.db.$client
    .prepare('select seq from outbox where body is not null order by seq')
    .pluck()
    .all() as number[];
const rows = () =>
  shop.context.db.$client
    .prepare('select id, customer_phone, observations, request_hash, caller from orders order by number')
    .raw()
    .all();
const WHOLE = [PHONE, 'sem canudo', 'hash', 'c1'];
const CLEAN = [null, '', 'erased', null];
const REST = ['leftovers', 'copies anew'];
const mark = () => readCopiesMark(shop.context.db);
const answer = (id: string, order: object, atMs = 0): void =>
  void shop.context.db
    .insert(inbox)
    .values({
      id,
      kind: 'order.place',
      requestHash: 'h',
      outcome: JSON.stringify({ status: 'done', order }),
      atMs,
    })
    .run();
const answers = () =>
  (shop.context.db.$client.prepare('select outcome from inbox order by rowid').pluck().all() as string[]).map(
    (text) => JSON.parse(text) as unknown,
  );
const GONE = { status: 'refused', refusal: { code: 'order-not-found' } };

describe('an order that is deleted', () => {
  it('goes, out of the sums, the drawer, the log and the answers, and everybody is told', async () => {
    const [order, other] = [put(), put()];
    seqs = { 1: { first: 2, last: 4 }, 2: { first: 1, last: 3 } };
    for (const seq of [1, 2, 3, 4, 5, 20, 21, 22]) row(seq, seq === 3 ? other.id : order.id);
    row(23, order.id, 'payment');
    answer('a', { id: order.id });
    answer('b', { id: other.id });
    const before = mark();
    expect(await erasure.deleteOrder(ANA, order.id)).toEqual({ ok: true, value: null });
    expect(did).toEqual([
      'sums',
      `out of the sums: ${order.id}`,
      `drawer forgets ${order.id}`,
      'Ana order/delete: excluiu o pedido nº 1',
      'wakes log',
      'wakes erased',
      ...REST,
    ]);
    expect(told).toEqual([{ scope: 'orders', orderIds: [order.id], atMs: 0 }]);
    expect(rows()).toEqual([[other.id, ...WHOLE]]);
    // Of its rows, those between its first and its last, and those after what is known.
    expect(full()).toEqual([1, 3, 5, 20, 23]);
    expect(answers()).toEqual([GONE, { status: 'done', order: { id: other.id } }]);
    expect(mark()).not.toBe(before);
  });

  it('of which nobody knows where it stands is looked for in the whole log', async () => {
    const order = put();
    for (const seq of [1, 20, 21]) row(seq, order.id);
    row(22, 'other');
    seqs = { 1: { first: 1, last: null } };
    await erasure.deleteOrder(ANA, order.id);
    expect(full()).toEqual([22]);
  });

  it('is called off first while it is open, and its money goes back', async () => {
    const order = put(OPEN);
    expect(await erasure.deleteOrder(ANA, order.id)).toMatchObject({ ok: true });
    expect(did.slice(0, 5)).toEqual([
      `logs ${order.id}`,
      `gives back ${order.id} CANCELLED`,
      'wakes log',
      'wakes print',
      'sums',
    ]);
    const simpleId = order.simpleId;
    expect(did).toContain(
      `Ana order/delete: excluiu o pedido nº ${simpleId}, devolvendo ${formatCents(360)} em dinheiro`,
    );
  });

  it('that nobody knows is refused', async () => {
    expect(await erasure.deleteOrder(ANA, 'nobody')).toEqual({
      ok: false,
      refusal: { code: 'order-not-found' },
    });
    expect(did).toEqual([]);
  });

  it('that was paid online is refunded first while it is open, or was called off with its money kept', async () => {
    const pix = { paymentMethod: 'pix' } as const;
    const calledOff = { ...pix, status: 'CANCELLED', cancelReason: 'loja' } as const;
    const REFUND_FIRST = { ok: false, refusal: { code: 'refund-first' } };
    expect(await erasure.deleteOrder(ANA, put({ ...OPEN, ...pix }).id)).toEqual(REFUND_FIRST);
    keptCents = 1;
    expect(await erasure.deleteOrder(ANA, put(calledOff).id)).toEqual(REFUND_FIRST);
    expect([did, told]).toEqual([[], []]);
    // Handed over, paid by hand, or given back: there is nothing to ask for.
    expect((await erasure.deleteOrder(ANA, put(pix).id)).ok).toBe(true);
    expect((await erasure.deleteOrder(ANA, put({ ...calledOff, paymentMethod: 'cash' }).id)).ok).toBe(true);
    keptCents = 0;
    expect((await erasure.deleteOrder(ANA, put(calledOff).id)).ok).toBe(true);
    expect(did.filter((one) => one.startsWith('gives back'))).toEqual([]);
  });
});

describe('a history that is cleared', () => {
  it('goes after a copy, whose mark is the one that stays, and is told of by its last number', async () => {
    const [first, second] = [put(), put()];
    row(1, first.id);
    row(2, 'x', 'payment');
    row(3, 'menu', 'menu');
    shop.context.db
      .insert(payments)
      .values({ attemptId: 'a', orderId: first.id, fact: '{}', updatedAtMs: 0 })
      .run();
    answer('a', { id: second.id });
    const cleared = await erasure.clearHistory(ANA);
    expect(cleared).toEqual({ ok: true, value: { orders: 2, backup: `copy-${mark()}` } });
    expect(did).toEqual([
      'copy antes-de-limpar true',
      'sums',
      'drawer forgets null',
      'no sums',
      `Ana order/clear: limpou o histórico: 2 pedidos, cópia em copy-${mark()}`,
      'wakes log',
      'wakes erased',
      ...REST,
    ]);
    expect(told).toEqual([{ scope: 'history', upToNumber: 2, atMs: 0 }]);
    expect([rows(), full(), answers()]).toEqual([[], [3], [GONE]]);
    for (const table of ['order_items', 'order_item_toppings', 'payments'])
      expect(shop.context.db.$client.prepare(`select count(*) from ${table}`).pluck().get()).toBe(0);
  });

  it('of one order says so in the audit', async () => {
    put();
    await erasure.clearHistory(ANA);
    expect(did).toContain(`Ana order/clear: limpou o histórico: 1 pedido, cópia em copy-${mark()}`);
  });

  it('of nothing is told of as of order 0', async () => {
    expect(await erasure.clearHistory(ANA)).toMatchObject({ ok: true, value: { orders: 0 } });
    expect(told).toEqual([{ scope: 'history', upToNumber: 0, atMs: 0 }]);
  });

  it.each(['PENDING', 'RECEBIDO', 'PREPARING', 'READY'] as const)(
    'is refused while an order is open that stands as %s',
    async (status) => {
      put();
      put({ ...OPEN, status });
      put({ status: 'CANCELLED', cancelReason: 'loja' });
      expect(await erasure.clearHistory(ANA)).toEqual({
        ok: false,
        refusal: { code: 'orders-open', count: 1 },
      });
    },
  );

  it('is refused while money of what was called off is kept, the oldest order named first, and none that was served', async () => {
    const calledOff = { status: 'CANCELLED', cancelReason: 'loja', paymentMethod: 'pix' } as const;
    put(calledOff);
    const served = put({ paymentMethod: 'pix' });
    const kept = [put(calledOff), put(calledOff), put(calledOff)];
    for (const { id } of [...kept.toReversed(), served])
      shop.context.db
        .insert(payments)
        .values({ attemptId: `a ${id}`, orderId: id, fact: '{}', updatedAtMs: 0 })
        .run();
    keptCents = 700;
    expect(await erasure.clearHistory(ANA)).toEqual({
      ok: false,
      refusal: { code: 'money-kept', count: 3, cents: 2100, simpleIds: [3, 4, 5] },
    });
    expect([did, told]).toEqual([[], []]);
  });

  it('is refused while an order is open, before a copy and after it', async () => {
    const refusal = { ok: false, refusal: { code: 'orders-open', count: 1 } };
    whileCopying = () => void put(OPEN);
    put();
    expect(await erasure.clearHistory(ANA)).toEqual(refusal);
    expect(did).toEqual(['copy antes-de-limpar true', 'sums']);
    did = [];
    expect(await erasure.clearHistory(ANA)).toEqual(refusal);
    expect([did, told, rows().length]).toEqual([[], [], 2]);
  });
});

describe('a phone that is erased', () => {
  it('is gone from its orders, the log, the sums and the answers, and its orders are logged anew', async () => {
    const [mine, other] = [put(), put({ customerPhone: '1' })];
    bought = ['w1'];
    for (const seq of [1, 21]) row(seq, mine.id);
    row(22, other.id);
    answer('a', { id: mine.id, customerPhone: PHONE, observations: 'sem canudo' });
    const before = mark();
    await erasure.erasePhone(ANA, PHONE);
    expect(did).toEqual([
      'sums',
      `logs ${mine.id}`,
      `sums of ${PHONE}`,
      `buyers of ${PHONE} at 0`,
      'Ana privacy/erase: apagou os dados pessoais de um telefone (2 pedidos)',
      'wakes log',
      'wakes wholesale',
      'answers about w1',
      ...REST,
    ]);
    expect(told).toEqual([{ scope: 'person', orderIds: [mine.id], atMs: 0 }]);
    expect(rows()).toEqual([
      [mine.id, ...CLEAN],
      [other.id, '1', ...WHOLE.slice(1)],
    ]);
    expect(full()).toEqual([22]);
    expect(answers()).toEqual([
      { status: 'done', order: { id: mine.id, customerPhone: null, observations: '' } },
    ]);
    expect(mark()).not.toBe(before);
  });

  it('that nobody has is looked for in the copies all the same, and nobody is told of an order', async () => {
    const before = mark();
    await erasure.erasePhone(ANA, PHONE);
    expect([told, mark() === before]).toEqual([[], false]);
    expect(did).toContain('Ana privacy/erase: apagou os dados pessoais de um telefone (0 pedidos)');
    put();
    await erasure.erasePhone(ANA, PHONE);
    expect(did).toContain('Ana privacy/erase: apagou os dados pessoais de um telefone (1 pedido)');
  });
});

describe('what is too old', () => {
  it('is cleaned a piece at a time, oldest first, up to the first that is not', () => {
    const four = [put(), put({ customerPhone: null, observations: '' }), put(), put()];
    for (const [n, { id }] of four.entries()) row(n + 1, id);
    const beforeMs = NOW_MS + 4;
    expect(erasure.retire(0, beforeMs, 2)).toBe(2);
    expect(told).toEqual([{ scope: 'retention', upToNumber: 2, atMs: 0 }]);
    expect(rows().map((one) => (one as unknown[])[1])).toEqual([null, null, PHONE, PHONE]);
    expect(full()).toEqual([2, 3, 4]);
    expect(erasure.retire(2, beforeMs, 2)).toBe(3);
    expect(rows().map((one) => (one as unknown[]).slice(1))).toEqual([
      CLEAN,
      [null, '', 'hash', 'c1'],
      CLEAN,
      WHOLE,
    ]);
    expect(erasure.retire(3, beforeMs, 2)).toBe(3);
    expect(told).toHaveLength(2);
  });

  it('goes on where it ended, tells nobody of what says nothing of a person, and leaves the copies for now', () => {
    put({ customerPhone: null, observations: '' });
    const before = mark();
    const retiredAt = () =>
      shop.context.db.$client.prepare("select value from meta where key = 'copies_retired_at'").pluck().get();
    expect(erasure.retire(0, NOW_MS + 99, 50)).toBe(1);
    expect([told, retiredAt()]).toEqual([[], undefined]);
    put({ customerPhone: null });
    expect(erasure.retire(1, NOW_MS + 99, 50)).toBe(2);
    expect([told.length, retiredAt(), mark()]).toEqual([1, String(NOW_MS), before]);
  });

  it('of wholesale ages the copies where somebody was forgotten, and not otherwise', () => {
    const retiredAt = () =>
      shop.context.db.$client.prepare("select value from meta where key = 'copies_retired_at'").pluck().get();
    expect([erasure.retireWholesale(7, 50), retiredAt()]).toEqual([0, undefined]);
    bought = ['w1'];
    expect([erasure.retireWholesale(7, 50), retiredAt()]).toEqual([1, String(NOW_MS)]);
    expect(did.at(-1)).toBe('buyers before 7, 50, at 0');
  });

  it('of the answers loses the person, and nothing of what is younger', async () => {
    const person = { id: 'x', customerPhone: PHONE, observations: 'sem canudo' };
    for (const [n, atMs] of [6, 7].entries()) answer(`a${n}`, person, atMs);
    await erasure.retireInbox(7);
    expect(answers().map((one) => (one as { order: object }).order)).toEqual([
      { id: 'x', customerPhone: null, observations: '' },
      person,
    ]);
    expect(did).toContain('answers to buyers before 7');
  });
});

describe('the rest of an erasure', () => {
  it('is nothing where nothing was erased', async () => {
    await erasure.finish();
    expect(did).toEqual([]);
  });

  it('that a disk refuses is said so, kept, and done once it is asked again', async () => {
    const order = put();
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    sweep = () => {
      throw full;
    };
    const refusedBy = erasure.deleteOrder(ANA, order.id);
    await expect(refusedBy).rejects.toThrow(ErasureUnfinished);
    await expect(refusedBy).rejects.toMatchObject({ message: 'the disk refused the rest', cause: full });
    expect(rows()).toEqual([]);
    expect(did).not.toContain('copies anew');
    sweep = () => {
      throw new Error('a mistake');
    };
    await expect(erasure.finish()).rejects.toThrow('a mistake');
    sweep = () => undefined;
    did = [];
    await erasure.finish();
    await erasure.finish();
    expect(did).toEqual(REST);
  });
});
