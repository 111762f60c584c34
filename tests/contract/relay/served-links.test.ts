// What the relay does with a link from its first word to its end: whom it tells, what the store hears, what begins and stops with it. Over links
// and logs that the test holds, with stores of its own. With real links: pairing.test.ts and feed.test.ts.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Hello } from '@balcao/shared/link/hello.ts';
import { createForwarder } from '../../../cloud/cluster/forward.ts';
import { createGateway } from '../../../cloud/replication/link/gateway.ts';
import { BrokenLog } from '../../../cloud/replication/link/read-rows.ts';
import type { Session } from '../../../cloud/shop/stores/session.ts';
import { createStores, type Stores } from '../../../cloud/shop/stores/stores.ts';
import { stores as storeRows, type StoreCondition } from '../../../cloud/storage/schema.ts';
import { Wake } from '../../../cloud/storage/wake.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const [HASH, LATER] = ['a'.repeat(64), 'b'.repeat(64)];
const POLL = { timeout: 60_000 };

let database: TestDatabase;
let storeId: string;
let nowMs: number;
let wake: Wake;
let stores: Stores;
let gateway: ReturnType<typeof createGateway>;
/** What the relay did for the link, in that order. */
let done: string[];
/** What it decides of the log of the store. */
let decided: { condition: StoreCondition; readable: boolean };
/** The run of the machine that is at the other end, where it says so. */
let instance: string | undefined;
let following: PromiseWithResolvers<void>;
let delivering: PromiseWithResolvers<void>;
/** What ends each link that was opened. */
let ends: (() => void)[];
/** The log proves itself; another process takes the link. */
let prove: () => void;
let lose: () => void;
let warned: string[];
/** What letting go of a link waits for, such as the database. */
let lettingGo: Promise<void>;

beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  [storeId, nowMs, wake, done, ends] = [randomUUID(), 1_000_000, new Wake(), [], []];
  [decided, instance] = [{ condition: 'following', readable: true }, undefined];
  [following, delivering] = [Promise.withResolvers(), Promise.withResolvers()];
  lettingGo = Promise.resolve();
  warned = [];
  await database.clear();
  await database.db
    .insert(storeRows)
    .values({ storeId, name: 'Loja', publicKey: {}, pairedAtMs: 0, hash: HASH, seq: 7, epoch: 1 });
  const clock = () => nowMs;
  stores = createStores({ db: database.db, clock });
  gateway = createGateway({
    ...{ stores, wake, clock, forwarder: createForwarder({ secretsKey: Buffer.alloc(32), clock }) },
    replicator: {
      readHello: () => Promise.resolve(hello()),
      handshake: () => Promise.resolve(decided),
      follow(_session, _hello, onProven) {
        done.push('log followed');
        prove = onProven;
        return following.promise;
      },
    },
    serveCommands(_session, until) {
      done.push('commands delivered');
      void until.then(() => done.push('commands kept'));
      return delivering.promise;
    },
    serveDocument: () => Promise.resolve(),
    ownership: {
      claimLink(_storeId, onLost) {
        done.push('claimed');
        lose = onLost;
        return Promise.resolve(() => lettingGo.then(() => void done.push('let go')));
      },
      findOtherOwner: () => Promise.resolve(null),
    },
    isTooOften: () => Promise.resolve(false),
    copyPictures: (of) => void done.push(of === storeId ? 'pictures copied' : 'pictures of another'),
    onMoving: (of) => void done.push(of === storeId ? 'listeners sent away' : 'those of another'),
    log: { info: () => undefined, warn: (_details, text) => void warned.push(text), error: () => undefined },
  });
});

afterEach(async () => {
  following.resolve();
  for (const end of ends) end();
  await gateway.stop();
});

const hello = (): Hello => ({
  ...{ protocol: 12, storeId, lineage: storeId, epoch: 1, lastSeq: 8, lastHash: LATER, version: '99.0.0' },
  ...(instance === undefined ? {} : { instance }),
});

