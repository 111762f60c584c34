// The secrets that customers' links and staff sessions hang on. Sealed: who has them is the store.
import { z } from 'zod';
import type { ReplicatedRow } from './replicated-row.ts';

/** `tokenSecret` in hexadecimal. */
export const secretsRow = {
  kind: 'key',
  ids: 'secrets',
  version: 1,
  sealed: true,
  body: z.object({ tokenSecret: z.string(), authSecret: z.string() }),
} as const satisfies ReplicatedRow;
