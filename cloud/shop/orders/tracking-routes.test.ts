// What a search without a token uses up, what it gets back, and what it finds. The routes alone, over orders and counts that the test holds.
// Expected by decision 023: who sees what, what counts and what is given back; and by the business day, which turns at 04:00.
import { BlockList } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TrackRequest } from '@balcao/shared/http/orders.ts';
import type { SearchLimit } from '@balcao/shared/host/search-limits.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { giveBackAll, takeAll, trackingRoutes } from './tracking-routes.ts';

type Deps = Parameters<typeof trackingRoutes>[0];
const STORE = 'store-1';
const ADDRESS = '198.51.100.1';
const PHONE = '11987654321';
/** 03:59 in the shop's zone, where the day of the 21st is open still; in UTC that of the 22nd has begun. */
const NOW_MS = Date.UTC(2026, 10, 22, 6, 59);

/** Of each count here, as of the end of a phone: five tries an order and business day. */
const USES_MAX = 5;

/** What each count was used, by its name and whose use it is. */
let used: Map<string, number>;
let spent: Set<string>;
let lookups: number;
/** What who searched too often is told. */
let tooMany: Response | null;
let orders: Order[];
let asked: string[];
let tickets: object[];
beforeEach(() => {
  [used, spent, lookups, orders, asked, tickets] = [new Map(), new Set(), 0, [], [], []];
  tooMany = null;
});

const count =
  (name: string) =>
  (storeId: string, subject: string, uses: 1 | -1 = 1): Promise<{ left: number; seconds: number }> => {
    const key = `${name} of ${subject}`;
    expect(storeId).toBe(STORE);
    const now = (used.get(key) ?? 0) + uses;
    used.set(key, now);
    return Promise.resolve({ left: spent.has(name) ? -1 : USES_MAX - now, seconds: 77 });
  };
const NAMES = [
  ...['digits', 'numbers', 'askedAgain', 'numberMisses', 'storeNumberMisses', 'phoneMisses'],
  'storePhoneMisses',
] as SearchLimit[];
const search = Object.fromEntries(NAMES.map((name) => [name, count(name)]));
const left = (): Record<string, number> => Object.fromEntries([...used].filter(([, uses]) => uses !== 0));

const app = () =>
  trackingRoutes({
    config: { trustedProxies: new BlockList(), timeZone: 'America/Sao_Paulo' },
    clock: () => NOW_MS,
    stores: { byHost: () => Promise.resolve({ storeId: STORE }) },
    replica: {
      byPhone: (_store: string, phone: string) => {
        asked.push(`phone ${phone}`);
        return Promise.resolve(orders.filter((order) => order.customerPhone === phone));
      },
      byNumber: (_store: string, number: number) =>
        Promise.resolve(orders.filter((order) => order.orderNumber === number)),
      byPanelNumber: (_store: string, number: number, date: string) => {
        asked.push(`panel ${number} of ${date}`);
        return Promise.resolve(orders.filter((order) => order.panelNumber === number));
      },
      recentByCode: (_store: string, code: string) => {
        asked.push(`code ${code}`);
        return Promise.resolve(orders.find((order) => order.code === code) ?? null);
      },
      verifyToken: (_store: string, orderId: string, ...tokens: string[]) =>
        Promise.resolve(tokens.includes(`token-of-${orderId}`)),
    },
    streamTokens: {
      issue: (grant: object) => {
        tickets.push(grant);
        return 'ticket';
      },
    },
    limits: {
      search,
      lookups: (_caller: string, storeId?: string) => {
        // Each shop counts for itself.
        expect(storeId).toBe(STORE);
        lookups += 1;
        return Promise.resolve(tooMany);
      },
    },
  } as unknown as Deps);

async function track(json: TrackRequest, remoteAddress = ADDRESS) {
  const answer = await app().request(
    '/api/track',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) },
    { incoming: { socket: { remoteAddress } } },
  );
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const seen = async (json: TrackRequest) => {
  const { body } = await track(json);
  return (body['orders'] as { access: string; orderNumber: number; panelNumber: number | null }[]).map(
    ({ access, orderNumber, panelNumber }) => [access, orderNumber, panelNumber],
  );
};

it.each<[string, TrackRequest]>([
  ['a number', { query: '7' }],
  ['a phone', { phone: PHONE }],
])(
  '[29] who searched too often by %s is told to wait, and nothing is looked for nor used up',
  async (_what, search_) => {
    orders = [sampleOrder({ orderNumber: 7, panelNumber: null, customerPhone: PHONE })];
    tooMany = new Response('{"code":"too-many"}', { status: 429 });
    expect(await track(search_)).toEqual({ status: 429, body: { code: 'too-many' } });
    expect([asked, left(), tickets]).toEqual([[], {}, []]);
  },
);

