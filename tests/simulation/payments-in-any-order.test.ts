// Invariants 4 and 5: whatever gets lost, comes twice, comes late or dies, the money is accounted for and the
// end is the same. The real code runs against the simulated provider; a seed that fails becomes a named test.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMoneyIn } from '@balcao/shared/payment/attempt-status.ts';
import { DEMO_WEBHOOK_SECRET } from '../simulators/mercado-pago/demo-credentials.ts';
import { signWebhook } from '../simulators/mercado-pago/webhooks.ts';
import type { TestRelay } from '../harness/payments.ts';
import { onBothDatabases } from '../harness/payments-suite.ts';

const MINUTE = 60_000;
const RUNS = 12;
/** Everything that is chosen here follows from it. */
const SEED = Number(process.env['SEED'] ?? 1);
const ORDERS = 2;
const EVERYTHING_LOST = { loseWebhooks: 1000 };

type Step =
  | { do: 'pix'; order: number }
  | { do: 'card'; order: number; holder: 'APRO' | 'LENT' | 'FUND' }
  | { do: 'approve' | 'reject' | 'expire' | 'chargeback' | 'refund-by-hand'; payment: number }
  | { do: 'notice'; payment: number }
  | { do: 'wait'; ms: number }
  | { do: 'round' | 'crash' | 'deliver' | 'not-makeable' }
  | { do: 'lose-answers'; count: number }
  | { do: 'provider-down'; count: number }
  | { do: 'lie'; field: 'amount' | 'payee' }
  | { do: 'cancel-order'; order: number }
  | { do: 'refund'; order: number };

const order = fc.nat(ORDERS - 1);
const payment = fc.nat(7);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pix' as const), order }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('card' as const),
      order,
      holder: fc.constantFrom('APRO' as const, 'LENT' as const, 'FUND' as const),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('approve' as const), payment }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'reject' as const,
        'expire' as const,
        'chargeback' as const,
        'refund-by-hand' as const,
      ),
      payment,
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('notice' as const), payment }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(1000, MINUTE, 5 * MINUTE, 31 * MINUTE),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('round' as const, 'crash' as const, 'deliver' as const, 'not-makeable' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('lose-answers' as const), count: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('provider-down' as const),
      count: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('lie' as const),
      field: fc.constantFrom('amount' as const, 'payee' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('cancel-order' as const, 'refund' as const), order }),
  },
);

