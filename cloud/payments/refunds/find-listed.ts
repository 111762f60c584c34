// Whether the provider has a refund of ours: it lists under the payment what it took, also what it never answered for.
import { findListedRefund } from '@balcao/shared/payment/listed-refund.ts';
import type { RefundEvent } from '@balcao/shared/payment/refund.ts';
import type { Db } from '../../storage/open.ts';
import type { Account, Provider } from '../provider/provider.ts';
import { refundsOf } from '../repository.ts';
import type { AttemptRow, RefundRow } from '../schema.ts';
import { detailOf, eventOf } from './attempt-refunds.ts';

export type RefundCall = { refund: RefundRow; attempt: AttemptRow; account: Account; paymentId: string };

/** What the payment's list of refunds says of this one; null when it does not show it. */
export type FindListed = (call: RefundCall) => Promise<RefundEvent | null>;

export const createFindListed =
  ({ db, provider }: { db: Db; provider: Pick<Provider, 'listRefunds'> }): FindListed =>
  async ({ refund, attempt, account, paymentId }) => {
    const listed = await provider.listRefunds(account, paymentId);
    if (!listed.ok) return { kind: 'unanswered', detail: detailOf(listed.refusal) };
    const others = (await refundsOf(db, attempt.storeId, [attempt.id]))
      .filter((one) => one.id !== refund.id)
      .flatMap((one) => one.providerRefundId ?? []);
    const paidCents = attempt.paidCents ?? attempt.amountCents;
    const found = findListedRefund(refund, listed.value, { paidCents, otherProviderRefundIds: others });
    return found === null ? null : eventOf(found);
  };
