// The store's own release (ADMIN). `GET /api/staff/update` tells the present version and how the last update went. In the shop's
// network only: `PUT /api/staff/update/file` takes a release file as it is (`x-sha256`: the published sum, when somebody gave it),
// `POST /api/staff/update` asks the machine's updater to install that file, or the newest one of the source of releases,
// `POST /api/staff/update/look` asks it what is newest there, and `PUT /api/staff/update/choice` says whether it asks by itself, and of which channel.
import { z } from 'zod';

/** `asked`: not begun yet. `rolled-back`: the store went back to the version before by itself. `stuck`: a person is needed. */
export const UpdateRun = z.object({
  state: z.enum(['asked', 'running', 'done', 'failed', 'rolled-back', 'stuck']),
  message: z.string(),
  version: z.string(),
  atMs: z.number(),
});

/** `early`: new versions some days before the others. */
export const UpdateChannel = z.enum(['stable', 'early']);

/** What the machine's updater heard of the source of releases. Times in milliseconds since 1970, 0 for never. */
export const UpdateSource = z.object({
  channel: UpdateChannel,
  /** Of the last word that was good. `none`: there was no such word yet. `tried`: newer, and did not stay when it was tried here. */
  state: z.enum(['none', 'newest', 'available', 'tried']),
  version: z.string(),
  heardAtMs: z.number(),
  /** When what it heard was written by who makes the releases. */
  indexAtMs: z.number(),
  /** Of the last try. `refused`: it answered with something that is not to be believed; `message` says what. */
  trouble: z.enum(['none', 'offline', 'refused']),
  message: z.string(),
  askedAtMs: z.number(),
});

/** `closing`: the shop is open, or opens within half an hour. `orders`: some are open. `clock`: the hour is not known. */
export const UpdateWait = z.enum(['closing', 'orders', 'clock']);

/** The answer of `GET /api/staff/update`. */
export const UpdateState = z.object({
  version: z.string(),
  /** Whether there is an updater on this machine. */
  available: z.boolean(),
  /** Whether one may ask from here. */
  allowed: z.boolean(),
  /** The source of releases; null when nobody set it. */
  updateUrl: z.string().nullable(),
  /** Whether newer releases come by themselves, while nobody sells. */
  auto: z.boolean(),
  channel: UpdateChannel,
  /** What was last heard of that channel; null when nothing was. */
  source: UpdateSource.nullable(),
  /** Asked for, and not answered yet. */
  looking: z.boolean(),
  /** What a release that comes by itself would wait for now. */
  waitsFor: UpdateWait.nullable(),
  run: UpdateRun.nullable(),
});

/** What was received: to be compared with what was published. */
export const ReleaseFile = z.object({ sha256: z.string(), bytes: z.number().int() });
/** The body of `POST`: the file that was sent, or the source's newest release. */
export const UpdateRequest = z.object({ from: z.enum(['file', 'web']) });
/** The body of `PUT …/choice`: whether releases come by themselves, and from which channel. */
export const UpdateChoice = z.object({ auto: z.boolean(), channel: UpdateChannel });

export type UpdateRun = z.infer<typeof UpdateRun>;
export type UpdateChannel = z.infer<typeof UpdateChannel>;
export type UpdateSource = z.infer<typeof UpdateSource>;
export type UpdateWait = z.infer<typeof UpdateWait>;
export type UpdateState = z.infer<typeof UpdateState>;
export type ReleaseFile = z.infer<typeof ReleaseFile>;
