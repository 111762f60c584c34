// The bell of kitchen and board, made by the browser: no file, no network. Browsers stay silent until the first touch.
import { useEffect, useState } from 'react';

let context: AudioContext | null = null;

/** Asks the browser for sound, which it gives after a touch; whether there is any now. */
export async function allowSound(): Promise<boolean> {
  try {
    context ??= new AudioContext();
    await context.resume();
  } catch (error) {
    console.warn('sound stays off', error);
  }
  return context?.state === 'running';
}

/**
 * Whether the browser lets this page be heard; asks again at each touch until it does. `tries`: also before the first one, for a screen
 * that nobody touches: a browser that was set up for a TV allows it.
 */
export function useSoundReady({ tries = false } = {}): boolean {
  const [ready, setReady] = useState(() => context?.state === 'running');
  useEffect(() => {
    const unlock = () => void allowSound().then(setReady);
    if (tries) unlock();
    document.addEventListener('pointerdown', unlock);
    document.addEventListener('keydown', unlock);
    return () => {
      document.removeEventListener('pointerdown', unlock);
      document.removeEventListener('keydown', unlock);
    };
  }, [tries]);
  return ready;
}

const TUNES = {
  order: { notes: [880, 1175, 880, 1175], seconds: 0.18 },
  call: { notes: [659, 784, 1047], seconds: 0.34 },
  cancelled: { notes: [523, 392, 294], seconds: 0.3 },
} as const;

/** `order`: something new to make. `call`: a number is ready. `cancelled`: stop making one. Silent while the browser does not allow sound. */
export function playTune(tune: keyof typeof TUNES): void {
  if (context?.state !== 'running') return;
  const { notes, seconds } = TUNES[tune];
  notes.forEach((frequency, index) => note(frequency, index * 0.22, seconds));
}

function note(frequency: number, afterSeconds: number, lengthSeconds: number): void {
  if (!context) return;
  const start = context.currentTime + afterSeconds;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = 'triangle';
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(0.6, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lengthSeconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + lengthSeconds + 0.05);
  oscillator.addEventListener('ended', () => gain.disconnect());
}