describe('[29] by a number', () => {
  it('that is there, costs a number and no miss; the same again costs nothing', async () => {
    orders = [sampleOrder({ orderNumber: 7, panelNumber: null })];
    expect(await seen({ query: '7' })).toEqual([['status', 7, null]]);
    const once = { [`numbers of ${ADDRESS}`]: 1, [`askedAgain of ${ADDRESS} 7`]: 1 };
    expect(left()).toEqual(once);
    spent.add('askedAgain');
    expect(await seen({ query: '007' })).toEqual([['status', 7, null]]);
    expect(left()).toEqual(once);
  });

  it('is the same one however many zeros are before it', async () => {
    for (const query of ['7', '007']) await track({ query });
    expect(left()).toMatchObject({ [`askedAgain of ${ADDRESS} 7`]: 2 });
  });

  it('that is not there, costs a miss of the address and of the store, also when it is asked for again', async () => {
    expect(await seen({ query: '7' })).toEqual([]);
    expect(left()).toMatchObject({ [`numberMisses of ${ADDRESS}`]: 1, 'storeNumberMisses of store': 1 });
    spent.add('askedAgain');
    await track({ query: '7' });
    expect(left()).toMatchObject({ [`numberMisses of ${ADDRESS}`]: 2, 'storeNumberMisses of store': 2 });
  });

  it.each(['numbers', 'numberMisses', 'storeNumberMisses'])(
    'once the %s are spent is refused, uses nothing up and looks for nothing',
    async (name) => {
      spent.add(name);
      expect(await track({ query: '7' })).toMatchObject({
        status: 429,
        body: { code: 'number-searches-spent' },
      });
      expect([left(), asked]).toEqual([{}, []]);
    },
  );

  it('is the panel’s of this business day before the order’s, and one order that is both is told once', async () => {
    const both = sampleOrder({ id: '01900000-0000-7000-8000-0000000000a1', orderNumber: 7, panelNumber: 7 });
    const other = sampleOrder({ id: '01900000-0000-7000-8000-0000000000b2', orderNumber: 9, panelNumber: 7 });
    const third = sampleOrder({ id: '01900000-0000-7000-8000-0000000000c3', orderNumber: 7, panelNumber: 3 });
    orders = [both, other, third];
    expect(await seen({ query: '7' })).toEqual([
      ['status', null, 7],
      ['status', null, 7],
      ['status', 7, null],
    ]);
    expect(asked).toEqual(['panel 7 of 2026-11-21']);
    expect(tickets).toEqual([
      {
        storeId: STORE,
        phone: null,
        orders: [
          [both.id, 'panel'],
          [other.id, 'panel'],
          [third.id, 'number'],
        ],
      },
    ]);
  });
});

describe('[29] by a phone', () => {
  it('that ordered, costs nothing; the ticket follows the phone', async () => {
    orders = [sampleOrder({ customerPhone: PHONE })];
    const { body } = await track({ phone: '(11) 98765-4321' });
    expect(body['orders']).toMatchObject([{ access: 'public' }]);
    expect([left(), asked]).toEqual([{}, [`phone ${PHONE}`]]);
    expect(tickets).toMatchObject([{ phone: PHONE, orders: [[orders[0]?.id, 'public']] }]);
  });

  it('that nobody ordered with, costs a miss of the address and of the store', async () => {
    expect((await track({ phone: PHONE })).body['orders']).toEqual([]);
    expect(left()).toEqual({ [`phoneMisses of ${ADDRESS}`]: 1, 'storePhoneMisses of store': 1 });
  });

  it('or a number, counts an IPv6 household as one', async () => {
    await track({ phone: PHONE }, '2001:db8:1:2::9');
    await track({ query: '7' }, '2001:db8:1:2:aaaa::1');
    expect(left()).toMatchObject({
      'phoneMisses of 2001:db8:1:2::/64': 1,
      'numberMisses of 2001:db8:1:2::/64': 1,
      'numbers of 2001:db8:1:2::/64': 1,
    });
  });

  it.each(['phoneMisses', 'storePhoneMisses'])('once the %s are spent is refused unseen', async (name) => {
    orders = [sampleOrder({ customerPhone: PHONE })];
    spent.add(name);
    expect(await track({ phone: PHONE })).toMatchObject({
      status: 429,
      body: { code: 'phone-searches-spent' },
    });
    expect([left(), asked]).toEqual([{}, []]);
  });

  // The specification's 14 characters of a formatted phone.
  it('of ten digits is looked for, and of nine not', async () => {
    expect((await track({ phone: '119876543' })).status).not.toBe(429);
    expect([left(), asked]).toEqual([{}, []]);
    await track({ phone: '1198765432' });
    expect(asked).toEqual(['phone 1198765432']);
  });
});

