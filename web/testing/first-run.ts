// How far the first run is, for tests of its steps.
import type { FirstRun } from '@balcao/shared/http/first-run.ts';
import { FIRST_RUN_STEPS, type FirstRunStep } from '@balcao/shared/store/first-run.ts';
import { vi } from 'vitest';
import type { Progress } from '../features/admin/first-run/steps.ts';

type States = Partial<Record<FirstRunStep, 'done' | 'skipped'>>;

/** What is not named is open. */
export const firstRunOf = (states: States): FirstRun => ({
  steps: FIRST_RUN_STEPS.map((id) => ({ id, state: states[id] ?? 'open' })),
  dismissed: false,
});

export const progressOf = (states: States) => ({
  value: firstRunOf(states),
  reload: vi.fn<Progress['reload']>(async () => {}),
  skip: vi.fn<Progress['skip']>(async () => {}),
});
