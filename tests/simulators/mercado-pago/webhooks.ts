// Sends the notices of state changes, signed as the provider signs them, again and again until somebody
// answers 2xx (bounded), and badly when a fault says so. It never changes a payment.

import { createHmac, randomUUID } from 'node:crypto';
import type { FaultBox } from './faults.ts';
import type { Change } from './ledger.ts';
import { orderStatusOf } from './order.ts';
import { apiDate, type Payment } from './payment.ts';

const ANSWER_TIMEOUT_MS = 22_000;
const IN_FLIGHT_MAX = 500;
const LOG_MAX = 500;
const HOUR_MS = 3_600_000;
/** As documented: after 15 and 30 minutes, 6 and 48 hours, and three times 96 hours. */
export const RETRY_DELAYS_MS: readonly number[] = [
  HOUR_MS / 4,
  HOUR_MS / 2,
  6 * HOUR_MS,
  48 * HOUR_MS,
  96 * HOUR_MS,
  96 * HOUR_MS,
  96 * HOUR_MS,
];

export type Delivery = {
  paymentId: number;
  action: Change['action'];
  /** The payment's status when the change happened; the notice itself does not carry it. */
  status: string;
  attempt: number;
  result: number | 'lost' | 'held' | 'no answer' | 'too many';
  atMs: number;
};

type Notice = {
  change: Change['action'];
  status: string;
  paymentId: number;
  dataId: string;
  url: string;
  body: string;
  isOrder?: boolean;
  /** When it was signed: each try bears the same, whether or not the provider renews it. */
  signedAtMs: number;
};

export function signWebhook(secret: string, dataId: string, requestId: string, ts: string): string {
  const manifest = `id:${dataId.toLowerCase()};request-id:${requestId};ts:${ts};`;
  return `ts=${ts},v1=${createHmac('sha256', secret).update(manifest).digest('hex')}`;
}

export type Webhooks = ReturnType<typeof createWebhooks>;

export function createWebhooks(deps: {
  now: () => number;
  secret: string;
  collectorId: number;
  faults: FaultBox;
  retryDelaysMs: readonly number[];
  /** Where the notices of orders go: set in the panel, not by who creates them. Null: nowhere. */
  panelUrl: () => string | null;
}) {
  const log: Delivery[] = [];
  const running = new Set<Promise<void>>();
  let held: Notice[] = [];
  const closing = new AbortController();
  let lastNoticeId = 0;

  function note(notice: Notice, attempt: number, result: Delivery['result']): void {
    const { paymentId, status } = notice;
    log.push({ paymentId, action: notice.change, status, attempt, result, atMs: deps.now() });
    if (log.length > LOG_MAX) log.shift();
  }

  function headers({ dataId, signedAtMs, isOrder }: Notice): Record<string, string> {
    const requestId = randomUUID();
    const base = {
      'content-type': 'application/json',
      'user-agent': 'MercadoPago Simulador',
      'x-request-id': requestId,
    };
    const ts = deps.faults.take('millisecondWebhooks')
      ? String(signedAtMs)
      : String(Math.floor(signedAtMs / 1000));
    if (deps.faults.take('unsignedWebhooks')) return base;
    const isWrong =
      (isOrder && deps.faults.current().orderSignaturesInvalid) || deps.faults.take('wrongSignatureWebhooks');
    const secret = isWrong ? `${deps.secret} (outro)` : deps.secret;
    return { ...base, 'x-signature': signWebhook(secret, dataId, requestId, ts) };
  }

  /** What is told of a change, and where; null where nobody wants to hear of it. */
  function noticeOf({ payment, action }: Change): Notice | null {
    const { order } = payment;
    const base = order === null ? payment.notificationUrl : deps.panelUrl();
    if (base === null) return null;
    const type = order === null ? 'payment' : 'order';
    const dataId = order?.id ?? String(payment.id);
    const [status, detail] = orderStatusOf(payment);
    return {
      change: action,
      status: payment.status,
      paymentId: payment.id,
      dataId,
      isOrder: order !== null,
      signedAtMs: deps.now(),
      url: noticeUrl(base, dataId, type),
      body: JSON.stringify({
        action: order === null ? action : `order.${status}`,
        api_version: 'v1',
        data: order === null ? { id: dataId } : { id: dataId, status, status_detail: detail },
        date_created: apiDate(deps.now()),
        id: (lastNoticeId = Math.max(lastNoticeId + 1, deps.now())),
        live_mode: false,
        type,
        user_id: String(deps.collectorId),
      }),
    };
  }

  async function post(notice: Notice): Promise<number | 'no answer'> {
    try {
      const answer = await fetch(notice.url, {
        method: 'POST',
        headers: headers(notice),
        body: notice.body,
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      // Nobody there, or nobody who answers in time: both are what the retries are for.
      return 'no answer';
    }
  }

  async function deliver(notice: Notice, delayMs: number): Promise<void> {
    await pause(delayMs, closing.signal);
    for (let attempt = 1; !closing.signal.aborted; attempt += 1) {
      const result = await post(notice);
      note(notice, attempt, result);
      const retryMs = deps.retryDelaysMs[attempt - 1];
      if ((typeof result === 'number' && result >= 200 && result < 300) || retryMs === undefined) return;
      await pause(retryMs, closing.signal);
    }
  }

  function start(work: () => Promise<void>): void {
    const run = work().finally(() => running.delete(run));
    running.add(run);
  }

  function releaseHeld(): void {
    const notices = held.reverse();
    held = [];
    start(async () => {
      for (const notice of notices) await deliver(notice, 0);
    });
  }

  return {
    send(change: Change): void {
      const notice = noticeOf(change);
      if (notice === null) return;
      if (deps.faults.take('loseWebhooks')) return note(notice, 0, 'lost');
      if (deps.faults.take('reorderWebhooks')) {
        held.push(notice);
        note(notice, 0, 'held');
        if (deps.faults.current().reorderWebhooks === 0) releaseHeld();
        return;
      }
      const copies = deps.faults.take('duplicateWebhooks') ? 2 : 1;
      const delayMs = deps.faults.takeGroup('delayWebhooks')?.delayMs ?? 0;
      for (let copy = 0; copy < copies; copy += 1) {
        if (running.size >= IN_FLIGHT_MAX) note(notice, 0, 'too many');
        else start(() => deliver(notice, delayMs));
      }
    },

    /** A notice about something else than a payment, to where the payment's own go. */
    sendAbout(payment: Payment, type: string, id: string): void {
      const base = payment.order === null ? payment.notificationUrl : deps.panelUrl();
      if (base === null) return;
      const body = JSON.stringify({ type, action: 'created', data: { id }, live_mode: false });
      const notice: Notice = {
        change: 'payment.updated',
        status: type,
        paymentId: payment.id,
        dataId: id,
        signedAtMs: deps.now(),
        url: noticeUrl(base, id, type),
        body,
      };
      start(() => deliver(notice, 0));
    },

    deliveries: (): readonly Delivery[] => log,
    releaseHeld,

    /** Resolves when every notice under way was answered or given up; held ones do not count. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },

    async close(): Promise<void> {
      closing.abort();
      await Promise.all(running);
    },
  };
}

function noticeUrl(base: string, dataId: string, type: string): string {
  const url = new URL(base);
  url.searchParams.set('data.id', dataId);
  url.searchParams.set('type', type);
  return url.href;
}

/** Waits without keeping the process alive; an abort ends it early. */
export function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  if (delayMs === 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, delayMs).unref();
    signal.addEventListener('abort', end);
  });
}
