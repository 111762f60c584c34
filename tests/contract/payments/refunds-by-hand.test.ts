// What a person gives back by hand while the relay tries: it never goes out as well.
import { expect, test } from 'vitest';
import { refused } from '@balcao/shared/result.ts';
import { paymentAttempts } from '../../../cloud/payments/schema.ts';
import type { Provider } from '../../../cloud/payments/provider/provider.ts';
import type { TestRelay } from '../../harness/payments.ts';
import { onBothApis } from '../../harness/payments-suite.ts';

const DAY = 86_400_000;
const KIND = 'refund-no-balance';
const FIRST = { amountCents: 500, refundId: '0b0a0908-0706-4504-8302-010203040506' };
const SECOND = { amountCents: 300, refundId: '0b0a0908-0706-4504-8302-010203040507' };

async function paid(relay: TestRelay) {
  const order = relay.placeOrder(2490);
  const pix = await relay.pix(order);
  relay.control.approve(pix.paymentId);
  await relay.quiet();
  await relay.deliver();
  return pix;
}
const giveBack = async (relay: TestRelay, attemptId: string, part?: typeof FIRST) =>
  (await relay.edge('POST', '/edge/payments/refund', { attemptId, ...part })).body['state'];
const end = (relay: TestRelay, attemptId: string, kind = KIND) =>
  relay.edge('POST', '/edge/payments/attention/done', { attemptId, kind });
const backReais = (relay: TestRelay, paymentId: string) =>
  relay.control.payment(paymentId)['transaction_amount_refunded'];
const listed = async (relay: TestRelay): Promise<string[]> =>
  ((await relay.edge('GET', '/edge/payments/attention')).body['items'] as { kind: string }[]).map(
    (item) => item.kind,
  );
const pass = async (relay: TestRelay, ms: number) => {
  relay.advance(ms);
  await relay.quiet();
};

/** A provider whose refunds are not answered while `isAway`. */
function mute(): { provider: (real: Provider) => Provider; isAway: boolean } {
  const muted = {
    isAway: false,
    provider: (real: Provider): Provider => ({
      ...real,
      refund: (...given) =>
        muted.isAway
          ? Promise.resolve(refused({ kind: 'unreachable', detail: 'no answer' }))
          : real.refund(...given),
    }),
  };
  return muted;
}

onBothApis('[P18] a refund without balance whose next try is not answered', (start) => {
  test('is over once a person gave it back by hand: it does not go out as well', async () => {
    const muted = mute();
    const relay = await start({ provider: muted.provider });
    const pix = await paid(relay);
    relay.control.setFaults({ refundsWithoutBalance: 1 });
    expect(await giveBack(relay, pix.attemptId)).toBe('asked');
    muted.isAway = true;
    await pass(relay, DAY);
    expect(await listed(relay)).toEqual([KIND]);
    await end(relay, pix.attemptId);
    muted.isAway = false;
    for (let day = 0; day < 3; day += 1) await pass(relay, DAY);
    expect(backReais(relay, pix.paymentId)).toBe(0);
    expect(await listed(relay)).toEqual([]);
  });

  test('stays listed when another part goes back, and is tried again soon', async () => {
    const muted = mute();
    const relay = await start({ provider: muted.provider });
    const pix = await paid(relay);
    relay.control.setFaults({ refundsWithoutBalance: 1, loseWebhooks: 50 });
    expect(await giveBack(relay, pix.attemptId, FIRST)).toBe('asked');
    muted.isAway = true;
    await pass(relay, DAY);
    muted.isAway = false;
    expect(await giveBack(relay, pix.attemptId, SECOND)).toBe('done');
    expect(await listed(relay)).toEqual([KIND]);
    await pass(relay, 5000);
    expect(backReais(relay, pix.paymentId)).toBe(8);
    expect(await listed(relay)).toEqual([]);
  });
});

