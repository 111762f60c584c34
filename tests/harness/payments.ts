// The payments of a relay with a simulated provider on one side and a fake store on the other, for one test.
import { createListener } from '../../cloud/http/listener.ts';
import { createPersons } from '../../cloud/storage/persons/persons.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { createMiddleware } from 'hono/factory';
import { vi } from 'vitest';
import { codeFromBytes, normalizeCode } from '@balcao/shared/ids.ts';
import type { Command, Outcome } from '@balcao/shared/link/commands.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { stores } from '../../cloud/storage/schema.ts';
import { Wake } from '../../cloud/storage/wake.ts';
import { createCounts } from '../../cloud/storage/limits/counts.ts';
import { createCommands } from '../../cloud/shop/orders/commands.ts';
import { createWholesaleReplica } from '../../cloud/shop/wholesale/replica.ts';
import type { PixPayment } from '@balcao/shared/http/orders.ts';
import { createMercadoPago } from '../../cloud/payments/provider/mercado-pago.ts';
import { createPayments, type Payments } from '../../cloud/payments/payments.ts';
import type { PaymentConfig } from '../../cloud/payments/ports.ts';
import type { Provider, ProviderApi } from '../../cloud/payments/provider/provider.ts';
import { DEMO_ACCOUNT } from '../simulators/mercado-pago/demo-credentials.ts';
import {
  startMercadoPagoSimulator,
  type MercadoPagoSimulator,
} from '../simulators/mercado-pago/simulator.ts';
import { rowsOf, type TestDatabase } from './database.ts';
import { ask } from './ask.ts';
import { makeCardToken } from './card-token.ts';
import { createFakeShop, tokenOf } from './fake-shop.ts';
import { closeServer, listen } from '../support/listen.ts';
import { anOrder, createStoreLog } from './store-log.ts';

/** Limits count by address and payer: each card is somebody else's, unless the test says so. */
const household = (): string =>
  `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::/64`;
export const DEVICE = 'device-key-of-the-store';

/** The provider is never given up on because the machine is slow; `unanswered` lets this pass at once. */
const PATIENCE_MS = 60_000;
const CONNECTIONS = 5;

export type TestRelay = Awaited<ReturnType<typeof startRelay>>;

