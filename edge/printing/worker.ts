// Prints the queue of one printer, one job after another, and keeps an eye on the printer when there is none.
// Bytes go only after the row says so; a printer in trouble costs nobody but itself.
import {
  CONVERSATION_TIMES,
  newHabits,
  readChannelError,
  troubleOf,
  UNPROVEN,
  type ConversationTimes,
  type Delivery,
  type Trouble,
} from './conversation.ts';
import type { Traces } from '@balcao/shared/host/traces.ts';
import { ChannelError } from './channel-error.ts';
import { createHealth, type PrinterHealth, type PrintLog } from './health.ts';
import { isRepeat, type Job, type Jobs, type WaitingJob } from './jobs.ts';
import { createPrinterLine } from './printer-line.ts';
import { printerAddress, type Printer, type Printers } from './printers.ts';
import type { Dots } from './receipt/dots.ts';
import { codePageOf } from './receipt/families.ts';
import type { Paper } from './receipt/lines.ts';
import { receiptBytes } from './receipt/bytes.ts';
import { documentBytes } from './receipt/document.ts';
import { testPageLines } from './receipt/test-page.ts';
import { doneId, type PrinterCondition } from './replies.ts';
import type { ChannelTimes } from './channel.ts';

/** Attempts with bytes on the way, after which a person must look. */
export const ATTEMPTS_MAX = 5;
/** The same where each attempt may well have printed: that is only seen on the paper. */
export const UNPROVEN_ATTEMPTS_MAX = 2;
/** No attempt is put off further than this; a later time in a row is a clock that has jumped back. */
export const BACKOFF_MS_MAX = 15_000;

/** After an error that is not the printer's, such as a full disk. */
const STUMBLED_MS = 2000;

export type WorkerTimes = ConversationTimes &
  ChannelTimes & {
    /** The first wait after a failure; each further one doubles it, up to BACKOFF_MS_MAX. */
    backoffMs: number;
    /** Between looks at a printer that has nothing to do. */
    checkEveryMs: number;
    /** After which a printer that says nothing is asked again. */
    muteForMs: number;
  };

export const WORKER_TIMES: WorkerTimes = {
  ...CONVERSATION_TIMES,
  connectMs: 2000,
  stallMs: 10_000,
  backoffMs: 500,
  checkEveryMs: 30_000,
  muteForMs: 10 * 60_000,
};

export type WorkerDeps = {
  printers: Pick<Printers, 'byId'>;
  jobs: Jobs;
  clock: () => number;
  /** How long ago a ticket was really queued, though the clock was set since. */
  ageMs?: ((job: Pick<Job, 'id' | 'createdAtMs'>) => number) | undefined;
  log: PrintLog;
  traces?: Traces | null;
  timeZone: string;
  simulators: boolean;
  times: WorkerTimes;
  /** The shop's logo, for printers that can print pictures. */
  logo: () => Promise<Dots | null>;
  onChange: () => void;
};

/** What its slips are written for. */
const paperOf = ({ columns, codePage, family }: Printer): Paper => ({
  columns,
  codePage: codePageOf(family, codePage),
  family,
});

export type Worker = ReturnType<typeof createWorker>;

