// What a customer's page is answered of its order, and what the store and the payments are asked for it: the routes alone, over a store
// and payments that the test holds.
import { BlockList } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Command, Outcome } from '@balcao/shared/link/commands.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleCatalog, sampleOrder, sampleRequest } from '@balcao/shared/order/sample.ts';
import { hashCommand } from './commands.ts';
import { orderRoutes } from './routes.ts';

type Deps = Parameters<typeof orderRoutes>[0];

const STORE = '01900000-0000-7000-8000-0000000000aa';
const TOKEN = 'the-token-of-this-order';
const CLAIM = 'c'.repeat(22);
/** SHA-256 of it. */
const CLAIM_HASH = '2fb01524f2615c720da88f9f0debc5273a485134ab382e8da279bab8cfb8a1e4';
const NOW_MS = Date.UTC(2026, 10, 21, 15);

let order: Order;
/** What was asked of the store and of the payments, in that order. */
let asked: unknown[];
let waitedMs: number[];
let presence: 'linked' | 'grace' | 'away';
let outcome: Outcome | null;
let receivedCents: number;
let counted: string[];
let spent: Set<string>;
let tickets: object[];
let cashOn: boolean;
let before: { state: string; outcome: Outcome | null; claimHash: string | null } | null;
let isAnotherRequest: boolean;
let isTwoDaysOld: boolean;
let settings: Parameters<typeof sampleCatalog>[0];
const doneOf = (): Outcome => ({
  ...{ status: 'done', order, trackingToken: TOKEN, trackingTokenHash: '0'.repeat(64) },
});
beforeEach(() => {
  order = sampleOrder();
  [asked, waitedMs, counted, spent, tickets] = [[], [], [], new Set(), []];
  [presence, outcome, receivedCents, cashOn, before] = ['linked', doneOf(), 0, true, null];
  [settings, isAnotherRequest, isTwoDaysOld] = [{}, false, false];
});

const limit = (name: string) => (caller: string, storeId?: string) => {
  counted.push(`${name} of ${caller}${storeId === STORE ? '' : ' at all shops together'}`);
  return Promise.resolve(spent.has(name) ? new Response(null, { status: 429 }) : null);
};

const app = () =>
  orderRoutes({
    config: { trustedProxies: new BlockList(), timeZone: 'America/Sao_Paulo', secretsKey: Buffer.alloc(32) },
    clock: () => NOW_MS,
    newId: () => 'command-1',
    stores: {
      byHost: () => Promise.resolve({ storeId: STORE }),
      byId: () => Promise.resolve({ condition: 'following' }),
    },
    replica: {
      heldByCode: (_store: string, code: string, authorization?: string) =>
        Promise.resolve(code === order.code && authorization === `Bearer ${TOKEN}` ? order : null),
      recentByCode: (_store: string, code: string) =>
        Promise.resolve(code === order.code && !isTwoDaysOld ? order : null),
    },
    commands: {
      hasRoom: () => Promise.resolve(true),
      placedBy: () => Promise.resolve(before),
      place: (_store: string, command: Command, timeoutMs: number) => {
        asked.push(command);
        waitedMs.push(timeoutMs);
        const requestHash = isAnotherRequest ? 'of another request' : hashCommand(command);
        return Promise.resolve({ state: 'done', outcome, ...before, requestHash });
      },
      enqueue: (_store: string, command: object) => Promise.resolve(void asked.push(command)),
      waitForOutcome: (_store: string, id: string, timeoutMs: number) => {
        waitedMs.push(timeoutMs);
        return Promise.resolve(id === 'command-1' ? outcome : null);
      },
    },
    documents: {
      catalog: () => {
        const catalog = sampleCatalog(settings);
        const paymentMethods = catalog.paymentMethods.map((method) =>
          method.id === 'cash' ? { ...method, enabled: cashOn } : method,
        );
        return Promise.resolve({ ...catalog, paymentMethods });
      },
    },
    gateway: { presence: () => Promise.resolve(presence) },
    payments: {
      methodsOnOffer: () => Promise.resolve({ pix: true, card: true }),
      moneyOf: () => Promise.resolve({ receivedCents, refundedCents: 0, returning: false }),
      cancelOpen: (_store: string, id: string) => Promise.resolve(void asked.push(`end open of ${id}`)),
    },
    streamTokens: {
      issue: (grant: object) => {
        tickets.push(grant);
        return 'ticket';
      },
    },
    limits: { orders: limit('orders'), lookups: limit('lookups'), outcomes: limit('outcomes') },
    answerMsMax: () => 8000,
  } as unknown as Deps);

