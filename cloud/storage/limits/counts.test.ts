import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCounts } from './counts.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => void vi.useRealTimers());

const secretsKey = new Uint8Array(32).fill(7);

/** A table of counts in memory: what two processes would share. */
function createTable() {
  const rows = new Map<string, { points: number; expire: number }>();
  const asked: string[] = [];
  return {
    rows,
    asked,
    query: async ({ values = [] }: { values?: unknown[] }) => {
      const [key, points, expire] = values as [string, number, number];
      asked.push(key);
      const found = rows.get(key);
      const row =
        found === undefined || found.expire <= Date.now()
          ? { points, expire }
          : { points: found.points + points, expire: found.expire };
      rows.set(key, row);
      return { rows: [row], rowCount: 1 };
    },
  };
}
function twoProcesses(table: ReturnType<typeof createTable>) {
  const make = () => createCounts({ query: table.query, secretsKey, log: { warn: () => undefined } });
  return [make(), make()] as const;
}

it('[42] an exact limit is one for all processes: the tenth use passes wherever it is made, the eleventh does not', async () => {
  const table = createTable();
  const [one, other] = twoProcesses(table).map((counts) =>
    counts.limit('codes', { points: 10, seconds: 60, exact: true }),
  ) as [
    ReturnType<ReturnType<typeof createCounts>['limit']>,
    ReturnType<ReturnType<typeof createCounts>['limit']>,
  ];
  for (let use = 0; use < 5; use += 1) {
    expect(await one(null, '198.51.100.1')).toBe(0);
    expect(await other(null, '198.51.100.1')).toBe(0);
  }
  expect(await one(null, '198.51.100.1')).toBe(60);
  expect(await other(null, '198.51.100.1')).toBe(60);
  expect(await one(null, '198.51.100.2')).toBe(0);
  vi.advanceTimersByTime(60_001);
  expect(await other(null, '198.51.100.1')).toBe(0);
});

it('[42] who is beyond a limit costs the database nothing more', async () => {
  const table = createTable();
  const [one, other] = twoProcesses(table);
  const rule = { points: 3, seconds: 60, exact: true };
  const [count, countThere] = [one.limit('codes', rule), other.limit('codes', rule)];
  for (let use = 0; use < 50; use += 1) await count(null, '198.51.100.1');
  expect(table.asked).toHaveLength(3);
  // Used up over there: the first ask here tells so, and is remembered.
  for (let use = 0; use < 3; use += 1) expect(await countThere(null, '198.51.100.1')).toBe(60);
  expect(table.asked).toHaveLength(4);
});

it('a usual number of requests never reaches the database; more of them are counted together, from the first on', async () => {
  const table = createTable();
  const [one, other] = twoProcesses(table);
  const [count, countThere] = [one, other].map((counts) =>
    counts.limit('orders', { points: 60, seconds: 60 }),
  );
  for (let use = 0; use < 7; use += 1) await count?.('shop', '198.51.100.1');
  await one.stop();
  expect(table.asked).toHaveLength(0);
  await count?.('shop', '198.51.100.1');
  await one.stop();
  expect([...table.rows.values()]).toMatchObject([{ points: 8 }]);

  for (let use = 8; use < 59; use += 1) await count?.('shop', '198.51.100.1');
  await one.stop();
  for (let use = 0; use < 8; use += 1) expect(await countThere?.('shop', '198.51.100.1')).toBe(0);
  await other.stop();
  // What the other process told brought the sum over the limit.
  expect(await countThere?.('shop', '198.51.100.1')).toBeGreaterThan(0);
  expect(await countThere?.('shop', '198.51.100.2')).toBe(0);
  expect(await countThere?.('another-shop', '198.51.100.1')).toBe(0);
});

it('[39] tries are one count for all processes, and one that is given back may be used wherever it is asked for', async () => {
  const table = createTable();
  const [one, other] = twoProcesses(table);
  const rule = { points: 5, seconds: 60 };
  const [use, useThere] = [one.tries('digits', rule), other.tries('digits', rule)];
  for (const left of [4, 2, 0]) {
    expect((await use('shop', 'order')).left).toBe(left);
    if (left > 0) expect((await useThere('shop', 'order')).left).toBe(left - 1);
  }
  expect(await useThere('shop', 'order')).toEqual({ left: -1, seconds: 60 });
  await use('shop', 'order', -1);
  await use('shop', 'order', -1);
  expect((await useThere('shop', 'order')).left).toBe(0);
  expect((await use('another-shop', 'order')).left).toBe(4);
  vi.advanceTimersByTime(60_001);
  expect((await use('shop', 'order')).left).toBe(4);
});

