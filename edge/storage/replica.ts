// How a noun takes its rows back from the relay's copy: each noun's `replica.ts` writes its rows and says here what they do to its
// tables. What is done must be harmless a second time: of an aggregate every row comes, oldest first.
import type { z } from 'zod';
import type { ReplicatedRow } from '@balcao/shared/link/aggregates/replicated-row.ts';

/** `text` is the body as it stands in the log. */
export type RestoredRow = { seq: number; atMs: number; text: string };

/** Inside a transaction. Throws what the body's schema says of a body that it does not read. */
export type RowReader = { row: ReplicatedRow; restore: (aggregateId: string, from: RestoredRow) => void };

export const readRows = <Body extends z.ZodType>(
  row: ReplicatedRow<Body>,
  restore: (aggregateId: string, body: z.output<Body>, from: RestoredRow) => void,
): RowReader => ({
  row,
  restore: (aggregateId, from) => restore(aggregateId, row.body.parse(JSON.parse(from.text)), from),
});