export function createWorker(printerId: string, deps: WorkerDeps) {
  const { printers, jobs, clock, ageMs, log, timeZone, simulators, times, logo, onChange } = deps;
  let stopping = false;
  let running = false;
  let runAgain = false;
  let timer: NodeJS.Timeout | null = null;
  let failures = 0;
  const health = createHealth({ printerId, clock, log, onChange });
  const line = createPrinterLine(printerId, {
    printers,
    simulators,
    times,
    onOther: () => {
      failures = 0;
      health.reset();
    },
  });

  function reportWell(condition: PrinterCondition | null, trouble: Trouble | null): void {
    failures = 0;
    if (trouble) health.trouble(trouble);
    else health.well(line.habits.status !== 'mute', condition?.paperLow ?? false);
  }

  /** What to print now: the oldest that is not put off. A printer in trouble is tried only when something is due. */
  function nextDueJob(): WaitingJob | null {
    const nowMs = clock();
    const waiting = jobs.waitingOn(printerId);
    const due = (job: WaitingJob): boolean => job.nextAtMs <= nowMs || job.nextAtMs > nowMs + BACKOFF_MS_MAX;
    if (failures > 0 && !waiting.some(due)) return null;
    return waiting.find((job) => job.attempts === 0 || due(job)) ?? null;
  }

  const logoFor = (printer: Printer): Promise<Dots | null> =>
    printer.pictures ? logo() : Promise.resolve(null);

  async function render(job: Job, printer: Printer): Promise<Buffer | null> {
    const picture = await logoFor(printer);
    try {
      return documentBytes(job.content, { repeat: isRepeat(job), timeZone, logo: picture }, paperOf(printer));
    } catch (error) {
      log.error({ job: job.id, err: error }, 'ticket cannot be turned into bytes');
      jobs.advance(job.id, 'unreadable', clock(), { lastError: 'conteúdo ilegível' });
      onChange();
      return null;
    }
  }

  async function print(printer: Printer, id: number): Promise<void> {
    const job = jobs.byId(id);
    if (job?.state !== 'queued' || job.printerId !== printerId) return;
    const bytes = await render(job, printer);
    if (!bytes) return;

    // From this commit on, paper may come out: a crash finds the row and marks the repeat.
    const beginAttempt = (): boolean => {
      const current = jobs.byId(id);
      if (stopping || current?.state !== 'queued' || current.printerId !== printerId) return false;
      return jobs.advance(id, 'begin', clock(), { attempts: job.attempts + 1, lastError: null }) !== null;
    };
    let delivery: Delivery;
    try {
      delivery = await line.converse(printer, line.habits, (conversation) =>
        conversation.deliver(bytes, doneId(id * ATTEMPTS_MAX + job.attempts), beginAttempt),
      );
    } catch (error) {
      if (!(error instanceof ChannelError)) return handleFault(id, error);
      delivery = { outcome: 'not-sent', trouble: readChannelError(error) };
    }
    settleDelivery(job, delivery);
  }

  /** An error of ours, not the printer's. With bytes on the way it waits for a person: again would be more paper. */
  function handleFault(id: number, error: unknown): void {
    if (jobs.byId(id)?.state !== 'sending') throw error;
    log.error({ printer: printerId, job: id, err: error }, 'an error of ours broke off a ticket');
    jobs.advance(id, 'gaveUp', clock(), { lastError: 'erro interno, veja o registro do servidor' });
    onChange();
  }

  function settleDelivery(job: Job, delivery: Delivery): void {
    const nowMs = clock();
    switch (delivery.outcome) {
      case 'withdrawn':
        return;
      case 'done':
        jobs.advance(job.id, delivery.confirmed ? 'confirmed' : 'unconfirmed', nowMs);
        reportWell(delivery.condition, delivery.trouble);
        break;
      case 'broke': {
        const attempts = job.attempts + 1;
        const { message, kind } = delivery.trouble;
        log.warn({ printer: printerId, job: job.id, attempts, reason: message }, 'ticket broke off');
        const nextAtMs = nowMs + backoff();
        const attemptsMax = kind === 'unproven' ? UNPROVEN_ATTEMPTS_MAX : ATTEMPTS_MAX;
        const event = attempts % attemptsMax === 0 ? 'gaveUp' : 'broke';
        jobs.advance(job.id, event, nowMs, { lastError: message, nextAtMs });
        if (!stopping) jobs.postpone(printerId, job.id, message, nextAtMs);
        health.trouble(delivery.trouble);
        break;
      }
      case 'not-sent':
        if (stopping) return;
        jobs.postpone(printerId, job.id, delivery.trouble.message, nowMs + backoff());
        health.trouble(delivery.trouble);
        break;
    }
    onChange();
  }

  const backoff = (): number => Math.min(BACKOFF_MS_MAX, times.backoffMs * 2 ** Math.min(failures++, 10));

  async function checkPrinter(printer: Printer): Promise<void> {
    try {
      await line.converse(printer, line.habits, async (conversation) => {
        const condition = await conversation.condition(line.isMuteAgain());
        if (condition) reportWell(condition, troubleOf(condition));
        else if (line.habits.status !== 'mute') health.trouble({ kind: 'silent', message: 'não responde' });
        else if (line.habits.unproven && !line.habits.paperSeen) health.trouble(UNPROVEN);
        else reportWell(null, null);
      });
    } catch (error) {
      health.trouble(readChannelError(error));
    }
  }

  async function drainQueue(): Promise<void> {
    // No attempt is under way here: a row that says so is left from one that could not be written to its end.
    jobs.recover(clock(), printerId);
    for (;;) {
      if (stopping) return;
      if (jobs.holdStale(clock(), ageMs) > 0) onChange();
      const printer = line.present();
      if (!printer) return;
      const job = nextDueJob();
      if (job) await line.exclusive(() => print(printer, job.id));
      else if (health.ageMs() >= checkIntervalMs()) await line.exclusive(() => checkPrinter(printer));
      else return;
    }
  }

  const checkIntervalMs = (): number => (health.inTrouble() ? times.checkEveryMs / 3 : times.checkEveryMs);

  async function runPass(): Promise<void> {
    if (running) {
      runAgain = true;
      return;
    }
    running = true;
    if (timer) clearTimeout(timer);
    let waitMs = STUMBLED_MS;
    try {
      do {
        runAgain = false;
        await drainQueue();
      } while (runAgain && !stopping);
      if (!stopping) waitMs = untilNextMs();
    } catch (error) {
      log.error({ printer: printerId, err: error }, 'print worker stumbled');
    } finally {
      running = false;
      if (!stopping) timer = setTimeout(() => void runPass(), waitMs);
    }
  }

  function untilNextMs(): number {
    const nowMs = clock();
    const waitsMs = jobs
      .waitingOn(printerId)
      .map((job) => Math.min(BACKOFF_MS_MAX, Math.max(10, job.nextAtMs - nowMs)));
    // Woken in between, it has the rest of the time to the next look, not all of it anew.
    const restMs = checkIntervalMs() - health.ageMs();
    return Math.min(restMs > 0 ? restMs : checkIntervalMs(), ...waitsMs);
  }

  return {
    /** Looks at the queue now. Carries nothing; a lost wake only delays. */
    wake(): void {
      if (!stopping) void runPass();
    },

    health: (): PrinterHealth => health.now(),

    /** Prints the test page outside the queue and says how it went. Learns anew what the printer can say. */
    testPage: (printer: Printer): Promise<Delivery> =>
      line.exclusive(async () => {
        const facts = {
          printerName: printer.name,
          address: printerAddress(printer),
          atMs: clock(),
          timeZone,
        };
        const lines = testPageLines({ ...facts, logo: await logoFor(printer) }, paperOf(printer));
        // A person watches this one: what it does not say is asked of them.
        const newlyLearned = newHabits(true);
        let delivery: Delivery;
        try {
          const endId = doneId(clock());
          delivery = await line.converse(printer, newlyLearned, (conversation) =>
            conversation.deliver(receiptBytes(lines, paperOf(printer)), endId, () => !stopping),
          );
        } catch (error) {
          delivery = { outcome: 'not-sent', trouble: readChannelError(error) };
        }
        line.learn({ ...newlyLearned, paperSeen: printer.paperSeen });
        if (delivery.outcome === 'done') reportWell(delivery.condition, delivery.trouble);
        else if (delivery.outcome !== 'withdrawn') health.trouble(delivery.trouble);
        if (delivery.outcome === 'done') void runPass();
        return delivery;
      }),

    /** Takes nothing new, lets what is on its way end for up to `waitMs`, then breaks it off. */
    async stop(waitMs: number): Promise<void> {
      stopping = true;
      if (timer) clearTimeout(timer);
      await line.close(waitMs);
    },
  };
}
