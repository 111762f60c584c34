// When a linked store's commands are looked for: no wake is slept through, and a newer link stays when an older one ends.
import { expect, it } from 'vitest';
import type { Db } from '../../storage/open.ts';
import { Wake } from '../../storage/wake.ts';
import type { Session } from '../stores/session.ts';
import { createDelivery } from './delivery.ts';

const STORE = '01900000-0000-7000-8000-000000000001';
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A relay without a command; `looks` has each read of the table that has begun, to be answered. */
function createScene() {
  const looks: (() => void)[] = [];
  const query: Record<string, unknown> = {};
  for (const step of ['from', 'where', 'orderBy']) query[step] = () => query;
  query['as'] = () => ({});
  query['limit'] = () => new Promise((resolve) => looks.push(() => resolve([])));
  const wake = new Wake();
  const delivery = createDelivery({
    db: { select: () => query, selectDistinctOn: () => query } as unknown as Db,
    ...({} as Pick<Parameters<typeof createDelivery>[0], 'repeat' | 'sealing' | 'persons' | 'wholesale'>),
    ...{ wake, clock: () => 1, random: () => 0.5, onOutcome: () => undefined },
    log: { warn: () => undefined, error: () => undefined },
  });
  const link = () => {
    const gone = Promise.withResolvers<void>();
    const over = delivery.deliverToStore({ storeId: STORE } as Session, gone.promise);
    return { end: gone.resolve, over };
  };
  return { looks, wake, delivery, link };
}

it('what is stored while the table is being read is looked for after it', async () => {
  const { looks, wake, link } = createScene();
  const { end, over } = link();
  expect(looks).toHaveLength(1);
  wake.notify(STORE, 'commands');
  looks[0]?.();
  await turn();
  expect(looks).toHaveLength(2);
  looks[1]?.();
  await turn();
  expect(looks).toHaveLength(2);
  wake.notify(STORE, 'commands');
  await turn();
  expect(looks).toHaveLength(3);
  looks[2]?.();
  end();
  await over;
});

it('a link that ends takes nothing from the newer one of its store', async () => {
  const { looks, delivery, link } = createScene();
  expect(delivery.hasRoom(STORE)).toBe(false);
  const [older, newer] = [link(), link()];
  older.end();
  looks[0]?.();
  await older.over;
  expect(delivery.hasRoom(STORE)).toBe(true);
  looks[1]?.();
  newer.end();
  await newer.over;
  expect(delivery.hasRoom(STORE)).toBe(false);
});
