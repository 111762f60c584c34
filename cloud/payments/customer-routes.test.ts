// What stands before a payment is begun, and what a page and the provider are answered: the routes alone, over an order, counts and a
// provider that the test holds. Amounts are the order's: a body names none.
import { beforeEach, describe, expect, it } from 'vitest';
import type { CardAnswer } from '@balcao/shared/http/payments.ts';
import type { PaymentRefusal } from '@balcao/shared/http/refusals/payment.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { customerRoutes } from './customer-routes.ts';

type Deps = Parameters<typeof customerRoutes>[0];
type Service = Parameters<typeof customerRoutes>[1];

const STORE = '01900000-0000-7000-8000-0000000000aa';
const ANOTHER = '01900000-0000-7000-8000-0000000000bb';
const ATTEMPT = '01900000-0000-7000-8000-0000000000cc';
const TOKEN = 'the-token-of-this-order';
const ADDRESS = '198.51.100.1';
const CARD = { token: 'tok-1', payment_method_id: 'master', payer: { email: 'ana@exemplo.com.br' } };

let order: Order;
/** What was counted, as 'name of whom'; whose name is in `spent` has to wait 7 s. */
let counted: string[];
let spent: Set<string>;
let rules: Map<string, object>;
/** What was asked of what begins payments, and of what counts cards. */
let begun: unknown[];
let cards: unknown[];
let off: Set<string>;
let cardAnswer: Result<CardAnswer, PaymentRefusal>;
let notices: [string, unknown][];
let isGenuine: boolean;
let warned: object[];
let hostStore: string | null;
beforeEach(() => {
  order = sampleOrder({ paymentMethod: null });
  [counted, spent, begun, cards, off, notices, warned] = [[], new Set(), [], [], new Set(), [], []];
  cardAnswer = accepted({ attemptId: ATTEMPT, paymentId: '1', status: 'approved', statusDetail: null });
  [isGenuine, hostStore, rules] = [true, STORE, new Map()];
});

const attemptOf = (orderId: string, attemptId: string) =>
  Promise.resolve(orderId === order.id && attemptId === ATTEMPT ? { id: attemptId } : null);

const app = () =>
  customerRoutes(
    {
      counts: {
        limit: (name: string, rule: object) => {
          rules.set(name, rule);
          return (storeId: string | null, subject: string) => {
            counted.push(`${name} of ${subject}${storeId === STORE ? '' : ` at ${storeId}`}`);
            return Promise.resolve(spent.has(name) ? 7 : 0);
          };
        },
      },
      storeOf: () => hostStore,
      householdOf: () => ADDRESS,
      orders: {
        heldByCode: (_store: string, code: string, authorization?: string) =>
          Promise.resolve(code === order.code && authorization === `Bearer ${TOKEN}` ? order : null),
      },
      methodEnabled: (_store: string, method: string) => Promise.resolve(!off.has(method)),
      log: { warn: (details: object) => void warned.push(details) },
    } as unknown as Deps,
    {
      startPix: (storeId: string, payable: object) => {
        begun.push([storeId, payable]);
        return Promise.resolve(accepted({ status: 'pending' }));
      },
      payCard: (storeId: string, payable: object) => {
        begun.push([storeId, payable]);
        return Promise.resolve(cardAnswer);
      },
      poll: (_store: string, orderId: string, attemptId: string) => attemptOf(orderId, attemptId),
      pixAnswer: () => ({ status: 'pending' }),
      cardAnswer: () => ({ status: 'in_process' }),
      publicKey: () => Promise.resolve({ publicKey: 'key', sdkUrl: 'https://sdk' }),
      cardTrials: {
        admitTrial: (tried: object) => {
          cards.push(tried);
          return Promise.resolve(spent.has('cards') ? 3600 : 0);
        },
        recordOutcome: (_tried: object, outcome: string) => Promise.resolve(void cards.push(outcome)),
      },
      notices: {
        receive: (storeId: string, envelope: unknown) => {
          notices.push([storeId, envelope]);
          return Promise.resolve(isGenuine ? accepted(true) : refused('unsigned'));
        },
      },
    } as unknown as Service,
  );

async function ask(method: string, path: string, json?: unknown, headers: Record<string, string> = {}) {
  const answer = await app().request(path, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...headers },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    cache: answer.headers.get('cache-control'),
  };
}
const pay = (way: 'pix' | 'card', code = order.code) =>
  ask('POST', `/api/orders/${code}/${way}`, way === 'card' ? CARD : undefined);

