// Calls about one order, always with the token that this device holds for it.
import type {
  OrderOutcome,
  OrderView,
  PixPayment,
  TrackReply,
  TrackRequest,
} from '@balcao/shared/http/orders.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { PlaceOrderBody } from '@balcao/shared/order/place.ts';
import { keptOrders, tokenOf } from './kept-orders.ts';
import { call } from './request.ts';

export type OrderRequest = PlaceOrderBody;

/** 201 placed or 202 waiting: both are outcomes. */
export const placeOrder = (body: OrderRequest): Promise<OrderOutcome> =>
  call('POST /api/orders', { body, timeoutMs: 20_000 });
export const outcomeOf = (id: string, claim: string | null): Promise<OrderOutcome> =>
  call('GET /api/orders/by-id/{id}', { params: { id }, token: claim });

export const readOrder = (code: string): Promise<OrderView> =>
  call('GET /api/orders/{code}', { params: { code }, token: tokenOf(code) });

export const payCash = (code: string, changeForCents: number | null): Promise<{ order: Order }> =>
  call('POST /api/orders/{code}/cash', { params: { code }, body: { changeForCents }, token: tokenOf(code) });

/** Only while it is not paid. */
export const cancelOrder = (code: string): Promise<{ order: Order }> =>
  call('POST /api/orders/{code}/cancel', { params: { code }, token: tokenOf(code) });

export const startPix = (code: string): Promise<PixPayment> =>
  call('POST /api/orders/{code}/pix', { params: { code }, token: tokenOf(code), timeoutMs: 30_000 });
export const readPix = (code: string, attemptId: string): Promise<PixPayment> =>
  call('GET /api/orders/{code}/pix/{attemptId}', { params: { code, attemptId }, token: tokenOf(code) });

export type Search = { phone: string } | { query: string; lastFour?: string };

/** What a name finds among the orders of this device, it finds without being asked for more. */
export function trackOrder(search: Search): Promise<TrackReply> {
  const tokens = keptOrders()
    .map(({ token }) => token)
    .filter((token) => token !== '');
  const body: TrackRequest = 'phone' in search || tokens.length === 0 ? search : { ...search, tokens };
  return call('POST /api/track', { body });
}
