// Notifications of the relay, put together: customers hear that their order is ready, owners hear alarms. Every piece of work
// is safe to run twice, or in two processes at once.
import { and, isNull } from 'drizzle-orm';
import type { Traces } from '@balcao/shared/host/traces.ts';
import type { Settings } from '@balcao/shared/menu/menu.ts';
import type { Db } from '../storage/open.ts';
import type { Alarms as PaymentAlarms, Trouble as PaymentTrouble } from '../payments/ports.ts';
import { stores } from '../storage/schema.ts';
import { createJobs, workerHost } from '../storage/jobs.ts';
import { createAlarms, writeAlarms } from './alarms.ts';
import { allowedEndpoint } from './endpoint.ts';
import { createPushKeys } from './keys.ts';
import { createMessages, type PushLog } from './messages.ts';
import { tellReady } from './ready.ts';
import { createSubscriptions } from './subscriptions.ts';
import { createWatch } from './watch.ts';

const ROUND_MS = 2000;
const HOUSEKEEPING_MS = 3_600_000;
/** Push services want an address that they could complain to. */
const SUBJECT_WITHOUT_HTTPS = 'mailto:nobody@example.com';

const PAYMENT_TITLES: Partial<Record<string, string>> = {
  'payment-unacknowledged': 'Pedido pago sem resposta da loja',
  'payment-refunded-unacknowledged': 'Pedido pago devolvido',
  'payment-stop-delivery': 'Não entregue este pedido',
  'payment-charged-back': 'Pagamento contestado',
  'payment-claim': 'Reclamação no Mercado Pago',
  'payment-creation-refused': 'Pagamento online recusado',
  'payment-card-trials': 'Muitos cartões recusados',
};

export type Push = ReturnType<typeof createPush>;

type PushDeps = {
  db: Db;
  config: {
    secretsKey: Uint8Array;
    previousSecretsKey?: Uint8Array | null;
    publicUrl: string;
    simulators: boolean;
    timeZone: string;
    alarmWebhookUrl: string | null;
    storeAwayAlarmMs: number;
  };
  isLinked: (storeId: string) => boolean;
  settings: (storeId: string) => Promise<Settings>;
  clock: () => number;
  log: PushLog;
  traces?: Traces | null;
};

export function createPush(deps: PushDeps) {
  const { db, config, clock, log, traces = null } = deps;
  const keys = createPushKeys({
    db,
    secretsKey: config.secretsKey,
    previousSecretsKey: config.previousSecretsKey,
  });
  const subscriptions = createSubscriptions({ db, clock });
  const messages = createMessages({
    db,
    keys,
    subscriptions,
    subject: config.publicUrl.startsWith('https:') ? config.publicUrl : SUBJECT_WITHOUT_HTTPS,
    webhookUrl: config.alarmWebhookUrl,
    clock,
    log,
  });
  const alarms = createAlarms({
    db,
    messages,
    subscriptions,
    hasWebhook: config.alarmWebhookUrl !== null,
    clock,
    log,
  });
  const watch = createWatch({
    // Read anew each time: another process may have seen the store.
    stores: () =>
      db
        .select()
        .from(stores)
        .where(and(isNull(stores.revokedAtMs), isNull(stores.leavingAtMs))),
    isLinked: deps.isLinked,
    settings: deps.settings,
    alarms,
    clock,
    timeZone: config.timeZone,
    awayMs: config.storeAwayAlarmMs,
  });
  let tidiedAtMs = clock();

  async function tidy(): Promise<void> {
    if (clock() - tidiedAtMs < HOUSEKEEPING_MS) return;
    tidiedAtMs = clock();
    await subscriptions.purgeOld();
    await alarms.purgeOld();
  }

  const jobs = createJobs(
    [
      { name: 'stores-away', run: watch },
      { name: 'orders-ready', run: () => tellReady({ db, messages, clock }) },
      { name: 'alarms', run: () => alarms.tellDue() },
      { name: 'messages', run: () => messages.runDue() },
      { name: 'forget-subscriptions', run: tidy },
    ],
    ROUND_MS,
    workerHost({ clock, log, traces }),
  );
  const idOf = ({ kind, of }: PaymentTrouble): string => `${kind}.${of}`;
  const paymentAlarms: PaymentAlarms = {
    raise(storeId, trouble, text) {
      const title = PAYMENT_TITLES[trouble.kind] ?? 'Pagamento precisa de você';
      return writeAlarms(db, storeId, [
        { id: idOf(trouble), title, text, sinceMs: trouble.sinceMs, endedAtMs: null },
      ]);
    },
    end: (storeId, trouble) => alarms.end(storeId, idOf(trouble)),
  };

  return {
    keys,
    subscriptions,
    alarms,
    hasWebhook: config.alarmWebhookUrl !== null,
    /** What payments tell the owner; every one of them once while it lasts. */
    paymentAlarms,
    allowed: (endpoint: string): boolean => allowedEndpoint(endpoint, { simulators: config.simulators }),
    reports: () => jobs.reports(),
    start: () => jobs.start(),
    stop: () => jobs.stop(),
    /** One round of everything that is due now; what the timer does. */
    round: () => jobs.once(),
    /** There may be something to send. */
    wake: () => jobs.wake(),
  };
}