describe('a payment is begun', () => {
  it('of what the store’s order costs, with what was bought, and kept by no cache', async () => {
    order = sampleOrder({
      paymentMethod: null,
      totalCents: 6100,
      items: [
        { kind: 'acai', productName: null, sizeName: 'Grande', priceCents: 2500 },
        { kind: 'cup', productName: 'Taça da Casa', sizeName: null, priceCents: 3200 },
        { kind: 'product', productName: null, sizeName: null, priceCents: 400 },
      ].map((item, index) => ({ ...sampleOrder().items[0], ...item, id: `i${index}` })) as Order['items'],
    });
    const items = [
      { id: 'i0', title: 'Açaí Grande', unitCents: 2500 },
      { id: 'i1', title: 'Taça da Casa', unitCents: 3200 },
      { id: 'i2', title: 'Produto', unitCents: 400 },
    ];
    for (const way of ['pix', 'card'] as const)
      expect(await pay(way)).toMatchObject({ status: 200, cache: 'no-store' });
    const payable = { orderId: order.id, code: order.code, totalCents: 6100, items };
    expect(begun).toEqual([
      [STORE, payable],
      [STORE, payable],
    ]);
  });

  it.each<[string, Partial<Order>, string]>([
    ['paid', { paymentStatus: 'approved', status: 'RECEBIDO' }, 'already-paid'],
    [
      'paid and handed over, and given back in part',
      { paymentStatus: 'partially_refunded', status: 'DELIVERED' },
      'already-paid',
    ],
    ['called off', { status: 'CANCELLED' }, 'order-over'],
    ['handed over', { status: 'DELIVERED' }, 'order-over'],
    ['being made', { status: 'PREPARING' }, 'already-paid'],
    [
      'paid in part at the counter',
      { tenders: [{ id: 't' }] as unknown as Order['tenders'] },
      'already-paid',
    ],
    ['for nothing', { totalCents: 0 }, 'method-off'],
  ])('of no order that is %s', async (_what, changes, code) => {
    order = { ...order, ...changes };
    for (const way of ['pix', 'card'] as const) expect((await pay(way)).body).toMatchObject({ code });
    expect(begun).toEqual([]);
  });

  it('of one centavo', async () => {
    order = { ...order, totalCents: 1 };
    expect((await pay('pix')).status).toBe(200);
  });

  it.each([
    ['pix', 'pix', 'card'],
    ['card', 'credit_card', 'pix'],
  ] as const)('not by %s where the shop does not offer that', async (way, method, other) => {
    off.add(method);
    expect((await pay(way)).body).toMatchObject({ code: 'method-off' });
    expect((await pay(other)).status).toBe(200);
  });

  it('by nobody who does not hold the token, in the words for an order that is not there', async () => {
    const ways = [
      await pay('pix', 'QQQQQQQQQQ'),
      await ask('POST', `/api/orders/${order.code}/pix`, undefined, {
        authorization: 'Bearer another-one-of-them',
      }),
      await ask('POST', `/api/orders/${order.code}/pix`, undefined, { authorization: TOKEN }),
      await ask('GET', `/api/orders/${order.code}/pix/${ATTEMPT}`, undefined, { authorization: '' }),
    ];
    hostStore = null;
    ways.push(await pay('pix'));
    expect(ways.map(({ status, body }) => [status, body['code']])).toEqual(ways.map(() => [401, 'no-token']));
    expect([begun, counted]).toEqual([[], []]);
  });

  it.each(['payment-starts-address', 'payment-starts'])(
    'not once the %s are spent, and says how long to wait',
    async (name) => {
      spent.add(name);
      expect(await pay('pix')).toMatchObject({
        status: 429,
        body: { code: 'too-often', retryAfterSeconds: 7 },
      });
      expect(begun).toEqual([]);
    },
  );

  it('and counted for the address and for the order', async () => {
    await pay('pix');
    expect(counted).toEqual([`payment-starts-address of ${ADDRESS}`, `payment-starts of ${order.id}`]);
  });
});

