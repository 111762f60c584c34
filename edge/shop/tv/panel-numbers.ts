// The numbers of today's panel and no more: a TV in the shop is read by everybody.
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { TV_NUMBERS_MAX, type TvPanel } from '@balcao/shared/http/tv.ts';
import { firstNameOf } from '@balcao/shared/order/customer-name.ts';
import type { Db } from '../../storage/open.ts';
import { orders } from '../../storage/schema/orders.ts';

/** Of one business day and series: a number of another one is a past number. `withNames`: who is called is named. */
export function readPanel(
  db: Db,
  { date, series }: { date: string; series: number },
  nowMs: number,
  withNames: boolean,
): TvPanel {
  const rows = db
    .select({
      id: orders.id,
      number: orders.panelNumber,
      status: orders.status,
      readyAtMs: orders.readyAtMs,
      observations: orders.observations,
    })
    .from(orders)
    .where(
      and(
        inArray(orders.status, ['RECEBIDO', 'PREPARING', 'READY']),
        eq(orders.panelDate, date),
        eq(orders.panelSeries, series),
        isNotNull(orders.panelNumber),
      ),
    )
    .orderBy(asc(orders.receivedAtMs), asc(orders.number))
    .all();
  const toNumber = ({ id, number, readyAtMs }: (typeof rows)[number]) => ({
    id,
    number: number ?? 0,
    readyAtMs,
  });
  const preparing = rows.filter(({ status }) => status !== 'READY').map(toNumber);
  const ready = rows
    .filter(({ status }) => status === 'READY')
    .map((row) => {
      const name = withNames ? firstNameOf(row.observations ?? '') : '';
      return { ...toNumber(row), ...(name !== '' && { name }) };
    })
    .toSorted((a, b) => (b.readyAtMs ?? 0) - (a.readyAtMs ?? 0));
  return {
    now: nowMs,
    preparing: preparing.slice(0, TV_NUMBERS_MAX),
    preparingMore: Math.max(0, preparing.length - TV_NUMBERS_MAX),
    ready: ready.slice(0, TV_NUMBERS_MAX),
    readyMore: Math.max(0, ready.length - TV_NUMBERS_MAX),
  };
}
