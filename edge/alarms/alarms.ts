// What the owner must hear of: a printer that is dead, a backup that failed. Written with its row of the log in one
// transaction; the relay rings the owner's phone. Whoever finds the trouble says so as often as it likes: it is told once.
import { eq, isNull } from 'drizzle-orm';
import type { AlarmBody } from '@balcao/shared/link/alarm.ts';
import { alarms } from '../db/schema.ts';
import type { Db } from '../db/open.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Outbox } from '../link/outbox.ts';
import type { Wake } from '../live/wake.ts';

/** `id` names the trouble, such as `backup` or `printer.3`: while it lasts there is one alarm of it. */
export type OpenAlarm = Omit<AlarmBody, 'endedAtMs'> & { id: string };
export type Alarms = ReturnType<typeof createAlarms>;

export function createAlarms(given: { db: Db; outbox: Outbox; wake: Wake; clock: () => number }) {
  const { db, outbox, wake, clock } = given;

  function write(id: string, body: AlarmBody): void {
    const { title, text, sinceMs, endedAtMs } = body;
    db.insert(alarms)
      .values({ id, ...body })
      .onConflictDoUpdate({ target: alarms.id, set: { title, text, sinceMs, endedAtMs } })
      .run();
    outbox.append('alarm', id, JSON.stringify(body), clock());
    wake.notify('log');
  }

  const known = (id: string) => db.select().from(alarms).where(eq(alarms.id, id)).get();

  return {
    /** Says that something is wrong, and what to do. Never with a customer's name, phone or words in it. */
    raise: (id: string, title: string, text: string): void =>
      inTransaction(db, () => {
        const before = known(id);
        const lasting = before !== undefined && before.endedAtMs === null;
        const words = { title: shown(title, 60), text: shown(text, 200) };
        if (lasting && before.title === words.title && before.text === words.text) return;
        write(id, { ...words, sinceMs: lasting ? before.sinceMs : clock(), endedAtMs: null });
      }),

    /** Says that it is over; without effect when it was not wrong. */
    end: (id: string): void =>
      inTransaction(db, () => {
        const before = known(id);
        if (before === undefined || before.endedAtMs !== null) return;
        write(id, { title: before.title, text: before.text, sinceMs: before.sinceMs, endedAtMs: clock() });
      }),

    open: (): OpenAlarm[] =>
      db
        .select({ id: alarms.id, title: alarms.title, text: alarms.text, sinceMs: alarms.sinceMs })
        .from(alarms)
        .where(isNull(alarms.endedAtMs))
        .all(),
  };
}

/** As it fits a phone's notification, whatever an error message held. */
const shown = (words: string, charsMax: number): string =>
  words
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, charsMax) || '–';
