// What is forgotten of a wholesale buyer beside the order itself: slips, the log, and what the relay is told. On a database of its own.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Db } from '../../storage/open.ts';
import { printJobs } from '../../storage/schema/printing.ts';
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