async function ask(method: string, path: string, json?: object, token: string | null = TOKEN) {
  const answer = await app().request(
    path,
    {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    },
    { incoming: { socket: { remoteAddress: '198.51.100.1' } } },
  );
  const text = await answer.text();
  return {
    status: answer.status,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    retryAfter: answer.headers.get('retry-after'),
  };
}
const cash = (token: string | null = TOKEN) =>
  ask('POST', `/api/orders/${order.code}/cash`, { changeForCents: 5000 }, token);
const cancel = (token: string | null = TOKEN) => ask('POST', `/api/orders/${order.code}/cancel`, {}, token);
const WAYS = [
  ['cash', cash],
  ['calling it off', cancel],
] as const;

describe('an order that is to be paid in cash, or called off by who placed it', () => {
  it('is asked of the store, and what is open at the provider ends after that', async () => {
    expect(await cash()).toMatchObject({ status: 200, body: { order: { id: order.id } } });
    expect(await cancel()).toMatchObject({ status: 200, body: { order: { id: order.id } } });
    expect(asked).toEqual([
      {
        ...{ id: 'command-1', kind: 'order.choose-cash' },
        payload: { orderId: order.id, changeForCents: 5000 },
      },
      `end open of ${order.id}`,
      { id: 'command-1', kind: 'order.cancel', payload: { orderId: order.id } },
      `end open of ${order.id}`,
    ]);
    expect(waitedMs).toEqual([8000, 8000]);
  });

  it.each(WAYS)('is nobody’s without the token: %s', async (_what, way) => {
    for (const token of [null, 'the-token-of-another'])
      expect(await way(token)).toMatchObject({ status: 401, body: { code: 'no-token' } });
    expect(asked).toEqual([]);
  });

  it.each<[string, Outcome | null, number, string]>([
    ['that it refuses', { status: 'refused', refusal: { code: 'already-paid' } }, 409, 'já foi pago'],
    ['nothing yet', null, 503, 'ainda não respondeu'],
    ['that it is too old for', { status: 'deferred', kind: 'x' }, 503, 'precisa ser atualizada'],
  ])('stays as it is, its open payment too, where the store says %s', async (_what, said, status, words) => {
    outcome = said;
    for (const [, way] of WAYS) {
      const answer = await way();
      expect(answer.status).toBe(status);
      expect(JSON.stringify(answer.body).toLowerCase()).toContain(words);
    }
    expect(asked.filter((one) => typeof one === 'string')).toEqual([]);
  });

  it.each(WAYS)(
    'is not asked of a store that is away, and may be asked again in ten seconds: %s',
    async (_what, way) => {
      presence = 'away';
      expect(await way()).toMatchObject({ status: 503, body: { code: 'store-away' }, retryAfter: '10' });
      expect(asked).toEqual([]);
      presence = 'grace';
      expect((await way()).status).toBe(200);
    },
  );

  it.each(WAYS)('is counted for the address: %s', async (_what, way) => {
    spent.add('orders');
    expect((await way()).status).toBe(429);
    expect([counted, asked]).toEqual([['orders of 198.51.100.1'], []]);
  });

  it('is not called off once a centavo came for it, of which the store may not have heard', async () => {
    receivedCents = 1;
    expect((await cancel()).body).toMatchObject({ code: 'already-paid' });
    expect(asked).toEqual([]);
  });

  it('is not paid in cash where the shop takes none', async () => {
    cashOn = false;
    expect([(await cash()).body['code'], asked]).toEqual(['method-off', []]);
  });
});

