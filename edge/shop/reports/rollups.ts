// Sums by day, hour, method, product and customer, kept up by following the log: reports read a few thousand rows instead
// of every order. Never written in an order's transaction; whoever reads brings them up to date first.
import { isMoneyIn } from '@balcao/shared/payment/attempt-status.ts';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { localTime } from '@balcao/shared/store/business-day.ts';
import { handPaymentRow } from '@balcao/shared/link/aggregates/cash.ts';
import { orderOfHandPayment } from '../cash/replica.ts';
import { createChangedParts, createIsPaidBeside, createSplitParts, onlyWayOf, waysOf } from './hand-parts.ts';
import { NO_SEQS, seqsByOrder, type LogRow, type Seqs } from './order-seqs.ts';
import { createOrderSums, NO_SUMS, type SummedOrder } from './order-sums.ts';
import { createSumTables, type Known } from './sum-tables.ts';
import { readMeta, writeMeta, type Identity } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { yieldToEventLoop } from '../../storage/yield-to-event-loop.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { Outbox } from '../../storage/outbox.ts';
import type { Wake } from '../../storage/wake.ts';

const CURSOR = 'report_cursor';
/** Log rows, or orders, per step: a few milliseconds during which nothing else runs. */
const STEP_ROWS = 100;
const FOLLOW_AFTER_MS = 2000;

/** `builtTo`: the whole past is being read, up to this order number so far; null once the log alone is followed. */
type Cursor = { lineage: string; epoch: number; seq: number; builtTo: number | null; version?: number };
/** Raised when the sums of older versions tell less: they are built anew from the orders. */
const VERSION = 5;
/** Below the first order's number, and not 0: where each order stands in the log is kept. */
const SEQS_KNOWN = -1;
/** Of an order of which nothing was left to pay: it is counted, and stands in no drawer. */
export const NO_WAY = 'none';
type OrderFacts = SummedOrder & {
  createdAtMs: number;
  paymentStatus: string;
  paymentMethod: string | null;
  customerPhone: string | null;
};

/** The sums follow the log as it grows; this catches up after a failure. */
export const CATCH_UP_EVERY_MS = 600_000;

export type Rollups = ReturnType<typeof createRollups>;

type RollupsDeps = {
  db: Db;
  identity: Pick<Identity, 'lineage' | 'epoch'>;
  outbox: Outbox;
  wake: Wake;
  timeZone: string;
  log: { error(details: object, message: string): void };
};

const LOST_OF_ORDER = "select 1 from static_pix where order_id = ? and state = 'not-received' limit 1";

