// Payments as the store's own device asks for them: the routes alone, over a service that the test holds. What is asked for arrives as it
// was asked, and its answer or refusal goes back.
import { beforeEach, describe, expect, it } from 'vitest';
import { accepted, refused } from '@balcao/shared/result.ts';
import { edgeRoutes } from './edge-routes.ts';

type Deps = Parameters<typeof edgeRoutes>[0];
type Service = Parameters<typeof edgeRoutes>[1];

const STORE = 'store-1';
const ORDER = { id: '01900000-0000-7000-8000-000000000001', code: '7K2MQ9XWTB', totalCents: 2490 };
const PART = '01900000-0000-7000-8000-000000000002';
const ATTEMPT = '01900000-0000-7000-8000-000000000003';
const REFUND = '01900000-0000-7000-8000-000000000004';
const PIX = {
  ...{ attemptId: ATTEMPT, paymentId: '9', qrCode: 'q', qrCodeBase64: 'cQ==', expiresAtMs: 1 },
  status: 'pending',
};
const CARD = { status: 'approved', statusDetail: null, paymentId: '9', attemptId: ATTEMPT };

/** What the service was asked for, in that order. */
let asked: unknown[];
let answers: Record<string, unknown>;
beforeEach(() => {
  asked = [];
  answers = {
    startPix: accepted(PIX),
    poll: { id: ATTEMPT },
    findStaticPix: accepted({ found: [] }),
    cancelOpen: true,
    refund: accepted({
      ...{ id: REFUND, attemptId: ATTEMPT, amountCents: 300, reason: 'asked', state: 'sent' },
      ...{ lastError: null, createdAtMs: 5 },
    }),
    attempts: [],
    reviewItems: [],
    endReviewItem: accepted({ ended: true }),
    accept: accepted({ accepted: true }),
    matchDay: accepted({}),
  };
});

const service = new Proxy(
  { pixAnswer: () => PIX, cardAnswer: () => CARD },
  {
    get: (own: Record<string, unknown>, name: string) =>
      own[name] ??
      ((...args: unknown[]) => {
        asked.push([name, ...args]);
        return Promise.resolve(answers[name]);
      }),
  },
);

async function ask(method: 'GET' | 'POST', path: string, json?: object) {
  const app = edgeRoutes(
    {
      requireDevice: (context: { set(name: string, value: string): void }, next: () => Promise<void>) => {
        context.set('storeId', STORE);
        return next();
      },
    } as unknown as Deps,
    service as unknown as Service,
  );
  const answer = await app.request(`/edge/payments/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe('a PIX that the store asks for', () => {
  const whole = { orderId: ORDER.id, code: ORDER.code, totalCents: 2490, items: [] };
  it.each([
    ['of an order', 'pix', { order: ORDER }, whole],
    ['of a part of it', 'parts/pix', { order: ORDER, part: PART }, { ...whole, partId: PART }],
    [
      'of what a paid order still owes',
      'differences/pix',
      { order: ORDER, part: PART },
      { ...whole, partId: PART, isDifference: true },
    ],
  ])('%s is made for that and no other', async (_what, path, json, expected) => {
    expect(await ask('POST', path, json)).toEqual({ status: 200, body: PIX });
    expect(asked).toEqual([['startPix', STORE, expected]]);
  });

  it('is looked at as the order’s, where the store says whose it should be', async () => {
    expect(await ask('GET', `pix/${ATTEMPT}?orderId=${ORDER.id}`)).toEqual({ status: 200, body: PIX });
    await ask('GET', `pix/${ATTEMPT}`);
    expect(asked).toEqual([
      ['poll', STORE, ORDER.id, ATTEMPT],
      ['poll', STORE, null, ATTEMPT],
    ]);
  });

  it('is over with the order that is paid otherwise', async () => {
    expect(await ask('POST', 'cancel', { orderId: ORDER.id })).toEqual({
      status: 200,
      body: { cancelled: true },
    });
    expect(asked).toEqual([['cancelOpen', STORE, ORDER.id]]);
  });
});

it('a card is looked at as it stands', async () => {
  expect(await ask('GET', `card/${ATTEMPT}`)).toEqual({ status: 200, body: CARD });
  expect(asked).toEqual([['poll', STORE, null, ATTEMPT]]);
});

it.each(['pix', 'card'])('a %s payment that is not there is said not to be found', async (kind) => {
  answers['poll'] = null;
  expect(await ask('GET', `${kind}/${ATTEMPT}`)).toMatchObject({
    status: 404,
    body: { code: 'attempt-not-found' },
  });
});

describe('money that is to go back', () => {
  it.each([
    ['in part, under the key of who asks', { amountCents: 300, refundId: REFUND }, [300, REFUND]],
    ['whole', {}, [null, null]],
  ])('goes back %s', async (_what, more, given) => {
    const { status, body } = await ask('POST', 'refund', { attemptId: ATTEMPT, ...more });
    expect(status).toBe(200);
    expect(body).toMatchObject({ refundId: REFUND, attemptId: ATTEMPT, amountCents: 300 });
    expect(asked).toEqual([['refund', STORE, ATTEMPT, ...given]]);
  });

  it('stays where it cannot, with the reason', async () => {
    answers['refund'] = refused({ code: 'attempt-not-found' });
    expect(await ask('POST', 'refund', { attemptId: ATTEMPT })).toMatchObject({
      status: 404,
      body: { code: 'attempt-not-found' },
    });
  });
});

describe('what a person decides', () => {
  it('is that it is dealt with, of that kind', async () => {
    const { body } = await ask('POST', 'attention/done', { attemptId: ATTEMPT, kind: 'claim' });
    expect(body).toEqual({ ended: true });
    expect(asked).toEqual([['endReviewItem', STORE, ATTEMPT, 'claim']]);
  });

  it('is that the money is taken all the same', async () => {
    const { body } = await ask('POST', 'attention/accept', { attemptId: ATTEMPT });
    expect(body).toEqual({ accepted: true });
    expect(asked).toEqual([['accept', STORE, ATTEMPT]]);
  });
});

it('a day that the provider does not answer for is said to be out of reach, and for how long', async () => {
  answers['matchDay'] = refused({ kind: 'busy', retryAfterMs: 2500 });
  expect(await ask('GET', 'matching?day=2026-11-21&timeZone=America/Sao_Paulo')).toMatchObject({
    status: 503,
    body: { code: 'provider-unreachable', retryAfterSeconds: 3 },
  });
  expect(asked).toEqual([['matchDay', STORE, '2026-11-21', 'America/Sao_Paulo']]);
});
