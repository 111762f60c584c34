// Every door by which something is written, asked while the disk is full from the n-th write on: for n = 1, 2, 3 … until nothing more is
// written. Each time it is done whole or refused in words, nothing is half there, and the board is shown.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { openTestStore } from '../../edge/testing/open-test-store.ts';
import { asRole } from '../../edge/testing/sign-in.ts';
import { failingDisk, type FailingDisk } from './failing-disk.ts';
import { asAdmin, databaseOf, loneStore, type LoneStore } from './lone-store.ts';
import { DOORS, PRINTER, read, RESEALING, type Ask } from './writing-doors.ts';

export type FullDisk = {
  disk: FailingDisk;
  store: LoneStore;
  ask: Ask;
  file: string;
  deaths: () => number;
  remove(): Promise<void>;
};

/** Running, with an administrator signed in. Null where nobody can have such a disk. */
export async function openFullDisk(): Promise<FullDisk | null> {
  const disk = failingDisk();
  if (disk === null) return null;
  mkdirSync(join(disk.folder, 'edge'));
  const laid = await openTestStore({ folder: join(disk.folder, 'edge'), seed: false });
  laid.menu.seed({ ...sampleCatalog(), ...sampleWholesale() });
  await asRole(laid, 'ADMIN');
  await laid.stop();
  const many = '1000000';
  const store = await loneStore(disk.folder, {
    ...disk.env,
    LOG_LEVEL: 'silent',
    UNPAID_ORDERS_FACTOR: many,
    ORDERS_PER_MINUTE: many,
  });
  let deaths = 0;
  store.process.onDeath(() => (deaths += 1));
  await store.process.start();
  const admin = await asAdmin(store);
  const ask: Ask = (path, method = 'GET', body) =>
    admin(path, {
      method,
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
  await read(ask('/api/staff/printers/new', 'PUT', PRINTER));
  return {
    disk,
    store,
    ask,
    file: databaseOf(disk.folder),
    deaths: () => deaths,
    async remove() {
      disk.mend();
      await store.process.stop();
      disk.remove();
    },
  };
}

// What the store writes by itself at any moment: whether it can write, its alarms, sums that follow the log, sessions, what was looked at.
const ITS_OWN =
  /^(sqlite_|__drizzle|report_|meta$|alarms$|checkpoints$|session$|verification$|rate_limit|rateLimit)/;

/** In the log: alarms, and what is said again under another recovery code. */
let isResealing = false;
const isFollowUp = ({ kind }: Record<string, unknown>): boolean => kind === 'alarm' || isResealing;

/** Every table's rows, as text; what follows in its own time left out. */
function contentOf(file: string): Record<string, string[]> {
  const sqlite = new Database(file, { readonly: true });
  try {
    const tables = sqlite
      .prepare<[], string>("select name from sqlite_master where type = 'table'")
      .pluck()
      .all();
    return Object.fromEntries(
      tables
        .filter((table) => !ITS_OWN.test(table))
        .map((table) => {
          const rows = sqlite.prepare(`select * from "${table}"`).all() as Record<string, unknown>[];
          const meant = rows.filter((row) => table !== 'outbox' || !isFollowUp(row));
          // How a job fares at its printer is the printer's doing, at any moment.
          const shown = table === 'print_jobs' ? meant.map(({ id }) => ({ id })) : meant;
          return [table, shown.map((row) => JSON.stringify(row)).toSorted()];
        }),
    );
  } finally {
    sqlite.close();
  }
}

/** How many rows each table has gained, and how many of the others have changed or gone. */
function changeBetween(before: Record<string, string[]>, after: Record<string, string[]>): string {
  const changes = Object.entries(after).flatMap(([table, rows]) => {
    const old = new Set(before[table]);
    const now = new Set(rows);
    const come = rows.filter((row) => !old.has(row)).length;
    const gone = (before[table] ?? []).filter((row) => !now.has(row)).length;
    return come + gone === 0 ? [] : [`${table} +${come} -${gone}`];
  });
  return changes.join(', ');
}

/** Few writes are tried one by one, many in growing steps. `quick` makes the steps grow at once. */
const after = (n: number, quick: boolean): number => (n < (quick ? 3 : 24) ? n + 1 : Math.ceil(n * 1.5));

/** What went wrong, and how often it was refused. */
export async function driveDoor(
  { disk, ask, file, deaths }: FullDisk,
  name: string,
  quick: boolean,
): Promise<{ wrong: string[]; refused: number; done: number }> {
  const door = DOORS[name];
  if (door === undefined) throw new Error(`no door ${name}`);
  isResealing = name === RESEALING;
  const wrong: string[] = [];
  let refused = 0;
  let done = 0;
  let whole = '';
  // The second time is as any other: the first makes rows that it finds.
  for (let time = 0; time < 2; time += 1) {
    const unhindered = await door(ask);
    const start = contentOf(file);
    const told = await unhindered();
    const text = await told.text();
    if (!told.ok) return { wrong: [`${name}, with room: ${told.status} ${text}`], refused, done };
    whole = changeBetween(start, contentOf(file));
  }
  let attempt = await door(ask);
  for (let n = 1; ; n = after(n, quick)) {
    const at = `${name}, full from write ${n} on`;
    const before = contentOf(file);
    const refusals = disk.refusals();
    disk.fillAfter(n);
    const answer = await attempt();
    const said = await answer.text();
    const board = await ask('/api/staff/board');
    await board.arrayBuffer();
    const hit = disk.refusals() > refusals;
    disk.mend();
    const change = changeBetween(before, contentOf(file));
    if (board.status !== 200) wrong.push(`${at}: the board ${board.status}`);
    const isDone = answer.ok || said.includes('"code":"erasure-unfinished"');
    if (isDone) {
      done += 1;
      if (change !== whole) wrong.push(`${at}: said done, and did [${change}] of [${whole}]`);
      if (!hit) break;
      attempt = await door(ask);
    } else {
      refused += 1;
      if (![503, 507].includes(answer.status) || !said.includes('"detail":"'))
        wrong.push(`${at}: ${answer.status} ${said.slice(0, 200)}`);
      if (change !== '') wrong.push(`${at}: refused, and did [${change}]`);
    }
    if (wrong.length > 5) break;
  }
  if (deaths() > 0) wrong.push(`${name}: the store died`);
  return { wrong, refused, done };
}
