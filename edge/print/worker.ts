// Prints the queue of one printer, one job after another, and keeps an eye on the printer when there is none.
// Bytes go only after the row says so; a printer in trouble costs nobody but itself.
import type { Logger } from 'pino';
import { CONVERSATION_TIMES, createConversation, newHabits, troubleOf, type Conversation, type ConversationTimes, type Delivery, type Habits, type Trouble } from './conversation.ts';
import { openPrinter, type ChannelTimes } from './printer.ts';
import { printerAddress, type Printer, type Printers } from './printers.ts';
import { ATTEMPTS_MAX, BACKOFF_MS_MAX, isRepeat, type Job, type PrintQueue, type QueuedJob } from './queue.ts';
import { receiptBytes } from './receipt/bytes.ts';
import { documentBytes } from './receipt/document.ts';
import { testPageLines } from './receipt/test-page.ts';
import { doneId, type PrinterCondition } from './replies.ts';

export type WorkerTimes = ConversationTimes &
  ChannelTimes & {
    /** The first wait after a failure; each further one doubles it, up to BACKOFF_MS_MAX. */
    backoffMs: number;
    /** Between looks at a printer that has nothing to do. */
    lookEveryMs: number;
    /** After which a printer that says nothing is asked again. */
    muteForMs: number;
  };

export const WORKER_TIMES: WorkerTimes = {
  ...CONVERSATION_TIMES,
  connectMs: 2000,
  stallMs: 10_000,
  backoffMs: 500,
  lookEveryMs: 30_000,
  muteForMs: 10 * 60_000,
};

export type PrintLog = Pick<Logger, 'info' | 'warn' | 'error'>;

export type WorkerGiven = {
  printers: Pick<Printers, 'byId'>;
  spool: PrintQueue['spool'];
  clock: () => number;
  log: PrintLog;
  timeZone: string;
  simulators: boolean;
  times: WorkerTimes;
  onChange: () => void;
};

export type PrinterState = 'unknown' | 'ok' | 'paper-out' | 'off' | 'unconfirmed';
export type PrinterHealth = { state: PrinterState; detail: string | null; paperLow: boolean; sinceMs: number };

export type Worker = ReturnType<typeof createWorker>;

