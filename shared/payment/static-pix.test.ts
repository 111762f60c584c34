import { describe, expect, it } from 'vitest';
import { sampleOrder } from '../order/sample.ts';
import {
  decideStaticPix,
  matchStaticPix,
  staticPixTxid,
  nextLookAtMs,
  STATIC_PIX_STATES,
  STATIC_PIX_TRANSITIONS,
  withStaticPix,
  type StaticPixEvent,
} from './static-pix.ts';

const EVENTS: StaticPixEvent[] = ['found', 'received', 'not-received', 'called-off'];

describe('[P32] what is known of a PIX to the static code', () => {
  it('is decided in every cell', () => {
    for (const state of STATIC_PIX_STATES)
      expect(Object.keys(STATIC_PIX_TRANSITIONS[state]).toSorted()).toEqual(EVENTS.toSorted());
  });

  it.each([
    ['unconfirmed', 'found', 'proved', 'none'],
    ['unconfirmed', 'received', 'received', 'none'],
    ['unconfirmed', 'not-received', 'not-received', 'lose'],
    ['unconfirmed', 'called-off', 'called-off', 'none'],
    ['received', 'found', 'proved', 'none'],
    ['received', 'not-received', 'not-received', 'lose'],
    ['received', 'called-off', 'called-off', 'none'],
    ['not-received', 'found', 'proved', 'regain'],
    ['not-received', 'received', 'received', 'regain'],
    ['proved', 'called-off', 'called-off', 'none'],
  ] as const)('%s, once %s, is %s (%s)', (state, event, to, effect) => {
    expect(decideStaticPix(state, event)).toEqual({ ok: true, value: { state: to, changed: true, effect } });
  });

  it.each([
    ['proved', 'found'],
    ['proved', 'received'],
    ['received', 'received'],
    ['not-received', 'not-received'],
    // Nothing came: the drawer gives nothing back.
    ['not-received', 'called-off'],
    ['called-off', 'found'],
    ['called-off', 'called-off'],
  ] as const)('%s stays so when it is %s', (state, event) => {
    expect(decideStaticPix(state, event)).toEqual({
      ok: true,
      value: { state, changed: false, effect: 'none' },
    });
  });

  it.each([
    ['proved', 'not-received'],
    ['called-off', 'received'],
    ['called-off', 'not-received'],
  ] as const)('%s is nobody’s to call %s', (state, event) => {
    expect(decideStaticPix(state, event)).toEqual({ ok: false, refusal: { code: 'settled', state } });
  });
});

describe('[P33] what proves it', () => {
  const sought = { txid: '7K2MQ9XWTB', amountCents: 2500, atMs: 0 };
  const seen = (fields: object) => ({
    providerPaymentId: '1',
    txids: ['7K2MQ9XWTB'],
    amountCents: 2500,
    ...fields,
  });
  it.each([
    ['its name and amount', {}, 1],
    ['its name in other letters', { txids: ['7k2mq9xwtb'] }, 1],
    ['its name among others', { txids: ['E2E', '7K2MQ9XWTB'] }, 1],
    ['a centavo less', { amountCents: 2499 }, 0],
    ['a centavo more', { amountCents: 2501 }, 0],
    ['another name', { txids: ['7K2MQ9XWTC'] }, 0],
    ['no name', { txids: [] }, 0],
    [
      'the name of a part of its order',
      { txids: [staticPixTxid('7K2MQ9XWTB', '0199f0a1-b2c3-7d4e-8f50-123456789abc')] },
      0,
    ],
  ])('%s', (_name, fields, found) => {
    expect(matchStaticPix([sought], [seen(fields)])).toHaveLength(found);
  });

  it('has a name of 25 letters and digits at most, and each part of an order one of its own', () => {
    const [one, other] = ['0199f0a1-b2c3-7d4e-8f50-123456789abc', '0199f0a1-b2c3-7d4e-8f50-123456789abd'];
    expect(staticPixTxid('7K2MQ9XWTB')).toBe('7K2MQ9XWTB');
    expect(staticPixTxid('7K2MQ9XWTB', one)).toBe('7K2MQ9XWTBF50123456789ABC');
    expect(staticPixTxid('7K2MQ9XWTB', one)).toHaveLength(25);
    expect(staticPixTxid('7K2MQ9XWTB', other)).not.toBe(staticPixTxid('7K2MQ9XWTB', one));
  });

  it('is one payment for one sale', () => {
    expect(matchStaticPix([sought, sought], [seen({})])).toEqual([
      { txid: '7K2MQ9XWTB', providerPaymentId: '1' },
    ]);
  });
});

it('[P34] an order whose PIX did not come is unpaid where it stands, and paid again once it did', () => {
  const order = {
    ...sampleOrder(),
    status: 'DELIVERED',
    paymentStatus: 'approved',
    paymentMethod: 'pix_manual',
  } as const;
  const lost = withStaticPix(order, false, 9);
  expect(lost).toMatchObject({ status: 'DELIVERED', paymentStatus: 'pending', updatedAtMs: 9 });
  expect(withStaticPix(lost, true, 10)).toMatchObject({ paymentStatus: 'approved' });
  const cash = { ...order, paymentMethod: 'cash' } as const;
  expect(withStaticPix(cash, false, 9)).toBe(cash);
  const cancelled = { ...order, status: 'CANCELLED' } as const;
  expect(withStaticPix(cancelled, false, 9)).toBe(cancelled);
});

it('[P35] is looked for after one, two, four minutes, then hourly, for three days', () => {
  expect([0, 1, 2, 6, 60].map((looks) => nextLookAtMs(0, looks, 0))).toEqual([
    60_000, 120_000, 240_000, 3_600_000, 3_600_000,
  ]);
  expect(nextLookAtMs(0, 6, 71 * 3_600_000)).toBe(72 * 3_600_000);
  expect(nextLookAtMs(0, 6, 71 * 3_600_000 + 1)).toBeNull();
});
