// Wholesale orders: placed once, moved by its table, printed on request. The store decides; the relay keeps a copy.
import { hash } from 'node:crypto';
import {
  WHOLESALE_OPEN_MAX,
  WHOLESALE_PAGE,
  WHOLESALE_SHOWN_MS,
  WHOLESALE_TRACKED_MAX,
  type WholesaleList,
  type WholesaleBuyer,
  type WholesaleMove,
  type WholesaleReport,
} from '@balcao/shared/http/wholesale.ts';
import type { Refusal } from '@balcao/shared/order/refusal.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { localTime, startOfDate } from '@balcao/shared/store/business-day.ts';
import { addDays } from '@balcao/shared/store/calendar.ts';
import { buyerOfOrder, buyersOf } from '@balcao/shared/wholesale/buyers.ts';
import {
  decidePlacement,
  decideWholesale,
  decideWholesalePayment,
  type WholesaleCommand,
  type WholesalePaymentMark,
} from '@balcao/shared/wholesale/decide.ts';
import { wholesaleReport } from '@balcao/shared/wholesale/report.ts';
import { isPhone } from '@balcao/shared/wholesale/fields.ts';
import type { WholesaleOrder, WholesaleSource } from '@balcao/shared/wholesale/order.ts';
import type { PlaceWholesale } from '@balcao/shared/wholesale/place.ts';
import { wholesaleTicketOf, type WholesaleTicket } from '@balcao/shared/wholesale/ticket.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { wholesaleMoveText, wholesalePaidText } from '../audit/sentences.ts';
import type { Db } from '../../storage/open.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { Outbox } from '../../storage/outbox.ts';
import type { Wake } from '../../storage/wake.ts';
import type { MenuStore } from '../menu/menu-store.ts';
import { createShownCatalogue } from './catalogue.ts';
import { readTaxId } from './tax-id.ts';
import { RESTORED_REQUEST } from '../orders/order-repository.ts';
import { isSameRequest } from '../orders/place-order.ts';
import { logWholesaleOrder } from './replica.ts';
import { createWholesaleRepository } from './wholesale-repository.ts';

export type Wholesale = ReturnType<typeof createWholesale>;

