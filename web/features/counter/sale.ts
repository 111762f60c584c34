// A walk-in sale: what lies in it, and the order it becomes. The store prices it; the same sale sent twice is one order.
import type { Concession, ConsumptionType, Order } from '@balcao/shared/order/order.ts';
import type { ConcessionAsk, PlaceItem } from '@balcao/shared/order/place.ts';
import { REPLACED_MAX } from '@balcao/shared/order/unpaid.ts';
import { formatPhone, phoneDigits } from '@balcao/shared/phone.ts';
import { sumOfTenders } from '@balcao/shared/payment/tender.ts';
import { askedAgain, concede } from '@balcao/shared/pricing/concession.ts';
import { newId } from '../../data/new-id.ts';
import { ApiError, call } from '../../data/request.ts';
import { moveOrder } from '../../data/staff/board/move.ts';
import type { CartItem } from '../../cart/cart.ts';
import { sameAgain } from '../../cart/order-items.ts';

export type Sale = {
  /** The order's id, fixed while the sale stays as it was sent. */
  id: string;
  items: readonly CartItem[];
  consumptionType: ConsumptionType;
  phone: string;
  observations: string;
  /** What is given away of it, as it is asked for. */
  concession: ConcessionAsk | null;
  /** What the store was asked under this id, answered or not; null while it was asked nothing. */
  sent: string | null;
  /** Under which ids the same sale was sent before it was changed: one sale is one order. */
  earlier: readonly string[];
  /** Once the store has said that it has it. */
  placed: Placed | null;
};
export type Placed = { order: Order; trackingToken: string };
export type SaleFields = Partial<
  Pick<Sale, 'items' | 'consumptionType' | 'phone' | 'observations' | 'concession'>
>;

export const newSale = (): Sale => ({
  id: newId(),
  items: [],
  consumptionType: 'takeaway',
  phone: '',
  observations: '',
  concession: null,
  sent: null,
  earlier: [],
  placed: null,
});

export const changeSale = (sale: Sale, fields: SaleFields): Sale => ({ ...sale, ...fields, placed: null });

/** The lines with that one in the place of what had its id, or at their end. */
export const withLine = (items: readonly CartItem[], line: CartItem): readonly CartItem[] =>
  items.some(({ id }) => id === line.id)
    ? items.map((item) => (item.id === line.id ? line : item))
    : [...items, line];

/** Null, or what is missing in words. */
export function refusalOf(sale: Sale): string | null {
  if (sale.items.length === 0) return 'Carrinho vazio';
  const digits = phoneDigits(sale.phone).length;
  return digits > 0 && digits < 10 ? 'Por favor, informe um telefone válido com pelo menos 10 dígitos' : null;
}

/** What is given away of a sale that costs so much, what is left to pay, and why that much cannot be given; `concession` null: nothing is. */
export function chargedOf(
  { concession, items }: Pick<Sale, 'concession' | 'items'>,
  priceCents: number,
): { concession: Concession | null; totalCents: number; refusal: string | null } {
  if (concession === null || items.length === 0)
    return { concession: null, totalCents: priceCents, refusal: null };
  const conceded = concede({ totalCents: priceCents }, concession);
  return conceded.ok
    ? { concession: conceded.value.concession, totalCents: conceded.value.totalCents, refusal: null }
    : { concession: null, totalCents: priceCents, refusal: conceded.refusal[0]?.message ?? '' };
}

/** As it is to be sent: under the id of before if it is what was sent before, else as another order in its place. */
export function readyToSend(sale: Sale, expectedTotalCents: number): Sale & { sent: string } {
  const sent = JSON.stringify(askedOf(sale, expectedTotalCents));
  return { ...(sale.sent !== null && sale.sent !== sent ? anew(sale) : sale), sent };
}

const anew = (sale: Sale): Sale => ({
  ...sale,
  id: newId(),
  earlier: [...sale.earlier, sale.id].slice(-REPLACED_MAX),
  placed: null,
});

/** An unpaid order of the counter on the ticket again, to be changed: what comes of it takes its place. */
export const resumedSale = (order: Order): Sale => ({
  ...newSale(),
  items: sameAgain(order.items, newId),
  consumptionType: order.consumptionType,
  phone: order.customerPhone === null ? '' : formatPhone(order.customerPhone),
  observations: order.observations,
  concession: order.concession ? askedAgain(order.concession) : null,
  earlier: [order.id],
});

/** The sale without what the store said of an order of that id. */
export const withoutOrder = (sale: Sale, orderId: string): Sale =>
  sale.placed?.order.id === orderId ? { ...sale, placed: null } : sale;

/** Whether the store may have an order of it. */
export const mayBePlaced = (sale: Sale): boolean => sale.sent !== null || sale.earlier.length > 0;

/**
 * Calls off whatever the store has of this sale; answers whether some of it is paid, and stays, and what was paid of it in parts and goes
 * back. Throws ApiError.
 */
export async function callOffSale(sale: Sale): Promise<{ paid: boolean; backCents: number }> {
  let paid = false;
  let backCents = 0;
  for (const id of [...sale.earlier, ...(sale.sent === null ? [] : [sale.id])]) {
    try {
      const { tenders } = await moveOrder(id, { kind: 'cancel', reason: 'cliente', seen: 'PENDING' });
      backCents += sumOfTenders(tenders?.filter(({ proved }) => proved === undefined));
    } catch (error) {
      const code = error instanceof ApiError ? error.problem.code : null;
      if (code === 'stale' || code === 'order-over') paid = true;
      // What the store does not know never arrived.
      else if (code !== 'order-not-found') throw error;
    }
  }
  return { paid, backCents };
}

/** `onSending` is given the sale as it is sent, to be kept before it is: the answer may never come. Throws ApiError; 'price-changed' carries the real total. */
export async function placeSale(
  sale: Sale,
  expectedTotalCents: number,
  onSending: (sale: Sale) => void,
  { pin, ...settings }: { timeoutMs?: number; pin?: string } = {},
): Promise<Placed> {
  const ready = readyToSend(sale, expectedTotalCents);
  if (ready.placed) return ready.placed;
  onSending(ready);
  const { order, trackingToken } = await call('POST /api/staff/orders', {
    body: {
      id: ready.id,
      ...askedOf(sale, expectedTotalCents),
      ...(ready.earlier.length === 0 ? {} : { replaces: [...ready.earlier] }),
      ...(pin === undefined ? {} : { pin }),
    },
    ...settings,
  });
  // It lapsed while the ticket lay there: what is paid now is an order of its own.
  if (order.status === 'CANCELLED')
    return await placeSale(anew({ ...ready, sent: null }), expectedTotalCents, onSending, {
      ...settings,
      ...(pin === undefined ? {} : { pin }),
    });
  return { order, trackingToken };
}

function askedOf(sale: Sale, expectedTotalCents: number) {
  const phone = phoneDigits(sale.phone);
  return {
    consumptionType: sale.consumptionType,
    observations: sale.observations,
    customerPhone: phone === '' ? null : phone,
    expectedTotalCents,
    items: sale.items.map(askedItem),
    ...(sale.concession === null ? {} : { concession: sale.concession }),
  };
}

/** Its fields always in the same turn: an item that was kept and read again is the same text. */
export const askedItem = (item: CartItem): PlaceItem => ({
  id: item.id,
  productId: item.productId,
  sizeId: item.sizeId,
  baseId: item.baseId,
  iceCreamId: item.iceCreamId,
  meioAMeio: item.meioAMeio,
  secondaryIceCreamId: item.secondaryIceCreamId,
  toppings: item.toppings.map(({ id, layer }) => ({ id, layer })),
});
