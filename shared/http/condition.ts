// `GET /api/staff/condition`: what keeps the store from its whole work now, in words for every staff screen. An empty list: nothing.
// `POST /api/staff/condition/try-again` (ADMIN): ends the safe mode.
import { z } from 'zod';

/** The answer: one notice for each reason. */
export const Condition = z.object({
  notices: z.array(
    z.object({
      id: z.enum(['held', 'no-room', 'unreadable', 'content', 'safe-mode']),
      title: z.string(),
      /** What it means for whoever works, and what to do. */
      text: z.string(),
    }),
  ),
});
export type Condition = z.infer<typeof Condition>;
/** One reason, in Portuguese. */
export type Notice = Condition['notices'][number];
