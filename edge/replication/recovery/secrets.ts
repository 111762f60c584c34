// The secrets that customers' links and staff sessions hang on, said once in the log, sealed: a store made anew keeps them.
import { secretsRow } from '@balcao/shared/link/aggregates/key.ts';
import { readMeta, writeMeta, type Identity } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { readRows, type RowReader } from '../../storage/replica.ts';
import type { PrivateLog } from '../../storage/sealing.ts';

export const SECRETS_LOGGED = 'secrets_logged';

/** Logs the secrets once; checked at each start, in case the disk had no room for the row. */
export const LOG_SECRETS_EVERY_MS = 3_600_000;

export function logSecrets(
  db: Db,
  { tokenSecret, authSecret }: Pick<Identity, 'tokenSecret' | 'authSecret'>,
  log: PrivateLog,
  atMs: number,
): void {
  if (readMeta(db, SECRETS_LOGGED) !== null) return;
  inTransaction(db, () => {
    log.append(secretsRow, 'secrets', { tokenSecret: tokenSecret.toString('hex'), authSecret }, atMs);
    writeMeta(db, SECRETS_LOGGED, '1');
  });
}

export const readSecretsRows = (db: Db): RowReader =>
  readRows(secretsRow, (_id, { tokenSecret, authSecret }) => {
    writeMeta(db, 'token_secret', tokenSecret);
    writeMeta(db, 'auth_secret', authSecret);
    writeMeta(db, SECRETS_LOGGED, '1');
  });
