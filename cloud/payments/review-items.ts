// What a person must look at: written with what caused it, told to the owner afterwards, ended once.
import { and, asc, eq, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { formatCents } from '@balcao/shared/money.ts';
import type { ReviewItem, ReviewItemKind } from '@balcao/shared/payment/review-item.ts';
import type { Db, Tx } from '../storage/open.ts';
import type { Alarms, PaymentLog } from './ports.ts';
import { wordsOfAttempt } from './account-faults.ts';
import { paymentAttempts, paymentReviewItems, type AttemptRow, type ReviewItemRow } from './schema.ts';

/** Only listed, since the course of things deals with it. */
const QUIET: ReadonlySet<ReviewItemKind> = new Set(['late']);
const ALARMS_PER_ROUND_MAX = 50;
const LISTED_MAX = 500;

export async function raiseReviewItem(
  tx: Tx,
  storeId: string,
  { attemptId, kind, dueAtMs }: ReviewItem & { dueAtMs?: number | null },
  nowMs: number,
): Promise<void> {
  await tx
    .insert(paymentReviewItems)
    .values({
      dueAtMs: dueAtMs ?? null,
      storeId,
      attemptId,
      kind,
      raisedAtMs: nowMs,
      alarmedAtMs: QUIET.has(kind) ? nowMs : null,
    })
    .onConflictDoNothing();
}

/** Its alarm is to end, as it was to begin: by the row's outbox. */
const over = (nowMs: number) => ({ endedAtMs: nowMs, alarmedAtMs: null });

/** Always later than before: whoever is sending the alarm of before sees by it that this one is not sent. */
const toAlarmAnew = (nowMs: number) => ({
  raisedAtMs: sql`greatest(${paymentReviewItems.raisedAtMs} + 1, ${nowMs}::bigint)`,
  alarmedAtMs: null,
});

/** The same, where it happened anew: an item that was ended is listed and alarmed once more. */
export async function raiseReviewItemAnew(
  tx: Tx,
  storeId: string,
  item: ReviewItem,
  nowMs: number,
): Promise<void> {
  await raiseReviewItem(tx, storeId, item, nowMs);
  await tx
    .update(paymentReviewItems)
    .set({ ...toAlarmAnew(nowMs), endedAtMs: null })
    .where(
      and(
        eq(paymentReviewItems.storeId, storeId),
        eq(paymentReviewItems.attemptId, item.attemptId),
        eq(paymentReviewItems.kind, item.kind),
        isNotNull(paymentReviewItems.endedAtMs),
      ),
    );
}

/** Told to the owner once more, though it is listed still. */
export const alarmReviewItemAgain = (
  tx: Tx,
  storeId: string,
  { attemptId, kind }: ReviewItem,
  nowMs: number,
): Promise<unknown> =>
  tx
    .update(paymentReviewItems)
    .set(toAlarmAnew(nowMs))
    .where(
      and(
        eq(paymentReviewItems.storeId, storeId),
        eq(paymentReviewItems.attemptId, attemptId),
        eq(paymentReviewItems.kind, kind),
      ),
    );

export async function endReviewItem(
  tx: Tx,
  storeId: string,
  { attemptId, kind }: ReviewItem,
  nowMs: number,
): Promise<boolean> {
  const ended = await tx
    .update(paymentReviewItems)
    .set(over(nowMs))
    .where(
      and(
        eq(paymentReviewItems.storeId, storeId),
        eq(paymentReviewItems.attemptId, attemptId),
        eq(paymentReviewItems.kind, kind),
        isNull(paymentReviewItems.endedAtMs),
      ),
    )
    .returning({ kind: paymentReviewItems.kind });
  return ended.length > 0;
}

/**
 * A payer's dispute, or the provider's own suspicion: listed and alarmed with its deadline, also one that was heard of before without it. A later
 * deadline than that of what a person has ended is another dispute, or asks for another answer; an earlier one may be told again of one that is over.
 */
export async function raiseDispute(
  db: Db,
  storeId: string,
  item: ReviewItem & { dueAtMs: number | null },
  nowMs: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await raiseReviewItem(tx, storeId, item, nowMs);
    if (item.dueAtMs === null) return;
    await tx
      .update(paymentReviewItems)
      .set({ dueAtMs: item.dueAtMs, ...toAlarmAnew(nowMs), endedAtMs: null })
      .where(
        and(
          eq(paymentReviewItems.storeId, storeId),
          eq(paymentReviewItems.attemptId, item.attemptId),
          eq(paymentReviewItems.kind, item.kind),
          or(
            isNull(paymentReviewItems.dueAtMs),
            lt(paymentReviewItems.dueAtMs, item.dueAtMs),
            and(isNull(paymentReviewItems.endedAtMs), ne(paymentReviewItems.dueAtMs, item.dueAtMs)),
          ),
        ),
      );
  });
}

/** The provider refuses the store's account: one item, however many payments it costs. */
export async function raiseAccountFault(
  db: Db,
  storeId: string,
  attemptId: string,
  nowMs: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [open] = await tx
      .select({ attemptId: paymentReviewItems.attemptId })
      .from(paymentReviewItems)
      .where(openFaultsOf(storeId))
      .limit(1);
    if (open === undefined)
      await raiseReviewItemAnew(tx, storeId, { attemptId, kind: 'creation-refused' }, nowMs);
  });
}

/** It takes payments again. */
export async function endAccountFault(db: Db, storeId: string, nowMs: number): Promise<void> {
  await db.update(paymentReviewItems).set(over(nowMs)).where(openFaultsOf(storeId));
}

