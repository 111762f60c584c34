// A thermal printer in one process, for demos and tests: raw TCP in, paper out. Puts printer, job book and
// page together and lets a test wait for a ticket without polling.

import { createJobBook } from './job-book.ts';
import type { PrintJob } from './job-book.ts';
import { noFaults } from './faults.ts';
import { startPrinterPage } from './page-server.ts';
import { startPrinter } from './printer.ts';
import type { PrinterSimulator } from './printer-simulator.ts';

/** Ends a wait for a ticket that never comes; how quick the machine is decides nothing. */
const WAIT_DEFAULT_MS = 60_000;

export type PrinterSimulatorOptions = {
  /** 0 takes a free one. */
  port: number;
  /** Where its page is served; none without it. */
  httpPort?: number;
  host?: string;
  /** 32 for 58 mm paper, 48 for 80 mm. */
  columns?: 32 | 48;
  now?: () => number;
};

export async function startPrinterSimulator(options: PrinterSimulatorOptions): Promise<PrinterSimulator> {
  const host = options.host ?? '127.0.0.1';
  const columns = options.columns ?? 48;
  const jobListeners = new Set<(job: PrintJob) => void>();
  const changeListeners = new Set<() => void>();
  const changed = (): void => changeListeners.forEach((listener) => listener());

  const book = createJobBook(columns, {
    now: options.now ?? Date.now,
    done(job) {
      jobListeners.forEach((listener) => listener(job));
      changed();
    },
  });
  const printer = await startPrinter({ port: options.port, host, columns, book, changed });

  function onJob(listener: (job: PrintJob) => void): () => void {
    jobListeners.add(listener);
    return () => jobListeners.delete(listener);
  }

  function waitFor<T>(look: () => T | undefined, what: string, timeoutMs: number): Promise<T> {
    const there = look();
    if (there !== undefined) return Promise.resolve(there);
    return new Promise((resolve, reject) => {
      const stop = onJob(() => {
        const found = look();
        if (found === undefined) return;
        clearTimeout(timer);
        stop();
        resolve(found);
      });
      const timer = setTimeout(() => {
        stop();
        const texts = book
          .jobs()
          .map((job) => `#${job.id} ${job.complete ? 'complete' : 'cut short'}: ${job.text}`);
        reject(new Error(`${what} did not come in ${timeoutMs} ms; printed so far:\n${texts.join('\n')}`));
      }, timeoutMs);
    });
  }

  const simulator: PrinterSimulator = {
    port: printer.port(),
    httpPort: null,
    jobs: book.jobs,
    open: book.open,
    onJob,
    waitForJob: (fits = () => true, timeoutMs = WAIT_DEFAULT_MS) =>
      waitFor(() => book.jobs().find(fits), 'the ticket', timeoutMs),
    waitForJobs: (count, timeoutMs = WAIT_DEFAULT_MS) =>
      waitFor(() => (book.jobs().length >= count ? book.jobs() : undefined), `${count} tickets`, timeoutMs),
    clearJobs() {
      book.clear();
      changed();
    },
    faults: {
      current: printer.faults,
      set: (patch) => printer.setFaults(patch),
      clear: () => printer.setFaults(noFaults()),
    },
    close: () => printer.close(),
  };
  if (options.httpPort === undefined) return simulator;

  const page = await startPrinterPage({ port: options.httpPort, host, simulator, columns, changeListeners });
  return {
    ...simulator,
    httpPort: page.port,
    async close() {
      await page.close();
      await printer.close();
    },
  };
}
