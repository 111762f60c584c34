// Starting a payment: the attempt is written, then the provider is called with the attempt's id as the key.
// Whatever goes wrong in between, the same attempt is asked for again, never a second one beside it.
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { isOpen } from '@balcao/shared/payment/attempt-status.ts';
import { isGood } from '@balcao/shared/payment/order-money.ts';
import { nextCheckAtMs } from '@balcao/shared/payment/schedule.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { isAccountFault } from '../account-faults.ts';
import { payerEmail } from '../payer-email.ts';
import { endAccountFault, raiseAccountFault } from '../review-items.ts';
import { cardAnswer, pixAnswer, PIX_SHOWN_MS } from './answers.ts';
import type { PixPayment } from '@balcao/shared/http/orders.ts';
import type { CardAnswer, CardBody } from '@balcao/shared/http/payments.ts';
import type { Checks } from './checks.ts';
import type { Credentials } from '../provider/credentials.ts';
import type { Db } from '../../storage/open.ts';
import type { PaymentRefusal } from '@balcao/shared/http/refusals/payment.ts';
import { refusalOfFailure } from '../refusal-of-failure.ts';
import type { PaymentConfig, PaymentLog } from '../ports.ts';
import type {
  Account,
  PaidItem,
  Provider,
  ProviderFailure,
  ProviderPayment,
  ProviderResult,
} from '../provider/provider.ts';
import { paymentAttempts, type AttemptRow } from '../schema.ts';
import { lockOrder } from '../repository.ts';
import type { Settle } from './settle.ts';

/** What is to be paid, as the store said it. */
export type Payable = { orderId: string; code: string; totalCents: number; items: readonly PaidItem[] };

/** What the provider is told, whose least is 30 minutes. */
export const PIX_PROVIDER_MS = 31 * 60_000;
/** Later than this the provider would not take the attempt's expiry any more. */
const PIX_RETRY_MS = 45_000;
/** As long as a creation may be under way in some process. */
const CREATION_MS_MAX = 40_000;
export const CARD_REJECTIONS_MAX = 3;
export const CARD_PAUSE_MS = 10 * 60_000;

