// A stand-in for Mercado Pago in one process: for demos and tests, never for money. Puts the parts together,
// listens, and offers `control` to the test that started it.

import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createApi } from './api.ts';
import type { ApiRequest } from './api.ts';
import { createCardTokens } from './card-tokens.ts';
import { createControlRoutes } from './control-routes.ts';
import {
  DEMO_ACCESS_TOKEN,
  DEMO_COLLECTOR_ID,
  DEMO_PUBLIC_KEY,
  DEMO_WEBHOOK_SECRET,
} from './demo-credentials.ts';
import { createDisputes, type DisputeKind } from './disputes.ts';
import { createFaultBox } from './faults.ts';
import type { Faults, FaultsPatch } from './faults.ts';
import { createLedger } from './ledger.ts';
import { paymentJson } from './payment.ts';
import type { ApiPayment, Payment } from './payment.ts';
import { createRefundHolds } from './refund-holds.ts';
import { done } from './refusal.ts';
import type { Outcome } from './refusal.ts';
import type { Terminal } from './terminals.ts';
import { createWebhooks, RETRY_DELAYS_MS } from './webhooks.ts';
import type { Delivery } from './webhooks.ts';

const EXPIRY_SWEEP_MS = 1000;
const BROWSER_SDK = readFileSync(new URL('./browser-sdk.js', import.meta.url), 'utf8');

export type MercadoPagoSimulatorOptions = {
  /** 0 takes a free one. */
  port: number;
  host?: string;
  /** How browsers reach it, for `ticket_url`; default: where it listens. */
  publicUrl?: string;
  accessToken?: string;
  publicKey?: string;
  webhookSecret?: string;
  collectorId?: number;
  /** Milliseconds since the epoch; what PIX expiry, dates and `ts` go by. */
  now?: () => number;
  /** Where the account's panel sends the notices of orders; `control.setPanelUrl` changes it. */
  panelUrl?: string;
  /** Waits between webhook attempts; its length bounds them. */
  webhookRetryDelaysMs?: readonly number[];
};

export type MercadoPagoControl = {
  /** Newest first, as the API shows them. */
  payments(): ApiPayment[];
  payment(id: number | string): ApiPayment;
  /** `methodId`: what is held against the terminal, such as `debmaster` or `pix`. */
  approve(id: number | string, methodId?: string): ApiPayment;
  /** What happens in front of a terminal that an amount was sent to. */
  atTerminal(id: number | string, what: 'shows' | 'is-unsure' | 'cancels'): ApiPayment;
  /** A PIX came to the account's key: nobody asked for it. */
  receive(amountCents: number, name: string, namedIn?: 'transaction' | 'reference'): ApiPayment;
  terminals(): readonly Terminal[];
  setTerminals(terminals: readonly Terminal[]): void;
  reject(id: number | string, detail?: string): ApiPayment;
  expire(id: number | string): ApiPayment;
  chargeback(id: number | string): ApiPayment;
  winChargeback(id: number | string): ApiPayment;
  /** The payer disputes a payment, or the provider suspects fraud: a notice of its own. */
  dispute(id: number | string, kind: DisputeKind, dueAtMs: number): void;
  /** A refund made in the provider's own panel, behind the shop's back. */
  refundByHand(id: number | string): ApiPayment;
  settleRefunds(id: number | string): ApiPayment;
  rejectRefunds(id: number | string): ApiPayment;
  /** Expires what is due by the injected clock; reads do it too. */
  expireDue(): void;
  /** The webhook address in the account's panel, for the notices of orders; null: none is set. */
  setPanelUrl(url: string | null): void;
  setFaults(patch: FaultsPatch): void;
  clearFaults(): void;
  faults(): Readonly<Faults>;
  requests(): readonly ApiRequest[];
  deliveries(): readonly Delivery[];
  releaseHeldWebhooks(): void;
  /** Resolves when no webhook is under way; held ones do not count. */
  webhooksSettled(): Promise<void>;
};

export type MercadoPagoSimulator = {
  url: string;
  port: number;
  control: MercadoPagoControl;
  close(): Promise<void>;
};

