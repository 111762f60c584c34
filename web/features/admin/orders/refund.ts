// Giving money back through the provider. The store asks the relay; the answer comes later as a payment fact.
import type { RefundReply } from '@balcao/shared/http/refunds.ts';
import { request } from '../../../api/request.ts';

/** `amountCents` null gives everything back. Throws ApiError. */
export const refundOrder = (orderId: string, amountCents: number | null): Promise<RefundReply> =>
  request<RefundReply>(`/api/staff/orders/${orderId}/refund`, { body: { amountCents }, timeoutMs: 20_000 });
