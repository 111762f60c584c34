// A paid order with one item, for tests of printing: each call makes another one.
import type { Order } from '@balcao/shared/order/order.ts';

let orderCount = 0;
export function anOrder(change: Partial<Order> = {}): Order {
  orderCount += 1;
  return {
    id: `019a0000-0000-7000-8000-${String(orderCount).padStart(12, '0')}`,
    code: `CODE${String(orderCount).padStart(6, '0')}`,
    simpleId: orderCount,
    orderNumber: orderCount,
    panelNumber: orderCount,
    panelDate: '2026-11-21',
    panelSeries: 1,
    source: 'counter',
    customerPhone: null,
    consumptionType: 'takeaway',
    observations: 'sem granola 🙏 \x1b@',
    items: [
      {
        id: 'i1',
        kind: 'acai',
        productId: null,
        productName: null,
        sizeId: 's',
        sizeName: '500 ml',
        baseId: 'b',
        baseName: 'Açaí tradicional',
        iceCreamId: null,
        iceCreamName: null,
        meioAMeio: false,
        secondaryIceCreamId: null,
        secondaryIceCreamName: null,
        toppings: [{ toppingId: 't', name: 'Paçoca', category: 'crocantes', layer: 'TOP', priceCents: 0 }],
        priceCents: 2200,
      },
    ],
    subtotalCents: 2200,
    discountPercent: 0,
    discountCents: 0,
    totalCents: 2200,
    status: 'RECEBIDO',
    paymentStatus: 'approved',
    paymentMethod: 'pix',
    changeForCents: null,
    cancelReason: null,
    late: false,
    createdAtMs: Date.now(),
    updatedAtMs: Date.now(),
    receivedAtMs: Date.now(),
    preparingAtMs: null,
    readyAtMs: null,
    deliveredAtMs: null,
    ...change,
  };
}
