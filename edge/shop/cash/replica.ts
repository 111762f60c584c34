// The drawer in the log: how its sessions and the payments by hand are written, and how they come back.
import type { CashClose, CashSession } from '@balcao/shared/http/cash.ts';
import {
  cashSessionRow,
  handPaymentRow,
  staticPixRow,
  type HandPaymentBody,
  type StaticPixBody,
} from '@balcao/shared/link/aggregates/cash.ts';
import type { Db } from '../../storage/open.ts';
import { readRows, type RowReader } from '../../storage/replica.ts';
import { cashCloses, cashMovements, cashSessions, handPayments } from '../../storage/schema/cash.ts';
import { staticPix } from '../../storage/schema/payments.ts';
import type { PrivateLog } from '../../storage/sealing.ts';

/** `payments`: what was paid by hand in the session, summed up. In the transaction of the session's change. */
export const logCashSession = (
  log: PrivateLog,
  session: CashSession,
  { payments, close }: { payments: readonly object[]; close: CashClose | null },
  atMs: number,
): void => log.append(cashSessionRow, session.id, { ...session, payments, close }, atMs);

/** In the transaction that keeps the payment. */
export const logHandPayment = (log: PrivateLog, payment: HandPaymentBody): void =>
  log.append(
    handPaymentRow,
    `by-hand.${payment.orderId}.${payment.kind}${payment.part === undefined ? '' : `.${payment.part}`}`,
    payment,
    payment.atMs,
  );

/** The order of such a row, by its name; of another row of the drawer none. */
export const orderOfHandPayment = (aggregateId: string): string | undefined =>
  /^by-hand\.([^.]+)\./.exec(aggregateId)?.[1];

/** In the transaction that keeps it. */
export const logStaticPix = (log: PrivateLog, pix: StaticPixBody, atMs: number): void =>
  log.append(staticPixRow, `pix.${pix.txid}`, pix, atMs);

export const readCashRows = (db: Db): RowReader[] => [
  readRows(handPaymentRow, (_id, payment) => {
    db.insert(handPayments).values(payment).onConflictDoNothing().run();
  }),
  readRows(staticPixRow, (_id, pix) => {
    const isSought = pix.state === 'unconfirmed' || pix.state === 'not-received';
    const row = { ...pix, looks: 0, nextLookAtMs: isSought ? pix.atMs : null };
    db.insert(staticPix).values(row).onConflictDoUpdate({ target: staticPix.txid, set: row }).run();
  }),
  readRows(cashSessionRow, (id, { movements, close, openedAtMs, openedBy, floatCents }, { text }) => {
    const session = { openedAtMs, openedBy, floatCents, closeNumber: close?.number ?? null };
    db.insert(cashSessions)
      .values({ id, ...session, fromNumber: 1 })
      .onConflictDoUpdate({ target: cashSessions.id, set: session })
      .run();
    for (const movement of movements)
      db.insert(cashMovements)
        .values({ ...movement, sessionId: id })
        .onConflictDoNothing()
        .run();
    if (close === null) return;
    // Final to the letter: as it was said, not as it was read.
    const body = JSON.stringify((JSON.parse(text) as { close: unknown }).close);
    const { number, closedAtMs } = close;
    db.insert(cashCloses).values({ number, sessionId: id, body, closedAtMs }).onConflictDoNothing().run();
  }),
];
