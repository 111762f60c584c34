// The simulated printer, as tests and its page use it.
import type { PrintJob } from './job-book.ts';
import type { PrinterFaults, PrinterFaultsPatch } from './faults.ts';
import type { Paper } from './paper.ts';

export type PrinterSimulator = {
  port: number;
  httpPort: number | null;
  /** Oldest first, the last 100. */
  jobs(): readonly PrintJob[];
  /** The ticket under way, as far as it is on paper. */
  open(): Paper;
  onJob(listener: (job: PrintJob) => void): () => void;
  /** The first job that fits, among those there are or the next to come; rejects after `timeoutMs`. */
  waitForJob(fits?: (job: PrintJob) => boolean, timeoutMs?: number): Promise<PrintJob>;
  /** Resolves with all jobs when there are so many. */
  waitForJobs(count: number, timeoutMs?: number): Promise<readonly PrintJob[]>;
  clearJobs(): void;
  faults: {
    current(): Readonly<PrinterFaults>;
    set(patch: PrinterFaultsPatch): Promise<void>;
    clear(): Promise<void>;
  };
  close(): Promise<void>;
};
