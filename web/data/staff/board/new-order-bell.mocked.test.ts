// The bell for new orders: what it rings for, how often, and until when. With modules of its own, for the chime keeps the browser's sound for good.
import { atom, createStore, useAtomValue } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openHook } from '../../../testing/screen.ts';
import { allowSound } from '../../../ui/staff/chime.ts';
import { cancelledKey } from './seen-news.ts';
import { useNewOrderBell } from './new-order-bell.ts';

const EVERY_MS = 4_000;
/** In hertz, of each note that was played. */
let notes: number[] = [];
let isAllowed = true;
class Sound {
  state = 'suspended';
  readonly currentTime = 0;
  readonly destination = {};
  async resume(): Promise<void> {
    this.state = isAllowed ? 'running' : 'suspended';
  }
  createGain() {
    const gain = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
    return { gain, connect: () => {}, disconnect: () => {} };
  }
  createOscillator() {
    const frequency = { value: 0 };
    const start = (): void => void notes.push(frequency.value);
    return { frequency, connect: <T>(next: T): T => next, start, stop: () => {}, addEventListener: () => {} };
  }
}
/** How often each tune was played, by its first notes: two quick ones for an order, one that falls for what was called off. */
const rung = (): { order: number; cancelled: number } => ({
  order: notes.filter((hertz) => hertz === 1175).length / 2,
  cancelled: notes.filter((hertz) => hertz === 523).length,
});

beforeEach(async () => {
  notes = [];
  isAllowed = true;
  vi.stubGlobal('AudioContext', Sound);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await allowSound();
});
afterEach(() => {
  vi.useRealTimers();
});

const receivedAtom = atom<readonly string[]>([]);
const ring = async (received: readonly string[], screen: 'kitchen' | 'wholesale' = 'kitchen') => {
  const store = createStore();
  store.set(receivedAtom, received);
  const hook = await openHook(() => useNewOrderBell(useAtomValue(receivedAtom), screen), { store });
  const become = (next: readonly string[]) => hook.when(() => store.set(receivedAtom, next));
  return { ...hook, become };
};

describe('the bell', () => {
  it('rings at once, and every four seconds until the order was seen', async () => {
    const bell = await ring(['a']);
    expect(rung()).toEqual({ order: 1, cancelled: 0 });
    await bell.later(EVERY_MS);
    await bell.later(EVERY_MS);
    expect(rung().order).toBe(3);
    expect([...bell.now().unseen]).toEqual(['a']);
    await bell.when(() => bell.now().see(['a']));
    expect([...bell.now().unseen]).toEqual([]);
    await bell.later(5 * EVERY_MS);
    expect(rung().order).toBe(3);
  });

  it('rings at once for the next one after several that were seen', async () => {
    const bell = await ring(['a', 'b']);
    expect(rung().order).toBe(1);
    await bell.when(() => bell.now().see(['a', 'b']));
    await bell.become(['a', 'b', 'c']);
    expect(rung().order).toBe(2);
  });

  it('rings at once for one more, and not for one less', async () => {
    const bell = await ring(['a']);
    await bell.become(['a', 'b']);
    expect(rung().order).toBe(2);
    await bell.become(['b']);
    expect(rung().order).toBe(2);
  });

  it('is silent where nothing is new', async () => {
    await (await ring([])).later(5 * EVERY_MS);
    expect(rung()).toEqual({ order: 0, cancelled: 0 });
  });

  it('has another tune for what was called off', async () => {
    await ring(['a', cancelledKey('b')]);
    expect(rung()).toEqual({ order: 0, cancelled: 1 });
  });

  it('that is muted rings no more, and is so when the screen is opened again', async () => {
    const bell = await ring(['a']);
    await bell.when(() => bell.now().toggleMuted());
    await bell.later(5 * EVERY_MS);
    expect(rung().order).toBe(1);
    expect(bell.now().muted).toBe(true);
    const again = await ring(['a']);
    expect([again.now().muted, rung().order]).toEqual([true, 1]);
    await again.when(() => again.now().toggleMuted());
    expect((await ring(['a'])).now().muted).toBe(false);
  });

  it('is muted on the screen where that was asked, and rings on the other', async () => {
    const wholesale = await ring([], 'wholesale');
    await wholesale.when(() => wholesale.now().toggleMuted());
    expect((await ring([])).now().muted).toBe(false);
    expect((await ring([], 'wholesale')).now().muted).toBe(true);
  });

  it.each(['pointerdown', 'keydown'])(
    'waits for the first %s where the browser allows no sound before',
    async (touch) => {
      isAllowed = false;
      await allowSound();
      const bell = await ring(['a']);
      expect([bell.now().ready, rung().order]).toEqual([false, 0]);
      isAllowed = true;
      await bell.when(() => void document.dispatchEvent(new window.Event(touch)));
      await bell.later(EVERY_MS);
      expect([bell.now().ready, rung().order]).toEqual([true, 1]);
    },
  );

  it('is each screen’s own: what was seen in the kitchen is new to wholesale', async () => {
    const kitchen = await ring(['a']);
    await kitchen.when(() => kitchen.now().see(['a']));
    expect(kitchen.stored?.get('balcao-staff-seen')).toBe('["a"]');
    const wholesale = await ring(['a', 'b'], 'wholesale');
    expect([...wholesale.now().unseen]).toEqual(['a', 'b']);
    await wholesale.when(() => wholesale.now().see(['b']));
    expect([...(await ring(['a', 'b'])).now().unseen]).toEqual(['b']);
    expect([...(await ring(['a', 'b'], 'wholesale')).now().unseen]).toEqual(['a']);
  });
});
