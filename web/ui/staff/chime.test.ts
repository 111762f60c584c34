// The two tunes: staff tells them apart without looking. A new order knocks twice, quickly; a number that is called rises, slowly.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Note = { hertz: number; fromSeconds: number; toSeconds: number };
let notes: Note[];
let contexts: number;
let isAllowed: boolean;

class FakeAudio {
  state = 'suspended';
  readonly currentTime = 10;
  readonly destination = {};
  constructor() {
    contexts += 1;
  }
  async resume(): Promise<void> {
    if (isAllowed) this.state = 'running';
  }
  createGain() {
    const gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
    return { gain, connect: () => undefined, disconnect: () => undefined };
  }
  createOscillator() {
    const note: Note = { hertz: 0, fromSeconds: 0, toSeconds: 0 };
    notes.push(note);
    return {
      type: '',
      frequency: {
        set value(hertz: number) {
          note.hertz = hertz;
        },
      },
      connect: <T>(next: T): T => next,
      start: (at: number) => void (note.fromSeconds = at - 10),
      stop: (at: number) => void (note.toSeconds = at - 10),
      addEventListener: () => undefined,
    };
  }
}

// The module holds the one context of the page: each test has a page of its own.
const freshPage = async () => {
  vi.resetModules();
  return import('./chime.ts');
};
beforeEach(() => {
  notes = [];
  contexts = 0;
  isAllowed = true;
  vi.stubGlobal('AudioContext', FakeAudio);
});
afterEach(() => vi.unstubAllGlobals());

it('is silent until the browser allows sound, and asks for one context however often', async () => {
  const { allowSound, playTune } = await freshPage();
  playTune('order');
  isAllowed = false;
  expect(await allowSound()).toBe(false);
  playTune('order');
  expect(notes).toEqual([]);
  isAllowed = true;
  expect(await allowSound()).toBe(true);
  playTune('order');
  expect(notes).toHaveLength(4);
  expect(contexts).toBe(1);
});

it('rings for a new order with two notes, twice', async () => {
  const { allowSound, playTune } = await freshPage();
  await allowSound();
  playTune('order');
  const [first, second] = notes.map(({ hertz }) => hertz);
  expect(second).toBeGreaterThan(first ?? 0);
  expect(notes.map(({ hertz }) => hertz)).toEqual([first, second, first, second]);
});

it('calls a number with three notes that rise, each longer than those of a new order', async () => {
  const { allowSound, playTune } = await freshPage();
  await allowSound();
  playTune('call');
  const called = notes.splice(0);
  playTune('order');
  expect(called).toHaveLength(3);
  expect(called.map(({ hertz }) => hertz)).toEqual(
    called.map(({ hertz }) => hertz).toSorted((a, b) => a - b),
  );
  expect(new Set(called.map(({ hertz }) => hertz)).size).toBe(3);
  const length = (note: Note | undefined) => (note ? note.toSeconds - note.fromSeconds : 0);
  expect(length(called[0])).toBeGreaterThan(length(notes[0]));
});

it('plays its notes one after another, beginning now', async () => {
  const { allowSound, playTune } = await freshPage();
  await allowSound();
  for (const tune of ['order', 'call'] as const) {
    notes = [];
    playTune(tune);
    const starts = notes.map(({ fromSeconds }) => fromSeconds);
    expect(starts[0]).toBe(0);
    // A fifth of a second apart: a tune, not one sound.
    expect(starts[1]).toBeCloseTo(0.22);
    for (const [index, start] of starts.entries()) {
      if (index > 0) expect(start).toBeGreaterThan(starts[index - 1] ?? start);
      expect(notes[index]?.toSeconds).toBeGreaterThan(start);
    }
  }
});