function openLink(isAlive = true) {
  const over = Promise.withResolvers<void>();
  ends.push(() => over.resolve());
  /** What the store was told, and why its link was closed. */
  const [told, closed]: [unknown[], string[]] = [[], []];
  const none = () => Promise.reject(new Error('nothing is asked of it'));
  const session: Session = {
    ...{ storeId, ended: over.promise, request: none, requestLasting: none },
    json(_method, path, body) {
      told.push([path, body]);
      return Promise.resolve({ status: 204, body: null });
    },
    alive: () => Promise.resolve(isAlive),
    isHeard: () => Promise.resolve(isAlive),
    isInDoubt: () => false,
    onDoubt: () => () => undefined,
    close: (reason) => void closed.push(reason),
  };
  const serving = gateway.serveLink(session);
  serving.catch(() => undefined);
  return { session, told, closed, serving, end: over.resolve };
}
type Link = ReturnType<typeof openLink>;
/** Serves it as long as its log comes. */
async function openServed(isAlive?: boolean): Promise<Link> {
  const link = openLink(isAlive);
  await expect.poll(() => gateway.session(storeId), POLL).toBe(link.session);
  await expect.poll(() => done.at(-1), POLL).toBe('log followed');
  return link;
}
async function endOf(link: Link): Promise<void> {
  following.resolve();
  link.end();
  await link.serving;
}

describe('the link of a store that is followed', () => {
  it('is claimed and told, has its commands delivered and pictures copied, with each change of its menu too, and ends with all that', async () => {
    let told = 0;
    wake.on(storeId, 'store', () => (told += 1));
    const link = await openServed();
    expect(done).toEqual(['claimed', 'pictures copied', 'commands delivered', 'log followed']);
    expect([link.told, link.closed, told > 0]).toEqual([[], [], true]);
    expect(await gateway.presence(storeId)).toBe('linked');
    wake.notify(randomUUID(), 'menu');
    wake.notify(storeId, 'menu');
    expect(done.slice(4)).toEqual(['pictures copied']);
    [told, done.length] = [0, 0];
    await endOf(link);
    await expect.poll(() => done, POLL).toEqual(expect.arrayContaining(['commands kept', 'let go']));
    wake.notify(storeId, 'menu');
    expect([done.length, told > 0, gateway.session(storeId)]).toEqual([2, true, null]);
    // Lately seen for a minute, and away after that.
    nowMs += 60_000;
    expect(await gateway.presence(storeId)).toBe('grace');
    nowMs += 1;
    expect(await gateway.presence(storeId)).toBe('away');
  });

  it('is closed when its commands cannot be delivered any more, and when another process takes it', async () => {
    const link = await openServed();
    delivering.reject(new Error('the database is away'));
    await expect.poll(() => link.closed, POLL).toEqual(['commands stopped']);
    lose();
    expect(link.closed).toEqual(['commands stopped', 'replaced']);
    await endOf(link);
  });

  it('ends with what keeps its log from being followed, unless the log is broken', async () => {
    const link = await openServed();
    following.reject(new Error('the database is away'));
    await expect(link.serving).rejects.toThrow('the database is away');
    expect(link.told).toEqual([]);
    expect(await stores.byId(storeId)).toMatchObject({ condition: 'following' });
    link.end();
  });

  it('stays where the log turns out broken, without commands; the store hears up to where it is held', async () => {
    let told = 0;
    const link = await openServed();
    await database.db.update(storeRows).set({ seq: 9, hash: LATER }).where(eq(storeRows.storeId, storeId));
    stores.moved(storeId, { seq: 9, hash: LATER });
    wake.on(storeId, 'store', () => (told += 1));
    following.reject(new BrokenLog('row 11 came after 9'));
    await expect
      .poll(() => link.told, POLL)
      .toEqual([['/link/restore', { condition: 'quarantined', seq: 9, hash: LATER }]]);
    expect([done.at(-1), told, link.closed]).toEqual(['commands kept', 1, []]);
    expect(gateway.session(storeId)).toBe(link.session);
    stores.invalidate();
    expect(await stores.byId(storeId)).toMatchObject({ condition: 'quarantined' });
    link.end();
    await link.serving;
  });
});