const openFaultsOf = (storeId: string) =>
  and(
    eq(paymentReviewItems.storeId, storeId),
    eq(paymentReviewItems.kind, 'creation-refused'),
    isNull(paymentReviewItems.endedAtMs),
  );

const selectWithAttempts = (db: Db) =>
  db
    .select({ item: paymentReviewItems, attempt: paymentAttempts })
    .from(paymentReviewItems)
    .innerJoin(
      paymentAttempts,
      and(
        eq(paymentAttempts.storeId, paymentReviewItems.storeId),
        eq(paymentAttempts.id, paymentReviewItems.attemptId),
      ),
    );

/** What a store has open, the oldest first, each with the attempt that it is about. */
export const listReviewItems = (db: Db, storeId: string) =>
  selectWithAttempts(db)
    .where(and(eq(paymentReviewItems.storeId, storeId), isNull(paymentReviewItems.endedAtMs)))
    .orderBy(asc(paymentReviewItems.raisedAtMs))
    .limit(LISTED_MAX);

/**
 * Tells what began and what ended since it was last told. An alarm that fails is tried again in the next round; so is one whose item changed
 * while it was told.
 */
export async function sendAlarms(deps: {
  db: Db;
  alarms: Alarms;
  log: PaymentLog;
  clock: () => number;
  /** Of the deadlines that the owner reads. */
  timeZone: string;
}): Promise<void> {
  const due = await selectWithAttempts(deps.db)
    .where(isNull(paymentReviewItems.alarmedAtMs))
    .limit(ALARMS_PER_ROUND_MAX);
  for (const { item, attempt } of due) {
    try {
      const trouble = { kind: `payment-${item.kind}`, of: attempt.id, sinceMs: item.raisedAtMs };
      if (item.endedAtMs !== null) await deps.alarms.end(item.storeId, trouble);
      else await deps.alarms.raise(item.storeId, trouble, textOf(item, attempt, deps.timeZone));
    } catch (error) {
      deps.log.error(
        { err: error, storeId: item.storeId, attemptId: attempt.id, kind: item.kind },
        'an alarm could not be sent',
      );
      continue;
    }
    await deps.db
      .update(paymentReviewItems)
      .set({
        alarmedAtMs: sql`case when ${paymentReviewItems.raisedAtMs} = ${item.raisedAtMs} and ${paymentReviewItems.endedAtMs} is not distinct from ${item.endedAtMs}::bigint then ${deps.clock()}::bigint end`,
      })
      .where(
        and(
          eq(paymentReviewItems.storeId, item.storeId),
          eq(paymentReviewItems.attemptId, item.attemptId),
          eq(paymentReviewItems.kind, item.kind),
        ),
      );
  }
}

const deadlineText = (atMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(atMs);

const MISMATCH: Record<NonNullable<AttemptRow['mismatch']>, string> = {
  amount: 'valor diferente do pedido',
  currency: 'moeda diferente de real',
  payee: 'recebido por outra conta',
  reference: 'referência de outro pedido',
};

/** The order's code and an amount; never who paid. */
export function textOf(
  { kind, dueAtMs }: Pick<ReviewItemRow, 'kind' | 'dueAtMs'>,
  row: AttemptRow,
  timeZone: string,
): string {
  const what = `Pedido ${row.orderCode}, ${formatCents(row.amountCents)}`;
  const until = dueAtMs === null ? '' : ` até ${deadlineText(dueAtMs, timeZone)}`;
  switch (kind) {
    case 'mismatch':
      return `${what}: pagamento separado (${MISMATCH[row.mismatch ?? 'amount']}${row.mismatch === 'amount' && row.paidCents !== null ? `: ${formatCents(row.paidCents)}` : ''}). Confira no Mercado Pago.`;
    case 'second-approval':
      return `${what}: pago duas vezes. O segundo pagamento está sendo devolvido.`;
    case 'charged-back':
      return `${what}: o pagamento foi contestado (chargeback). Responda no Mercado Pago${until}.`;
    case 'claim':
      return `${what}: o cliente abriu uma reclamação no Mercado Pago, que retém o valor. Responda lá${until}.`;
    case 'stop-delivery':
      return `${what}: o Mercado Pago suspeita de fraude. Não entregue o pedido antes de conferir no painel.`;
    case 'late':
      return `${what}: pago depois de vencido ou cancelado.`;
    case 'refused-by-store':
      return `${what}: pago, mas o pedido não pode mais ser feito. O valor está sendo devolvido.`;
    case 'unacknowledged':
      return `${what}: pago, e a loja ainda não respondeu. Verifique a conexão da loja.`;
    case 'refunded-unacknowledged':
      return `${what}: a loja não respondeu a tempo. O valor está sendo devolvido ao cliente.`;
    case 'refund-failed':
      return `${what}: a devolução não foi aceita pelo Mercado Pago. Devolva pelo painel do Mercado Pago ou no balcão.`;
    case 'refund-no-balance':
      return `${what}: falta saldo na conta do Mercado Pago para a devolução. Tentamos de novo todo dia.`;
    case 'refunded-outside':
      return `${what}: devolvido fora da loja, pelo painel do Mercado Pago (${formatCents(row.refundedCents)}). Confira o pedido.`;
    case 'creation-refused':
      return `${what}: pagamento online não aceito. ${wordsOfAttempt(row)}`;
    case 'refund-unanswered':
      return `${what}: o Mercado Pago ainda não respondeu à devolução. Não devolva no balcão: continuamos tentando.`;
  }
}
