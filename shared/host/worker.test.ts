import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWorker, createWorkers, type WorkerReport } from './worker.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const told: WorkerReport[] = [];
beforeEach(() => void (told.length = 0));
const host = { clock: () => Date.now(), onError: (_: unknown, report: WorkerReport) => told.push(report) };

describe('[36] a worker', () => {
  it('runs at its start, then once after each pause, and no more once stopped', async () => {
    const runs: number[] = [];
    const worker = createWorker({ name: 'w', everyMs: 1000, run: () => runs.push(Date.now()) }, host);
    await vi.advanceTimersByTimeAsync(5000);
    expect(runs).toEqual([]);
    worker.start();
    await vi.advanceTimersByTimeAsync(2999);
    expect(runs).toEqual([5000, 6000, 7000]);
    await worker.stop();
    await vi.advanceTimersByTimeAsync(9999);
    expect(runs).toHaveLength(3);
    worker.wake();
    await vi.advanceTimersByTimeAsync(9999);
    expect(runs).toHaveLength(3);
  });

  it.each([
    [
      'thrown at once',
      () => {
        throw new Error('SQLITE_FULL');
      },
    ],
    ['rejected later', () => Promise.reject(new Error('SQLITE_FULL'))],
  ])('goes on after an error that is %s, and says which it was', async (_, run) => {
    const worker = createWorker({ name: 'w', everyMs: 1000, run }, host);
    worker.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(worker.report()).toEqual({
      name: 'w',
      everyMs: 1000,
      running: false,
      lastRunAtMs: 0,
      lastDurationMs: 0,
      lastError: 'SQLITE_FULL',
      failures: 1,
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(worker.report().failures).toBe(2);
    await worker.stop();
  });

  it.each([
    // After a failure: the shorter of the pause and 30 s, doubled each time, up to a minute or the pause.
    [1000, [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]],
    [60_000, [30_000, 60_000, 60_000]],
    [3_600_000, [30_000, 60_000, 120_000, 240_000, 480_000, 960_000, 1_920_000, 3_600_000, 3_600_000]],
  ])('of every %i ms waits longer after each failure, within bounds', async (everyMs, waits) => {
    const runs: number[] = [];
    const run = (): void => {
      runs.push(Date.now());
      throw new Error('no');
    };
    const worker = createWorker({ name: 'w', everyMs, run }, host);
    worker.start();
    await vi.advanceTimersByTimeAsync(waits.reduce((sum, ms) => sum + ms, 0));
    const seen = runs.slice(1).map((atMs, index) => atMs - (runs[index] ?? 0));
    expect(seen).toEqual(waits);
    await worker.stop();
  });

  it('is back at its own pause after one good run, with nothing left of the error', async () => {
    let isFull = true;
    const runs: number[] = [];
    const worker = createWorker(
      {
        name: 'w',
        everyMs: 60_000,
        run: () => {
          runs.push(Date.now());
          if (isFull) throw new Error('full');
        },
      },
      host,
    );
    worker.start();
    isFull = false;
    await vi.advanceTimersByTimeAsync(30_000 + 60_000);
    expect(runs).toEqual([0, 30_000, 90_000]);
    expect(worker.report()).toMatchObject({ failures: 0, lastError: null });
    await worker.stop();
  });

  it('tells of the first, second, fourth and eighth failure, however their reasons change', async () => {
    let count = 0;
    const run = (): void => {
      throw new Error(`reason ${(count += 1) % 2}`);
    };
    const worker = createWorker({ name: 'w', everyMs: 10, run }, host);
    worker.start();
    await vi.advanceTimersByTimeAsync(10 + 20 + 40 + 80 + 160 + 320 + 640 + 1280);
    expect(count).toBe(9);
    expect(told.map(({ failures }) => failures)).toEqual([1, 2, 4, 8]);
    await worker.stop();
  });

  it('lives when whoever hears of its failure fails too', async () => {
    const deaf = {
      clock: host.clock,
      onError: () => {
        throw new Error('no disk for the log');
      },
    };
    const runs: number[] = [];
    const worker = createWorker(
      {
        name: 'w',
        everyMs: 10,
        run: () => {
          runs.push(1);
          throw new Error('x');
        },
      },
      deaf,
    );
    worker.start();
    await vi.advanceTimersByTimeAsync(10);
    expect(runs).toHaveLength(2);
    await worker.stop();
  });

  it('never runs twice at once; woken meanwhile, it runs once more right after', async () => {
    const gates: (() => void)[] = [];
    const worker = createWorker(
      { name: 'w', everyMs: 1000, run: () => new Promise<void>((resolve) => gates.push(resolve)) },
      host,
    );
    worker.start();
    worker.wake();
    worker.wake();
    await vi.advanceTimersByTimeAsync(5000);
    expect(gates).toHaveLength(1);
    expect(worker.report().running).toBe(true);
    gates[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(gates).toHaveLength(2);
    gates[1]?.();
    await vi.advanceTimersByTimeAsync(999);
    expect(gates).toHaveLength(2);
    const stopped = worker.stop();
    await stopped;
  });

  it('stops only when the run under way is over', async () => {
    const gate = Promise.withResolvers<void>();
    let runs = 0;
    const run = (): Promise<void> => {
      runs += 1;
      return gate.promise;
    };
    const worker = createWorker({ name: 'w', everyMs: 1000, run }, host);
    worker.start();
    let isStopped = false;
    const stopping = worker.stop().then(() => (isStopped = true));
    await vi.advanceTimersByTimeAsync(10);
    expect(isStopped).toBe(false);
    gate.resolve();
    await stopping;
    await vi.advanceTimersByTimeAsync(5000);
    expect(worker.report().running).toBe(false);
    // Nothing begins afterwards.
    expect([runs, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it('tells a run under way to end early: that it did is no failure, what it fails with meanwhile is', async () => {
    const reasons: unknown[] = [];
    for (const last of [(stopping: AbortSignal): unknown => stopping.reason, () => new Error('no room')]) {
      const run = async (stopping?: AbortSignal): Promise<void> => {
        if (stopping === undefined) throw new Error('nobody can stop it');
        await new Promise((resolve) => stopping.addEventListener('abort', resolve));
        throw last(stopping) as Error;
      };
      const worker = createWorker({ name: 'w', everyMs: 1000, run }, host);
      for (let starts = 0; starts < 2; starts += 1) {
        worker.start();
        await vi.advanceTimersByTimeAsync(10);
        expect(worker.report().running).toBe(true);
        await worker.stop();
      }
      reasons.push([worker.report().failures, worker.report().lastError]);
    }
    expect(reasons).toEqual([
      [0, null],
      [2, 'no room'],
    ]);
  });

  it('leaves out what may not run now, without calling it a failure, and looks again', async () => {
    let isHeld = true;
    const runs: number[] = [];
    const worker = createWorker(
      { name: 'w', everyMs: 1000, run: () => runs.push(Date.now()), mayRun: () => !isHeld },
      host,
    );
    worker.start();
    await vi.advanceTimersByTimeAsync(1500);
    expect(runs).toEqual([]);
    expect(worker.report()).toMatchObject({ failures: 0, lastRunAtMs: null });
    isHeld = false;
    await vi.advanceTimersByTimeAsync(500);
    expect(runs).toEqual([2000]);
    await worker.stop();
  });
});

describe('[36] several workers', () => {
  it('do not hold each other up, and are reported one by one', async () => {
    const runs: string[] = [];
    const workers = createWorkers(
      [
        { name: 'stuck', everyMs: 1000, run: () => new Promise(() => undefined) },
        {
          name: 'broken',
          everyMs: 1000,
          run: () => {
            throw new Error('broken');
          },
        },
        { name: 'well', everyMs: 1000, run: () => runs.push('well') },
      ],
      host,
    );
    workers.start();
    await vi.advanceTimersByTimeAsync(1000);
    expect(runs).toEqual(['well', 'well']);
    expect(workers.reports().map(({ name, running, lastError }) => [name, running, lastError])).toEqual([
      ['stuck', true, null],
      ['broken', false, 'broken'],
      ['well', false, null],
    ]);
    workers.wake('well');
    await vi.advanceTimersByTimeAsync(0);
    expect(runs).toHaveLength(3);
  });
});
