// A store's files as a card gives them back after the power went: a bit turned over, a write torn, syncs that were only promised. Made
// from the bytes of a real store in the middle of its work; the same seed spoils the same byte. Used by `npm test` for a few dozen
// and by `npm run soak` for as many as one likes.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { openTestStore, type TestStore } from '../../edge/testing/open-test-store.ts';
import { troubleOf } from '../../edge/machine/start/trouble.ts';
import type { Seeded } from './seeded.ts';

const ORDERS = 12;
/** The files are folded into one here; what comes later stands in the log beside the database only. */
const FOLDED_AFTER = 6;
const SECTOR = 512;
const ENDS = ['', '-wal', '-shm'] as const;
type End = (typeof ENDS)[number];

/** What the store answered for, after each of its orders. */
type Moment = { folder: string; seq: number; hash: string; orders: string[] };
export type Past = { folder: string; moments: Moment[]; remove(): void };

/** `whole`: as it was. `earlier`: as it was once, its newest orders gone: the relay's log is longer. Else: it says that it is spoilt. */
export type Verdict = 'whole' | 'earlier' | 'does not open' | 'damage' | 'disagreement';

export const SPOILS = [
  'a bit of the database',
  'a bit of the log beside it',
  'a bit of the index',
  'a sector of the database',
  'the end of the log beside it',
  'a sector of the index',
  'all writes since a moment',
  'the writes of one file since a moment',
] as const;
export type Spoil = (typeof SPOILS)[number];

const ordersOf = (store: TestStore): string[] =>
  store.orders.repository
    .byNumbers(Array.from({ length: ORDERS }, (_, index) => index + 1))
    .map((order) => JSON.stringify(order));

/** A store that sells, and its files after each order: as SIGKILL would leave them. */
export async function livePast(): Promise<Past> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-spoilt-'));
  const store = await openTestStore();
  const moments: Moment[] = [];
  for (let count = 1; count <= ORDERS; count += 1) {
    const answer = await store.ask('/api/orders', { json: { ...sampleRequest(), id: v7() } });
    if (answer.status !== 201) throw new Error(`an order was answered ${answer.status}`);
    if (count === FOLDED_AFTER) store.db.$client.pragma('wal_checkpoint(PASSIVE)');
    const at = join(folder, `${count}`);
    mkdirSync(at);
    for (const end of ENDS) cpSync(join(store.folder, `store.db${end}`), join(at, `store.db${end}`));
    moments.push({ folder: at, ...store.outbox.head(), orders: ordersOf(store) });
  }
  await store.close();
  return { folder, moments, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Takes the newest files, spoils them, and opens the store on them. Throws when an acknowledged order is wrong and nothing says so. */
export async function judge(past: Past, spoil: Spoil, chance: Seeded): Promise<Verdict> {
  const newest = past.moments.at(-1);
  if (newest === undefined) throw new Error('nothing was sold');
  const folder = mkdtempSync(join(past.folder, 'round-'));
  cpSync(newest.folder, folder, { recursive: true });
  spoilFiles(folder, past, spoil, chance);
  let store: TestStore;
  try {
    store = await openTestStore({ folder, seed: false });
  } catch (error) {
    const { kind, steps } = troubleOf(error, null);
    // Everybody gets that page: it must lead to a copy.
    if (!steps.some((step) => /restaure/i.test(step)))
      throw new Error(`the page would say ${kind}`, { cause: error });
    return 'does not open';
  }
  try {
    await store.scrub.scrub();
    if (store.damage.found()) return 'damage';
    if (store.scrub.wrong() !== null) return 'disagreement';
    const { seq, hash } = store.outbox.head();
    const moment = past.moments.find((one) => one.hash === hash);
    if (moment === undefined) throw new Error(`the log ends at ${seq}, as it never did`);
    if (JSON.stringify(ordersOf(store)) !== JSON.stringify(moment.orders))
      throw new Error(`after ${seq} rows an order is not what it was, and nobody says so`);
    return moment === newest ? 'whole' : 'earlier';
  } finally {
    await store.close();
  }
}

function spoilFiles(folder: string, { moments }: Past, spoil: Spoil, chance: Seeded): void {
  const path = (end: End): string => join(folder, `store.db${end}`);
  const change = (end: End, work: (bytes: Buffer) => Buffer): void =>
    writeFileSync(path(end), work(readFileSync(path(end))));
  const flip = (bytes: Buffer): Buffer => {
    const at = chance.int(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << chance.int(8));
    return bytes;
  };
  const tear = (bytes: Buffer): Buffer => {
    const at = chance.int(bytes.length / SECTOR) * SECTOR;
    return bytes.fill(chance.pick([0, 0xff, 0xa5]), at + chance.int(SECTOR), at + SECTOR);
  };
  const back = (end: End, moment: Moment): void => cpSync(join(moment.folder, `store.db${end}`), path(end));
  switch (spoil) {
    case 'a bit of the database':
      return change('', flip);
    case 'a bit of the log beside it':
      return change('-wal', flip);
    case 'a bit of the index':
      return change('-shm', flip);
    case 'a sector of the database':
      return change('', tear);
    case 'the end of the log beside it':
      return change('-wal', (bytes) => bytes.subarray(0, chance.int(bytes.length)));
    case 'a sector of the index':
      return change('-shm', tear);
    case 'all writes since a moment': {
      const moment = chance.pick(moments);
      return ENDS.forEach((end) => back(end, moment));
    }
    case 'the writes of one file since a moment':
      return back(chance.pick(ENDS), chance.pick(moments));
  }
}
