// Giving money back through the provider. The store asks the relay; the answer comes later as a payment fact.
import type { RefundReply, RefundRequest } from '@balcao/shared/http/refunds.ts';
import { formatCents, parseCents } from '@balcao/shared/money.ts';
import { call } from '../../../data/request.ts';

/** `amountCents` null gives everything back and calls the order off, for the reason given. Throws ApiError. */
export const refundOrder = (
  orderId: string,
  amountCents: number | null,
  called: Pick<RefundRequest, 'reason' | 'seen'> = {},
): Promise<RefundReply> =>
  call('POST /api/staff/orders/{id}/refund', {
    params: { id: orderId },
    body: { amountCents, ...called },
    timeoutMs: 20_000,
  });

/** What is said of a refund that was asked for. */
export const refundWords = ({ state, refundedCents }: RefundReply): { title: string; text: string } => {
  const amount = formatCents(refundedCents);
  switch (state) {
    case 'done':
      return { title: 'Devolução feita', text: `${amount} voltam para o cliente.` };
    case 'waiting':
      return { title: 'Devolução pedida', text: `${amount} voltam para o cliente.` };
    case 'noted':
      return {
        title: 'Devolução anotada',
        text: `Sem resposta agora. ${amount} voltam assim que a conexão voltar; veja em “A resolver”.`,
      };
  }
};

/** What was typed: null gives everything back, 'wrong' is no amount from one centavo to the total. */
export function refundAmount(text: string, totalCents: number): number | null | 'wrong' {
  if (text.trim() === '') return null;
  const cents = parseCents(text);
  return cents === null || cents === 0 || cents > totalCents ? 'wrong' : cents;
}
