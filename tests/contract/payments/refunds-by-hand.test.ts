// What a person gives back by hand while the relay tries: it never goes out as well.
import { expect, test } from 'vitest';
import { refused } from '@balcao/shared/result.ts';
import { paymentAttempts, paymentRefunds } from '../../../cloud/payments/schema.ts';
import type { TestRelay } from '../../harness/payments.ts';
import { onBothApis } from '../../harness/payments-suite.ts';
import {
  askRefund,
  createMutedProvider,
  endReview,
  FIRST_PART,
  listReviews,
  passTime,
  payByPix,
  refundedReaisOf,
  SECOND_PART,
} from '../../harness/refunds.ts';

const DAY = 86_400_000;
const KIND = 'refund-no-balance';
const end = (relay: TestRelay, attemptId: string, kind = KIND) => endReview(relay, attemptId, kind);

onBothApis('[P18] a refund without balance whose next try is not answered', (start) => {
  test('is over once a person gave it back by hand: it does not go out as well', async () => {
    const muted = createMutedProvider();
    const relay = await start({ provider: muted.provider });
    const { pix } = await payByPix(relay);
    relay.control.setFaults({ refundsWithoutBalance: 1 });
    expect(await askRefund(relay, pix.attemptId)).toBe('asked');
    muted.isAway = true;
    await passTime(relay, DAY);
    expect(await listReviews(relay)).toEqual([KIND]);
    expect((await end(relay, pix.attemptId)).body).toEqual({ ended: true });
    expect((await end(relay, pix.attemptId)).body).toEqual({ ended: false });
    muted.isAway = false;
    for (let day = 0; day < 3; day += 1) await passTime(relay, DAY);
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(0);
    expect(await listReviews(relay)).toEqual([]);
  });

  test('stays listed when another part goes back, and is tried again soon', async () => {
    const muted = createMutedProvider();
    const relay = await start({ provider: muted.provider });
    const { pix } = await payByPix(relay);
    relay.control.setFaults({ refundsWithoutBalance: 1, loseWebhooks: 50 });
    expect(await askRefund(relay, pix.attemptId, FIRST_PART)).toBe('asked');
    muted.isAway = true;
    await passTime(relay, DAY);
    muted.isAway = false;
    expect(await askRefund(relay, pix.attemptId, SECOND_PART)).toBe('done');
    expect(await listReviews(relay)).toEqual([KIND]);
    await passTime(relay, 5000);
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(8);
    expect(await listReviews(relay)).toEqual([]);
  });
});

