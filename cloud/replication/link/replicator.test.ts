// Whether the relay goes on following a store's log, by what the store says of it at a new link: over a copy that the test holds. With real
// logs: tests/contract/relay/feed.test.ts.
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GENESIS_HASH, type Hello } from '@balcao/shared/link/hello.ts';
import type { Session } from '../../shop/stores/session.ts';
import type { StoreRow } from '../../shop/stores/stores.ts';
import { Checkpoints, createReplicator } from './replicator.ts';

const STORE = '01900000-0000-7000-8000-000000000001';
const LINEAGE = '01900000-0000-7000-8000-00000000000a';
const OTHER = '01900000-0000-7000-8000-00000000000b';
const HEAD = 'a'.repeat(64);
/** The hash of each earlier row of the relay's copy. */
const EARLIER = 'b'.repeat(64);
const CHANGED = 'c'.repeat(64);

let written: object[];
let logged: [object, string][];
beforeEach(() => {
  [written, logged] = [[], []];
});

const replicator = () =>
  createReplicator({
    db: {
      select: () => ({ from: () => ({ where: () => Promise.resolve([{ hash: EARLIER }]) }) }),
      delete: () => ({ where: () => Promise.resolve() }),
    },
    customers: { waitUntilIdle: () => Promise.resolve() },
    stores: {
      ...{ invalidateOne: () => undefined, byId: async () => known() },
      async update(_storeId: string, changes: object) {
        written.push(changes);
      },
    },
    log: { error: (details: object, message: string) => void logged.push([details, message]) },
  } as unknown as Parameters<typeof createReplicator>[0]);

/** Ten rows of the second epoch, as the relay has them. */
const known = (changes: Partial<StoreRow> = {}) =>
  ({
    ...{ storeId: STORE, lineage: LINEAGE, epoch: 2, seq: 10, hash: HEAD, condition: 'following' },
    ...changes,
  }) as StoreRow;
const hello = (changes: Partial<Hello> = {}): Hello => ({
  ...{ protocol: 12, storeId: STORE, lineage: LINEAGE, epoch: 2, lastSeq: 10, lastHash: HEAD },
  version: '99.0.0',
  ...changes,
});

/** A link of which only this much is asked. */
const sessionWith = (parts: Partial<Session>): Session => ({ storeId: STORE, ...parts }) as Session;

