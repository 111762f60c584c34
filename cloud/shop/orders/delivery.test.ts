// When a linked store's commands are looked for: no wake is slept through, and a newer link stays when an older one ends.
import { expect, it, vi } from 'vitest';
import type { Command } from '@balcao/shared/link/commands.ts';
import type { Db } from '../../storage/open.ts';
import { Wake } from '../../storage/wake.ts';
import type { Session } from '../stores/session.ts';
import type { CommandSealing } from './command-sealing.ts';
import { createDelivery } from './delivery.ts';
import type { CommandRow } from './settlement.ts';

const STORE = '01900000-0000-7000-8000-000000000001';
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const command = { kind: 'order.cancel' } as Command;
const rowOf = (orderId: number) =>
  ({
    storeId: STORE,
    orderId: `${orderId}`,
    kind: 'order.cancel',
    state: 'queued',
    command,
    attempts: 0,
  }) as CommandRow;

/** A relay without a command; `looks` has each read of the table that has begun, to be answered. */
function createScene() {
  const looks: ((rows?: CommandRow[]) => void)[] = [];
  /** Each question to the store: it is not answered, once the test says so. */
  const asked: ((reason: Error) => void)[] = [];
  /** How long each of them waits for its answer. */
  const waitsMs: (number | undefined)[] = [];
  const query: Record<string, unknown> = {};
  for (const step of ['from', 'where', 'orderBy']) query[step] = () => query;
  query['as'] = () => ({});
  query['limit'] = () => new Promise((resolve) => looks.push((rows = []) => resolve(rows)));
  let written = Promise.resolve();
  const failWrites = (): void => {
    written = Promise.reject(new Error('the disk is full'));
    written.catch(() => undefined);
  };
  const wake = new Wake();
  const delivery = createDelivery({
    db: {
      ...{ select: () => query, selectDistinctOn: () => query },
      update: () => ({ set: () => ({ where: () => written }) }),
    } as unknown as Db,
    ...({} as Pick<Parameters<typeof createDelivery>[0], 'repeat' | 'persons' | 'wholesale'>),
    sealing: { openCommand: () => command } as unknown as CommandSealing,
    ...{ wake, clock: () => 1, random: () => 0.5, onOutcome: () => undefined },
    log: { warn: () => undefined, error: () => undefined },
  });
  const link = () => {
    const gone = Promise.withResolvers<void>();
    const json: Session['json'] = (_method, _path, _body, timeoutMs) => {
      waitsMs.push(timeoutMs);
      return new Promise((_resolve, reject) => asked.push(reject));
    };
    const over = delivery.deliverToStore({ storeId: STORE, json } as unknown as Session, gone.promise);
    return { end: gone.resolve, over };
  };
  return { looks, asked, waitsMs, failWrites, wake, delivery, link };
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

it('sixteen commands are under way at once, one of each order; what found no room is looked for as soon as one ends', async () => {
  const { looks, asked, waitsMs, wake, delivery, link } = createScene();
  const { end, over } = link();
  looks[0]?.();
  await turn();
  const deliver = (orderId: number): boolean => delivery.deliverNow(rowOf(orderId), command);
  expect([deliver(1), deliver(1)]).toEqual([true, false]);
  for (let orderId = 2; orderId <= 16; orderId += 1) expect(deliver(orderId)).toBe(true);
  expect([asked.length, delivery.hasRoom(STORE), deliver(17)]).toEqual([16, false, false]);
  // A store that is silent keeps its orders from the others for ten seconds each, and no longer.
  expect(new Set(waitsMs)).toEqual(new Set([10_000]));
  wake.notify(STORE, 'commands');
  await turn();
  looks[1]?.([rowOf(17)]);
  await turn();
  expect([asked.length, looks.length]).toEqual([16, 2]);
  asked[0]?.(new Error('the link is down'));
  await turn();
  expect([delivery.hasRoom(STORE), looks.length]).toEqual([true, 3]);
  expect(deliver(1)).toBe(true);
  looks[2]?.();
  end();
  await over;
});

it('what stands behind a command of its order is looked for as soon as that one is answered', async () => {
  const { looks, asked, link } = createScene();
  const { end, over } = link();
  looks[0]?.([rowOf(1)]);
  await turn();
  expect([asked.length, looks.length]).toEqual([1, 1]);
  asked[0]?.(new Error('the link is down'));
  await turn();
  expect(looks).toHaveLength(2);
  looks[1]?.();
  end();
  await over;
});

it('a command that ends while the table is being read is not sent again for having been read before, and what follows it is looked for', async () => {
  const { looks, asked, wake, link } = createScene();
  const { end, over } = link();
  looks[0]?.([rowOf(1), rowOf(2)]);
  await turn();
  wake.notify(STORE, 'commands');
  await turn();
  expect([asked.length, looks.length]).toEqual([2, 2]);
  asked[0]?.(new Error('the link is down'));
  await turn();
  looks[1]?.([rowOf(1), rowOf(2)]);
  await turn();
  expect([asked.length, looks.length]).toEqual([2, 3]);
  looks[2]?.([rowOf(1), rowOf(2)]);
  await turn();
  expect(asked).toHaveLength(3);
  end();
  await over;
});

it('a command whose answer could not be written down is not sent again at once', async () => {
  const { looks, asked, failWrites, link } = createScene();
  const { end, over } = link();
  looks[0]?.([rowOf(1)]);
  await turn();
  failWrites();
  asked[0]?.(new Error('the link is down'));
  await turn();
  expect(looks).toHaveLength(1);
  end();
  await over;
});

it('of a store whose link another process holds, or nobody, a command is left to whoever is woken', () => {
  const { delivery } = createScene();
  expect(delivery.deliverNow(rowOf(1), command)).toBe(false);
});

it('a relay that stops takes up nothing more', async () => {
  const { looks, delivery, link } = createScene();
  const { end, over } = link();
  looks[0]?.();
  await turn();
  expect(delivery.hasRoom(STORE)).toBe(true);
  await delivery.stop();
  expect(delivery.hasRoom(STORE)).toBe(false);
  end();
  await over;
});

it('a relay that stops waits two seconds for what a store has not answered, and no longer', async () => {
  const { looks, asked, delivery, link } = createScene();
  const { end, over } = link();
  looks[0]?.([rowOf(1)]);
  await turn();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const stopped = vi.fn<() => void>();
    void delivery.stop().then(stopped);
    await vi.advanceTimersByTimeAsync(1999);
    expect(stopped).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(stopped).toHaveBeenCalledOnce();
    asked[0]?.(new Error('the link is down'));
    await vi.advanceTimersByTimeAsync(0);
  } finally {
    vi.useRealTimers();
  }
  end();
  await over;
});