onBothApis('[P18] a refund without balance whose last try went unanswered', (start) => {
  /** Listed, tried once more, and nothing heard of that try; `goesThrough` although nobody heard. */
  async function unanswered(goesThrough: boolean, inProcessRefunds = 0) {
    const link = { isAway: false, isShut: false, onList: async () => {} };
    const nothing = refused({ kind: 'unreachable', detail: 'no answer' } as const);
    const relay = await start({
      provider: (real) => ({
        ...real,
        async refund(...given) {
          if (!link.isAway) return real.refund(...given);
          if (goesThrough) await real.refund(...given);
          return nothing;
        },
        // Else the payment's own look may find it first.
        fetch: (...given) => (link.isAway ? Promise.resolve(nothing) : real.fetch(...given)),
        async listRefunds(...given) {
          const read = link.isShut ? nothing : await real.listRefunds(...given);
          await link.onList();
          return read;
        },
      }),
    });
    const { pix } = await payByPix(relay);
    relay.control.setFaults({ refundsWithoutBalance: 1, loseWebhooks: 50 });
    expect(await askRefund(relay, pix.attemptId)).toBe('asked');
    link.isAway = true;
    relay.control.setFaults({ inProcessRefunds });
    await passTime(relay, DAY);
    expect(await listReviews(relay)).toEqual([KIND]);
    return { relay, pix, link };
  }

  test('is not ended by hand where that went through: it is told that the provider gave it back', async () => {
    const { relay, pix, link } = await unanswered(true);
    link.isAway = false;
    expect(await end(relay, pix.attemptId)).toMatchObject({ status: 409, body: { code: 'refund-returned' } });
    expect(await listReviews(relay)).toEqual([]);
    const { body } = await relay.edge('GET', '/edge/payments/booked?month=2026-11');
    expect(body).toMatchObject({ payments: [{ refundedCents: 2490 }] });
    await passTime(relay, DAY);
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(24.9);
  });

  test('is not ended by hand where the bank is at it: it is on its way, and goes back once', async () => {
    const { relay, pix, link } = await unanswered(true, 1);
    link.isAway = false;
    expect(await end(relay, pix.attemptId)).toMatchObject({
      status: 409,
      body: { code: 'refund-under-way' },
    });
    expect(await listReviews(relay)).toEqual([]);
    expect(await askRefund(relay, pix.attemptId)).toBe('under-way');
  });

  test('is not ended while the provider cannot be asked; for an hour, in which a person may say so again, it is not sent', async () => {
    const { relay, pix, link } = await unanswered(false);
    for (const [minutes, reais] of [
      [59, 0],
      [61, 24.9],
    ] as const) {
      Object.assign(link, { isAway: true, isShut: true });
      expect(await end(relay, pix.attemptId)).toMatchObject({
        status: 409,
        body: { code: 'refund-unknown' },
      });
      expect(await listReviews(relay)).toEqual([KIND]);
      Object.assign(link, { isAway: false, isShut: false });
      await passTime(relay, minutes * 60_000);
      expect(refundedReaisOf(relay, pix.paymentId)).toBe(reais);
    }
    expect(await listReviews(relay)).toEqual([]);
  });

  test('is asked about each time, also where the relay died in that try', async () => {
    const { relay, pix, link } = await unanswered(false);
    await relay.db.update(paymentRefunds).set({ tries: 0, lastError: null, nextTryAtMs: 1 });
    link.isShut = true;
    for (let time = 0; time < 2; time += 1)
      expect((await end(relay, pix.attemptId)).body).toMatchObject({ code: 'refund-unknown' });
    expect(await listReviews(relay)).toEqual([KIND]);
  });

  test('is not ended while the shop has no account to ask with', async () => {
    const { relay, pix, link } = await unanswered(true);
    const { accessToken } = relay.config.mercadoPago;
    const bootWith = (token: string | null) => {
      relay.config.mercadoPago.accessToken = token;
      relay.crash();
      relay.boot();
    };
    bootWith(null);
    expect((await end(relay, pix.attemptId)).body).toMatchObject({ code: 'refund-unknown' });
    expect(await listReviews(relay)).toEqual([KIND]);
    bootWith(accessToken);
    link.isAway = false;
    expect((await end(relay, pix.attemptId)).body).toMatchObject({ code: 'refund-returned' });
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(24.9);
  });

  test('is not ended by what the list said before another try of it', async () => {
    const { relay, pix, link } = await unanswered(false);
    link.onList = async () => {
      link.onList = async () => {};
      await passTime(relay, 5000);
    };
    expect(await end(relay, pix.attemptId)).toMatchObject({
      status: 409,
      body: { code: 'refund-under-way' },
    });
    expect(await listReviews(relay)).toEqual([KIND]);
    expect((await end(relay, pix.attemptId)).status).toBe(200);
    link.isAway = false;
    await passTime(relay, DAY);
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(0);
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
    const { pix } = await payByPix(relay);
    relay.control.setFaults({ refundsWithoutBalance: 1 });
    expect(await askRefund(relay, pix.attemptId)).toBe('asked');
    onList = () => end(relay, pix.attemptId);
    await passTime(relay, DAY);
    expect(asked).toBe(1);
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(0);
    expect(await listReviews(relay)).toEqual([]);
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
    const { pix } = await payByPix(relay);
    relay.control.setFaults({ refundsWithoutBalance: withoutBalance });
    expect(await askRefund(relay, pix.attemptId)).toBe('asked');
    onRefund = async () => said.push(await end(relay, pix.attemptId));
    await passTime(relay, DAY);
    expect(said).toMatchObject([{ status: 409, body: { code: 'refund-under-way' } }]);
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(reais);
    expect(await listReviews(relay)).toEqual(left);
  });

  test('after it was tried once more is in no books as gone back', async () => {
    const relay = await start();
    const { pix } = await payByPix(relay);
    relay.control.setFaults({ refundsWithoutBalance: 2 });
    expect(await askRefund(relay, pix.attemptId)).toBe('asked');
    await passTime(relay, DAY);
    expect((await end(relay, pix.attemptId)).status).toBe(200);
    expect(await listReviews(relay)).toEqual([]);
    await passTime(relay, DAY);
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(0);
    const { body } = await relay.edge('GET', '/edge/payments/booked?month=2026-11');
    expect(body).toMatchObject({ payments: [{ refundedCents: 0, refunds: [] }] });
  });

  test('leaves nothing of a part that was turned down before it: the whole was given', async () => {
    const relay = await start();
    const { pix } = await payByPix(relay);
    relay.control.setFaults({ inProcessRefunds: 1, loseWebhooks: 50 });
    expect(await askRefund(relay, pix.attemptId, FIRST_PART)).toBe('under-way');
    relay.control.rejectRefunds(pix.paymentId);
    await passTime(relay, 120_000);
    relay.control.setFaults({ refundsWithoutBalance: 1 });
    expect(await askRefund(relay, pix.attemptId)).toBe('asked');
    await end(relay, pix.attemptId);
    const again = await relay.edge('POST', '/edge/payments/refund', {
      attemptId: pix.attemptId,
      ...FIRST_PART,
    });
    expect(again).toMatchObject({ status: 409, body: { code: 'nothing-to-refund' } });
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(0);
  });

  test('in part, turned down before, leaves as much less for another part', async () => {
    const relay = await start();
    const { pix } = await payByPix(relay);
    relay.control.setFaults({ inProcessRefunds: 1, loseWebhooks: 50 });
    expect(await askRefund(relay, pix.attemptId, FIRST_PART)).toBe('under-way');
    relay.control.rejectRefunds(pix.paymentId);
    await passTime(relay, 120_000);
    await end(relay, pix.attemptId, 'refund-failed');
    const rest = (amountCents: number) =>
      relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId, ...SECOND_PART, amountCents });
    expect(await rest(1991)).toMatchObject({ status: 422, body: { code: 'too-much', leftCents: 1990 } });
    expect(await rest(1990)).toMatchObject({ body: { state: 'done' } });
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(19.9);
  });

  test('in part, turned down before, is not given back once more with all of it, however often that is asked for', async () => {
    const relay = await start();
    const { pix } = await payByPix(relay);
    relay.control.setFaults({ inProcessRefunds: 1, loseWebhooks: 50 });
    expect(await askRefund(relay, pix.attemptId, FIRST_PART)).toBe('under-way');
    relay.control.rejectRefunds(pix.paymentId);
    await passTime(relay, 120_000);
    await end(relay, pix.attemptId, 'refund-failed');
    expect(await askRefund(relay, pix.attemptId)).toBe('done');
    expect(await askRefund(relay, pix.attemptId)).toBe('done');
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(19.9);
  });
});

onBothApis('[P19] a second part without balance', (start) => {
  test('is alarmed for itself while the first is listed, and neither again with each daily try', async () => {
    const relay = await start();
    const { pix } = await payByPix(relay);
    relay.control.setFaults({ refundsWithoutBalance: 4 });
    for (const [time, part] of [FIRST_PART, SECOND_PART].entries()) {
      expect(await askRefund(relay, pix.attemptId, part)).toBe('asked');
      await relay.quiet();
      await relay.quiet();
      expect(relay.alarms.map(({ kind }) => kind)).toEqual(Array(time + 1).fill(`payment-${KIND}`));
    }
    await passTime(relay, DAY);
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
    const { pix } = await payByPix(relay);
    await relay.db.update(paymentAttempts).set({ lastError: 'HTTP 400 4390' });
    expect(await askRefund(relay, pix.attemptId)).toBe('asked');
    const { body } = await relay.edge('GET', '/edge/payments/attention');
    expect(body['items']).toMatchObject([
      { kind: 'creation-refused', text: expect.stringContaining('não aceita este Access Token') },
    ]);
  });
});
