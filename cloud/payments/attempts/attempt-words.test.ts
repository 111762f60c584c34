// What one look at the provider makes of an attempt, when the next look is due, and what the customer's page is told. Written out, cell by cell.
import { describe, expect, it } from 'vitest';
import { AttemptStatus, isOpen } from '@balcao/shared/payment/attempt-status.ts';
import { cardAnswer, pixAnswer, PIX_SHOWN_MS } from './answers.ts';
import { differs, factOf, merged, mismatchOf } from './attempt-fact.ts';
import type { ProviderPayment } from '../provider/provider.ts';
import { NEVER_CREATED_MS, nextCheckMs } from './schedule.ts';
import type { AttemptRow } from '../schema.ts';
import { dueAt } from './settle.ts';

const row = {
  id: 'a',
  orderId: 'o',
  method: 'pix',
  amountCents: 1000,
  status: 'pending',
  statusDetail: null,
  refundedCents: 0,
  mismatch: null,
  paidCents: null,
  observedAtMs: 5,
  providerPaymentId: null,
  qrCode: null,
  qrCodeBase64: null,
  createdAtMs: 100,
  expiresAtMs: 500,
  providerExpiresAtMs: null,
  approvedAtMs: null,
  checks: 0,
} as AttemptRow;
const payment: ProviderPayment = {
  id: '77',
  status: 'approved',
  statusDetail: 'accredited',
  method: 'debit_card',
  amountCents: 1000,
  refundedCents: 0,
  currency: 'BRL',
  payeeId: 'me',
  reference: 'o',
  attemptId: 'a',
  createdAtMs: 90,
  approvedAtMs: 300,
  expiresAtMs: 600,
  pix: { qrCode: 'code', qrCodeBase64: 'picture' },
};
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('a look at the provider', () => {
  it.each([
    ['nothing', {}, null],
    ['the order', { reference: 'other' }, 'reference'],
    ['who is paid', { payeeId: 'other' }, 'payee'],
    ['nobody', { payeeId: null }, 'payee'],
    ['the currency', { currency: 'USD' }, 'currency'],
    ['a centavo less', { amountCents: 999 }, 'amount'],
    ['a centavo more', { amountCents: 1001 }, 'amount'],
    ['no amount', { amountCents: null }, 'amount'],
  ])('sees that %s differs', (_case, changes, mismatch) => {
    expect(mismatchOf(row, { ...payment, ...changes }, 'me')).toBe(mismatch);
  });

  it('brings what was not known, and keeps what was', () => {
    expect(merged(row, payment, 'me', 9)).toEqual({
      status: 'approved',
      statusDetail: 'accredited',
      refundedCents: 0,
      mismatch: null,
      providerPaymentId: '77',
      method: 'debit_card',
      approvedAtMs: 300,
      paidCents: 1000,
      providerExpiresAtMs: 600,
      qrCode: 'code',
      qrCodeBase64: 'picture',
    });
    const known = {
      ...row,
      approvedAtMs: 1,
      paidCents: 2,
      providerExpiresAtMs: 3,
      qrCode: 'q',
      qrCodeBase64: 'p',
      refundedCents: 400,
    };
    expect(merged(known, { ...payment, method: null, pix: null }, 'me', 9)).toMatchObject({
      method: 'pix',
      approvedAtMs: 1,
      paidCents: 2,
      providerExpiresAtMs: 3,
      qrCode: 'q',
      qrCodeBase64: 'p',
      refundedCents: 400,
    });
    expect(merged({ ...row, status: 'refunded' }, payment, 'me', 9).status).toBe('refunded');
  });

  it('is news where the store would hear something else, and not where only ours differs', () => {
    expect(differs(row, { paidCents: 1, approvedAtMs: 2, checks: 3, qrCode: 'x' })).toBe(false);
    expect(differs(row, { ...row })).toBe(false);
    for (const change of [
      { status: 'approved' },
      { statusDetail: 'x' },
      { refundedCents: 1 },
      { mismatch: 'amount' },
      { providerPaymentId: '7' },
      { method: 'credit_card' },
    ] as Partial<AttemptRow>[])
      expect(differs(row, change)).toBe(true);
  });

  it('is told of with the columns of the same name', () => {
    expect(
      factOf({ ...row, refundedCents: 3, statusDetail: 'd', mismatch: 'payee', providerPaymentId: '7' }),
    ).toEqual({
      attemptId: 'a',
      orderId: 'o',
      provider: 'mercadopago',
      providerPaymentId: '7',
      method: 'pix',
      status: 'pending',
      statusDetail: 'd',
      amountCents: 1000,
      refundedCents: 3,
      mismatch: 'payee',
      observedAtMs: 5,
    });
  });
});