onBothApis('[P18] a refund that a person gives back by hand', (start) => {
  test('while its next try reads the list does not go out, and is in no books as gone back', async () => {
    let onList: () => Promise<unknown> = () => Promise.resolve();
    let asked = 0;
    const relay = await start({
      provider: (real) => ({
        ...real,
        listRefunds: async (...given) => {
          const read = await real.listRefunds(...given);
          await onList();
          return read;
        },
        refund: (...given) => {
          asked += 1;
          return real.refund(...given);
        },
      }),
    });
    const pix = await paid(relay);
    relay.control.setFaults({ refundsWithoutBalance: 1 });
    expect(await giveBack(relay, pix.attemptId)).toBe('asked');
    onList = () => end(relay, pix.attemptId);
    await pass(relay, DAY);
    expect(asked).toBe(1);
    expect(backReais(relay, pix.paymentId)).toBe(0);
    expect(await listed(relay)).toEqual([]);
  });

  test.each([
    ['that goes through is refused: it went back once', 1, 24.9, []],
    ['that does not is refused, and listed still', 2, 0, [KIND]],
  ])('while its next try is with the provider, %s', async (_which, withoutBalance, reais, left) => {
    let onRefund: () => Promise<unknown> = () => Promise.resolve();
    const said: unknown[] = [];
    const relay = await start({
      provider: (real) => ({
        ...real,
        refund: async (...given) => {
          await onRefund();
          return real.refund(...given);
        },
      }),
    });
    const pix = await paid(relay);
    relay.control.setFaults({ refundsWithoutBalance: withoutBalance });
    expect(await giveBack(relay, pix.attemptId)).toBe('asked');
    onRefund = async () => said.push(await end(relay, pix.attemptId));
    await pass(relay, DAY);
    expect(said).toMatchObject([{ status: 409, body: { code: 'refund-under-way' } }]);
    expect(backReais(relay, pix.paymentId)).toBe(reais);
    expect(await listed(relay)).toEqual(left);
  });

  test('after it was tried once more is in no books as gone back', async () => {
    const relay = await start();
    const pix = await paid(relay);
    relay.control.setFaults({ refundsWithoutBalance: 2 });
    expect(await giveBack(relay, pix.attemptId)).toBe('asked');
    await pass(relay, DAY);
    expect((await end(relay, pix.attemptId)).status).toBe(200);
    expect(await listed(relay)).toEqual([]);
    await pass(relay, DAY);
    expect(backReais(relay, pix.paymentId)).toBe(0);
    const { body } = await relay.edge('GET', '/edge/payments/booked?month=2026-11');
    expect(body).toMatchObject({ payments: [{ refundedCents: 0, refunds: [] }] });
  });

  test('leaves nothing of a part that was turned down before it: the whole was given', async () => {
    const relay = await start();
    const pix = await paid(relay);
    relay.control.setFaults({ inProcessRefunds: 1, loseWebhooks: 50 });
    expect(await giveBack(relay, pix.attemptId, FIRST)).toBe('under-way');
    relay.control.rejectRefunds(pix.paymentId);
    await pass(relay, 120_000);
    relay.control.setFaults({ refundsWithoutBalance: 1 });
    expect(await giveBack(relay, pix.attemptId)).toBe('asked');
    await end(relay, pix.attemptId);
    const again = await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId, ...FIRST });
    expect(again).toMatchObject({ status: 409, body: { code: 'nothing-to-refund' } });
    expect(backReais(relay, pix.paymentId)).toBe(0);
  });

  test('in part, turned down before, leaves as much less for another part', async () => {
    const relay = await start();
    const pix = await paid(relay);
    relay.control.setFaults({ inProcessRefunds: 1, loseWebhooks: 50 });
    expect(await giveBack(relay, pix.attemptId, FIRST)).toBe('under-way');
    relay.control.rejectRefunds(pix.paymentId);
    await pass(relay, 120_000);
    await end(relay, pix.attemptId, 'refund-failed');
    const rest = (amountCents: number) =>
      relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId, ...SECOND, amountCents });
    expect(await rest(1991)).toMatchObject({ status: 422, body: { code: 'too-much', leftCents: 1990 } });
    expect(await rest(1990)).toMatchObject({ body: { state: 'done' } });
    expect(backReais(relay, pix.paymentId)).toBe(19.9);
  });

  test('in part, turned down before, is not given back once more with all of it, however often that is asked for', async () => {
    const relay = await start();
    const pix = await paid(relay);
    relay.control.setFaults({ inProcessRefunds: 1, loseWebhooks: 50 });
    expect(await giveBack(relay, pix.attemptId, FIRST)).toBe('under-way');
    relay.control.rejectRefunds(pix.paymentId);
    await pass(relay, 120_000);
    await end(relay, pix.attemptId, 'refund-failed');
    expect(await giveBack(relay, pix.attemptId)).toBe('done');
    expect(await giveBack(relay, pix.attemptId)).toBe('done');
    expect(backReais(relay, pix.paymentId)).toBe(19.9);
  });
});

onBothApis('[P19] a second part without balance', (start) => {
  test('is alarmed for itself while the first is listed, and neither again with each daily try', async () => {
    const relay = await start();
    const pix = await paid(relay);
    relay.control.setFaults({ refundsWithoutBalance: 4 });
    for (const [time, part] of [FIRST, SECOND].entries()) {
      expect(await giveBack(relay, pix.attemptId, part)).toBe('asked');
      await relay.quiet();
      await relay.quiet();
      expect(relay.alarms.map(({ kind }) => kind)).toEqual(Array(time + 1).fill(`payment-${KIND}`));
    }
    await pass(relay, DAY);
    await relay.quiet();
    expect(relay.control.faults().refundsWithoutBalance).toBe(0);
    expect(relay.alarms).toHaveLength(2);
  });
});

onBothApis('a refund to which the account is shut', (start) => {
  test('is listed in the words of the token, whatever was last heard of its payment', async () => {
    const relay = await start({
      provider: (real) => ({
        ...real,
        refund: () =>
          Promise.resolve(
            refused({ kind: 'credentials', code: 'unauthorized', detail: 'HTTP 401 unauthorized' }),
          ),
      }),
    });
    const pix = await paid(relay);
    await relay.db.update(paymentAttempts).set({ lastError: 'HTTP 400 4390' });
    expect(await giveBack(relay, pix.attemptId)).toBe('asked');
    const { body } = await relay.edge('GET', '/edge/payments/attention');
    expect(body['items']).toMatchObject([
      { kind: 'creation-refused', text: expect.stringContaining('não aceita este Access Token') },
    ]);
  });
});
