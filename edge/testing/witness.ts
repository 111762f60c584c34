// Writes down what happens to a store: its log, its alarms, its audit, its rows, what it remembers, what wakes whom, and what it asks of the
// relay. For approved texts: what no two runs share (ids, secrets, folders, sums) has names in the order of its appearance.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { VERSION } from '@balcao/shared/version.ts';
import { lanHost } from '../machine/discovery/lan-address.ts';
import { fakeTimers, passUntil } from './fake-timers.ts';
import { openTestStore, START_MS, type TestStore } from './open-test-store.ts';

// Of the machine, whatever a test does with timers later.
const realTimeout = globalThis.setTimeout;
const TOPICS = ['log', 'menu', 'print', 'printer', 'erased', 'wholesale', 'condition'] as const;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const COPY = /(\b[a-z]{1,20}-\d{4}-\d\d-\d\d-\d{4})-[0-9a-f]{4}(-[0-9a-f]{6})?\.db(\.age)?/g;
const SECRET =
  /[0-9a-f]{24,}|[\w-]{40,}|\b[0-9A-Z]{28}\b|\b(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}\b|\b[0-9a-f]{16}\b/g;
/** An order's code, and the mark of copies that belong together. */
const DRAWN = /("code":")[0-9A-Z]{10}(?=")|(_mark: \{"value":"|clean\\*":\\*")[0-9a-f]{6}/g;
/** What the machine of the test says of itself. */
const OWN_FIGURES =
  /(\\?")(diskFreeBytes|diskTotalBytes|bytes|tookMs)\\?":\d{1,18}|"workers":\[[^\]]{0,20000}\]/g;

const TIMERS_MS = 10 * 60_000;

const LEVELS: Record<string, string> = { 30: 'info', 40: 'warn', 50: 'error' };

type Rows = Record<string, string>;
type Deps = Omit<Parameters<typeof openTestStore>[0] & object, 'printLine' | 'relay'> & {
  /** What the relay answers; without it there is none. */
  answers?: (path: string, init: RequestInit | undefined) => Response | null;
  /** Its timers are the machine's: for a store that is not started. */
  hasRealTimers?: boolean;
};

export type Witness = Awaited<ReturnType<typeof openWitness>>;

/** A store on timers of the test, of which everything is written down. */
export async function openWitness(title: string, deps: Deps = {}) {
  if (deps.hasRealTimers !== true) fakeTimers();
  const advance = async (ms: number): Promise<void> => {
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(ms);
  };
  const folder = deps.folder ?? mkdtempSync(join(tmpdir(), 'balcao-life-'));
  const text: string[] = [`# ${title}`];
  const known = new Map<string, string>();
  const nameOf = (kind: string, word: string): string => {
    const name = known.get(word) ?? `<${kind} ${known.size + 1}>`;
    known.set(word, name);
    return name;
  };
  /** Without what differs from run to run: by this lines are put in order. */
  const bare = (line: string): string => line.replaceAll(UUID, '').replaceAll(SECRET, '');
  const plain = (line: string): string =>
    line
      .replaceAll('\r\n', '\n')
      .replaceAll(folder, '<folder>')
      .replaceAll(lanHost(), '<lan>')
      .replaceAll(VERSION, '<version>')
      .replaceAll(COPY, (_all, stem: string, mark?: string, age?: string) =>
        [stem, mark === undefined ? '' : '-<mark>', '.db', age ?? ''].join(''),
      )
      .replaceAll(/"requestId":"[^"]*",?/g, '')
      .replaceAll(/("(?:token|trackingToken|sha256|enderecoDeInternetCodificado)": ?)"[^"]*"/g, '$1<…>')
      .replaceAll(/\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/g, '<code>')
      .replaceAll(/( GET \S+\.age\/)\d+/g, '$1<a piece>')
      .replaceAll(UUID, (word) => nameOf('id', word))
      .replaceAll(SECRET, (word) => nameOf('secret', word))
      .replaceAll(OWN_FIGURES, (_all, quote?: string, name?: string) =>
        name === undefined ? '"workers":<…>' : `${quote}${name}${quote}:<…>`,
      )
      .replaceAll(DRAWN, (_all, code?: string, mark?: string) => `${code ?? mark}<drawn>`);

  let logged: string[] = [];
  let woken = new Set<string>();
  let asked: string[] = [];
  const { answers } = deps;
  const relay =
    answers === undefined
      ? {}
      : {
          relay: {
            request: (path: string, init?: RequestInit): Promise<Response> => {
              const body = typeof init?.body === 'string' ? ` ${init.body}` : '';
              asked.push(`relay < ${init?.method ?? 'GET'} ${path}${body}`);
              const answer = answers(path, init);
              return answer === null ? Promise.reject(new Error('fetch failed')) : Promise.resolve(answer);
            },
          },
        };
  const open = (): Promise<TestStore> =>
    openTestStore({
      ...deps,
      ...relay,
      folder,
      printLine: (line) => {
        const {
          level,
          msg,
          time: _time,
          pid: _pid,
          hostname: _host,
          err,
          ...fields
        } = JSON.parse(line) as {
          level: string | number;
          msg: string;
          err?: { message: string };
        } & Record<string, unknown>;
        const reason = err === undefined ? '' : ` (${err.message.replaceAll(/\s+/g, ' ').slice(0, 200)})`;
        logged.push(`log ${LEVELS[level] ?? level}: ${msg} ${JSON.stringify(fields)}${reason}`);
      },
    });
  let store = await open();
  const listen = (): void => {
    for (const topic of TOPICS) store.orders.wake.on(topic, () => void woken.add(topic));
  };
  listen();

  const all = (sql: string): Record<string, unknown>[] =>
    store.db.$client.prepare<[], Record<string, unknown>>(sql).all();
  const rowsOf = (title_: string, sql: string): Rows =>
    Object.fromEntries(
      all(sql).map(({ key, ...rest }) => [`${title_} ${String(key)}`, JSON.stringify(rest)]),
    );
  /** Each kind of fact that lasts, by its key. */
  const facts = (): Rows => ({
    ...rowsOf('alarm', 'select id as key, title, text, since_ms as since, ended_at_ms as ended from alarms'),
    ...rowsOf('remembers', "select key, value from meta where key not in ('report_cursor', 'write_trial')"),
    ...rowsOf('audit', 'select rowid as key, * from audit'),
    ...rowsOf('row', 'select seq as key, kind, aggregate_id as id from outbox'),
    ...rowsOf(
      'order',
      'select number as key, status, payment_status, payment_method, change_for_cents, cancel_reason, caller is not null as has_caller, panel_number, total_cents, updated_at_ms from orders',
    ),
    ...rowsOf('wholesale', 'select number as key, status, total_cents, paid_on from wholesale_orders'),
    ...rowsOf('inbox', "select id as key, kind, json_extract(outcome, '$.status') as came_to from inbox"),
    ...rowsOf('checkpoint', 'select follower as key, seq, at_ms as at from checkpoints'),
    ...rowsOf('ticket', 'select id as key, purpose, printer_id as printer, state, copy from print_jobs'),
  });
  let before: Rows = {};

  /** Waits until no job is under way: what rests on a timer goes on with the others, what the system does takes as long as it takes. */
  async function settle(): Promise<void> {
    for (let idle = 0; idle < 5;) {
      await advance(0);
      await new Promise((resolve) => setImmediate(resolve));
      const isBusy = store.watched.workers().some(({ running }) => running) || store.rehearsing.isRunning();
      idle = isBusy || (await store.backups.state()).running ? 0 : idle + 1;
      if (idle > 0) continue;
      await new Promise((resolve) => realTimeout(resolve, 2));
      await advance(2);
    }
  }
  function write(heading: string): void {
    const now = facts();
    const changed = Object.keys({ ...before, ...now }).filter((key) => before[key] !== now[key]);
    const lines = [
      ...logged.toSorted((a, b) => (bare(a) < bare(b) ? -1 : 1)),
      ...asked,
      ...changed.map((key) => `${key}: ${now[key] ?? 'gone'}`),
      ...(woken.size === 0 ? [] : [`woken: ${[...woken].toSorted().join(', ')}`]),
    ];
    text.push(`\n## ${heading}`, ...lines.map(plain));
    before = now;
    [logged, asked, woken] = [[], [], new Set()];
  }

  const witness = {
    get store() {
      return store;
    },
    folder,
    /** Something that happens, and all that comes of it. */
    async does(heading: string, work: () => unknown): Promise<void> {
      let thrown: string | null = null;
      await Promise.resolve()
        .then(work)
        .catch((error: unknown) => (thrown = error instanceof Error ? error.message : String(error)));
      await settle();
      write(heading);
      if (thrown !== null) text.push(plain(`thrown: ${String(thrown)}`));
    },
    /** A request and its answer. */
    async asks(heading: string, asking: () => Response | Promise<Response>): Promise<void> {
      const answer = await asking();
      const type = answer.headers.get('content-type') ?? '';
      const bytes = Buffer.from(await answer.arrayBuffer());
      const body = /json|text/.test(type) ? bytes.toString() : bytes.length === 0 ? '' : `<${type}>`;
      await settle();
      write(`${heading}: ${answer.status}`);
      if (body !== '') text.push(plain(body));
    },
    /** Lets time pass for the clock, and so much of it for the timers that every job runs but the hourly ones. */
    async pass(
      ms: number,
      heading = `${ms / 1000} s pass`,
      timersMs = Math.min(ms, TIMERS_MS),
    ): Promise<void> {
      store.clock.nowMs += ms;
      await advance(timersMs);
      await settle();
      write(`${heading}, at +${store.clock.nowMs - START_MS} ms`);
    },
    says: (line: string): void => void text.push(plain(line)),
    async stop(): Promise<void> {
      await passUntil(store.stop());
    },
    async again(): Promise<void> {
      store = await open();
      listen();
      write('opened again');
    },
    /** All that was written down; the store ends and its folder goes. */
    async end(): Promise<string> {
      await passUntil(store.stop());
      const left = logged.map(plain);
      vi.useRealTimers();
      rmSync(folder, { recursive: true, force: true });
      return [...text, '\n## the store ends', ...left, ''].join('\n');
    },
  };
  await settle();
  write('opened for the first time');
  return witness;
}
