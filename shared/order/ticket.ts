// What a ticket says, from an order: pure content in reading order. edge/printing turns it into words, lines and bytes.
import { hasTenders } from '../payment/tender.ts';
import { givenBackOf } from '../payment/given-back.ts';
import type { Concession, GivenBack, Order, OrderItem, Tender, ToppingLayer } from './order.ts';
import type { StationPart } from './stations.ts';

/** One item as the kitchen makes it: title, choices, toppings from the bottom to the top. */
export type TicketItem = {
  kind: OrderItem['kind'];
  title: string;
  /** Said in words when true, so that nobody wonders whether a line was lost. */
  withoutToppings: boolean;
  details: string[];
  layers: { layer: ToppingLayer; toppings: string[] }[];
  priceCents: number;
};

/** A kitchen's slip, the slip that says it is cancelled, or one of lines that came or went since; amounts in centavos. */
export type Ticket = {
  purpose: 'kitchen' | 'cancelled' | 'added' | 'taken-off';
  panelNumber: number | null;
  simpleId: number;
  code: string;
  consumptionType: 'local' | 'takeaway';
  items: TicketItem[];
  observations: string;
  createdAtMs: number;
  /** What is off the items; absent where nothing is, and in slips that were asked for before slips said so. */
  discount?: { percent: number; cents: number };
  /** What staff gave away of it; absent where nothing. */
  concession?: Pick<Concession, 'kind' | 'cents'>;
  /** A share of the order, of one station; absent on a whole ticket. */
  part?: { number: number; of: number; station: string };
  totalCents: number;
  /** Of it, since the lines changed: still to be paid, or below 0 to be given back. */
  balanceCents?: number;
  /** What went back of it since, by its ways; absent where nothing did. */
  givenBack?: GivenBack[];
  paymentMethod: Order['paymentMethod'];
  paid: boolean;
  changeForCents: number | null;
  /** The parts in which staff took the money; absent where they took it at once. */
  tenders?: Pick<Tender, 'method' | 'card' | 'cents' | 'receivedCents' | 'proved'>[];
  late: boolean;
};

const LAYERS: ToppingLayer[] = ['BOTTOM', 'MIDDLE', 'TOP'];

/** One slip for each share of an order; the whole slip where there is one share or none. */
export function ticketsOf(
  order: Order,
  parts: readonly StationPart[],
  purpose: Ticket['purpose'] = 'kitchen',
): Ticket[] {
  const whole = ticketOf(order, purpose);
  if (parts.length < 2) return [whole];
  return parts.map(({ station, items }, at) => ({
    ...whole,
    items: items.map(ticketItem),
    part: { number: at + 1, of: parts.length, station: station.name },
  }));
}

/** The slip of an order as it is now; what was printed before is not changed by it. */
export function ticketOf(order: Order, purpose: Ticket['purpose']): Ticket {
  return {
    purpose,
    panelNumber: order.panelNumber,
    simpleId: order.simpleId,
    code: order.code,
    consumptionType: order.consumptionType,
    items: order.items.map(ticketItem),
    observations: order.observations,
    createdAtMs: order.createdAtMs,
    ...(order.discountCents > 0 && {
      discount: { percent: order.discountPercent, cents: order.discountCents },
    }),
    ...(order.concession && {
      concession: { kind: order.concession.kind, cents: order.concession.cents },
    }),
    totalCents: order.totalCents,
    ...(order.balanceCents !== undefined && { balanceCents: order.balanceCents }),
    ...(givenBackOf(order).length > 0 && { givenBack: givenBackOf(order) }),
    paymentMethod: order.paymentMethod,
    paid: order.paymentStatus === 'approved' || order.paymentStatus === 'partially_refunded',
    changeForCents: order.changeForCents,
    ...(hasTenders(order) && {
      tenders: (order.tenders ?? []).map(({ id: _id, atMs: _atMs, ...tender }) => tender),
    }),
    late: order.late,
  };
}

function ticketItem(item: OrderItem): TicketItem {
  const title = item.productName ?? `Açaí ${item.sizeName ?? ''}`.trim();
  const flavours = [item.iceCreamName, item.secondaryIceCreamName].filter((name) => name !== null);
  const details = [
    item.productName !== null ? item.sizeName : null,
    item.baseName,
    flavours.length === 0
      ? null
      : item.meioAMeio
        ? `Meio a meio: ${flavours.join(' / ')}`
        : flavours.join(' / '),
  ].filter((part) => part !== null);
  const layers = LAYERS.map((layer) => ({
    layer,
    toppings: item.toppings.filter((topping) => topping.layer === layer).map((topping) => topping.name),
  })).filter(({ toppings }) => toppings.length > 0);
  // As on the screens: what is built can be topped; a drink or a finished cup says nothing of toppings.
  const takesToppings = item.kind === 'acai' || item.baseName !== null;
  const withoutToppings = takesToppings && layers.length === 0;
  return { kind: item.kind, title, withoutToppings, details, layers, priceCents: item.priceCents };
}
