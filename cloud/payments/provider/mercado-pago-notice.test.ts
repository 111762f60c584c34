import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifyNotice } from './mercado-pago-notice.ts';

const NOTICE_AGE_SECONDS_MAX = 15 * 86_400;

const SECRET = 'secret-of-the-application';
const NOW_MS = Date.UTC(2026, 10, 21, 12, 0, 0);

const sign = (manifest: string, ts: string | number, secret = SECRET): string =>
  `ts=${ts},v1=${createHmac('sha256', secret).update(manifest).digest('hex')}`;
const envelope = (
  more: Partial<Parameters<typeof verifyNotice>[1]> = {},
  ts: string | number = NOW_MS / 1000,
) => ({
  signature: sign(`id:123;request-id:req-1;ts:${ts};`, ts),
  requestId: 'req-1',
  dataId: '123',
  body: { id: 99, type: 'payment', action: 'payment.updated' },
  ...more,
});

describe('[18] the signature of a notice', () => {
  test('counts with ts in seconds and in milliseconds', () => {
    const notice = {
      ok: true,
      value: {
        paymentId: '123',
        action: 'payment.updated',
        topic: 'payment',
        noticeId: expect.stringMatching(/^123:[\w-]{24}$/),
      },
    };
    expect(verifyNotice(SECRET, envelope(), NOW_MS)).toEqual(notice);
    expect(verifyNotice(SECRET, envelope({}, NOW_MS), NOW_MS)).toEqual(notice);
  });

  test('[18] makes one notice of what is signed once, whatever is written beside it', () => {
    const idOf = (more: Parameters<typeof envelope>[0], ts?: number): string => {
      const verified = verifyNotice(SECRET, envelope(more, ts), NOW_MS);
      if (!verified.ok || verified.value === null) throw new Error('not taken');
      return verified.value.noticeId;
    };
    const ids = Array.from({ length: 50 }, (_one, id) =>
      idOf({ body: { id, type: 'payment', action: `x.${id}` } }),
    );
    expect(new Set(ids).size).toBe(1);
    // What the provider signs anew is another.
    expect(idOf({}, NOW_MS)).not.toBe(idOf({}));
    const other = sign(`id:123;request-id:req-2;ts:${NOW_MS};`, NOW_MS);
    expect(idOf({ requestId: 'req-2', signature: other }, NOW_MS)).not.toBe(idOf({}, NOW_MS));
  });

  test('[18] is refused when it gives two times', () => {
    const { signature } = envelope();
    for (const padded of [`ts=1,${signature}`, `${signature},ts=1`, `${signature}, TS = 1`])
      expect(verifyNotice(SECRET, envelope({ signature: padded }), NOW_MS)).toEqual({
        ok: false,
        refusal: 'malformed',
      });
  });

  test('counts over the id as it was sent and in lower case', () => {
    const raw = envelope({
      dataId: 'ABC9',
      signature: sign(`id:ABC9;request-id:req-1;ts:${NOW_MS};`, NOW_MS),
    });
    const lower = envelope({
      dataId: 'ABC9',
      signature: sign(`id:abc9;request-id:req-1;ts:${NOW_MS};`, NOW_MS),
    });
    expect(verifyNotice(SECRET, raw, NOW_MS).ok).toBe(true);
    expect(verifyNotice(SECRET, lower, NOW_MS).ok).toBe(true);
  });

  test('[18] is one notice however the letters of the id are written, and names the order as the provider does', () => {
    const signature = sign(`id:ord01ab9;request-id:req-1;ts:${NOW_MS};`, NOW_MS);
    const read = ['ORD01AB9', 'ord01ab9', 'Ord01aB9'].map((dataId) =>
      verifyNotice(SECRET, envelope({ dataId, signature }), NOW_MS),
    );
    const ids = read.map((one) => (one.ok ? one.value?.noticeId : one.refusal));
    expect(new Set(ids).size).toBe(1);
    for (const one of read) expect(one).toMatchObject({ ok: true, value: { paymentId: 'ORD01AB9' } });
  });

  test('counts without a request id, which is then left out', () => {
    expect(
      verifyNotice(
        SECRET,
        envelope({ requestId: null, signature: sign(`id:123;ts:${NOW_MS};`, NOW_MS) }),
        NOW_MS,
      ).ok,
    ).toBe(true);
  });

  test.each([
    ['absent', envelope({ signature: null }), 'unsigned'],
    [
      'of another secret',
      envelope({ signature: sign('id:123;request-id:req-1;ts:1;', 1, 'other') }),
      'forged',
    ],
    ['over another payment', envelope({ dataId: '124' }), 'forged'],
    ['over another request', envelope({ requestId: 'req-2' }), 'forged'],
    ['without the payment id', envelope({ dataId: null }), 'malformed'],
    ['that is no signature', envelope({ signature: 'hello' }), 'malformed'],
    ['with an empty hash', envelope({ signature: `ts=${NOW_MS},v1=` }), 'malformed'],
    ['of another version', envelope({ signature: `ts=${NOW_MS},v2=${'0'.repeat(64)}` }), 'malformed'],
  ] as const)('%s is refused', (_, given, reason) => {
    expect(verifyNotice(SECRET, given, NOW_MS)).toEqual({ ok: false, refusal: reason });
  });

  test.each([
    ['seconds', NOW_MS / 1000],
    ['milliseconds', NOW_MS],
  ])('is refused when it is too old or from the future, with ts in %s', (_, ts) => {
    const old = { ok: false, refusal: 'too-old' };
    const ageMsMax = NOTICE_AGE_SECONDS_MAX * 1000;
    expect(verifyNotice(SECRET, envelope({}, ts), NOW_MS + ageMsMax).ok).toBe(true);
    expect(verifyNotice(SECRET, envelope({}, ts), NOW_MS + ageMsMax + 1000)).toEqual(old);
    // Ten minutes.
    const aheadMsMax = 600_000;
    expect(verifyNotice(SECRET, envelope({}, ts), NOW_MS - aheadMsMax).ok).toBe(true);
    expect(verifyNotice(SECRET, envelope({}, ts), NOW_MS - aheadMsMax - 1000)).toEqual(old);
  });

  test('is too old in whichever letters its id was signed: the secret is the right one', () => {
    const ts = NOW_MS / 1000;
    for (const signed of ['ORD01AB9', 'ord01ab9']) {
      const signature = sign(`id:${signed};request-id:req-1;ts:${ts};`, ts);
      const late = NOW_MS + (NOTICE_AGE_SECONDS_MAX + 1) * 1000;
      const read = verifyNotice(SECRET, envelope({ dataId: 'ORD01AB9', signature }), late);
      expect(read).toEqual({ ok: false, refusal: 'too-old' });
    }
  });

  test('[18] counts through every retry of the provider, whose last comes after two weeks with the first signature', () => {
    const HOUR_MS = 3_600_000;
    for (const hours of [0, 0.25, 0.75, 6.75, 54.75, 150.75, 246.75, 342.75])
      expect(verifyNotice(SECRET, envelope(), NOW_MS + hours * HOUR_MS).ok).toBe(true);
  });

  test('without a secret nothing is authentic, not even a signature over an empty one', () => {
    expect(verifyNotice(null, envelope(), NOW_MS)).toEqual({ ok: false, refusal: 'unsigned' });
    const empty = envelope({ signature: sign(`id:123;request-id:req-1;ts:${NOW_MS};`, NOW_MS, '') });
    expect(verifyNotice('', empty, NOW_MS)).toEqual({ ok: false, refusal: 'unsigned' });
  });
});

