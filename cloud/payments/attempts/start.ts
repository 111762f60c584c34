// Starting a payment: the attempt is written, then the provider is called with the attempt's id as the key.
// Whatever goes wrong in between, the same attempt is asked for again, never a second one beside it.
import { and, eq } from 'drizzle-orm';
import { isOpen } from '@balcao/shared/payment/attempt-status.ts';
import { nextCheckAtMs } from '@balcao/shared/payment/schedule.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { isAccountFault } from '../account-faults.ts';
import { payerEmail } from '../payer-email.ts';
import { endAccountFault, raiseAccountFault } from '../review-items.ts';
import { cardAnswer, pixAnswer } from './answers.ts';
import { createBegin, type Payable } from './begin.ts';
import type { PixPayment } from '@balcao/shared/http/orders.ts';
import type { CardAnswer, CardBody } from '@balcao/shared/http/payments.ts';
import type { Checks } from './checks.ts';
import type { Credentials } from '../provider/credentials.ts';
import type { Db } from '../../storage/open.ts';
import type { PaymentRefusal } from '@balcao/shared/http/refusals/payment.ts';
import { refusalOfFailure } from '../refusal-of-failure.ts';
import type { PaymentConfig, PaymentLog } from '../ports.ts';
import {
  TERMINAL_BUSY,
  type Account,
  type Provider,
  type ProviderFailure,
  type ProviderPayment,
  type ProviderResult,
} from '../provider/provider.ts';
import { paymentAttempts, type AttemptRow } from '../schema.ts';
import type { Settle } from './settle.ts';

/** What the provider is told, whose least is 30 minutes. */
export const PIX_PROVIDER_MS = 31 * 60_000;
/** A terminal lets go of what nobody paid after so long: whoever was to pay has left by then. */
const TERMINAL_PROVIDER_MS = 10 * 60_000;

export type Start = ReturnType<typeof createStart>;

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
  const begin = createBegin({ db, checks, clock });
  const description = (order: Payable): string => `Pedido ${order.code}`;

  async function startPix(storeId: string, order: Payable): Promise<Result<PixPayment, PaymentRefusal>> {
    const account = await credentials.of(storeId);
    if (account === null) return refused({ code: 'method-off' });
    const begun = await begin(storeId, order, { kind: 'pix', validForMs: PIX_PROVIDER_MS });
    if (!begun.ok) return begun;
    const attempt = begun.value;
    if (attempt.providerPaymentId !== null) return withCode(attempt);

    const created = await provider.createPix(account, {
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
    const settled = await settleCreated(storeId, account, attempt, created);
    return settled.ok ? withCode(settled.value) : refused(settled.refusal);
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
    const begun = await begin(storeId, order, { kind: 'card' });
    if (!begun.ok) return begun;
    const attempt = begun.value;

    const created = await provider.createCard(account, {
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
        email: card.payer.email || payerEmail(order.orderId),
        firstName: card.payer.first_name,
        lastName: card.payer.last_name,
        identification: card.payer.identification ?? null,
      },
    });
    const settled = await settleCreated(storeId, account, attempt, created);
    if (settled.ok) return accepted(cardAnswer(settled.value));
    // It may have been charged: the page waits for the outcome instead of asking for the card again.
    if (settled.refusal.code === 'provider-unreachable') return accepted(cardAnswer(attempt));
    return refused(settled.refusal);
  }

  /** The amount at a terminal of the shop; sent twice it is the same, as long as it waits there. */
  async function sendToTerminal(
    storeId: string,
    order: Payable,
    terminalId: string,
  ): Promise<Result<AttemptRow, PaymentRefusal>> {
    const account = await credentials.of(storeId);
    if (account === null) return refused({ code: 'method-off' });
    const begun = await begin(storeId, order, {
      kind: 'terminal',
      terminalId,
      validForMs: TERMINAL_PROVIDER_MS,
    });
    if (!begun.ok || begun.value.providerPaymentId !== null) return begun;
    const attempt = begun.value;
    const created = await provider.createAtTerminal(account, {
      attemptId: attempt.id,
      orderId: order.orderId,
      amountCents: attempt.amountCents,
      description: description(order),
      validForMs: TERMINAL_PROVIDER_MS,
      terminalId,
    });
    const settled = await settleCreated(storeId, account, attempt, created);
    // It may be there: who waits looks on, and sends it again under the same key.
    return !settled.ok && settled.refusal.code === 'provider-unreachable' ? accepted(attempt) : settled;
  }

  async function settleCreated(
    storeId: string,
    account: Account,
    attempt: AttemptRow,
    created: ProviderResult<ProviderPayment>,
  ): Promise<Result<AttemptRow, PaymentRefusal>> {
    if (!created.ok) return createFailed(storeId, attempt, created.refusal);
    const settled = await settle.settle(storeId, account, created.value);
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
    const isBusyWithIt = isTerminalBusyWith(attempt, failure);
    if (failure.kind === 'unreachable' || failure.kind === 'busy' || isBusyWithIt) {
      const nowMs = clock();
      await db
        .update(paymentAttempts)
        .set({ lastError: detail, nextCheckAtMs: nextCheckAtMs(attempt, nowMs) })
        .where(and(eq(paymentAttempts.storeId, storeId), eq(paymentAttempts.id, attempt.id)));
      return refused(
        isBusyWithIt ? { code: 'provider-unreachable', retryAfterSeconds: 5 } : refusalOfFailure(failure),
      );
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

  return { startPix, payCard, sendToTerminal };
}

/** After a try that was not answered the amount that a terminal has already may be this very one: it is looked for then, and not given up. */
export const isTerminalBusyWith = (
  { lastError }: Pick<AttemptRow, 'lastError'>,
  failure: ProviderFailure,
): boolean => lastError !== null && failure.kind === 'refused' && failure.code === TERMINAL_BUSY;

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
