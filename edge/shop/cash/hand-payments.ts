// The books of what staff take and give back by hand: a row for each part of an order's money, in the session in which it moved. Every write
// stands in its caller's transaction, with its row in the log.
import { and, asc, eq, sql } from 'drizzle-orm';
import type { HandPaymentBody } from '@balcao/shared/link/aggregates/cash.ts';
import type { GivenBack, Order, PaymentMethod, Tender, TerminalCard } from '@balcao/shared/order/order.ts';
import type { Actor } from '../audit/audit.ts';
import type { Db } from '../../storage/open.ts';
import { handPayments } from '../../storage/schema/cash.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import { BY_HAND, bookedOfPart, differencesBack, isOfPart, stillThere } from './hand-rows.ts';
import { logHandPayment } from './replica.ts';

/** A part whose money is with the provider. */
type ProvedTender = Pick<Tender, 'id' | 'cents'> & { proved: NonNullable<Tender['proved']> };

/** The end of the name of what staff gave back of a part of which something had gone before. */
const GIVEN_SUFFIX = 'given';

/** A part as the books have it. */
type TakenPart = { method: PaymentMethod; cents: number; isAtTerminal: boolean };

/** Where a PIX waits that staff took for paid. In the running transaction. */
export type StaticPixOfHand = {
  claim(actor: Actor, money: { orderId: string; part: string; cents: number }): void;
  /** It goes back. */
  calledOff(money: { orderId: string; part: string }): void;
  isLost(money: { orderId: string; part: string }): boolean;
};

/** Inserts a row unless its part was written before. */
const prepareInsertOnce = (db: Db) =>
  db
    .insert(handPayments)
    .values({
      orderId: sql.placeholder('orderId'),
      kind: sql.placeholder('kind'),
      part: sql.placeholder('part'),
      method: sql.placeholder('method'),
      card: sql.placeholder('card'),
      amountCents: sql.placeholder('amountCents'),
      sessionId: sql.placeholder('sessionId'),
      userName: sql.placeholder('userName'),
      atMs: sql.placeholder('atMs'),
    })
    .onConflictDoNothing()
    .prepare();

