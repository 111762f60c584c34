// A walk-in sale: what lies in it, and the order it becomes. The store prices it; the same sale sent twice is one order.
import type { ConsumptionType, Order } from '@balcao/shared/order/order.ts';
import type { PlaceItem } from '@balcao/shared/order/place.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import { v7 as uuidv7 } from 'uuid';
import { call } from '../../data/request.ts';
import type { CartItem } from '../../cart/cart.ts';

export type Sale = {
  /** The order's id, fixed while the sale stays as it was sent. */
  id: string;
  items: readonly CartItem[];
  consumptionType: ConsumptionType;
  phone: string;
  observations: string;
  /** What the store was asked under this id, answered or not; null while it was asked nothing. */
  sent: string | null;
  /** Once the store has said that it has it. */
  placed: Placed | null;
};
export type Placed = { order: Order; trackingToken: string };
export type SaleFields = Partial<Pick<Sale, 'items' | 'consumptionType' | 'phone' | 'observations'>>;

export const newSale = (): Sale => ({
  id: uuidv7(),
  items: [],
  consumptionType: 'takeaway',
  phone: '',
  observations: '',
  sent: null,
  placed: null,
});

export const changed = (sale: Sale, fields: SaleFields): Sale => ({ ...sale, ...fields, placed: null });

/** Null, or what is missing in words. */
export function refusalOf(sale: Sale): string | null {
  if (sale.items.length === 0) return 'Carrinho vazio';
  const digits = phoneDigits(sale.phone).length;
  return digits > 0 && digits < 10 ? 'Por favor, informe um telefone válido com pelo menos 10 dígitos' : null;
}

/** As it is to be sent: under the id of before if it is what was sent before, else as another order. */
export function readyToSend(sale: Sale, expectedTotalCents: number): Sale & { sent: string } {
  const sent = JSON.stringify(askedOf(sale, expectedTotalCents));
  const another = sale.sent !== null && sale.sent !== sent;
  return { ...sale, sent, ...(another ? { id: uuidv7(), placed: null } : {}) };
}

/** `onSending` is given the sale as it is sent, to be kept before it is: the answer may never come. Throws ApiError; 'price-changed' carries the real total. */
export async function placeSale(
  sale: Sale,
  expectedTotalCents: number,
  onSending: (sale: Sale) => void,
): Promise<Placed> {
  const ready = readyToSend(sale, expectedTotalCents);
  if (ready.placed) return ready.placed;
  onSending(ready);
  const { order, trackingToken } = await call('POST /api/staff/orders', {
    body: { id: ready.id, ...askedOf(sale, expectedTotalCents) },
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
