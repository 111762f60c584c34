// Whether the store takes anything in: who waits for which word, for how long, and what no word ends.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase, type Db } from './open.ts';
import { createWriteGate, StoreHeld } from './write-gate.ts';

let db: Db;
beforeEach(() => {
  vi.useFakeTimers();
  db = openDatabase(':memory:', 'edge/storage/migrations');
});
afterEach(() => {
  vi.useRealTimers();
  db.$client.close();
});
const gateOf = (expectsWord = false) => createWriteGate(db, { expectsWord });
/** Whether what people do goes on, once all that is due by `ms` more has happened. */
function watch(gate: ReturnType<typeof gateOf>): (ms: number) => Promise<boolean> {
  let isKnown = false;
  void gate.initialVerdict().then(() => (isKnown = true));
  return async (ms) => {
    await vi.advanceTimersByTimeAsync(ms);
    return isKnown;
  };
}

describe('what people do after a start', () => {
  it('waits three seconds for the word of a relay that says nothing', async () => {
    const after = watch(gateOf(true));
    expect([await after(2999), await after(1)]).toEqual([false, true]);
  });

  it.each(['hold', 'release', 'markVerdictKnown'] as const)('waits no more after %s', async (word) => {
    const gate = gateOf(true);
    const after = watch(gate);
    expect(await after(0)).toBe(false);
    gate[word]('behind');
    expect(await after(0)).toBe(true);
  });

  it('waits ten seconds for a relay that proves nothing, and no longer than it proves', async () => {
    const gate = gateOf();
    const proof = Promise.withResolvers<void>();
    gate.prove(new Promise(() => undefined));
    const after = watch(gate);
    expect([await after(9999), await after(1)]).toEqual([false, true]);
    gate.prove(proof.promise);
    const afterProof = watch(gate);
    expect(await afterProof(0)).toBe(false);
    proof.resolve();
    expect(await afterProof(0)).toBe(true);
  });

  it('waits for what is proven last, though what was proven before it ends', async () => {
    const gate = gateOf();
    const [before, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    gate.prove(before.promise);
    gate.prove(last.promise);
    before.resolve();
    await vi.advanceTimersByTimeAsync(0);
    const after = watch(gate);
    expect(await after(0)).toBe(false);
    last.resolve();
    expect(await after(0)).toBe(true);
  });
});

describe('a store that is held', () => {
  it('takes nothing in, also after another start, until it is let go', () => {
    gateOf().hold('behind');
    const gate = gateOf();
    expect(() => gate.check()).toThrow(StoreHeld);
    gate.release();
    expect([gate.held(), gateOf().held()]).toEqual([null, null]);
    gate.check();
  });

  it.each(['damaged', 'read-only'] as const)('as %s is let go by nobody, and by another start', (reason) => {
    const gate = gateOf();
    gate.hold(reason);
    gate.release();
    gate.hold('behind');
    expect([gate.held(), gateOf().held()]).toEqual([reason, null]);
  });
});

describe('work that writes', () => {
  it('begins once the store is let go, and once only', async () => {
    const gate = gateOf();
    const work = vi.fn<() => void>();
    gate.hold('behind');
    gate.whenUnlocked(work);
    await vi.advanceTimersByTimeAsync(0);
    expect(work).not.toHaveBeenCalled();
    gate.release();
    gate.hold('behind');
    gate.release();
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('of a store that ends begins neither with the verdict nor when it is let go', async () => {
    const gate = gateOf(true);
    const [early, late] = [vi.fn<() => void>(), vi.fn<() => void>()];
    gate.whenUnlocked(early)();
    gate.markVerdictKnown();
    gate.hold('behind');
    const forget = gate.whenUnlocked(late);
    await vi.advanceTimersByTimeAsync(0);
    forget();
    gate.release();
    await vi.advanceTimersByTimeAsync(0);
    expect([early, late].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });

  it('begins with the verdict where nothing holds the store', async () => {
    const gate = gateOf(true);
    const work = vi.fn<() => void>();
    gate.whenUnlocked(work);
    await vi.advanceTimersByTimeAsync(2999);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
