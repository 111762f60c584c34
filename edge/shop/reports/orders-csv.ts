// The paid orders of a period as a spreadsheet, a batch at a time: years of orders never stand in memory. No phones, no
// observations: the accountant needs neither.
import { formatCode } from '@balcao/shared/ids.ts';
import { describeItem } from '@balcao/shared/http/orders.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { CONCESSION_NAMES } from '@balcao/shared/pricing/concession.ts';
import { tenderWays } from '@balcao/shared/payment/tender-names.ts';
import type { ForegroundPriority } from '@balcao/shared/host/foreground-priority.ts';
import { yieldToForeground } from '../../storage/yield-to-event-loop.ts';
import type { Db } from '../../storage/open.ts';
import { METHOD_WORDS, STATUS_WORDS } from '../orders/order-words.ts';
import type { OrderRepository } from '../orders/order-repository.ts';
import { BOM, csvLine, reais } from '@balcao/shared/csv.ts';
import type { Period } from './reports.ts';

const BATCH = 10;

const HEADER = [
  'Pedido',
  'Código',
  'Data',
  'Hora',
  'Consumo',
  'Forma de pagamento',
  'Situação',
  'Itens',
  'Subtotal',
  'Desconto',
  'Total',
  'Total recebido',
];
type Row = { number: number; date: string; cents: number };

/** How it was paid; of what was given away whole, what it was. */
const wayOf = ({ paymentMethod, concession, totalCents, tenders }: Order): string => {
  if (tenders !== undefined) return tenderWays(tenders);
  if (paymentMethod !== null) return METHOD_WORDS[paymentMethod];
  return concession && totalCents === 0 ? CONCESSION_NAMES[concession.kind] : '';
};

export function createOrdersCsv(deps: {
  db: Db;
  repository: OrderRepository;
  timeZone: string;
  /** Whoever else is just being answered. */
  others: Pick<ForegroundPriority, 'waitUntilIdle'>;
}) {
  // The plus keeps SQLite on the numbers' own order: by the index of days it would sort the whole period for every batch.
  const rows = deps.db.$client.prepare<Period & { after: number; last: number }, Row>(
    `select r.number, r.date, r.cents from report_orders r join orders o using (number)
     where r.number > :after and r.number <= :last and +r.date between :from and :to and r.counted = 1 and (:phone is null or o.customer_phone = :phone)
     order by r.number limit ${BATCH}`,
  );
  // From day to day by the index, which holds the numbers of a day in their order: reading all of its rows takes 20 ms for two years.
  const bounds = deps.db.$client.prepare<
    Pick<Period, 'from' | 'to'>,
    { first: number | null; last: number | null }
  >(
    `with recursive days(date) as (
      select min(date) from report_orders where date >= :from
      union all select (select min(r.date) from report_orders r where r.date > days.date) from days where days.date <= :to
    ) select min((select min(number) from report_orders r where r.date = days.date)) as first,
        max((select max(number) from report_orders r where r.date = days.date)) as last
      from days where date <= :to`,
  );
  const time = new Intl.DateTimeFormat('pt-BR', {
    timeZone: deps.timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

  const line = (order: Order, { date, cents }: Row): string =>
    csvLine([
      order.simpleId,
      formatCode(order.code),
      date.split('-').reverse().join('/'),
      time.format(order.createdAtMs),
      order.consumptionType === 'local' ? 'No local' : 'Para levar',
      wayOf(order),
      STATUS_WORDS[order.status],
      order.items
        .map((item) => [describeItem(item), ...item.toppings.map((topping) => topping.name)].join(' + '))
        .join(' | '),
      reais(order.subtotalCents),
      reais(order.discountCents + (order.concession?.cents ?? 0)),
      reais(order.totalCents),
      reais(cents),
    ]);

  const waitForForeground = yieldToForeground(deps.others);
  return (period: Period): ReadableStream<Uint8Array> => {
    const encoder = new TextEncoder();
    let after = 0;
    let upTo = 0;
    let tookMs = 0;
    return new ReadableStream({
      async start(controller) {
        controller.enqueue(encoder.encode(BOM + csvLine(HEADER)));
        // Whoever came while the request was looked at goes before the walk over the days.
        await waitForForeground();
        const { first, last } = bounds.get({ from: period.from, to: period.to }) ?? {
          first: null,
          last: null,
        };
        after = (first ?? 1) - 1;
        upTo = last ?? 0;
      },
      async pull(controller) {
        // Nothing else makes a reader that is quick enough wait: two thirds of the time are for others.
        await new Promise((resolve) => setTimeout(resolve, 2 * tookMs));
        await waitForForeground();
        const begunMs = performance.now();
        const batch = rows.all({ ...period, after, last: upTo });
        const orders = new Map(
          deps.repository.byNumbers(batch.map((row) => row.number)).map((order) => [order.simpleId, order]),
        );
        const text = batch
          .map((row) => (orders.has(row.number) ? line(orders.get(row.number) as Order, row) : ''))
          .join('');
        if (text !== '') controller.enqueue(encoder.encode(text));
        after = batch.at(-1)?.number ?? after;
        tookMs = performance.now() - begunMs;
        if (batch.length < BATCH) controller.close();
      },
    });
  };
}