export async function startMercadoPagoSimulator(
  options: MercadoPagoSimulatorOptions,
): Promise<MercadoPagoSimulator> {
  const now = options.now ?? Date.now;
  const collectorId = options.collectorId ?? DEMO_COLLECTOR_ID;
  const hostname = options.host ?? '127.0.0.1';
  const closing = new AbortController();
  let publicUrl = options.publicUrl ?? '';
  let panelUrl = options.panelUrl ?? null;

  const faults = createFaultBox();
  const holds = createRefundHolds(closing.signal);
  const tokens = createCardTokens(now);
  const webhooks = createWebhooks({
    now,
    collectorId,
    faults,
    secret: options.webhookSecret ?? DEMO_WEBHOOK_SECRET,
    retryDelaysMs: options.webhookRetryDelaysMs ?? RETRY_DELAYS_MS,
    panelUrl: () => panelUrl,
  });
  const ledger = createLedger({ now, tokens, faults, changed: (change) => webhooks.send(change) });
  const host = (): { collectorId: number; publicUrl: string } => ({ collectorId, publicUrl });
  const api = createApi({
    ledger,
    tokens,
    faults,
    holds,
    now,
    collectorId,
    accessToken: options.accessToken ?? DEMO_ACCESS_TOKEN,
    publicKey: options.publicKey ?? DEMO_PUBLIC_KEY,
    publicUrl: () => publicUrl,
    closing: closing.signal,
  });
  const refundByHand = (id: number): Outcome<Payment> => {
    const made = ledger.refund(id, `by hand ${now()}`, undefined);
    return made.ok ? done(made.value.payment) : made;
  };

  const disputes = createDisputes(webhooks.sendAbout);

  const app = new Hono({ strict: false });
  app.get('/healthz', (c) => c.json({ ok: true }));
  app.get('/sdk/js/v2', (c) =>
    c.body(BROWSER_SDK.replace('%PUBLIC_URL%', publicUrl), 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'cache-control': 'no-cache',
    }),
  );
  app.route(
    '/',
    createControlRoutes({
      ledger,
      faults,
      holds,
      webhooks,
      requests: api.requests,
      host,
      refundByHand,
      setPanelUrl: (url) => (panelUrl = url),
    }),
  );
  app.route('/', disputes.app);
  app.route('/', api.app);

  const server = await listen(app, options.port, hostname);
  const port = (server.address() as AddressInfo).port;
  const url = `http://${hostname === '0.0.0.0' ? '127.0.0.1' : hostname}:${port}`;
  publicUrl ||= url;
  const sweep = setInterval(() => ledger.expireDue(), EXPIRY_SWEEP_MS).unref();

  const shown = (outcome: Outcome<Payment>): ApiPayment => {
    if (!outcome.ok) throw new Error(`simulator: ${outcome.refusal.message}`);
    return paymentJson(outcome.value, host());
  };

  return {
    url,
    port,
    control: {
      payments: () => ledger.list().map((payment) => paymentJson(payment, host())),
      payment: (id) => shown(ledger.find(ledger.numberOf(id))),
      approve: (id, methodId) => shown(ledger.approve(ledger.numberOf(id), methodId)),
      atTerminal: (id, what) => shown(ledger.atTerminal(ledger.numberOf(id), what)),
      receive: (amountCents, name, namedIn = 'transaction') =>
        paymentJson(ledger.receive(amountCents, name, namedIn), host()),
      terminals: () => api.terminals.list(),
      setTerminals: (terminals) => api.terminals.set(terminals),
      reject: (id, detail) => shown(ledger.reject(ledger.numberOf(id), detail)),
      expire: (id) => shown(ledger.expire(ledger.numberOf(id))),
      chargeback: (id) => shown(ledger.chargeback(ledger.numberOf(id))),
      winChargeback: (id) => shown(ledger.winChargeback(ledger.numberOf(id))),
      dispute: (id, kind, dueAtMs) => {
        const payment = ledger.find(ledger.numberOf(id));
        if (payment.ok) disputes.open(payment.value, kind, dueAtMs);
      },
      refundByHand: (id) => shown(refundByHand(ledger.numberOf(id))),
      settleRefunds: (id) => shown(ledger.settleRefunds(ledger.numberOf(id))),
      rejectRefunds: (id) => shown(ledger.rejectRefunds(ledger.numberOf(id))),
      expireDue: () => ledger.expireDue(),
      setPanelUrl: (url) => (panelUrl = url),
      setFaults: (patch) => faults.set(patch),
      clearFaults: () => faults.clear(),
      faults: () => faults.current(),
      requests: api.requests,
      deliveries: () => webhooks.deliveries(),
      releaseHeldWebhooks: () => webhooks.releaseHeld(),
      webhooksSettled: () => webhooks.settled(),
    },
    async close() {
      clearInterval(sweep);
      closing.abort();
      await webhooks.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function listen(app: Hono, port: number, hostname: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname }, () => resolve(server)) as Server;
    server.once('error', reject);
  });
}
