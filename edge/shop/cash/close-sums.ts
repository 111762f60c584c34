// What a close says beside the drawer: money by other hands than cash, of the site, and what changed of either since an earlier close.
import type { CashClose } from '@balcao/shared/http/cash.ts';
import type { WayMoved } from '@balcao/shared/payment/close-ways.ts';
import type { Db } from '../../storage/open.ts';
import {
  addUp,
  CAME_CENTS,
  type OnlineChange,
  createChangedOnline,
  IS_KEPT,
  IS_ONLINE,
  KEPT_CENTS,
  NOW_CENTS,
} from './changed-online.ts';

type CloseLines = CashClose['methods'];
/** What was taken by hand in a session, less what went back, by way and card. */
export type HandSum = {
  method: string;
  card: string | null;
  orders: number;
  cents: number;
  /** What of it went back. */
  backCents: number;
};
/** `fromNumber`: no order with a lower number came since the close before. */
type Session = { fromNumber: number; openedAtMs: number };
/** `sinceMs`: the close before. */
type CloseSpan = { sinceMs: number; nowMs: number };

const HAND_NAMES: Record<string, string> = {
  debito: 'Maquininha: débito',
  credito: 'Maquininha: crédito',
  vale: 'Maquininha: vale',
  terminal: 'Maquininha',
  pix_manual: 'PIX (manual)',
};
const ONLINE_NAMES: Record<string, string> = {
  pix: 'PIX',
  credit_card: 'Cartão de crédito (Mercado Pago)',
  debit_card: 'Cartão de débito (Mercado Pago)',
};
/** The online orders from that number on, received in that time. */
type OnlineSpan = { fromNumber: number; fromMs: number; toMs: number };
/** One line of a close; none when the sum is 0. */
const lineIfAny = (name: string, sum: { orders: number; cents: number } | undefined): CloseLines =>
  sum === undefined || sum.cents === 0 ? [] : [{ name, orders: sum.orders, salesCents: sum.cents }];

/** Parts of orders and whole orders that came the same way through the provider are one line. */
function sumByName(lines: CloseLines): CloseLines {
  const sums = new Map<string, CloseLines[number]>();
  for (const line of lines) {
    const sumSoFar = sums.get(line.name) ?? { ...line, orders: 0, salesCents: 0 };
    sums.set(line.name, {
      ...sumSoFar,
      orders: sumSoFar.orders + line.orders,
      salesCents: sumSoFar.salesCents + line.salesCents,
    });
  }
  return [...sums.values()];
}

