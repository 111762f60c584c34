// An order as a row of the log brought it.

/** `body` is its JSON as the store wrote it; `phone` is the digest of its phone. */
export type AppliedOrder = { id: string; phone: string | null; body: Uint8Array };
