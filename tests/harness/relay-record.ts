// A walk through the relay, written down: what was asked and answered, which rows changed, what the provider, the store, pages and phones
// were told, and what was logged. Nothing in it is of this machine: the time stands still but where the walk moves it on.
import { createServer } from 'node:http';
import { Hono } from 'hono';
import { getRequestListener } from '@hono/node-server';
import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import { DEMO_ACCESS_TOKEN } from '../simulators/mercado-pago/demo-credentials.ts';
import { startMercadoPagoSimulator } from '../simulators/mercado-pago/simulator.ts';
import { closeServer, listen } from '../support/listen.ts';
import { startPushService } from '../support/push-service.ts';
import { createFakeStore, type FakeStore } from './fake-store.ts';
import { createNames, fieldsOf, wrapped, written } from './record-text.ts';
import { createTestRelay, linked, soon } from './relay.ts';
import type { RelayRequest } from './relay-request.ts';
import { createRowWatch } from './row-watch.ts';

/** A Saturday at noon in São Paulo. */
const START_MS = Date.UTC(2026, 10, 21, 15);
const LEVELS: Readonly<Record<number, string>> = { 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };
/** Of an answer's headers, those that say something to whoever asked. */
const HEADERS = [
  ...['content-type', 'cache-control', 'retry-after', 'etag', 'location', 'set-cookie', 'vary', 'x-balcao-answered-by'],
  ...['content-disposition', 'content-encoding', 'content-digest', 'ratelimit-reset', 'x-robots-tag'],
] as const;

export type Record = Awaited<ReturnType<typeof openRecord>>;
/** A request, and how its answer is written down. */
type Asked = RelayRequest & {
  /** The body is not shown: only its size, or nothing. */
  isBrief?: boolean;
  /** More headers than those of each answer. */
  shows?: readonly string[];
};

