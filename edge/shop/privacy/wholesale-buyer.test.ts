// What is forgotten of a wholesale buyer beside the order itself: slips, the log, and what the relay is told. On a database of its own.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Db } from '../../storage/open.ts';
import { printJobs } from '../../storage/schema/printing.ts';
import { inbox, outbox } from '../../storage/schema/replication.ts';
import { wholesaleOrders } from '../../storage/schema/wholesale.ts';
import { createWholesaleErasure } from './wholesale-erasure.ts';

type Deps = Parameters<typeof createWholesaleErasure>[0];
const PHONE = '85977771234';
const [MINE, TOO, OTHER] = ['order-1', 'order-2', 'order-3'] as const;

let db: Db;
let told: unknown[];
let logged: string[];
let erasure: ReturnType<typeof createWholesaleErasure>;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  [told, logged] = [[], []];
  const deps = {
    db,
    outbox: { append: (_row: unknown, _id: string, body: unknown, atMs: number) => told.push([body, atMs]) },
    wholesale: {
      repository: { byId: (id: string) => (id === TOO ? null : { id }) },
      log: ({ id }: { id: string }) => logged.push(id),
    },
  };
  erasure = createWholesaleErasure(deps as unknown as Deps);
  for (const [n, id] of [MINE, TOO, OTHER].entries()) {
    const customerPhone = id === OTHER ? '21900000000' : PHONE;
    const times = { createdAtMs: n * 10, updatedAtMs: 0 };
    const asked = { source: 'site', observations: '', totalCents: 1, status: 'NOVO', requestHash: 'asked' };
    db.insert(wholesaleOrders)
      .values({ number: n + 1, id, customerPhone, ...asked, ...times })
      .run();
    const job = {
      printerId: 'p',
      purpose: 'wholesale',
      copy: 1,
      content: '{}',
      state: 'queued',
      attempts: 0,
    };
    db.insert(printJobs)
      .values({ ...job, orderId: id, nextAtMs: 0, createdAtMs: 0, updatedAtMs: 0 })
      .run();
  }
});
afterEach(() => void db.$client.close());

const slips = () =>
  db
    .select()
    .from(printJobs)
    .all()
    .map(({ orderId }) => orderId);
const phones = () =>
  db
    .select()
    .from(wholesaleOrders)
    .all()
    .map(({ customerPhone }) => customerPhone);

it('of one who is erased every slip goes, each order that is there is logged anew, and the relay is told which they were', () => {
  expect(erasure.purgePhone(PHONE, 7)).toEqual([MINE, TOO]);
  expect([slips(), phones()]).toEqual([[OTHER], [null, null, '21900000000']]);
  expect(logged).toEqual([MINE]);
  expect(told).toEqual([[{ scope: 'wholesale-person', orderIds: [MINE, TOO] }, 7]]);
});

it('of whom nobody knows nothing is told', () => {
  expect(erasure.purgePhone('11900000000', 7)).toEqual([]);
  expect([slips().length, logged, told]).toEqual([3, [], []]);
});

it('of those from too long ago the oldest go first, as many as there is time for', () => {
  expect(erasure.retire(20, 1, 7)).toBe(1);
  expect(phones()).toEqual([null, PHONE, '21900000000']);
  expect([erasure.retire(20, 50, 8), erasure.retire(20, 50, 9)]).toEqual([1, 0]);
  expect(told).toEqual([
    [{ scope: 'wholesale-person', orderIds: [MINE] }, 7],
    [{ scope: 'wholesale-person', orderIds: [TOO] }, 8],
  ]);
  expect(slips()).toEqual([OTHER]);
});

it('of who is erased the log has no body of the order left, and every other one', () => {
  const rows = [
    ['wholesale-order', MINE],
    ['wholesale-order', MINE],
    ['wholesale-order', OTHER],
    ['order', MINE],
    ['payment', MINE],
  ] as const;
  for (const [index, [kind, aggregateId]] of rows.entries())
    db.insert(outbox)
      .values({
        ...{ seq: index + 1, lineage: 'l', epoch: 1, kind, aggregateId, sealed: false, atMs: 0 },
        ...{ body: '{}', bodyHash: 'body', hash: 'hash' },
      })
      .run();
  erasure.purgePhone(PHONE, 7);
  const said = db.select().from(outbox).all();
  expect(said.map(({ seq, body }) => [seq, body])).toEqual([
    [1, null],
    [2, null],
    [3, '{}'],
    [4, '{}'],
    [5, '{}'],
  ]);
});

it('the answers of a piece lose the buyer of the orders that are named, or of those from before a moment', () => {
  const person = {
    customerName: 'Ana Souza',
    customerPhone: PHONE,
    customerCpfCnpj: '12345678909',
    customerAddress: 'Rua A, 1',
    observations: 'toque a campainha',
  };
  const nobody = {
    customerName: null,
    customerPhone: null,
    customerCpfCnpj: null,
    customerAddress: null,
    observations: '',
  };
  const answer = (name: 'wholesale' | 'order', id: string) => ({ status: 'done', [name]: { id, ...person } });
  const answers = [
    answer('wholesale', MINE),
    answer('wholesale', OTHER),
    answer('order', MINE),
    answer('wholesale', TOO),
  ];
  for (const [index, outcome] of answers.entries())
    db.insert(inbox)
      .values({
        ...{ id: `${index}`, kind: 'wholesale.place', requestHash: 'asked', atMs: index * 10 },
        outcome: JSON.stringify(outcome),
      })
      .run();
  const kept = () => {
    const rows = db.select().from(inbox).orderBy(inbox.id).all();
    return rows.map(({ outcome }) => JSON.parse(outcome) as unknown);
  };
  const clean = (id: string) => ({ status: 'done', wholesale: { id, ...nobody } });
  // By their place in the table: after the first number, up to the second.
  erasure.inboxOf([MINE, TOO]).run(0, 3);
  expect(kept()).toEqual([clean(MINE), ...answers.slice(1)]);
  erasure.inboxOf([TOO]).run(3, 4);
  expect(kept()).toEqual([clean(MINE), answers[1], answers[2], clean(TOO)]);
  erasure.inboxBefore(10).run(0, 4);
  expect(kept()[1]).toEqual(answers[1]);
  erasure.inboxBefore(11).run(1, 4);
  expect(kept()).toEqual([clean(MINE), clean(OTHER), answers[2], clean(TOO)]);
});
