// Writes down in plain text what a store answers and what each step changes in its database, for approved texts (tests/contract/approved).
// Opens nothing itself. The text holds no time of this machine, no id and no secret: see `fixTime` and `plain-facts.ts`.
//
//   const store = await openTestStore();
//   fixTime(store, START_MS);
//   const record = recordStore(store);
//   const maria = { name: 'customer', ask: store.ask };
//   const { order } = await record.step('Maria orders', maria, 'POST /api/orders', { id: … });
//   await record.look(admin, ['/api/staff/orders', '/api/staff/cash-session']);
//   await expect(record.text()).toMatchFileSnapshot('./evening.txt');
//
// A step says: who asked what with which body, the status and the answer, the rows that changed (`+` new, `column: old → new`, `-` gone),
// the audit's new lines, and what the relay is told, opened where it is sealed. What was asked before by the same person is told by what
// differs since then.
import { vi } from 'vitest';
import type { ChangeRow } from '@balcao/shared/link/changes.ts';
import type { TestStore } from '../../edge/testing/open-test-store.ts';
import { createSealer } from '../../edge/storage/sealing.ts';
import { createNamer, differenceLines, factLines, factsOf, instantText, type Facts } from './plain-facts.ts';
import { createKnownThings } from './known-things.ts';
import { createRowReader } from './store-rows.ts';

export type Asker = { name: string; ask: TestStore['ask'] };

/** The store's clock and the process's `Date` both stand at `ms`, until they are moved or the file ends. */
export function fixTime(store: Pick<TestStore, 'clock'>, ms: number): void {
  store.clock.nowMs = ms;
  if (vi.isFakeTimers()) vi.setSystemTime(ms);
  else vi.useFakeTimers({ toFake: ['Date'], now: ms });
}

export type StoreRecord = ReturnType<typeof recordStore>;

/**
 * `leaveOut` names columns whose value says nothing, such as `session.user_agent`; `asBefore` the requests beside GET that are told, once they are
 * answered, by what differs since then; `isAuditBrief`: what the relay is told of a line of the audit is told by its number where it is the line; `isBrief`:
 * all this, and what was told of a thing, sent or answered already is told again by what differs.
 */
