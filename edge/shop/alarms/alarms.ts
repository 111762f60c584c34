// What the owner must hear of: a printer that is dead, a backup that failed. Written with its row of the log in one
// transaction; the relay rings the owner's phone. Whoever finds the trouble says so as often as it likes: it is told once. While nothing may
// or can be written, what is said waits in memory, the last word about each trouble, and is written when it can be.
import { eq, isNull } from 'drizzle-orm';
import type { WorkerSpec } from '@balcao/shared/host/worker.ts';
import type { AlarmBody } from '@balcao/shared/link/aggregates/alarm.ts';
import { alarms } from '../../storage/schema/staff.ts';
import type { Db } from '../../storage/open.ts';
import { isDiskTrouble } from '../../storage/room.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { Outbox } from '../../storage/outbox.ts';
import type { Wake } from '../../storage/wake.ts';
import { StoreHeld } from '../../storage/write-gate.ts';
import { logAlarm } from './replica.ts';

const DELIVER_EVERY_MS = 5000;

/** `id` names the trouble, such as `backup` or `printer.3`: while it lasts there is one alarm of it. */
export type OpenAlarm = Omit<AlarmBody, 'endedAtMs'> & { id: string };
/** `anew`: an earlier alarm of the same trouble was over before this one. */
type WaitingState = { words: Words | null; atMs: number; anew: boolean };
type Words = Pick<AlarmBody, 'title' | 'text'>;
export type Alarms = ReturnType<typeof createAlarms>;

export function createAlarms(deps: { db: Db; outbox: Outbox; wake: Wake; clock: () => number }) {
  const { db, outbox, wake, clock } = deps;

  function write(id: string, body: AlarmBody): void {
    const { title, text, sinceMs, endedAtMs } = body;
    db.insert(alarms)
      .values({ id, ...body })
      .onConflictDoUpdate({ target: alarms.id, set: { title, text, sinceMs, endedAtMs } })
      .run();
    logAlarm(outbox, id, body, clock());
    wake.notify('log');
  }

  const known = (id: string) => db.select().from(alarms).where(eq(alarms.id, id)).get();

  /** The newest state of each alarm that could not be written when it came; null: the trouble is over. */
  const waiting = new Map<string, WaitingState>();

  function keep(id: string, { words, atMs, anew }: WaitingState): void {
    inTransaction(db, () => {
      if (words === null || anew) end(id, atMs);
      if (words !== null) raise(id, words, atMs);
    });
  }

  function raise(id: string, words: Words, atMs: number): void {
    const before = known(id);
    const lasting = before !== undefined && before.endedAtMs === null;
    if (lasting && before.title === words.title && before.text === words.text) return;
    write(id, { ...words, sinceMs: lasting ? before.sinceMs : atMs, endedAtMs: null });
  }

  function end(id: string, endedAtMs: number): void {
    const before = known(id);
    if (before === undefined || before.endedAtMs !== null) return;
    write(id, { title: before.title, text: before.text, sinceMs: before.sinceMs, endedAtMs });
  }

  /** Oldest first; ends at the first that cannot be written yet. */
  function deliver(): void {
    for (const [id, state] of waiting) {
      keep(id, state);
      waiting.delete(id);
    }
  }

  function queueState(id: string, words: Words | null): void {
    const before = waiting.get(id);
    const lasts = before !== undefined && before.words !== null && words !== null;
    // Queued behind what waits already; it replaces an earlier unwritten state of the same alarm.
    waiting.delete(id);
    waiting.set(id, {
      words,
      atMs: lasts ? before.atMs : clock(),
      anew: before !== undefined && (before.words === null || before.anew),
    });
    const isAlone = !db.$client.inTransaction;
    try {
      deliver();
    } catch (error) {
      if (!mayWait(error)) {
        waiting.delete(id);
        throw error;
      }
      // Within somebody's transaction a disk that fails has undone their work as well: that is theirs to hear.
      if (!isAlone && isDiskTrouble(error)) throw error;
    }
  }

  const job: WorkerSpec = {
    name: 'alarms',
    everyMs: DELIVER_EVERY_MS,
    mayRun: () => waiting.size > 0,
    run() {
      try {
        deliver();
      } catch (error) {
        // That the store is held, or its disk full, is said elsewhere.
        if (!mayWait(error)) throw error;
      }
    },
  };

  return {
    /** Writes what had to wait. */
    job,

    /** Says that something is wrong, and what to do. Never with a customer's name, phone or words in it. */
    raise: (id: string, title: string, text: string): void =>
      queueState(id, { title: shown(title, 60), text: shown(text, 200) }),

    /** Says that it is over; without effect when it was not wrong. */
    end: (id: string): void => queueState(id, null),

    open: (): OpenAlarm[] =>
      db
        .select({ id: alarms.id, title: alarms.title, text: alarms.text, sinceMs: alarms.sinceMs })
        .from(alarms)
        .where(isNull(alarms.endedAtMs))
        .all(),
  };
}

/** Errors after which an alarm waits: a store that is write-locked takes it once it is not, a disk once it has room. */
const mayWait = (error: unknown): boolean => error instanceof StoreHeld || isDiskTrouble(error);

/** As it fits a phone's notification, whatever an error message held. */
const shown = (words: string, charsMax: number): string =>
  words
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, charsMax) || '–';
