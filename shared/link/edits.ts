// `POST /link/edits` (relay → store): what administrators changed on the relay while the store was away, to be written into the
// audit. The change itself comes with the document; this says who made it.
import { z } from 'zod';
import { ENTRY_KINDS, type EntryKind } from '../menu/menu.ts';

/** Edits in one request, at most. */
export const EDITS_BATCH_MAX = 100;

const fields = z.record(z.string(), z.unknown());

/** One edit that was made on the relay, as the relay knows it. */
export const RemoteEdit = z.object({
  /** One id, one line of the audit, however often it is sent. */
  id: z.uuid(),
  atMs: z.number().int().min(0),
  /** The assertion that admitted them: the store checks its own signature. */
  assertion: z.string().max(4096),
  kind: z.enum(['settings', ...ENTRY_KINDS] as ['settings', ...EntryKind[]]),
  /** Of the entry; 'settings' for the settings. */
  entryId: z.string().min(1).max(64),
  /** The entry as the relay had it; null when it was made there. */
  before: fields.nullable(),
  /** Only what was changed. */
  after: fields,
  /**
   * The price in `after` was not written into the document: the store decides about it (`remote-price.ts`). Absent where a relay or a store
   * of before 11 took part.
   */
  held: z.literal(true).optional(),
});
export type RemoteEdit = z.infer<typeof RemoteEdit>;

/** The body of the request; the store answers when all of them are in the audit. */
export const RemoteEdits = z.object({ edits: z.array(RemoteEdit).max(EDITS_BATCH_MAX) });
