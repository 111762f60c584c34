// An alarm: something the owner must hear of although nobody looks at a screen. The relay
// sends it to the owner's phone, so it never names a customer, a phone or what somebody wrote.
import { z } from 'zod';
import type { ReplicatedRow } from './replicated-row.ts';

const words = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}+$/u);

/** One alarm as it stands; texts are Portuguese, instants in milliseconds since 1970. */
export const AlarmBody = z.object({
  title: words(60),
  /** What it is and what to do about it. */
  text: words(200),
  /** When it began: the same alarm told again keeps it, so that nobody is rung twice. */
  sinceMs: z.number().int(),
  /** Null while it lasts. */
  endedAtMs: z.number().int().nullable(),
});
export type AlarmBody = z.infer<typeof AlarmBody>;

/** One row a trouble, under its name, such as `backup` or `printer.3`. */
export const alarmRow = {
  kind: 'alarm',
  ids: '*',
  version: 1,
  sealed: false,
  body: AlarmBody,
} as const satisfies ReplicatedRow;
