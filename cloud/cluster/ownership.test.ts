// The links of this process, looked at and renewed together: each of them, whatever came in between.
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Db } from '../storage/open.ts';
import { Wake } from '../storage/wake.ts';
import { createOwnership } from './ownership.ts';

const STORE = '0193a000-0000-7000-8000-000000000001';
const RENEW_MS = 5000;
const NOW_MS = 1_800_000_000_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A database that answers a taking when the test says so, and a look with the fence it was told. */
function createScene() {
  const takings: ((fence: number) => void)[] = [];
  const renewed: unknown[][] = [];
  const written: object[] = [];
  const takenAtMs: number[] = [];
  const wake = new Wake();
  let fenceThere = 0;
  let holder: object = {};
  let looks = 0;
  let answering = Promise.resolve();
  const inserted = {
    values({ seenAtMs }: { seenAtMs: number }) {
      takenAtMs.push(seenAtMs);
      return inserted;
    },
    onConflictDoUpdate({ set }: { set: { seenAtMs: number } }) {
      takenAtMs.push(set.seenAtMs);
      return inserted;
    },
    returning: () => new Promise((resolve) => takings.push((fence) => resolve([{ fence }]))),
  };
  const db = {
    insert: () => inserted,
    select: () => ({
      from: () => ({
        where: () => {
          looks += 1;
          return answering.then(() => [{ storeId: STORE, fence: fenceThere, ...holder }]);
        },
      }),
    }),
    update: () => ({
      set(columns: object) {
        return {
          where(rows: SQL) {
            written.push({ columns, of: new PgDialect().sqlToQuery(rows).params });
            return Promise.resolve();
          },
        };
      },
    }),
    execute(statement: SQL) {
      renewed.push(new PgDialect().sqlToQuery(statement).params);
      return answering;
    },
  };
  const ownership = createOwnership({
    ...{ db: db as unknown as Db, wake, clock: () => NOW_MS },
    ...{ instance: 'this', address: 'http://this', log: { warn: () => undefined } },
  });
  return {
    ...{ takings, takenAtMs, renewed, written, wake, ownership },
    answerLooksWith: (fence: number) => void (fenceThere = fence),
    heldBy: (instance: string, seenAtMs: number) =>
      void (holder = { instance, address: `http://${instance}`, seenAtMs }),
    looks: () => looks,
    /** Answers nothing until the returned function is called. */
    hang(): () => void {
      const hung = Promise.withResolvers<void>();
      answering = hung.promise;
      return hung.resolve;
    },
  };
}

it('[24] the newer link of a store is renewed, and lost, though the answer to the older taking came last', async () => {
  const scene = createScene();
  const lost: string[] = [];
  scene.answerLooksWith(2);
  const older = scene.ownership.claimLink(STORE, () => lost.push('older'));
  const newer = scene.ownership.claimLink(STORE, () => lost.push('newer'));
  scene.takings[1]?.(2);
  await newer;
  scene.takings[0]?.(1);
  const letGoOfOlder = await older;
  await letGoOfOlder();
  await vi.advanceTimersByTimeAsync(RENEW_MS);
  expect(scene.renewed).toEqual([[NOW_MS, `{${STORE}}`, '{2}']]);
  scene.wake.deliverAll(['link']);
  await turn();
  expect(lost).toEqual([]);
  scene.answerLooksWith(3);
  scene.wake.deliverAll(['link']);
  await turn();
  expect(lost).toEqual(['newer']);
});

it('[24] that a link was taken is told at once, for whoever had it lets go by that', async () => {
  const scene = createScene();
  const told: string[] = [];
  scene.wake.on(STORE, 'link', () => void told.push('link'));
  const taken = scene.ownership.claimLink(STORE, () => undefined);
  expect(told).toEqual([]);
  scene.takings[0]?.(2);
  await taken;
  expect(told).toEqual(['link']);
});

it('[24] a link is held as of the moment that the relay takes the time for, from nobody as from who had it', async () => {
  const scene = createScene();
  const taken = scene.ownership.claimLink(STORE, () => undefined);
  scene.takings[0]?.(1);
  await (
    await taken
  )();
  expect(scene.takenAtMs).toEqual([NOW_MS, NOW_MS]);
});

it('[24] nothing is renewed any more once the last link was let go', async () => {
  const scene = createScene();
  const taken = scene.ownership.claimLink(STORE, () => undefined);
  scene.takings[0]?.(1);
  const letGo = await taken;
  await vi.advanceTimersByTimeAsync(RENEW_MS);
  await letGo();
  await vi.advanceTimersByTimeAsync(10 * RENEW_MS);
  expect(scene.renewed).toHaveLength(1);
});

it('[24] a link that was let go is nobody’s at once, unless somebody took it since', async () => {
  const scene = createScene();
  const taken = scene.ownership.claimLink(STORE, () => undefined);
  scene.takings[0]?.(7);
  await (
    await taken
  )();
  expect(scene.written).toEqual([{ columns: { seenAtMs: 0 }, of: [STORE, 7] }]);
});

it.each([
  ['that renewed it less than 15 s ago has it', 'other', -14_999, { address: 'http://other' }],
  ['that renewed it 15 s ago is dead', 'other', -15_000, null],
  ['whose clock is ahead, but by less than 15 s, has it', 'other', 14_999, { address: 'http://other' }],
  ['seen further in the future was seen by a clock that was wrong', 'other', 15_000, null],
  ['that is this one is no other', 'this', 0, null],
])('[24] of a link, a process %s', async (_what, instance, agoMs, owner) => {
  const scene = createScene();
  scene.heldBy(instance, NOW_MS + agoMs);
  expect(await scene.ownership.findOtherOwner(STORE)).toEqual(owner);
});

it('[152] a database that does not answer has one look at the links and one renewing of them to answer, however long it lasts', async () => {
  const scene = createScene();
  const taken = scene.ownership.claimLink(STORE, () => undefined);
  scene.takings[0]?.(1);
  await taken;
  scene.answerLooksWith(1);
  const goOn = scene.hang();
  await vi.advanceTimersByTimeAsync(10 * RENEW_MS);
  for (let polls = 0; polls < 10; polls += 1) scene.wake.deliverAll(['link']);
  await turn();
  expect({ looks: scene.looks(), renewed: scene.renewed.length }).toEqual({ looks: 1, renewed: 1 });
  goOn();
  await turn();
  expect({ looks: scene.looks(), renewed: scene.renewed.length }).toEqual({ looks: 2, renewed: 2 });
});
