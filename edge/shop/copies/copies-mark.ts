// What a copy must be like to stay: it carries the mark of the moment it was made. Whenever somebody's data is erased, or the
// recovery code is replaced, the mark turns, and every copy with another one is made anew or goes.
import { randomBytes } from 'node:crypto';
import { deleteMeta, readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';

const MARK = 'copies_mark';
const RETIRED_AT = 'copies_retired_at';
const RETIRED_MS_MAX = 7 * 24 * 3_600_000;

export const newCopiesMark = (): string => randomBytes(3).toString('hex');

export function readCopiesMark(db: Db): string {
  const known = readMeta(db, MARK);
  if (known !== null) return known;
  const made = newCopiesMark();
  writeMeta(db, MARK, made);
  return made;
}

/** Inside the transaction of the erasure. */
export function turnCopiesMark(db: Db, mark = newCopiesMark()): void {
  writeMeta(db, MARK, mark);
  deleteMeta(db, RETIRED_AT);
}

/** Data grows too old every day: copies follow once a week, or a card would be worn out by rewriting all of them each night. */
export function noteRetired(db: Db, nowMs: number): void {
  const since = readMeta(db, RETIRED_AT);
  // A time that has not come yet was taken while the clock was wrong.
  if (since === null || Number(since) > nowMs) writeMeta(db, RETIRED_AT, String(nowMs));
}

export function turnForRetired(db: Db, nowMs: number): void {
  const since = readMeta(db, RETIRED_AT);
  if (since !== null && nowMs - Number(since) >= RETIRED_MS_MAX) turnCopiesMark(db);
}
