// What can be done about the payments of a store: asked by the routes and by the work that goes on by itself.
import { and, asc, eq, inArray } from 'drizzle-orm';
import { isOpen } from '@balcao/shared/payment/attempt-status.ts';
import type { EndAttentionRefusal } from '@balcao/shared/http/refusals/payment.ts';
import type { OrderMoney } from '@balcao/shared/http/orders.ts';
import type { ReviewItemKind } from '@balcao/shared/payment/review-item.ts';
import { moneyOf } from '@balcao/shared/payment/payment.ts';
import { isRefundUnderWay } from '@balcao/shared/payment/refund.ts';
import { accepted, type Result } from '@balcao/shared/result.ts';
import { createAccept } from './attempts/accept.ts';
import { testAccount, type TestedAccount } from './account-test.ts';
import { cardAnswer, pixAnswer } from './attempts/answers.ts';
import { endReviewItem, listReviewItems } from './review-items.ts';
import { createCardTrials } from './attempts/card-trials.ts';
import { createChecks } from './attempts/checks.ts';
import { createClaims } from './attempts/claims.ts';
import { listBooked } from './booked.ts';
import { createCredentials } from './provider/credentials.ts';
import { matchDay } from './matching.ts';
import { createMercadoPago } from './provider/mercado-pago.ts';
import { createNotices } from './attempts/notices.ts';
import type { Alarms, PaymentDeps } from './ports.ts';
import { createRefunds } from './refunds/refunds.ts';
import { refundsOf } from './repository.ts';
import { paymentAttempts, paymentReviewItems, type AttemptRow } from './schema.ts';
import { findStaticPix } from './static-pix.ts';
import { createSettle } from './attempts/settle.ts';
import type { Payable } from './attempts/begin.ts';
import { createStart } from './attempts/start.ts';
import { createTerminals } from './terminals.ts';
import { attemptView, reviewItemView } from './views.ts';

/** How often a waiting customer's page makes us look at the provider. */
export const POLL_MS = 3000;

const CANCEL_WAIT_MS = 3000;

const PROVIDER_SDK_URL = 'https://sdk.mercadopago.com/js/v2';

const USUAL_TIME_ZONE = 'America/Sao_Paulo';

export const timeZoneOf = ({ timeZone }: Pick<PaymentDeps['config'], 'timeZone'>): string =>
  timeZone ?? USUAL_TIME_ZONE;

export type PaymentService = ReturnType<typeof createService>;