describe('a store at a new link', () => {
  it.each<[string, Partial<Hello>, Partial<StoreRow>, string, boolean]>([
    ['as it was', {}, {}, 'following', true],
    ['of the oldest protocol', { protocol: 1 }, {}, 'following', true],
    ['of an older one', { protocol: 0 }, {}, 'incompatible', false],
    ['of an older version', { version: '0.0.9' }, {}, 'incompatible', false],
    ['that told nothing yet', { lineage: OTHER }, { seq: 0 }, 'following', true],
    ['paired in the place of another', { lineage: OTHER }, { lineage: null }, 'following', true],
    ['of another card', { lineage: OTHER, lastSeq: 11 }, {}, 'fenced', false],
    ['with more rows', { lastSeq: 11, lastHash: CHANGED }, {}, 'following', true],
    ['that was put back and has more rows', { lastSeq: 11 }, { condition: 'rolled-back' }, 'following', true],
    [
      'that is held, and has more rows: they have to prove themselves',
      { lastSeq: 11 },
      { condition: 'quarantined' },
      'quarantined',
      true,
    ],
    ['that was held, and is as it was', {}, { condition: 'quarantined' }, 'following', true],
    ['whose last row is another one', { lastHash: CHANGED }, {}, 'quarantined', false],
    ['of an older copy', { lastSeq: 7, lastHash: EARLIER }, {}, 'rolled-back', false],
    ['of an older copy with another past', { lastSeq: 7, lastHash: CHANGED }, {}, 'quarantined', false],
    ['with an empty log', { lastSeq: 0, lastHash: GENESIS_HASH }, {}, 'rolled-back', false],
    ['from before it was put back', { epoch: 1 }, {}, 'rolled-back', false],
    ['that was put back to the same row', { epoch: 3 }, {}, 'following', true],
  ])('%s', async (_what, said, before, condition, readable) => {
    expect(await replicator().handshake(hello(said), known(before))).toEqual({ condition, readable });
    expect(written).toEqual([
      condition === 'following'
        ? { condition, lineage: said.lineage ?? LINEAGE, epoch: said.epoch ?? 2 }
        : { condition },
    ]);
    // Where each of the two stands, for whoever has to find out why.
    const [seq, cursor] = [said.lastSeq ?? 10, before.seq ?? 10];
    expect(logged).toEqual(
      condition === 'following'
        ? []
        : [[{ storeId: STORE, condition, seq, cursor }, 'the store cannot be followed']],
    );
  });

  it('that says it is another one is not heard', async () => {
    const session = sessionWith({
      json: async () => ({ status: 200, body: hello({ storeId: OTHER }) }),
    });
    await expect(replicator().readHello(session)).rejects.toThrow('another id');
  });

  // What it has must not be thrown away by the store before it knows that it is kept here.
  it('that does not take the word of how far its log is kept loses that link', async () => {
    const closed = Promise.withResolvers<string>();
    const body = new PassThrough();
    const session = sessionWith({
      json: () => Promise.reject(new Error('nobody waits for it any more')),
      requestLasting: async () => ({ status: 200, body, cancel: () => undefined }),
      close: closed.resolve,
    });
    const following = replicator().follow(session, hello(), () => undefined);
    expect(await closed.promise).toBe('checkpoints fail');
    body.destroy();
    await expect(following).rejects.toThrow('the log broke off');
  });
});

it('[L5] a store that dials anew is not asked for its log before all that came over its last link is applied', async () => {
  const asked: string[] = [];
  const linkOf = (name: string) => {
    const body = new PassThrough();
    const session = sessionWith({
      json: () => Promise.resolve({ status: 200, body: null }),
      async requestLasting() {
        asked.push(name);
        return { status: 200, body, cancel: () => void asked.push(`${name} is let go`) };
      },
      close: () => undefined,
    });
    return { body, session };
  };
  const { follow } = replicator();
  const [first, second] = [linkOf('the first'), linkOf('the second')];
  const firstOver = follow(first.session, hello(), () => undefined);
  await expect.poll(() => asked).toEqual(['the first']);
  const secondOver = follow(second.session, hello(), () => undefined);
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual(['the first', 'the first is let go']);
  first.body.end();
  await firstOver;
  await expect.poll(() => asked.at(-1)).toBe('the second');
  second.body.end();
  await secondOver;
});

describe('[L5] the word of how far a log is kept', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('goes ten times a second at most, each with the newest, and the last of all is told', async () => {
    const beganAtMs = Date.now();
    const told: [atMs: number, seq: number][] = [];
    const checkpoints = new Checkpoints({
      async json(_method, _path, cursor) {
        told.push([Date.now() - beganAtMs, (cursor as { seq: number }).seq]);
        return { status: 204, body: null };
      },
      close: () => undefined,
    });
    for (let seq = 1; seq <= 30; seq += 1) {
      checkpoints.sendCheckpoint({ seq, hash: HEAD });
      await vi.advanceTimersByTimeAsync(10);
    }
    // The first word of a link is of what was there before it: the next need not wait for that.
    expect(told.slice(0, 2).map(([, seq]) => seq)).toEqual([1, 2]);
    const [, [secondAtMs] = [0]] = told;
    expect(told.slice(2).map(([atMs]) => atMs - secondAtMs)).toEqual([100, 200]);
    await vi.advanceTimersByTimeAsync(100);
    expect(told.at(-1)?.[1]).toBe(30);
    await vi.advanceTimersByTimeAsync(100);
    await checkpoints.sent();
    expect(told).toHaveLength(5);
  });
});
