// Orders that were called off, had a PIX to the shop's static code, and were deleted since: what comes of it is to be given back all the same.
import { z } from 'zod';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';

const OF_DELETED = 'called_off_pix_deleted';
const DELETED_MAX = 5000;
/** Which they are, by their ids: of this machine alone. */
export const readDeletedWithPix = (db: Db): string[] =>
  z.array(z.string()).parse(JSON.parse(readMeta(db, OF_DELETED) ?? '[]'));

/** Before an order is deleted, or all of them (null), in the running transaction: its PIX may still come, or was not given back yet. */
export function noteDeletedWithPix(db: Db, id: string | null): void {
  const ids = db.$client
    .prepare<[string | null], string>(
      `select id from orders where id = coalesce(?, id) and status = 'CANCELLED' and exists (
         select 1 from static_pix where order_id = orders.id and state in ('proved', 'received', 'not-received')
       )`,
    )
    .pluck()
    .all(id);
  if (ids.length > 0)
    writeMeta(db, OF_DELETED, JSON.stringify([...readDeletedWithPix(db), ...ids].slice(-DELETED_MAX)));
}
