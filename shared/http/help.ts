// "Ajuda remota": for one hour who has the code sees diagnostics, and nothing else.
//   GET    /api/staff/help        (ADMIN)                     whether it is open, and how the last one ended
//   POST   /api/staff/help        (ADMIN, in the shop alone)  opens it and answers the code, once
//   DELETE /api/staff/help        (ADMIN)                     ends it
//   POST   /api/help/diagnostics  (whoever has the code)      the checks of the diagnostics page, without persons, addresses or secrets
import { z } from 'zod';
import { Check } from './diagnostics.ts';

/** So long it is open. */
export const HELP_MS = 3_600_000;
/** Wrong codes from one place, and from all places together: then that place waits for the next opening, or it is over. */
export const HELP_WRONG_PER_PLACE_MAX = 5;
/** From all places together: then the opening is over. */
export const HELP_WRONG_MAX = 50;
/** Each look stands in the audit, so there is an end to them. */
export const HELP_LOOKS_MAX = 60;

/** Why an opening ended: its hour was over, an administrator ended it, it was opened anew, too many wrong codes, the clock was set. */
export const HelpEnd = z.enum(['time', 'owner', 'again', 'codes', 'clock']);
export type HelpEnd = z.infer<typeof HelpEnd>;

const Looks = { looks: z.number().int(), lastLookAtMs: z.number().nullable() };

/** The answer of `GET` and `DELETE`. */
export const HelpState = z.object({
  open: z.object({ by: z.string(), sinceMs: z.number(), untilMs: z.number(), ...Looks }).nullable(),
  /** Of the one before, while the store is on. */
  ended: z.object({ atMs: z.number(), why: HelpEnd, ...Looks }).nullable(),
  /** Whether the asker is in the shop, and so may open it. */
  allowed: z.boolean(),
  /** Where the code is typed in: the site's page; null for a shop without a site. */
  pageUrl: z.string().nullable(),
});
export type HelpState = z.infer<typeof HelpState>;

/** `code` in groups, as it is read out. */
export const HelpOpened = z.object({ code: z.string(), state: HelpState });
export type HelpOpened = z.infer<typeof HelpOpened>;

/** The body of `POST /api/help/diagnostics`, as it was typed. */
export const HelpRequest = z.object({ code: z.string().max(40) });

/** What the helper sees; instants in milliseconds since 1970. */
export const HelpDiagnostics = z.object({
  atMs: z.number(),
  /** When the help ends by itself. */
  untilMs: z.number(),
  version: z.string(),
  upSinceMs: z.number(),
  checks: z.array(Check),
});
export type HelpDiagnostics = z.infer<typeof HelpDiagnostics>;
