// A TV that nobody touches is heard where its browser allows it. With modules of its own, for the chime keeps the browser's sound for good.
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { openScreen } from '../../testing/screen.ts';
import { TvScreen } from './tv-screen.tsx';

/** A browser that was set up for a TV: it allows sound before anybody has touched the page. */
class Sound {
  state = 'suspended';
  async resume(): Promise<void> {
    this.state = 'running';
  }
}

it('asks nobody to touch the TV where its browser lets it be heard', async () => {
  vi.stubGlobal('AudioContext', Sound);
  const screen = await openScreen(
    createElement(TvScreen, { preparing: [], ready: [], skewMs: 0, notice: null }),
  );
  expect(screen.words()).not.toContain('Toque na tela para ligar a chamada');
});
