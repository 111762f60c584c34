// One's own sessions, for everybody who is signed in.
import { z } from 'zod';

/** `GET /api/staff/me/sessions` → `{ sessions }`, this one first. `where`: in the shop, or through the site. */
export const OwnSession = z.object({
  id: z.string(),
  /** Coarse: 'Chrome no Android'. */
  device: z.string(),
  where: z.enum(['lan', 'link']),
  sinceMs: z.number(),
  /** To a quarter of an hour. */
  lastSeenMs: z.number(),
  current: z.boolean(),
  /** On a device where this account had never been; nobody has said yet that it was them. */
  isNew: z.boolean(),
});
/** The answer. */
export const OwnSessions = z.object({ sessions: z.array(OwnSession) });
export type OwnSession = z.infer<typeof OwnSession>;
export type OwnSessions = z.infer<typeof OwnSessions>;

/**
 * `DELETE /api/staff/me/sessions/:id` ends one of them, `DELETE /api/staff/me/sessions` all of them, this one too.
 * `POST /api/staff/me/new-device` says that the new device is one's own.
 */

/** `POST /api/auth/sign-out`, of either server. */
export const SignedOut = z.object({ success: z.literal(true) });
