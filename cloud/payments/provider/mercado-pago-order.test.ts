import { describe, expect, test } from 'vitest';
import { isOrderId, OrderJson, paymentOfOrder, refundableOf, refundsOfOrder } from './mercado-pago-order.ts';

const ATTEMPT = '0192f6f0-0000-7000-8000-000000000001';
const payment = (more: object = {}) => ({
  id: 'PAY01A',
  amount: '19.90',
  status: 'action_required',
  status_detail: 'waiting_transfer',
  payment_method: { id: 'pix', type: 'bank_transfer', qr_code: '000201', qr_code_base64: 'aGk=' },
  date_of_expiration: '2026-11-21T12:31:00.000-04:00',
  ...more,
});
const order = (more: object = {}, payments: object[] = [payment()], refunds?: object[]) =>
  OrderJson.parse({
    id: 'ORD01ABC',
    status: 'action_required',
    status_detail: 'waiting_transfer',
    total_amount: '19.90',
    currency: 'BRL',
    user_id: '401',
    external_reference: 'the-order',
    items: [{ external_code: ATTEMPT }, { external_code: 'cup' }],
    transactions: { payments, refunds },
    ...more,
  });
const processed = { status: 'processed', status_detail: 'accredited' };

describe('an order as a payment', () => {
  test('says why in no more letters than the store takes, however many the provider has for it', () => {
    const detail = 'x'.repeat(81);
    const seen = paymentOfOrder(order({}, [{ ...payment(), status_detail: detail }]));
    expect(seen?.statusDetail).toBe('x'.repeat(80));
  });

  test('says what settling checks', () => {
    expect(paymentOfOrder(order())).toMatchObject({
      id: 'ORD01ABC',
      status: 'pending',
      statusDetail: 'pending_waiting_transfer',
      method: 'pix',
      amountCents: 1990,
      currency: 'BRL',
      payeeId: '401',
      reference: 'the-order',
      attemptId: ATTEMPT,
      expiresAtMs: Date.parse('2026-11-21T16:31:00Z'),
      pix: { qrCode: '000201', qrCodeBase64: 'aGk=' },
    });
  });

  test.each([
    ['created', 'created', 'pending'],
    ['at_terminal', 'at_terminal', 'pending'],
    ['action_required', 'waiting_payment', 'pending'],
    ['action_required', 'waiting_capture', 'in_process'],
    ['processing', 'in_process', 'in_process'],
    ['processed', 'accredited', 'approved'],
    ['processed', 'partially_refunded', 'partially_refunded'],
    ['processed', 'refunded', 'refunded'],
    ['refunded', 'refunded', 'refunded'],
    ['failed', 'rejected_by_issuer', 'rejected'],
    ['canceled', 'canceled', 'cancelled'],
    ['cancelled', 'cancelled', 'cancelled'],
    ['canceled', 'expired', 'expired'],
    ['expired', 'expired', 'expired'],
    ['charged_back', 'in_process', 'charged_back'],
  ])('%s, %s is %s', (status, status_detail, ours) => {
    const own = payment({ status, status_detail });
    expect(paymentOfOrder(order({ status, status_detail }, [own]))?.status).toBe(ours);
  });

  test('went back where the order says so and its payment does not yet', () => {
    const given = order({ status: 'processed', status_detail: 'refunded' }, [payment(processed)]);
    expect(paymentOfOrder(given)?.status).toBe('refunded');
  });

  // As screens know them; those of a terminal as shared/payment/terminal.ts has them.
  test.each([
    ['bad_filled_card_data', 'cc_rejected_bad_filled_other'],
    ['card_disabled', 'cc_rejected_card_disabled'],
    ['high_risk', 'cc_rejected_high_risk'],
    ['insufficient_amount', 'cc_rejected_insufficient_amount'],
    ['invalid_card_token', 'cc_rejected_bad_filled_other'],
    ['invalid_installments', 'cc_rejected_invalid_installments'],
    ['invalid_security_code', 'cc_rejected_bad_filled_security_code'],
    ['max_attempts_exceeded', 'cc_rejected_max_attempts'],
    ['rejected_by_issuer', 'cc_rejected_other_reason'],
    ['required_call_for_authorize', 'cc_rejected_call_for_authorize'],
    ['in_review', 'pending_review_manual'],
    ['created', 'pending_created'],
    ['at_terminal', 'pending_terminal'],
    ['check_on_terminal', 'pending_terminal_check'],
    ['canceled_on_terminal', 'canceled_on_terminal'],
    ['waiting_transfer', 'pending_waiting_transfer'],
    ['waiting_payment', 'pending_waiting_payment'],
    ['a new word', 'a new word'],
  ])('says %s as %s', (detail, ours) => {
    const own = payment({ status_detail: detail });
    expect(paymentOfOrder(order({}, [own]))?.statusDetail).toBe(ours);
  });

  test('is of the attempt that one of its lines names, whatever the others are called', () => {
    const items = [{ external_code: 'cup' }, { external_code: ATTEMPT }];
    expect(paymentOfOrder(order({ items }))?.attemptId).toBe(ATTEMPT);
    expect(paymentOfOrder(order({ items: [{ external_code: 'cup' }] }))?.attemptId).toBeNull();
  });

  test('is no fact in a state that nobody told us of', () => {
    expect(paymentOfOrder(order({ status: 'invented' }))).toBeNull();
  });

  test('has no amount that could be read from several payments, or from a strange text', () => {
    const several = paymentOfOrder(order({}, [payment(), payment()]));
    expect([several?.amountCents, several?.pix, several?.method]).toEqual([null, null, null]);
    expect(paymentOfOrder(order({}, [payment({ amount: '19,90' })]))?.amountCents).toBeNull();
  });

  test('has every field where the API puts it', () => {
    const own = payment({
      ...processed,
      payment_method: { id: 'master', type: 'credit_card', qr_code: '000201' },
      date_of_expiration: null,
    });
    const dates = {
      created_date: '2026-11-21T11:00:00.001-04:00',
      last_updated_date: '2026-11-21T11:00:00.002-04:00',
    };
    expect(paymentOfOrder(order({ ...processed, ...dates, user_id: 401, items: [] }, [own]))).toEqual({
      id: 'ORD01ABC',
      status: 'approved',
      statusDetail: 'accredited',
      method: 'credit_card',
      amountCents: 1990,
      refundedCents: 0,
      currency: 'BRL',
      payeeId: '401',
      reference: 'the-order',
      attemptId: null,
      createdAtMs: Date.UTC(2026, 10, 21, 15, 0, 0, 1),
      approvedAtMs: Date.UTC(2026, 10, 21, 15, 0, 0, 2),
      expiresAtMs: null,
      // A code without its picture is none to show.
      pix: null,
    });
    // The last change of what is not paid is no approval, nor is that by which money went back.
    for (const status of ['action_required', 'failed', 'canceled', 'refunded', 'charged_back'])
      expect(paymentOfOrder(order({ ...dates, status, status_detail: status }))?.approvedAtMs).toBeNull();
    const inPart = { ...processed, status_detail: 'partially_refunded' };
    expect(paymentOfOrder(order({ ...dates, ...inPart }))?.approvedAtMs).toBeNull();
  });

  test.each([
    ['pix', 'bank_transfer', 'pix'],
    ['visa', 'credit_card', 'credit_card'],
    ['debvisa', 'debit_card', 'debit_card'],
    ['visa', 'prepaid_card', 'debit_card'],
    ['boleto', 'ticket', null],
  ])('by %s of the kind %s is paid by %s', (id, type, method) => {
    const own = payment({ payment_method: { id, type } });
    expect(paymentOfOrder(order({}, [own]))?.method).toBe(method);
  });

  test.each([
    ['processed', 'accredited', '5.50', 'partially_refunded', 550],
    ['charged_back', 'reimbursed', undefined, 'approved', 0],
    ['charged_back', 'reimbursed', '5.50', 'partially_refunded', 550],
    // Everything went back, also where the sum is not shown, or is shown as less.
    ['refunded', 'refunded', undefined, 'refunded', 1990],
    ['refunded', 'refunded', '5.50', 'refunded', 1990],
    ['processed', 'refunded', undefined, 'refunded', 1990],
  ])('%s, %s with %s shown as given back is %s, %i centavos', (status, status_detail, back, ours, cents) => {
    const own = payment({ status, status_detail, refunded_amount: back });
    expect(paymentOfOrder(order({ status, status_detail }, [own]))).toMatchObject({
      status: ours,
      refundedCents: cents,
    });
  });

  test('is in the currency of its country where it names none, and in none of another one', () => {
    for (const country_code of ['BR', 'BRA'])
      expect(paymentOfOrder(order({ currency: undefined, country_code }))?.currency).toBe('BRL');
    expect(paymentOfOrder(order({ currency: undefined, country_code: 'MEX' }))?.currency).toBeNull();
    expect(paymentOfOrder(order({ currency: undefined }))?.currency).toBeNull();
  });
});

