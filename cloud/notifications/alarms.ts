// What the owner must hear of: kept as the newest state of each trouble, told once to every device and to the webhook. What
// the store says of itself comes with its log; what only the relay sees is raised here.
import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { AlarmBody } from '@balcao/shared/link/aggregates/alarm.ts';
import type { Db, Tx } from '../storage/open.ts';
import { stableId } from '../storage/stable-id.ts';
import type { Messages, PushLog } from './messages.ts';
import { alarms } from './schema.ts';
import type { Subscriptions } from './subscriptions.ts';

const PER_ROUND_MAX = 50;
const SHOWN_MAX = 20;
const KEPT_MS = 90 * 86_400_000;
/** An alarm that reaches nobody for so long has been seen otherwise. */
const MESSAGE_KEPT_MS = 12 * 3_600_000;

export type Alarms = ReturnType<typeof createAlarms>;

/** Takes states in as they come: told anew only when the trouble began anew. */
export async function writeAlarms(
  tx: Pick<Db, 'insert'>,
  storeId: string,
  states: readonly ({ id: string } & AlarmBody)[],
): Promise<void> {
  if (states.length === 0) return;
  await tx
    .insert(alarms)
    .values(
      states.map(({ id, title, text, sinceMs, endedAtMs }) => ({
        storeId,
        id,
        title,
        text,
        sinceMs,
        endedAtMs,
      })),
    )
    .onConflictDoUpdate({
      target: [alarms.storeId, alarms.id],
      set: {
        title: sql`excluded.title`,
        text: sql`excluded.text`,
        sinceMs: sql`excluded.since_ms`,
        endedAtMs: sql`excluded.ended_at_ms`,
        notifiedAtMs: sql`case when ${alarms.sinceMs} = excluded.since_ms then ${alarms.notifiedAtMs} else null end`,
      },
    });
}

export function createAlarms(deps: {
  db: Db;
  messages: Messages;
  subscriptions: Subscriptions;
  hasWebhook: boolean;
  clock: () => number;
  log: PushLog;
}) {
  const { db, messages, subscriptions, clock, log } = deps;
  const rowWhere = (storeId: string, id: string) => and(eq(alarms.storeId, storeId), eq(alarms.id, id));

  async function messagesFor(
    tx: Tx,
    storeId: string,
    alarm: { id: string; title: string; text: string; sinceMs: number },
  ): Promise<number> {
    const devices = await subscriptions.devices(storeId, tx);
    const to: (string | null)[] = [...devices.map((device) => device.id), ...(deps.hasWebhook ? [null] : [])];
    await messages.write(
      tx,
      storeId,
      to.map((subscriptionId) => ({
        id: stableId('alarm', alarm.id, String(alarm.sinceMs), subscriptionId ?? 'webhook'),
        subscriptionId,
        message: {
          title: alarm.title,
          body: alarm.text,
          url: alarm.id.startsWith('payment') ? '/admin/pedidos' : '/admin',
          tag: alarm.id,
        },
        keptMs: MESSAGE_KEPT_MS,
      })),
    );
    return to.length;
  }

  return {
    /** A trouble that the relay sees. While it lasts it is told once. */
    async raise(storeId: string, id: string, title: string, text: string): Promise<void> {
      await db
        .insert(alarms)
        .values({ storeId, id, title, text, sinceMs: clock() })
        .onConflictDoUpdate({
          target: [alarms.storeId, alarms.id],
          set: { title, text, sinceMs: clock(), endedAtMs: null, notifiedAtMs: null },
          setWhere: sql`${alarms.endedAtMs} is not null`,
        });
    },

    async end(storeId: string, id: string): Promise<void> {
      await db
        .update(alarms)
        .set({ endedAtMs: clock() })
        .where(and(rowWhere(storeId, id), isNull(alarms.endedAtMs)));
    },

    /** Which of these troubles last, by store. */
    async loadLastingAlarms(ids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
      const rows = await db
        .select({ id: alarms.id, storeId: alarms.storeId })
        .from(alarms)
        .where(and(inArray(alarms.id, [...ids]), isNull(alarms.endedAtMs)));
      const found = new Map<string, Set<string>>();
      for (const { id, storeId } of rows) found.set(storeId, (found.get(storeId) ?? new Set()).add(id));
      return found;
    },

    /** Writes the messages of what was not told yet, and the log's line: whoever has no phone here still has that. */
    async tellDue(): Promise<void> {
      const due = await db
        .select()
        .from(alarms)
        .where(and(isNull(alarms.notifiedAtMs), isNull(alarms.endedAtMs)))
        .limit(PER_ROUND_MAX);
      for (const alarm of due) {
        const devices = await db.transaction(async (tx) => {
          const mine = await tx
            .update(alarms)
            .set({ notifiedAtMs: clock() })
            .where(and(rowWhere(alarm.storeId, alarm.id), isNull(alarms.notifiedAtMs)))
            .returning({ id: alarms.id });
          return mine.length === 0 ? null : messagesFor(tx, alarm.storeId, alarm);
        });
        if (devices !== null)
          log.error(
            { storeId: alarm.storeId, alarm: alarm.id, told: devices, text: alarm.text },
            alarm.title,
          );
      }
    },

    /** A message to every device, so that the owner sees that it works. The number says to how many. */
    test: (storeId: string): Promise<number> =>
      db.transaction((tx) =>
        messagesFor(tx, storeId, {
          id: 'test',
          title: 'Aviso de teste',
          text: 'Os avisos da loja chegam neste aparelho.',
          sinceMs: clock(),
        }),
      ),

    /** The newest first. */
    recent: (storeId: string) =>
      db
        .select()
        .from(alarms)
        .where(eq(alarms.storeId, storeId))
        .orderBy(desc(alarms.sinceMs))
        .limit(SHOWN_MAX),

    purgeOld: () => db.delete(alarms).where(lt(alarms.sinceMs, clock() - KEPT_MS)),
  };
}
