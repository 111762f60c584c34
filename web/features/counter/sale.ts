// A walk-in sale: what lies in it, and the order it becomes. The store prices it; the same sale sent twice is one order.
import type { ConsumptionType, Order } from '@balcao/shared/order/order.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import { v7 as uuidv7 } from 'uuid';
import { call } from '../../data/request.ts';
import type { CartItem } from '../../cart/cart.ts';

export type Sale = {
  /** The order's id, fixed while the sale stays as it is. */
  id: string;
  items: readonly CartItem[];
  consumptionType: ConsumptionType;
  phone: string;
  observations: string;
  /** Once the store has it. */
  placed: Placed | null;
};
export type Placed = { order: Order; trackingToken: string };

export const newSale = (): Sale => ({
  id: uuidv7(),
  items: [],
  consumptionType: 'takeaway',
  phone: '',
  observations: '',
  placed: null,
});

/** A changed sale is another order: the one placed before stays unpaid and lapses. */
export const changed = (
  sale: Sale,
  fields: Partial<Pick<Sale, 'items' | 'consumptionType' | 'phone' | 'observations'>>,
): Sale => ({
  ...sale,
  ...fields,
  ...(sale.placed === null ? {} : { id: uuidv7(), placed: null }),
});

/** Null, or what is missing in words. */
export function refusalOf(sale: Sale): string | null {
  if (sale.items.length === 0) return 'Carrinho vazio';
  const digits = phoneDigits(sale.phone).length;
  return digits > 0 && digits < 10 ? 'Por favor, informe um telefone válido com pelo menos 10 dígitos' : null;
}

/** Throws ApiError; 'price-changed' carries the real total. */
export async function placeSale(sale: Sale, expectedTotalCents: number): Promise<Placed> {
  if (sale.placed) return sale.placed;
  const phone = phoneDigits(sale.phone);
  const { order, trackingToken } = await call('POST /api/staff/orders', {
    body: {
      id: sale.id,
      consumptionType: sale.consumptionType,
      observations: sale.observations,
      customerPhone: phone === '' ? null : phone,
      expectedTotalCents,
      items: sale.items.map(({ priceCents: _seen, ...item }) => item),
    },
  });
  return { order, trackingToken };
}
