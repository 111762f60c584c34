// An account of staff, with the hash of its password: the relay keeps it sealed.
import { z } from 'zod';
import { Deleted } from './deleted.ts';
import type { ReplicatedRow } from './replicated-row.ts';

/** Written as ISO texts. */
const Instant = z.coerce.date();

const UserBody = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  image: z.string().nullable(),
  /** Null waits for an administrator. */
  role: z.string().nullable(),
  /** Rows from before passwords were judged have neither. */
  passwordGrade: z.enum(['weak', 'staff', 'admin']).nullable().default(null),
  passwordDueAt: Instant.nullable().default(null),
  createdAt: Instant,
  updatedAt: Instant,
  passwordHash: z.string().nullable(),
  /** Rows from before managers had a PIN have none. */
  pinHash: z.string().nullable().default(null),
});

/** An account with its role and the hash of its password, as the sealed log has it. */
export type UserBody = z.infer<typeof UserBody>;

/** One row an account, under the user's id. 2: the hash of a manager's PIN; an older reader leaves it out. */
export const userRow = {
  kind: 'user',
  ids: '*',
  version: 2,
  sealed: true,
  body: z.union([Deleted, UserBody]),
} as const satisfies ReplicatedRow;
