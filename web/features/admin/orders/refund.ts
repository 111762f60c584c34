// Giving money back through the provider. The store asks the relay; the answer comes later as a payment fact.
import type { RefundReply } from '@balcao/shared/http/refunds.ts';
import { parseCents } from '@balcao/shared/money.ts';
import { call } from '../../../data/request.ts';

/** `amountCents` null gives everything back. Throws ApiError. */
export const refundOrder = (orderId: string, amountCents: number | null): Promise<RefundReply> =>
  call('POST /api/staff/orders/{id}/refund', {
    params: { id: orderId },
    body: { amountCents },
    timeoutMs: 20_000,
  });

/** What was typed: null gives everything back, 'wrong' is no amount from one centavo to the total. */
export function refundAmount(text: string, totalCents: number): number | null | 'wrong' {
  if (text.trim() === '') return null;
  const cents = parseCents(text);
  return cents === null || cents === 0 || cents > totalCents ? 'wrong' : cents;
}