/** `environment` stands over the usual settings; `url` is where the relay will be. */
export async function openRecord(environment: (url: string) => { [name: string]: string } = () => ({})) {
  vi.setSystemTime(START_MS);
  const names = createNames();
  const steps: string[] = [];
  let lines: string[] = [];
  const note = (text: string): void => void lines.push(text);

  const simulator = await startMercadoPagoSimulator({ port: 0, now: Date.now, webhookRetryDelaysMs: [] });
  const provider = createServer(getRequestListener((await heardProvider(simulator.url, (call) => void calls.push(call))).fetch));
  const { url: providerUrl } = await listen(provider);
  const phones = await startPushService();
  const relay = await createTestRelay('pglite', {
    isStill: true,
    environment: (url) => ({
      PUBLIC_URL: url,
      MP_BASE_URL: providerUrl,
      ALARM_WEBHOOK_URL: phones.webhookUrl,
      ...environment(url),
    }),
  });
  simulator.control.setPanelUrl(`${relay.url}/api/webhooks/mercadopago`);
  for (const [url, name] of [
    [relay.url, 'relay'],
    [relay.operatorUrl, 'operator'],
    [providerUrl, 'provider'],
    [simulator.url, 'provider'],
    [phones.webhookUrl.replace('/webhook', ''), 'push service'],
    [relay.dataDir, 'folder'],
    [`:${new URL(relay.url).port}`, ':port'],
  ] as const)
    names.give(url, name);
  const rows = await createRowWatch(relay.relay.db, names);
  const stores: FakeStore[] = [];
  const streams: (() => void)[] = [];
  let events: string[] = [];
  let calls: string[] = [];

  const isQuiet = async (): Promise<void> => {
    for (const store of stores) {
      const { seq } = store.log.head();
      const [known] = await relay.rows<{ seq: number; waiting: number }>(sql`
        select s.seq, (select count(*)::int from commands c where c.store_id = s.store_id and c.state = 'queued'
          and not exists (select from commands b where b.store_id = c.store_id and b.order_id = c.order_id
            and b.state = 'queued' and b.position <= c.position and b.next_at_ms > ${Date.now()})) as waiting
        from stores s where s.store_id = ${store.storeId} and s.condition = 'following'`);
      if (known === undefined || relay.relay.gateway.session(store.storeId) === null) continue;
      if (store.logUpTo >= seq && Number(known.seq) !== seq) throw new Error('the log is not there yet');
      if (known.waiting > 0) throw new Error('commands wait');
    }
  };
  /** Everything that the step began has come to its end, the background jobs' part of it too. */
  async function settle(): Promise<void> {
    for (let before = '', now = 'unknown'; before !== now;) {
      await simulator.control.webhooksSettled();
      // The second command of an order goes with the round after the first.
      await soon(() => relay.relay.round().then(isQuiet), { interval: 2 });
      [before, now] = [now, await rows.print()];
    }
  }

  function noteLogs(): void {
    for (const line of relay.logged.splice(0)) {
      const { level, msg, time: _time, reqId: _id, err, ...details } = JSON.parse(line) as {
        [key: string]: unknown;
        level: number;
      };
      const failed = err as { type?: string; message?: string } | undefined;
      const more = fieldsOf({ ...details, ...(failed && { err: `${failed.type}: ${failed.message}` }) });
      note(`log ${LEVELS[level]}: ${String(msg)}${more === '' ? '' : ` (${more})`}`);
    }
  }

  function noteMessages(): void {
    const rung = phones.taken
      .splice(0)
      .map(
        ({ device, message, headers }) =>
          `phone ${device}: ${written(message)}, ttl ${String(headers['ttl'])}, urgency ${String(headers['urgency'])}`,
      );
    for (const line of rung.toSorted((one, other) => names.named(one, false).localeCompare(names.named(other, false)))) note(line);
    for (const body of phones.webhooks.splice(0)) note(`alarm webhook: ${written(body)}`);
    for (const why of phones.refused.splice(0)) note(`push service refused: ${why}`);
  }

  const record = {
    relay,
    control: simulator.control,
    simulatorUrl: simulator.url,
    phones,
    note,
    give: names.give,
    /** What follows is about this. */
    chapter: (title: string): void => void steps.push(`\n${'='.repeat(8)} ${title}`),

    /** What is done under one title, and all that came of it. `events`: so many reach the pages that listen. */
    async step<T>(title: string, work: () => Promise<T>, { events: wanted = 0 } = {}): Promise<T> {
      lines = [];
      events = [];
      calls = [];
      const done = await work();
      await settle();
      await soon(() => {
        if (events.length < wanted) throw new Error(`${events.length} of ${wanted} events came`);
      });
      // Looks are taken side by side; what is asked for beside them is asked in its order.
      const looks = calls.filter((call) => call.includes(': GET '));
      lines.push(...calls.filter((call) => !looks.includes(call)), ...looks.toSorted());
      // After what was asked, for on a busy machine they come when they come; each page's own stay in their order.
      lines.push(...events.toSorted((one, other) => pageOf(one).localeCompare(pageOf(other))));
      for (const store of stores)
        for (const command of store.heard.splice(0)) note(`to the store: ${written(command)}`);
      noteMessages();
      noteLogs();
      const happened = [...lines.map((line) => names.named(line)), ...(await rows.changes())];
      steps.push([`\n## ${title}`, ...happened.map((line) => wrapped(`  ${line}`))].join('\n'));
      return done;
    },

    /** What is needed and written down elsewhere. */
    async aside<T>(work: () => Promise<T>): Promise<T> {
      const done = await work();
      await settle();
      calls = [];
      events = [];
      for (const store of stores) store.heard.length = 0;
      for (const noted of [relay.logged, phones.taken, phones.webhooks]) noted.length = 0;
      await rows.changes();
      return done;
    },

    /** A browser's request, written down with its answer. */
    async ask(path: string, { isBrief = false, shows = [], ...init }: Asked = {}) {
      const answer = await relay.ask(path, init);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const text = bytes.toString('utf8');
      const type = answer.headers.get('content-type') ?? '';
      const method = init.method ?? (init.json === undefined && init.body === undefined ? 'GET' : 'POST');
      const who = init.token === undefined ? '' : ` by ${init.token}`;
      const asked = init.json === undefined ? '' : ` ${written(init.json)}`;
      const headers = [...HEADERS, ...shows]
        .filter((name) => answer.headers.has(name) && !(name === 'etag' && /json/.test(type)))
        .map((name) => `${name} ${answer.headers.get(name)}`)
        .join(', ');
      note(`${method} ${path}${asked}${who}`);
      const isText = /json|text|javascript/.test(type);
      const shown = isBrief || !isText ? (bytes.length === 0 ? '' : '(not shown)') : written(text);
      note(`→ ${answer.status}${headers === '' ? '' : ` [${headers}]`} ${text === '' ? '' : shown}`);
      return { status: answer.status, text, body: (/json/.test(type) && text !== '' ? JSON.parse(text) : {}) as any };
    },

    /** The store's own request by its key. */
    async device(store: FakeStore, path: string, init: Asked = {}) {
      const token = await store.token();
      names.give(token, 'the store’s key');
      return record.ask(path, { ...init, token });
    },

    /** A page that listens; its events are written down under `name`. */
    async listen(name: string, path: string, headers: { [name: string]: string } = {}): Promise<() => void> {
      const over = new AbortController();
      streams.push(() => over.abort());
      const answer = await relay.ask(path, { signal: over.signal, headers });
      note(`GET ${path} for ${name} → ${answer.status} [${answer.headers.get('content-type')}]`);
      void readEvents(answer, (event) => void events.push(`to ${name}: ${event}`));
      return () => over.abort();
    },

    async newStore(): Promise<FakeStore> {
      const store = await createFakeStore(relay.url);
      stores.push(store);
      return store;
    },
    async link(store: FakeStore): Promise<void> {
      await store.dial();
      await linked(relay, store);
    },
    /** Time passes for everybody, and what is due by then is done. */
    async pass(ms: number): Promise<void> {
      vi.setSystemTime(Date.now() + ms);
      note(`(${ms / 1000} seconds later: ${new Date(Date.now()).toISOString()})`);
      await settle();
    },
    /** What is under way comes to its end, in the middle of a step. */
    quiet: settle,
    text: (title: string): string => [title, ...steps, ''].join('\n'),

    async close(): Promise<void> {
      for (const end of streams) end();
      for (const store of stores) store.close();
      await relay.close();
      await phones.close();
      await closeServer(provider);
      await simulator.close();
      vi.useRealTimers();
    },
  };
  return record;
}

