// Who follows orders hears of each change of theirs once, and of nothing else.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { PlaceWholesale } from '@balcao/shared/wholesale/place.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { Wake } from '../../storage/wake.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { createWholesale } from './wholesale.ts';

const ANA = { userId: null, userName: 'Ana', from: 'lan' } as const;
const idOf = (n: number): string => `01890a5d-ac96-774b-bcce-b302099a000${n}`;
let store: TestStore;
beforeEach(async () => {
  store = await openTestStore({ seed: false });
  store.menu.seed({ ...sampleCatalog(), ...sampleWholesale() });
});
afterEach(() => store.close());

it('[A12] a page hears once of each step and of the money, though nothing tells their moments apart', async () => {
  const wake = new Wake();
  const { db, menu, outbox, audit, clock } = store;
  const wholesale = createWholesale({
    ...{ db, menu, outbox, audit, wake, timeZone: 'America/Sao_Paulo' },
    clock: () => clock.nowMs,
    enqueue: () => 1,
  });
  const place = (n: number) =>
    wholesale.place(
      PlaceWholesale.parse({
        ...{ id: idOf(n), customerName: 'Maria de Souza', customerPhone: '(11) 98765-4321' },
        items: [{ id: 'one', productId: 'casquinha', quantity: 2 }],
      }),
      'lan',
    );
  let heard = 0;
  const after = async (what: () => unknown): Promise<number> => {
    const before = heard;
    what();
    await Promise.resolve();
    return heard - before;
  };
  place(1);
  place(2);
  await Promise.resolve();
  const forget = wholesale.follow([idOf(1)], () => (heard += 1));
  const paid = { onDate: wholesale.today(), method: 'pix' } as const;
  expect(await after(() => wholesale.move(ANA, idOf(2), { kind: 'start' }))).toBe(0);
  expect(await after(() => wholesale.move(ANA, idOf(1), { kind: 'start' }))).toBe(1);
  expect(await after(() => place(3))).toBe(0);
  expect(await after(() => wholesale.markPayment(ANA, idOf(1), { paid }))).toBe(1);
  expect(await after(() => wake.notify('wholesale'))).toBe(0);
  forget();
  expect(await after(() => wholesale.move(ANA, idOf(1), { kind: 'finish' }))).toBe(0);
});
