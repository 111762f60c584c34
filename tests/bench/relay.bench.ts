// A customer's order through the relay, over one bare WebSocket round trip with one FULL commit behind it, and the
// way from the money to the last byte at the printer. On both databases that a relay can have.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { signInAs } from '../support/staff-session.ts';
import { hydratePostgres } from '../../scripts/hydrate-postgres.ts';
import { freePorts } from '../../scripts/ports.ts';
import { createShop, type Shop } from '../../scripts/shop.ts';
import { startPrinterSimulator } from '../simulators/printer/simulator.ts';
import { startPostgres } from '../support/postgres.ts';
import { startBare, type Bare } from './bare/start.ts';
import { compared, judged, median, percentile } from './figures.ts';
import { openCaller, post, type Caller } from './http-load.ts';
import { orderBodies } from './order-bodies.ts';
import type { Bench, Scenario } from './scenario.ts';
import { RELAY_BUNDLE, STORE_BUNDLE, UNLIMITED } from './store-server.ts';
import type { PrinterSimulator } from '../simulators/printer/printer-simulator.ts';

const ROUNDS = 3;
const WARM_UP = 80;
const ORDERS_PER_ROUND = 60;
const CASH_TICKETS = 60;
const PIX_TICKETS = 40;
const TICKET_MS_MAX = 5000;

type Placed = {
  order: { id: string; code: string; simpleId: number; receivedAtMs: number | null };
  trackingToken: string;
};

/** A whole shop of release bundles, and the hands to act on it. */
type Counter = {
  shop: Shop;
  printer: PrinterSimulator;
  place(): Promise<{ placed: Placed; tookMs: number }>;
  ticketOf(placed: Placed): Promise<number>;
};

export const scenario: Scenario = {
  name: 'relay',
  title: 'An order through the relay, and its ticket',
  async run(bench) {
    hydratePostgres();
    const postgres = await startPostgres(true);
    bench.atEnd(() => postgres.stop());
    // The same printer for both shops: it is in this process, so that its last byte has this process's time.
    const printer = await startPrinterSimulator({ port: 0 });
    bench.atEnd(() => printer.close());

    let bare: Bare | null = null;
    for (const [database, env] of [
      ['PostgreSQL', { DATABASE_URL: postgres.url }],
      ['PGlite', { DATABASE_URL: '' }],
    ] as const) {
      const counter = await openCounter(bench, printer, database, env);
      const first = await counter.place();
      bare ??= await startBare(bench, first.placed.order);
      await placing(bench, counter, bare, database);
      await paidOnline(bench, counter, database);
      // Cash never sees the relay, so its database makes no difference.
      if (database === 'PostgreSQL') await paidAtCounter(bench, counter);
      await counter.shop.stop();
    }
  },
};

async function openCounter(
  bench: Bench,
  printer: PrinterSimulator,
  database: string,
  env: Record<string, string>,
): Promise<Counter> {
  const [store = 0, relay = 0, payments = 0, unusedPrinter = 0, printerPage = 0] = await freePorts(5);
  const release = { NODE_ENV: 'production', LOG_LEVEL: 'warn' };
  const shop = createShop({
    dataDir: await bench.sampleStore(`relay-${database}`),
    ports: { store, relay, payments, printer: unusedPrinter, printerPage },
    files: { store: STORE_BUNDLE, relay: RELAY_BUNDLE },
    env: {
      store: {
        ...release,
        PRINTER_SIM_PORT: `${printer.port}`,
        ORDERS_PER_MINUTE: UNLIMITED,
        UNPAID_ORDERS_FACTOR: UNLIMITED,
      },
      // Behind a proxy every customer has an address of their own, and so a bound of their own.
      relay: { ...release, ...env, TRUSTED_PROXIES: '127.0.0.1' },
    },
  });
  bench.atEnd(() => shop.stop());
  await shop.start();
  // Order numbers begin anew in every shop: no ticket of another one may be taken for ours.
  printer.clearJobs();
  const body = await orderBodies(shop.urls.relay);
  const caller = await openCaller(relay);
  bench.atEnd(() => caller.close());
  let customer = 0;

  return {
    shop,
    printer,
    async place() {
      customer += 1;
      const headers = { 'x-forwarded-for': `10.0.${customer >> 8}.${customer & 255}` };
      const request = post({ port: relay, path: '/api/orders', headers }, body());
      const askedAt = performance.now();
      const answer = await caller.ask(request);
      const tookMs = performance.now() - askedAt;
      if (answer.status !== 201)
        throw new Error(`the relay answered ${answer.status}: ${answer.body.slice(0, 300)}`);
      return { placed: JSON.parse(answer.body) as Placed, tookMs };
    },
    /** When the last byte of the order's ticket was there, as performance.now() has it. */
    async ticketOf({ order }) {
      const names = new RegExp(`Pedido nº ${order.simpleId}\\b`);
      await printer.waitForJob((job) => job.complete && names.test(job.text), TICKET_MS_MAX);
      return performance.now();
    },
  };
}

