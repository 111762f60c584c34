// Who gets a turn at the embedded database, who waits for one, and who is told to come back.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDatabaseSemaphore } from './database-semaphore.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Until whoever was let in has had the time to ask. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A database with one connection, whose statements end when the test says so. */
function slowDatabase() {
  const semaphore = createDatabaseSemaphore();
  const ends: (() => void)[] = [];
  const done: string[] = [];
  const refused: string[] = [];
  let before = Promise.resolve();
  function ask(name: string): Promise<void> {
    return semaphore.run(() => {
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      before = before.then(() => promise);
      return before.then(() => void done.push(name));
    });
  }
  return {
    done,
    refused,
    ask: (name: string) => void ask(name),
    /** A visit that asks so many statements, one after another. */
    visit(name: string, statements = 1): void {
      void semaphore
        .admit(async () => {
          for (let statement = 1; statement <= statements; statement += 1) await ask(`${name}.${statement}`);
        })
        .then((served) => {
          if (!served) refused.push(name);
        });
    },
    async end(statements = 1): Promise<void> {
      for (let one = 0; one < statements; one += 1) {
        ends.shift()?.();
        await settle();
      }
    },
  };
}

it('[67] tells a visit after a second without a turn to come back, and lets it do nothing before', async () => {
  const database = slowDatabase();
  database.ask('own');
  database.visit('late');
  await vi.advanceTimersByTimeAsync(999);
  expect(database.refused).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(database.refused).toEqual(['late']);
  await database.end(2);
  expect(database.done).toEqual(['own']);
});

it('[67] tells a visit at once to come back when two hundred wait', async () => {
  const database = slowDatabase();
  database.ask('own');
  for (let visitor = 1; visitor <= 200; visitor += 1) database.visit(`${visitor}`);
  await settle();
  expect(database.refused).toEqual([]);
  database.visit('one too many');
  await settle();
  expect(database.refused).toEqual(['one too many']);
  await database.end(201);
  expect(database.done).toHaveLength(201);
});

it('[67] lets others wait in the place of who was told to come back', async () => {
  const database = slowDatabase();
  database.ask('own');
  for (let visitor = 1; visitor <= 200; visitor += 1) database.visit('early');
  await vi.advanceTimersByTimeAsync(1000);
  expect(database.refused).toHaveLength(200);
  database.visit('late');
  await settle();
  await database.end(2);
  expect(database.done).toEqual(['own', 'late.1']);
});

it('[67] lets visits in one by one in the order they came, and whoever is inside before those at the door', async () => {
  const database = slowDatabase();
  for (const name of ['first', 'second', 'third']) database.visit(name, 2);
  await settle();
  await database.end(6);
  expect(database.done).toEqual(['first.1', 'first.2', 'second.1', 'second.2', 'third.1', 'third.2']);
});

it('[67] gives a turn to what the relay does itself and to a crowd, whichever of the two is long', async () => {
  const database = slowDatabase();
  database.visit('1');
  await settle();
  for (let visitor = 2; visitor <= 50; visitor += 1) database.visit(`${visitor}`);
  database.ask('link');
  database.ask('health');
  await database.end(2);
  database.ask('row');
  await database.end(3);
  expect(database.done).toEqual(['1.1', 'link', 'health', '2.1', 'row']);
  await database.end(2);
  expect(database.done.slice(5)).toEqual(['3.1', '4.1']);
});

it('[67] lets the next one in when the one before asks for nothing, or takes its time', async () => {
  const semaphore = createDatabaseSemaphore();
  const slow = Promise.withResolvers<void>();
  void semaphore.admit(() => slow.promise);
  const served = vi.fn<() => Promise<void>>(() => Promise.resolve());
  await expect(semaphore.admit(served)).resolves.toBe(true);
  expect(served).toHaveBeenCalledOnce();
  slow.resolve();
});

it('[67] goes on with the next one after a statement that fails', async () => {
  const semaphore = createDatabaseSemaphore();
  const failing = semaphore.run(() => Promise.reject(new Error('away')));
  const served = semaphore.admit(() => Promise.resolve());
  await expect(failing).rejects.toThrow('away');
  await expect(served).resolves.toBe(true);
});