export function createWholesale(deps: {
  db: Db;
  menu: Pick<MenuStore, 'catalog'>;
  outbox: Outbox;
  audit: Audit;
  wake: Wake;
  clock: () => number;
  timeZone: string;
  /** Answers how many printers will print it. */
  enqueue: (ticket: WholesaleTicket, nowMs: number) => number;
}) {
  const { db, audit, wake, clock, timeZone } = deps;
  const today = (): string => localTime(clock(), timeZone).date;
  const repository = createWholesaleRepository(db);
  const catalogue = createShownCatalogue(() => deps.menu.catalog());
  const log = (order: WholesaleOrder): void =>
    logWholesaleOrder(deps.outbox, order, repository.claimHashOf(order.id));
  const wakeFollowers = (): void => {
    wake.notify('log');
    wake.notify('wholesale');
  };

  type Decided = Result<{ order: WholesaleOrder; changed: boolean }, Refusal>;
  /** Decides and writes in one transaction; wakes when something changed. */
  function change(
    orderId: string,
    decide: (before: WholesaleOrder) => Decided,
    written: (before: WholesaleOrder, after: WholesaleOrder) => void,
  ): Result<WholesaleOrder, Refusal> {
    let changed = false;
    const result = inTransaction(db, (): Result<WholesaleOrder, Refusal> => {
      const before = repository.byId(orderId);
      if (!before) return refused({ code: 'order-not-found' });
      const decided = decide(before);
      if (!decided.ok) return decided;
      const { order } = decided.value;
      ({ changed } = decided.value);
      if (changed) {
        repository.update(order);
        log(order);
        written(before, order);
      }
      return accepted(order);
    });
    if (changed) wakeFollowers();
    return result;
  }

  const step = (orderId: string, command: WholesaleCommand, actor: Actor | null) =>
    change(
      orderId,
      (order) => decideWholesale(order, command, clock()),
      (before, after) => {
        if (actor)
          audit.record(actor, 'order', `wholesale-${command.kind}`, wholesaleMoveText(before, after));
      },
    );

  return {
    catalogue,
    repository,
    today,
    log,

    /** Answers the order as saved; the same one however often it is asked. */
    place(request: PlaceWholesale, source: WholesaleSource): Result<WholesaleOrder, Refusal> {
      const requestHash = hash('sha256', JSON.stringify(request));
      let fresh = false;
      const placed = inTransaction(db, (): Result<WholesaleOrder, Refusal> => {
        const known = repository.byId(request.id);
        if (known) {
          const before = repository.requestHashOf(request.id);
          return before === requestHash ||
            (before === RESTORED_REQUEST &&
              isSameRequest(request, { ...known, claimHash: repository.claimHashOf(known.id) }))
            ? accepted(known)
            : refused({ code: 'id-reused' });
        }
        const decided = decidePlacement(request, catalogue().value, {
          number: repository.nextNumber,
          source,
          nowMs: clock(),
          today: today(),
          readTaxId,
        });
        if (!decided.ok) return decided;
        repository.insert(decided.value, requestHash, request.claimHash ?? null);
        log(decided.value);
        fresh = true;
        return decided;
      });
      if (fresh) wakeFollowers();
      return placed;
    },

    /** An operator's step. */
    move: (actor: Actor, orderId: string, move: WholesaleMove): Result<WholesaleOrder, Refusal> =>
      step(orderId, move, actor),

    /** An operator's word about the money. */
    markPayment: (actor: Actor, orderId: string, mark: WholesalePaymentMark) =>
      change(
        orderId,
        (order) => decideWholesalePayment(order, mark, { nowMs: clock(), today: today() }),
        (before, after) =>
          audit.record(
            actor,
            'order',
            after.paid ? 'wholesale-paid' : 'wholesale-unpaid',
            wholesalePaidText(before, after),
          ),
      ),

    /** The relay told the buyer that the order did not arrive: if it did, it is not made. */
    withdraw: (orderId: string): Result<WholesaleOrder, Refusal> => step(orderId, { kind: 'withdraw' }, null),

    /** Queues the order's slip. Answers how many printers will print it. */
    print(orderId: string): Result<number, { code: 'order-not-found' }> {
      const printers = inTransaction(db, (): Result<number, { code: 'order-not-found' }> => {
        const order = repository.byId(orderId);
        if (!order) return refused({ code: 'order-not-found' });
        return accepted(deps.enqueue(wholesaleTicketOf(order), clock()));
      });
      wake.notify('print');
      return printers;
    },

    list(state: 'open' | 'over', before: number | undefined): WholesaleList {
      const max = state === 'open' ? WHOLESALE_OPEN_MAX : WHOLESALE_PAGE;
      const orders = repository.list(state, before, max + 1);
      return { orders: orders.slice(0, max), more: orders.length > max, ...repository.counts() };
    },

    /** Calls `changed` each time one of these orders is another than before. Returns what ends it. */
    follow(orderIds: readonly string[], changed: () => void): () => void {
      const stand = (): string =>
        JSON.stringify(
          orderIds.map((id) => {
            const order = repository.byId(id);
            return order && [order.status, order.paid, order.updatedAtMs];
          }),
        );
      let known = stand();
      return wake.on('wholesale', () => {
        const now = stand();
        if (now === known) return;
        known = now;
        changed();
      });
    },

    buyers: (): WholesaleBuyer[] => buyersOf(repository.sales(null)),

    /** The buyer of one order, with the newest of all that they ordered. */
    history(
      orderNumber: number,
    ): Result<{ buyer: WholesaleBuyer; orders: WholesaleOrder[] }, { code: 'order-not-found' }> {
      const found = buyerOfOrder(repository.sales(null), orderNumber);
      if (!found) return refused({ code: 'order-not-found' });
      const numbers = found.orderNumbers.slice(0, WHOLESALE_OPEN_MAX);
      return accepted({ buyer: found.buyer, orders: repository.byNumbers(numbers) });
    },

    /** Both days are included. */
    report({ from, to }: { from: string; to: string }): WholesaleReport {
      const startOf = (date: string): number => {
        const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
        return startOfDate(year, month, day, timeZone);
      };
      const span = { fromMs: startOf(from), toMs: startOf(addDays(to, 1)) };
      const sales = repository
        .sales(span)
        .map((sale) => ({ ...sale, date: localTime(sale.createdAtMs, timeZone).date }));
      return wholesaleReport({ from, to }, sales, repository.products(span));
    },

    /** What anyone may find who knows the whole phone. */
    byPhone: (digits: string): WholesaleOrder[] =>
      isPhone(digits) ? repository.byPhone(digits, clock() - WHOLESALE_SHOWN_MS, WHOLESALE_TRACKED_MAX) : [],
  };
}
