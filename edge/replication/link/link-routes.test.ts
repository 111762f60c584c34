import { createHash, randomUUID } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chainInput, ROWS_TYPE, RowHead, type ChangeRow } from '@balcao/shared/link/changes.ts';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import { OrderStates } from '@balcao/shared/link/order-states.ts';
import { SAMPLE_ID, sampleRequest } from '@balcao/shared/order/sample.ts';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { orders } from '../../storage/schema/orders.ts';
import { fakeTimers } from '../../testing/fake-timers.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const command = async (json: Record<string, unknown>) => {
  const response = await store.askLink('/link/commands', { json });
  return { status: response.status, body: (await response.json()) as Record<string, any> };
};
const placing = (id = randomUUID()) => ({ id, kind: 'order.place', payload: { order: sampleRequest() } });
const fact = (changes: Partial<PaymentFact> = {}) => ({
  id: randomUUID(),
  kind: 'payment.fact',
  payload: {
    attemptId: '5a1c9d1e-2f6b-4c3a-9a57-0d7f6f2b8a11',
    orderId: SAMPLE_ID,
    provider: 'mercadopago',
    providerPaymentId: '77',
    method: 'pix',
    status: 'approved',
    statusDetail: 'accredited',
    amountCents: 2565,
    refundedCents: 0,
    mismatch: null,
    observedAtMs: store.clock.nowMs,
    ...changes,
  },
});
const ofOrder = (kind: string, more: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  kind,
  payload: { orderId: SAMPLE_ID, ...more },
});
const printer = () =>
  store.printing.printers.save(null, {
    name: 'Cozinha',
    enabled: true,
    transport: { kind: 'tcp', host: '192.168.0.50', port: 9100 },
    columns: 48,
    codePage: 'PC850',
    purposes: ['kitchen'],
  });

