// PIX to the shop's own static code, which staff take for paid: kept until something proves it, or a person says what became of it.
// Written in the transaction of what it belongs to; rules P31 to P35.
import { and, asc, desc, eq, gte, inArray, lte, max } from 'drizzle-orm';
import { FoundPixes, type UnprovedPix, type UnprovedPixes } from '@balcao/shared/http/counter-pix.ts';
import type { PixWordRefusal } from '@balcao/shared/http/refusals/counter-pix.ts';
import { CODE_LENGTH } from '@balcao/shared/ids.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import {
  decideStaticPix,
  nextLookAtMs,
  STATIC_PIX_SOUGHT_MS,
  staticPixTxid,
  withStaticPix,
  type StaticPixEvent,
} from '@balcao/shared/payment/static-pix.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import { cashCloses } from '../../storage/schema/cash.ts';
import { orders as orderRows } from '../../storage/schema/orders.ts';
import { staticPix } from '../../storage/schema/payments.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { THE_STORE, type Actor, type Audit } from '../audit/audit.ts';
import { provedPixText, type ProvedBy } from '../audit/sentences.ts';
import { logStaticPix } from '../cash/replica.ts';
import { saveDecision, wakeAfterChange } from '../orders/change-order.ts';
import { handPayments } from '../../storage/schema/cash.ts';
import type { OrderContext } from '../orders/context.ts';
import type { AskRelay } from '../relay/ask-relay.ts';
import { withStaticPart } from './static-part.ts';

export const STATIC_PIX_EVERY_MS = 30_000;
const PER_ROUND_MAX = 100;
const LISTED_MAX = 200;

type StaticPixRow = typeof staticPix.$inferSelect;
/** An event with who said it, or the payment that proves it. */
type AppliedEvent = { event: StaticPixEvent; by?: string; providerPaymentId?: string };
/** Which of an order's money it is; `part` empty: all of it. */
type Money = { orderId: string; part: string };
type Proof = { txid: string; providerPaymentId: string; amountCents?: number };

/** A transaction's name begins with its order's code, which it keeps also when the order is deleted. */
export const codeOfTxid = (txid: string): string => txid.slice(0, CODE_LENGTH);

/** The part or the difference that a transaction's name is of, as the drawer's books call it; empty: all of the order. */
export const partOf = (
  db: OrderContext['db'],
  { txid, orderId }: Pick<StaticPixRow, 'txid' | 'orderId'>,
  { code }: Pick<Order, 'code'>,
): string | undefined =>
  db
    .select({ part: handPayments.part })
    .from(handPayments)
    .where(and(eq(handPayments.orderId, orderId), eq(handPayments.kind, 'in')))
    .all()
    .find(({ part }) => staticPixTxid(code, part) === txid)?.part;

export type StaticPixBook = ReturnType<typeof createStaticPix>;

