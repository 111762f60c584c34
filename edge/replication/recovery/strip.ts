// Takes out of a copy what would let somebody act as the store's people: whoever restores it signs in anew. What customers' links
// and the place at the relay hang on (token_secret, device_key) stays: the copy is encrypted, and without them a restore is none.
import { ErasureBody } from '@balcao/shared/link/aggregates/erasure.ts';
import { deleteMeta, writeMeta } from '../../storage/identity.ts';
import type { Db, Sqlite } from '../../storage/open.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { LEFTOVERS_MARK } from '../../shop/privacy/leftovers.ts';
import { createPurge } from '../../shop/privacy/purge.ts';
import { SECRETS_LOGGED } from './secrets.ts';

/** `loadIdentity` makes the first two anew; the code is the one that opened the copy. */
const LEFT_OUT = [
  'auth_secret',
  'assertion_key',
  'recovery_code',
  'recovery_code_previous',
  'device_key_next',
  'owner_password_code',
  // Said again with the new ones.
  SECRETS_LOGGED,
  LEFTOVERS_MARK,
];

/** A session, a code or a key that signs cookies is in no copy, and none of an old one is taken in. */
export function stripSecrets(db: Db): void {
  inTransaction(db, () => {
    db.$client.exec('delete from session; delete from verification');
    for (const key of LEFT_OUT) deleteMeta(db, key);
  });
}

export type ErasureRow = { seq: number; body: string };

/** What the log says was erased: of clearings and of what grew too old the last one says it all. */
export function readErasures(sqlite: Sqlite, after = 0): ErasureRow[] {
  const rows = sqlite
    .prepare<[number], ErasureRow & { scope: string }>(
      "select seq, body, json_extract(body, '$.scope') as scope from outbox where kind = 'erasure' and body is not null and seq > ? order by seq",
    )
    .all(after);
  const last = new Map(rows.map(({ scope, seq }) => [scope, seq]));
  return rows.filter(
    ({ scope, seq }) => !['history', 'retention'].includes(scope) || last.get(scope) === seq,
  );
}

/** Forgets in an older copy what was erased since. */
export function purgeErased(copy: Db, erasures: readonly ErasureRow[]): void {
  inTransaction(copy, () => {
    const purge = createPurge(copy);
    for (const { seq, body } of erasures) purge(ErasureBody.parse(JSON.parse(body)), seq);
  });
}

export const COPY_MADE_AT = 'copy_made_at';

/** Within the copy, where whoever only keeps it cannot change it: which erasures it knows, and of when it is. */
export function writeCopyMark(copy: Db, { mark, atMs }: { mark: string; atMs: number }): void {
  writeMeta(copy, 'copies_mark', mark);
  writeMeta(copy, COPY_MADE_AT, String(atMs));
}
