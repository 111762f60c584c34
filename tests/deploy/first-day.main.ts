// What an owner does between install.sh and the first paid order, over plain HTTP, from a device in the shop's network that is also
// the internet: the relay, the provider and the printer run here. Prints as JSON how long each step took the machines.
//   STORE=http://10.77.0.1 HERE=10.77.0.2 CODE=<setup code> DATA_DIR=<folder> node tests/deploy/first-day.main.ts
// With HERE=127.0.0.1 the store runs on this very machine: nothing is looked for by name, and all ports are free ones. In a machine that
// is emulated here it calls this one otherwise: PRINTER_HOST says how, and RELAY_PORT is where its cable to the relay ends.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { createChild } from '../../scripts/child.ts';
import { freePorts } from '../../scripts/ports.ts';
import { run } from '../../scripts/run.ts';
import { DEMO_ACCOUNT } from '../simulators/mercado-pago/demo-credentials.ts';
import { startMercadoPagoSimulator } from '../simulators/mercado-pago/simulator.ts';
import { startPrinterSimulator } from '../simulators/printer/simulator.ts';
import { hearTheStore } from './hear-store.ts';

const { STORE: expected = '', HERE: here = '', CODE: code = '', DATA_DIR: dataDir = '' } = process.env;
const isLoopback = here === '127.0.0.1';
const [freePort = 0, providerPort = 0, printerPort = 0] = isLoopback
  ? await freePorts(3)
  : [4000, 4010, 9100];
const { PRINTER_HOST: printerHost = here, RELAY_PORT: relayPort = freePort } = process.env;
const STEP_MS_MAX = Number(process.env.STEP_MS_MAX ?? 30_000);
// Plain http is taken on loopback alone: in the store's network a cable leads from there to here.
const relayUrl = `http://127.0.0.1:${relayPort}`;
const steps: Record<string, number> = {};
let cookie = '';

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  steps[name] = Math.round(performance.now() - startedAt);
  return result;
}

async function ask<T = any>(
  method: string,
  url: string,
  json?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(url.startsWith(relayUrl) ? {} : { cookie, origin: new URL(url).origin }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    signal: AbortSignal.timeout(STEP_MS_MAX),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text.slice(0, 300)}`);
  const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0]);
  if (cookies.length > 0) cookie = cookies.join('; ');
  return (text === '' ? null : JSON.parse(text)) as T;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const endMs = performance.now() + STEP_MS_MAX; performance.now() < endMs; await pause(50))
    if (await holds().catch(() => false)) return;
  throw new Error(`not within ${STEP_MS_MAX / 1000} s: ${what}`);
}

const printer = await startPrinterSimulator({ port: printerPort, host: here });
const provider = await startMercadoPagoSimulator({
  port: providerPort,
  host: here,
  publicUrl: `http://${here}:${providerPort}`,
  panelUrl: `${relayUrl}/api/webhooks/mercadopago`,
  ...DEMO_ACCOUNT,
});
const settings = {
  CLOUD_PORT: `${relayPort}`,
  CLOUD_HOST: '0.0.0.0',
  PUBLIC_URL: relayUrl,
  DATA_DIR: dataDir,
  SECRETS_KEY: randomBytes(32).toString('hex'),
  SIMULATORS: '1',
  MP_BASE_URL: provider.url,
  LOG_LEVEL: 'warn',
};
const relay = createChild({
  name: 'relay',
  file: 'cloud/main.ts',
  env: settings,
  readyUrl: `http://127.0.0.1:${relayPort}/readyz`,
  isReady: (response) => response.status === 200,
  readyMsMax: 120_000,
});
await relay.start();

const store = isLoopback
  ? expected
  : `http://${await step('the store is heard as balcao.local', () => hearTheStore(STEP_MS_MAX))}`;