export function recordStore(
  store: TestStore,
  {
    leaveOut = [],
    asBefore = /^GET /,
    isBrief = false,
    isAuditBrief = isBrief,
  }: { leaveOut?: string[]; asBefore?: RegExp; isBrief?: boolean; isAuditBrief?: boolean } = {},
) {
  const sqlite = store.db.$client;
  const namer = createNamer();
  const sealer = createSealer(store.db);
  const lines: string[] = [];
  const readAll = createRowReader(store, leaveOut);
  const newAudit = sqlite.prepare<[number], Record<string, unknown>>(
    'select * from audit where id > ? order by id',
  );
  const changes = sqlite.prepare<[], number>('select total_changes()').pluck();
  const lastId = sqlite.prepare<[], number | null>('select max(id) from audit').pluck();

  let seen = readAll();
  let seenChanges = changes.get();
  let seenAudit = lastId.get() ?? 0;
  let seenSeq = store.outbox.head().seq;
  let seenTime = 0;
  /** The newest body of each thing that the relay was told of, and the newest answer to each question. */
  const told = new Map<string, ChangeRow>();
  for (const row of store.outbox.after(0, seenSeq)) told.set(`${row.kind} ${row.aggregateId}`, row);
  const answered = new Map<string, Facts>();
  const things = createKnownThings(isBrief);
  let lastSent: string | undefined;

  function bodyOf(row: ChangeRow): Facts {
    if (row.body === null) return factsOf({}, namer);
    const { kind, aggregateId, seq, lineage, epoch, body } = row;
    return factsOf(
      row.sealed ? sealer.open({ kind, aggregateId, seq, lineage, epoch }, body.toString()) : body.toString(),
      namer,
    );
  }

  function writeChanges(): void {
    const count = changes.get();
    if (count === seenChanges) return;
    seenChanges = count;
    const now = readAll();
    for (const [key, row] of now) {
      const before = seen.get(key);
      if (before === row) continue;
      const facts = factsOf(row, namer);
      if (before === undefined) lines.push(...things.lines(facts, `  + ${namer.named(key)}: `, false));
      else lines.push(`    ${namer.named(key)}`, ...differenceLines(factsOf(before, namer), facts, '      '));
    }
    for (const key of seen.keys()) if (!now.has(key)) lines.push(`  - ${namer.named(key)}`);
    seen = now;
    for (const row of newAudit.all(seenAudit)) {
      seenAudit = Number(row['id']);
      const { user_id: id, user_name: name, from, subject, action, detail, at_ms: atMs } = row;
      const at = instantText(Number(atMs));
      const who = isBrief && name !== '' ? `${String(name)} ${namer.named(String(id))}` : name;
      lines.push(
        `  audit ${at}, ${String(who) || 'nobody'} from ${String(from)}, ${String(subject)} ${String(action)}: ${namer.named(String(detail))}`,
      );
    }
    writeTold();
  }

  /** Whether a row of the log says of a line of the audit what stands in the table. */
  function isItsLine({ kind, aggregateId }: ChangeRow, facts: Facts): boolean {
    const line = kind === 'audit' ? newAudit.get(Number(aggregateId) - 1) : undefined;
    if (line === undefined) return false;
    const { id, at_ms: atMs, user_id: userId, user_name: userName, from, action, subject, detail } = line;
    const told = factsOf({ id, atMs, userId, userName, from, action, subject, detail }, namer);
    return differenceLines(told, facts).length === 0;
  }

  function writeTold(): void {
    for (const row of store.outbox.after(seenSeq, 1000)) {
      seenSeq = row.seq;
      const key = `${row.kind} ${row.aggregateId}`;
      const title = `${row.kind} ${namer.named(row.aggregateId)}${row.sealed ? ', sealed' : ''}, ${instantText(row.atMs)}`;
      const before = told.get(key);
      const facts = bodyOf(row);
      told.set(key, row);
      if (row.body === null) lines.push(`  relay: ${title}: nothing any more`);
      else if (isAuditBrief && isItsLine(row, facts)) lines.push(`  relay: ${title}, as above`);
      else if (before === undefined || isBrief)
        lines.push(...toldLines(before === undefined ? null : bodyOf(before), facts, `  relay: ${title}: `));
      else lines.push(`  relay: ${title}`, ...differenceLines(bodyOf(before), facts, '      '));
    }
  }

  /** What is told of things by what is known of them, and what stands beside them by what was told before. */
  function toldLines(before: Facts | null, facts: Facts, first: string): string[] {
    const isNew = ([path, { group, text }]: [string, { group: string; text: string }]): boolean =>
      group !== '' || before?.get(path)?.text !== text;
    return things.lines(new Map([...facts].filter(isNew)), first, true);
  }

  function writeHeading(words: string): void {
    if (store.clock.nowMs !== seenTime) lines.push('', `— ${instantText(store.clock.nowMs)}`);
    seenTime = store.clock.nowMs;
    lines.push('', words);
  }

  async function writeAnswer(asker: string, request: string, response: Response): Promise<unknown> {
    const type = response.headers.get('content-type')?.split(';')[0] ?? 'nothing';
    const file = response.headers.get('content-disposition');
    for (const cookie of response.headers.getSetCookie())
      lines.push(`  cookie ${cookie.replace(/=[^;]+/, '=…').replace(/; Expires=[^;]+/, '')}`);
    const head = `  ← ${response.status}${file === null ? '' : `, ${namer.named(file)}`}`;
    if (response.status === 204) return void lines.push(head);
    if (!type.endsWith('json')) {
      const isText = type.startsWith('text/') && type !== 'text/html';
      const text = isText ? namer.named(await response.text()).replace('\uFEFF', '<BOM>') : '';
      const said = text.split(/\r?\n/).map((line) => `      ${line}`.trimEnd());
      return void lines.push(`${head}, ${type}`, ...(isText ? said : []));
    }
    const body: unknown = await response.json();
    const facts = factsOf(body, namer);
    const question = `${asker} ${request} ${response.ok}`;
    const isCompared = request.startsWith('GET ') || (response.ok && asBefore.test(request));
    const before = isCompared ? answered.get(question) : undefined;
    if (isCompared) answered.set(question, facts);
    if (before === undefined) lines.push(...things.lines(facts, `${head} `, !request.startsWith('GET ')));
    else {
      const differing = differenceLines(before, facts, '      ');
      lines.push(differing.length === 0 ? `${head} as before` : `${head} as before but`, ...differing);
    }
    return body;
  }

  async function ask({ name, ask: asking }: Asker, request: string, json?: unknown, headers = {}) {
    const [method = 'GET', path = ''] = request.split(' ');
    const sent = JSON.stringify(json);
    if (json !== undefined)
      lines.push(
        ...(isBrief && sent === lastSent
          ? ['  → the same']
          : factLines(factsOf(json, namer).values(), '  → ', '      ')),
      );
    lastSent = sent;
    const response = await asking(path, { method, headers, ...(json === undefined ? {} : { json }) });
    return writeAnswer(name, `${method} ${path}`, response);
  }

  return {
    namer,
    /** A word of its own line, such as the name of a part of the evening. */
    title: (words: string): void => void lines.push('', '', `## ${words}`),
    /** What a person reads elsewhere: a slip on paper, a line of a log. */
    quote: (words: string, text: string): void =>
      void lines.push(
        `  ${words}`,
        ...namer
          .named(text)
          .split('\n')
          .map((line) => `      | ${line}`.trimEnd()),
      ),

    /** One request and all that comes of it; answers the answer's body. */
    async step(words: string, asker: Asker, request: string, json?: unknown, headers = {}): Promise<unknown> {
      writeHeading(`${words} (${asker.name}: ${namer.named(request)})`);
      const body = await ask(asker, request, json, headers);
      writeChanges();
      return body;
    },

    /** What happens without a request: work that the store does by itself. */
    async doing<T>(words: string, work: () => T | Promise<T>): Promise<T> {
      writeHeading(words);
      const made = await work();
      writeChanges();
      return made;
    },

    /** What is needed for what follows and told elsewhere: nothing of it is written down. */
    async aside<T>(work: () => T | Promise<T>): Promise<T> {
      const made = await work();
      const told = lines.length;
      writeChanges();
      lines.length = told;
      return made;
    },

    /** Asks one after the other; each answer by what differs since it was asked last. */
    async look(asker: Asker, paths: readonly string[], headers = {}): Promise<void> {
      for (const path of paths) {
        writeHeading(`${asker.name} looks: ${namer.named(path)}`);
        await ask(asker, `GET ${path}`, undefined, headers);
        writeChanges();
      }
    },

    text: (): string => `${lines.join('\n').trim()}\n`,
  };
}
