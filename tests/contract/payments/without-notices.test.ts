// An account whose notices never verify, as those of test accounts are reported to: looking alone carries everything that a payment becomes.
import { expect, test } from 'vitest';
import { onBothApis } from '../../harness/payments-suite.ts';
import type { TestRelay } from '../../harness/payments.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

async function passes(relay: TestRelay, ms: number): Promise<void> {
  relay.advance(ms);
  await relay.quiet();
  await relay.deliver();
  await relay.quiet();
}

onBothApis('without a notice that verifies', (start) => {
  let isDisputed = false;
  let claimsAsked = 0;
  const begin = async () => {
    isDisputed = false;
    claimsAsked = 0;
    const relay = await start({
      provider: (real) => ({
        ...real,
        listOpenClaims: (...given) => {
          claimsAsked += 1;
          return real.listOpenClaims(...given);
        },
        fetch: async (...given) => {
          const read = await real.fetch(...given);
          return read.ok && isDisputed ? { ...read, value: { ...read.value, isDisputed } } : read;
        },
      }),
    });
    relay.control.setFaults({ orderSignaturesInvalid: true, wrongSignatureWebhooks: 1000 });
    const { order, ...placed } = relay.placeOrder();
    const pix = await relay.pix(placed);
    return { relay, pix, seen: () => relay.store.order(order.id) };
  };
  const paid = async () => {
    const begun = await begin();
    begun.relay.control.approve(begun.pix.paymentId);
    await passes(begun.relay, 0);
    expect(begun.seen().paymentStatus).toBe('pending');
    await passes(begun.relay, 3 * MINUTE);
    expect(begun.seen()).toMatchObject({ status: 'RECEBIDO', paymentStatus: 'approved' });
    return begun;
  };
  const kinds = async (relay: TestRelay) =>
    ((await relay.edge('GET', '/edge/payments/attention')).body['items'] as { kind: string }[]).map(
      ({ kind }) => kind,
    );

  test.each([
    ['within the hour', HOUR],
    ['a day later', DAY],
  ])('money comes, and goes back by the panel: %s it is known and listed', async (_, laterMs) => {
    const { relay, pix, seen } = await paid();
    if (laterMs > HOUR) await passes(relay, HOUR);
    relay.control.refundByHand(pix.paymentId);
    await passes(relay, laterMs);
    expect(seen().paymentStatus).toBe('refunded');
    expect(await kinds(relay)).toEqual(['refunded-outside']);
  });

  test('a chargeback is known and listed', async () => {
    const { relay, pix, seen } = await paid();
    relay.control.chargeback(pix.paymentId);
    await passes(relay, HOUR);
    expect(seen().paymentStatus).toBe('charged_back');
    expect(await kinds(relay)).toEqual(['charged-back']);
  });

  test('a claim is known, listed and alarmed once, and is not listed again once a person has ended it', async () => {
    const { relay, pix, seen } = await paid();
    isDisputed = true;
    await passes(relay, HOUR);
    expect(await kinds(relay)).toEqual(['claim']);
    expect(relay.alarms).toMatchObject([{ kind: 'payment-claim' }]);
    expect(seen().paymentStatus).toBe('approved');
    await relay.edge('POST', '/edge/payments/attention/done', { attemptId: pix.attemptId, kind: 'claim' });
    await passes(relay, DAY);
    expect(await kinds(relay)).toEqual([]);
    expect(relay.alarms).toHaveLength(1);
  });

  test('a claim is searched for, listed and alarmed once with its deadline, and not again once a person has ended it', async () => {
    const { relay, pix, seen } = await paid();
    const attention = async () =>
      (await relay.edge('GET', '/edge/payments/attention')).body['items'] as { kind: string; text: string }[];
    relay.control.dispute(pix.paymentId, 'claim', Date.UTC(2026, 11, 1, 21, 30));
    await relay.control.webhooksSettled();
    await passes(relay, MINUTE);
    expect(await attention()).toEqual([]);
    await passes(relay, HOUR);
    expect(await attention()).toMatchObject([
      { kind: 'claim', text: expect.stringContaining('01/12/2026, 18:30') },
    ]);
    await relay.quiet();
    expect(relay.alarms).toMatchObject([
      { kind: 'payment-claim', text: expect.stringContaining('01/12/2026, 18:30') },
    ]);
    expect(seen().paymentStatus).toBe('approved');
    await relay.edge('POST', '/edge/payments/attention/done', { attemptId: pix.attemptId, kind: 'claim' });
    await passes(relay, DAY);
    expect(await attention()).toEqual([]);
    expect(relay.alarms).toHaveLength(1);
  });

  test('a claim of an older payment is found with the look at any other one', async () => {
    const { relay, pix } = await paid();
    await passes(relay, HOUR);
    await passes(relay, DAY);
    relay.control.dispute(pix.paymentId, 'claim', Date.UTC(2026, 11, 30, 21, 30));
    await relay.control.webhooksSettled();
    const other = await relay.pix(relay.placeOrder());
    relay.control.approve(other.paymentId);
    await passes(relay, HOUR);
    const { body } = await relay.edge('GET', '/edge/payments/attention');
    expect(body).toMatchObject({ items: [{ kind: 'claim', attempt: { attemptId: pix.attemptId } }] });
  });

  test('a claim is found behind as many others as the provider tells of at once', async () => {
    const { relay, pix } = await paid();
    const other = await relay.pix(relay.placeOrder());
    relay.control.approve(other.paymentId);
    await passes(relay, 3 * MINUTE);
    const dueAtMs = Date.UTC(2026, 11, 30, 21, 30);
    for (let claims = 0; claims < 50; claims += 1) relay.control.dispute(pix.paymentId, 'claim', dueAtMs);
    relay.control.dispute(other.paymentId, 'claim', dueAtMs);
    await relay.control.webhooksSettled();
    await passes(relay, HOUR);
    const { body } = await relay.edge('GET', '/edge/payments/attention');
    const attempts = (body['items'] as { attempt: { attemptId: string } }[]).map(({ attempt }) => attempt);
    expect(attempts.map(({ attemptId }) => attemptId).toSorted()).toEqual(
      [pix.attemptId, other.attemptId].toSorted(),
    );
  });

  test.each([2, 45, 178])(
    'a claim that is opened after %i days, at a shop where nothing is paid any more, is found within a day',
    async (days) => {
      const { relay, pix } = await paid();
      relay.advance(days * DAY);
      // What is asked with the payment's own looks, which come after an hour, a day, a week, a month and three, is over.
      for (const _look of [1, 2, 3, 4, 5]) await passes(relay, 0);
      await passes(relay, DAY);
      claimsAsked = 0;
      relay.control.dispute(pix.paymentId, 'claim', relay.clock() + 3 * DAY);
      await relay.control.webhooksSettled();
      await passes(relay, DAY - 1);
      expect({ claimsAsked, kinds: await kinds(relay) }).toEqual({ claimsAsked: 0, kinds: [] });
      await passes(relay, 1);
      expect({ claimsAsked, kinds: await kinds(relay) }).toEqual({ claimsAsked: 1, kinds: ['claim'] });
    },
  );

  test('claims are not asked for any more once nobody may open one', async () => {
    const { relay } = await paid();
    relay.advance(178 * DAY);
    for (const _look of [1, 2, 3, 4, 5]) await passes(relay, 0);
    claimsAsked = 0;
    // Paid three minutes before the time began to run.
    for (const _day of [179, 180, 181, 182]) await passes(relay, DAY);
    expect(claimsAsked).toBe(2);
  });

  test('claims are not asked for where nothing was ever paid', async () => {
    const { relay } = await begin();
    for (const _day of [1, 2, 3]) await passes(relay, DAY);
    expect(claimsAsked).toBe(0);
  });

  test('claims are asked for once, however many payments are looked at in the quarter of an hour', async () => {
    const { relay } = await paid();
    for (const _time of [1, 2, 3]) relay.control.approve((await relay.pix(relay.placeOrder())).paymentId);
    await passes(relay, 3 * MINUTE);
    expect(claimsAsked).toBe(1);
    await passes(relay, HOUR);
    expect(claimsAsked).toBe(2);
  });

  test('a code runs out, and what is paid after that is known', async () => {
    const { relay, pix, seen } = await begin();
    for (let minute = 0; minute < 33; minute += 1) await passes(relay, MINUTE);
    expect(seen().paymentStatus).toMatch(/^(expired|cancelled)$/);
    relay.control.approve(pix.paymentId);
    await passes(relay, 5 * MINUTE);
    expect(seen()).toMatchObject({ status: 'RECEBIDO', paymentStatus: 'approved' });
  });

  test('a refund that the bank carries out is seen to its end', async () => {
    const { relay, pix, seen } = await paid();
    relay.control.setFaults({ inProcessRefunds: 1 });
    const asked = await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId });
    expect(asked.body).toMatchObject({ state: 'under-way' });
    relay.control.settleRefunds(pix.paymentId);
    await passes(relay, 5 * MINUTE);
    expect(seen().paymentStatus).toBe('refunded');
  });
});
