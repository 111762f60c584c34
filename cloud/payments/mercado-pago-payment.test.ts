import { expect, test } from 'vitest';
import { dateText, PaymentJson, paymentOf } from './mercado-pago-payment.ts';

const read = (more: Record<string, unknown>) =>
  paymentOf(
    PaymentJson.parse({
      id: 1,
      status: 'approved',
      transaction_amount: 19.9,
      currency_id: 'BRL',
      collector_id: 7,
      ...more,
    }),
  );

test.each([
  ['pending', 'pending_waiting_transfer', 'pending'],
  ['in_process', 'pending_review_manual', 'in_process'],
  ['authorized', 'pending_capture', 'in_process'],
  ['approved', 'accredited', 'approved'],
  ['approved', 'partially_refunded', 'partially_refunded'],
  ['in_mediation', 'pending', 'approved'],
  ['rejected', 'cc_rejected_other_reason', 'rejected'],
  ['cancelled', 'expired', 'expired'],
  ['cancelled', 'by_collector', 'cancelled'],
  ['refunded', 'refunded', 'refunded'],
  ['charged_back', 'in_process', 'charged_back'],
])('%s (%s) is %s in our words', (status, detail, ours) => {
  expect(read({ status, status_detail: detail })?.status).toBe(ours);
});

test('a status that nobody told us of is no payment at all', () => {
  expect(read({ status: 'teleported' })).toBeNull();
});

test('what cannot be read is null, so that the check for differences sees it', () => {
  expect(read({ transaction_amount: '19,90', currency_id: undefined, collector_id: null })).toMatchObject({
    amountCents: null,
    currency: null,
    payeeId: null,
  });
  expect(read({ metadata: { attempt_id: 5 } })).toMatchObject({ attemptId: null });
});

test('ids are text, dates are instants whatever their offset', () => {
  expect(read({ date_approved: '2026-11-21T11:00:00.000-04:00', collector: { id: 9 } })).toMatchObject({
    id: '1',
    payeeId: '7',
    approvedAtMs: Date.UTC(2026, 10, 21, 15),
  });
  expect(dateText(Date.UTC(2026, 10, 21, 15))).toBe('2026-11-21T15:00:00.000+00:00');
});
