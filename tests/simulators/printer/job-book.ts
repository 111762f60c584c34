// The tickets that came out: gathers printed items into jobs and keeps the last of them. A job ends with a
// cut, or with the connection; only the first kind is complete.

import { isBlank, paperText } from './paper.ts';
import type { Paper, PaperItem } from './paper.ts';

const JOBS_MAX = 100;
const ITEMS_MAX = 4000;
const BYTES_MAX = 512 * 1024;

export type PrintJob = {
  id: number;
  atMs: number;
  /** Ended with a cut. */
  complete: boolean;
  paper: Paper;
  text: string;
  /** As they came, from the end of the job before. */
  bytes: Buffer;
};

export type JobBook = ReturnType<typeof createJobBook>;

export function createJobBook(columns: number, deps: { now: () => number; done: (job: PrintJob) => void }) {
  const jobs: PrintJob[] = [];
  let lastId = 0;
  let open: Paper = { columns, items: [], warnings: [] };
  let chunks: Uint8Array[] = [];
  let byteCount = 0;
  let lastOfConnection: PrintJob | null = null;

  function startAfresh(): void {
    open = { columns, items: [], warnings: [] };
    chunks = [];
    byteCount = 0;
  }

  function end(complete: boolean): void {
    const paper = open;
    const bytes = Buffer.concat(chunks);
    startAfresh();
    const job: PrintJob = {
      id: (lastId += 1),
      atMs: deps.now(),
      complete,
      paper,
      text: paperText(paper),
      bytes,
    };
    lastOfConnection = job;
    jobs.push(job);
    if (jobs.length > JOBS_MAX) jobs.shift();
    deps.done(job);
  }

  return {
    /** Oldest first. */
    jobs: (): readonly PrintJob[] => jobs,
    /** What is on the paper of the ticket under way. */
    open: (): Paper => open,
    /** Bytes of the ticket under way. */
    openBytes: (): number => byteCount,

    print(item: PaperItem): void {
      open.items.push(item);
    },
    warn(text: string): void {
      open.warnings.push(text);
    },

    /** A command was carried out: its bytes belong to this ticket, and a cut ends it. */
    executed(bytes: Uint8Array): void {
      chunks.push(bytes);
      byteCount += bytes.length;
      if (open.items.at(-1)?.kind === 'cut') end(true);
      else if (open.items.length > ITEMS_MAX || byteCount > BYTES_MAX) {
        open.warnings.push('ticket too long');
        end(false);
      }
    },

    /** What came after the last cut: a ticket without one, or only a drawer and a beep that belong to the last. */
    endConnection(): void {
      if (!isBlank(open.items)) end(false);
      else {
        const extras = open.items.filter((item) => item.kind === 'drawer' || item.kind === 'beep');
        if (lastOfConnection !== null) {
          lastOfConnection.paper.items.push(...extras);
          lastOfConnection.paper.warnings.push(...open.warnings);
          lastOfConnection.text = paperText(lastOfConnection.paper);
        } else if (extras.length > 0) end(true);
        startAfresh();
      }
      lastOfConnection = null;
    },

    clear(): void {
      jobs.length = 0;
    },
  };
}
