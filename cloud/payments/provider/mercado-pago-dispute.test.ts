import { describe, expect, test } from 'vitest';
import { ChargebackJson, ClaimJson, disputeOfChargeback, disputeOfClaim } from './mercado-pago-dispute.ts';

const atMs = (hour: number): number => Date.UTC(2026, 11, 1, hour);
const text = (hour: number): string => new Date(atMs(hour)).toISOString();
const player = (role: string, ...hours: number[]) => ({
  role,
  available_actions: hours.map((hour) => ({ action: 'send_message', due_date: text(hour) })),
});
const claim = (more: object) =>
  disputeOfClaim(ClaimJson.parse({ id: 5, resource: 'payment', resource_id: 123, ...more }));

describe('a claim', () => {
  test('is due with the first thing that the shop is to do, whatever the payer is to do before', () => {
    const players = [player('complainant', 1), player('respondent', 9, 7, 8), player('mediator', 2)];
    expect(claim({ players })).toEqual({ paymentId: '123', dueAtMs: atMs(7) });
  });

  test.each([
    ['nobody is to do anything', []],
    ['the shop is to do nothing', [player('complainant', 1), player('respondent')]],
    ['its date cannot be read', [{ role: 'respondent', available_actions: [{ due_date: 'amanhã' }] }]],
    ['its actions are not told', [{ role: 'respondent', available_actions: null }]],
  ])('has no deadline where %s', (_, players) => {
    expect(claim({ players })).toEqual({ paymentId: '123', dueAtMs: null });
  });

  test('of something else than a payment names none', () => {
    expect(claim({ resource: 'purchase' }).paymentId).toBeNull();
    expect(claim({ resource_id: null }).paymentId).toBeNull();
  });
});

describe('a chargeback', () => {
  const chargeback = (json: object) => disputeOfChargeback(ChargebackJson.parse(json));

  test('names its payment in a list or alone, as number or text, and when the papers are due', () => {
    const date_documentation_deadline = text(7);
    expect(chargeback({ payments: [123, 124], date_documentation_deadline })).toEqual({
      paymentId: '123',
      dueAtMs: atMs(7),
    });
    expect(chargeback({ payments: [123], payment_id: 124 }).paymentId).toBe('123');
    expect(chargeback({ payments: [], payment_id: '124', date_documentation_deadline })).toEqual({
      paymentId: '124',
      dueAtMs: atMs(7),
    });
  });

  test('says nothing that it was not told', () => {
    expect(chargeback({})).toEqual({ paymentId: null, dueAtMs: null });
  });
});