describe('a page that waits', () => {
  it.each(['pix', 'card'])('is told how its %s stands, and only of its own order', async (way) => {
    const path = `/api/orders/${order.code}/${way}/`;
    expect(await ask('GET', path + ATTEMPT)).toMatchObject({ status: 200, cache: 'no-store' });
    expect(await ask('GET', path + ANOTHER)).toMatchObject({ body: { code: 'attempt-not-found' } });
    expect(counted).toEqual(Array(2).fill(`payment-polls of ${order.id}`));
    spent.add('payment-polls');
    expect((await ask('GET', path + ATTEMPT)).status).toBe(429);
  });

  it('asks for the key of the card form, each address so often, and asks anew whether it changed', async () => {
    const path = '/api/payments/public-key';
    expect(await ask('GET', path)).toMatchObject({
      status: 200,
      body: { publicKey: 'key' },
      cache: 'no-cache',
    });
    expect(counted).toEqual([`payment-keys of ${ADDRESS}`]);
    spent.add('payment-keys');
    expect((await ask('GET', path)).status).toBe(429);
    hostStore = null;
    expect((await ask('GET', path)).body).toMatchObject({ code: 'method-off' });
  });
});

it('three phones may wait for one order with a look every three seconds each, and a shop full of customers pay from one address', async () => {
  await pay('pix');
  const inAMinute = (points: number) => ({ points, seconds: 60 });
  expect(Object.fromEntries(rules)).toEqual({
    'payment-polls': inAMinute(60),
    'payment-starts': inAMinute(20),
    'payment-starts-address': inAMinute(40),
    'payment-keys': inAMinute(600),
    'foreign-notices': inAMinute(60),
  });
});

describe('[42] a card', () => {
  it('is counted for address, payer, order and store before the provider sees it', async () => {
    spent.add('cards');
    expect(await pay('card')).toMatchObject({
      status: 429,
      body: { code: 'too-many-cards', retryAfterSeconds: 3600 },
    });
    expect(cards).toEqual([
      { storeId: STORE, orderId: order.id, household: ADDRESS, payer: expect.objectContaining(CARD.payer) },
    ]);
    expect(begun).toEqual([]);
  });

  const said = (status: CardAnswer['status']): Result<CardAnswer, PaymentRefusal> =>
    accepted({ attemptId: ATTEMPT, paymentId: '1', status, statusDetail: null });
  it.each<[string, Result<CardAnswer, PaymentRefusal>, string]>([
    ['approved', said('approved'), 'approved'],
    ['rejected', said('rejected'), 'declined'],
    ['looked at yet', said('in_process'), 'open'],
    ['cancelled', said('cancelled'), 'open'],
    ['refused by the provider', refused({ code: 'provider-refused', providerCode: 'x' }), 'declined'],
    ['not taken for an earlier one', refused({ code: 'already-paid' }), 'not-tried'],
    ['not heard of', refused({ code: 'provider-credentials' }), 'not-tried'],
  ])('that was %s is remembered so', async (_what, answer, outcome) => {
    cardAnswer = answer;
    await pay('card');
    expect(cards.slice(1)).toEqual([outcome]);
  });
});

describe('[18] a notice of the provider', () => {
  const hear = (query: string, body: unknown = { data: { id: '5' } }) =>
    ask('POST', `/api/webhooks/mercadopago${query}`, body, {
      'x-signature': 'ts=1,v1=a',
      'x-request-id': 'r',
    });

  it('is judged by the secret of the store that its address names, else of the host’s', async () => {
    expect((await hear(`?store=${ANOTHER}&data.id=5`)).status).toBe(200);
    expect((await hear('?store=none&data.id=5')).status).toBe(200);
    const envelope = { signature: 'ts=1,v1=a', requestId: 'r', dataId: '5', body: { data: { id: '5' } } };
    expect(notices).toEqual([
      [ANOTHER, envelope],
      [STORE, envelope],
    ]);
    hostStore = null;
    expect((await hear('')).status).toBe(401);
    expect(notices).toHaveLength(2);
  });

  it('that is not genuine is answered with 401, and said in the log only so often for an address', async () => {
    isGenuine = false;
    expect((await hear(`?store=${ANOTHER}`)).status).toBe(401);
    expect(warned).toEqual([{ storeId: ANOTHER, reason: 'unsigned' }]);
    // Whoever sends it names the store, so that is not what it is counted by.
    expect(counted).toEqual([`foreign-notices of ${ADDRESS} at null`]);
    spent.add('foreign-notices');
    expect((await hear(`?store=${ANOTHER}`)).status).toBe(401);
    expect(warned).toHaveLength(1);
  });

  it('of more than 64 kB is not read', async () => {
    expect((await hear('', { x: 'x'.repeat(64 * 1024) })).status).toBe(413);
    expect(notices).toEqual([]);
  });
});