let noticeId = 0;
async function notify(relay: TestRelay, paymentId: string): Promise<void> {
  noticeId += 1;
  const requestId = `req-${noticeId}`;
  const signature = signWebhook(
    DEMO_WEBHOOK_SECRET,
    paymentId,
    requestId,
    String(Math.floor(relay.clock() / 1000)),
  );
  await fetch(`${relay.url}/api/webhooks/mercadopago?data.id=${paymentId}&type=payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': requestId, 'x-signature': signature },
    body: JSON.stringify({ id: noticeId, type: 'payment', action: 'payment.updated' }),
  });
}

type Placed = ReturnType<TestRelay['placeOrder']>;
const paymentAt = (relay: TestRelay, index: number): string | null => {
  const all = relay.control.payments().reverse();
  return all.length === 0 ? null : String(all[index % all.length]?.id);
};

async function take(relay: TestRelay, placed: readonly Placed[], one: Step): Promise<void> {
  const at = 'order' in one ? placed[one.order] : undefined;
  const id = 'payment' in one ? paymentAt(relay, one.payment) : null;
  switch (one.do) {
    case 'pix':
      if (at) await relay.call('POST', `/api/orders/${at.code}/pix`, at.token);
      return;
    case 'card':
      if (at) await relay.card(at, one.holder);
      return;
    case 'approve':
    case 'reject':
    case 'expire':
    case 'chargeback':
    case 'refund-by-hand':
      try {
        if (id !== null) relay.control[one.do === 'refund-by-hand' ? 'refundByHand' : one.do](id);
      } catch {
        // The provider does not allow that now: nothing happened.
      }
      return;
    case 'notice':
      if (id !== null) await notify(relay, id);
      return;
    case 'wait':
      relay.advance(one.ms);
      return;
    case 'round':
      return relay.quiet();
    case 'crash':
      relay.crash();
      relay.boot();
      return;
    case 'deliver':
      return relay.deliver();
    case 'not-makeable':
      relay.store.isMakeable = false;
      return;
    case 'lose-answers':
      relay.control.setFaults({ failCreatesAfterStoring: one.count });
      return;
    case 'provider-down':
      relay.control.setFaults({ failRequests: { count: one.count, status: 503, retryAfterSeconds: null } });
      return;
    case 'lie':
      relay.control.setFaults({ tamperFetches: { count: 1, field: one.field } });
      return;
    case 'cancel-order': {
      const known = at && relay.store.order(at.order.id);
      if (known?.status === 'PENDING')
        relay.store.orders.set(known.id, { ...known, status: 'CANCELLED', cancelReason: 'expirado' });
      return;
    }
    case 'refund': {
      const [paid] = at
        ? await attemptsOf(relay, at.order.id, (attempt) => attempt.status === 'approved')
        : [];
      if (paid) await relay.edge('POST', '/edge/payments/refund', { attemptId: paid.attemptId });
    }
  }
}

type Attempt = {
  attemptId: string;
  status: string;
  providerPaymentId: string | null;
  mismatch: string | null;
  refundedCents: number;
  orderId: string;
};
async function attemptsOf(
  relay: TestRelay,
  orderId: string,
  which: (attempt: Attempt) => boolean = () => true,
): Promise<Attempt[]> {
  const { body } = await relay.edge('GET', `/edge/payments/attempts?orderId=${orderId}`);
  return (body['attempts'] as Attempt[]).filter(which);
}

/** Everything works again: no more faults, the link is up, hours go by. No webhook was ever sent for sure. */
async function heal(relay: TestRelay): Promise<void> {
  relay.control.clearFaults();
  relay.control.setFaults(EVERYTHING_LOST);
  for (const ms of [
    1000,
    6000,
    MINUTE,
    4 * MINUTE,
    12 * MINUTE,
    31 * MINUTE,
    31 * MINUTE,
    60 * MINUTE,
    150 * MINUTE,
    12 * 60 * MINUTE,
    13 * 60 * MINUTE,
    48 * 60 * MINUTE,
    MINUTE,
  ]) {
    relay.advance(ms);
    await relay.quiet();
    await relay.deliver();
    await relay.quiet();
    await relay.deliver();
  }
}

const centsOf = (value: unknown): number => Math.round(Number(value) * 100);

/** Money approved = money on accepted orders + refunds + what is listed for a person. */
async function checkMoney(
  relay: TestRelay,
  placed: readonly Placed[],
): Promise<{ approvedCents: number; accountedCents: number }> {
  const { body } = await relay.edge('GET', '/edge/payments/attention');
  const items = body['items'] as { kind: string; attempt: { attemptId: string } }[];
  const listed = new Set(items.filter((item) => item.kind !== 'late').map((item) => item.attempt.attemptId));
  let approvedCents = 0;
  let refundedCents = 0;
  let setAsideCents = 0;
  let onOrdersCents = 0;
  for (const { order: placedOrder } of placed) {
    const attempts = await attemptsOf(relay, placedOrder.id);
    const final = relay.store.order(placedOrder.id);
    let paysTheOrder = 0;
    for (const shown of relay.control
      .payments()
      .filter((each) => each['external_reference'] === placedOrder.id)) {
      const attempt = attempts.find((each) => each.providerPaymentId === String(shown.id));
      const money = shown['date_approved'] !== null;
      if (!money) continue;
      const cents = centsOf(shown['transaction_amount']);
      const backCents = centsOf(shown['transaction_amount_refunded']);
      approvedCents += cents;
      refundedCents += backCents;
      expect(attempt, 'every payment with money has an attempt').toBeDefined();
      if (attempt === undefined || cents === backCents) continue;
      const good = isMoneyIn(attempt.status as 'approved') && attempt.mismatch === null;
      const pays = good && final.status !== 'CANCELLED' && final.status !== 'PENDING';
      expect(
        pays || listed.has(attempt.attemptId),
        `money of a ${attempt.status} attempt (${attempt.mismatch}) on a ${final.status} order is listed`,
      ).toBe(true);
      if (pays) paysTheOrder += 1;
      if (pays) onOrdersCents += cents - backCents;
      else setAsideCents += cents - backCents;
    }
    expect(paysTheOrder, 'an order is paid at most once').toBeLessThanOrEqual(1);
    // What the relay knows is what the store knows, and what the provider says.
    for (const attempt of attempts) {
      if (attempt.status === 'created') continue;
      const fact = relay.store.facts.get(attempt.attemptId);
      expect(fact).toMatchObject({
        status: attempt.status,
        refundedCents: attempt.refundedCents,
        mismatch: attempt.mismatch,
      });
    }
    expect(attempts.filter((attempt) => ['created', 'pending'].includes(attempt.status))).toEqual([]);
  }
  expect(relay.store.paidTwice).toEqual([]);
  return { approvedCents, accountedCents: onOrdersCents + refundedCents + setAsideCents };
}

onBothDatabases('whatever happens', (start) => {
  test('[I4] money approved is money on orders, refunds, and what is listed', async () => {
    expect.hasAssertions();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const relay = await start();
        relay.control.setFaults(EVERYTHING_LOST);
        const placed = Array.from({ length: ORDERS }, (_, index) => relay.placeOrder(1000 + index * 111));
        for (const one of steps) await take(relay, placed, one);
        await heal(relay);
        const money = await checkMoney(relay, placed);
        expect(money.accountedCents).toBe(money.approvedCents);
        await relay.close();
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    );
  });

  // What happens at the provider is the same in both lives; what we hear of it, when, how often and whether we
  // live at that moment is not.
  const event = fc.record({
    do: fc.constantFrom('approve' as const, 'approve' as const, 'reject' as const),
    payment: fc.nat(2),
  });
  const noise = fc.array(
    fc.oneof(
      fc.record({ do: fc.constant('notice' as const), payment: fc.nat(2) }),
      fc.record({ do: fc.constantFrom('round' as const, 'crash' as const, 'deliver' as const) }),
      fc.record({ do: fc.constant('provider-down' as const), count: fc.integer({ min: 1, max: 4 }) }),
    ),
    { maxLength: 4 },
  );

  test('[I5] the end is the same whatever was heard, in whatever order', async () => {
    const life = async (
      events: { do: 'approve' | 'reject'; payment: number }[],
      noises: Step[][],
    ): Promise<unknown> => {
      const relay = await start();
      relay.control.setFaults(EVERYTHING_LOST);
      const placed = [relay.placeOrder(1500)];
      // Three codes for one order, each after the one before was over; any of them may still be paid late.
      for (let code = 0; code < 3; code += 1) {
        await relay.pix(placed[0] as Placed);
        relay.advance(30 * MINUTE + 1);
      }
      const startedAtMs = relay.clock();
      for (const [index, one] of events.entries()) {
        relay.advance(startedAtMs + (index + 1) * 1000 - relay.clock());
        await take(relay, placed, one);
        for (const other of noises[index] ?? []) await take(relay, placed, other);
      }
      await heal(relay);
      const money = await checkMoney(relay, placed);
      expect(money.accountedCents).toBe(money.approvedCents);
      const end = relay.store.order(placed[0]?.order.id ?? '');
      const payments = relay.control.payments().reverse();
      const { body } = await relay.edge('GET', '/edge/payments/attention');
      const listed = body['items'] as { kind: string; attempt: { providerPaymentId: string } }[];
      const summary = {
        order: [end.status, end.paymentStatus],
        payments: payments.map((each) => [
          // Rejected there or cancelled by us first: no money came either way.
          ['rejected', 'cancelled'].includes(each.status) ? 'no money' : each.status,
          each['transaction_amount_refunded'],
          listed
            .filter((item) => item.attempt.providerPaymentId === String(each.id))
            .map((item) => item.kind)
            // Late means after we had it cancelled, which is ours to know and not an event at the provider.
            .filter((kind) => kind !== 'late')
            .sort(),
        ]),
      };
      await relay.close();
      return summary;
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: 1, maxLength: 4 }),
        fc.array(noise, { maxLength: 4 }),
        fc.array(noise, { maxLength: 4 }),
        async (events, one, other) => {
          expect(await life(events, one)).toEqual(await life(events, other));
        },
      ),
      { seed: SEED, numRuns: Math.ceil(RUNS / 2), endOnFailure: true },
    );
  });
});
