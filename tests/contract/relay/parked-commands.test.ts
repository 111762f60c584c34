// Commands that stand still, as an administrator is shown them, and what becomes of one that is sent again or ended. The use case alone, on a
// database of its own; through a shop: recovery/held.test.ts.
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { Command } from '@balcao/shared/link/commands.ts';
import { createParkedCommands, type ParkedCommands } from '../../../cloud/shop/orders/parked-commands.ts';
import { orderRow } from '../../../cloud/shop/orders/replica.ts';
import { commands, orders } from '../../../cloud/storage/schema.ts';
import { Wake } from '../../../cloud/storage/wake.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';
import { anOrder } from '../../harness/store-log.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 15);
const [storeId, otherId] = [randomUUID(), randomUUID()];
let database: TestDatabase;
let parked: ParkedCommands;
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  parked = createParkedCommands({ db: database.db, wake: new Wake(), clock: () => NOW_MS });
});

const rowOf = (changes: Partial<typeof commands.$inferInsert> = {}) => {
  const [id, orderId] = [v7(), v7()];
  const command = Command.parse({ id, kind: 'order.cancel', payload: { orderId } });
  return {
    ...{ storeId, id, orderId, kind: command.kind, command, requestHash: '', state: 'deferred' as const },
    ...{ outcome: { status: 'deferred' as const, kind: 'order.cancel' }, attempts: 7, lastError: 'too old' },
    ...{ nextAtMs: NOW_MS + 600_000, createdAtMs: 0 },
    ...changes,
  };
};
const stored = async (id: string) =>
  (
    await database.db
      .select()
      .from(commands)
      .where(and(eq(commands.storeId, storeId), eq(commands.id, id)))
  )[0];

it('[L22] one that waits for its store to be newer goes again now, and not in the ten minutes that it had left', async () => {
  const [sent, waits] = [rowOf(), rowOf()];
  await database.db.insert(commands).values([sent, waits]);
  const { position } = (await stored(sent.id)) ?? {};
  expect(await parked.retry(storeId, sent.id)).toBe(true);
  expect(await stored(sent.id)).toMatchObject({
    ...{ state: 'queued', nextAtMs: NOW_MS, attempts: 0, outcome: null, position, command: sent.command },
  });
  expect(await stored(waits.id)).toMatchObject({ state: 'deferred', nextAtMs: NOW_MS + 600_000 });
});

it('[L22] one that is ended is gone for good, with what was sent; the same one of another shop is not', async () => {
  const ended = rowOf();
  await database.db.insert(commands).values([ended, { ...ended, storeId: otherId }]);
  expect(await parked.discard(storeId, ended.id)).toBe(true);
  expect(await stored(ended.id)).toMatchObject({ command: null, outcome: { status: 'refused' } });
  expect([await parked.list(storeId), await parked.discard(storeId, ended.id)]).toEqual([[], false]);
  expect(await parked.list(otherId)).toMatchObject([{ id: ended.id, canDiscard: true }]);
});

it('[L22] they are shown in the order in which they came, a hundred at most, each with its own shop’s order', async () => {
  const ids = Array.from({ length: 101 }, () => randomUUID())
    .toSorted()
    .toReversed();
  const order = anOrder();
  const keep = (of: string, code: string) => ({
    ...orderRow({ ...order, code }, ''),
    ...{ storeId: of, seq: 1, body: '{}' },
  });
  await database.db.insert(orders).values([keep(otherId, 'OUTRA'), keep(storeId, 'NOSSA')]);
  await database.db
    .insert(commands)
    .values([
      rowOf({ state: 'queued' }),
      rowOf({ storeId: otherId }),
      ...ids.map((id) => rowOf({ id, orderId: order.id })),
    ]);
  const shown = await parked.list(storeId);
  expect(shown.map(({ id }) => id)).toEqual(ids.slice(0, 100));
  expect(new Set(shown.map(({ orderCode }) => orderCode))).toEqual(new Set(['NOSSA']));
});
