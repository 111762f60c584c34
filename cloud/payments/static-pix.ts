// Sales that were paid with the shop's static code, looked for among what the account was paid. Where the shop's key is the account's own,
// and the provider names the transaction, that proves them. Reads only.
import type { z } from 'zod';
import type { FoundPixes, SoughtPixes } from '@balcao/shared/http/counter-pix.ts';
import { isMoneyIn } from '@balcao/shared/payment/attempt-status.ts';
import { matchStaticPix, STATIC_PIX_SOUGHT_MS } from '@balcao/shared/payment/static-pix.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { PaymentRefusal } from '@balcao/shared/http/refusals/payment.ts';
import type { Credentials } from './provider/credentials.ts';
import type { Provider } from './provider/provider.ts';
import { refusalOfFailure } from './refusal-of-failure.ts';

/** Who shows the receipt has paid a moment before; clocks differ. */
const BEFORE_MS = 3_600_000;

export async function findStaticPix(
  { provider, credentials, clock }: { provider: Provider; credentials: Credentials; clock: () => number },
  storeId: string,
  pix: z.infer<typeof SoughtPixes>['pix'],
): Promise<Result<z.infer<typeof FoundPixes>, PaymentRefusal>> {
  const account = await credentials.of(storeId);
  if (account === null) return refused({ code: 'method-off' });
  const nowMs = clock();
  const earliestMs = Math.min(...pix.map(({ atMs }) => atMs));
  const fromMs = Math.max(earliestMs, nowMs - STATIC_PIX_SOUGHT_MS) - BEFORE_MS;
  // What nobody asked for by an order or a payment of ours stands at the Payments API alone, whatever the account pays through.
  const received = { ...account, api: 'payments', hasChangedApi: false } as const;
  const paid = await provider.searchByCreation(received, fromMs, nowMs + BEFORE_MS);
  if (!paid.ok) return refused(refusalOfFailure(paid.refusal));
  const receivedPixes = paid.value.flatMap(
    ({ id, status, attemptId, currency, amountCents, reference, transactionIds = [] }) =>
      // What we made ourselves pays its own order.
      attemptId !== null || !isMoneyIn(status) || currency !== 'BRL' || amountCents === null
        ? []
        : [
            {
              providerPaymentId: id,
              amountCents,
              txids: [...transactionIds, ...(reference === null ? [] : [reference])],
            },
          ],
  );
  return accepted({ found: matchStaticPix(pix, receivedPixes) });
}