export function createStaticPix(deps: { orders: OrderContext; log: PrivateLog; audit: Audit }) {
  const { orders, log, audit } = deps;
  const { db, clock } = orders;

  const rowOf = (txid: string): StaticPixRow | undefined =>
    db.select().from(staticPix).where(eq(staticPix.txid, txid)).get();

  const txidOf = ({ orderId, part }: Money): string => {
    const order = db.select({ code: orderRows.code }).from(orderRows).where(eq(orderRows.id, orderId)).get();
    if (order !== undefined) return staticPixTxid(order.code, part);
    const row = db
      .select({ txid: staticPix.txid })
      .from(staticPix)
      .where(eq(staticPix.orderId, orderId))
      .get();
    if (row === undefined) throw new Error('a static PIX of an order that is not kept');
    return staticPixTxid(codeOfTxid(row.txid), part);
  };

  const saveRow = (row: StaticPixRow): void => {
    db.insert(staticPix).values(row).onConflictDoUpdate({ target: staticPix.txid, set: row }).run();
    const { looks: _looks, nextLookAtMs: _next, ...replicated } = row;
    logStaticPix(log, replicated, clock());
  };

  /** In the running transaction; true where it changed. */
  function applyEvent(
    row: StaticPixRow,
    { event, by, providerPaymentId }: AppliedEvent,
  ): Result<boolean, PixWordRefusal> {
    const decision = decideStaticPix(row.state, event);
    if (!decision.ok) return decision;
    const { state, changed, effect } = decision.value;
    if (!changed) return accepted(false);
    const nowMs = clock();
    saveRow({
      ...row,
      state,
      saidBy: by ?? row.saidBy,
      providerPaymentId: providerPaymentId ?? row.providerPaymentId,
      lostAtMs: effect === 'lose' ? lostAgainAtMs(row, nowMs) : row.lostAtMs,
      regainedAtMs: effect === 'lose' ? null : effect === 'regain' ? nowMs : row.regainedAtMs,
      nextLookAtMs: state === 'unconfirmed' || state === 'not-received' ? row.nextLookAtMs : null,
    });
    const order = effect === 'none' ? null : orders.repository.byId(row.orderId);
    if (order) setPaid(order, row, effect === 'regain');
    return accepted(true);
  }

  /** A PIX that is lost again before a close has counted its return was lost since the first moment. */
  function lostAgainAtMs({ lostAtMs, regainedAtMs }: StaticPixRow, nowMs: number): number {
    const lastClose = db
      .select({ atMs: max(cashCloses.closedAtMs) })
      .from(cashCloses)
      .get();
    return regainedAtMs !== null && regainedAtMs > (lastClose?.atMs ?? 0) ? (lostAtMs ?? nowMs) : nowMs;
  }

  function setPaid(order: Order, row: StaticPixRow, isPaid: boolean): void {
    const nowMs = clock();
    const part = partOf(db, row, order) ?? '';
    if (part !== '') {
      const at = { nowMs, panel: orders.panel.slot(nowMs) };
      const money = { id: part, cents: row.amountCents };
      saveDecision(orders, order, withStaticPart(order, money, isPaid, at), nowMs);
      return;
    }
    const after = withStaticPix(order, isPaid, nowMs);
    saveDecision(orders, order, { order: after, changed: after !== order, ticket: null }, nowMs);
  }

  /** Each that it proves is a line of the audit; what was proved before is not said again. */
  function applyProofs(actor: Actor, source: ProvedBy, proofs: readonly Proof[]): number {
    const provedCount = inTransaction(db, () =>
      proofs.filter(({ txid, providerPaymentId, amountCents }) => {
        const row = rowOf(txid);
        if (row === undefined || row.amountCents !== (amountCents ?? row.amountCents)) return false;
        const applied = applyEvent(row, { event: 'found', providerPaymentId });
        if (!applied.ok || !applied.value) return false;
        const simpleId = orders.repository.byId(row.orderId)?.simpleId ?? null;
        const isBack = row.state === 'not-received';
        const text = provedPixText(source, { cents: row.amountCents, simpleId, isBack });
        audit.record(actor, 'order', 'static-pix', text);
        return true;
      }),
    ).length;
    if (provedCount > 0) wakeAfterChange(orders);
    return provedCount;
  }

  /** Of an order that was not deleted since. */
  const ofKeptOrder = inArray(staticPix.orderId, db.select({ id: orderRows.id }).from(orderRows));
  const viewOf = (row: StaticPixRow): UnprovedPix[] => {
    const order = orders.repository.byId(row.orderId);
    if (!order) return [];
    const { txid, orderId, amountCents, atMs, userName, state } = row;
    const { simpleId, panelNumber } = order;
    return [{ txid, orderId, simpleId, panelNumber, amountCents, atMs, userName, state }];
  };

  const listUnproved = (): UnprovedPixes => ({
    unconfirmed: db
      .select()
      .from(staticPix)
      .where(and(eq(staticPix.state, 'unconfirmed'), ofKeptOrder))
      .orderBy(desc(staticPix.atMs))
      .limit(LISTED_MAX)
      .all()
      .toReversed()
      .flatMap(viewOf),
    // A word may be taken back as long as the payment is looked for.
    lost: db
      .select()
      .from(staticPix)
      .where(
        and(
          ofKeptOrder,
          eq(staticPix.state, 'not-received'),
          gte(staticPix.lostAtMs, clock() - STATIC_PIX_SOUGHT_MS),
        ),
      )
      .orderBy(desc(staticPix.lostAtMs))
      .limit(LISTED_MAX)
      .all()
      .flatMap(viewOf),
  });

  return {
    list: listUnproved,
    /** By the statement that an administrator chose. */
    proveByStatement: (actor: Actor, proofs: readonly Proof[]): number =>
      applyProofs(actor, 'statement', proofs),

    /** Staff went on without a proof. In the transaction that takes the money for paid. */
    claim(actor: Actor, money: Money & { cents: number }): void {
      const nowMs = clock();
      saveRow({
        txid: txidOf(money),
        orderId: money.orderId,
        amountCents: money.cents,
        state: 'unconfirmed',
        atMs: nowMs,
        userName: actor.userName ?? '',
        saidBy: null,
        providerPaymentId: null,
        lostAtMs: null,
        regainedAtMs: null,
        looks: 0,
        nextLookAtMs: nowMs,
      });
    },

    /** Its order was called off, or it is given back. In the running transaction. */
    calledOff(money: Money): void {
      const row = rowOf(txidOf(money));
      if (row !== undefined) applyEvent(row, { event: 'called-off' });
    },

    /** Whether it is known not to have come: nobody holds it. */
    isLost: (money: Money): boolean => rowOf(txidOf(money))?.state === 'not-received',

    /** A person's word, audited. */
    recordReport(
      actor: Actor,
      txid: string,
      reported: 'received' | 'not-received',
    ): Result<UnprovedPixes, PixWordRefusal> {
      const applied = inTransaction(db, (): Result<boolean, PixWordRefusal> => {
        const row = rowOf(txid);
        const order = row && orders.repository.byId(row.orderId);
        if (!row || !order) return refused({ code: 'pix-unknown' });
        const changed = applyEvent(row, { event: reported, by: actor.userName ?? '' });
        if (changed.ok && changed.value)
          audit.record(
            actor,
            'order',
            'static-pix',
            `disse que ${reported === 'received' ? 'recebeu' : 'não recebeu'} o PIX de ${formatCents(row.amountCents)} do pedido nº ${order.simpleId}`,
          );
        return changed;
      });
      if (!applied.ok) return applied;
      if (applied.value) wakeAfterChange(orders);
      return accepted(listUnproved());
    },

    /** Looks at the provider for what is due; what the timer does. Without the line nothing counts as a look. */
    async runDue(ask: AskRelay): Promise<void> {
      const nowMs = clock();
      const due = db
        .select()
        .from(staticPix)
        .where(
          and(inArray(staticPix.state, ['unconfirmed', 'not-received']), lte(staticPix.nextLookAtMs, nowMs)),
        )
        .orderBy(asc(staticPix.nextLookAtMs))
        .limit(PER_ROUND_MAX)
        .all();
      if (due.length === 0) return;
      const pix = due.map(({ txid, amountCents, atMs }) => ({ txid, amountCents, atMs }));
      const answer = await ask('/edge/payments/static-pix', FoundPixes, { method: 'POST', json: { pix } });
      if (!answer.ok && answer.refusal.status >= 500) return;
      inTransaction(db, () => {
        for (const { txid, atMs, looks } of due)
          db.update(staticPix)
            .set({ looks: looks + 1, nextLookAtMs: nextLookAtMs(atMs, looks, nowMs) })
            .where(eq(staticPix.txid, txid))
            .run();
      });
      if (answer.ok) applyProofs(THE_STORE, 'search', answer.value.found);
    },
  };
}