export async function startRelay(
  database: TestDatabase,
  options: {
    config?: Partial<PaymentConfig>;
    provider?: (real: Provider) => Provider;
    cardLimits?: { store: number };
    api?: ProviderApi;
    noticeLooksMax?: number;
  } = {},
) {
  await database.clear();
  const { db, relaysDb } = database;
  let nowMs = Date.UTC(2026, 10, 21, 15, 0, 0, 123);
  const clock = (): number => nowMs;
  const simulator: MercadoPagoSimulator = await startMercadoPagoSimulator({
    port: 0,
    now: clock,
    webhookRetryDelaysMs: [20, 50],
  });
  const storeId = randomUUID();
  await db.insert(stores).values({ storeId, name: 'Loja', publicKey: {}, pairedAtMs: 0, hash: '' });
  const store = createFakeShop(createStoreLog(), clock);
  const logged: string[] = [];
  const alarms: { kind: string; text: string }[] = [];

  // What the app would be: routes mounted, listening for the provider's notices.
  let current: Payments | null = null;
  const { server } = createListener({
    fetch: (request, env) =>
      current === null ? new Response(null, { status: 503 }) : current.routes.fetch(request, env),
  });
  const { url } = await listen(server);

  const config: PaymentConfig = {
    publicUrl: url,
    secretsKey: randomBytes(32),
    ...options.config,
    mercadoPago: {
      baseUrl: simulator.url,
      sdkUrl: null,
      ...DEMO_ACCOUNT,
      api: options.api ?? 'payments',
      ...options.config?.mercadoPago,
    },
  };

  const line = (level: string) => (details: object, message: string) => {
    logged.push(JSON.stringify({ level, message, ...details }, errorsToo));
  };
  const real = createMercadoPago({
    baseUrl: simulator.url,
    timeoutMs: PATIENCE_MS,
    retryDelayMs: 5,
    clock,
  });
  // As a shop sets it up in the panel: orders name no address of their own.
  simulator.control.setPanelUrl(`${url}/api/webhooks/mercadopago`);

  let enqueuesToFail = 0;
  const persons = createPersons(randomBytes(32));
  const commands = createCommands({
    db: relaysDb,
    repeat: (_name, statement) => relaysDb.execute(statement),
    secretsKey: randomBytes(32),
    persons,
    clock,
    wholesale: createWholesaleReplica({
      db: relaysDb,
      persons,
      wake: new Wake(),
      clock,
      log: { error: line('error') },
    }),
    wake: new Wake(),
    random: Math.random,
    newId: randomUUID,
    log: { warn: line('warn'), error: line('error') },
  });

  // Those that crashed too: what they had begun ends before the database is another test's.
  const booted: Payments[] = [];
  /** A process of the relay: a new one knows only what is in the database. */
  function boot(): Payments {
    const made = createPayments({
      db: relaysDb,
      clock,
      config,
      ...(options.cardLimits ? { cardLimits: options.cardLimits } : {}),
      ...(options.noticeLooksMax ? { noticeLooksMax: options.noticeLooksMax } : {}),
      provider: options.provider?.(real) ?? real,
      log: { info: line('info'), warn: line('warn'), error: line('error') },
      alarms: {
        raise: (_store, { kind }, text) => void alarms.push({ kind, text }),
        end: () => undefined,
      },
      storeOf: () => storeId,
      counts: createCounts({
        query: database.query,
        secretsKey: randomBytes(32),
        log: { warn: line('warn') },
      }),
      householdOf: (context) => context.req.header('x-forwarded-for') ?? '198.51.100.7',
      requireDevice: createMiddleware(async (context, next) => {
        if (context.req.header('authorization') !== `Bearer ${DEVICE}`) return context.body(null, 401);
        context.set('storeId', storeId);
        return next();
      }),
      orders: {
        byId: (_store, id) => Promise.resolve(store.orders.get(id) ?? null),
        heldByCode: (_store, code, authorization) => {
          const under = [...store.orders.values()].find((order) => order.code === normalizeCode(code));
          const isHeld = under !== undefined && authorization === `Bearer ${tokenOf(under.id)}`;
          return Promise.resolve(isHeld ? under : null);
        },
      },
      commands: {
        async enqueue(store_, command, ...rest) {
          if (enqueuesToFail > 0) {
            enqueuesToFail -= 1;
            throw new Error('the command could not be stored');
          }
          return commands.enqueue(store_, command, ...rest);
        },
      },
    });
    booted.push(made);
    return made;
  }
  current = boot();

  const call = (method: string, path: string, bearer: string | null, json?: unknown, headers = {}) =>
    ask(url + path, { method, json, headers, ...(bearer === null ? {} : { token: bearer }) });

  return {
    db,
    url,
    storeId,
    store,
    simulator,
    control: simulator.control,
    config,
    logged,
    alarms,
    clock,
    call,
    provider: real,
    get payments(): Payments {
      if (current === null) throw new Error('the relay is down');
      return current;
    },
    advance(ms: number): void {
      nowMs += ms;
    },
    /** The next commands cannot be stored. */
    failEnqueues(times: number): void {
      enqueuesToFail = times;
    },
    /** The process dies; nothing but the database is left. */
    crash(): void {
      current = null;
    },
    boot(): void {
      current = boot();
    },

    placeOrder(totalCents = 2490): { order: Order; token: string; code: string } {
      const order = anOrder({
        code: codeFromBytes(randomBytes(10)),
        totalCents,
        observations: 'sem granola',
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
      });
      store.orders.set(order.id, order);
      return { order, token: tokenOf(order.id), code: order.code };
    },
    async pix({ code, token }: { code: string; token: string }): Promise<PixPayment> {
      const made = await call('POST', `/api/orders/${code}/pix`, token);
      if (made.status !== 200) throw new Error(`pix: ${made.status} ${JSON.stringify(made.body)}`);
      return made.body as unknown as PixPayment;
    },
    edge: (method: string, path: string, body?: unknown) => call(method, path, DEVICE, body),
    cardToken: (holder?: string, number?: string) => makeCardToken(simulator.url, holder, number),
    async card(
      { code, token }: { code: string; token: string },
      holder = 'APRO',
      more: Record<string, unknown> = {},
      from: string = household(),
    ) {
      const card = {
        token: await this.cardToken(holder),
        payment_method_id: 'master',
        payer: { email: `${randomUUID()}@exemplo.com.br`, first_name: 'Maria', last_name: 'Souza' },
        ...more,
      };
      return call('POST', `/api/orders/${code}/card`, token, card, { 'x-forwarded-for': from });
    },

    /** What is asked while the provider hears creations and does not answer: each of its waits ends once it has heard. */
    async unanswered<T>(creations: number, ask: () => Promise<T>): Promise<T> {
      simulator.control.setFaults({ hangCreates: { count: creations, answerAfterMs: null } });
      // A connection that is opened meanwhile would be given up by the same clock: several are there before.
      await Promise.all(Array.from({ length: CONNECTIONS }, () => db.execute(sql`select 1`)));
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        let isOver = false;
        const asked = ask().finally(() => (isOver = true));
        for (let left = creations; !isOver; await new Promise((resolve) => setImmediate(resolve))) {
          const { count } = simulator.control.faults().hangCreates;
          // Between tries a moment passes; it never adds up to a whole wait.
          await vi.advanceTimersByTimeAsync(count < left ? PATIENCE_MS : 1);
          left = count;
        }
        return await asked;
      } finally {
        vi.useRealTimers();
      }
    },

    /** Lets everything that is under way end: webhooks, and what they started. */
    async quiet(): Promise<void> {
      await simulator.control.webhooksSettled();
      if (current !== null) await current.round();
    },
    /** The link works: the store hears every waiting command in order and its answers are kept. `hear`: where it is another store. */
    async deliver(hear?: (command: Command) => Promise<Outcome>): Promise<void> {
      const waiting = await rowsOf<{ id: string; payload: Command }>(
        db,
        sql`select id, command as payload from commands where state = 'queued' order by position`,
      );
      for (const { id, payload } of waiting) {
        store.heard.push(payload);
        const outcome = hear === undefined ? store.decide(payload) : await hear(payload);
        await db.execute(
          sql`update commands set state = ${outcome.status}, outcome = ${JSON.stringify(outcome)}::jsonb where id = ${id}`,
        );
      }
    },
    commandsWaiting: async (): Promise<Command[]> =>
      (
        await rowsOf<{ payload: Command }>(
          db,
          sql`select command as payload from commands where state = 'queued' order by position`,
        )
      ).map((row) => row.payload),
    async close(): Promise<void> {
      await Promise.all(booted.map((one) => one.stop()));
      await simulator.close();
      await closeServer(server);
    },
  };
}

const errorsToo = (_key: string, value: unknown): unknown =>
  value instanceof Error
    ? Object.assign({}, value, { name: value.name, message: value.message, stack: value.stack })
    : value;