async function placing(bench: Bench, counter: Counter, bare: Bare, database: string): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${bare.webSocketPort}`, { perMessageDeflate: false });
  await once(socket, 'open');
  bench.atEnd(() => socket.terminate());
  const message = JSON.stringify((await counter.place()).placed);
  const roundTrip = async (): Promise<number> => {
    const sentAt = performance.now();
    const back = once(socket, 'message');
    socket.send(message);
    await back;
    return performance.now() - sentAt;
  };
  for (let warm = 0; warm < WARM_UP; warm += 1) {
    await counter.place();
    await roundTrip();
  }
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const placed: number[] = [];
    const bareOnes: number[] = [];
    // In turns, one by one: what the disk does meanwhile falls on both.
    for (let order = 0; order < ORDERS_PER_ROUND; order += 1) {
      bareOnes.push(await roundTrip());
      placed.push((await counter.place()).tookMs);
    }
    ours.push(median(placed));
    theirs.push(median(bareOnes));
  }
  bench.add(
    compared({
      what: `POST /api/orders at the relay on ${database}, p50`,
      unit: 'ms',
      ours,
      theirs,
      yardstick: 'WebSocket + commit',
      aim: { of: 'difference', atMost: 2 },
    }),
  );
  socket.close();
}

async function paidAtCounter(bench: Bench, { shop, place, ticketOf }: Counter): Promise<void> {
  const { store } = shop.urls;
  const cookie = await signInAs(store, 'ADMIN');
  const caller = await openCaller(shop.ports.store);
  bench.atEnd(() => caller.close());
  const fromAsking: number[] = [];
  for (let ticket = 0; ticket < CASH_TICKETS; ticket += 1) {
    const { placed } = await place();
    const path = `/api/staff/orders/${placed.order.id}/moves`;
    const printed = ticketOf(placed);
    const askedAt = performance.now();
    await expectOk(
      caller,
      shop.ports.store,
      path,
      { kind: 'confirm-payment', method: 'cash' },
      { cookie, origin: store },
    );
    fromAsking.push((await printed) - askedAt);
  }
  bench.add(
    judged({
      what: 'cash confirmed → last byte at the printer, p95',
      value: percentile(fromAsking, 0.95),
      unit: 'ms',
      rounds: [median(fromAsking)],
      aim: { of: 'value', atMost: 30 },
      note: `from sending the confirmation, its commit and reply included; p50 ${median(fromAsking).toFixed(1)} ms`,
    }),
  );
}

async function paidOnline(bench: Bench, { shop, place, ticketOf }: Counter, database: string): Promise<void> {
  const { payments } = shop.urls;
  const fromFact: number[] = [];
  const fromApproval: number[] = [];
  const fromOrder: number[] = [];
  const caller = await openCaller(shop.ports.relay);
  bench.atEnd(() => caller.close());
  for (let ticket = 0; ticket < PIX_TICKETS; ticket += 1) {
    const orderedAt = performance.now();
    const { placed } = await place();
    const { code } = placed.order;
    const headers = { authorization: `Bearer ${placed.trackingToken}` };
    const pix = await expectOk(caller, shop.ports.relay, `/api/orders/${code}/pix`, {}, headers);
    const { paymentId } = JSON.parse(pix) as { paymentId: string };
    const printed = ticketOf(placed);
    const approvedAt = performance.now();
    await fetch(`${payments}/simulator/payments/${paymentId}/approve`, { method: 'POST' });
    const printedAt = await printed;
    fromApproval.push(printedAt - approvedAt);
    fromOrder.push(printedAt - orderedAt);
    // The store's own time of the fact, before its commit; both clocks are this machine's.
    const view = (await (await fetch(`${shop.urls.store}/api/orders/${code}`, { headers })).json()) as Pick<
      Placed,
      'order'
    >;
    const receivedAtMs = view.order.receivedAtMs;
    if (receivedAtMs === null) throw new Error(`order ${code} was printed and not received`);
    fromFact.push(performance.timeOrigin + printedAt - receivedAtMs);
  }
  bench.add(
    judged({
      what: `payment fact in the store → last byte at the printer on ${database}, p95`,
      value: percentile(fromFact, 0.95),
      unit: 'ms',
      rounds: [median(fromFact)],
      aim: { of: 'value', atMost: 30 },
      note: `p50 ${median(fromFact).toFixed(1)} ms; from the customer's POST at the relay, paid at once, p50 ${median(fromOrder).toFixed(0)} ms`,
    }),
  );
  bench.add(
    judged({
      what: `webhook → last byte of the kitchen ticket on ${database}, p95`,
      value: percentile(fromApproval, 0.95),
      unit: 'ms',
      rounds: [median(fromApproval)],
      aim: { of: 'value', atMost: 150 },
      note: `from the approval at the simulated provider, before its notice goes out: look-up, both commits, link and printer included; p50 ${median(fromApproval).toFixed(0)} ms`,
    }),
  );
}

async function expectOk(
  caller: Caller,
  port: number,
  path: string,
  json: unknown,
  headers: Record<string, string>,
): Promise<string> {
  const answer = await caller.ask(post({ port, path, headers }, JSON.stringify(json)));
  if (answer.status >= 300)
    throw new Error(`${path} answered ${answer.status}: ${answer.body.slice(0, 300)}`);
  return answer.body;
}
