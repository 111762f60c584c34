// `POST /api/staff/pause` (ADMIN, KITCHEN, ATTENDANT): takes no new orders from customers for a while; null resumes now.
// Answers with `{ pausedUntilMs }`. It writes `settings.pausedUntilMs` and raises 'menu' and 'store'.
import { z } from 'zod';

/** From now on, in minutes. */
export const PauseRequest = z.object({ minutes: z.number().int().min(5).max(240).nullable() });
/** Milliseconds since 1970; null: not paused. */
export const PauseReply = z.object({ pausedUntilMs: z.number().nullable() });
export type PauseRequest = z.infer<typeof PauseRequest>;
export type PauseReply = z.infer<typeof PauseReply>;
