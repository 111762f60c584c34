// Background work of a server: one kind for every timer. A worker never throws into the process: what fails is told to `onError`,
// waits longer and is tried again. `shared/host` is what both servers run and no browser does, so it may use timers.

import { outsideRequests } from './request-id.ts';
import { outsideTraces, within, type Traces } from './traces.ts';
import { describeError } from './written-error.ts';

/** The first wait after a failure; each further failure doubles it. */
const RETRY_MS_MIN = 30_000;
/** No failing worker waits longer than this, unless it runs less often anyway: what has mended is noticed within it. */
const RETRY_MS_MAX = 60_000;

/** How one worker does, for the diagnostics page: times in milliseconds since 1970, durations in milliseconds. */
export type WorkerReport = {
  name: string;
  /** Between the end of a good run and the next one. */
  everyMs: number;
  running: boolean;
  /** When the last run began; null before the first. */
  lastRunAtMs: number | null;
  lastDurationMs: number | null;
  /** What the last run failed with; null when it was good. */
  lastError: string | null;
  /** Failed runs since the last good one. */
  failures: number;
};

/** Work that repeats by itself between `start` and `stop`; its runs never overlap. */
export type Worker = {
  readonly name: string;
  /** Runs at once, then again and again. */
  start(): void;
  /** Runs as soon as no run is under way. */
  wake(): void;
  report(): WorkerReport;
  /** One run at once, whether it was started or not. What it fails with is told as ever. */
  once(): Promise<void>;
  /** Tells a run under way to end early, and resolves when it has; nothing begins afterwards. */
  stop(): Promise<void>;
};

/** What `createWorker` repeats, and `everyMs` after the end of a good run. */
export type WorkerSpec = {
  name: string;
  everyMs: number;
  /** One run; two never overlap. It may throw or reject. One that takes long ends with the reason of `stopping`, which is no failure. */
  run: (stopping?: AbortSignal) => unknown;
  /** Whether a run may begin now; without it always. A run left out is no failure. */
  mayRun?: () => boolean;
};

/** What a server gives to all of its workers. */
export type WorkerHost = {
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Hears the first, second, fourth, eighth … failure in a row, so that a log stays readable however long it lasts. */
  onError: (error: unknown, report: WorkerReport) => void;
  /** Gets a span for each run; without it nothing is traced. */
  traces?: Traces | null;
};

/** @returns one worker, not started. */
export function createWorker({ name, everyMs, run, mayRun }: WorkerSpec, host: WorkerHost): Worker {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let running: Promise<void> | null = null;
  let isStarted = false;
  let stopping = new AbortController();
  let isAskedAgain = false;
  let lastRunAtMs: number | null = null;
  let lastDurationMs: number | null = null;
  let lastError: string | null = null;
  let failures = 0;

  const report = (): WorkerReport => ({
    name,
    everyMs,
    running: running !== null,
    lastRunAtMs,
    lastDurationMs,
    lastError,
    failures,
  });

  const waitMs = (): number =>
    failures === 0
      ? everyMs
      : Math.min(
          Math.max(everyMs, RETRY_MS_MAX),
          Math.min(everyMs, RETRY_MS_MIN) * 2 ** Math.min(failures - 1, 20),
        );

  function fail(error: unknown): void {
    failures += 1;
    lastError = describeError(error).message;
    if (Math.log2(failures) % 1 !== 0) return;
    try {
      host.onError(error, report());
    } catch {
      // Whoever hears of failures fails itself: the report still says what happened.
    }
  }

  async function runOnce(): Promise<void> {
    lastRunAtMs = host.clock();
    // The clock may be set meanwhile.
    const startedAtMs = performance.now();
    const { signal } = stopping;
    try {
      await within(host.traces?.begin(`worker ${name}`, 'internal') ?? null, () => run(signal));
      failures = 0;
      lastError = null;
    } catch (error) {
      if (!signal.aborted || error !== signal.reason) fail(error);
    }
    lastDurationMs = Math.round(performance.now() - startedAtMs);
  }

  function begin(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (running !== null) {
      isAskedAgain = true;
      return;
    }
    if (mayRun !== undefined && !mayRun()) {
      plan(everyMs);
      return;
    }
    isAskedAgain = false;
    running = runOnce().finally(() => {
      running = null;
      if (isStarted) plan(isAskedAgain ? 0 : waitMs());
    });
  }

  function plan(ms: number): void {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(begin, ms);
    timer.unref();
  }

  return {
    name,
    report,
    start(): void {
      if (isStarted) return;
      isStarted = true;
      if (stopping.signal.aborted) stopping = new AbortController();
      begin();
    },
    wake(): void {
      if (isStarted) outsideRequests(() => outsideTraces(begin));
    },
    once: runOnce,
    async stop(): Promise<void> {
      isStarted = false;
      stopping.abort();
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await running;
    },
  };
}

/** The one list of a server's workers: started together, stopped together, reported together. */
export type Workers = ReturnType<typeof createWorkers>;

/** Several workers that start and stop together. */
export function createWorkers(specs: readonly WorkerSpec[], host: WorkerHost) {
  const workers = specs.map((spec) => createWorker(spec, host));
  return {
    start: (): void => workers.forEach((worker) => worker.start()),
    wake: (name: string): void => workers.find((worker) => worker.name === name)?.wake(),
    reports: (): WorkerReport[] => workers.map((worker) => worker.report()),
    stop: async (): Promise<void> => void (await Promise.all(workers.map((worker) => worker.stop()))),
  };
}
