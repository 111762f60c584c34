// Rings and vibrates when an order is ready. A browser lets a page sound only after a tap, so the sound is prepared by one.

let sound: AudioContext | null = null;

/** Call from a tap. True when the device can sound. */
export function prepareBell(): boolean {
  if (!('AudioContext' in window)) return false;
  sound ??= new AudioContext();
  void sound.resume();
  return true;
}

export function ringReady(): void {
  if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive)
    navigator.vibrate([300, 120, 300, 120, 500]);
  if (sound?.state !== 'running') return;
  playChime(sound);
}

/** Three notes going up. */
export function playChime(context: AudioContext): void {
  for (const [at, hertz] of [523, 659, 784].entries()) {
    const begins = context.currentTime + at * 0.22;
    const tone = context.createOscillator();
    const loudness = context.createGain();
    tone.frequency.value = hertz;
    loudness.gain.setValueAtTime(0.0001, begins);
    loudness.gain.exponentialRampToValueAtTime(0.35, begins + 0.03);
    loudness.gain.exponentialRampToValueAtTime(0.0001, begins + 0.5);
    tone.connect(loudness).connect(context.destination);
    tone.start(begins);
    tone.stop(begins + 0.55);
  }
}
