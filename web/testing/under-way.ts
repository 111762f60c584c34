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
    .all('button, select, input')
    .filter((one) => one.hasAttribute('disabled'))
    .map((one) => nameOf(screen.body, one));

/** What is touched, or typed into which field. */
export type Touch = string | [field: string, text: string];

/** Exactly this goes off with the last of the touches, which asks the store for one change; `sent`: what was asked for by then. */
export async function expectOffMeanwhile(
  element: ReactElement,
  touches: readonly Touch[],
  off: readonly string[],
  { answers, path, sent = 1 }: { answers: Answers; path?: string; sent?: number },
): Promise<void> {
  const screen = await openStaff(element, { answers, ...(path !== undefined && { path }) });
  let before: string[] = [];
  for (const touch of touches) {
    before = offIn(screen);
    await (typeof touch === 'string' ? screen.tap(touch) : screen.type(...touch));
  }
  expect(offIn(screen).filter((name) => !before.includes(name))).toEqual(off);
  expect(screen.changes()).toHaveLength(sent);
}
