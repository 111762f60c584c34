// The cash session: opened with a float, moved by sangria and suprimento, counted blind, closed with a number for ever.
// Every write goes in one transaction with its sealed log row and audit line; a repeated id has one effect.
import { and, asc, desc, eq, isNull } from 'drizzle-orm';
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
import type { HandPaymentBody } from '@balcao/shared/link/aggregates/cash.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { GivenBack, Order, Tender, TerminalCard } from '@balcao/shared/order/order.ts';
import type { CashRefusal } from '@balcao/shared/http/refusals/cash.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import type { Db } from '../../storage/open.ts';
import { cashCloses, cashMovements, cashSessions, handPayments } from '../../storage/schema.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import { createBesideDrawer, type HandSum } from './beside-drawer.ts';
import { differencesBack, stillThere } from './hand-rows.ts';
import { logCashSession, logHandPayment } from './replica.ts';

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
  /** Where a PIX waits that staff took for paid; `calledOff` says whether its money goes back. In the running transaction. */
  staticPix: { claim(actor: Actor, order: Order): void; calledOff(orderId: string): boolean };
  enqueueClose: (close: CashClose, copy: number, nowMs: number) => number;
}) {
  const { db, log, audit, clock } = deps;
  const sqlite = db.$client;

  const openRow = (): SessionRow | undefined =>
    db.select().from(cashSessions).where(isNull(cashSessions.closeNumber)).get();
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
  const byHand = sqlite.prepare<[string], HandSum>(
    `select method, card, count(distinct iif(kind = 'in', order_id, null)) as orders, sum(case kind when 'in' then amount_cents else -amount_cents end) as cents
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
  const { begin, besideDrawer, forget } = createBesideDrawer(db);

  function viewOf(row: SessionRow): CashSession {
    const counted = sqlite
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
      cashOrders: counted?.n ?? 0,
    };
  }

  const sum = (row: SessionRow, kind: CashMovementKind): number =>
    movementsOf(row.id)
      .filter((movement) => movement.kind === kind)
      .reduce((total, { amountCents }) => total + amountCents, 0);
  const cashSales = (row: SessionRow): number =>
    byHand
      .all(row.id)
      .filter(({ method }) => method === 'cash')
      .reduce((total, { cents }) => total + cents, 0);
  const expected = (row: SessionRow): number =>
    row.floatCents + cashSales(row) + sum(row, 'suprimento') - sum(row, 'sangria');

  const append = (row: SessionRow, close: CashClose | null): void =>
    logCashSession(log, viewOf(row), { payments: byHand.all(row.id), close }, clock());
  const byHandRow = (row: HandPaymentBody): void => {
    const { changes } = db.insert(handPayments).values(row).onConflictDoNothing().run();
    if (changes > 0) logHandPayment(log, row);
  };
  const parse = (row: { body: string }): CashClose => JSON.parse(row.body) as CashClose;

  return {
    session(): CashSession | null {
      const row = openRow();
      return row ? viewOf(row) : null;
    },

    /** The open drawer and what should lie in it: for an administrator alone, or whoever counts would know it before the count. */
    drawer(): { openedAtMs: number; openedBy: string; expectedCents: number } | null {
      const row = openRow();
      return row
        ? { openedAtMs: row.openedAtMs, openedBy: row.openedBy, expectedCents: expected(row) }
        : null;
    },

    open(actor: Actor, request: z.infer<typeof OpenCash>): Result<CashSession, CashRefusal> {
      return inTransaction(db, (): Result<CashSession, CashRefusal> => {
        const present = openRow();
        if (present) return present.id === request.id ? accepted(viewOf(present)) : refused('already-open');
        if (
          db.select({ id: cashSessions.id }).from(cashSessions).where(eq(cashSessions.id, request.id)).get()
        )
          return refused('id-reused');
        const row: SessionRow = {
          id: request.id,
          openedAtMs: clock(),
          openedBy: actor.userName ?? '',
          floatCents: request.floatCents,
          fromNumber: (firstPayable.get()?.number ?? 1) - LATE_ORDERS,
          closeNumber: null,
        };
        begin(row);
        db.insert(cashSessions).values(row).run();
        append(row, null);
        audit.record(actor, 'cash', 'open', `abriu o caixa com ${formatCents(request.floatCents)}`);
        return accepted(viewOf(row));
      });
    },

    move(actor: Actor, request: z.infer<typeof MoveCash>): Result<CashSession, CashRefusal> {
      return inTransaction(db, (): Result<CashSession, CashRefusal> => {
        const row = openRow();
        if (!row) return refused('not-open');
        const known = db.select().from(cashMovements).where(eq(cashMovements.id, request.id)).get();
        if (known) {
          const same =
            known.sessionId === row.id &&
            known.kind === request.kind &&
            known.amountCents === request.amountCents;
          return same ? accepted(viewOf(row)) : refused('id-reused');
        }
        // More than there can be in the drawer is a slip of the finger.
        if (request.kind === 'sangria' && request.amountCents > expected(row)) return refused('not-enough');
        db.insert(cashMovements)
          .values({ ...request, sessionId: row.id, userName: actor.userName ?? '', atMs: clock() })
          .run();
        append(row, null);
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
        const expectedCents = expected(row);
        if (request.ask && Math.abs(request.countedCents - expectedCents) > COUNT_ASKED_ABOVE_CENTS) {
          // Kept, or whoever counts could try until it is taken.
          const counted = formatCents(request.countedCents);
          audit.record(actor, 'cash', 'count', `contou ${counted} para fechar o caixa, e não bateu`);
          return refused('count-differs');
        }
        const nowMs = clock();
        const before = db.select().from(cashCloses).orderBy(desc(cashCloses.number)).limit(1).get();
        const number = (before?.number ?? 0) + 1;
        const closed = whileClosed.get(before?.closedAtMs ?? 0);
        const close: CashClose = {
          number,
          openedAtMs: row.openedAtMs,
          closedAtMs: nowMs,
          closedBy: actor.userName ?? '',
          floatCents: row.floatCents,
          cashSalesCents: cashSales(row),
          cashReturnsCents: returnsInCash.get(row.id)?.cents ?? 0,
          takenClosedCents: closed?.taken ?? 0,
          returnedClosedCents: closed?.returned ?? 0,
          suprimentoCents: sum(row, 'suprimento'),
          sangriaCents: sum(row, 'sangria'),
          expectedCents,
          countedCents: request.countedCents,
          differenceCents: request.countedCents - expectedCents,
          methods: besideDrawer(row, byHand.all(row.id), { sinceMs: before?.closedAtMs ?? 0, nowMs }),
          note: request.note,
        };
        db.insert(cashCloses)
          .values({ number, sessionId: row.id, body: JSON.stringify(close), closedAtMs: nowMs })
          .run();
        db.update(cashSessions).set({ closeNumber: number }).where(eq(cashSessions.id, row.id)).run();
        append({ ...row, closeNumber: number }, close);
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
    forgetOrder: forget,

    closes: (limit: number): CashClose[] =>
      db.select().from(cashCloses).orderBy(desc(cashCloses.number)).limit(limit).all().map(parse),

    /** How many printers print it again; null when there is no such close. */
    printAgain(number: number): number | null {
      const row = db.select().from(cashCloses).where(eq(cashCloses.number, number)).get();
      return row ? deps.enqueueClose(parse(row), 2, clock()) : null;
    },

    /** Staff took the money of an order. In the transaction that approves it. */
    took(actor: Actor, order: Order, method: Tender['method'], card: TerminalCard | null): void {
      byHandRow({
        orderId: order.id,
        kind: 'in',
        method,
        card: method === 'terminal' ? card : null,
        amountCents: order.totalCents,
        sessionId: openRow()?.id ?? null,
        userName: actor.userName ?? '',
        atMs: clock(),
      });
      if (method === 'pix_manual') deps.staticPix.claim(actor, order);
    },

    /** Staff took a part of it. In the transaction that adds the part to the order. */
    tookTender(actor: Actor, orderId: string, tender: Omit<Tender, 'atMs'>): void {
      byHandRow({
        orderId,
        kind: 'in',
        part: tender.id,
        method: tender.method,
        card: tender.card,
        amountCents: tender.cents,
        sessionId: openRow()?.id ?? null,
        userName: actor.userName ?? '',
        atMs: clock(),
      });
    },

    /**
     * What was paid by hand went back over the counter, each part by its way, out of this session's drawer: that part, or all that is
     * still there because the order was called off.
     */
    gaveBack(actor: Actor, { id }: Pick<Order, 'id'>, part?: string): void {
      const rows = db.select().from(handPayments).where(eq(handPayments.orderId, id)).all();
      const given = new Set(rows.filter(({ kind }) => kind === 'back').map((row) => row.part));
      const differences = part === undefined ? differencesBack(rows) : new Map<string, number>();
      for (const taken of rows) {
        if (taken.kind !== 'in' || given.has(taken.part)) continue;
        if (part !== undefined && taken.part !== part) continue;
        const gone = Math.min(taken.amountCents, differences.get(taken.method) ?? 0);
        differences.set(taken.method, (differences.get(taken.method) ?? 0) - gone);
        if (gone === taken.amountCents) continue;
        // Of a PIX that never came nothing goes back.
        if (taken.method === 'pix_manual' && taken.part === '' && !deps.staticPix.calledOff(id)) continue;
        byHandRow({
          orderId: id,
          kind: 'back',
          ...(taken.part !== '' && { part: taken.part }),
          method: taken.method,
          card: taken.card,
          amountCents: taken.amountCents - gone,
          sessionId: openRow()?.id ?? null,
          userName: actor.userName ?? '',
          atMs: clock(),
        });
      }
    },

    /** Whether a part of that name is in the books of an order. */
    hasPart: (orderId: string, part: string): boolean =>
      db
        .select({ id: handPayments.id })
        .from(handPayments)
        .where(and(eq(handPayments.orderId, orderId), eq(handPayments.part, part)))
        .get() !== undefined,

    /** What of an order's money staff still hold. */
    heldCents: (orderId: string): number =>
      stillThere(db.select().from(handPayments).where(eq(handPayments.orderId, orderId)).all()).reduce(
        (sum, { cents }) => sum + cents,
        0,
      ),

    /**
     * What was too much of an order that stays went back, by its own way first; answers by which ways. In the transaction that settles it.
     */
    gaveDifferenceBack(
      actor: Actor,
      order: Pick<Order, 'id' | 'paymentMethod'>,
      { id, cents }: { id: string; cents: number },
    ): GivenBack[] {
      const rows = db.select().from(handPayments).where(eq(handPayments.orderId, order.id)).all();
      const ways = stillThere(rows).toSorted(
        (a, b) => Number(b.method === order.paymentMethod) - Number(a.method === order.paymentMethod),
      );
      let restCents = cents;
      const given: GivenBack[] = [];
      for (const [at, { method, card, cents: leftCents }] of ways.entries()) {
        const amountCents = Math.min(restCents, leftCents);
        if (amountCents === 0) continue;
        restCents -= amountCents;
        given.push({ method, card, cents: amountCents } as GivenBack);
        byHandRow({
          orderId: order.id,
          kind: 'back',
          part: at === 0 ? id : `${id}.${at}`,
          method,
          card,
          amountCents,
          sessionId: openRow()?.id ?? null,
          userName: actor.userName ?? '',
          atMs: clock(),
        });
      }
      return given;
    },
  };
}
