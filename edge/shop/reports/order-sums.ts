// What one order adds to the sums that tell what was sold, by whom, which way, at what discount, why it was called off and how long it
// took. Kept beside the order as it was added, so that the same can be taken out again.
import type { Concession } from '@balcao/shared/order/order.ts';
import { CONCESSION_NAMES } from '@balcao/shared/pricing/concession.ts';
import type { Db } from '../../storage/open.ts';
import { CAME_CENTS, IS_ONLINE, NOW_CENTS } from '../cash/changed-online.ts';
import {
  createChangedParts,
  createHandParts,
  createIsPaidBeside,
  createSplitParts,
  sumByName,
  type HandPart,
} from './hand-parts.ts';

/** Kind, name, how many, centavos; of `made` seconds. */
export type OrderSum = readonly [kind: SumKind, name: string, count: number, cents: number];
export type SumKind =
  | 'source'
  | 'operator'
  | 'way'
  /** What went back by each way, of orders that count and of those that do not. */
  | 'returned'
  | 'discount'
  | 'discount-reason'
  | 'discount-giver'
  | 'sold'
  | 'made'
  | 'cancelled';

/** What the shop's own discount is called among the reasons. */
const SHOP_DISCOUNT = 'Desconto Especial';

/** All that is off the price; by reason, and by who gave what staff gave. */
function discountsOf({ discountCents, concession, concessionBy }: SummedOrder): OrderSum[] {
  const gift = concession === null ? null : (JSON.parse(concession) as Concession);
  const sums: OrderSum[] = [];
  if (discountCents > 0) sums.push(['discount-reason', SHOP_DISCOUNT, 1, discountCents]);
  if (gift !== null) {
    sums.push(['discount-reason', `${CONCESSION_NAMES[gift.kind]}: ${gift.reason}`, 1, gift.cents]);
    if (concessionBy !== null && concessionBy !== '')
      sums.push(['discount-giver', concessionBy, 1, gift.cents]);
  }
  const cents = discountCents + (gift?.cents ?? 0);
  return cents === 0 ? [] : [['discount', '', 1, cents], ...sums];
}

/** What of an order is read for them. */
export type SummedOrder = {
  number: number;
  id: string;
  source: string;
  status: string;
  totalCents: number;
  discountCents: number;
  /** JSON of what staff gave away, and who. */
  concession: string | null;
  concessionBy: string | null;
  /** JSON of the parts in which it was paid by hand; null where it was not. */
  tenders: string | null;
  /** JSON of how its lines were changed since. */
  changes: string | null;
  cancelReason: string | null;
  receivedAtMs: number | null;
  readyAtMs: number | null;
};

export const NO_SUMS = '[]';

export function createOrderSums({ db }: { db: Db }) {
  const sqlite = db.$client;
  const handParts = createHandParts(db);
  const splitParts = createSplitParts(db);
  const changedParts = createChangedParts(db);
  const isPaidBeside = createIsPaidBeside(db);
  const soldIn = sqlite.prepare<[number], { name: string; count: number; cents: number }>(
    `select coalesce(product_name, trim('Açaí ' || coalesce(size_name, ''))) as name, count(*) as count, sum(price_cents) as cents
     from order_items where order_number = ? group by 1 order by 1`,
  );
  // As the closes of the drawer count it.
  const returned = sqlite.prepare<{ id: string }, { name: string; cents: number }>(
    `select name, sum(cents) as cents from (
       select payment_method as name, ${CAME_CENTS} - ${NOW_CENTS} as cents from orders where id = :id and ${IS_ONLINE}
       union all select coalesce(card, method), amount_cents from hand_payments where order_id = :id and kind = 'back'
       union all select 'pix_manual', amount_cents from static_pix where order_id = :id and state = 'not-received'
     ) group by name having sum(cents) > 0 order by name`,
  );
  const addSum = sqlite.prepare<[string, string, string, number, number]>(
    `insert into report_sums (date, kind, name, count, cents) values (?, ?, ?, ?, ?)
     on conflict do update set count = count + excluded.count, cents = cents + excluded.cents`,
  );

  /** As it was taken: the parts by hand, or all of it by the one way of the order. */
  function paymentsOf(order: SummedOrder, { method, cents }: { method: string; cents: number }): HandPart[] {
    if (isPaidBeside(order)) return changedParts(order.id, method);
    if (order.tenders !== null) return splitParts(order.id);
    const parts = handParts(order.id);
    const { card = null, userName = '' } = parts[0] ?? {};
    return [{ method, card: method === 'terminal' ? card : null, userName, cents }];
  }

  /** `sale`: what the order counts for, and by which method. */
  function sumsOf(order: SummedOrder, sale: { method: string; cents: number; counted: number }): OrderSum[] {
    const sums: OrderSum[] = returned
      .all({ id: order.id })
      .map(({ name, cents }): OrderSum => ['returned', name, 1, cents]);
    if (!sale.counted) {
      if (order.status === 'CANCELLED')
        sums.push(['cancelled', order.cancelReason ?? '', 1, order.totalCents]);
      return sums;
    }
    sums.push(['source', order.source, 1, sale.cents]);
    const payments = paymentsOf(order, sale);
    for (const [way, cents] of sumByName(payments, ({ card, method }) => card ?? method))
      sums.push(['way', way, 1, cents]);
    for (const [name, cents] of sumByName(payments, ({ userName }) => userName))
      if (name !== '') sums.push(['operator', name, 1, cents]);
    sums.push(...discountsOf(order));
    for (const { name, count, cents } of soldIn.all(order.number)) sums.push(['sold', name, count, cents]);
    const { receivedAtMs, readyAtMs } = order;
    if (receivedAtMs !== null && readyAtMs !== null && readyAtMs >= receivedAtMs)
      sums.push(['made', '', 1, Math.round((readyAtMs - receivedAtMs) / 1000)]);
    return sums;
  }

  return {
    /** As text, to be kept beside the order. */
    textOf: (...args: Parameters<typeof sumsOf>): string => JSON.stringify(sumsOf(...args)),

    /** Adds what the text says to the day, or takes it out. */
    add(date: string, text: string, sign: 1 | -1): void {
      for (const [kind, name, count, cents] of JSON.parse(text) as OrderSum[])
        addSum.run(date, kind, name, sign * count, sign * cents);
    },
  };
}