const pageOf = (event: string): string => event.split(': ', 1).join('');

/** The provider behind somebody who listens. */
async function heardProvider(url: string, hear: (text: string) => void): Promise<Hono> {
  const app = new Hono();
  app.all('*', async ({ req }) => {
    const { pathname, search } = new URL(req.url);
    const body = await req.text();
    const answer = await fetch(url + pathname + search, {
      method: req.method,
      headers: { ...req.header(), connection: 'close' },
      ...(body === '' ? {} : { body }),
    });
    const key = req.header('x-idempotency-key');
    const who = req.header('authorization') === `Bearer ${DEMO_ACCESS_TOKEN}` ? 'by the shop' : 'by somebody else';
    const keyed = key === undefined || req.method === 'GET' ? '' : ` under ${key}`;
    hear(`to the provider: ${req.method} ${pathname}${search}${body === '' ? '' : ` ${written(body)}`} ${who}${keyed} → ${answer.status}`);
    return new Response(await answer.arrayBuffer(), { status: answer.status, headers: { 'content-type': 'application/json', ...(answer.headers.has('retry-after') ? { 'retry-after': String(answer.headers.get('retry-after')) } : {}) } });
  });
  return app;
}

async function readEvents(answer: Response, hear: (event: string) => void): Promise<void> {
  let text = '';
  try {
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      const whole = text.split('\n\n');
      text = whole.pop() ?? '';
      for (const one of whole) {
        const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)/.exec(one) ?? [];
        if (event !== 'ping') hear(`${event} ${written(data)}`);
      }
    }
  } catch {
    // The page was closed, or the relay ended it.
  }
}
