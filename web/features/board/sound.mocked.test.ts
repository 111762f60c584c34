// A TV that nobody touches is heard where its browser allows it. With modules of its own, for the chime keeps the browser's sound for good.
import type { TvNumber } from '@balcao/shared/http/tv.ts';
import { createElement, useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openScreen } from '../../testing/screen.ts';
import { TvScreen } from './tv-screen.tsx';

/** A browser that was set up for a TV: it allows sound before anybody has touched the page. */
class Sound {
  static notes = 0;
  state = 'suspended';
  currentTime = 0;
  destination = {};
  async resume(): Promise<void> {
    this.state = 'running';
  }
  createOscillator() {
    Sound.notes += 1;
    const connect = (next: object) => next;
    return { frequency: {}, connect, start() {}, stop() {}, addEventListener() {} };
  }
  createGain() {
    const ramp = () => {};
    const gain = { setValueAtTime: ramp, exponentialRampToValueAtTime: ramp };
    return { gain, connect: (next: object) => next, disconnect() {} };
  }
}

it('asks nobody to touch the TV where its browser lets it be heard', async () => {
  vi.stubGlobal('AudioContext', Sound);
  const screen = await openScreen(
    createElement(TvScreen, { preparing: [], ready: [], skewMs: 0, notice: null }),
  );
  expect(screen.words()).not.toContain('Toque na tela para ligar a chamada');
});

it('chimes for each call, and not while somebody has switched that off', async () => {
  vi.stubGlobal('AudioContext', Sound);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const called: { ready: (numbers: TvNumber[]) => void } = { ready: () => {} };
  const Tv = () => {
    const [ready, setReady] = useState<TvNumber[]>([]);
    called.ready = setReady;
    return createElement(TvScreen, { preparing: [], ready, skewMs: 0, notice: null });
  };
  const screen = await openScreen(createElement(Tv));
  const ready = (count: number): TvNumber[] =>
    Array.from({ length: count }, (_, at) => ({ id: `${at}`, number: at, readyAtMs: null })).toReversed();
  expect(Sound.notes).toBe(0);
  await screen.when(() => called.ready(ready(1)));
  expect(Sound.notes).toBe(3);
  await screen.tap('Chamar sem som');
  await screen.when(() => called.ready(ready(2)));
  expect(Sound.notes).toBe(3);
  await screen.tap('Chamar sem som');
  await screen.when(() => called.ready(ready(3)));
  expect(Sound.notes).toBe(6);
});