describe('the refunds of an order', () => {
  const refunds = [
    { id: 'REF1', amount: '1.10', status: 'processed' },
    { id: 'REF2', amount: '2.00', status: 'processing' },
    { id: 'REF3', amount: '3.00', status: 'failed' },
    { id: 'REF4', amount: '0.90', status: 'a new word' },
  ];
  const given = order(processed, [payment(processed)], refunds);

  test('are done, over, or under way until they are named one of these', () => {
    expect(refundsOfOrder(given).map(({ state }) => state)).toEqual([
      'done',
      'in_process',
      'rejected',
      'in_process',
    ]);
  });

  test.each([
    ['processed', 'done'],
    ['approved', 'done'],
    ['refunded', 'done'],
    ['failed', 'rejected'],
    ['rejected', 'rejected'],
    ['canceled', 'rejected'],
    ['cancelled', 'rejected'],
  ])('that are %s are %s', (status, state) => {
    const date_created = '2026-11-21T11:00:00.000-04:00';
    const one = [{ id: 7, amount: '1.10', status, date_created }];
    expect(refundsOfOrder(order(processed, [payment(processed)], one))).toEqual([
      { id: '7', amountCents: 110, state, createdAtMs: Date.UTC(2026, 10, 21, 15) },
    ]);
  });

  test('leave what was neither given back nor is on its way', () => {
    expect(refundableOf(given)).toEqual({ transactionId: 'PAY01A', leftCents: 1990 - 110 - 200 - 90 });
    expect(paymentOfOrder(given)).toMatchObject({ status: 'partially_refunded', refundedCents: 110 });
  });

  test.each([
    ['5.50', 550],
    // Summed up before the last of them was listed, or the other way round.
    ['1.00', 110],
    [undefined, 110],
  ])('are what went back, unless the payment says more: %s beside 1.10 of them', (sum, cents) => {
    const own = payment({ ...processed, refunded_amount: sum });
    expect(paymentOfOrder(order(processed, [own], refunds))?.refundedCents).toBe(cents);
  });

  test('that together are the whole make it refunded, whatever its status still says', () => {
    const whole = [{ id: 'REF1', amount: '19.90', status: 'processed' }];
    expect(paymentOfOrder(order(processed, [payment(processed)], whole))).toMatchObject({
      status: 'refunded',
      refundedCents: 1990,
    });
  });
});

test.each([
  ['ORD01ABC', true],
  ['ord01abc', true],
  ['1234567890', false],
])('%s is an order: %s', (id, is) => expect(isOrderId(id)).toBe(is));
