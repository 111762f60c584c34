// What a staff screen has switched off while the store has not answered what was asked of it, for tests.
import type { ReactElement } from 'react';
import { expect } from 'vitest';
import { nameOf, type Answers, type Screen } from './screen.ts';
import { openStaff } from './staff-screen.ts';

export const never = (): Promise<never> => new Promise(() => undefined);

/** A store that reads out what it would answer, and answers nothing that changes it but `more`. */
export const slowStore = (answers: Answers, more: Answers = {}): Answers => ({
  ...Object.fromEntries(Object.entries(answers).filter(([route]) => route.startsWith('GET '))),
  'POST *': never,
  'PUT *': never,
  'PATCH *': never,
  'DELETE *': never,
  ...more,
});

/** The names of what does nothing when it is pressed. */
const offIn = (screen: Screen): string[] =>
  screen
    .all('button, input, select, textarea')
    .filter((one) => one.hasAttribute('disabled'))
    .map((one) => nameOf(screen.body, one));

/** Each that is touched, or a field with what is typed into it; the last of them asks. */
export type Taps = readonly (string | readonly [field: string, text: string])[];

/** What the last of the taps put off, and the screen as it stands then. */
export async function offAfter(element: ReactElement, taps: Taps, answers: Answers, path?: string) {
  const screen = await openStaff(element, { answers, ...(path !== undefined && { path }) });
  let before: string[] = [];
  for (const tap of taps) {
    before = offIn(screen);
    await (typeof tap === 'string' ? screen.tap(tap) : screen.type(...tap));
  }
  return { screen, off: offIn(screen).filter((name) => !before.includes(name)) };
}

/** Exactly this goes off with the last of the taps, which asks the store for one change; `sent`: what was asked for by then. */
export async function expectOffMeanwhile(
  element: ReactElement,
  taps: Taps,
  expected: readonly string[],
  { answers, path, sent = 1 }: { answers: Answers; path?: string; sent?: number },
): Promise<void> {
  const { screen, off } = await offAfter(element, taps, answers, path);
  expect(off).toEqual(expected);
  expect(screen.changes()).toHaveLength(sent);
}