test('an authentic notice about something else than a payment is no notice for us', () => {
  expect(verifyNotice(SECRET, envelope({ body: { type: 'merchant_order', id: 1 } }), NOW_MS)).toEqual({
    ok: true,
    value: null,
  });
});

test('one signature is one notice, whatever the body beside it says', () => {
  const ids = [{}, { action: 'payment.created' }, { action: 'payment.updated' }, { action: 'x', id: 7 }].map(
    (body) => {
      const read = verifyNotice(SECRET, envelope({ body: { type: 'payment', ...body } }), NOW_MS);
      return read.ok ? read.value?.noticeId : read.refusal;
    },
  );
  expect(new Set(ids).size).toBe(1);
});

test.each([
  ['payment', 'payment'],
  // The Orders API's.
  ['order', 'payment'],
  ['topic_chargebacks_wh', 'chargeback'],
  ['topic_claims_integration_wh', 'claim'],
  ['stop_delivery_op_wh', 'stop-delivery'],
  // As an older form of the notices has it.
  [undefined, 'payment'],
])('a notice of type %s is about a %s', (type, topic) => {
  expect(verifyNotice(SECRET, envelope({ body: { id: 1, type } }), NOW_MS)).toMatchObject({
    ok: true,
    value: { topic },
  });
});
