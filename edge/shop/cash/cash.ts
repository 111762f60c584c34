// The cash session: opened with a float, moved by sangria and suprimento, counted blind, closed with a number for ever.
// Every write goes in one transaction with its sealed log row and audit line; a repeated id has one effect.
import { asc, desc, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import {
  COUNT_ASKED_ABOVE_CENTS,
  type CashClose,
  type CashMovementKind,
  type CashSession,
  type CloseCash,
  type MoveCash,
  type OpenCash,
} from '@balcao/shared/http/cash.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { CashRefusal } from '@balcao/shared/http/refusals/cash.ts';
import { closeWaysOf } from '@balcao/shared/payment/close-ways.ts';
import type { FeeRates } from '@balcao/shared/payment/fees.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import type { Db } from '../../storage/open.ts';
import { cashCloses, cashMovements, cashSessions } from '../../storage/schema/cash.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import { createCloseSums, type HandSum } from './close-sums.ts';
import { noteDeletedWithPix } from './deleted-with-pix.ts';
import { createHandPayments, type StaticPixOfHand } from './hand-payments.ts';
import { logCashSession } from './replica.ts';

type SessionRow = typeof cashSessions.$inferSelect;

const MOVEMENT_NAMES: Record<CashMovementKind, string> = {
  suprimento: 'um suprimento',
  sangria: 'uma sangria',
};
/** Orders before the first open one that may still be paid late. */
const LATE_ORDERS = 200;

export type Cash = ReturnType<typeof createCash>;

export function createCash(deps: {
  db: Db;
  log: PrivateLog;
  audit: Audit;
  clock: () => number;
  staticPix: StaticPixOfHand;
  enqueueClose: (close: CashClose, copy: number, nowMs: number) => number;
  /** Asks for all that is left of a payment through the provider to go back. In the running transaction. */
  returnProved: (orderId: string, attemptId: string, cents: number) => void;
  /** What each way costs the shop. */
  feeRates: () => FeeRates;
}) {
  const { db, log, audit, clock } = deps;
  const sqlite = db.$client;

  const rowWithoutClose = db.select().from(cashSessions).where(isNull(cashSessions.closeNumber)).prepare();
  const openRow = (): SessionRow | undefined => rowWithoutClose.get();
  const sessionOf = (id: string) => db.select().from(cashSessions).where(eq(cashSessions.id, id)).get();
  const readLastClose = () => db.select().from(cashCloses).orderBy(desc(cashCloses.number)).limit(1).get();
  const movementsOf = (sessionId: string) =>
    db
      .select()
      .from(cashMovements)
      .where(eq(cashMovements.sessionId, sessionId))
      .orderBy(asc(cashMovements.atMs), asc(cashMovements.id))
      .all();
  const firstPayable = sqlite.prepare<[], { number: number }>(
    `select coalesce((select min(number) from orders where status in ('PENDING', 'RECEBIDO', 'PREPARING', 'READY')),
      (select value + 1 from counters where name = 'order_number'), 1) as number`,
  );
  // What came and what was given back, each counted in the session in which it happened.
  const handSums = sqlite.prepare<[string], HandSum>(
    `select method, card, count(distinct iif(kind = 'in', order_id, null)) as orders, sum(case kind when 'in' then amount_cents else -amount_cents end) as cents,
       sum(iif(kind = 'back', amount_cents, 0)) as backCents
     from hand_payments where session_id = ? group by method, card order by method, card`,
  );
  const returnsInCash = sqlite.prepare<[string], { cents: number }>(
    `select coalesce(sum(amount_cents), 0) as cents from hand_payments
     where session_id = ? and method = 'cash' and kind = 'back'`,
  );
  // Cash of no drawer, from the moment on in which the last one was closed.
  const whileClosed = sqlite.prepare<[number], { taken: number; returned: number }>(
    `select coalesce(sum(iif(kind = 'in', amount_cents, 0)), 0) as taken,
       coalesce(sum(iif(kind = 'back', amount_cents, 0)), 0) as returned
     from hand_payments where session_id is null and method = 'cash' and at_ms >= ?`,
  );
  const { recordBaseline, closeLinesOf, purgeOrder } = createCloseSums(db);

  function viewOf(row: SessionRow): CashSession {
    const cashOrders = sqlite
      .prepare<[string], { n: number }>(
        "select count(distinct order_id) as n from hand_payments where session_id = ? and method = 'cash' and kind = 'in'",
      )
      .get(row.id);
    return {
      id: row.id,
      openedAtMs: row.openedAtMs,
      openedBy: row.openedBy,
      floatCents: row.floatCents,
      movements: movementsOf(row.id).map(({ id, kind, amountCents, note, userName, atMs }) => ({
        id,
        kind: kind as CashMovementKind,
        amountCents,
        note,
        userName,
        atMs,
      })),
      cashOrders: cashOrders?.n ?? 0,
    };
  }

  const movementSum = (row: SessionRow, kind: CashMovementKind): number =>
    movementsOf(row.id)
      .filter((movement) => movement.kind === kind)
      .reduce((total, { amountCents }) => total + amountCents, 0);
  const cashSales = (row: SessionRow): number =>
    handSums
      .all(row.id)
      .filter(({ method }) => method === 'cash')
      .reduce((total, { cents }) => total + cents, 0);
  const expectedCentsOf = (row: SessionRow): number =>
    row.floatCents + cashSales(row) + movementSum(row, 'suprimento') - movementSum(row, 'sangria');

  const logSession = (row: SessionRow, close: CashClose | null): void =>
    logCashSession(log, viewOf(row), { payments: handSums.all(row.id), close }, clock());
  const closeOf = (row: { body: string }): CashClose => JSON.parse(row.body) as CashClose;

  return {
    ...createHandPayments({ ...deps, openSessionId: () => openRow()?.id ?? null }),

    session(): CashSession | null {
      const row = openRow();
      return row ? viewOf(row) : null;
    },

    /** The open drawer and what should lie in it: for an administrator alone, or whoever counts would know it before the count. */
    drawer(): { openedAtMs: number; openedBy: string; expectedCents: number } | null {
      const row = openRow();
      return row
        ? { openedAtMs: row.openedAtMs, openedBy: row.openedBy, expectedCents: expectedCentsOf(row) }
        : null;
    },

    open(actor: Actor, request: z.infer<typeof OpenCash>): Result<CashSession, CashRefusal> {
      return inTransaction(db, (): Result<CashSession, CashRefusal> => {
        const openSession = openRow();
        if (openSession)
          return openSession.id === request.id ? accepted(viewOf(openSession)) : refused('already-open');
        if (sessionOf(request.id)) return refused('id-reused');
        const row: SessionRow = {
          id: request.id,
          openedAtMs: clock(),
          openedBy: actor.userName ?? '',
          floatCents: request.floatCents,
          fromNumber: (firstPayable.get()?.number ?? 1) - LATE_ORDERS,
          closeNumber: null,
        };
        recordBaseline({ openedAtMs: row.openedAtMs, sinceMs: readLastClose()?.closedAtMs ?? 0 });
        db.insert(cashSessions).values(row).run();
        logSession(row, null);
        audit.record(actor, 'cash', 'open', `abriu o caixa com ${formatCents(request.floatCents)}`);
        return accepted(viewOf(row));
      });
    },

    move(actor: Actor, request: z.infer<typeof MoveCash>): Result<CashSession, CashRefusal> {
      return inTransaction(db, (): Result<CashSession, CashRefusal> => {
        const row = openRow();
        if (!row) return refused('not-open');
        const existing = db.select().from(cashMovements).where(eq(cashMovements.id, request.id)).get();
        if (existing) {
          const isSame =
            existing.sessionId === row.id &&
            existing.kind === request.kind &&
            existing.amountCents === request.amountCents;
          return isSame ? accepted(viewOf(row)) : refused('id-reused');
        }
        // More than there can be in the drawer is a slip of the finger.
        if (request.kind === 'sangria' && request.amountCents > expectedCentsOf(row))
          return refused('not-enough');
        db.insert(cashMovements)
          .values({ ...request, sessionId: row.id, userName: actor.userName ?? '', atMs: clock() })
          .run();
        logSession(row, null);
        audit.record(
          actor,
          'cash',
          request.kind,
          `fez ${MOVEMENT_NAMES[request.kind]} de ${formatCents(request.amountCents)}${request.note === '' ? '' : `: ${request.note}`}`,
        );
        return accepted(viewOf(row));
      });
    },

    /** The count comes before anybody was shown what there should be. */
    close(actor: Actor, request: z.infer<typeof CloseCash>): Result<CashClose, CashRefusal> {
      return inTransaction(db, (): Result<CashClose, CashRefusal> => {
        const row = openRow();
        if (!row) return refused('not-open');
        const expectedCents = expectedCentsOf(row);
        if (request.ask && Math.abs(request.countedCents - expectedCents) > COUNT_ASKED_ABOVE_CENTS) {
          // Kept, or whoever counts could try until it is taken.
          const countedText = formatCents(request.countedCents);
          audit.record(actor, 'cash', 'count', `contou ${countedText} para fechar o caixa, e não bateu`);
          return refused('count-differs');
        }
        const nowMs = clock();
        const lastClose = readLastClose();
        const number = (lastClose?.number ?? 0) + 1;
        const sinceMs = lastClose?.closedAtMs ?? 0;
        const earlierSession = lastClose && sessionOf(lastClose.sessionId);
        const fromNumber = Math.min(earlierSession?.fromNumber ?? 0, row.fromNumber);
        const { openedAtMs } = row;
        const closeLines = closeLinesOf({ fromNumber, openedAtMs }, handSums.all(row.id), { sinceMs, nowMs });
        const takenWhileClosed = whileClosed.get(sinceMs);
        const close: CashClose = {
          number,
          openedAtMs: row.openedAtMs,
          closedAtMs: nowMs,
          closedBy: actor.userName ?? '',
          floatCents: row.floatCents,
          cashSalesCents: cashSales(row),
          cashReturnsCents: returnsInCash.get(row.id)?.cents ?? 0,
          takenClosedCents: takenWhileClosed?.taken ?? 0,
          returnedClosedCents: takenWhileClosed?.returned ?? 0,
          suprimentoCents: movementSum(row, 'suprimento'),
          sangriaCents: movementSum(row, 'sangria'),
          expectedCents,
          countedCents: request.countedCents,
          differenceCents: request.countedCents - expectedCents,
          methods: closeLines.methods,
          ways: closeWaysOf(closeLines.moved, deps.feeRates()),
          note: request.note,
        };
        db.insert(cashCloses)
          .values({ number, sessionId: row.id, body: JSON.stringify(close), closedAtMs: nowMs })
          .run();
        db.update(cashSessions).set({ closeNumber: number }).where(eq(cashSessions.id, row.id)).run();
        logSession({ ...row, closeNumber: number }, close);
        audit.record(
          actor,
          'cash',
          'close',
          `fechou o caixa nº ${number}: contou ${formatCents(close.countedCents)}, diferença de ${formatCents(close.differenceCents)}`,
        );
        deps.enqueueClose(close, 1, nowMs);
        return accepted(close);
      });
    },

    /** In the transaction that deletes an order, or all of them (null), before it does. */
    forgetOrder(id: string | null): void {
      noteDeletedWithPix(db, id);
      purgeOrder(id);
    },

    closes: (limit: number): CashClose[] =>
      db.select().from(cashCloses).orderBy(desc(cashCloses.number)).limit(limit).all().map(closeOf),

    /** How many printers print it again; null when there is no such close. */
    printAgain(number: number): number | null {
      const row = db.select().from(cashCloses).where(eq(cashCloses.number, number)).get();
      return row ? deps.enqueueClose(closeOf(row), 2, clock()) : null;
    },
  };
}
