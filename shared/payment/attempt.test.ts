// What one look at the provider makes of an attempt. Written out, cell by cell.
import { describe, expect, it } from 'vitest';
import { factOf, isNews, isUnreadable, mismatchOf, seenAs, type Attempt } from './attempt.ts';
import { sampleAttempt, samplePayment } from './sample.ts';

const pending = sampleAttempt({
  status: 'pending',
  paidCents: null,
  observedAtMs: 5,
  providerPaymentId: null,
  expiresAtMs: 500,
  approvedAtMs: null,
});
const payment = samplePayment({
  id: '77',
  method: 'debit_card',
  approvedAtMs: 300,
  expiresAtMs: 600,
  pix: { qrCode: 'code', qrCodeBase64: 'picture' },
});

describe('[P3] a look at the provider', () => {
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
    expect(mismatchOf(pending, { ...payment, ...changes }, 'me')).toBe(mismatch);
  });

  it.each([
    ['a value that is left out', { payeeId: null }, true],
    ['a value that is left out of a payment nobody paid', { payeeId: null, status: 'pending' }, false],
    ['one left out beside one that differs', { payeeId: null, currency: 'USD' }, false],
    ['nothing that is left out', { currency: 'USD' }, false],
  ] as const)('has to be repeated for %s', (_case, changes, again) => {
    expect(isUnreadable(pending, { ...payment, ...changes }, 'me')).toBe(again);
  });

  it('takes what is left out of a payment nobody paid for no difference', () => {
    expect(mismatchOf(pending, { ...payment, status: 'pending', currency: null }, 'me')).toBeNull();
    expect(mismatchOf(pending, { ...payment, status: 'pending', currency: 'USD' }, 'me')).toBe('currency');
  });

  it('brings what was not known, and keeps what was', () => {
    expect(seenAs(pending, payment, 'me', 9)).toEqual({
      ...pending,
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
      ...pending,
      status: 'approved' as const,
      approvedAtMs: 1,
      paidCents: 2,
      providerExpiresAtMs: 3,
      qrCode: 'q',
      qrCodeBase64: 'p',
      refundedCents: 400,
    };
    expect(seenAs(known, { ...payment, method: null, pix: null }, 'me', 9)).toMatchObject({
      method: 'pix',
      approvedAtMs: 1,
      paidCents: 2,
      providerExpiresAtMs: 3,
      qrCode: 'q',
      qrCodeBase64: 'p',
      refundedCents: 400,
    });
    expect(seenAs({ ...pending, status: 'refunded' }, payment, 'me', 9).status).toBe('refunded');
  });

  it.each([
    ['approved', 'reimbursed', 'approved', 9],
    ['approved', 'reimbursed', 'refunded', 9],
    ['partially_refunded', 'reimbursed', 'refunded', 9],
    ['approved', 'accredited', 'refunded', null],
    ['charged_back', 'reimbursed', 'refunded', null],
  ] as const)(
    'keeps that a dispute was won that stands as %s, %s, when it shows %s',
    (status, statusDetail, shown, at) => {
      // Of before the moment was kept.
      const known = { ...pending, status, statusDetail, wonBackAtMs: null };
      const now = {
        ...payment,
        status: shown,
        statusDetail: shown === 'refunded' ? 'refunded' : 'reimbursed',
      };
      expect(seenAs(known, now, 'me', 9)).toMatchObject({ status: shown, wonBackAtMs: at });
      expect(seenAs({ ...known, wonBackAtMs: 4 }, now, 'me', 9).wonBackAtMs).toBe(4);
    },
  );

  it.each(['charged_back', 'approved'] as const)(
    'says since when a dispute is won that stands as %s, from the first look that shows it',
    (status) => {
      const known = { ...pending, status, statusDetail: 'in_process' };
      const won = { ...payment, statusDetail: 'reimbursed' };
      expect(seenAs(known, won, 'me', 9)).toMatchObject({ status: 'approved', wonBackAtMs: 9 });
      expect(seenAs(known, payment, 'me', 9).wonBackAtMs).toBeNull();
    },
  );

  it('keeps how much came, where that is not what was asked', () => {
    expect(seenAs(pending, { ...payment, amountCents: 1200 }, 'me', 9)).toMatchObject({
      amountCents: 1000,
      paidCents: 1200,
      mismatch: 'amount',
    });
  });

  it('says how much came, and not how much was still to come', () => {
    const asked = { ...pending, paidCents: 1000 };
    expect(seenAs(asked, { ...payment, amountCents: 1200 }, 'me', 9).paidCents).toBe(1200);
    expect(seenAs(asked, { ...payment, amountCents: null }, 'me', 9).paidCents).toBe(1000);
    const came = { ...pending, status: 'approved' as const, paidCents: 1200 };
    for (const status of ['pending', 'approved', 'refunded'] as const)
      expect(seenAs(came, { ...payment, status }, 'me', 9).paidCents).toBe(1200);
  });

  it('is told of as money of a terminal, of a part, or of what is still owed, where it was asked for so', () => {
    expect(factOf({ ...pending, terminalId: 't' })).toMatchObject({ terminal: true });
    expect(factOf({ ...pending, partId: 'p' })).toMatchObject({ part: 'p' });
    expect(factOf({ ...pending, isDifference: true })).toMatchObject({ difference: true });
    for (const field of ['terminal', 'part', 'difference']) expect(factOf(pending)).not.toHaveProperty(field);
  });

  it('is news where the store would hear something else, and not where only ours differs', () => {
    expect(isNews(pending, { ...pending, paidCents: 1, approvedAtMs: 2, checks: 3, qrCode: 'x' })).toBe(
      false,
    );
    expect(isNews(pending, { ...pending })).toBe(false);
    for (const change of [
      { status: 'approved' },
      { statusDetail: 'x' },
      { refundedCents: 1 },
      { mismatch: 'amount' },
      { providerPaymentId: '7' },
      { method: 'credit_card' },
    ] as Partial<Attempt>[])
      expect(isNews(pending, { ...pending, ...change })).toBe(true);
  });

  it('is told of with the fields of the same name', () => {
    expect(
      factOf({ ...pending, refundedCents: 3, statusDetail: 'd', mismatch: 'payee', providerPaymentId: '7' }),
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