export function createCloseSums(db: Db) {
  const sqlite = db.$client;
  const FROM_ONLINE_ORDERS = `from orders where number >= :fromNumber and received_at_ms >= :fromMs and received_at_ms <= :toMs and ${IS_ONLINE}
     and not exists (select 1 from counted_online where order_id = orders.id)`;
  const onlineSales = sqlite.prepare<OnlineSpan, { method: string; orders: number; cents: number }>(
    `select payment_method as method, count(*) as orders, sum(${KEPT_CENTS}) as cents ${FROM_ONLINE_ORDERS} and ${IS_KEPT}
     group by payment_method order by payment_method`,
  );
  // Also what went back whole meanwhile, which the lines do not have.
  const movedOnline = sqlite.prepare<OnlineSpan, { method: string; came: number; kept: number }>(
    `select payment_method as method, sum(${CAME_CENTS}) as came, sum(${NOW_CENTS}) as kept ${FROM_ONLINE_ORDERS}
     group by payment_method order by payment_method`,
  );
  const changedOnline = createChangedOnline(db);
  // What moved while no drawer was open, from the moment on in which the last one was closed. `isNew`: taken then, or given back of such.
  const whileClosed = sqlite.prepare<{ sinceMs: number }, OnlineChange & { isNew: number }>(
    `select coalesce(card, method) as method, count(distinct order_id) as orders,
       sum(iif(kind = 'in', amount_cents, -amount_cents)) as cents, sum(iif(kind = 'back', amount_cents, 0)) as wentCents,
       exists (
         select 1 from hand_payments as taken where taken.order_id = moved.order_id and taken.kind = 'in' and taken.method = moved.method
           and taken.session_id is null and taken.at_ms >= :sinceMs
       ) as isNew
     from hand_payments as moved where session_id is null and at_ms >= :sinceMs group by 1, isNew order by 1`,
  );

  // A PIX that was said not to have come, less what had come after all.
  const lostPix = sqlite.prepare<{ fromMs: number; toMs: number }, { orders: number; cents: number }>(
    `select count(distinct order_id) as orders, coalesce(sum(amount_cents * (
       iif(lost_at_ms > :fromMs and lost_at_ms <= :toMs, -1, 0) + iif(regained_at_ms > :fromMs and regained_at_ms <= :toMs, 1, 0)
     )), 0) as cents from static_pix
     where (lost_at_ms > :fromMs and lost_at_ms <= :toMs) or (regained_at_ms > :fromMs and regained_at_ms <= :toMs)`,
  );

  const nameOf = ({ method, card }: Pick<HandSum, 'method' | 'card'>): string =>
    HAND_NAMES[card ?? method] ?? ONLINE_NAMES[method] ?? method;

  const lineOf = ({
    method,
    orders,
    cents,
  }: Pick<OnlineChange, 'method' | 'orders' | 'cents'>): CloseLines[number] => ({
    name: nameOf({ method, card: null }),
    orders,
    salesCents: cents,
  });

  return {
    /** In the transaction that opens the drawer. */
    recordBaseline: changedOnline.recordBaseline,

    /** In the transaction that deletes an order, or all of them (null), before it does. */
    purgeOrder: changedOnline.purgeOrder,

    /** In the transaction that closes it: a line each, and every way, cash among them, by what came and what went back. */
    closeLinesOf(
      row: Session,
      byHand: readonly HandSum[],
      { sinceMs, nowMs }: CloseSpan,
    ): { methods: CloseLines; moved: WayMoved[] } {
      const movedWhileClosed = whileClosed.all({ sinceMs });
      // Cash of no drawer has lines of its own.
      const takenWhileClosed = movedWhileClosed.filter(
        ({ method, isNew }) => isNew === 1 && method !== 'cash',
      );
      const { fromNumber, openedAtMs } = row;
      const ofDrawer: OnlineSpan = { fromNumber, fromMs: openedAtMs, toMs: nowMs };
      const ofNone: OnlineSpan = { fromNumber, fromMs: sinceMs, toMs: openedAtMs - 1 };
      // Read before `changedOnline` counts them.
      const [onlineOpen, onlineClosed] = [onlineSales.all(ofDrawer), onlineSales.all(ofNone)];
      const moved = [...movedOnline.all(ofDrawer), ...movedOnline.all(ofNone)];
      const changes = addUp([
        ...changedOnline.takeChanges({ fromNumber, openedAtMs, sinceMs }, nowMs),
        ...movedWhileClosed.filter(({ method, isNew }) => isNew === 0 && method !== 'cash'),
      ]);
      const lostSum = lostPix.get({ fromMs: sinceMs, toMs: nowMs });
      const methods = [
        ...sumByName([
          ...byHand
            .filter(({ method }) => method !== 'cash')
            .map((sum) => ({ name: nameOf(sum), orders: sum.orders, salesCents: sum.cents })),
          ...onlineOpen.map(lineOf),
        ]),
        ...sumByName([...takenWhileClosed, ...onlineClosed].map(lineOf)).flatMap(
          ({ name, orders, salesCents: cents }) =>
            lineIfAny(`${name}, com o caixa fechado`, { orders, cents }),
        ),
        ...changes.flatMap(({ method, ...sum }) =>
          lineIfAny(`${nameOf({ method, card: null })}, de caixas anteriores`, sum),
        ),
        ...lineIfAny('PIX não recebido', lostSum),
      ];
      const wayMoved = (method: string, receivedCents: number, returnedCents: number): WayMoved => ({
        way: method,
        name: method === 'cash' ? 'Dinheiro' : nameOf({ method, card: null }),
        receivedCents,
        returnedCents,
      });
      const wayOf = ({ method, cents, wentCents = Math.max(0, -cents) }: OnlineChange): WayMoved =>
        wayMoved(method, cents + wentCents, wentCents);
      const lostCents = lostSum?.cents ?? 0;
      return {
        methods,
        moved: [
          ...movedWhileClosed.filter(({ method }) => method === 'cash').map(wayOf),
          ...byHand.map((sum) => ({
            ...wayMoved(sum.method, sum.cents + sum.backCents, sum.backCents),
            ...(sum.card === null ? {} : { way: sum.card, name: nameOf(sum) }),
          })),
          ...moved.map(({ method, came, kept }) => wayMoved(method, came, came - kept)),
          ...[...changes, ...takenWhileClosed].map(wayOf),
          // Counted as taken when staff said so; what came after all is taken again.
          wayMoved('pix_manual', Math.max(0, lostCents), Math.max(0, -lostCents)),
        ],
      };
    },
  };
}
