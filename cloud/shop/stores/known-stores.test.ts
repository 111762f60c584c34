import { beforeEach, describe, expect, it } from 'vitest';
import { createKnownStores, type StoreRow } from './known-stores.ts';

const row = (storeId: string, changes: Partial<StoreRow> = {}): StoreRow => ({
  ...{ storeId, host: `${storeId}.example`, name: storeId, publicKey: { kty: 'OKP' }, pairedAtMs: 1 },
  ...{ revokedAtMs: null, leavingAtMs: null, lastSeenMs: 0, succession: null, lineage: null, epoch: 0 },
  ...{ seq: 0, hash: '', condition: 'following', clearedUpTo: 0, retiredUpTo: 0 },
  ...changes,
});

let table: Map<string, StoreRow>;
let reads: string[];
let nowMs: number;
/** Called while a read is under way, after it has looked at the table. */
let meanwhile: () => void;
let isAway: boolean;
let known: ReturnType<typeof createKnownStores>;

beforeEach(() => {
  table = new Map(['a', 'b'].map((id) => [id, row(id)]));
  reads = [];
  nowMs = 0;
  meanwhile = () => undefined;
  isAway = false;
  const read = async <T>(what: string, look: () => T): Promise<T> => {
    reads.push(what);
    if (isAway) throw new Error('the database is away');
    const seen = look();
    await new Promise(setImmediate);
    meanwhile();
    return seen;
  };
  known = createKnownStores({
    readAll: () => read('all', () => [...table.values()]),
    readOne: (storeId) => read(storeId, () => table.get(storeId) ?? null),
    clock: () => nowMs,
  });
});

const change = (storeId: string, changes: Partial<StoreRow>): void => {
  table.set(storeId, row(storeId, changes));
};

it('reads the table once for whoever asks, and again when it was read more than 15 s ago', async () => {
  await Promise.all([known.byId('a'), known.byHost('b.example'), known.all()]);
  nowMs = 15_000;
  await known.byId('a');
  expect(reads).toEqual(['all']);
  change('a', { name: 'new' });
  nowMs = 15_001;
  expect((await known.byId('a'))?.name).toBe('new');
  expect(reads).toEqual(['all', 'all']);
});

it('reads it again where the clock was set back by more than that', async () => {
  await known.byId('a');
  nowMs = -15_000;
  await known.byId('a');
  expect(reads).toEqual(['all']);
  nowMs = -15_001;
  await known.byId('a');
  expect(reads).toEqual(['all', 'all']);
});

it('reads only the row of a store that changed elsewhere, once for all who ask', async () => {
  await known.all();
  change('a', { name: 'new' });
  known.invalidateOne('a');
  const [byId, byHost, all] = await Promise.all([known.byId('a'), known.byHost('a.example'), known.all()]);
  expect([byId?.name, byHost?.name, all.map(({ name }) => name)]).toEqual(['new', 'new', ['new', 'b']]);
  expect(reads).toEqual(['all', 'a']);
});

it('takes what was written here without a read, and leaves the row alone that somebody holds', async () => {
  const before = await known.byId('a');
  known.wrote('a', () => ({ seq: 7 }));
  expect([before?.seq, (await known.byId('a'))?.seq]).toEqual([0, 7]);
  expect(reads).toEqual(['all']);
});

it('knows a store that came beside one that any name means by its own name, as soon as it is heard of', async () => {
  table = new Map([['a', row('a', { host: null })]]);
  expect((await known.byHost('b.example'))?.storeId).toBe('a');
  change('b', {});
  known.invalidateOne('b');
  expect((await known.byHost('b.example'))?.storeId).toBe('b');
});

describe('a change while the table is being read', () => {
  it('written here is not lost to a reading that nobody waits for any more', async () => {
    let again: Promise<StoreRow | null> | undefined;
    meanwhile = () => {
      // All of it is old now, and is read once more while the first answer comes.
      known.invalidate();
      again = known.byId('a');
      meanwhile = () => {
        meanwhile = () => undefined;
        change('a', { name: 'newer' });
        known.wrote('a', () => ({ name: 'newer' }));
      };
    };
    await known.byId('a');
    expect((await again)?.name).toBe('newer');
    expect((await known.byId('a'))?.name).toBe('newer');
  });

  it.each([
    ['written here', () => known.wrote('a', () => ({ name: 'new' }))],
    ['heard of', () => known.invalidateOne('a')],
  ])('%s is not lost', async (_how, tell) => {
    meanwhile = () => {
      meanwhile = () => undefined;
      change('a', { name: 'new' });
      tell();
    };
    await known.all();
    expect((await known.byId('a'))?.name).toBe('new');
  });

  it.each([
    ['written here', () => known.wrote('a', () => ({ name: 'newer' }))],
    ['heard of', () => known.invalidateOne('a')],
    ['which makes all of it old', () => known.invalidate()],
  ])('%s is not lost when it is the row that is read', async (_how, tell) => {
    await known.all();
    known.invalidateOne('a');
    meanwhile = () => {
      meanwhile = () => undefined;
      change('a', { name: 'newer' });
      tell();
    };
    expect((await known.byId('a'))?.name).toBe('newer');
  });
});

