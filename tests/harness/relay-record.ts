// A walk through the relay, written down: what was asked and answered, which rows changed, what the provider, the store, pages and phones
// were told, and what was logged. Nothing in it is of this machine: the time stands still but where the walk moves it on.
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import { startMercadoPagoSimulator } from '../simulators/mercado-pago/simulator.ts';
import { closeServer, listen } from '../support/listen.ts';
import { startPushService } from '../support/push-service.ts';
import { createFakeStore, type FakeStore } from './fake-store.ts';
import { createNames, wrapped, written } from './record-text.ts';
import { headersOf, heardProvider, logLineOf, pageOf, readEvents } from './record-wire.ts';
import { createTestRelay, linked, soon, unlinked } from './relay.ts';
import type { RelayRequest } from './relay-request.ts';
import { createRowWatch } from './row-watch.ts';

/** A Saturday at noon in São Paulo. */
const START_MS = Date.UTC(2026, 10, 21, 15);
const LOOKS_PER_ROUND = 10;
/** Of what is written anew at each round no more is seen. */
const ROUNDS_MAX = 5;
/** Of a store that is heard all the time it is written no oftener. */
const SEEN_SAVED_EVERY_MS = 15_000;
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
  const note = (text: string): void => void lines.push(...text.split('\n'));

  const simulator = await startMercadoPagoSimulator({ port: 0, now: Date.now, webhookRetryDelaysMs: [] });
  const heard = await heardProvider(simulator.url, (call) => void calls.push(call));
  const forward = getRequestListener(heard.fetch);
  const provider = createServer((incoming, outgoing) => void forward(incoming, outgoing));
  // Longer than any walk: a connection that is closed as it is used would be a provider that is away.
  provider.keepAliveTimeout = 600_000;
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
      const [known] = await relay.rows<{ seq: number; waiting: number; edits: number }>(sql`
        select s.seq, (select count(*)::int from remote_edits e where e.store_id = s.store_id) as edits, (select count(*)::int from commands c where c.store_id = s.store_id and c.state = 'queued'
          and not exists (select from commands b where b.store_id = c.store_id and b.order_id = c.order_id
            and b.state = 'queued' and b.position <= c.position and b.next_at_ms > ${Date.now()})) as waiting
        from stores s where s.store_id = ${store.storeId} and s.condition = 'following'`);
      if (known === undefined || relay.relay.gateway.session(store.storeId) === null) continue;
      if (store.logUpTo >= seq && Number(known.seq) !== seq) throw new Error('the log is not there yet');
      if (known.waiting > 0) throw new Error('commands wait');
      if (known.edits > 0) throw new Error('edits wait');
    }
  };
  /** Everything that the step began has come to its end, the background jobs' part of it too. */
  async function settle(): Promise<void> {
    let before = '';
    for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
      const now = await rows.version();
      if (now === before) return;
      before = now;
      await simulator.control.webhooksSettled();
      let looks = 0;
      await soon(
        async () => {
          // The second command of an order goes with the round after the first.
          if (looks % LOOKS_PER_ROUND === 0) await relay.relay.round();
          looks += 1;
          await isQuiet();
        },
        { interval: 5 },
      );
    }
  }

  function noteLogs(): void {
    for (const line of relay.logged.splice(0)) note(logLineOf(line));
  }

  function noteMessages(): void {
    const rung = phones.taken
      .splice(0)
      .map(
        ({ device, message, headers }) =>
          `phone ${device}: ${written(message)}, ttl ${String(headers['ttl'])}, urgency ${String(headers['urgency'])}`,
      );
    for (const line of rung.toSorted((one, other) =>
      names.named(one, false).localeCompare(names.named(other, false)),
    ))
      note(line);
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
      const headers = headersOf(answer, shows);
      note(`${method} ${path}${asked}${who}`);
      const isText = /json|text|javascript/.test(type);
      const shown = isBrief || !isText ? (bytes.length === 0 ? '' : '(not shown)') : written(text);
      note(`→ ${answer.status}${headers === '' ? '' : ` [${headers}]`} ${text === '' ? '' : shown}`);
      const body: { [name: string]: any } = /json/.test(type) && text !== '' ? JSON.parse(text) : {};
      return { status: answer.status, text, body };
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
    /** Its line breaks. When it was last heard of is written within a second of its own, in which here minutes may pass. */
    async cut(store: FakeStore): Promise<void> {
      store.cut();
      await unlinked(relay, store);
      await soon(async () => {
        const seen = sql`select 1 from stores where store_id = ${store.storeId} and last_seen_ms > ${Date.now() - SEEN_SAVED_EVERY_MS}`;
        if ((await relay.rows(seen)).length === 0) throw new Error('last seen is not written yet');
      });
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
