// Accounts, and whether anybody may ask for one, in the log: how they are written, and how they come back.
import { eq } from 'drizzle-orm';
import { signUpRow } from '@balcao/shared/link/aggregates/setting.ts';
import { userRow, type UserBody } from '@balcao/shared/link/aggregates/user.ts';
import { writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { readRows, type RowReader } from '../../storage/replica.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import { account, user } from './schema.ts';

/** As a row of the log as well: a restored store keeps its door as it was. */
export const SIGN_UP = 'sign_up';

/** The account as a restore needs it: with the hash, which is why the row is sealed. Null: it was deleted. */
export const logUser = (log: PrivateLog, id: string, account: UserBody | null, atMs: number): void =>
  log.append(userRow, id, account ?? { id, deleted: true }, atMs);

/** In the transaction that keeps the setting. */
export const logSignUp = (log: PrivateLog, open: boolean, atMs: number): void =>
  log.append(signUpRow, SIGN_UP, { open }, atMs);

export const readUserRows = (db: Db): RowReader[] => [
  readRows(userRow, (id, body) => {
    db.delete(user).where(eq(user.id, id)).run();
    if ('deleted' in body) return;
    const { passwordHash, ...row } = body;
    db.insert(user).values(row).run();
    if (passwordHash === null) return;
    const { createdAt, updatedAt } = row;
    db.insert(account)
      .values({
        id: `${id}.credential`,
        accountId: id,
        providerId: 'credential',
        userId: id,
        password: passwordHash,
        createdAt,
        updatedAt,
      })
      .run();
  }),
  readRows(signUpRow, (_id, { open }) => writeMeta(db, SIGN_UP, open ? 'open' : 'closed')),
];