describe('the link', () => {
  it('[L1] is not there for the LAN', async () => {
    for (const path of ['/link/hello', '/link/changes?after=0', '/link/states'])
      expect((await store.ask(path)).status).toBe(404);
    expect((await store.ask('/link/commands', { json: placing() })).status).toBe(404);
  });

  it('[L4] keeps nothing of a follower that is gone', async () => {
    const turns = async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    fakeTimers();
    try {
      const reader = (await store.askLink('/link/changes?after=0')).body?.getReader();
      await turns();
      expect(vi.getTimerCount()).toBe(1);
      await reader?.cancel();
      await turns();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('sends on at once what was written of edits from afar', async () => {
    const woken = vi.fn<() => void>();
    store.orders.wake.on('log', woken);
    expect((await store.askLink('/link/edits', { json: { edits: [] } })).status).toBe(204);
    expect(woken).toHaveBeenCalledTimes(1);
  });

  it('[L4] sends the log gapless, each row chained to the one before', async () => {
    await command(placing());
    await command(fact());
    const response = await store.askLink('/link/changes?after=0');
    const reader = response.body?.getReader();
    const text = new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ChangeRow);
    expect(rows.map((row) => row.seq)).toEqual(rows.map((_row, index) => index + 1));
    let previous = GENESIS_HASH;
    for (const row of rows) {
      expect(
        createHash('sha256')
          .update(row.body ?? '')
          .digest('hex'),
      ).toBe(row.bodyHash);
      expect(createHash('sha256').update(chainInput(previous, row)).digest('hex')).toBe(row.hash);
      previous = row.hash;
    }
  });

  it('[L4] sends each body as it is, so many bytes after its line, to a relay that accepts rows', async () => {
    const order = { ...sampleRequest(), observations: 'Sem açúcar, só maçã 🍎' };
    await command({ ...placing(), payload: { order } });
    await command(fact());
    const headers = { accept: ROWS_TYPE };
    const response = await store.askLink('/link/changes?after=0', { headers });
    expect(response.headers.get('content-type')).toBe(ROWS_TYPE);
    const reader = response.body?.getReader();
    const bytes = Buffer.from((await reader?.read())?.value ?? []);
    await reader?.cancel();
    const bodies: (string | null)[] = [];
    for (let at = 0; at < bytes.length;) {
      const end = bytes.indexOf('\n', at) + 1;
      const { bodyBytes, bodyHash } = RowHead.parse(JSON.parse(bytes.toString('utf8', at, end)));
      at = end + (bodyBytes ?? 0);
      const body = bytes.subarray(end, at);
      if (bodyBytes !== null) expect(createHash('sha256').update(body).digest('hex')).toBe(bodyHash);
      bodies.push(bodyBytes === null ? null : body.toString());
    }
    expect(bodies).toEqual(store.outbox.after(0, 500).map(({ body }) => body));
    expect(bodies.join('')).toMatch(/[À-ÿ]/);
  });

  it('[L24] tells how the open orders stand at the end of the log, and of nobody', async () => {
    const done = placing();
    const other = {
      ...done,
      id: randomUUID(),
      payload: { order: { ...done.payload.order, id: randomUUID() } },
    };
    await command(done);
    await command(other);
    await command({
      id: randomUUID(),
      kind: 'order.withdraw',
      payload: { orderId: other.payload.order.id },
    });
    await command(fact());
    const text = await (await store.askLink('/link/states')).text();
    const { seq, epoch, states } = OrderStates.parse(JSON.parse(text));
    const { identity, outbox } = store;
    expect({ seq, epoch }).toEqual({ seq: outbox.head().seq, epoch: identity.epoch });
    expect(states).toMatchObject([{ id: SAMPLE_ID, status: 'RECEBIDO', panelNumber: 1 }]);
    expect(text).not.toMatch(/customerPhone|observations|items|code|claim/i);
  });

  it('[L24] tells of 500 orders at most, the open ones first, and leaves out the oldest', async () => {
    await command(placing());
    const [order] = store.db.select().from(orders).all();
    if (order === undefined) throw new Error('no order was placed');
    // In the table the newest stands first: it is not the table's order that is told.
    const older = Array.from({ length: 500 }, (_none, hours) => ({
      ...order,
      id: `${SAMPLE_ID.slice(0, -4)}${String(hours).padStart(4, '0')}`,
      number: order.number + 1 + hours,
      code: `OPEN-${hours}`,
      panelNumber: null,
      createdAtMs: order.createdAtMs - (hours + 1) * 3_600_000,
    }));
    const toldIds = async () => {
      const response = await store.askLink('/link/states');
      return OrderStates.parse(await response.json()).states.map(({ id }) => id);
    };

    store.db.insert(orders).values(older.slice(0, 499)).run();
    const newest = [order, ...older.slice(0, 499)].map(({ id }) => id);
    expect(await toldIds()).toEqual(newest);
    store.db.insert(orders).values(older.slice(499)).run();
    expect(await toldIds()).toEqual(newest);

    // Those that are over take what room is left, a hundred at most: the ones that were placed last.
    const overByNumber = (from: number) => older.slice(from).toReversed();
    const handOver = (some: typeof older) =>
      store.db
        .update(orders)
        .set({ status: 'DELIVERED' })
        .where(
          inArray(
            orders.id,
            some.map(({ id }) => id),
          ),
        )
        .run();
    handOver(older.slice(490));
    expect(await toldIds()).toEqual(
      [order, ...older.slice(0, 490), ...overByNumber(491)].map(({ id }) => id),
    );
    handOver(older.slice(300));
    expect(await toldIds()).toEqual(
      [order, ...older.slice(0, 300), ...overByNumber(400)].map(({ id }) => id),
    );
  });
});

it.each([
  ['POST', '/link/commands', 'malformed-command'],
  ['POST', '/link/edits', 'malformed-edits'],
  ['POST', '/link/restore', 'judgement'],
  ['PUT', '/link/checkpoint', 'checkpoint'],
])('what is cut off in the middle of %s %s is no error of the store', async (method, path, code) => {
  const lines: string[] = [];
  const other = await openTestStore({ printLine: (line) => lines.push(line) });
  const body = new TextEncoder().encode(JSON.stringify(placing())).slice(0, 60);
  const headers = { 'content-type': 'application/json' };
  const answer = await other.askLink(path, { method, body, headers });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([422, code]);
  expect(lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 40)).toEqual([]);
  expect(other.outbox.head().seq).toBe(0);
  await other.close();
});

describe('commands', () => {
  it('[L7] give one effect and the same outcome however often they come', async () => {
    const place = placing();
    const first = await command(place);
    store.clock.nowMs += 60_000;
    expect(await command(place)).toEqual(first);
    expect(store.outbox.head().seq).toBe(1);
  });

  it.each([
    ['money that came', 'RECEBIDO', () => fact()],
    ['a choice of cash', 'PENDING', () => ofOrder('order.choose-cash', { changeForCents: 5000 })],
    ['a customer who calls it off', 'CANCELLED', () => ofOrder('order.cancel')],
    ['a customer who gave up waiting', 'CANCELLED', () => ofOrder('order.withdraw')],
  ])('[L7] that tell of %s are answered as the first time, also once the order went on', async (...given) => {
    const [, status, make] = given;
    printer();
    await command(placing());
    const said = make();
    const first = await command(said);
    expect(first.body).toMatchObject({ status: 'done', order: { status } });
    store.clock.nowMs += 60_000;
    const back = fact({ status: 'refunded', refundedCents: 2565 });
    const gone = await command(back);
    const [order, slips, head] = [
      store.orders.repository.byId(SAMPLE_ID),
      store.printing.queue.list().length,
      store.outbox.head(),
    ];
    store.clock.nowMs += 60_000;
    expect([await command(said), await command(back), await command(said)]).toEqual([first, gone, first]);
    expect([
      store.orders.repository.byId(SAMPLE_ID),
      store.printing.queue.list().length,
      store.outbox.head(),
    ]).toEqual([order, slips, head]);
  });

  it('[L7] refuse the same id with other content', async () => {
    const place = placing();
    await command(place);
    expect(
      await command({ ...place, kind: 'order.withdraw', payload: { orderId: SAMPLE_ID } }),
    ).toMatchObject({ body: { status: 'refused', refusal: { code: 'id-reused' } } });
  });

  it.each([
    ['kind', { kind: 'order.cancel' }],
    ['content', { payload: { orderId: v7() } }],
  ])('[L7] refuse the same id where the %s alone is another', async (_what, change) => {
    await command(placing());
    const withdrawn = ofOrder('order.withdraw');
    await command(withdrawn);
    expect(await command({ ...withdrawn, ...change })).toMatchObject({
      body: { status: 'refused', refusal: { code: 'id-reused' } },
    });
  });

  it('[L8] of an unknown kind are deferred and leave no trace', async () => {
    expect(await command({ id: randomUUID(), kind: 'order.teleport', payload: {} })).toMatchObject({
      status: 200,
      body: { status: 'deferred' },
    });
    expect(store.outbox.head().seq).toBe(0);
  });

  it('[L9] of a known kind and the wrong form are poison, and say so', async () => {
    expect((await command({ id: randomUUID(), kind: 'order.place', payload: {} })).status).toBe(422);
  });

  it('withdraw an order that its customer gave up waiting for', async () => {
    await command(placing());
    expect(
      await command({ id: randomUUID(), kind: 'order.withdraw', payload: { orderId: SAMPLE_ID } }),
    ).toMatchObject({ body: { order: { status: 'CANCELLED', cancelReason: 'retirado' } } });
  });
});

describe('payment facts', () => {
  it('[O10] [O11] an approval moves the order to RECEBIDO, numbers it and queues one kitchen ticket', async () => {
    printer();
    await command(placing());
    expect(await command(fact())).toMatchObject({
      body: {
        order: { status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'pix', panelNumber: 1 },
      },
    });
    expect(store.printing.queue.list()).toHaveLength(1);
  });

  it('[O14] come in any order and any number to the same end', async () => {
    await command(placing());
    for (const status of ['approved', 'pending', 'rejected', 'approved', 'in_process'] as const)
      await command(fact({ status }));
    expect(store.orders.repository.byId(SAMPLE_ID)).toMatchObject({
      status: 'RECEBIDO',
      paymentStatus: 'approved',
    });
  });

  it('[O16] of a second approved attempt change nothing and are listed', async () => {
    await command(placing());
    await command(fact());
    const before = store.orders.repository.byId(SAMPLE_ID);
    await command(fact({ attemptId: 'b6a2f6f0-0a39-4f0e-8d52-0f3f0a1f9c11', method: 'credit_card' }));
    expect(store.orders.repository.byId(SAMPLE_ID)).toEqual(before);
    const listed = store.db.$client
      .prepare("select attention from payments where attention = 'refund-duplicate'")
      .all();
    expect(listed).toHaveLength(1);
  });

  it('[O17] that do not match never approve', async () => {
    await command(placing());
    await command(fact({ mismatch: 'amount', amountCents: 1 }));
    expect(store.orders.repository.byId(SAMPLE_ID)).toMatchObject({
      status: 'PENDING',
      paymentStatus: 'pending',
    });
  });

  it('[O15] that come after expiry are honoured while the order can be made, else listed', async () => {
    await command(placing());
    store.clock.nowMs += 3 * 3_600_000;
    await command({ id: randomUUID(), kind: 'order.withdraw', payload: { orderId: SAMPLE_ID } });
    await command(fact());
    expect(store.orders.repository.byId(SAMPLE_ID)?.status).toBe('CANCELLED');
    expect(
      store.db.$client.prepare("select attention from payments where attention = 'refund-late'").all(),
    ).toHaveLength(1);
  });

  it('about an order that is not here yet are not answered for ever', async () => {
    const early = fact();
    expect(await command(early)).toMatchObject({
      body: { status: 'refused', refusal: { code: 'order-not-found' } },
    });
    await command(placing());
    expect(await command(early)).toMatchObject({ body: { status: 'done', order: { status: 'RECEBIDO' } } });
  });
});
