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
  ['charged_back', 'settled', 'charged_back'],
  ['charged_back', 'reimbursed', 'approved'],
])('%s (%s) is %s in our words', (status, detail, ours) => {
  expect(read({ status, status_detail: detail })?.status).toBe(ours);
});

test('a payment is disputed while it is in mediation, and no other is', () => {
  expect(read({ status: 'in_mediation' })).toMatchObject({ isDisputed: true });
  for (const status of ['approved', 'charged_back', 'refunded'])
    expect(read({ status })).not.toHaveProperty('isDisputed');
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

test('every field comes from where the provider has it', () => {
  const qr = { qr_code: 'code', qr_code_base64: 'picture' };
  expect(
    read({
      status: 'pending',
      status_detail: 'x'.repeat(81),
      payment_method_id: 'pix',
      external_reference: 'order',
      metadata: { attempt_id: 'attempt' },
      date_created: '2026-11-21T11:00:00.001-04:00',
      date_approved: '2026-11-21T11:00:00.002-04:00',
      date_of_expiration: '2026-11-21T11:00:00.003-04:00',
      point_of_interaction: { transaction_data: { ...qr, transaction_id: 'PIXE1' } },
      transaction_details: { transaction_id: 'ABCD' },
    }),
  ).toEqual({
    id: '1',
    status: 'pending',
    statusDetail: 'x'.repeat(80),
    method: 'pix',
    amountCents: 1990,
    refundedCents: 0,
    currency: 'BRL',
    payeeId: '7',
    reference: 'order',
    attemptId: 'attempt',
    createdAtMs: Date.UTC(2026, 10, 21, 15, 0, 0, 1),
    transactionIds: ['PIXE1', 'ABCD'],
    approvedAtMs: Date.UTC(2026, 10, 21, 15, 0, 0, 2),
    expiresAtMs: Date.UTC(2026, 10, 21, 15, 0, 0, 3),
    pix: { qrCode: 'code', qrCodeBase64: 'picture' },
  });
  expect(read({ collector_id: null, collector: { id: 9 } })?.payeeId).toBe('9');
  for (const half of [{ qr_code: 'code' }, { qr_code_base64: 'picture' }])
    expect(read({ point_of_interaction: { transaction_data: half } })?.pix).toBeNull();
});

test('what is not there is null', () => {
  expect(read({ date_created: 'ontem', status_detail: null })).toMatchObject({
    statusDetail: null,
    method: null,
    reference: null,
    attemptId: null,
    createdAtMs: null,
    approvedAtMs: null,
    expiresAtMs: null,
    pix: null,
  });
});

test.each([
  ['approved', 5.5, 'partially_refunded', 550],
  ['in_mediation', 5.5, 'partially_refunded', 550],
  ['approved', 0, 'approved', 0],
  ['charged_back', 0, 'charged_back', 0],
  // Everything went back, also where the sum is not shown, or is shown as more.
  ['refunded', undefined, 'refunded', 1990],
  ['refunded', 5.5, 'refunded', 1990],
  ['refunded', 30, 'refunded', 3000],
])('%s with %s given back is %s, %i centavos', (status, back, ours, cents) => {
  expect(read({ status, transaction_amount_refunded: back })).toMatchObject({
    status: ours,
    refundedCents: cents,
  });
});

test.each([
  ['pix', 'bank_transfer', 'pix'],
  ['visa', 'credit_card', 'credit_card'],
  ['elo', 'debit_card', 'debit_card'],
  ['visa', 'prepaid_card', 'debit_card'],
  ['bolbradesco', 'ticket', null],
])('%s of the kind %s is %s', (payment_method_id, payment_type_id, method) => {
  expect(read({ payment_method_id, payment_type_id })?.method).toBe(method);
});
