// A wholesale buyer who was erased, erased again on an older database: what stands of them goes, and what is somebody else's stays. Also
// what a sale at the counter has under an id of its own. On a database of its own.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Db } from '../../storage/open.ts';
import { printJobs } from '../../storage/schema/printing.ts';
import { inbox, outbox } from '../../storage/schema/replication.ts';
import { wholesaleOrders } from '../../storage/schema/wholesale.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { createPurge } from './purge.ts';

const [GONE, KEPT] = ['order-gone', 'order-kept'];
const PERSON = {
  customerName: 'Ana Souza',
  customerPhone: '85977771234',
  customerCpfCnpj: '12345678909',
  customerAddress: 'Rua A, 1',
};
const NOBODY = { customerName: null, customerPhone: null, customerCpfCnpj: null, customerAddress: null };
const OBSERVED = 'toque a campainha';
/** Where in the log the erasure itself stands. */
const ERASED_AT = 10;

let db: Db;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  for (const [index, id] of [GONE, KEPT].entries()) {
    db.insert(wholesaleOrders)
      .values({
        ...{ ...PERSON, number: index + 1, id, source: 'site', observations: OBSERVED, totalCents: 1 },
        ...{ status: 'NOVO', requestHash: 'asked', createdAtMs: 0, updatedAtMs: 0 },
      })
      .run();
    for (const purpose of ['wholesale', 'kitchen'])
      db.insert(printJobs)
        .values({
          ...{ printerId: 'p', purpose, orderId: id, copy: 1, content: '{}', state: 'queued', attempts: 0 },
          ...{ nextAtMs: 0, createdAtMs: 0, updatedAtMs: 0 },
        })
        .run();
    const wholesale = { ...PERSON, id, observations: OBSERVED, totalCents: 1 };
    db.insert(inbox)
      .values({
        ...{ id: `placed ${id}`, kind: 'wholesale.place', requestHash: 'asked', atMs: 0 },
        outcome: JSON.stringify({ status: 'wholesale', wholesale }),
      })
      .run();
  }
});
afterEach(() => void db.$client.close());

const say = (seq: number, kind: string, aggregateId: string): void =>
  void db
    .insert(outbox)
    .values({
      ...{ seq, lineage: 'l', epoch: 1, kind, aggregateId, sealed: false, atMs: 0 },
      ...{ body: `row ${seq}`, bodyHash: 'body', hash: 'hash' },
    })
    .run();
const purge = (): void =>
  inTransaction(db, () => createPurge(db)({ scope: 'wholesale-person', orderIds: [GONE] }, ERASED_AT));
const said = (): number[] =>
  db
    .select()
    .from(outbox)
    .all()
    .flatMap(({ seq, body }) => (body === null ? [] : [seq]));

it('the order keeps its lines and its sum, and nothing of who bought', () => {
  purge();
  const [gone, kept] = db.select().from(wholesaleOrders).orderBy(wholesaleOrders.number).all();
  expect(gone).toMatchObject({ ...NOBODY, observations: '', requestHash: 'erased', totalCents: 1 });
  expect(kept).toMatchObject({ ...PERSON, observations: OBSERVED, requestHash: 'asked' });
});

it('no slip of theirs is left, whatever it was for', () => {
  purge();
  const slips = db.select().from(printJobs).all();
  expect(slips.map(({ orderId, purpose }) => [orderId, purpose])).toEqual([
    [KEPT, 'wholesale'],
    [KEPT, 'kitchen'],
  ]);
});

it('what the relay was answered names them no more', () => {
  purge();
  const [gone, kept] = db
    .select()
    .from(inbox)
    .orderBy(inbox.id)
    .all()
    .map(({ outcome }) => JSON.parse(outcome) as unknown);
  expect(gone).toEqual({
    status: 'wholesale',
    wholesale: { ...NOBODY, id: GONE, observations: '', totalCents: 1 },
  });
  expect(kept).toMatchObject({ wholesale: { ...PERSON, observations: OBSERVED } });
});

it('of what the log said of the order before, the last is kept: it was said anew without them', () => {
  for (const seq of [1, 2, 3]) say(seq, 'wholesale-order', GONE);
  say(4, 'wholesale-order', KEPT);
  say(5, 'order', GONE);
  say(ERASED_AT + 1, 'wholesale-order', GONE);
  purge();
  expect(said()).toEqual([3, 4, 5, ERASED_AT + 1]);
});

it('what an order of the counter of the same person was said to be stays, with its newest row or without', () => {
  for (const seq of [1, 2]) say(seq, 'order', GONE);
  say(3, 'payment', GONE);
  purge();
  expect(said()).toEqual([1, 2, 3]);
});