describe('the link of a store that is held', () => {
  it('stays, and the store hears why and up to where; nothing is followed nor delivered', async () => {
    decided = { condition: 'rolled-back', readable: false };
    const link = openLink();
    await expect.poll(() => done, POLL).toEqual(['claimed', 'pictures copied']);
    expect(link.told).toEqual([['/link/restore', { condition: 'rolled-back', seq: 7, hash: HASH }]]);
    expect([gateway.session(storeId), link.closed]).toEqual([link.session, []]);
    await endOf(link);
    expect(done).not.toContain('commands delivered');
  });

  it('delivers commands, and pages are told, once its log has proven itself', async () => {
    decided = { condition: 'quarantined', readable: true };
    const link = await openServed();
    expect(done).toEqual(['claimed', 'pictures copied', 'log followed']);
    let told = 0;
    wake.on(storeId, 'store', () => (told += 1));
    prove();
    expect([done.at(-1), told]).toEqual(['commands delivered', 1]);
    await endOf(link);
  });
});

describe('a second link of a store', () => {
  it('takes the place of the one before, whose end changes nothing any more', async () => {
    const first = await openServed();
    done = [];
    const second = await openServed();
    expect([first.closed, second.closed]).toEqual([['replaced'], []]);
    first.end();
    await first.session.ended;
    expect(gateway.session(storeId)).toBe(second.session);
    await endOf(second);
    await first.serving;
    expect(gateway.session(storeId)).toBeNull();
  });

  it('of another machine is refused while the first one answers, and hears that it is not the store', async () => {
    instance = randomUUID();
    const first = await openServed();
    instance = randomUUID();
    const second = openLink();
    await second.serving;
    expect(second.told).toEqual([['/link/restore', { condition: 'fenced', seq: 7, hash: HASH }]]);
    expect([second.closed, first.closed]).toEqual([['another machine serves this store'], []]);
    expect(gateway.session(storeId)).toBe(first.session);
    await endOf(first);
  });

  it('of another run of the machine takes its place where the first one answers no more', async () => {
    instance = randomUUID();
    const first = await openServed(false);
    [instance, done] = [randomUUID(), []];
    const second = await openServed();
    expect([first.closed, second.told]).toEqual([['replaced'], []]);
    first.end();
    await endOf(second);
  });
});

it('the link of a store that nobody knows is closed', async () => {
  await database.db.delete(storeRows);
  const link = openLink();
  await link.serving;
  expect([link.closed, done]).toEqual([['unknown store'], []]);
});

it('a store that was shut out, and one that moves, lose their link; who listens to one that moves is sent away', async () => {
  const link = await openServed();
  await gateway.dismissUnknown();
  expect(link.closed).toEqual([]);
  await stores.setLeaving(storeId, true);
  await gateway.dismissUnknown();
  expect([link.closed, done.at(-1)]).toEqual([['moving'], 'listeners sent away']);
  await database.db.update(storeRows).set({ revokedAtMs: 1 });
  stores.invalidate();
  await gateway.dismissUnknown();
  expect(link.closed).toEqual(['moving', 'revoked']);
  await endOf(link);
});

it('a relay that stops says goodbye, and waits until each link has ended and is let go', async () => {
  const letGo = Promise.withResolvers<void>();
  lettingGo = letGo.promise;
  const link = await openServed();
  let isOver = false;
  const stopped = gateway.stop().then(() => (isOver = true));
  expect(link.closed).toEqual(['relay restarts']);
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  await endOf(link);
  // Else the others would ask this process for the store until it is known to be dead.
  await new Promise(setImmediate);
  expect([isOver, done.includes('let go')]).toEqual([false, false]);
  letGo.resolve();
  await stopped;
  expect(done).toContain('let go');
});

it('a link that cannot be let go, for the database is away, keeps no relay from stopping', async () => {
  const link = await openServed();
  lettingGo = Promise.reject(new Error('the database is away'));
  lettingGo.catch(() => undefined);
  await endOf(link);
  await gateway.stop();
  expect(warned).toEqual(['a link that ended could not be let go; it runs out by itself']);
});