export function createStart(deps: {
  db: Db;
  provider: Provider;
  credentials: Credentials;
  settle: Settle;
  checks: Checks;
  config: PaymentConfig;
  log: PaymentLog;
  clock: () => number;
}) {
  const { db, provider, credentials, settle, checks, config, log, clock } = deps;
  const description = (order: Payable): string => `Pedido ${order.code}`;

  async function startPix(storeId: string, order: Payable): Promise<Result<PixPayment, PaymentRefusal>> {
    const account = await credentials.of(storeId);
    if (account === null) return refused({ code: 'method-off' });
    const begun = await begin(storeId, order, 'pix');
    if (!begun.ok) return begun;
    const attempt = begun.value;
    if (attempt.providerPaymentId !== null) return withCode(attempt);

    const made = await provider.createPix(account, {
      attemptId: attempt.id,
      orderId: order.orderId,
      amountCents: attempt.amountCents,
      description: description(order),
      items: order.items,
      expiresAtMs: attempt.providerExpiresAtMs ?? attempt.createdAtMs + PIX_PROVIDER_MS,
      validForMs: PIX_PROVIDER_MS,
      payerEmail: payerEmail(order.code),
      noticeUrl: noticeUrlOf(config, storeId),
    });
    const taken = await takeCreated(storeId, account, attempt, made);
    return taken.ok ? withCode(taken.value) : refused(taken.refusal);
  }

  /** Nobody can pay a code that is not there: such an attempt is ended, so that the next one may bring one. */
  async function withCode(attempt: AttemptRow): Promise<Result<PixPayment, PaymentRefusal>> {
    if (attempt.qrCode !== null || !isOpen(attempt.status)) return accepted(pixAnswer(attempt, clock()));
    log.error({ storeId: attempt.storeId, attemptId: attempt.id }, 'the provider made a PIX without a code');
    const closed = await checks.closeOpen(attempt);
    return refused(closed.ok ? { code: 'no-pix-code' } : refusalOfFailure(closed.refusal));
  }

  async function payCard(
    storeId: string,
    order: Payable,
    card: CardBody,
  ): Promise<Result<CardAnswer, PaymentRefusal>> {
    const account = await credentials.of(storeId);
    if (account === null || account.publicKey === null) return refused({ code: 'method-off' });
    const begun = await begin(storeId, order, 'credit_card');
    if (!begun.ok) return begun;
    const attempt = begun.value;

    const made = await provider.createCard(account, {
      attemptId: attempt.id,
      orderId: order.orderId,
      amountCents: attempt.amountCents,
      description: description(order),
      items: order.items,
      noticeUrl: noticeUrlOf(config, storeId),
      token: card.token,
      installments: card.installments,
      brand: card.payment_method_id,
      issuerId: card.issuer_id ?? null,
      payer: {
        email: card.payer.email || payerEmail(order.code),
        firstName: card.payer.first_name,
        lastName: card.payer.last_name,
        identification: card.payer.identification ?? null,
      },
    });
    const taken = await takeCreated(storeId, account, attempt, made);
    if (taken.ok) return accepted(cardAnswer(taken.value));
    // It may have been charged: the page waits for the outcome instead of asking for the card again.
    if (taken.refusal.code === 'provider-unreachable') return accepted(cardAnswer(attempt));
    return refused(taken.refusal);
  }

  /** The attempt to go on with: the open one of the same method, or a new one after the open one was ended. */
  async function begin(
    storeId: string,
    order: Payable,
    method: 'pix' | 'credit_card',
  ): Promise<Result<AttemptRow, PaymentRefusal>> {
    // Each round ends an open attempt; two are never open at once, so few rounds are many.
    for (let round = 0; round < 3; round += 1) {
      const found = await claim(storeId, order, method);
      if (!found.ok || found.value.kind === 'go-on') return found.ok ? accepted(found.value.attempt) : found;
      const closed = await checks.closeOpen(found.value.attempt);
      if (!closed.ok) return refused(refusalOfFailure(closed.refusal));
      if (isOpen(closed.value.status))
        return refused({ code: 'payment-in-process', attemptId: closed.value.id });
    }
    return refused({ code: 'provider-unreachable', retryAfterSeconds: 2 });
  }

  type Claimed = { kind: 'go-on' | 'close-first'; attempt: AttemptRow };

  const claim = (
    storeId: string,
    order: Payable,
    method: 'pix' | 'credit_card',
  ): Promise<Result<Claimed, PaymentRefusal>> =>
    db.transaction(async (tx): Promise<Result<Claimed, PaymentRefusal>> => {
      const nowMs = clock();
      const rows = await lockOrder(tx, storeId, order.orderId);
      if (rows.some(isGood)) return refused({ code: 'already-paid' });
      const open = rows.find((row) => isOpen(row.status));
      if (open !== undefined) return forOpen(open, order, method, nowMs);
      if (method === 'credit_card') {
        const waitMs = cardPauseMs(rows, nowMs);
        if (waitMs > 0)
          return refused({ code: 'too-many-attempts', retryAfterSeconds: Math.ceil(waitMs / 1000) });
      }
      const isPix = method === 'pix';
      const fresh = {
        storeId,
        id: randomUUID(),
        orderId: order.orderId,
        orderCode: order.code,
        method,
        amountCents: order.totalCents,
        status: 'created' as const,
        observedAtMs: nowMs,
        createdAtMs: nowMs,
        expiresAtMs: isPix ? nowMs + PIX_SHOWN_MS : null,
        // Whole seconds: what comes back must compare equal to what was sent.
        providerExpiresAtMs: isPix ? Math.ceil((nowMs + PIX_PROVIDER_MS) / 1000) * 1000 : null,
        // The request itself comes first; the round is there for when it dies.
        nextCheckAtMs: nowMs + CREATION_MS_MAX,
      };
      const [attempt] = await tx.insert(paymentAttempts).values(fresh).onConflictDoNothing().returning();
      // Another request was quicker: its attempt is the one.
      if (attempt === undefined) return refused({ code: 'provider-unreachable', retryAfterSeconds: 1 });
      return accepted({ kind: 'go-on', attempt });
    });

  function forOpen(
    open: AttemptRow,
    order: Payable,
    method: 'pix' | 'credit_card',
    nowMs: number,
  ): Result<Claimed, PaymentRefusal> {
    const creating = open.providerPaymentId === null;
    const ageMs = nowMs - open.createdAtMs;
    if (
      method === 'pix' &&
      open.method === 'pix' &&
      open.amountCents === order.totalCents &&
      open.cancelAskedAtMs === null
    ) {
      const usable = creating ? ageMs < PIX_RETRY_MS : open.expiresAtMs !== null && nowMs < open.expiresAtMs;
      if (usable) return accepted({ kind: 'go-on', attempt: open });
    }
    // A card is never tried beside another one, nor anything beside a creation that is under way.
    if (creating && ageMs < CREATION_MS_MAX)
      return refused({ code: 'payment-in-process', attemptId: open.id });
    if (method === 'credit_card' && open.method !== 'pix')
      return refused({ code: 'payment-in-process', attemptId: open.id });
    return accepted({ kind: 'close-first', attempt: open });
  }

  async function takeCreated(
    storeId: string,
    account: Account,
    attempt: AttemptRow,
    made: ProviderResult<ProviderPayment>,
  ): Promise<Result<AttemptRow, PaymentRefusal>> {
    if (!made.ok) return createFailed(storeId, attempt, made.refusal);
    const settled = await settle.settle(storeId, account, made.value);
    if (!settled.ok) return createFailed(storeId, attempt, settled.refusal);
    // Another payment than the one asked for, such as one that lost our metadata, is not this attempt's.
    if (settled.value === null || settled.value.id !== attempt.id) {
      log.error(
        { storeId, attemptId: attempt.id },
        'the provider answered with a payment that is not of this attempt',
      );
      return refused({ code: 'provider-unreachable', retryAfterSeconds: 5 });
    }
    await endAccountFault(db, storeId, clock());
    return accepted(settled.value);
  }

  async function createFailed(
    storeId: string,
    attempt: AttemptRow,
    failure: ProviderFailure,
  ): Promise<Result<AttemptRow, PaymentRefusal>> {
    const detail = 'detail' in failure ? failure.detail : failure.kind;
    log.warn(
      { storeId, attemptId: attempt.id, method: attempt.method, failure: failure.kind, detail },
      'a payment could not be created',
    );
    if (failure.kind === 'unreachable' || failure.kind === 'busy') {
      const nowMs = clock();
      await db
        .update(paymentAttempts)
        .set({ lastError: detail, nextCheckAtMs: nextCheckAtMs(attempt, nowMs) })
        .where(and(eq(paymentAttempts.storeId, storeId), eq(paymentAttempts.id, attempt.id)));
      return refused(refusalOfFailure(failure));
    }
    const code = failure.kind === 'refused' ? `provider_refused_${failure.code}`.slice(0, 80) : failure.kind;
    const closed = await settle.close(storeId, attempt.id, {
      status: 'rejected',
      detail: code,
      error: detail,
    });
    // A retry beside us may have got through meanwhile.
    if (closed !== null && closed.providerPaymentId !== null) return accepted(closed);
    if (isAccountFault(failure, attempt.method)) await raiseAccountFault(db, storeId, attempt.id, clock());
    return refused(refusalOfFailure(failure));
  }

  return { startPix, payCard };
}

/** How long the next card has to wait: three rejections, then a pause, then three more. */
export function cardPauseMs(rows: readonly AttemptRow[], nowMs: number): number {
  const rejectedAt = rows
    .filter((row) => row.method !== 'pix' && row.status === 'rejected')
    .map((row) => row.createdAtMs);
  if (rejectedAt.length === 0 || rejectedAt.length % CARD_REJECTIONS_MAX !== 0) return 0;
  return Math.max(0, Math.max(...rejectedAt) + CARD_PAUSE_MS - nowMs);
}

/**
 * Where notices go: only webhooks, not the older unsigned kind. The store is named, since one relay may serve
 * several under one address for the provider. Nothing at all where the provider could not reach us.
 */
export function noticeUrlOf(
  config: Pick<PaymentConfig, 'publicUrl' | 'mercadoPago'>,
  storeId: string,
): string | null {
  if (config.publicUrl === null) return null;
  const reachable = config.mercadoPago.baseUrl !== null || config.publicUrl.startsWith('https://');
  return reachable
    ? `${config.publicUrl.replace(/(?<!\/)\/+$/, '')}/api/webhooks/mercadopago?source_news=webhooks&store=${storeId}`
    : null;
}
