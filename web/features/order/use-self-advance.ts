// A tap on the last choice that a step asks for leads on by itself, once one has seen what one chose. Who chooses by keyboard or by ear goes
// through the choices one after the other, and leads on with Continuar.
import { useEffect, useRef } from 'react';

const SEEN_MS = 250;
/** Whoever presses Continuar out of habit means the step that has just left by itself. */
const HABIT_MS = 1_000;

/** `advance` is called when the step can be left; it says whether it could. */
export function useSelfAdvance(index: number, advance: () => boolean) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const habitUntilMs = useRef(0);
  const latest = useRef(advance);
  useEffect(() => {
    latest.current = advance;
  });
  /** The element around the choices. */
  const choices = useRef<HTMLDivElement>(null);
  useEffect(() => () => clearTimeout(timer.current), [index]);
  useEffect(() => {
    const around = choices.current;
    const tapped = ({ target }: Event) => {
      // Whoever chooses in the step has seen it: what they press next is meant for it.
      habitUntilMs.current = 0;
      // The click of a key arrives at the radio button itself; that of a finger at its card.
      if (!(target instanceof Element) || target instanceof HTMLInputElement) return;
      if (!target.closest('label')?.querySelector('input[type=radio]:enabled')) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        if (latest.current()) habitUntilMs.current = Date.now() + HABIT_MS;
      }, SEEN_MS);
    };
    around?.addEventListener('click', tapped);
    return () => around?.removeEventListener('click', tapped);
  }, []);

  return {
    choices,
    /** Whether a press of Continuar belongs to the step before; only one does. */
    isHabit(): boolean {
      clearTimeout(timer.current);
      const habit = Date.now() < habitUntilMs.current;
      habitUntilMs.current = 0;
      return habit;
    },
  };
}