describe('the next look', () => {
  const EACH: Record<AttemptStatus, (number | null)[]> = {
    created: [5, 10, 20, 60, 120, 300, 300].map((seconds) => seconds * SECOND),
    pending: [1, 2, 3, 3, 3, 3, 3].map((minutes) => minutes * MINUTE),
    in_process: [20, 40, 60, 60, 120, 600, 600].map((seconds) => seconds * SECOND),
    rejected: [null, null, null, null, null, null, null],
    cancelled: [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR, 2 * DAY, null],
    expired: [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR, 2 * DAY, null],
    approved: [HOUR, DAY, 7 * DAY, 30 * DAY, 90 * DAY, null, null],
    partially_refunded: [HOUR, DAY, 7 * DAY, 30 * DAY, 90 * DAY, null, null],
    refunded: [null, null, null, null, null, null, null],
    charged_back: [null, null, null, null, null, null, null],
  };
  it.each(AttemptStatus.options)('at an attempt that is %s is due after what the table says', (status) => {
    expect(EACH[status].map((_, checks) => nextCheckMs(status, checks))).toEqual(EACH[status]);
    expect(isOpen(status)).toBe(['created', 'pending', 'in_process'].includes(status));
  });

  it('comes two seconds after the end of a code that ends before, and only of one that waits and has not ended', () => {
    const at = (changes: Partial<AttemptRow>) => dueAt({ ...row, ...changes }, 1000);
    expect(at({ providerExpiresAtMs: 1001 })).toBe(3001);
    expect(at({ providerExpiresAtMs: 1000 })).toBe(1000 + MINUTE);
    expect(at({ providerExpiresAtMs: 10 * MINUTE })).toBe(1000 + MINUTE);
    expect(at({ providerExpiresAtMs: 2000, status: 'in_process' })).toBe(1000 + 20 * SECOND);
    expect(at({ status: 'rejected' })).toBeNull();
    expect(NEVER_CREATED_MS).toBe(3 * MINUTE);
  });
});

describe('the page of the customer is told', () => {
  const PIX: Record<AttemptStatus, string> = {
    created: 'pending',
    pending: 'pending',
    in_process: 'pending',
    rejected: 'rejected',
    cancelled: 'expired',
    expired: 'expired',
    approved: 'approved',
    partially_refunded: 'approved',
    refunded: 'approved',
    charged_back: 'approved',
  };
  const CARD: Record<AttemptStatus, string> = {
    ...PIX,
    created: 'in_process',
    pending: 'in_process',
    in_process: 'in_process',
    cancelled: 'cancelled',
    expired: 'cancelled',
  };
  it.each(AttemptStatus.options)('of one that is %s', (status) => {
    expect(pixAnswer({ ...row, status }, 0).status).toBe(PIX[status]);
    expect(cardAnswer({ ...row, status }).status).toBe(CARD[status]);
    expect(cardAnswer({ ...row, status, mismatch: 'amount' }).status).toBe('in_process');
    if (PIX[status] === 'approved')
      expect(pixAnswer({ ...row, status, mismatch: 'amount' }, 0).status).toBe('pending');
  });

  it('that a code has ended in the very moment of its end', () => {
    expect([499, 500].map((nowMs) => pixAnswer(row, nowMs).status)).toEqual(['pending', 'expired']);
    expect(pixAnswer({ ...row, status: 'approved' }, 500).status).toBe('approved');
  });

  it('the code with its end, half an hour where there is none, and of a card why', () => {
    expect(pixAnswer({ ...row, providerPaymentId: '7', qrCode: 'q', qrCodeBase64: 'p' }, 0)).toEqual({
      attemptId: 'a',
      paymentId: '7',
      qrCode: 'q',
      qrCodeBase64: 'p',
      expiresAtMs: 500,
      status: 'pending',
    });
    expect(pixAnswer({ ...row, expiresAtMs: null }, 1e9)).toMatchObject({
      expiresAtMs: 100 + PIX_SHOWN_MS,
      status: 'pending',
      paymentId: '',
    });
    expect(PIX_SHOWN_MS).toBe(30 * MINUTE);
    expect(cardAnswer({ ...row, status: 'created', statusDetail: 'x' }).statusDetail).toBe(
      'waiting_provider',
    );
    expect(cardAnswer({ ...row, status: 'rejected', statusDetail: 'x', providerPaymentId: '7' })).toEqual({
      attemptId: 'a',
      paymentId: '7',
      status: 'rejected',
      statusDetail: 'x',
    });
  });
});