describe('[29] by a code', () => {
  it('tells how the order stands, under no number, however the code is written; what is no code is not looked for', async () => {
    const order = sampleOrder({ orderNumber: 7, panelNumber: 3 });
    orders = [order];
    expect(await seen({ query: ` ${order.code.toLowerCase()} ` })).toEqual([['status', null, null]]);
    expect(await seen({ query: 'açaí' })).toEqual([]);
    expect(asked).toEqual([`code ${order.code}`]);
    expect(tickets).toMatchObject([{ orders: [[order.id, 'code']] }, { orders: [] }]);
  });
});

describe('[39] with the end of the phone', () => {
  const order = sampleOrder({ customerPhone: PHONE, orderNumber: 7, panelNumber: null });
  beforeEach(() => void (orders = [order]));

  it('a right one opens the order and uses no try up', async () => {
    expect(await seen({ query: order.code, lastFour: '4321' })).toEqual([['public', 7, null]]);
    expect(left()).toEqual({});
  });

  it('a wrong one uses up a try of this order in this business day', async () => {
    expect(await track({ query: order.code, lastFour: '1234' })).toMatchObject({
      body: { code: 'wrong-digits', triesLeft: 4 },
    });
    expect(left()).toEqual({ [`digits of ${order.id} 2026-11-21`]: 1 });
  });

  it('a wrong one of two orders under one number says the tries of the one that has more of them', async () => {
    const other = sampleOrder({ customerPhone: PHONE, orderNumber: 9, panelNumber: 7 });
    orders = [{ ...other, id: '01900000-0000-7000-8000-0000000000b2' }, order];
    used.set(`digits of ${order.id} 2026-11-21`, 2);
    expect((await track({ query: '7', lastFour: '1234' })).body).toMatchObject({ triesLeft: 4 });
  });

  it('is not judged once the tries are spent', async () => {
    spent.add('digits');
    expect((await track({ query: order.code, lastFour: '4321' })).body).toMatchObject({
      code: 'digits-spent',
    });
  });

  it('opens of two orders under one number only the one whose phone it is', async () => {
    const other = sampleOrder({ customerPhone: null, orderNumber: 9, panelNumber: 7 });
    orders = [{ ...other, id: '01900000-0000-7000-8000-0000000000b2' }, order];
    expect(await seen({ query: '7', lastFour: '4321' })).toEqual([['public', 7, null]]);
  });
});

describe('the device that ordered', () => {
  const order = sampleOrder({ orderNumber: 7, panelNumber: null });
  const token = `token-of-${order.id}`;

  it('opens its own and is counted nowhere', async () => {
    orders = [order];
    expect(await seen({ query: '7', tokens: [token] })).toEqual([['public', 7, null]]);
    expect([left(), lookups]).toEqual([{}, 0]);
  });

  it('opens nobody else’s, and is counted as a stranger then', async () => {
    orders = [{ ...order, id: '01900000-0000-7000-8000-0000000000b2' }];
    expect(await seen({ query: '7', tokens: [token] })).toEqual([['status', 7, null]]);
    expect([lookups, left()[`numbers of ${ADDRESS}`]]).toEqual([1, 1]);
  });
});

describe('uses of several counts', () => {
  it('are all taken, or none: the first that is spent says how long to wait', async () => {
    const [one, two, three] = ['digits', 'numbers', 'numberMisses'].map(
      (name) => [count(name), 'me'] as const,
    ) as [Use, Use, Use];
    expect(await takeAll(STORE, [one, two, three])).toBe(0);
    expect(left()).toEqual({ 'digits of me': 1, 'numbers of me': 1, 'numberMisses of me': 1 });
    // The last one that there is can be used as well.
    used.set('numbers of me', 4);
    expect(await takeAll(STORE, [two])).toBe(0);
    used.set('numbers of me', 1);
    await giveBackAll(STORE, [one, two, three]);
    expect(left()).toEqual({});
    spent.add('numbers');
    expect(await takeAll(STORE, [one, two, three])).toBe(77);
    expect(left()).toEqual({});
  });
});
type Use = readonly [ReturnType<typeof count>, string];
