// What comes back of the drawer from the log's rows: of each its newest state, as often as it is read.
import { beforeEach, expect, it } from 'vitest';
import { openDatabase, type Db } from '../../storage/open.ts';
import { cashCloses, cashMovements, cashSessions } from '../../storage/schema/cash.ts';
import { staticPix } from '../../storage/schema/payments.ts';
import { readCashRows } from './replica.ts';

let db: Db;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
});

/** The rows of one aggregate, oldest first, each as its body stands in the log. */
function restore(ids: string, aggregateId: string, bodies: readonly object[]): void {
  const reader = readCashRows(db).find(({ row }) => row.ids === ids);
  if (reader === undefined) throw new Error(`nobody reads ${ids}`);
  for (const [index, body] of bodies.entries())
    reader.restore(aggregateId, { seq: index + 1, atMs: index + 1, text: JSON.stringify(body) });
}

const PIX = {
  txid: '7K2MQ9XWTB',
  orderId: 'o1',
  amountCents: 2500,
  state: 'unconfirmed',
  atMs: 1000,
  userName: 'Ana',
  saidBy: null,
  providerPaymentId: null,
  lostAtMs: null,
  regainedAtMs: null,
};

it.each(['unconfirmed', 'not-received'])(
  '[P35] a PIX that is %s is looked for at once, as if nobody had looked',
  (state) => {
    restore('pix.*', `pix.${PIX.txid}`, [{ ...PIX, state }]);
    expect(db.select().from(staticPix).all()).toEqual([{ ...PIX, state, looks: 0, nextLookAtMs: 1000 }]);
  },
);

it('[P35] a PIX that was proved is so again, whatever was said of it before, and is not looked for', () => {
  const proved = { ...PIX, state: 'proved', providerPaymentId: '77' };
  for (const _time of [1, 2]) {
    restore('pix.*', `pix.${PIX.txid}`, [PIX, { ...PIX, state: 'not-received', lostAtMs: 2000 }, proved]);
    expect(db.select().from(staticPix).all()).toEqual([{ ...proved, looks: 0, nextLookAtMs: null }]);
  }
});

it('a drawer that was closed is closed again, under the number of its close', () => {
  const open = { id: 's1', openedAtMs: 1000, openedBy: 'Ana', floatCents: 5000, movements: [], close: null };
  const close = { number: 4, closedAtMs: 9000, countedCents: 5000 };
  const out = { id: 'm1', kind: 'sangria', amountCents: 700, note: 'banco', userName: 'Ana', atMs: 2000 };
  const back = { ...out, id: 'm2', kind: 'suprimento', note: '', atMs: 3000 };
  const moved = { ...open, movements: [out, back] };
  restore('*', 's1', [open, { ...open, movements: [out] }, moved, { ...moved, close }]);
  // Each once, of the drawer that it was taken out of or put into.
  expect(db.select().from(cashMovements).all()).toEqual([
    { ...out, sessionId: 's1' },
    { ...back, sessionId: 's1' },
  ]);
  expect(db.select().from(cashSessions).all()).toMatchObject([{ id: 's1', closeNumber: 4 }]);
  expect(db.select().from(cashCloses).all()).toMatchObject([
    { number: 4, sessionId: 's1', closedAtMs: 9000, body: JSON.stringify(close) },
  ]);
});
