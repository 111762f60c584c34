import { describe, expect, it } from 'vitest';
import { givenBackOf, handedBackCents } from '@balcao/shared/payment/given-back.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { settledByRefund } from './settled-by-refund.ts';

const CHANGE = { id: 'c', atMs: 1, addedIds: [], takenOff: [], inKitchen: true };
const owed = (balanceCents: number | undefined) =>
  sampleOrder({
    status: 'RECEBIDO',
    paymentStatus: 'approved',
    // Of an order in parts the nearest way by hand.
    paymentMethod: 'pix_manual',
    changes: [CHANGE],
    ...(balanceCents !== undefined && { balanceCents }),
  });
const PIX = (cents: number) => ({ method: 'pix', cents }) as const;
const CARD = (cents: number) => ({ method: 'debit_card', cents }) as const;

describe('[O45] a difference that is over with a refund of its payments', () => {
  it.each([
    ['one payment, less than is owed', -900, [PIX(500)], -400, { pix: 500 }],
    ['one payment, a centavo less', -900, [PIX(899)], -1, { pix: 899 }],
    ['one payment, all of it', -900, [PIX(900)], undefined, { pix: 900 }],
    ['one payment, a centavo more', -900, [PIX(901)], undefined, { pix: 900 }],
    ['two payments, less than is owed', -900, [PIX(300), CARD(200)], -400, { pix: 300, debit_card: 200 }],
    ['two payments, all of it', -900, [PIX(300), CARD(600)], undefined, { pix: 300, debit_card: 600 }],
    [
      'two payments, more than is owed',
      -900,
      [PIX(300), CARD(800)],
      undefined,
      { pix: 300, debit_card: 600 },
    ],
    ['two payments, the first of them enough', -900, [PIX(900), CARD(1)], undefined, { pix: 900 }],
    ['three payments', -900, [PIX(100), CARD(100), PIX(100)], -600, { pix: 200, debit_card: 100 }],
  ] as const)('of %s', (_what, balanceCents, goesBack, leftCents, ways) => {
    const after = settledByRefund(owed(balanceCents), goesBack, 7);
    expect(after).not.toBeNull();
    if (after === null) return;
    expect([after.balanceCents, after.updatedAtMs]).toEqual([leftCents, 7]);
    expect('balanceCents' in after).toBe(leftCents !== undefined);
    expect(Object.fromEntries(givenBackOf(after).map(({ method, cents }) => [method, cents]))).toEqual(ways);
    // Nothing of it was handed over the counter.
    expect(handedBackCents(after)).toBe(0);
  });

  it.each([
    ['the order is owed nothing', undefined, [PIX(500)]],
    ['the order owes', 900, [PIX(500)]],
    ['nothing goes back', -900, []],
  ] as const)('is none where %s', (_why, balanceCents, goesBack) => {
    expect(settledByRefund(owed(balanceCents), goesBack, 7)).toBeNull();
  });
});