export function createService(deps: PaymentDeps & { alarms: Alarms }, wake: () => void) {
  const { db, commands, orders, config, log, clock } = deps;
  const timeZone = timeZoneOf(config);
  const provider =
    deps.provider ?? createMercadoPago({ baseUrl: config.mercadoPago.baseUrl ?? undefined, clock });
  const credentials = createCredentials({ db, config, provider, clock });
  const settle = createSettle({ db, commands, orders, credentials, log, clock, wake });
  const claims = createClaims({ db, provider, credentials, log, clock });
  const checks = createChecks({ db, provider, credentials, orders, settle, claims, log, clock });
  const refunds = createRefunds({ db, provider, credentials, settle, log, clock });
  const notices = createNotices({ db, provider, credentials, settle, log, clock });
  const start = createStart({ db, provider, credentials, settle, checks, config, log, clock });

  const terminals = createTerminals({ db, provider, credentials, start, clock });

  const accept = createAccept({ db, provider, credentials, settle, log, clock });
  const cardTrials = createCardTrials({ ...deps, timeZone });

  const attemptsOf = (storeId: string, orderId: string): Promise<AttemptRow[]> =>
    db
      .select()
      .from(paymentAttempts)
      .where(and(eq(paymentAttempts.storeId, storeId), eq(paymentAttempts.orderId, orderId)))
      .orderBy(asc(paymentAttempts.createdAtMs));

  return {
    provider,
    credentials,
    checks,
    claims,
    refunds,
    notices,
    cardTrials,
    terminals,
    startPix: (storeId: string, order: Payable) => start.startPix(storeId, order),
    payCard: start.payCard,
    findStaticPix: (storeId: string, pix: Parameters<typeof findStaticPix>[2]) =>
      findStaticPix({ provider, credentials, clock }, storeId, pix),
    pixAnswer: (row: AttemptRow) => pixAnswer(row, clock()),
    cardAnswer,

    testAccount: (tested: TestedAccount) =>
      testAccount(
        {
          provider,
          notices,
          config,
          clock,
          terminalsOf: async (storeId) => (await terminals.list(storeId)).terminals,
          looksMax: deps.noticeLooksMax,
        },
        tested,
      ),

    async publicKey(storeId: string): Promise<{ publicKey: string; sdkUrl: string } | null> {
      const account = await credentials.of(storeId);
      if (account === null || account.publicKey === null) return null;
      const { sdkUrl, baseUrl } = config.mercadoPago;
      return {
        publicKey: account.publicKey,
        sdkUrl: sdkUrl ?? (baseUrl === null ? PROVIDER_SDK_URL : `${baseUrl}/sdk/js/v2`),
      };
    },

    /** The attempt after a look at the provider; null when the order, if named, has no such attempt. */
    async poll(storeId: string, orderId: string | null, attemptId: string): Promise<AttemptRow | null> {
      const [row] = await db
        .select()
        .from(paymentAttempts)
        .where(and(eq(paymentAttempts.storeId, storeId), eq(paymentAttempts.id, attemptId)));
      if (row === undefined || (orderId !== null && row.orderId !== orderId)) return null;
      return checks.poll(row, POLL_MS);
    },

    async cancelOpen(storeId: string, orderId: string): Promise<boolean> {
      const open = (await attemptsOf(storeId, orderId)).filter((row) => isOpen(row.status));
      if (open.length === 0) return true;
      // Written first: what cannot be done now is done by the round.
      const ids = open.map((row) => row.id);
      await db
        .update(paymentAttempts)
        .set({ cancelAskedAtMs: clock(), nextCheckAtMs: clock() + CANCEL_WAIT_MS })
        .where(and(eq(paymentAttempts.storeId, storeId), inArray(paymentAttempts.id, ids)));
      const closing = Promise.all(open.map((row) => checks.closeOpen(row)));
      closing.catch((error: unknown) =>
        log.error({ err: error, storeId, orderId }, 'an open payment could not be cancelled yet'),
      );
      // Who pays in cash does not wait for a provider that does not answer.
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), CANCEL_WAIT_MS);
      });
      const closed = await Promise.race([closing, timeout]);
      clearTimeout(timer);
      return closed !== null && closed.every((one) => one.ok && !isOpen(one.value.status));
    },

    refund: (storeId: string, attemptId: string, amountCents: number | null, refundId: string | null) =>
      refunds.ask(storeId, { attemptId, amountCents, refundId }),

    async attempts(storeId: string, orderId: string) {
      const rows = await attemptsOf(storeId, orderId);
      if (rows.length === 0) return [];
      const ids = rows.map(({ id }) => id);
      const refundRows = await refundsOf(db, storeId, ids);
      const items = await db
        .select()
        .from(paymentReviewItems)
        .where(and(eq(paymentReviewItems.storeId, storeId), inArray(paymentReviewItems.attemptId, ids)))
        .orderBy(asc(paymentReviewItems.raisedAtMs));
      return rows.map((row) => attemptView(row, refundRows, items, timeZone));
    },

    accept,

    /** What came and went for an order, whether or not the store has heard of it. */
    async moneyOf(storeId: string, orderId: string): Promise<OrderMoney> {
      const rows = await attemptsOf(storeId, orderId);
      const money = moneyOf(rows);
      if (money.receivedCents === 0) return { ...money, returning: false };
      const refundRows = await refundsOf(
        db,
        storeId,
        rows.map(({ id }) => id),
      );
      return { ...money, returning: refundRows.some(isRefundUnderWay) };
    },

    async reviewItems(storeId: string) {
      const items = await listReviewItems(db, storeId);
      return items.map(({ item, attempt }) => reviewItemView(item, attempt, timeZone));
    },

    async endReviewItem(
      storeId: string,
      attemptId: string,
      kind: string,
    ): Promise<Result<{ ended: boolean }, EndAttentionRefusal>> {
      // A person gave it back: nothing more is tried, or it would go back twice.
      if (kind === 'refund-failed' || kind === 'refund-no-balance')
        return refunds.endByHand(storeId, attemptId, kind);
      const item = { attemptId, kind: kind as ReviewItemKind };
      return accepted({ ended: await db.transaction((tx) => endReviewItem(tx, storeId, item, clock())) });
    },

    booked: (storeId: string, month: string, zone: string) => listBooked(db, storeId, month, zone),

    matchDay: (storeId: string, day: string, timeZone: string) =>
      matchDay({ db, provider, credentials, orders, clock }, storeId, day, timeZone),
  };
}