if (store !== expected) throw new Error(`balcao.local is at ${store}, not ${expected}`);
const owner = { name: 'Dona Ana', email: 'ana@loja.com', password: 'segredo-de-teste' };
await step('its page opens', async () => {
  const page = await fetch(`${store}/`);
  if (!page.ok || !(await page.text()).includes('<div id="root"'))
    throw new Error(`the page: ${page.status}`);
});
await step('the owner is made with the setup code, and signs in', async () => {
  await ask('POST', `${store}/api/setup`, { code, ...owner });
  await ask('POST', `${store}/api/auth/sign-in/email`, { email: owner.email, password: owner.password });
});
await step('name, hours and a small menu', async () => {
  const weekly = Array.from({ length: 7 }, () => [{ opens: '00:00', closes: '00:00' }]);
  await ask('PATCH', `${store}/api/staff/settings`, {
    storeName: 'Açaí da Ana',
    openingHours: { weekly, holidays: [] },
  });
  for (const [kind, id, entry] of [
    ['sizes', 'm', { name: 'Médio', priceCents: 1800, maxToppings: 3 }],
    ['bases', 'acai', { name: 'Açaí' }],
    ['iceCreams', 'ninho', { name: 'Ninho' }],
    ['toppings', 'banana', { name: 'Banana', category: 'frutas' }],
    ['paymentMethods', 'pix', { enabled: true, displayName: 'PIX' }],
  ] as const)
    await ask('PATCH', `${store}/api/staff/catalog/${kind}/${id}`, entry);
});
await step('the printer prints its test page', async () => {
  const { id } = await ask<{ id: string }>('PUT', `${store}/api/staff/printers/new`, {
    name: 'Cozinha',
    enabled: true,
    transport: { kind: 'tcp', host: printerHost, port: printer.port },
    columns: 48,
    codePage: 'PC860',
    purposes: ['kitchen'],
  });
  await ask('POST', `${store}/api/staff/printers/${id}/test`);
  await printer.waitForJob((job) => job.complete, STEP_MS_MAX);
});
const pairingCode = await step("the relay's operator makes a pairing code", async () => {
  const told = await run(process.execPath, ['cloud/main.ts', 'pair'], { env: settings });
  const found = /Código: (\S+)/.exec(told.output)?.[1];
  if (found === undefined) throw new Error(`no code: ${told.output}`);
  return found;
});
await step('the store is paired, and its menu is on the public site', async () => {
  await ask('POST', `${store}/api/staff/relay/pair`, { relayUrl, code: pairingCode });
  await until(
    'the menu on the site',
    async () => (await ask('GET', `${relayUrl}/api/menu`)).sizes.length === 1,
  );
});
await step('the account of the provider is entered and checked', async () => {
  await ask('PUT', `${store}/api/staff/payments/credentials`, DEMO_ACCOUNT);
});
const placed = await step('a customer orders on the public site', () =>
  ask<{ order: { code: string; simpleId: number }; trackingToken: string }>(
    'POST',
    `${relayUrl}/api/orders`,
    {
      id: uuid(),
      customerPhone: '11987654321',
      consumptionType: 'local',
      observations: '',
      items: [
        {
          id: 'item-1',
          sizeId: 'm',
          baseId: 'acai',
          iceCreamId: 'ninho',
          meioAMeio: false,
          secondaryIceCreamId: null,
          toppings: [{ id: 'banana', layer: 'TOP' }],
        },
      ],
    },
  ),
);
await step('pays by PIX, and the ticket is printed', async () => {
  const { code: order } = placed.order;
  const headers = { authorization: `Bearer ${placed.trackingToken}` };
  const { paymentId } = await ask<{ paymentId: string }>(
    'POST',
    `${relayUrl}/api/orders/${order}/pix`,
    {},
    headers,
  );
  provider.control.approve(paymentId);
  await printer.waitForJob(
    (job) => job.complete && job.text.includes(`Pedido nº ${placed.order.simpleId}`),
    STEP_MS_MAX,
  );
  await until('the site shows the order as paid', async () => {
    const seen = await ask('GET', `${relayUrl}/api/orders/${order}`, undefined, headers);
    return seen.order.status === 'RECEBIDO';
  });
});
await relay.stop();
await provider.close();
await printer.close();
process.stdout.write(`${JSON.stringify(steps)}\n`);
process.exit(0);
