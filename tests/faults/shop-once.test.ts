// Single blows, each at the one moment where an order could be lost or taken twice.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { startShop, type TestShop } from '../support/shop.ts';
import { seeded } from './seeded.ts';
import { anyOrder, ask, readMenu, type OrderBody, type Placed } from './shop-client.ts';
import type { RelayDatabase } from './shop-findings.ts';
import { findings, openStoreFile } from './shop-findings.ts';
import { connectTo, heal } from './shop-kills.ts';

const POLL = { timeout: 60_000, interval: 25 };
const chance = seeded(20261121);

let postgres: TestPostgres;
let shop: TestShop;
let relay: RelayDatabase;
let menu: Menu;
beforeAll(async () => {
  postgres = await startPostgres();
  shop = await startShop({
    env: { relay: { DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' }, store: { LOG_LEVEL: 'warn' } },
  });
  relay = connectTo(postgres.url);
  menu = await readMenu(shop.urls.store);
});
afterAll(async () => {
  await relay?.close();
  await shop?.stop();
  await postgres?.stop();
});

describe('the store server', () => {
  it('has every order again that it acknowledged in the very moment before SIGKILL', async () => {
    for (let round = 0; round < 3; round += 1) {
      const body = anyOrder(menu, chance);
      const acknowledged = await killedAt201(body);
      expect(acknowledged.status).toBe(201);
      await shop.start('store');
      expect(await promised(body, acknowledged.code)).toEqual([]);
      const again = await ask(`${shop.urls.store}/api/orders`, { body });
      expect(again.status).toBe(201);
      if (acknowledged.code !== null) expect((again.body as Placed).order.code).toBe(acknowledged.code);
      expect(countOf(body)).toBe(1);
    }
  });

  it('gives the same answer to an order whose first answer never arrived', async () => {
    const body = anyOrder(menu, chance);
    await sentAndHungUp(`${shop.urls.store}/api/orders`, body);
    const code = codeOf(body);
    const again = await ask(`${shop.urls.store}/api/orders`, { body });
    expect([again.status, (again.body as Placed).order.code, countOf(body)]).toEqual([201, code, 1]);
  });

  it('refuses another order under a known id and keeps the first', async () => {
    const body = anyOrder(menu, chance);
    const first = await ask(`${shop.urls.store}/api/orders`, { body });
    const other = await ask(`${shop.urls.store}/api/orders`, {
      body: { ...anyOrder(menu, chance), id: body.id },
    });
    expect([first.status, other.status, countOf(body)]).toEqual([201, 409, 1]);
    expect(codeOf(body)).toBe((first.body as Placed).order.code);
  });
});

describe('the relay', () => {
  it('delivers an order that it had stored and not yet delivered when it was killed, once', async () => {
    await shop.joined();
    const body = anyOrder(menu, chance);
    shop.cable.stall();
    const first = ask(`${shop.urls.relay}/api/orders`, { body });
    await expect.poll(() => stored(body), POLL).toBe(1);
    await shop.kill('relay');
    expect((await first).status).toBe(0);
    shop.cable.plug();
    await shop.start('relay');
    // By itself: the customer may never ask again.
    await expect.poll(() => countOf(body), POLL).toBe(1);
    const again = await ask(`${shop.urls.relay}/api/orders`, { body });
    expect(again.status).toBe(201);
    expect((again.body as Placed).order.code).toBe(codeOf(body));
    expect([countOf(body), await stored(body)]).toEqual([1, 1]);
  });

  it('hears the same outcome again when the one it was sent got lost with it', async () => {
    const body = anyOrder(menu, chance);
    shop.cable.stall('answers');
    const first = ask(`${shop.urls.relay}/api/orders`, { body });
    await expect.poll(() => countOf(body), POLL).toBe(1);
    const code = codeOf(body);
    await shop.kill('relay');
    expect((await first).status).toBe(0);
    shop.cable.plug();
    await shop.start('relay');
    await shop.joined();
    const again = await ask(`${shop.urls.relay}/api/orders`, { body });
    expect([again.status, (again.body as Placed).order.code, countOf(body)]).toEqual([201, code, 1]);
  });

  it('tells a customer whose answer got lost the same code, however often they ask', async () => {
    const body = anyOrder(menu, chance);
    await sentAndHungUp(`${shop.urls.relay}/api/orders`, body);
    const answers = await Promise.all([0, 1, 2].map(() => ask(`${shop.urls.relay}/api/orders`, { body })));
    expect(answers.map(({ status, body: placed }) => [status, (placed as Placed).order.code])).toEqual(
      answers.map(() => [201, codeOf(body)]),
    );
    expect(countOf(body)).toBe(1);
  });
});

it('leaves both sides alike, with nothing twice', async () => {
  expect(await heal(shop, relay)).toEqual([]);
  expect(await findings(shop.dataDir, relay, new Map())).toEqual([]);
});

/** Posts to the store and kills it when the first byte of the answer is here; the rest of the answer may be lost. */
function killedAt201(body: OrderBody): Promise<{ status: number; code: string | null }> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const posted = request(`${shop.urls.store}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
    });
    posted.on('error', reject);
    posted.on('response', (response) => {
      const gone = shop.kill('store');
      let answer = '';
      response.setEncoding('utf8').on('data', (part: string) => (answer += part));
      response.on('error', () => undefined);
      response.on('close', () => {
        const code = response.complete ? (JSON.parse(answer) as Placed).order.code : null;
        gone.then(() => resolve({ status: response.statusCode ?? 0, code }), reject);
      });
    });
    posted.end(text);
  });
}

/** Posts and hangs up as soon as the order is in the store's file: the answer reaches nobody. */
async function sentAndHungUp(url: string, body: OrderBody): Promise<void> {
  const hangUp = new AbortController();
  const posted = fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: hangUp.signal,
  });
  const ended = posted.then(
    () => undefined,
    () => undefined,
  );
  await expect.poll(() => countOf(body), { timeout: 60_000, interval: 1 }).toBe(1);
  hangUp.abort();
  await ended;
}

const stored = async (body: OrderBody): Promise<number> =>
  Number(
    (
      await relay.query(
        `select count(*) as count from commands where kind = 'order.place' and order_id = '${body.id}'`,
      )
    )[0]?.['count'],
  );

function countOf(body: OrderBody): number {
  const file = openStoreFile(shop.dataDir);
  try {
    return file.prepare('select count(*) from orders where id = ?').pluck().get(body.id) as number;
  } finally {
    file.close();
  }
}

function codeOf(body: OrderBody): string {
  const file = openStoreFile(shop.dataDir);
  try {
    return file.prepare('select code from orders where id = ?').pluck().get(body.id) as string;
  } finally {
    file.close();
  }
}

/** What is wrong with one acknowledged order in the store's file, whatever the relay has of it by now. */
async function promised(body: OrderBody, code: string | null): Promise<string[]> {
  await heal(shop, relay);
  const file = openStoreFile(shop.dataDir);
  const number = file.prepare('select number from orders where id = ?').pluck().get(body.id) as
    | number
    | undefined;
  const known = file.prepare('select code from orders where id = ?').pluck().get(body.id) as
    | string
    | undefined;
  file.close();
  const order = { code: code ?? known, orderNumber: number } as Placed['order'];
  const placed = { state: 'placed', order, trackingToken: '' } as const;
  return findings(
    shop.dataDir,
    relay,
    new Map([[body.id, { body, host: 'store', placed, status: 'PENDING', cash: false }]]),
  );
}
