import { expect, it } from 'vitest';
import { FirstRun, FirstRunChoices } from './first-run.ts';

const STEPS = ['owner', 'shop', 'hours', 'menu', 'printer', 'site', 'account', 'pix'];

it('each step is done, put off or open', () => {
  const steps = ['done', 'skipped', 'open'].map((state, at) => ({ id: STEPS[at], state }));
  expect(FirstRun.parse({ steps, dismissed: false })).toEqual({ steps, dismissed: false });
  expect(FirstRun.safeParse({ steps: [{ id: 'owner', state: 'begun' }], dismissed: false }).success).toBe(
    false,
  );
});

it('every step may be put off, and none that there is not', () => {
  expect(FirstRunChoices.parse({ skipped: STEPS, dismissed: true })).toEqual({
    skipped: STEPS,
    dismissed: true,
  });
  for (const skipped of [[...STEPS, 'owner'], ['coffee']])
    expect(FirstRunChoices.safeParse({ skipped, dismissed: true }).success).toBe(false);
});
