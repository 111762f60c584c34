// What the customer's page is told of an attempt. Written out, cell by cell.
import { describe, expect, it } from 'vitest';
import { AttemptStatus } from '@balcao/shared/payment/attempt-status.ts';
import type { AttemptRow } from '../schema.ts';
import { cardAnswer, pixAnswer, PIX_SHOWN_MS } from './answers.ts';

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
describe('the page of the customer is told', () => {
  const PIX: Record<AttemptStatus, string> = {
    created: 'pending',
    pending: 'pending',
    in_process: 'pending',
    rejected: 'rejected',
    cancelled: 'rejected',
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

  it('that a code which was cancelled after its time has expired, and was not rejected', () => {
    const cancelled = { ...row, status: 'cancelled' } as const;
    expect([499, 500].map((nowMs) => pixAnswer(cancelled, nowMs).status)).toEqual(['rejected', 'expired']);
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
    expect(PIX_SHOWN_MS).toBe(30 * 60_000);
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
