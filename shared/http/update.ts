// The store's own release (ADMIN). `GET /api/staff/update` tells the present version and how the last update went. In the shop's
// network only: `PUT /api/staff/update/file` takes a release file as it is (`x-sha256`: the published sum, when somebody gave it),
// `POST /api/staff/update` asks the machine's updater to install that file, or the newest one at UPDATE_URL.
import { z } from 'zod';

/** `asked`: not begun yet. `rolled-back`: the store went back to the version before by itself. `stuck`: a person is needed. */
export const UpdateRun = z.object({
  state: z.enum(['asked', 'running', 'done', 'failed', 'rolled-back', 'stuck']),
  message: z.string(),
  version: z.string(),
  atMs: z.number(),
});

export const UpdateState = z.object({
  version: z.string(),
  /** Whether there is an updater on this machine. */
  available: z.boolean(),
  /** Whether one may ask from here. */
  allowed: z.boolean(),
  /** Where newer releases are looked for; null when nobody set it. */
  updateUrl: z.string().nullable(),
  run: UpdateRun.nullable(),
});

export const ReleaseFile = z.object({ sha256: z.string(), bytes: z.number().int() });
export const UpdateRequest = z.object({ from: z.enum(['file', 'web']) });

export type UpdateRun = z.infer<typeof UpdateRun>;
export type UpdateState = z.infer<typeof UpdateState>;
export type ReleaseFile = z.infer<typeof ReleaseFile>;
