// From which moment on phones are kept: the same day of an earlier month, its last one where that month is shorter, in the store's zone.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { outbox } from '../../storage/schema/replication.ts';
import { reportClients } from '../../storage/schema/reports.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { asRole } from '../../testing/sign-in.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

it.each([
  ['2027-03-31T12:00', 1, '2027-02-28'],
  ['2028-03-30T12:00', 1, '2028-02-29'],
  ['2027-03-28T23:59', 1, '2027-02-28'],
  ['2027-01-15T00:00', 1, '2026-12-15'],
  ['2027-12-01T12:00', 12, '2026-12-01'],
  ['2028-01-31T12:00', 14, '2026-11-30'],
])(
  'on %s, kept for %i months, what is from before %s has none any more',
  async (now, retentionMonths, day) => {
    store.clock.nowMs = Date.parse(`${now}:00-03:00`);
    const admin = await asRole(store, 'ADMIN');
    const set = await admin('/api/staff/privacy', { method: 'PUT', json: { retentionMonths } });
    expect(set.status).toBe(200);
    const midnightMs = Date.parse(`${day}T00:00:00-03:00`);
    sell(store, midnightMs - 1, { customerPhone: '11900000001' });
    sell(store, midnightMs, { customerPhone: '11900000002' });
    await store.retention.run();
    expect(store.orders.repository.byNumbers([1, 2]).map(({ customerPhone }) => customerPhone)).toEqual([
      null,
      '11900000002',
    ]);
  },
);

it('the sums of a customer go with the month of that day, and those of the next month stay', async () => {
  const admin = await asRole(store, 'ADMIN');
  await admin('/api/staff/privacy', { method: 'PUT', json: { retentionMonths: 1 } });
  for (const day of ['09-30', '10-01', '10-31', '11-01'])
    sell(store, `2026-${day}T12:00:00-03:00`, { customerPhone: '11900000001' });
  await store.retention.run();
  expect(
    store.db
      .select()
      .from(reportClients)
      .all()
      .map(({ month }) => month),
  ).toEqual(['2026-11']);
});

it('tells the relay of old orders that named somebody, up to the last that was looked at, and of no others', async () => {
  const told = () =>
    store.db
      .select()
      .from(outbox)
      .all()
      .filter(({ kind }) => kind === 'erasure')
      .map(({ body }) => JSON.parse(String(body)) as unknown);
  const nobody = { customerPhone: null, observations: '' };
  sell(store, '2025-01-01T12:00:00-03:00', nobody);
  sell(store, '2025-01-02T12:00:00-03:00', nobody);
  await store.retention.run();
  expect(told()).toEqual([]);
  sell(store, '2025-01-03T12:00:00-03:00', { ...nobody, observations: 'sem gelo' });
  sell(store, '2025-01-04T12:00:00-03:00', nobody);
  await store.retention.run();
  expect(told()).toEqual([{ scope: 'retention', upToNumber: 4 }]);
});