describe('an order that is looked at', () => {
  it('is whole for its token, uncounted, with what came and what was handed back over the counter', async () => {
    receivedCents = 2490;
    const givenBack = [
      { method: 'cash', card: null, cents: 300 },
      { method: 'pix', card: null, cents: 200 },
    ];
    order = { ...order, changes: [{ givenBack }] as unknown as Order['changes'] };
    const { status, body } = await ask('GET', `/api/orders/${order.code.toLowerCase()}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      access: 'whole',
      money: { receivedCents: 2490, handedBackCents: 300 },
    });
    expect(counted).toEqual([]);
    expect(tickets).toEqual([{ storeId: STORE, orders: [[order.id, 'public']], phone: null }]);
  });

  it.each([null, 'the-token-of-another'])(
    'is its status for a stranger, who is counted (%s)',
    async (token) => {
      const seen = await ask('GET', `/api/orders/${order.code}`, undefined, token);
      expect(seen.body).toMatchObject({ access: 'status', order: { orderNumber: null, panelNumber: null } });
      expect(counted).toEqual(['lookups of 198.51.100.1']);
      expect(tickets).toEqual([{ storeId: STORE, orders: [[order.id, 'code']], phone: null }]);
      spent.add('lookups');
      expect((await ask('GET', `/api/orders/${order.code}`, undefined, token)).status).toBe(429);
    },
  );
});

it('[39] an order of more than two days ago is for a stranger as one that never was, and whole for its token', async () => {
  isTwoDaysOld = true;
  const read = (token: string | null) => ask('GET', `/api/orders/${order.code}`, undefined, token);
  expect(await read(null)).toMatchObject({ status: 404, body: { code: 'order-not-found' } });
  expect((await read(TOKEN)).body).toMatchObject({ access: 'whole' });
});

describe('the outcome of an order', () => {
  const read = (token: string | null) => ask('GET', `/api/orders/by-id/${order.id}`, undefined, token);

  it.each<[string, string, (() => Outcome) | null, object]>([
    ['that was made', 'done', doneOf, { state: 'placed', trackingToken: TOKEN }],
    ['that lapsed', 'lapsed', null, { state: 'lapsed', id: sampleOrder().id }],
    ['that waits', 'queued', null, { state: 'waiting' }],
    ['that waits for a person', 'set-aside', null, { state: 'waiting' }],
  ])('%s is told who holds its claim', async (_what, state, said, told) => {
    before = { state, outcome: said?.() ?? null, claimHash: CLAIM_HASH };
    expect(await read(CLAIM)).toMatchObject({ status: 200, body: told });
    expect(counted).toEqual(['outcomes of 198.51.100.1']);
  });

  it('[40] is told nobody else: as of one that never was', async () => {
    for (const token of [null, 'd'.repeat(22)]) {
      before = { state: 'done', outcome: doneOf(), claimHash: CLAIM_HASH };
      const there = await read(token);
      before = null;
      expect(await read(token)).toEqual(there);
      expect(there).toMatchObject({ status: 404, body: { code: 'order-not-found' } });
    }
  });
});

describe('an order that is placed', () => {
  const request = { ...sampleRequest(), claim: CLAIM };
  const place = () => ask('POST', '/api/orders', request, null);

  it('is 201 with what the store made of it; the store hears who it was by a digest, and of the claim its hash', async () => {
    expect(await place()).toMatchObject({ status: 201, body: { state: 'placed', trackingToken: TOKEN } });
    expect(asked).toMatchObject([
      {
        kind: 'order.place',
        payload: { order: { id: request.id, claimHash: CLAIM_HASH } },
        caller: expect.stringMatching(/^[\w-]{22}$/),
      },
    ]);
    expect(JSON.stringify(asked)).not.toContain(request.claim);
    expect([waitedMs, counted]).toEqual([[8000], ['orders of 198.51.100.1']]);
  });

  it.each([
    ['waits is 202', 'queued', 202, 'waiting'],
    ['lapsed is 200', 'lapsed', 200, 'lapsed'],
  ])('and %s', async (_what, state, status, told) => {
    before = { state, outcome: null, claimHash: CLAIM_HASH };
    expect(await place()).toMatchObject({ status, body: { state: told, id: request.id } });
  });

  it('[10] under the id of another one is refused', async () => {
    isAnotherRequest = true;
    expect((await place()).body).toMatchObject({ code: 'id-reused' });
  });

  it('while the shop is paused is not, unless it was before', async () => {
    settings = { pausedUntilMs: NOW_MS + 60_000 };
    expect((await place()).body).toMatchObject({ code: 'store-closed' });
    expect(asked).toEqual([]);
    before = { state: 'done', outcome, claimHash: CLAIM_HASH };
    expect((await place()).status).toBe(201);
  });
});
