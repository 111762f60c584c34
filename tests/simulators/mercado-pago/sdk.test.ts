// The provider's own SDK against the simulator: if it works here as it does there, the stand-in is believable.

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  MercadoPagoConfig,
  Payment,
  PaymentMethod,
  PaymentRefund,
  User,
  WebhookSignatureValidator,
} from 'mercadopago';
import { AppConfig } from 'mercadopago/dist/utils/config/index.js';
import { DEMO_ACCESS_TOKEN, DEMO_COLLECTOR_ID, DEMO_WEBHOOK_SECRET } from './demo-credentials.ts';
import { startMercadoPagoSimulator } from './simulator.ts';
import type { MercadoPagoSimulator } from './simulator.ts';
import { startWebhookSink } from './webhook-sink.ts';
import type { WebhookSink } from './webhook-sink.ts';

const realUrl = AppConfig.BASE_URL;
// A configuration per call: the SDK writes each call's request options into the one it was given, so that a
// shared one would send the last idempotency key with everything that follows.
const config = () =>
  new MercadoPagoConfig({ accessToken: DEMO_ACCESS_TOKEN, options: { timeout: 60_000, maxRetries: 0 } });
const payments = () => new Payment(config());
let simulator: MercadoPagoSimulator;
let sink: WebhookSink;

beforeAll(async () => {
  sink = await startWebhookSink();
  simulator = await startMercadoPagoSimulator({ port: 0, webhookRetryDelaysMs: [] });
  (AppConfig as { BASE_URL: string }).BASE_URL = simulator.url;
});
afterAll(async () => {
  (AppConfig as { BASE_URL: string }).BASE_URL = realUrl;
  await simulator.close();
  await sink.close();
});

const create = (idempotencyKey: string) =>
  payments().create({
    body: {
      transaction_amount: 19.9,
      description: 'Pedido 7',
      payment_method_id: 'pix',
      payer: { email: 'cliente@exemplo.com' },
      external_reference: idempotencyKey,
      notification_url: sink.url,
      date_of_expiration: new Date(Date.now() + 31 * 60_000).toISOString().replace('Z', '+00:00'),
    },
    requestOptions: { idempotencyKey },
  });

test('creates, reads, searches and cancels a PIX', async () => {
  const made = await create('sdk-cancelar');
  expect(made.point_of_interaction?.transaction_data?.qr_code).toMatch(/^0002/);
  const id = made.id ?? 0;
  expect((await payments().get({ id })).status).toBe('pending');
  const found = await payments().search({
    options: { external_reference: 'sdk-cancelar', sort: 'date_created', criteria: 'desc' },
  });
  expect(found.results?.map((each) => each.id)).toEqual([id]);
  expect((await payments().cancel({ id })).status).toBe('cancelled');
});

test('refunds a part and then the rest, and lists both', async () => {
  const id = (await create('sdk-devolver')).id ?? 0;
  simulator.control.approve(id);
  const refunds = new PaymentRefund(config());
  expect((await refunds.create({ payment_id: id, body: { amount: 5 } })).amount).toBe(5);
  expect((await refunds.total({ payment_id: id })).amount).toBe(14.9);
  expect(await refunds.list({ payment_id: id })).toHaveLength(2);
  expect((await payments().get({ id })).status).toBe('refunded');
});

test('names the account and the methods', async () => {
  expect((await new User(config()).get()).id).toBe(DEMO_COLLECTOR_ID);
  expect((await new PaymentMethod(config()).get()).map((each) => each.id)).toContain('pix');
});

test('turns refusals into the SDK errors that the adapter will see', async () => {
  await expect(payments().get({ id: 1 })).rejects.toMatchObject({ status: 404 });
  simulator.control.setFaults({ failRequests: { count: 1, status: 429, retryAfterSeconds: 3 } });
  await expect(payments().get({ id: 1 })).rejects.toMatchObject({ status: 429, retryAfter: 3 });
});

test('signs its webhooks so that the SDK accepts them, unless asked not to', async () => {
  const check = (secret = DEMO_WEBHOOK_SECRET): void => {
    const last = sink.received.at(-1);
    WebhookSignatureValidator.validate({
      xSignature: last?.headers['x-signature'],
      xRequestId: last?.headers['x-request-id'],
      dataId: last?.query.get('data.id'),
      secret,
      toleranceSeconds: 300,
    });
  };
  const next = async (): Promise<void> => {
    await create(`sdk-aviso-${sink.received.length}`);
    await simulator.control.webhooksSettled();
  };
  await next();
  expect(() => check()).not.toThrow();
  expect(() => check('outro segredo')).toThrow(/SignatureMismatch/);
  simulator.control.setFaults({ wrongSignatureWebhooks: 1 });
  await next();
  expect(() => check()).toThrow(/SignatureMismatch/);
  simulator.control.setFaults({ unsignedWebhooks: 1 });
  await next();
  expect(() => check()).toThrow(/MissingSignatureHeader/);
  simulator.control.setFaults({ millisecondWebhooks: 1 });
  await next();
  expect(sink.received.at(-1)?.headers['x-signature']).toMatch(/^ts=\d{13},/);
  expect(() => check()).toThrow(/TimestampOutOfTolerance/);
});
