// Refunds against a model of the provider: what became of the money there, and what is heard of it, in whatever order and how often.
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  decideRefund,
  refundsShownDone,
  REFUND_DELAY_MS_MAX,
  REFUND_STATES,
  type Refund,
  type RefundEvent,
  type RefundProgress,
} from './refund.ts';

const NOW_MS = 1_800_000_000_000;
const detail = fc.constantFrom('timeout', '402', '500');
const named = fc.option(fc.constantFrom('r-1', 'r-2'), { nil: null });
const event: fc.Arbitrary<RefundEvent> = fc.oneof(
  fc.record({ kind: fc.constantFrom('taken', 'carried-out'), providerRefundId: named }),
  fc.record({ kind: fc.constantFrom('unanswered', 'refused', 'no-balance'), detail }),
  fc.record({ kind: fc.constantFrom('begun', 'asked-again', 'given-by-hand') }),
);
const planned: RefundProgress = {
  state: 'planned',
  providerRefundId: null,
  tries: 0,
  nextTryAtMs: NOW_MS,
  lastError: null,
};

describe('[P16] a refund', () => {
  it('that is through stays so whatever is heard, and only what brings money or a person makes it so', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), (events) => {
        let progress = planned;
        for (const heard of events) {
          const before = progress.state;
          progress = decideRefund(progress, heard, NOW_MS).progress;
          if (before === 'done') expect(progress.state).toBe('done');
          else if (progress.state === 'done') expect(['carried-out', 'given-by-hand']).toContain(heard.kind);
        }
      }),
    );
  });

  it('goes on by itself until it is through or turned down for good, each time within its bound', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 20 }), (events) => {
        let progress = planned;
        for (const heard of events) {
          progress = decideRefund(progress, heard, NOW_MS).progress;
          const isOver = progress.state === 'done' || progress.state === 'refused';
          expect(progress.nextTryAtMs === null).toBe(isOver);
          const msMax = REFUND_DELAY_MS_MAX[progress.state === 'to-review' ? 'to-review' : 'soon'];
          expect((progress.nextTryAtMs ?? NOW_MS) - NOW_MS).toBeLessThanOrEqual(msMax);
          expect(progress.nextTryAtMs ?? NOW_MS).toBeGreaterThanOrEqual(NOW_MS);
        }
      }),
    );
  });

  it('comes to the same state when the same is heard twice', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 10 }), event, (events, twice) => {
        const before = events.reduce(
          (progress, heard) => decideRefund(progress, heard, NOW_MS).progress,
          planned,
        );
        const once = decideRefund(before, twice, NOW_MS).progress;
        // A person who asks again what was listed has it sent; once more changes nothing more.
        expect(decideRefund(once, twice, NOW_MS).progress.state).toBe(once.state);
      }),
    );
  });
});

describe('the parts of an attempt', () => {
  const part = fc.record({
    cents: fc.integer({ min: 1, max: 5_000 }),
    state: fc.constantFrom(...REFUND_STATES),
    isBack: fc.boolean(),
  });
  it('show as done only when all that was asked for is back at the provider', () => {
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 6 }),
        fc.integer({ min: 0, max: 3_000 }),
        (parts, keptCents) => {
          // What the shop knows to be through is through there, and what it turned down is not.
          const truth = parts.map((one) => ({
            ...one,
            isBack:
              one.state === 'done' || (one.isBack && one.state !== 'refused' && one.state !== 'planned'),
          }));
          const sum = (list: readonly { cents: number }[]) =>
            list.reduce((total, { cents }) => total + cents, 0);
          const refunds: Refund[] = truth.map(({ cents, state }, index) => ({
            id: `r${index}`,
            attemptId: 'a',
            amountCents: cents,
            reason: 'asked',
            state,
          }));
          const attempt = {
            id: 'a',
            status: 'approved',
            // More than all parts: the payment is never back as a whole.
            amountCents: sum(truth) + keptCents + 1,
            refundedCents: sum(truth.filter(({ isBack }) => isBack)),
          };
          const asked = truth.filter(({ state }) => state !== 'refused');
          const expected = asked.every(({ isBack }) => isBack)
            ? refunds.filter(({ state }) => state === 'in-process')
            : [];
          expect(refundsShownDone(attempt, refunds)).toEqual(expected);
          expect(refundsShownDone({ ...attempt, id: 'another' }, refunds)).toEqual([]);
        },
      ),
    );
  });
});