it('what is heard while two reads of the table are under way is not lost to the second', async () => {
  meanwhile = () => {
    meanwhile = () => undefined;
    known.invalidate();
    void known.byId('b');
    change('a', { name: 'new' });
    known.invalidateOne('a');
  };
  await known.byId('a');
  expect((await known.byId('a'))?.name).toBe('new');
});

it('reads no row by itself that the whole table tells of', async () => {
  await known.all();
  known.invalidateOne('a');
  known.invalidate();
  await known.byId('a');
  expect(reads).toEqual(['all', 'all']);
});

it('finds a store by the name that it has now, and not by the one it had', async () => {
  await known.all();
  change('a', { host: 'moved.example' });
  known.invalidateOne('a');
  expect((await known.byHost('moved.example'))?.storeId).toBe('a');
  expect(await known.byHost('a.example')).toBeNull();
  change('a', { host: 'b.example' });
  change('b', { host: null });
  for (const storeId of ['a', 'b']) known.invalidateOne(storeId);
  expect((await known.byHost('b.example'))?.storeId).toBe('a');
});

it('finds one that came while nothing was known yet', async () => {
  meanwhile = () => {
    meanwhile = () => undefined;
    change('c', {});
    known.invalidateOne('c');
  };
  await known.all();
  expect((await known.byHost('c.example'))?.storeId).toBe('c');
});

it('means the one that is left by any name when the other is gone', async () => {
  table = new Map([
    ['a', row('a', { host: null })],
    ['b', row('b')],
  ]);
  await known.all();
  table.delete('b');
  known.invalidateOne('b');
  expect((await known.byHost('whatever.example'))?.storeId).toBe('a');
});

it.each([
  [20, 20],
  [21, 1],
])('of %i old rows reads %i times, for all of them', async (count, more) => {
  const ids = Array.from({ length: count }, (_, at) => `s${at}`);
  table = new Map(ids.map((id) => [id, row(id)]));
  await known.all();
  for (const id of ids) {
    change(id, { name: 'new' });
    known.invalidateOne(id);
  }
  expect((await known.all()).map(({ name }) => name)).toEqual(ids.map(() => 'new'));
  expect(reads).toHaveLength(1 + more);
});

it('does not find one that is gone, by id nor by name, and its name is free for another', async () => {
  await known.all();
  table.delete('a');
  known.invalidateOne('a');
  expect([await known.byId('a'), await known.byHost('a.example')]).toEqual([null, null]);
  change('c', { host: 'a.example' });
  known.invalidateOne('c');
  expect((await known.byHost('a.example'))?.storeId).toBe('c');
});

it('knows which names are stores’ now: one that has none is meant by any, and called by none', async () => {
  const named = (): Promise<boolean[]> =>
    Promise.all(['a.example', 'b.example', 'c.example'].map(known.isNamed));
  expect(await named()).toEqual([true, true, false]);
  change('a', { host: 'c.example' });
  known.invalidateOne('a');
  expect(await named()).toEqual([false, true, true]);
  table = new Map([['a', row('a', { host: null })]]);
  known.invalidate();
  expect(await named()).toEqual([false, false, false]);
});

it('means the only store by any name while it has none, and none of several', async () => {
  table = new Map([['a', row('a', { host: null })]]);
  expect((await known.byHost('whatever.example'))?.storeId).toBe('a');
  change('b', {});
  known.invalidate();
  expect(await known.byHost('whatever.example')).toBeNull();
  table = new Map([['b', row('b')]]);
  known.invalidate();
  expect(await known.byHost('whatever.example')).toBeNull();
});

it('remembers no read that failed', async () => {
  isAway = true;
  await expect(known.byId('a')).rejects.toThrow('away');
  isAway = false;
  await known.all();
  change('a', { name: 'new' });
  known.invalidateOne('a');
  isAway = true;
  await expect(known.byId('a')).rejects.toThrow('away');
  isAway = false;
  expect((await known.byId('a'))?.name).toBe('new');
});
