// The recovery sheet (ADMIN): what a new machine needs to become this store again, beside a pairing code. Whoever has it and the
// relay's copy can read users, drawer and keys, so it is shown and printed in the shop only, and the audit says when.
//   GET  /api/staff/recovery-sheet        when it was last seen
//   POST /api/staff/recovery-sheet/show   the sheet
//   POST /api/staff/recovery-sheet/print  on paper
//   POST /api/staff/recovery-sheet/replace  another code, for a sheet that was lost or seen; answers the new sheet
import { z } from 'zod';

/** The answer of `GET`; instants in milliseconds since 1970. */
export const RecoverySheetState = z.object({
  /** Null: nobody has ever seen it, so there is none in a drawer. */
  seenAtMs: z.number().nullable(),
  /** False for whoever comes over the site. */
  showable: z.boolean(),
});
export type RecoverySheetState = z.infer<typeof RecoverySheetState>;

/** What stands on the sheet. */
export const RecoverySheet = z.object({
  storeName: z.string(),
  storeId: z.string(),
  /** Where the copy is; null for a store without a site, whose sheet opens nothing yet. */
  siteUrl: z.string().nullable(),
  /** In groups of four. */
  code: z.string(),
  atMs: z.number(),
});
export type RecoverySheet = z.infer<typeof RecoverySheet>;

/** The name of the printer that it went to. */
export const RecoverySheetPrinted = z.object({ printer: z.string() });
