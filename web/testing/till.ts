// What the store answers at the counter, for approved texts of its screens: it takes every sale, every payment and every count.
import type { ApiReply } from '@balcao/shared/http/api.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleMenu } from '../cart/sample.ts';
import { ago, DELIVERED, ITEMS, NOW, orderOf, ORDERS } from './evening.ts';
import { movedOrder, quietAnswers } from './staff-answers.ts';
import { sampleStore } from './shop.ts';
import type { Answers, Sent } from './stub-page.ts';

const [base, gone] = sampleMenu.bases;
const MENU = { ...sampleMenu, bases: [{ ...base, name: 'Tradicional' }, gone] };

export const CLOSE: ApiReply<'POST /api/staff/cash-session/close'> = {
  number: 12,
  openedAtMs: ago(500),
  closedAtMs: NOW,
  closedBy: 'Bia',
  floatCents: 10_000,
  cashSalesCents: 24_000,
  cashReturnsCents: 1_500,
  takenClosedCents: 800,
  returnedClosedCents: 300,
  suprimentoCents: 5_000,
  sangriaCents: 20_000,
  expectedCents: 19_000,
  countedCents: 18_500,
  differenceCents: -500,
  methods: [{ name: 'pix', orders: 3, salesCents: 9_000 }],
  ways: [
    { name: 'cash', receivedCents: 25_500, returnedCents: 1_500, feeCents: 0, netCents: 24_000 },
    { name: 'pix', receivedCents: 9_000, returnedCents: 0, feeCents: 89, netCents: 8_911 },
    { name: 'terminal_credito', receivedCents: 5_000, returnedCents: 1_000, feeCents: 150, netCents: 3_850 },
  ],
  note: 'Faltou troco',
};
export const SESSION: ApiReply<'GET /api/staff/cash-session'> = {
  session: {
    id: 'gaveta',
    openedAtMs: ago(500),
    openedBy: 'Bia',
    floatCents: 10_000,
    movements: [
      { id: 'm1', kind: 'suprimento', amountCents: 5_000, note: 'Moedas', userName: 'Bia', atMs: ago(300) },
      { id: 'm2', kind: 'sangria', amountCents: 20_000, note: '', userName: 'Ana', atMs: ago(60) },
    ],
    cashOrders: 7,
  },
};
const unproved = (txid: string, changes: object) => ({
  txid,
  orderId: 'fresh',
  simpleId: 103,
  panelNumber: 3,
  amountCents: 2_850,
  atMs: ago(90),
  userName: 'Bia',
  state: 'unconfirmed' as const,
  ...changes,
});
export const UNPROVED: ApiReply<'GET /api/staff/static-pix'> = {
  unconfirmed: [unproved('TX1', {}), unproved('TX2', { panelNumber: null, simpleId: 140 })],
  lost: [unproved('TX3', { simpleId: 99, panelNumber: 44, state: 'lost', atMs: ago(2_000) })],
};

/** Sold just now, for what the counter said. */
function sold({ body }: Sent): ApiReply<'POST /api/staff/orders'> {
  const { expectedTotalCents = 2_850 } = Object(body) as { expectedTotalCents?: number };
  const order = orderOf('sold', 77, {
    status: expectedTotalCents === 0 ? 'RECEBIDO' : 'PENDING',
    paymentStatus: expectedTotalCents === 0 ? 'approved' : 'pending',
    paymentMethod: null,
    source: 'counter',
    createdAtMs: NOW,
    items: [ITEMS.whole],
    totalCents: expectedTotalCents,
  });
  return { state: 'placed', order, trackingToken: 'ficha' };
}

export const terminalPayment = (
  state: ApiReply<'GET /api/staff/orders/{id}/terminal/{attemptId}'>['state'],
): ApiReply<'GET /api/staff/orders/{id}/terminal/{attemptId}'> => ({
  attemptId: 'tentativa',
  terminalId: 't1',
  amountCents: 1_500,
  state,
  method: state === 'approved' ? 'debit_card' : null,
  statusDetail: state === 'refused' ? 'cc_rejected_insufficient_amount' : null,
});

/** `orders`: what the store has beside those of the evening. */
export function tillAnswers(orders: readonly Order[] = []): Answers {
  const all = [...orders, ...ORDERS, ...DELIVERED];
  const find = ({ route }: Sent): Order =>
    all.find(({ id }) => id === /orders\/([^/]+)/.exec(route)?.[1]) ?? orderOf('sold', 77);
  const posted = (sent: Sent): unknown => {
    const { route, body } = sent;
    if (route.endsWith('/moves')) {
      const { kind, ...tender } = Object(body) as { kind: string; id: string; method: 'cash'; cents: number };
      if (kind !== 'take-tender') return movedOrder(sent, [...all, sold(sent).order]);
      const order = find(sent);
      const part = { card: null, receivedCents: null, atMs: NOW, ...tender };
      return { order: { ...order, tenders: [...(order.tenders ?? []), part] } };
    }
    if (route.endsWith('/lines')) return { order: { ...find(sent), balanceCents: 400 } };
    if (route.endsWith('/difference')) return { order: { ...find(sent), balanceCents: 0 } };
    if (route.endsWith('/cash'))
      return { order: orderOf('sold', 77, { status: 'PENDING', paymentStatus: 'pending' }) };
    if (route.endsWith('/terminal')) return terminalPayment('sent');
    if (route.endsWith('/cancel')) return terminalPayment('cancelled');
    if (route.includes('/static-pix/')) return { unconfirmed: UNPROVED.unconfirmed.slice(1), lost: [] };
    if (route.includes('/counter-pix'))
      return {
        kind: 'static',
        code: {
          brCode: '00020126BR',
          totalCents: Number(/cents=(\d+)/.exec(route)?.[1] ?? 360),
          holder: 'ACAI DA PRACA',
        },
        why: 'no-account',
      };
    return null;
  };
  return {
    ...quietAnswers(),
    'GET /api/store': { ...sampleStore, host: 'edge' },
    'GET /api/menu': MENU,
    'GET /api/staff/best-sellers': { productIds: ['agua'] },
    'GET /api/staff/terminals': { terminals: [], isAway: false },
    'GET /api/staff/cash-session': SESSION,
    'GET /api/staff/static-pix': { unconfirmed: [], lost: [] },
    'GET /api/staff/orders?limit=40': { orders: all },
    'POST /api/staff/orders': sold,
    'POST /api/staff/cash-session': SESSION,
    'POST /api/staff/cash-session/movements': SESSION,
    'POST /api/staff/cash-session/close': CLOSE,
    'POST *': posted,
  };
}
