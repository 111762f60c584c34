// What more processes of the relay bring on one PostgreSQL: reads and orders with one, two and four of them, in turns, and what each
// of them holds in memory. One store's orders are bounded by the store; reads are not.
import { randomBytes } from 'node:crypto';
import { hydratePostgres } from '../../scripts/hydrate-postgres.ts';
import { freePorts } from '../../scripts/ports.ts';
import { createShop } from '../../scripts/shop.ts';
import { createAnotherRelay, relayUrlOf } from '../support/another-relay.ts';
import { startPostgres } from '../support/postgres.ts';
import { interleaved, median } from './figures.ts';
import { load, openCaller, post } from './http-load.ts';
import { orderBodies } from './order-bodies.ts';
import { residentMB } from './process-stats.ts';
import type { Scenario } from './scenario.ts';
import { RELAY_BUNDLE, STORE_BUNDLE, UNLIMITED } from './store-server.ts';

const ROUNDS = 3;
const CALLERS = 8;
const READ_MS = 2000;
const ORDERS = 160;
const COUNTS = [1, 2, 4] as const;
const NAMES = { 1: 'one', 2: 'two', 4: 'four' } as const;

export const scenario: Scenario = {
  name: 'processes',
  title: 'Several processes of the relay on one PostgreSQL',
  async run(bench) {
    hydratePostgres();
    const postgres = await startPostgres(true);
    bench.atEnd(() => postgres.stop());
    const [store = 0, first = 0, payments = 0, printer = 0, printerPage = 0, ...others] = await freePorts(8);
    const shared = {
      DATABASE_URL: postgres.url,
      SECRETS_KEY: randomBytes(32).toString('hex'),
      PUBLIC_URL: relayUrlOf(first),
      // Behind a proxy every customer has an address of their own, and so a bound of their own.
      TRUSTED_PROXIES: '127.0.0.1',
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
    };
    const shop = createShop({
      dataDir: await bench.sampleStore('processes'),
      ports: { store, relay: first, payments, printer, printerPage },
      files: { store: STORE_BUNDLE, relay: RELAY_BUNDLE },
      env: {
        store: {
          NODE_ENV: 'production',
          LOG_LEVEL: 'warn',
          ORDERS_PER_MINUTE: UNLIMITED,
          UNPAID_ORDERS_FACTOR: UNLIMITED,
        },
        relay: { ...shared, INSTANCE_URL: relayUrlOf(first) },
      },
    });
    bench.atEnd(() => shop.stop());
    await shop.start();
    const more = others.map((port) => createAnotherRelay({ shop, port, shared, file: RELAY_BUNDLE }));
    bench.atEnd(() => Promise.all(more.map((relay) => relay.stop())));
    await Promise.all(more.map((relay) => relay.start()));
    const ports = [first, ...others];
    const body = await orderBodies(shop.urls.relay);
    let customer = 0;

    const reads = async (count: number): Promise<number> => {
      const each = await Promise.all(
        ports
          .slice(0, count)
          .map((port) =>
            load({ port, path: '/api/menu' }, { callers: CALLERS / count, forMs: READ_MS, expect: 200 }),
          ),
      );
      return each.reduce((sum, { perSecond }) => sum + perSecond, 0);
    };
    const orders = async (count: number): Promise<number> => {
      const startedAt = performance.now();
      let left = ORDERS;
      await Promise.all(
        Array.from({ length: CALLERS }, async (_, at) => {
          const port = ports[at % count] ?? first;
          const caller = await openCaller(port);
          while (left > 0) {
            left -= 1;
            customer += 1;
            const headers = {
              'x-forwarded-for': `10.${customer >> 16}.${(customer >> 8) & 255}.${customer & 255}`,
            };
            const answer = await caller.ask(post({ port, path: '/api/orders', headers }, body()));
            if (answer.status !== 201)
              throw new Error(`an order was answered ${answer.status}: ${answer.body}`);
          }
          caller.close();
        }),
      );
      return (ORDERS * 1000) / (performance.now() - startedAt);
    };

    for (const [what, unit, measure] of [
      ['GET /api/menu', 'per s', reads],
      ['POST /api/orders for one store', 'per s', orders],
    ] as const) {
      await measure(4);
      const rates = await interleaved(ROUNDS, {
        one: () => measure(1),
        two: () => measure(2),
        four: () => measure(4),
      });
      for (const count of COUNTS) {
        const ours = rates[NAMES[count]];
        bench.add({
          what: `${what}, ${count} ${count === 1 ? 'process' : 'processes'}`,
          value: median(ours),
          unit,
          ratio: median(ours.map((rate, round) => rate / (rates.one[round] ?? Number.NaN))),
          rounds: ours,
          note: 'the ratio is to one process in the same rounds; load, store and database share the machine',
        });
      }
    }
    const held = [shop.children.relay, ...more].map(({ pid }) => residentMB(pid ?? 0) ?? Number.NaN);
    bench.add({
      what: 'memory of one process of the relay after the load',
      value: median(held),
      unit: 'MB',
      rounds: held,
      note: 'the first holds the link and the menu document',
    });
  },
};
