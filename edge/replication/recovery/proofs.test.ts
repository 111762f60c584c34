// A store that starts, and a relay that says that rows are missing here and never shows them: for how long people are kept from what they do.
import { afterEach, expect, it, vi } from 'vitest';
import { openTestStore } from '../../testing/open-test-store.ts';

afterEach(() => void vi.useRealTimers());

it('[T4] what people do waits ten seconds for a proof, three times, and no more however often the relay says so', async () => {
  const silence = Promise.withResolvers<never>();
  const store = await openTestStore({ relay: { request: () => silence.promise } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const isFree = async (afterMs: number): Promise<boolean> => {
      let free = false;
      void store.writeGate.initialVerdict().then(() => (free = true));
      await vi.advanceTimersByTimeAsync(afterMs);
      return free;
    };
    const freeAtOnceAndAfter: boolean[][] = [];
    for (let times = 1; times <= 5; times += 1) {
      store.resync.receiveVerdict({ condition: 'rolled-back', seq: 1_000_000, hash: 'f'.repeat(64) });
      freeAtOnceAndAfter.push([await isFree(0), await isFree(9999), await isFree(1)]);
    }
    const waits = [false, false, true];
    const goesOn = [true, true, true];
    expect(freeAtOnceAndAfter).toEqual([waits, waits, waits, goesOn, goesOn]);
  } finally {
    silence.reject(new Error('the relay is gone'));
    await vi.advanceTimersByTimeAsync(0);
    vi.useRealTimers();
    await store.close();
  }
});
