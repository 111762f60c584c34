import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { createStreams } from '@balcao/shared/host/live-streams.ts';
import { createCounts } from '../storage/limits/counts.ts';
import { createLimits, STREAM_RULES } from './limits.ts';

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
