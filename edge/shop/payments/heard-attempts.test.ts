// What the store makes of the attempts of one order that it has heard of: which wait at a terminal, which codes may still be paid, whether
// PIX ever came; and what it takes the relay's answers for.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sendPaymentFact } from '../../testing/payment-fact.ts';
import { sell } from '../../testing/sell.ts';

let store: TestStore;
/** What the relay answers, by path; what is not here it leaves unanswered. */
let answers: Record<string, unknown>;
let asked: string[];
/** How long it was waited for, in ms, in the order of `asked`. */
let patienceMs: (number | undefined)[];
beforeEach(async () => {
  answers = {};
  asked = [];
  patienceMs = [];
  store = await openTestStore({
    relay: {
      request: async (path: string, { timeoutMs }: { timeoutMs?: number } = {}) => {
        const [at = ''] = path.split('?');
        asked.push(at);
        patienceMs.push(timeoutMs);
        const answer = answers[at];
        if (answer === undefined) throw new TypeError('fetch failed');
        return Response.json(answer);
      },
    },
  });
});
afterEach(() => store.close());

const waiting = (): string =>
  sell(store, store.clock.nowMs, {
    status: 'PENDING',
    paymentStatus: 'pending',
    paymentMethod: null,
    source: 'counter',
    totalCents: 3000,
  }).id;
/** Heard over the link; answers the attempt. */
async function hear(orderId: string, changes: Partial<PaymentFact>): Promise<string> {
  const attemptId = v7();
  await sendPaymentFact(store, { attemptId, orderId, status: 'pending', ...changes });
  return attemptId;
}

it('[P38] at a terminal waits what was sent to one and is open, whatever code was made beside it', async () => {
  const id = waiting();
  await hear(id, { part: v7() });
  expect(store.payments.atTerminal(id)).toBeNull();
  const sent = await hear(id, { terminal: true, method: 'debit_card', amountCents: 3000 });
  expect(store.payments.atTerminal(id)).toBe(sent);
  await sendPaymentFact(store, {
    attemptId: sent,
    orderId: id,
    terminal: true,
    method: 'debit_card',
    amountCents: 3000,
    status: 'cancelled',
  });
  expect(store.payments.atTerminal(id)).toBeNull();
});

it('[P39] a part has an open code where it is PIX, and not the one that a terminal shows', async () => {
  const id = waiting();
  const part = v7();
  const attemptId = await hear(id, { part });
  await hear(id, { part: v7(), terminal: true });
  await hear(id, { part: v7(), method: 'credit_card' });
  expect(store.payments.openParts(id)).toEqual([{ part, attemptId, cents: 1000 }]);
});

it('[P39] a part that the relay has by now is among the codes, also where it was paid, but for what a terminal shows', async () => {
  const id = waiting();
  const [open, paid, over] = [v7(), v7(), v7()];
  const attempt = (part: string, status: string) => ({
    attemptId: part,
    method: 'pix',
    amountCents: 700,
    part,
    terminal: false,
    status,
  });
  answers['/edge/payments/attempts'] = {
    attempts: [
      attempt(open, 'pending'),
      attempt(paid, 'approved'),
      attempt(over, 'cancelled'),
      { ...attempt(v7(), 'pending'), terminal: true },
      // For all of the order; and as a relay of before parts says it, which may be a part that it does not know of.
      { ...attempt(v7(), 'pending'), part: null },
      { ...attempt(v7(), 'pending'), part: undefined },
    ],
  };
  const codes = await store.payments.codesOf(id, 60_000);
  expect(codes.map(({ part }) => part)).toEqual([open, paid, null]);
});

it('[P22] what is open has ended where the relay says so, and not where it says that it did not', async () => {
  const id = waiting();
  for (const cancelled of [true, false]) {
    answers['/edge/payments/cancel'] = { cancelled };
    expect(await store.payments.cancelOpen(id)).toBe(cancelled);
  }
  answers = {};
  expect(await store.payments.cancelOpen(id)).toBe(false);
});

it.each([
  ['approved', true],
  ['partially_refunded', true],
  ['refunded', true],
  ['charged_back', true],
  ['pending', false],
  ['cancelled', false],
] as const)('PIX has come once where it is %s by now: %s', async (status, has) => {
  await hear(waiting(), { amountCents: 3000, status });
  expect(store.payments.hasReceivedPix()).toBe(has);
});

it.each([
  ['a card of the site', { method: 'credit_card' }],
  ['a PIX that was set aside, for it is not what was asked', { mismatch: 'amount' }],
] as const)('PIX has not come by %s', async (_what, changes) => {
  await hear(waiting(), { amountCents: 3000, status: 'approved', ...changes });
  expect(store.payments.hasReceivedPix()).toBe(false);
});

it('what can be paid online is asked of the relay once a minute, whoever looks', async () => {
  answers['/edge/payments/credentials'] = { configured: true, publicKey: null };
  const look = async (laterMs: number) => {
    store.clock.nowMs += laterMs;
    store.payments.methodsOnOffer();
    await new Promise((resolve) => setImmediate(resolve));
    return asked.filter((path) => path === '/edge/payments/credentials').length;
  };
  const counts = [];
  for (const laterMs of [0, 1, 59_999, 1]) counts.push(await look(laterMs));
  expect(counts).toEqual([1, 1, 1, 2]);
});

it('nothing can be paid online any more once the account is gone', async () => {
  const offered = async () => {
    store.clock.nowMs += 60_001;
    store.payments.methodsOnOffer();
    await new Promise((resolve) => setImmediate(resolve));
    return store.payments.methodsOnOffer();
  };
  answers['/edge/payments/credentials'] = { configured: true, publicKey: 'APP_USR-key' };
  expect(await offered()).toMatchObject({ pix: true, card: true });
  answers['/edge/payments/credentials'] = { configured: false, publicKey: null };
  expect(await offered()).toMatchObject({ pix: false, card: false });
});

it('whether there is an account is waited for four seconds, and for what stands beside the cart five', async () => {
  answers['/edge/payments/credentials'] = { configured: true, publicKey: null };
  expect(await store.payments.hasAccount()).toBe(true);
  store.payments.methodsOnOffer();
  await new Promise((resolve) => setImmediate(resolve));
  expect(patienceMs).toEqual([4000, 5000]);
});
