// The parts in which staff took an order's money, as reports count them: each in its own way and by its own taker, the order once.
import type { Db } from '../../storage/open.ts';
import { IS_BY_HAND } from '../cash/hand-rows.ts';

/** A part that was not given back, and not a PIX that is known not to have come. */
export type HandPart = { method: string; card: string | null; userName: string; cents: number };
/** A way of payment with how many orders and centavos an order adds to it. */
export type Way = readonly [method: string, orders: number, cents: number];

/** Takes away again that an order is counted with each of its ways. No way of payment, and in no report. */
export const COUNTED_BEFORE = 'counted';

/** `staticPixTxid` of a row, for SQL. */
const TXID_OF_TAKEN = `(select code from orders where orders.id = taken.order_id) || upper(substr(replace(taken.part, '-', ''), -15))`;

const STANDING = `from hand_payments taken
     where order_id = ? and kind = 'in' and not exists (
       select 1 from hand_payments back where back.order_id = taken.order_id and back.kind = 'back' and back.part = taken.part
     ) and not (method = 'pix_manual' and exists (
       select 1 from static_pix lost where lost.order_id = taken.order_id and lost.state = 'not-received' and lost.txid = ${TXID_OF_TAKEN}
     ))`;

export function createHandParts(db: Db): (orderId: string) => HandPart[] {
  const statement = db.$client.prepare<[string], HandPart>(
    `select method, card, user_name as userName, amount_cents as cents ${STANDING} order by id`,
  );
  return (orderId) => statement.all(orderId);
}

/**
 * Whether more was paid of an order than the whole that it says: its lines were changed, or a PIX of a part that was said not to have come
 * came after all of it was taken otherwise.
 */
export function createIsPaidBeside(
  db: Db,
): (order: { id: string; tenders: string | null; changes: string | null }) => boolean {
  const standing = db.$client.prepare<[string], unknown>(
    `select 1 ${STANDING} and part <> '' and ${IS_BY_HAND} limit 1`,
  );
  return ({ id, tenders, changes }) =>
    changes !== null || (tenders === null && standing.get(id) !== undefined);
}

/** Parts less what went back of them without taking one back whole: of those that came through the provider, and of changed lines. */
export function createSplitParts(db: Db): (orderId: string) => HandPart[] {
  const handParts = createHandParts(db);
  const differences = db.$client.prepare<[string], HandPart>(
    `select method, card, user_name as userName, -amount_cents as cents from hand_payments back
     where order_id = ? and kind = 'back' and not exists (
       select 1 from hand_payments taken where taken.order_id = back.order_id and taken.kind = 'in' and taken.part = back.part
     ) order by id`,
  );
  return (orderId) => [...handParts(orderId), ...differences.all(orderId)];
}

/**
 * All that came and stayed of an order whose lines were changed: its parts by hand, less what of them was too much and went back, and what
 * came online. Its total says what it costs, not what was paid. What staff said by hand of an amount at the terminal is that amount.
 */
export function createChangedParts(db: Db): (orderId: string, onlineMethod: string) => HandPart[] {
  const splitParts = createSplitParts(db);
  const online = db.$client
    .prepare<[string], number>(
      `select coalesce(sum((fact ->> 'amountCents') - (fact ->> 'refundedCents')), 0) from payments
       where order_id = ? and fact ->> 'status' in ('approved', 'partially_refunded') and fact ->> 'mismatch' is null
         and fact ->> 'part' is null and not (fact ->> 'terminal' is not null and exists (
           select 1 from hand_payments said where said.order_id = payments.order_id and said.kind = 'in' and said.part = ''
             and said.method = 'terminal'
         ))`,
    )
    .pluck();
  return (orderId, method) => {
    const cents = online.get(orderId) ?? 0;
    return [...splitParts(orderId), ...(cents > 0 ? [{ method, card: null, userName: '', cents }] : [])];
  };
}

/** Of one name one sum, in the order in which they first come. */
export function sumByName<T extends { cents: number }>(
  parts: readonly T[],
  nameOf: (part: T) => string,
): [name: string, cents: number][] {
  const sums = new Map<string, number>();
  for (const part of parts) sums.set(nameOf(part), (sums.get(nameOf(part)) ?? 0) + part.cents);
  return [...sums];
}

/** The only way of the parts; null where there are several or none. */
export function onlyWayOf(parts: readonly HandPart[]): string | null {
  const [first, ...rest] = new Set(parts.map(({ method }) => method));
  return first === undefined || rest.length > 0 ? null : first;
}

/** Null where there is one way or none. Each counts the order; the last line leaves it counted once. */
export function waysOf(parts: readonly HandPart[]): readonly Way[] | null {
  const sums = sumByName(parts, ({ method }) => method);
  if (sums.length < 2) return null;
  return [...sums.map(([method, cents]): Way => [method, 1, cents]), [COUNTED_BEFORE, 1 - sums.length, 0]];
}
