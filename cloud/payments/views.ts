// Rows as the routes show them. No secret and nothing about a person is in a row, so nothing is left out by hand.
import type { z } from '@hono/zod-openapi';
import { textOf } from './review-items.ts';
import type { Attempt, AttentionItem, Refund } from '@balcao/shared/http/payments.ts';
import type { RefundState } from '@balcao/shared/payment/refund.ts';
import type { AttemptRow, ReviewItemRow, RefundRow } from './schema.ts';

/** The words of the line between relay and store, which tell less: stores of any version read them. */
const REFUND_WORDS: Record<RefundState, z.infer<typeof Refund>['state']> = {
  planned: 'asked',
  sent: 'asked',
  'in-process': 'under-way',
  done: 'done',
  refused: 'failed',
  // It goes on by itself: nobody is to give it back at the counter.
  'to-review': 'asked',
};

export const refundView = (row: RefundRow): z.infer<typeof Refund> => ({
  refundId: row.id,
  attemptId: row.attemptId,
  amountCents: row.amountCents,
  reason: row.reason,
  state: REFUND_WORDS[row.state],
  lastError: row.lastError,
  createdAtMs: row.createdAtMs,
});

const attemptFields = (row: AttemptRow): Omit<z.infer<typeof Attempt>, 'refunds' | 'notices'> => ({
  attemptId: row.id,
  orderId: row.orderId,
  orderCode: row.orderCode,
  method: row.method,
  part: row.partId,
  terminal: row.terminalId !== null,
  status: row.status,
  statusDetail: row.statusDetail,
  amountCents: row.amountCents,
  paidCents: row.paidCents,
  refundedCents: row.refundedCents,
  mismatch: row.mismatch,
  providerPaymentId: row.providerPaymentId,
  createdAtMs: row.createdAtMs,
  expiresAtMs: row.expiresAtMs,
  approvedAtMs: row.approvedAtMs,
  acknowledgedAtMs: row.acknowledgedAtMs,
  lastError: row.lastError,
});

/** `items`: what was ever to be looked at of these attempts. */
export const attemptView = (
  row: AttemptRow,
  refunds: readonly RefundRow[],
  items: readonly ReviewItemRow[],
  timeZone: string,
): z.infer<typeof Attempt> => ({
  ...attemptFields(row),
  refunds: refunds.filter((refund) => refund.attemptId === row.id).map(refundView),
  notices: items
    .filter(({ attemptId, kind }) => attemptId === row.id && DISPUTES.has(kind))
    .map((item) => ({ kind: item.kind, text: textOf(item, row, timeZone), raisedAtMs: item.raisedAtMs })),
});

/** What a payer or the provider says against a payment. */
const DISPUTES: ReadonlySet<ReviewItemRow['kind']> = new Set(['charged-back', 'claim', 'stop-delivery']);

export const reviewItemView = (
  item: ReviewItemRow,
  attempt: AttemptRow,
  timeZone: string,
): z.infer<typeof AttentionItem> => ({
  kind: item.kind,
  text: textOf(item, attempt, timeZone),
  raisedAtMs: item.raisedAtMs,
  attempt: attemptFields(attempt),
});
