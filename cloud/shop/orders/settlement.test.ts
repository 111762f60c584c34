import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, it, vi } from 'vitest';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import type { Db } from '../../storage/open.ts';
import { createPersons } from '../../storage/persons/persons.ts';
import { createRepeated } from '../../storage/repeated.ts';
import { Wake } from '../../storage/wake.ts';
import { createKeptCommands } from './kept-commands.ts';
import { createSettlement, type CommandRow } from './settlement.ts';

const STORE = '01900000-0000-7000-8000-000000000001';

/** A relay whose database takes what it is told, and what it was told. */
function createScene() {
  const told: { text: string; values: unknown[] }[] = [];
  const persons = createPersons(Buffer.alloc(32, 1));
  const repeated = createRepeated();
  const settle = createSettlement({
    db: {} as Db,
    repeat(name, statement) {
      told.push(repeated(name, statement));
      return Promise.resolve({ rows: [{}] });
    },
    ...{ kept: createKeptCommands(Buffer.alloc(32, 2), persons), persons, wake: new Wake() },
    wholesale: { learn: () => Promise.resolve() },
    ...{ clock: () => 1, random: () => 0, onOutcome: () => undefined },
  });
  return {
    told,
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
