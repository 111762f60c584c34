// The first run (ADMIN). `GET /api/staff/first-run` says which steps are done, `PUT` keeps what was put off or put away.
// `POST /api/staff/sample-menu` fills a menu in which there is nothing yet.
import { z } from 'zod';
import { FIRST_RUN_STEPS } from '../store/first-run.ts';

/** The answer of both calls. */
export const FirstRun = z.object({
  steps: z.array(z.object({ id: z.enum(FIRST_RUN_STEPS), state: z.enum(['done', 'skipped', 'open']) })),
  /** The checklist is not shown any more, whatever is open. */
  dismissed: z.boolean(),
});

/** The body of `PUT`, whole: what is not in `skipped` is open again. */
export const FirstRunChoices = z.object({
  skipped: z.array(z.enum(FIRST_RUN_STEPS)).max(FIRST_RUN_STEPS.length),
  dismissed: z.boolean(),
});

/** How many entries the menu has now. */
export const SampleMenuInstalled = z.object({ entries: z.number().int() });

export type FirstRun = z.infer<typeof FirstRun>;
export type FirstRunChoices = z.infer<typeof FirstRunChoices>;
