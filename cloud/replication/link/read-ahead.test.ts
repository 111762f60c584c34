import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readAhead } from './read-ahead.ts';
import { BrokenLog } from './read-rows.ts';

const CHANGES_BATCH_MAX = 500;

const row = (seq: number): string =>
  `${JSON.stringify({
    ...{ seq, lineage: '0190a5c0-7a4e-7cc1-8d5e-5a2f6b8c9d0e', epoch: 1, kind: 'audit', aggregateId: 'one' },
    ...{ sealed: false, body: '{}', bodyHash: 'b'.repeat(64), hash: 'c'.repeat(64), atMs: 1 },
  })}\n`;
const rows = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => row(from + at)).join('');

let body: PassThrough;
let standAside: ReturnType<typeof vi.fn<() => Promise<void>>>;
let log: ReturnType<typeof readAhead>;
beforeEach(() => {
  body = new PassThrough();
  standAside = vi.fn<() => Promise<void>>(() => Promise.resolve());
  log = readAhead(body, standAside);
});

const take = async (limit = 1000): Promise<number[] | undefined> =>
  (await log.takeRows(limit))?.map(({ seq }) => seq);

describe('the log of a store that is read ahead', () => {
  it('gives up to as many rows as are asked for, waits for more, and says when it ends', async () => {
    body.write(rows(1, 3));
    expect(await take(2)).toEqual([1, 2]);
    expect(await take(2)).toEqual([3]);
    const later = take();
    body.write(row(4));
    expect(await later).toEqual([4]);
    body.end();
    expect(await log.takeRows(1)).toBeNull();
  });

  it.each<[string, (reason: Error) => void, string]>([
    ['breaks off', (reason) => body.destroy(reason), 'the link broke off'],
    ['breaks off without a reason', () => body.destroy(), 'the log broke off'],
  ])('[L5] gives what came before it %s, and then says so', async (_how, breakOff, said) => {
    // Customers are waiting: what came is not read yet.
    const aside = Promise.withResolvers<void>();
    standAside.mockReturnValue(aside.promise);
    body.write(rows(1, 30));
    await expect.poll(() => body.isPaused()).toBe(false);
    body.write(rows(31, 40));
    await expect.poll(() => standAside.mock.calls.length).toBe(1);
    breakOff(new Error('the link broke off'));
    expect(await take()).toHaveLength(30);
    const rest = take();
    await new Promise((resolve) => setImmediate(resolve));
    aside.resolve();
    expect(await rest).toEqual(Array.from({ length: 10 }, (_, at) => 31 + at));
    await expect(log.takeRows(1)).rejects.toThrow(said);
  });

  it('[L4] gives what came before what is no row, and nothing after it', async () => {
    body.write(`${rows(1, 2)}no row\n`);
    body.write(row(3));
    expect(await take()).toEqual([1, 2]);
    await expect(log.takeRows(1)).rejects.toThrow(BrokenLog);
  });

  it('lets customers go first from 25 rows on', async () => {
    body.write(rows(1, 24));
    await expect.poll(() => body.readableFlowing).toBe(true);
    body.write(row(25));
    await expect.poll(() => body.readableLength).toBe(0);
    expect(standAside).not.toHaveBeenCalled();
    body.write(row(26));
    await expect.poll(() => standAside.mock.calls.length).toBe(1);
    expect(await take()).toHaveLength(26);
  });

  it('reads no more than one batch ahead', async () => {
    body.write(rows(1, CHANGES_BATCH_MAX - 1));
    await expect.poll(() => body.readableLength).toBe(0);
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(body.isPaused()).toBe(false);
    body.write(row(CHANGES_BATCH_MAX));
    body.write(row(CHANGES_BATCH_MAX + 1));
    await expect.poll(() => body.isPaused()).toBe(true);
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(body.readableLength).toBeGreaterThan(0);
    expect(await take()).toHaveLength(CHANGES_BATCH_MAX);
    expect(await take()).toEqual([CHANGES_BATCH_MAX + 1]);
  });
});
