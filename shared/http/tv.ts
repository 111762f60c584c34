// The TV with the called numbers: how it is let in without a password, and what it may read.
import { z } from 'zod';

/** Characters in a code that a TV shows: 30 random bits, typed by a person once. */
export const TV_CODE_LENGTH = 6;
/** How long a code is worth something. */
export const TV_CODE_MS = 10 * 60_000;
/** Numbers in one list of the panel, at most; how many more there are is said apart. */
export const TV_NUMBERS_MAX = 60;

/** `POST /api/tv/codes`: what the TV shows, and the secret by which it asks whether somebody has typed it. */
export const TvCode = z.object({
  code: z.string(),
  claim: z.string(),
  expiresAtMs: z.number(),
  now: z.number(),
});
export type TvCode = z.infer<typeof TvCode>;

/** `POST /api/tv/claims`. */
export const TvClaim = z.object({ claim: z.string().min(20).max(64) });
/** `paired`: the answer brings the TV's own cookie, once. */
export const TvClaimed = z.object({ state: z.enum(['waiting', 'paired']) });

/** A number on the panel. `id` tells two orders of the same number apart; it opens nothing. */
export const TvNumber = z.object({
  id: z.string(),
  number: z.number(),
  readyAtMs: z.number().nullable(),
  /** The first name, of what is ready, where the shop wants it said and the counter wrote one down. */
  name: z.string().optional(),
});
export type TvNumber = z.infer<typeof TvNumber>;
/** `GET /api/tv/panel`: today's numbers, without a word of who ordered what, but for the first name where the shop wants it. Oldest first; what is ready, newest call first. */
export const TvPanel = z.object({
  now: z.number(),
  preparing: z.array(TvNumber),
  preparingMore: z.number(),
  ready: z.array(TvNumber),
  readyMore: z.number(),
});
export type TvPanel = z.infer<typeof TvPanel>;

/** A TV that was let in. Seconds of `lastSeenMs` are worth nothing: it is written once in a quarter of an hour. */
export const TvScreen = z.object({
  id: z.string(),
  name: z.string(),
  device: z.string(),
  pairedBy: z.string(),
  sinceMs: z.number(),
  lastSeenMs: z.number(),
});
export type TvScreen = z.infer<typeof TvScreen>;
/** `GET /api/staff/tv/screens`, newest first. */
export const TvScreens = z.object({ screens: z.array(TvScreen) });

/** `POST /api/staff/tv/screens`. */
export const PairTv = z.object({
  code: z.string().trim().min(1, 'Digite o código que aparece na TV.').max(20, 'O código tem 6 caracteres.'),
  name: z.string().trim().max(40, 'Use até 40 letras no nome.').default(''),
});
