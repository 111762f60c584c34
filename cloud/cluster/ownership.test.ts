// The links of this process, looked at and renewed together: each of them, whatever came in between.
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Db } from '../storage/open.ts';
import { Wake } from '../storage/wake.ts';
import { createOwnership } from './ownership.ts';

const STORE = '0193a000-0000-7000-8000-000000000001';
const RENEW_MS = 5000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A database that answers a taking when the test says so, and a look with the fence it was told. */
function createScene() {
  const takings: ((fence: number) => void)[] = [];
  const renewed: unknown[][] = [];
  const wake = new Wake();
  let fenceThere = 0;
  let looks = 0;
  let answering = Promise.resolve();
  const inserted = {
    values: () => inserted,
    onConflictDoUpdate: () => inserted,
    returning: () => new Promise((resolve) => takings.push((fence) => resolve([{ fence }]))),
  };
  const db = {
    insert: () => inserted,
    select: () => ({
      from: () => ({
        where: () => {
          looks += 1;
          return answering.then(() => [{ storeId: STORE, fence: fenceThere }]);
        },
      }),
    }),
    update: () => ({ set: () => ({ where: () => Promise.resolve() }) }),
    execute(statement: SQL) {
      renewed.push(new PgDialect().sqlToQuery(statement).params);
      return answering;
    },
  };
  const ownership = createOwnership({
    ...{ db: db as unknown as Db, wake, clock: () => 1_800_000_000_000 },
    ...{ instance: 'this', address: 'http://this', log: { warn: () => undefined } },
  });
  return {
    ...{ takings, renewed, wake, ownership },
    answerLooksWith: (fence: number) => void (fenceThere = fence),
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
  const older = scene.ownership.claimLink(STORE, () => lost.push('older'));
  const newer = scene.ownership.claimLink(STORE, () => lost.push('newer'));
  scene.takings[1]?.(2);
  await newer;
  scene.takings[0]?.(1);
  const letGoOfOlder = await older;
  await letGoOfOlder();
  await vi.advanceTimersByTimeAsync(RENEW_MS);
  expect(scene.renewed).toEqual([[1_800_000_000_000, `{${STORE}}`, '{2}']]);
  scene.answerLooksWith(3);
  scene.wake.deliverAll(['link']);
  await turn();
  expect(lost).toEqual(['newer']);
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
