// The outbox of notifications: written with what caused them, sent until they are taken, dropped when they are of no use any
// more. A message may come twice after a crash; its tag lets the newer one take the older one's place on the screen.
import { and, asc, eq } from 'drizzle-orm';
import type { PushMessage } from '@balcao/shared/http/push.ts';
import type { Db } from '../storage/open.ts';
import { isDueBy } from '../storage/due.ts';
import { mapConcurrent } from '../storage/jobs.ts';
import type { PushKeys } from './keys.ts';
import { pushMessages, type MessageRow } from './schema.ts';
import { RETRY_AFTER_SECONDS_MAX, sendPush, sendWebhook, type Sent } from './send.ts';
import type { Subscriptions } from './subscriptions.ts';

const RETRY_MS = [2000, 10_000, 30_000, 60_000, 300_000];
const PER_ROUND_MAX = 100;
const AT_ONCE = 8;
/** What one try costs at most, before another process may take it over. */
const CLAIM_MS = 30_000;
const PUT_OFF_MS_MAX = Math.max(...RETRY_MS, RETRY_AFTER_SECONDS_MAX * 1000, CLAIM_MS);

export type PushLog = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

export type NewMessage = {
  id: string;
  /** Null for the webhook. */
  subscriptionId: string | null;
  message: PushMessage;
  keptMs: number;
};
export type Messages = ReturnType<typeof createMessages>;

export function createMessages(deps: {
  db: Db;
  keys: PushKeys;
  subscriptions: Subscriptions;
  /** Names the sender to the push services. */
  subject: string;
  webhookUrl: string | null;
  clock: () => number;
  log: PushLog;
}) {
  const { db, keys, subscriptions, clock, log } = deps;
  const rowWhere = ({ storeId, id }: MessageRow) =>
    and(eq(pushMessages.storeId, storeId), eq(pushMessages.id, id));
  const drop = (row: MessageRow) => db.delete(pushMessages).where(rowWhere(row));

  async function send(row: MessageRow): Promise<Sent> {
    if (row.subscriptionId === null) {
      if (deps.webhookUrl === null) return { outcome: 'gone' };
      const { title, body, tag } = row.message;
      return sendWebhook(deps.webhookUrl, {
        storeId: row.storeId,
        id: tag,
        title,
        text: body,
        atMs: row.createdAtMs,
      });
    }
    const to = await subscriptions.byId(row.storeId, row.subscriptionId);
    if (to === null) return { outcome: 'gone' };
    const ttlSeconds = Math.max(1, Math.ceil((row.expiresAtMs - clock()) / 1000));
    return sendPush({
      to,
      keys: await keys.loadOrCreateKeys(row.storeId),
      subject: deps.subject,
      message: row.message,
      ttlSeconds,
    });
  }

  async function deliver(row: MessageRow): Promise<void> {
    const about = { storeId: row.storeId, messageId: row.id, tries: row.tries + 1 };
    if (clock() >= row.expiresAtMs) {
      log.warn(about, 'a notification could not be sent in time');
      await drop(row);
      return;
    }
    const claimed = await db
      .update(pushMessages)
      .set({ nextTryAtMs: clock() + CLAIM_MS, tries: row.tries + 1 })
      .where(and(rowWhere(row), eq(pushMessages.nextTryAtMs, row.nextTryAtMs)))
      .returning({ id: pushMessages.id });
    // Another process has it.
    if (claimed.length === 0) return;
    const sent = await send(row);
    switch (sent.outcome) {
      case 'taken':
        await drop(row);
        return;
      case 'gone':
        if (row.subscriptionId !== null) await subscriptions.remove(row.storeId, row.subscriptionId);
        await drop(row);
        return;
      case 'useless':
        log.error({ ...about, status: sent.status }, 'a notification was refused');
        await drop(row);
        return;
      case 'later': {
        const delayMs = sent.retryAfterMs ?? RETRY_MS[Math.min(row.tries, RETRY_MS.length - 1)] ?? 300_000;
        await db
          .update(pushMessages)
          .set({ nextTryAtMs: clock() + delayMs })
          .where(rowWhere(row));
        log.warn({ ...about, reason: sent.reason }, 'a notification is not through yet');
      }
    }
  }

  return {
    /** In the caller's transaction. The same id again is the same message. */
    async write(tx: Pick<Db, 'insert'>, storeId: string, messages: readonly NewMessage[]): Promise<void> {
      if (messages.length === 0) return;
      const nowMs = clock();
      await tx
        .insert(pushMessages)
        .values(
          messages.map(({ id, subscriptionId, message, keptMs }) => ({
            storeId,
            id,
            subscriptionId,
            message,
            createdAtMs: nowMs,
            expiresAtMs: nowMs + keptMs,
            nextTryAtMs: nowMs,
          })),
        )
        .onConflictDoNothing();
    },

    async runDue(): Promise<void> {
      const due = await db
        .select()
        .from(pushMessages)
        .where(isDueBy(pushMessages.nextTryAtMs, clock(), PUT_OFF_MS_MAX))
        .orderBy(asc(pushMessages.nextTryAtMs))
        .limit(PER_ROUND_MAX);
      await mapConcurrent(due, AT_ONCE, deliver);
    },
  };
}
