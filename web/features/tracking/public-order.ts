// One form for the list, whether an order came whole or with its public fields only. Apart from shared/http/orders.ts, whose
// schemas must not come into the customer's bundle.
import type { PublicOrder, TrackedOrder } from '@balcao/shared/http/orders.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { maskPhone } from '@balcao/shared/phone.ts';

export type { PublicOrder, TrackedOrder };

export const publicOrder = (order: Order): PublicOrder => ({
  ...order,
  access: 'public',
  customerPhoneMasked: order.customerPhone === null ? null : maskPhone(order.customerPhone),
  items: order.items.map((item) => ({
    ...item,
    description: '',
    toppings: item.toppings.map(({ name, layer }) => ({ name, layer })),
  })),
});