it('[39] while the database fails, this process counts the tries by itself', async () => {
  const query = () => Promise.reject(new Error('the database is away'));
  const use = createCounts({ query, secretsKey, log: { warn: () => undefined } }).tries('digits', {
    points: 5,
    seconds: 60,
  });
  for (const left of [4, 3, 2, 1, 0, -1]) expect((await use('shop', 'order')).left).toBe(left);
});

// Who types the right digits has used none up.
it('[39] while the database fails, a try that is given back may be used again', async () => {
  const query = () => Promise.reject(new Error('the database is away'));
  const use = createCounts({ query, secretsKey, log: { warn: () => undefined } }).tries('digits', {
    points: 5,
    seconds: 60,
  });
  for (let time = 0; time < 20; time += 1) {
    expect((await use('shop', 'order')).left).toBe(4);
    await use('shop', 'order', -1);
  }
});

it('[42] keys begin with the store and do not show whom they count', async () => {
  const table = createTable();
  const [one] = twoProcesses(table);
  const count = one.limit('codes', { points: 3, seconds: 60, exact: true });
  await count('shop', '198.51.100.1');
  await count(null, 'maria@example.com');
  const [first = '', second = ''] = table.asked;
  expect(first).toMatch(/^shop\/codes\/[\w-]{24}$/);
  expect(second).toMatch(/^-\/codes\/[\w-]{24}$/);
});

it.each([
  ['fails', () => Promise.reject(new Error('the database is away'))],
  ['does not answer', () => new Promise<never>(() => undefined)],
])(
  '[42] while the database %s, this process holds the limit by itself and asks only now and then',
  async (_how, query) => {
    const asked = vi.fn<() => Promise<never>>(query);
    const warn = vi.fn<() => void>();
    const counts = createCounts({ query: asked, secretsKey, log: { warn } });
    const count = counts.limit('codes', { points: 10, seconds: 60, exact: true });
    const first = count(null, '198.51.100.1');
    await vi.advanceTimersByTimeAsync(1000);
    expect(await first).toBe(0);
    for (let use = 1; use < 10; use += 1) expect(await count(null, '198.51.100.1')).toBe(0);
    expect(await count(null, '198.51.100.1')).toBeGreaterThan(0);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(warn).toHaveBeenCalledTimes(1);

    await vi.advanceTimersByTimeAsync(5000);
    const later = count(null, '198.51.100.2');
    await vi.advanceTimersByTimeAsync(1000);
    expect(await later).toBe(0);
    expect(asked).toHaveBeenCalledTimes(2);
  },
);

/** A database that answers when it is told to. */
function createSlowTable() {
  const asked: { key: string; points: number; answer: () => void }[] = [];
  const query = ({ values = [] }: { values?: unknown[] }) => {
    const [key, points, expire] = values as [string, number, number];
    return new Promise<{ rows: Record<string, unknown>[]; rowCount: number }>((resolve) => {
      asked.push({ key, points, answer: () => resolve({ rows: [{ points, expire }], rowCount: 1 }) });
    });
  };
  return { asked, counts: createCounts({ query, secretsKey, log: { warn: () => undefined } }) };
}
const settled = () => vi.advanceTimersByTimeAsync(0);

it('[42] of many callers four are told to the database at once; each further one follows when there is room, once', async () => {
  const { asked, counts } = createSlowTable();
  const count = counts.limit('orders', { points: 8, seconds: 60 });
  const addresses = Array.from({ length: 10 }, (_, n) => `198.51.100.${n}`);
  // Two of eight are more than an eighth.
  for (const address of [...addresses, ...addresses]) await count('shop', address);
  await settled();
  expect(asked).toHaveLength(4);
  asked[2]?.answer();
  await settled();
  expect(asked).toHaveLength(5);
  for (let index = 0; index < asked.length; index += 1) {
    asked[index]?.answer();
    await settled();
  }
  await counts.stop();
  expect(asked.map(({ points }) => points)).toEqual(addresses.map(() => 2));
  expect(new Set(asked.map(({ key }) => key)).size).toBe(10);
});

it('[42] uses of one caller that wait for their turn are told together', async () => {
  const { asked, counts } = createSlowTable();
  const count = counts.limit('orders', { points: 80, seconds: 60 });
  const use = async (address: string, times: number) => {
    for (let time = 0; time < times; time += 1) await count('shop', address);
  };
  // Ten are an eighth: nobody hears of them, and of the eleventh with all of them.
  for (const address of ['1', '2', '3', '4']) await use(address, 11);
  await use('late', 10);
  await settled();
  expect(asked.map(({ points }) => points)).toEqual([11, 11, 11, 11]);
  await use('late', 5);
  asked[0]?.answer();
  await settled();
  expect(asked.at(-1)?.points).toBe(15);
});
