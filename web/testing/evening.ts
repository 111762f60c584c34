// An evening at the shop, for approved texts of the staff's screens: orders of every kind and state, and what the kitchen's board says of them.
import type { ApiReply } from '@balcao/shared/http/api.ts';
import type { Order, OrderItem, ToppingLine } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';

export const NOW = Date.parse('2026-11-21T18:20:00-03:00');
export const ago = (minutes: number): number => NOW - minutes * 60_000;

const topping = (name: string, layer: ToppingLine['layer'], priceCents = 0): ToppingLine => ({
  toppingId: name.toLowerCase(),
  name,
  category: 'frutas',
  layer,
  priceCents,
});
const ITEM: OrderItem = {
  id: 'acai',
  kind: 'acai',
  productId: null,
  productName: null,
  sizeId: 'g',
  sizeName: 'Grande',
  baseId: 'acai',
  baseName: 'Açaí',
  iceCreamId: 'ninho',
  iceCreamName: 'Ninho',
  meioAMeio: false,
  secondaryIceCreamId: null,
  secondaryIceCreamName: null,
  toppings: [topping('Banana', 'BOTTOM'), topping('Mel', 'MIDDLE'), topping('Nutella', 'TOP', 350)],
  priceCents: 2_850,
};
export const ITEMS = {
  whole: ITEM,
  halves: {
    ...ITEM,
    id: 'halves',
    meioAMeio: true,
    secondaryIceCreamId: 'morango',
    secondaryIceCreamName: 'Morango',
    toppings: [topping('Granola', 'TOP'), topping('Banana', 'TOP')],
    priceCents: 2_500,
  },
  bare: { ...ITEM, id: 'bare', sizeId: 'p', sizeName: 'Pequeno', toppings: [], priceCents: 1_500 },
  cup: {
    ...ITEM,
    id: 'cup',
    kind: 'cup',
    productId: 'taca',
    productName: 'Taça da Casa',
    sizeId: null,
    sizeName: null,
    baseId: null,
    baseName: null,
    iceCreamId: null,
    iceCreamName: null,
    toppings: [],
    priceCents: 3_200,
  },
  water: {
    ...ITEM,
    id: 'water',
    kind: 'product',
    productId: 'agua',
    productName: 'Água',
    sizeId: null,
    sizeName: null,
    baseId: null,
    baseName: null,
    iceCreamId: null,
    iceCreamName: null,
    toppings: [],
    priceCents: 400,
  },
} as const satisfies Record<string, OrderItem>;

/** An order of this evening, paid in cash three minutes after it was placed. */
export function orderOf(id: string, panelNumber: number | null, changes: Partial<Order> = {}): Order {
  const { createdAtMs = ago(4), items = [ITEMS.whole] } = changes;
  const subtotalCents = items.reduce((sum, { priceCents }) => sum + priceCents, 0);
  return sampleOrder({
    id,
    panelNumber,
    panelDate: '2026-11-21',
    panelSeries: 2,
    simpleId: 100 + (panelNumber ?? 0),
    orderNumber: 100 + (panelNumber ?? 0),
    createdAtMs,
    updatedAtMs: createdAtMs,
    receivedAtMs: createdAtMs + 180_000,
    items,
    subtotalCents,
    discountPercent: 0,
    discountCents: 0,
    totalCents: subtotalCents,
    status: 'RECEBIDO',
    paymentStatus: 'approved',
    paymentMethod: 'cash',
    ...changes,
  });
}

const UNPAID = { status: 'PENDING', paymentStatus: 'pending', receivedAtMs: null } as const;
/** Of every status, of every way, with everything that an order may say. */
export const ORDERS: readonly Order[] = [
  orderOf('unpaid', 1, {
    ...UNPAID,
    createdAtMs: ago(31),
    consumptionType: 'local',
    observations: 'Sem açúcar',
    changeForCents: 5_000,
  }),
  orderOf('unpaid-pix', 2, {
    ...UNPAID,
    paymentMethod: 'pix',
    customerPhone: null,
    items: [ITEMS.halves, ITEMS.water],
  }),
  orderOf('fresh', 3, { source: 'lan' }),
  orderOf('slow', null, {
    simpleId: 140,
    createdAtMs: ago(12),
    items: [ITEMS.bare],
    observations: 'Alergia a amendoim\nDuas colheres',
    paymentMethod: 'pix',
    consumptionType: 'local',
  }),
  orderOf('late', 104, {
    createdAtMs: ago(26),
    late: true,
    items: [ITEMS.halves, ITEMS.cup, ITEMS.water],
    source: 'counter',
    customerPhone: null,
    paymentMethod: 'terminal',
  }),
  orderOf('changed', 5, {
    status: 'PREPARING',
    createdAtMs: ago(9),
    preparingAtMs: ago(5),
    items: [ITEMS.whole, ITEMS.water],
    balanceCents: 400,
    changes: [
      { id: 'came', atMs: ago(2), addedIds: ['water'], takenOff: [ITEMS.bare], inKitchen: true },
      { id: 'before', atMs: ago(8), addedIds: ['acai'], takenOff: [ITEMS.cup], inKitchen: false },
    ],
  }),
  orderOf('past', 60, { status: 'PREPARING', panelSeries: 1, createdAtMs: ago(40), preparingAtMs: ago(19) }),
  orderOf('ready', 7, {
    status: 'READY',
    preparingAtMs: ago(3),
    readyAtMs: ago(1),
    consumptionType: 'local',
    balanceCents: -350,
  }),
  orderOf('ready-past', 61, {
    status: 'READY',
    panelSeries: 1,
    readyAtMs: ago(6),
    customerPhone: null,
    paymentMethod: 'credit_card',
  }),
];
export const DELIVERED: readonly Order[] = [
  orderOf('gone', 8, { status: 'DELIVERED', readyAtMs: ago(8), deliveredAtMs: ago(2) }),
  orderOf('gone-long', 9, {
    status: 'DELIVERED',
    createdAtMs: ago(300),
    deliveredAtMs: ago(280),
    items: [ITEMS.cup, ITEMS.bare],
    consumptionType: 'local',
  }),
];
export const CANCELLED: readonly Order[] = [
  orderOf('called-off', 10, {
    status: 'CANCELLED',
    cancelReason: 'cliente',
    preparingAtMs: ago(4),
    paymentStatus: 'refunded',
  }),
  orderOf('called-off-ready', 11, {
    status: 'CANCELLED',
    cancelReason: 'loja',
    preparingAtMs: ago(4),
    readyAtMs: ago(2),
    items: [ITEMS.cup],
    paymentStatus: 'cancelled',
  }),
];

type BoardReply = ApiReply<'GET /api/staff/board'>;
export const boardOf = (changes: Partial<BoardReply> = {}): BoardReply => ({
  orders: [...ORDERS],
  delivered: [...DELIVERED],
  cancelled: [...CANCELLED],
  begun: [],
  seq: 1,
  now: NOW,
  panel: { date: '2026-11-21', series: 2 },
  unpaidMore: 2,
  deliveredToday: 12,
  ageLimits: { warnMinutes: 10, lateMinutes: 20 },
  ...changes,
});
