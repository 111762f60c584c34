// What the relay says of itself to who watches it. Counts over all stores of what waits: each is found by an index of what is open, so that
// years of payments cost nothing.
import { and, count, inArray, isNotNull, isNull, min } from 'drizzle-orm';
import { keptFor } from '@balcao/shared/host/kept.ts';
import type { Gauge } from '@balcao/shared/host/meters.ts';
import { workerGauges } from '@balcao/shared/host/metrics-page.ts';
import type { Workers } from '@balcao/shared/host/worker.ts';
import { WAITING_STATES } from '@balcao/shared/link/command-state.ts';
import type { Db } from '../storage/open.ts';
import {
  alarms,
  commands,
  paymentAttempts,
  paymentNotices,
  paymentRefunds,
  paymentReviewItems,
  pushMessages,
} from '../storage/schema.ts';
import type { Admission } from './admission.ts';
import type { StoreRow } from '../shop/stores/stores.ts';

/** However often somebody asks. */
const KEPT_MS = 5000;

/** What is counted of itself, of its links, its queues and its payments. */
export function relayGauges(deps: {
  db: Db;
  clock: () => number;
  version: string;
  stores: { all(): Promise<StoreRow[]> };
  gateway: { session(storeId: string): unknown };
  streams: { size(): number };
  admission: Pick<Admission, 'counts'>;
  workers: Pick<Workers, 'reports'>;
  ping: () => Promise<void>;
}): Gauge[] {
  const { db, clock, stores, gateway } = deps;
  const waiting = keptFor(KEPT_MS, clock, () => waitingCommands(db));
  return [
    { name: 'build', help: 'The version that runs', label: 'version', read: () => ({ [deps.version]: 1 }) },
    {
      name: 'stores',
      help: 'Stores by their condition',
      label: 'condition',
      read: async () => countBy(await stores.all(), ({ condition }) => condition),
    },
    {
      name: 'links',
      help: 'Stores whose link this process holds',
      read: async () => (await stores.all()).filter(({ storeId }) => gateway.session(storeId)).length,
    },
    {
      name: 'requests_under_way',
      help: 'Requests that are being answered, or wait for their turn',
      label: 'state',
      read() {
        const { running, waiting } = deps.admission.counts();
        return { running, waiting };
      },
    },
    {
      name: 'requests_turned_away',
      help: 'Requests that found no turn in time since the start',
      read: () => deps.admission.counts().turnedAway,
    },
    { name: 'live_streams', help: 'Open streams of events', read: deps.streams.size },
    {
      name: 'commands_waiting',
      help: 'Commands that no store has answered yet',
      label: 'state',
      read: async () => (await waiting()).states,
    },
    {
      name: 'commands_oldest_seconds',
      help: 'How long the oldest command waits that is not put off',
      read: async () => {
        const { oldestAtMs } = await waiting();
        return oldestAtMs === null ? 0 : Math.max(0, (clock() - oldestAtMs) / 1000);
      },
    },
    ...paymentGauges(db, clock),
    {
      name: 'push_messages_waiting',
      help: 'Notifications that are still to be sent',
      read: keptFor(KEPT_MS, clock, async () => one(await db.select({ n: count() }).from(pushMessages))),
    },
    {
      name: 'alarms_untold',
      help: 'Alarms whose messages are not written yet',
      read: keptFor(KEPT_MS, clock, async () =>
        one(
          await db
            .select({ n: count() })
            .from(alarms)
            .where(and(isNull(alarms.notifiedAtMs), isNull(alarms.endedAtMs))),
        ),
      ),
    },
    {
      name: 'database_answer_seconds',
      help: 'How long the database takes for the least that one can ask it',
      read: async () => {
        const startedAtMs = performance.now();
        await deps.ping();
        return (performance.now() - startedAtMs) / 1000;
      },
    },
    ...workerGauges(deps.workers.reports),
  ];
}

const paymentGauges = (db: Db, clock: () => number): Gauge[] => [
  {
    name: 'payments_open',
    help: 'Payments of which something more is expected, by their state',
    label: 'status',
    read: keptFor(KEPT_MS, clock, async () =>
      byName(
        await db
          .select({ name: paymentAttempts.status, n: count() })
          .from(paymentAttempts)
          .where(isNotNull(paymentAttempts.nextCheckAtMs))
          .groupBy(paymentAttempts.status),
      ),
    ),
  },
  {
    name: 'payments_unacknowledged',
    help: 'Paid, and the store has not said so yet',
    read: keptFor(KEPT_MS, clock, async () =>
      one(
        await db
          .select({ n: count() })
          .from(paymentAttempts)
          .where(and(isNotNull(paymentAttempts.paidAtMs), isNull(paymentAttempts.acknowledgedAtMs))),
      ),
    ),
  },
  {
    name: 'refunds_open',
    help: 'Refunds that are not over, by their state',
    label: 'state',
    read: keptFor(KEPT_MS, clock, async () =>
      byName(
        await db
          .select({ name: paymentRefunds.state, n: count() })
          .from(paymentRefunds)
          .where(isNotNull(paymentRefunds.nextTryAtMs))
          .groupBy(paymentRefunds.state),
      ),
    ),
  },
  {
    name: 'payment_notices_waiting',
    help: 'Notices of the provider that are still to be dealt with',
    read: keptFor(KEPT_MS, clock, async () =>
      one(await db.select({ n: count() }).from(paymentNotices).where(isNotNull(paymentNotices.nextTryAtMs))),
    ),
  },
  {
    name: 'payment_reviews_open',
    help: 'What a person has to look at, by its kind',
    label: 'kind',
    read: keptFor(KEPT_MS, clock, async () =>
      byName(
        await db
          .select({ name: paymentReviewItems.kind, n: count() })
          .from(paymentReviewItems)
          .where(isNull(paymentReviewItems.endedAtMs))
          .groupBy(paymentReviewItems.kind),
      ),
    ),
  },
];

async function waitingCommands(db: Db) {
  const rows = await db
    .select({ name: commands.state, n: count(), oldestAtMs: min(commands.createdAtMs) })
    .from(commands)
    .where(inArray(commands.state, WAITING_STATES))
    .groupBy(commands.state);
  return {
    states: byName(rows),
    oldestAtMs: rows.find(({ name }) => name === 'queued')?.oldestAtMs ?? null,
  };
}

const byName = (rows: readonly { name: string; n: number }[]): Record<string, number> =>
  Object.fromEntries(rows.map(({ name, n }) => [name, n]));
const one = (rows: readonly { n: number }[]): number => rows[0]?.n ?? 0;

function countBy<T>(all: readonly T[], nameOf: (one: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const each of all) counts[nameOf(each)] = (counts[nameOf(each)] ?? 0) + 1;
  return counts;
}
