import { BlockList } from 'node:net';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { createStreams } from '@balcao/shared/host/live-streams.ts';
import { createCounts } from '../storage/limits/counts.ts';
import type { Env } from './context.ts';
import { createLimits, slowed, STREAM_RULES } from './limits.ts';

/** No database: this process counts by itself. */
const limits = () =>
  createLimits(
    createCounts({
      query: () => Promise.reject(new Error('no database')),
      secretsKey: new Uint8Array(32),
      log: { warn: () => undefined },
    }),
  );

it('[29] counts all addresses of one IPv6 household as one, and strangers apart from each other', async () => {
  const { pairing } = limits();
  for (let tries = 0; tries < 10; tries += 1) expect(await pairing(`2001:db8:1:2::${tries}`)).toBeNull();
  const slowed = await pairing('2001:db8:1:2:ffff::1');
  expect(slowed?.status).toBe(429);
  expect(Number(slowed?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await pairing('2001:db8:1:3::1')).toBeNull();
});

it('[33] lets the stores behind one line ask for six hundred links and menus a minute, and no more', async () => {
  const { upgrades } = limits();
  for (let asked = 0; asked < 600; asked += 1) expect(await upgrades('198.51.100.7')).toBeNull();
  expect((await upgrades('198.51.100.7'))?.status).toBe(429);
});

it('[42] counts every try of a pairing code for all processes together, the first ones too', async () => {
  const points = new Map<unknown, number>();
  /** The table that both of them count in; nothing in it grows old. */
  const query = async ({ values = [] }: { values?: unknown[] }) => {
    const [key, used, expire] = values;
    points.set(key, (points.get(key) ?? 0) + Number(used));
    return { rows: [{ points: points.get(key), expire }], rowCount: 1 };
  };
  const [one, other] = [0, 1].map(
    () =>
      createLimits(createCounts({ query, secretsKey: new Uint8Array(32), log: { warn: () => undefined } }))
        .pairing,
  );
  for (let tries = 0; tries < 5; tries += 1)
    expect([await one?.('198.51.100.7'), await other?.('198.51.100.7')]).toEqual([null, null]);
  expect((await one?.('198.51.100.7'))?.status).toBe(429);
});

it.each([
  ['places', 'orders', 60],
  ['looks for', 'lookups', 60],
  ['asks what became of', 'outcomes', 240],
  ['reads', 'reads', 600],
  ['asks for pictures', 'pictures', 1800],
  ['knocks at the store without a session', 'strangers', 60],
  ['works at the store with one', 'staff', 1200],
] as const)('who %s (%s) may do so %i times a minute', async (_what, name, times) => {
  const limit = limits()[name];
  for (let asked = 0; asked < times; asked += 1) expect(await limit('198.51.100.7', 'shop')).toBeNull();
  const slow = await limit('198.51.100.7', 'shop');
  expect(slow?.status).toBe(429);
  expect(Number(slow?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(Number(slow?.headers.get('retry-after'))).toBeGreaterThan(30);
});

it('a door counts who asks, behind the proxy, at the shop that is asked', async () => {
  const counted: unknown[] = [];
  const trusted = new BlockList();
  trusted.addAddress('10.0.0.1', 'ipv4');
  const app = new Hono<Env>().use(async (context, next) => {
    context.set('storeId', context.req.query('shop') ?? '');
    await next();
  });
  const door = slowed(async (caller, storeId) => {
    counted.push([caller, storeId]);
    return storeId === 'full' ? new Response('', { status: 429 }) : null;
  }, trusted);
  app.get('/', door, (context) => context.text('in'));
  const ask = async (shop: string): Promise<number> => {
    const from = { incoming: { socket: { remoteAddress: '10.0.0.1' } } };
    const headers = { 'x-forwarded-for': '198.51.100.7' };
    return (await app.request(`/?shop=${shop}`, { headers }, from)).status;
  };
  expect([await ask('here'), await ask('full')]).toEqual([200, 429]);
  expect(counted).toEqual([
    ['198.51.100.7', 'here'],
    ['198.51.100.7', 'full'],
  ]);
});

it('counts a caller at each store apart', async () => {
  const { pairing } = limits();
  for (let tries = 0; tries < 10; tries += 1) await pairing('198.51.100.7', 'one-store');
  expect((await pairing('198.51.100.7', 'one-store'))?.status).toBe(429);
  expect(await pairing('198.51.100.7', 'another-store')).toBeNull();
});

it('[33] has room for two hundred streams of one IPv6 household, however many addresses it has, and for others', async () => {
  const streams = createStreams(STREAM_RULES);
  const openFrom = async (address: string): Promise<number> => {
    const app = new Hono().get('/live', (context) => streams.open(context, address, () => () => undefined));
    return (await app.request('/live')).status;
  };
  for (let n = 0; n < 200; n += 1) expect(await openFrom(`2001:db8:1:2::${n.toString(16)}`)).toBe(200);
  expect(await openFrom('2001:db8:1:2:ffff::1')).toBe(503);
  expect(await openFrom('2001:db8:1:3::1')).toBe(200);
  expect(await openFrom('198.51.100.7')).toBe(200);
  streams.stop();
});

it('has room for twelve thousand streams, and tells who comes while it stops that it is for an update', () => {
  expect(STREAM_RULES).toMatchObject({ max: 12_000, strangersMax: 12_000 });
  expect(STREAM_RULES.restarting).toMatchObject({
    ...{ status: 503, code: 'restarting', title: 'Um instante' },
    detail: 'O site está sendo atualizado. Tente de novo em instantes.',
  });
});

it('[24] has room for five thousand streams of one shop’s customers, and then for those of another', async () => {
  const streams = createStreams(STREAM_RULES);
  const openAt = async (shop: string, household: number): Promise<number> => {
    const app = new Hono().get('/live', (context) =>
      streams.open(context, `10.0.0.${household}`, () => () => undefined, shop),
    );
    return (await app.request('/live')).status;
  };
  for (let n = 0; n < 5000; n += 1) expect(await openAt('here', Math.floor(n / 200))).toBe(200);
  expect([await openAt('here', 100), await openAt('there', 100)]).toEqual([503, 200]);
  streams.stop();
});
