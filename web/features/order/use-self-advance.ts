// A tap on the last choice that a step asks for leads on by itself, once one has seen what one chose. Who chooses by keyboard or by ear goes
// through the choices one after the other, and leads on with Continuar.
import { useEffect, useRef, useState } from 'react';

const SEEN_MS = 250;
/** Whoever presses Continuar out of habit means the step that has just left by itself: for so long the new step's button rests. */
const REST_MS = 1_000;

/** `advance` is called when the step can be left; it says whether it could. */
export function useSelfAdvance(index: number, advance: () => boolean) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [resting, setResting] = useState(false);
  const latest = useRef(advance);
  useEffect(() => {
    latest.current = advance;
  });
  /** The element around the choices. */
  const choices = useRef<HTMLDivElement>(null);
  useEffect(() => () => clearTimeout(timer.current), [index]);
  useEffect(() => {
    if (!resting) return;
    const rested = setTimeout(() => setResting(false), REST_MS);
    return () => clearTimeout(rested);
  }, [resting]);
  useEffect(() => {
    const around = choices.current;
    const tapped = ({ target }: Event) => {
      // Whoever chooses in the step has seen it: what they press next is meant for it. Later than this event, or the switch that was
      // tapped would be drawn as it was before it has said what it is now.
      setTimeout(() => setResting(false));
      // The click of a key arrives at the radio button itself; that of a finger at its card.
      if (!(target instanceof Element) || target instanceof HTMLInputElement) return;
      if (!target.closest('label')?.querySelector('input[type=radio]:not(:disabled)')) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setResting(latest.current()), SEEN_MS);
    };
    around?.addEventListener('click', tapped);
    return () => around?.removeEventListener('click', tapped);
    // Each step's choices are an element of their own.
  }, [index]);

  return {
    choices,
    /** The step's button does nothing yet. */
    resting,
    /** The step is left by hand: it does not lead on by itself as well. */
    stop: () => clearTimeout(timer.current),
  };
}