export function createHandPayments(deps: {
  db: Db;
  log: PrivateLog;
  clock: () => number;
  staticPix: StaticPixOfHand;
  /** The session whose drawer it is; null while the till is closed. */
  openSessionId: () => string | null;
  /** Asks for all that is left of a payment through the provider to go back. In the running transaction. */
  returnProved: (orderId: string, attemptId: string, cents: number) => void;
}) {
  const { db, log, clock, openSessionId } = deps;
  const insert = prepareInsertOnce(db);
  const insertRow = (row: HandPaymentBody): void => {
    const { changes } = insert.run({ ...row, part: row.part ?? '' });
    if (changes > 0) logHandPayment(log, row);
  };

  /** In the order in which they were written. */
  const rowsOf = (orderId: string) =>
    db
      .select()
      .from(handPayments)
      .where(eq(handPayments.orderId, orderId))
      .orderBy(asc(handPayments.id))
      .all();
  /** Without what is known not to have come. */
  const heldRowsOf = (orderId: string) =>
    rowsOf(orderId).filter(
      ({ method, part }) => method !== 'pix_manual' || !deps.staticPix.isLost({ orderId, part }),
    );
  const cameByTerminal = db.$client.prepare<[string, string], unknown>(
    `select 1 from payments where order_id = ? and fact ->> 'part' = ? and fact ->> 'terminal'
       and fact ->> 'status' in ('approved', 'partially_refunded')`,
  );
  const attemptOfPart = (orderId: string, part: string): string | null =>
    db.$client
      .prepare<[string, string], { id: string }>(
        `select attempt_id as id from payments where order_id = ? and fact ->> 'part' = ?
           and fact ->> 'status' in ('approved', 'partially_refunded') and fact ->> 'mismatch' is null`,
      )
      .get(orderId, part)?.id ?? null;
  /** A row of a part that came through the provider, which nobody took in their hand. */
  const insertProvedRow = (
    row: Pick<HandPaymentBody, 'orderId' | 'kind' | 'part' | 'method' | 'amountCents'>,
  ): void => insertRow({ ...row, card: null, sessionId: openSessionId(), userName: '', atMs: clock() });

  /** Asks the provider to return what is left of that part. */
  function giveProvedBack(
    rows: ReturnType<typeof rowsOf>,
    { orderId, part, amountCents }: ReturnType<typeof rowsOf>[number],
  ): void {
    const booked = bookedOfPart(rows, part);
    // A payment that took another one's place may have come by another way.
    const method = rows.findLast((row) => row.kind === 'in' && isOfPart(row, part))?.method;
    if (booked.cents <= 0 || method === undefined) return;
    const attemptId = attemptOfPart(orderId, part);
    if (attemptId !== null) deps.returnProved(orderId, attemptId, booked.cents);
    // Under the part's own name it is the whole part that went.
    const name = booked.cents === amountCents ? part : `${part}.${GIVEN_SUFFIX}`;
    insertProvedRow({ orderId, kind: 'back', part: name, method, amountCents: booked.cents });
  }

  /** Of what came again of a part the sum is in that part. */
  const isProvedPart = ({ kind, method, part }: ReturnType<typeof rowsOf>[number]): boolean =>
    kind === 'in' && !BY_HAND.includes(method) && !part.includes('.');

  return {
    /** Staff took the money of an order. In the transaction that approves it. */
    took(actor: Actor, order: Order, method: Tender['method'], card: TerminalCard | null): void {
      insertRow({
        orderId: order.id,
        kind: 'in',
        method,
        card: method === 'terminal' ? card : null,
        amountCents: order.totalCents,
        sessionId: openSessionId(),
        userName: actor.userName ?? '',
        atMs: clock(),
      });
      if (method === 'pix_manual')
        deps.staticPix.claim(actor, { orderId: order.id, part: '', cents: order.totalCents });
    },

    /** Staff took a part of it. In the transaction that adds the part to the order. */
    tookTender(actor: Actor, orderId: string, tender: Omit<Tender, 'atMs'>): void {
      insertRow({
        orderId,
        kind: 'in',
        part: tender.id,
        method: tender.method,
        card: tender.card,
        amountCents: tender.cents,
        sessionId: openSessionId(),
        userName: actor.userName ?? '',
        atMs: clock(),
      });
      if (tender.method === 'pix_manual')
        deps.staticPix.claim(actor, { orderId, part: tender.id, cents: tender.cents });
    },

    /** The provider has the money of a part. Nobody took it, and it lies in no drawer: it is of the session in which it came. */
    cameProved(orderId: string, tender: ProvedTender): void {
      const { method } = tender.proved;
      insertProvedRow({ orderId, kind: 'in', part: tender.id, method, amountCents: tender.cents });
    },

    /**
     * So much of such a part is with the provider still: books what went since, or came again; answers how much that is, below 0 of what
     * came. What was booked when it was asked back is not booked once more; `name`: of what is booked once, however often it is asked for.
     */
    leftProved(
      orderId: string,
      { id, proved }: Pick<ProvedTender, 'id' | 'proved'>,
      leftCents: number,
      name?: string,
    ): number {
      const booked = bookedOfPart(rowsOf(orderId), id);
      const goneCents = booked.cents - leftCents;
      if (goneCents === 0) return 0;
      insertProvedRow({
        orderId,
        kind: goneCents > 0 ? 'back' : 'in',
        part: `${id}.${name ?? booked.rows}`,
        method: proved.method,
        amountCents: Math.abs(goneCents),
      });
      return goneCents;
    },

    /** What of such a part is booked as still there. */
    bookedProved: (orderId: string, part: string): number => bookedOfPart(rowsOf(orderId), part).cents,

    /**
     * What was paid by hand went back over the counter, each part by its way, out of this session's drawer: that part, or all that is
     * still there because the order was called off. What of it came through the provider goes back there. Answers what goes, by its ways.
     */
    gaveBack(actor: Actor, { id }: Pick<Order, 'id'>, part?: string): GivenBack[] {
      const rows = rowsOf(id);
      const givenBackParts = new Set(rows.filter(({ kind }) => kind === 'back').map((row) => row.part));
      const differences = part === undefined ? differencesBack(rows) : new Map<string, number>();
      for (const payment of rows) {
        if (payment.kind !== 'in' || givenBackParts.has(payment.part)) continue;
        if (part !== undefined && payment.part !== part) continue;
        if (!BY_HAND.includes(payment.method)) {
          if (isProvedPart(payment)) giveProvedBack(rows, payment);
          continue;
        }
        // Of a PIX that never came nothing goes back, and nothing went.
        const money = { orderId: id, part: payment.part };
        if (payment.method === 'pix_manual' && deps.staticPix.isLost(money)) continue;
        const returnedCents = Math.min(payment.amountCents, differences.get(payment.method) ?? 0);
        differences.set(payment.method, (differences.get(payment.method) ?? 0) - returnedCents);
        if (returnedCents === payment.amountCents) continue;
        if (payment.method === 'pix_manual') deps.staticPix.calledOff(money);
        insertRow({
          orderId: id,
          kind: 'back',
          ...(payment.part !== '' && { part: payment.part }),
          method: payment.method,
          card: payment.card,
          amountCents: payment.amountCents - returnedCents,
          sessionId: openSessionId(),
          userName: actor.userName ?? '',
          atMs: clock(),
        });
      }
      const written = rowsOf(id).slice(rows.length);
      return written.map(({ method, card, amountCents: cents }) => ({ method, card, cents }) as GivenBack);
    },

    /** What came through the provider beside the whole of an order goes back there, for the whole did. */
    returnProvedParts(orderId: string): void {
      const rows = rowsOf(orderId);
      for (const payment of rows.filter(isProvedPart)) giveProvedBack(rows, payment);
    },

    /** Whether a part of that name is in the books of an order. */
    hasPart: (orderId: string, part: string): boolean =>
      db
        .select({ id: handPayments.id })
        .from(handPayments)
        .where(and(eq(handPayments.orderId, orderId), eq(handPayments.part, part)))
        .get() !== undefined,

    /** What of an order is booked as gone under that name. */
    goneUnder: (orderId: string, name: string): number =>
      rowsOf(orderId).find((row) => row.kind === 'back' && row.part === name)?.amountCents ?? 0,

    /** Whether staff gave a part back, by hand or through the provider. */
    wasGivenBack: (orderId: string, part: string): boolean =>
      rowsOf(orderId).some(
        (row) => row.kind === 'back' && (row.part === part || row.part === `${part}.${GIVEN_SUFFIX}`),
      ),

    /** What was taken under a part's name; `isAtTerminal`: through the provider, by a terminal. Null: nothing was. */
    takenPart: (orderId: string, part: string): TakenPart | null => {
      const row = rowsOf(orderId).find((handRow) => handRow.kind === 'in' && handRow.part === part);
      if (row === undefined) return null;
      const { method, amountCents } = row;
      return {
        method: method as PaymentMethod,
        cents: amountCents,
        isAtTerminal: !BY_HAND.includes(method) && cameByTerminal.get(orderId, part) !== undefined,
      };
    },

    /** What of an order's money staff still hold; `way`: of that one alone. */
    heldCents: (orderId: string, way?: PaymentMethod): number =>
      stillThere(heldRowsOf(orderId))
        .filter(({ method }) => way === undefined || method === way)
        .reduce((sum, { cents }) => sum + cents, 0),

    /**
     * What was too much of an order that stays went back, by its own way first; answers by which ways. In the transaction that settles it.
     */
    gaveDifferenceBack(
      actor: Actor,
      order: Pick<Order, 'id' | 'paymentMethod'>,
      { id, cents }: { id: string; cents: number },
    ): GivenBack[] {
      const ways = stillThere(heldRowsOf(order.id)).toSorted(
        (a, b) => Number(b.method === order.paymentMethod) - Number(a.method === order.paymentMethod),
      );
      let remainingCents = cents;
      const givenBack: GivenBack[] = [];
      for (const [index, { method, card, cents: leftCents }] of ways.entries()) {
        const amountCents = Math.min(remainingCents, leftCents);
        if (amountCents === 0) continue;
        remainingCents -= amountCents;
        givenBack.push({ method, card, cents: amountCents } as GivenBack);
        insertRow({
          orderId: order.id,
          kind: 'back',
          part: index === 0 ? id : `${id}.${index}`,
          method,
          card,
          amountCents,
          sessionId: openSessionId(),
          userName: actor.userName ?? '',
          atMs: clock(),
        });
      }
      return givenBack;
    },
  };
}
