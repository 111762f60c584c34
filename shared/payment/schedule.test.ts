// When an attempt is looked at again, and when it must end. Written out, cell by cell.
import { describe, expect, it } from 'vitest';
import type { Attempt } from './attempt.ts';
import { AttemptStatus } from './attempt-status.ts';
import { sampleAttempt } from './sample.ts';
import { isNeverMade, mustEnd, nextCheckAtMs, nextCheckMs } from './schedule.ts';

const pending = sampleAttempt({ status: 'pending', approvedAtMs: null, expiresAtMs: 500 });
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('[P10] the next look', () => {
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
  });

  it('comes two seconds after the end of a code that ends before, and only of one that waits and has not ended', () => {
    const at = (changes: Partial<Attempt>) => nextCheckAtMs({ ...pending, ...changes }, 1000);
    expect(at({ providerExpiresAtMs: 1001 })).toBe(3001);
    expect(at({ providerExpiresAtMs: 1000 })).toBe(1000 + MINUTE);
    expect(at({ providerExpiresAtMs: 10 * MINUTE })).toBe(1000 + MINUTE);
    expect(at({ providerExpiresAtMs: 2000, status: 'in_process' })).toBe(1000 + 20 * SECOND);
    expect(at({ status: 'rejected' })).toBeNull();
  });
});

describe('[P10] an attempt', () => {
  const created = sampleAttempt({
    status: 'created',
    providerPaymentId: null,
    approvedAtMs: null,
    createdAtMs: 100,
  });
  it.each([
    ['a moment before three minutes', {}, 100 + 3 * MINUTE - 1, false],
    ['at three minutes', {}, 100 + 3 * MINUTE, true],
    ['of a payment that is known', { providerPaymentId: '1' }, 100 + 3 * MINUTE, false],
    ['that is over', { status: 'cancelled' }, 100 + 3 * MINUTE, false],
  ] as const)('was never made, or may have been: %s', (_case, changes, nowMs, never) => {
    expect(isNeverMade({ ...created, ...changes }, nowMs)).toBe(never);
  });

  const EXPIRES_MS = 500;
  it.each([
    ['nobody wants gone', {}, 'PENDING', 0, false],
    ['of an order that nobody knows', {}, null, 0, false],
    ['is wanted gone', { cancelAskedAtMs: 0 }, 'PENDING', 0, true],
    ['is in the last moment of its code', { providerExpiresAtMs: EXPIRES_MS }, 'PENDING', EXPIRES_MS, false],
    ['is a PIX of which no end is known', { providerExpiresAtMs: null }, 'PENDING', EXPIRES_MS, false],
    ['is past its code', { providerExpiresAtMs: EXPIRES_MS }, 'PENDING', EXPIRES_MS + 1, true],
    [
      'is a card, past that moment',
      { providerExpiresAtMs: EXPIRES_MS, method: 'credit_card' },
      'PENDING',
      EXPIRES_MS + 1,
      false,
    ],
    ['is of an order that is paid', {}, 'RECEBIDO', 0, true],
    ['is of an order that is over', {}, 'CANCELLED', 0, true],
  ] as const)('that %s must end or not', (_case, changes, status, nowMs, must) => {
    expect(mustEnd({ ...pending, ...changes }, status === null ? null : { status }, nowMs)).toBe(must);
  });

  const OWED = { amountCents: 500, isDifference: true, createdAtMs: 0 };
  it.each([
    ['as much as it is for', { status: 'RECEBIDO', balanceCents: 500 }, false],
    ['more than it is for', { status: 'READY', balanceCents: 501 }, false],
    ['less than it is for', { status: 'RECEBIDO', balanceCents: 499 }, true],
    ['nothing more', { status: 'RECEBIDO' }, true],
    ['money back', { status: 'PREPARING', balanceCents: -500 }, true],
    ['that, and is called off', { status: 'CANCELLED', balanceCents: 500 }, true],
  ] as const)('of the difference of an order that owes %s must end or not', (_case, order, must) => {
    expect(mustEnd({ ...pending, ...OWED }, order, 60_000)).toBe(must);
  });

  it.each([
    [{ status: 'RECEBIDO' }, 59_999, false],
    [{ status: 'RECEBIDO' }, 60_000, true],
    [{ status: 'CANCELLED' }, 0, true],
  ] as const)('of a difference of which %j does not know yet, after %i ms: %s', (order, nowMs, must) => {
    expect(mustEnd({ ...pending, ...OWED }, order, nowMs)).toBe(must);
  });
});
