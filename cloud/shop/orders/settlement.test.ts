import { PgDialect } from 'drizzle-orm/pg-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import type { Db } from '../../storage/open.ts';
import { createPersons } from '../../storage/persons/persons.ts';
import { createRepeated } from '../../storage/repeated.ts';
import { Wake } from '../../storage/wake.ts';
import { createCommandSealing } from './command-sealing.ts';
import { createSettlement, type CommandRow } from './settlement.ts';

const STORE = '01900000-0000-7000-8000-000000000001';

/** A relay whose database takes what it is told, and what it was told. */
function createScene() {
  const told: { text: string; values: unknown[] }[] = [];
  const kept: object[] = [];
  const wake = new Wake();
  const published: string[] = [];
  wake.publish = (_storeId, topic) => published.push(topic);
  const heard: string[] = [];
  const update = () => ({
    set: (fields: object) => ({
      where() {
        kept.push(fields);
        return Object.assign(Promise.resolve(), { returning: () => Promise.resolve([{ id: STORE }]) });
      },
    }),
  });
  const tx = { update, execute: () => Promise.resolve() };
  const transaction = (work: (one: typeof tx) => Promise<unknown>) => work(tx);
  const persons = createPersons(Buffer.alloc(32, 1));
  const repeated = createRepeated();
  const settle = createSettlement({
    db: { update, transaction } as unknown as Db,
    repeat(name, statement) {
      told.push(repeated(name, statement));
      return Promise.resolve({ rows: [{}] });
    },
    ...{ sealing: createCommandSealing(Buffer.alloc(32, 2), persons), persons, wake },
    wholesale: { learn: () => Promise.resolve() },
    ...{ clock: () => 1, random: () => 0.5, onOutcome: (id) => heard.push(id) },
  });
  return {
    ...{ told, kept, wake, heard, published },
    /** The store did not answer the command, which was tried so often before. */
    fail: (attempts: number, reason: string) =>
      settle({ storeId: STORE, id: STORE, attempts } as CommandRow, { kind: 'ask-again', reason }),
    /** The store is too old for the command. */
    defer: () =>
      settle({ storeId: STORE, id: STORE, orderId: STORE, kind: 'order.choose-cash' } as CommandRow, {
        ...{ kind: 'defer', state: 'deferred' },
        outcome: { status: 'deferred', kind: 'order.choose-cash' },
      }),
    async settle(number: number): Promise<void> {
      const order = sampleOrder({ orderNumber: number, customerPhone: '11987654321' });
      const row = { storeId: STORE, id: order.id, orderId: order.id, kind: 'order.place' } as CommandRow;
      await settle(row, {
        ...{ kind: 'settle', state: 'done', dropsContent: false },
        outcome: { status: 'done', order, trackingToken: 'token', trackingTokenHash: 'hash' },
      });
    },
  };
}

it('writes what settles an order once, and of the next one only its values', async () => {
  const { told, settle } = createScene();
  await settle(1);
  const written = vi.spyOn(PgDialect.prototype, 'sqlToQuery');
  try {
    await settle(2);
    expect(written).not.toHaveBeenCalled();
  } finally {
    written.mockRestore();
  }
  const [first, second] = told;
  expect(second?.text).toBe(first?.text);
  expect([first?.values.includes(1), second?.values.includes(2)]).toEqual([true, true]);
});

it('tells an outcome here and to the other processes, and nobody while the store is too old for the command', async () => {
  const { kept, heard, published, settle, defer } = createScene();
  await defer();
  expect(kept).toMatchObject([{ state: 'deferred', nextAtMs: 1 + 600_000 }]);
  expect([heard, published]).toEqual([[], []]);
  await settle(1);
  expect([heard.length, published]).toEqual([1, ['outcomes']]);
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('counts each try that failed, puts the next one off longer, and looks again at that moment', async () => {
  const { kept, wake, fail } = createScene();
  let looks = 0;
  wake.on(STORE, 'commands', () => (looks += 1));
  // By chance half of 200, 400, 800, 1600 ms and so on, up to 15 s, and 50 ms at least.
  await fail(0, 'the link was lost');
  await fail(3, 'the store answered 503');
  await fail(20, 'x'.repeat(300));
  expect(kept).toEqual([
    { attempts: 1, nextAtMs: 1 + 150, lastError: 'the link was lost' },
    { attempts: 4, nextAtMs: 1 + 850, lastError: 'the store answered 503' },
    { attempts: 21, nextAtMs: 1 + 7550, lastError: 'x'.repeat(200) },
  ]);
  const looksAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return looks;
  };
  expect([await looksAfter(150), await looksAfter(1), await looksAfter(700), await looksAfter(6700)]).toEqual(
    [0, 1, 2, 3],
  );
});
