// `GET /link/changes?after=SEQ` (store → relay): the store's log, gapless, hash-chained. Each row is a line of JSON; asked for as
// `ROWS_TYPE`, a line of JSON and then its body as it is, which within the JSON would be written and read once more at either end.
import { z } from 'zod';

/** What a row of the log is about. New kinds may come: a follower keeps rows whose kind it does not know. */
export const AggregateKind = z.enum([
  'order',
  'payment',
  'wholesale-order',
  'user',
  'audit',
  'cash',
  'setting',
  'key',
  'erasure',
  'alarm',
]);
export type AggregateKind = z.infer<typeof AggregateKind>;

/** One row: the newest whole state of one aggregate. `body` is null once it was erased; the hashes stay. */
export const ChangeRow = z.object({
  seq: z.number().int().positive(),
  lineage: z.uuid(),
  epoch: z.number().int().positive(),
  kind: AggregateKind,
  aggregateId: z.string(),
  /** Sealed bodies can be read only with the store's recovery key. */
  sealed: z.boolean(),
  body: z.string().nullable(),
  bodyHash: z.string().length(64),
  hash: z.string().length(64),
  atMs: z.number().int(),
  /** The store's proof that it wrote the row (rule T2), which nobody else can make. Null on rows of stores older than protocol 8. */
  proof: z.string().max(200).nullable().default(null),
});
export type ChangeRow = z.infer<typeof ChangeRow>;

/** Sent when there is nothing to say, so that silence means a dead link. */
export const Heartbeat = z.object({ heartbeat: z.literal(true), lastSeq: z.number().int().min(0) });
/** A line as the store writes it to relays that do not ask for `ROWS_TYPE`. */
export const ChangeLine = z.union([ChangeRow, Heartbeat]);

/** A row as a follower takes it: a newer store may log kinds that this version does not know. */
export const ReceivedRow = ChangeRow.extend({ kind: z.string().min(1).max(60) });
export type ReceivedRow = z.infer<typeof ReceivedRow>;

/** What a relay accepts and a store then sends, both from protocol 7 on. */
export const ROWS_TYPE = 'application/vnd.balcao.rows';

/** The line of a row whose body follows it: so many bytes of UTF-8, or null. */
export const RowHead = ReceivedRow.omit({ body: true }).extend({
  bodyBytes: z.number().int().min(0).nullable(),
});
export type RowHead = z.infer<typeof RowHead>;
/** A line as the relay reads it, in either form and of any store. */
export const ReceivedLine = z.union([RowHead, ReceivedRow, Heartbeat]);

/** A row with its body as bytes: it is hashed, sent and kept as such. */
export type RowBytes = Omit<ReceivedRow, 'body'> & { body: Uint8Array | null };

/** Between two heartbeats of a log that has nothing new. */
export const HEARTBEAT_MS = 10_000;
/** Rows that a follower applies in one transaction, at most. */
export const CHANGES_BATCH_MAX = 500;

/** The bytes that are hashed after the previous hash. The body stands in by its own hash, so that it can be erased. */
export const chainInput = (previousHash: string, row: Omit<ReceivedRow, 'hash' | 'body' | 'proof'>): string =>
  `${previousHash}\n${row.seq}\n${row.lineage}\n${row.epoch}\n${row.kind}\n${row.aggregateId}\n${row.sealed ? 1 : 0}\n${row.bodyHash}\n${row.atMs}`;

/** `PUT /link/checkpoint`: the relay has durably applied up to here. */
export const Checkpoint = z.object({ seq: z.number().int().min(0), hash: z.string().length(64) });
export type Checkpoint = z.infer<typeof Checkpoint>;