export function createRollups(deps: RollupsDeps) {
  const { db, identity, outbox, wake, timeZone, log } = deps;
  const sqlite = db.$client;
  const FACTS = `select number, id, created_at_ms as createdAtMs, total_cents as totalCents, status, payment_status as paymentStatus,
    payment_method as paymentMethod, customer_phone as customerPhone, source, discount_cents as discountCents,
    concession, concession_by as concessionBy, tenders, changes,
    cancel_reason as cancelReason, received_at_ms as receivedAtMs, ready_at_ms as readyAtMs from orders`;
  const tables = createSumTables(db);
  const orderSums = createOrderSums({ db });
  const splitParts = createSplitParts(db);
  const changedParts = createChangedParts(db);
  const isPaidBeside = createIsPaidBeside(db);
  const isLostWhole = sqlite.prepare<[string], unknown>(LOST_OF_ORDER);
  const logRows = sqlite.prepare<[number, number], LogRow>(
    'select seq, kind, aggregate_id as aggregateId from outbox where seq > ? order by seq limit ?',
  );
  const firstSeq = sqlite.prepare<[], { seq: number | null }>('select min(seq) as seq from outbox');
  const factsById = sqlite.prepare<[string], OrderFacts>(`${FACTS} where id = ?`);
  const factsAfter = sqlite.prepare<[number, number], OrderFacts>(
    `${FACTS} where number > ? order by number limit ?`,
  );
  const orderOfAttempt = sqlite.prepare<[string], { orderId: string }>(
    'select order_id as orderId from payments where attempt_id = ?',
  );
  const factsOfOrder = sqlite.prepare<[string], { fact: string }>(
    'select fact from payments where order_id = ?',
  );
  function readCursor(): Cursor {
    const stored = readMeta(db, CURSOR);
    // A log that is whole tells everything from the beginning, and where each order stands in it.
    if (stored === null && firstSeq.get()?.seq === 1) return { ...identityOf(), seq: 0, builtTo: null };
    const cursor = stored === null ? null : (JSON.parse(stored) as Cursor);
    // Another past than the one that was summed up (a restore), or a log without its beginning: read the orders.
    if (cursor === null || cursor.lineage !== identity.lineage || cursor.epoch !== identity.epoch)
      return { ...identityOf(), seq: outbox.head().seq, builtTo: 0 };
    return cursor;
  }
  const identityOf = () => ({ lineage: identity.lineage, epoch: identity.epoch, version: VERSION });

  function refundedCents(orderId: string): number {
    return factsOfOrder
      .all(orderId)
      .map((row) => JSON.parse(row.fact) as PaymentFact)
      .filter((fact) => isMoneyIn(fact.status) && fact.mismatch === null && fact.part === undefined)
      .reduce((sum, fact) => sum + fact.refundedCents, 0);
  }

  /**
   * Money that came and stayed: approved, not given back whole, and the order not called off. Of an order whose PIX never came, what was
   * taken beside it.
   */
  function contribution(facts: OrderFacts): Omit<Known, 'firstSeq' | 'lastSeq'> {
    const { date, minuteOfDay } = localTime(facts.createdAtMs, timeZone);
    const paid = facts.paymentStatus === 'approved' || facts.paymentStatus === 'partially_refunded';
    const back = facts.paymentStatus === 'partially_refunded' ? refundedCents(facts.id) : 0;
    const wayOfOrder =
      facts.paymentMethod ?? (facts.concession !== null && facts.totalCents === 0 ? NO_WAY : 'cash');
    const changed = isPaidBeside(facts) ? changedParts(facts.id, wayOfOrder) : null;
    const isPixLost = facts.paymentStatus === 'pending' && facts.status !== 'PENDING';
    const besideCents = isPixLost && changed !== null ? sumOf(changed) : 0;
    const parts = changed ?? (facts.tenders === null ? null : splitParts(facts.id));
    const isByParts = changed === null ? parts !== null : besideCents > 0;
    const method = isByParts && parts !== null ? (onlyWayOf(parts) ?? wayOfOrder) : wayOfOrder;
    // A part may have gone back over the provider since, by its panel or the bank.
    const counted = parts === null || parts.length === 0 ? null : parts;
    // Each part was a PIX that never came.
    const isNothing = changed === null && parts?.length === 0 && isLostWhole.get(facts.id) !== undefined;
    const one = {
      number: facts.number,
      date,
      hour: Math.floor(minuteOfDay / 60),
      method,
      cents: Math.max(
        0,
        changed === null && counted === null ? facts.totalCents - back : sumOf(changed ?? counted ?? []),
      ),
      counted: (paid || besideCents > 0) && !isNothing && facts.status !== 'CANCELLED' ? 1 : 0,
    };
    const ways = one.counted && parts !== null ? waysOf(parts) : null;
    return {
      ...one,
      ways: ways === null ? null : JSON.stringify(ways),
      sums: orderSums.textOf(facts, one),
    };
  }

  function apply(facts: OrderFacts, { first, last }: Seqs): void {
    const before = tables.known(facts.number);
    const now = contribution(facts);
    const same =
      before !== undefined &&
      before.counted === now.counted &&
      before.cents === now.cents &&
      before.method === now.method &&
      before.ways === now.ways;
    if (!same) {
      if (before?.counted) tables.add(facts, before, -1);
      if (now.counted) tables.add(facts, now, 1);
    }
    if (before?.sums !== now.sums) {
      if (before) orderSums.add(before.date, before.sums, -1);
      orderSums.add(now.date, now.sums, 1);
    }
    tables.keep({
      ...now,
      firstSeq: before ? before.firstSeq : first,
      lastSeq: last ?? before?.lastSeq ?? null,
    });
  }

  /** The order that a row of the log may have changed the sums of; what is asked back of a part stands in the drawer's books alone at first. */
  function orderOfRow(kind: string, aggregateId: string): string | undefined {
    if (kind === 'order') return aggregateId;
    if (kind === 'payment') return orderOfAttempt.get(aggregateId)?.orderId;
    return kind === handPaymentRow.kind ? orderOfHandPayment(aggregateId) : undefined;
  }

  /** One bounded piece of work; false when there was nothing left to do. */
  function step(): boolean {
    return inTransaction(db, () => {
      const cursor = readCursor();
      if (cursor.version !== VERSION) {
        tables.emptySums();
        const anew: Cursor = { ...cursor, version: VERSION, builtTo: cursor.builtTo === 0 ? 0 : SEQS_KNOWN };
        writeMeta(db, CURSOR, JSON.stringify(anew));
        return true;
      }
      if (cursor.builtTo !== null) {
        if (cursor.builtTo === 0) tables.clear();
        const facts = factsAfter.all(cursor.builtTo, STEP_ROWS);
        for (const one of facts) apply(one, NO_SEQS);
        writeMeta(
          db,
          CURSOR,
          JSON.stringify({ ...cursor, builtTo: facts.at(-1)?.number ?? null } satisfies Cursor),
        );
        return true;
      }
      const rows = logRows.all(cursor.seq, STEP_ROWS);
      if (rows.length === 0) return false;
      for (const [orderId, seqs] of seqsByOrder(rows, orderOfRow)) {
        const facts = factsById.get(orderId);
        if (facts) apply(facts, seqs);
      }
      writeMeta(
        db,
        CURSOR,
        JSON.stringify({ ...cursor, seq: rows.at(-1)?.seq ?? cursor.seq } satisfies Cursor),
      );
      return rows.length === STEP_ROWS;
    });
  }

  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  let stopHearing: (() => void) | null = null;

  async function run(): Promise<void> {
    while (!stopped && step()) await yieldToEventLoop();
  }

  /** Resolves when everything that was in the log before this call is in the sums; others run in between. */
  async function upToDate(): Promise<void> {
    while (running) await running;
    running = run().finally(() => (running = null));
    await running;
  }

  function soon(): void {
    timer ??= setTimeout(() => {
      timer = null;
      upToDate().catch((error: unknown) => log.error({ err: error }, 'the report sums could not be kept up'));
    }, FOLLOW_AFTER_MS).unref();
  }

  return {
    upToDate,

    /** Up to which row of the log orders are known. */
    followedTo: (): number => readCursor().seq,

    /** Between which rows of the log an order stands, as far as that is known; and maybe once more after `followedTo`. */
    seqsOf: (number: number): Seqs => {
      const row = tables.known(number);
      return { first: row?.firstSeq ?? null, last: row?.lastSeq ?? null };
    },

    /** Takes an order out, in the transaction that deletes it. */
    remove(orderId: string): void {
      const facts = factsById.get(orderId);
      const before = facts && tables.known(facts.number);
      if (!facts || !before) return;
      if (before.counted) tables.add(facts, before, -1);
      orderSums.add(before.date, before.sums, -1);
      tables.drop(facts.number);
    },

    /**
     * Takes out what an order added, before its items are others, in the transaction that changes them: what is sold then is added with
     * the row of the log.
     */
    takeOut(orderId: string): void {
      const facts = factsById.get(orderId);
      const before = facts && tables.known(facts.number);
      if (!facts || !before) return;
      if (before.counted) tables.add(facts, before, -1);
      orderSums.add(before.date, before.sums, -1);
      tables.keep({ ...before, counted: 0, sums: NO_SUMS });
    },

    clear: tables.clear,
    purgePhone: tables.purgePhone,
    purgeClientsUpTo: tables.purgeClientsUpTo,

    start(): void {
      stopHearing = wake.on('log', soon);
      soon();
    },
    async stop(): Promise<void> {
      stopped = true;
      stopHearing?.();
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}

const sumOf = (parts: readonly { cents: number }[]): number =>
  parts.reduce((sum, { cents }) => sum + cents, 0);
