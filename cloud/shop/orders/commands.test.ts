// Who waits here for what the store answers, when another process of the relay took the answer in: over a table that the test holds.
import { beforeEach, expect, it, vi } from 'vitest';
import type { Outcome } from '@balcao/shared/link/commands.ts';
import type { Db } from '../../storage/open.ts';
import { createPersons } from '../../storage/persons/persons.ts';
import { Wake } from '../../storage/wake.ts';
import { createCommands } from './commands.ts';

const STORE = 'store-1';
const REFUSED: Outcome = { status: 'refused', refusal: { code: 'already-paid' } };
const DEFERRED: Outcome = { status: 'deferred', kind: 'order.cancel' };
/** Long enough that no test waits for its end. */
const LONG_MS = 600_000;

type Row = { id: string; orderId: string; state: string; outcome: Outcome | null };
let rows: Row[];
let reads: number;
let wake: Wake;
let errors: string[];
let isAway: boolean;
beforeEach(() => {
  [rows, reads, wake, errors, isAway] = [[], 0, new Wake(), [], false];
});

const createScene = () =>
  createCommands({
    db: {
      select: () => ({
        from: () => ({
          where() {
            reads += 1;
            return isAway ? Promise.reject(new Error('away')) : Promise.resolve(rows);
          },
        }),
      }),
    } as unknown as Db,
    repeat: () => Promise.reject(new Error('nothing is stored here')),
    ...{ secretsKey: Buffer.alloc(32), persons: createPersons(Buffer.alloc(32, 1)), wake },
    wholesale: { learn: () => Promise.resolve() },
    ...{ clock: () => 0, random: () => 0.5, newId: () => 'new' },
    log: { warn: () => undefined, error: (_details, message) => void errors.push(message) },
  });
const row = (id: string, state = 'queued', outcome: Outcome | null = null): Row => ({
  ...{ id, orderId: 'order', state, outcome },
});
const hear = () => wake.deliver(STORE, 'outcomes');
/** Whether it is over by now. */
const isOver = async (answer: Promise<unknown>) => {
  let over = false;
  void answer.then(() => (over = true));
  await new Promise((resolve) => setImmediate(resolve));
  return over;
};

it('[L17] one after the other hears of an answer that another process was given', async () => {
  const { waitForOutcome } = createScene();
  for (const id of ['one', 'two', 'three']) {
    rows = [row(id)];
    const answer = waitForOutcome(STORE, id, LONG_MS);
    expect(await isOver(answer)).toBe(false);
    rows = [row(id, 'refused', REFUSED)];
    hear();
    expect(await answer).toEqual(REFUSED);
  }
});

it('two at once hear each of its own, and nothing is read once nobody waits', async () => {
  const { waitForOutcome } = createScene();
  const answers = ['one', 'two'].map((id) => waitForOutcome(STORE, id, LONG_MS));
  await isOver(Promise.all(answers));
  rows = [row('one', 'refused', REFUSED)];
  hear();
  expect(await answers[0]).toEqual(REFUSED);
  expect(await isOver(answers[1] as Promise<unknown>)).toBe(false);
  rows = [row('two', 'done', REFUSED)];
  hear();
  expect(await answers[1]).toEqual(REFUSED);
  const before = reads;
  hear();
  expect(reads).toBe(before);
});

it('[14] what the store is too old for is no answer yet: not when it is found, nor when it is heard of', async () => {
  const { waitForOutcome } = createScene();
  rows = [row('one', 'deferred', DEFERRED)];
  const answer = waitForOutcome(STORE, 'one', LONG_MS);
  expect(await isOver(answer)).toBe(false);
  hear();
  expect(await isOver(answer)).toBe(false);
  rows = [row('one', 'refused', REFUSED)];
  hear();
  expect(await answer).toEqual(REFUSED);
});

it('an answer that was there already is not waited for', async () => {
  rows = [row('one', 'refused', REFUSED)];
  expect(await createScene().waitForOutcome(STORE, 'one', LONG_MS)).toEqual(REFUSED);
});

it('an answer that could not be read is read with the next wake, and logged', async () => {
  const { waitForOutcome } = createScene();
  const answer = waitForOutcome(STORE, 'one', LONG_MS);
  await isOver(answer);
  isAway = true;
  hear();
  expect(await isOver(answer)).toBe(false);
  expect(errors).toEqual(['outcomes of another process could not be read']);
  isAway = false;
  rows = [row('one', 'refused', REFUSED)];
  hear();
  expect(await answer).toEqual(REFUSED);
});

it('whoever waits is told that there is none once its time is over, not before, and when the relay stops', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { waitForOutcome, stop } = createScene();
    const inTime = waitForOutcome(STORE, 'one', 8000);
    await vi.advanceTimersByTimeAsync(7999);
    expect(await isOver(inTime)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await inTime).toBeNull();
    const long = waitForOutcome(STORE, 'two', LONG_MS);
    await stop();
    expect(await long).toBeNull();
    const late = waitForOutcome(STORE, 'three', LONG_MS);
    await vi.advanceTimersByTimeAsync(0);
    expect(await isOver(late)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
