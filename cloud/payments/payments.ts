// Online payments of the relay, put together: routes to mount, work that goes on by itself, and what other
// parts of the relay may ask. Every piece of work is safe to run twice, or in two processes at once.
import { OpenAPIHono } from '@hono/zod-openapi';
import type { OrderMoney } from '@balcao/shared/http/orders.ts';
import type { Result } from '@balcao/shared/result.ts';
import { accountRoutes } from './account-routes.ts';
import {
  UNACKNOWLEDGED_ALARM_MS,
  UNACKNOWLEDGED_REFUND_MS,
  watchAcknowledgements,
  type LastSeen,
} from './acknowledgement/acknowledgement.ts';
import { sendAlarms } from './review-items.ts';
import { customerRoutes } from './customer-routes.ts';
import { edgeRoutes } from './edge-routes.ts';
import { terminalRoutes } from './terminal-routes.ts';
import type { WorkerReport } from '@balcao/shared/host/worker.ts';
import { createJobs, workerHost } from '../storage/jobs.ts';
import type { Alarms, PaymentDeps } from './ports.ts';
import type { RefundRefusal } from '@balcao/shared/http/refusals/payment.ts';
import { type RefundRow } from './schema.ts';
import { createService, timeZoneOf } from './service.ts';

const ROUND_MS = 2000;
const HOUSEKEEPING_MS = 3_600_000;

/** What the rest of the relay sees. */
export type Payments = {
  /** Everything under /api and /edge that is about payments, to be mounted at the root. */
  routes: OpenAPIHono;
  /** What can be paid online at this store; the shop's settings may offer less. */
  methodsOnOffer(storeId: string): Promise<{ pix: boolean; card: boolean }>;
  /** What came and went for an order, as its customer sees it. */
  moneyOf(storeId: string, orderId: string): Promise<OrderMoney>;
  /** Ends what is open at the provider because the order is paid otherwise, or is over. */
  cancelOpen(storeId: string, orderId: string): Promise<boolean>;
  refund(
    storeId: string,
    attemptId: string,
    amountCents?: number | null,
    refundId?: string | null,
  ): Promise<Result<RefundRow, RefundRefusal>>;
  reports(): WorkerReport[];
  start(): void;
  /** Stops taking up work and waits for what is under way. */
  stop(): Promise<void>;
  /** One round of everything that is due now; what the timer does. */
  round(): Promise<void>;
};

export function createPayments(deps: PaymentDeps): Payments {
  const { config, log, clock, traces = null } = deps;
  const alarms: Alarms = deps.alarms ?? {
    raise: (storeId, { kind }, text) => log.error({ storeId, kind }, text),
    end: () => undefined,
  };
  const service = createService({ ...deps, alarms }, () => jobs.wake());
  const watching = {
    ...deps,
    alarmMs: config.unacknowledgedAlarmMs ?? UNACKNOWLEDGED_ALARM_MS,
    refundMs: config.unacknowledgedRefundMs ?? UNACKNOWLEDGED_REFUND_MS,
  };
  let lastSeen: LastSeen | null = null;
  let tidiedAtMs = 0;
  const jobs = createJobs(
    [
      { name: 'notices', run: () => service.notices.runDue() },
      { name: 'acknowledgements', run: watchStores },
      { name: 'refunds', run: () => service.refunds.runDue() },
      { name: 'checks', run: () => service.checks.runDue() },
      { name: 'claims', run: () => service.claims.runDue() },
      { name: 'payment-alarms', run: () => sendAlarms({ ...deps, alarms, timeZone: timeZoneOf(config) }) },
      { name: 'forget-notices', run: tidy },
    ],
    ROUND_MS,
    workerHost({ clock, log, traces }),
  );

  async function watchStores(): Promise<void> {
    lastSeen = await watchAcknowledgements(watching, lastSeen);
  }

  async function tidy(): Promise<void> {
    if (clock() - tidiedAtMs < HOUSEKEEPING_MS) return;
    tidiedAtMs = clock();
    await service.notices.forgetOld();
  }

  const routes = new OpenAPIHono();
  routes.route('/', customerRoutes(deps, service));
  routes.route('/', edgeRoutes(deps, service));
  routes.route('/', terminalRoutes(deps, service));
  routes.route('/', accountRoutes(deps, service));

  return {
    routes,
    async methodsOnOffer(storeId) {
      const account = await service.credentials.of(storeId);
      return { pix: account !== null, card: account !== null && account.publicKey !== null };
    },
    moneyOf: (storeId, orderId) => service.moneyOf(storeId, orderId),
    cancelOpen: (storeId, orderId) => service.cancelOpen(storeId, orderId),
    refund: (storeId, attemptId, amountCents = null, refundId = null) =>
      service.refund(storeId, attemptId, amountCents, refundId),
    reports: () => jobs.reports(),
    start: () => jobs.start(),
    async stop() {
      await service.notices.settled();
      await jobs.stop();
    },
    async round() {
      await service.notices.settled();
      await jobs.once();
    },
  };
}