export function createWorker(printerId: string, given: WorkerGiven) {
  const { printers, spool, clock, log, timeZone, simulators, times, onChange } = given;
  const stop = new AbortController();
  let stopping = false;
  let running = false;
  let again = false;
  let timer: NodeJS.Timeout | null = null;
  let tail: Promise<unknown> = Promise.resolve();
  let failures = 0;
  let address = '';
  let habits: Habits = newHabits();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let mutedAt = 0;
  let health: PrinterHealth = { state: 'unknown', detail: null, paperLow: false, sinceMs: clock() };

  // A printer takes one connection at a time: job, look and test page stand in line.
  function exclusive<T>(work: () => Promise<T>): Promise<T> {
    const turn = tail.then(work);
    tail = turn.catch(() => undefined);
    return turn;
  }

  function setHealth(state: PrinterState, detail: string | null, paperLow = false): void {
    lookedAt = performance.now();
    if (state === health.state && detail === health.detail && paperLow === health.paperLow) return;
    health = { state, detail, paperLow, sinceMs: state === health.state ? health.sinceMs : clock() };
    const message = { printer: printerId, state, detail };
    if (state === 'off' || state === 'paper-out') log.warn(message, 'printer in trouble');
    else log.info(message, 'printer state');
    onChange();
  }

  function setTrouble(trouble: Trouble): void {
    setHealth(trouble.kind === 'paper-out' ? 'paper-out' : 'off', trouble.message);
  }

  function setWell(condition: PrinterCondition | null, trouble: Trouble | null): void {
    failures = 0;
    if (trouble) return setTrouble(trouble);
    setHealth(habits.status === 'mute' ? 'unconfirmed' : 'ok', null, condition?.paperLow ?? false);
  }

  /** Opens the printer for `work`. An error in opening is thrown as it is; the channel is closed whatever happens. */
  async function converse<T>(printer: Printer, known: Habits, work: (conversation: Conversation) => Promise<T>): Promise<T> {
    const channel = await openPrinter(printer, { simulators, times, signal: stop.signal });
    const close = (): void => channel.close();
    stop.signal.addEventListener('abort', close, { once: true });
    try {
      const muteBefore = known.status === 'mute';
      const outcome = await work(createConversation(channel, known, times));
      if (known.status === 'mute' && !muteBefore) mutedAt = performance.now();
      return outcome;
    } finally {
      stop.signal.removeEventListener('abort', close);
      channel.close();
    }
  }

  /** What to print now: the oldest that is not put off. A printer in trouble is tried only when something is due. */
  function choose(): QueuedJob | null {
    const nowMs = clock();
    if (spool.holdStale(nowMs) > 0) onChange();
    const waiting = spool.queued(printerId);
    const due = (job: QueuedJob): boolean => job.nextAtMs <= nowMs || job.nextAtMs > nowMs + BACKOFF_MS_MAX;
    if (failures > 0 && !waiting.some(due)) return null;
    return waiting.find((job) => job.attempts === 0 || due(job)) ?? null;
  }

  function present(): Printer | null {
    const printer = printers.byId(printerId);
    if (!printer?.enabled) {
      // Switched on again, it is a printer of which nothing is known.
      address = '';
      return null;
    }
    if (printerAddress(printer) !== address) {
      address = printerAddress(printer);
      habits = newHabits();
      failures = 0;
      lookedAt = Number.NEGATIVE_INFINITY;
      health = { state: 'unknown', detail: null, paperLow: false, sinceMs: clock() };
    }
    return printer;
  }

  function render(job: Job, printer: Printer): Buffer | null {
    try {
      return documentBytes(job.content, { repeat: isRepeat(job), timeZone }, printer);
    } catch (error) {
      log.error({ job: job.id, err: error }, 'ticket cannot be turned into bytes');
      spool.advance(job.id, 'unreadable', clock(), { lastError: 'conteúdo ilegível' });
      onChange();
      return null;
    }
  }

  async function print(printer: Printer, id: number): Promise<void> {
    const job = spool.job(id);
    if (job?.state !== 'queued' || job.printerId !== printerId) return;
    const bytes = render(job, printer);
    if (!bytes) return;

    // From this commit on, paper may come out: a crash finds the row and marks the repeat.
    const begin = (): boolean => {
      const now = spool.job(id);
      if (stopping || now?.state !== 'queued' || now.printerId !== printerId) return false;
      return spool.advance(id, 'begin', clock(), { attempts: job.attempts + 1, lastError: null }) !== null;
    };
    let delivery: Delivery;
    try {
      delivery = await converse(printer, habits, (conversation) =>
        conversation.deliver(bytes, doneId(id * ATTEMPTS_MAX + job.attempts), begin),
      );
    } catch (error) {
      delivery = { outcome: 'not-sent', trouble: { kind: 'broken', message: (error as Error).message } };
    }
    settle(job, delivery);
  }

  function settle(job: Job, delivery: Delivery): void {
    const nowMs = clock();
    switch (delivery.outcome) {
      case 'withdrawn':
        return;
      case 'done':
        spool.advance(job.id, delivery.confirmed ? 'confirmed' : 'unconfirmed', nowMs);
        setWell(delivery.condition, delivery.trouble);
        break;
      case 'broke': {
        const attempts = job.attempts + 1;
        const { message } = delivery.trouble;
        log.warn({ printer: printerId, job: job.id, attempts, reason: message }, 'ticket broke off');
        const nextAtMs = nowMs + backoff();
        const event = attempts % ATTEMPTS_MAX === 0 ? 'gaveUp' : 'broke';
        spool.advance(job.id, event, nowMs, { lastError: message, nextAtMs });
        if (!stopping) spool.postpone(printerId, job.id, message, nextAtMs);
        setTrouble(delivery.trouble);
        break;
      }
      case 'not-sent':
        if (stopping) return;
        spool.postpone(printerId, job.id, delivery.trouble.message, nowMs + backoff());
        setTrouble(delivery.trouble);
        break;
    }
    onChange();
  }

  const backoff = (): number => Math.min(BACKOFF_MS_MAX, times.backoffMs * 2 ** Math.min(failures++, 10));

  async function look(printer: Printer): Promise<void> {
    try {
      await converse(printer, habits, async (conversation) => {
        const insist = performance.now() - mutedAt >= times.muteForMs;
        if (insist) mutedAt = performance.now();
        const condition = await conversation.condition(insist);
        if (condition) setWell(condition, troubleOf(condition));
        else if (habits.status === 'mute') setWell(null, null);
        else setTrouble({ kind: 'silent', message: 'não responde' });
      });
    } catch (error) {
      setTrouble({ kind: 'broken', message: (error as Error).message });
    }
  }

  async function pass(): Promise<void> {
    for (;;) {
      if (stopping) return;
      const printer = present();
      if (!printer) return setHealth('unknown', null);
      const job = choose();
      if (job) await exclusive(() => print(printer, job.id));
      else if (performance.now() - lookedAt >= times.lookEveryMs) await exclusive(() => look(printer));
      else return;
    }
  }

  async function run(): Promise<void> {
    if (running) {
      again = true;
      return;
    }
    running = true;
    if (timer) clearTimeout(timer);
    try {
      do {
        again = false;
        await pass();
      } while (again && !stopping);
    } catch (error) {
      log.error({ printer: printerId, err: error }, 'print worker stumbled');
    } finally {
      running = false;
      if (!stopping) timer = setTimeout(() => void run(), untilNextMs());
    }
  }

  function untilNextMs(): number {
    const nowMs = clock();
    const waits = spool.queued(printerId).map((job) => Math.min(BACKOFF_MS_MAX, Math.max(10, job.nextAtMs - nowMs)));
    return Math.min(times.lookEveryMs, ...waits);
  }

  return {
    /** Looks at the queue now. Carries nothing; a lost wake only delays. */
    wake(): void {
      if (!stopping) void run();
    },

    health: (): PrinterHealth => health,

    /** Prints the test page outside the queue and says how it went. Learns anew what the printer can say. */
    testPage: (printer: Printer): Promise<Delivery> =>
      exclusive(async () => {
        const lines = testPageLines(
          { printerName: printer.name, address: printerAddress(printer), atMs: clock(), timeZone },
          printer,
        );
        const fresh = newHabits();
        let delivery: Delivery;
        try {
          const ticket = doneId(clock());
          delivery = await converse(printer, fresh, (conversation) =>
            conversation.deliver(receiptBytes(lines, printer), ticket, () => !stopping),
          );
        } catch (error) {
          delivery = { outcome: 'not-sent', trouble: { kind: 'broken', message: (error as Error).message } };
        }
        habits = fresh;
        if (delivery.outcome === 'done') setWell(delivery.condition, delivery.trouble);
        else if (delivery.outcome !== 'withdrawn') setTrouble(delivery.trouble);
        if (delivery.outcome === 'done') void run();
        return delivery;
      }),

    /** Takes nothing new, lets what is on its way end for up to `waitMs`, then breaks it off. */
    async drain(waitMs: number): Promise<void> {
      stopping = true;
      if (timer) clearTimeout(timer);
      const limit = setTimeout(() => stop.abort(), waitMs);
      await tail;
      clearTimeout(limit);
    },
  };
}
