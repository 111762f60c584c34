// The store's PIX key in the log: how it is written, and how it comes back.
import type { PixKey } from '@balcao/shared/http/pix.ts';
import { pixKeyRow } from '@balcao/shared/link/aggregates/setting.ts';
import { writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { readRows, type RowReader } from '../../storage/replica.ts';
import type { PrivateLog } from '../../storage/sealing.ts';

export const PIX_KEY = 'pix_key';

/** In the transaction that keeps the setting. */
export const logPixKey = (log: PrivateLog, key: PixKey, atMs: number): void =>
  log.append(pixKeyRow, PIX_KEY, key, atMs);

export const readPixKeyRows = (db: Db): RowReader =>
  readRows(pixKeyRow, (_id, _key, { text }) => writeMeta(db, PIX_KEY, text));
