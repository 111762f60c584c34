// What the relay expects of the provider, as one suite: on the simulator always, and on the real sandbox when
// its credentials are in the environment (MP_SANDBOX_ACCESS_TOKEN). The simulator can only be trusted while
// both pass.
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createMercadoPago } from '../../../cloud/payments/provider/mercado-pago.ts';
import type {
  Account,
  CardRequest,
  PixRequest,
  Provider,
} from '../../../cloud/payments/provider/provider.ts';
import { DEMO_ACCOUNT, DEMO_COLLECTOR_ID } from '../../simulators/mercado-pago/demo-credentials.ts';
import {
  startMercadoPagoSimulator,
  type MercadoPagoSimulator,
} from '../../simulators/mercado-pago/simulator.ts';
import { closeServer, listen } from '../../support/listen.ts';

const MINUTE = 60_000;
const APIS = ['payments', 'orders'] as const;
// eslint-disable-next-line node/no-process-env -- credentials of a sandbox belong to whoever runs the tests
const env = process.env;
const sandboxToken = env['MP_SANDBOX_ACCESS_TOKEN'] ?? '';
const sandboxEmail = env['MP_SANDBOX_PAYER_EMAIL'] ?? 'test_user_123@testuser.com';

const pixRequest = (more: Partial<PixRequest> = {}): PixRequest => ({
  attemptId: randomUUID(),
  orderId: randomUUID(),
  amountCents: 1234,
  description: 'Pedido TESTE',
  items: [{ id: 'i1', title: 'Açaí 500 ml', unitCents: 1234 }],
  expiresAtMs: Math.ceil((Date.now() + 31 * MINUTE) / 1000) * 1000,
  payerEmail: sandboxEmail,
  noticeUrl: null,
  validForMs: 31 * MINUTE,
  ...more,
});

function value<T>(result: { ok: true; value: T } | { ok: false; refusal: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
}

function providerContract(setUp: () => { provider: Provider; account: Account }): void {
  test('the account says whose it is', async () => {
    const { provider, account } = setUp();
    expect(value(await provider.testCredentials(account))).toMatchObject({
      payeeId: expect.stringMatching(/^\d+$/) as string,
      sandbox: true,
    });
  });

  test('a PIX has everything that settling checks, and a code to pay', async () => {
    const { provider, account } = setUp();
    const { payeeId } = value(await provider.testCredentials(account));
    const request = pixRequest();
    const made = value(await provider.createPix(account, request));
    expect(made).toMatchObject({
      status: 'pending',
      method: 'pix',
      amountCents: 1234,
      refundedCents: 0,
      currency: 'BRL',
      payeeId,
      reference: request.orderId,
      attemptId: request.attemptId,
      approvedAtMs: null,
    });
    // A span is counted by whose clock it is; a moment is kept.
    const { expiresAtMs } = made;
    if (account.api === 'payments') expect(expiresAtMs).toBe(request.expiresAtMs);
    else expect(Math.abs((expiresAtMs ?? 0) - request.expiresAtMs)).toBeLessThan(MINUTE);
    expect(made.pix?.qrCode).toMatch(/^000201/);
    expect(made.pix?.qrCodeBase64).toMatch(/^[A-Za-z0-9+/]{100,}/);
    const { pix: _, ...fetched } = value(await provider.fetch(account, made.id));
    expect(made).toMatchObject(fetched);
  });

  test('the same attempt is the same payment, however often it is created', async () => {
    const { provider, account } = setUp();
    const request = pixRequest();
    const made = await Promise.all([1, 2].map(() => provider.createPix(account, request)));
    const again = value(await provider.createPix(account, request));
    expect(made.every((one) => !one.ok || one.value.id === again.id)).toBe(true);
  });

  test('what is open can be cancelled, once and for all', async () => {
    const { provider, account } = setUp();
    const made = value(await provider.createPix(account, pixRequest()));
    expect(value(await provider.cancel(account, made.id)).status).toBe('cancelled');
    expect(await provider.cancel(account, made.id)).toMatchObject({
      ok: false,
      refusal: { kind: 'not-now' },
    });
    expect(value(await provider.fetch(account, made.id)).status).toBe('cancelled');
  });

  test('what is not paid cannot be given back', async () => {
    const { provider, account } = setUp();
    const made = value(await provider.createPix(account, pixRequest()));
    const refund = await provider.refund(account, {
      paymentId: made.id,
      refundId: randomUUID(),
      amountCents: null,
    });
    expect(refund.ok).toBe(false);
    expect(refund).toMatchObject({
      refusal: { kind: expect.stringMatching(/^(not-now|refused)$/) as string },
    });
  });

  test('a payment that is not there, an amount of nothing and a wrong account are told apart', async () => {
    const { provider, account } = setUp();
    const nobody = account.api === 'orders' ? `ORD01${'0'.repeat(24)}` : '1';
    expect(await provider.fetch(account, nobody)).toEqual({ ok: false, refusal: { kind: 'not-found' } });
    expect(await provider.createPix(account, pixRequest({ amountCents: 0 }))).toMatchObject({
      ok: false,
      refusal: { kind: 'refused' },
    });
    expect(await provider.testCredentials({ ...account, accessToken: 'TEST-0000' })).toMatchObject({
      ok: false,
      refusal: { kind: 'credentials' },
    });
  });

  test('payments are found under their order, sooner or later', async () => {
    const { provider, account } = setUp();
    const request = pixRequest();
    const made = value(await provider.createPix(account, request));
    await expect
      .poll(
        async () =>
          value(await provider.searchByReference(account, request.orderId)).map((payment) => payment.id),
        { timeout: 60_000, interval: 500 },
      )
      .toEqual([made.id]);
  });
}

/** Nothing is given up on because the machine is slow. */
const PATIENCE_MS = 60_000;

describe.each(APIS)('the provider contract on the simulator by %s', (api) => {
  let simulator: MercadoPagoSimulator;
  let provider: Provider;
  const account: Account = { ...DEMO_ACCOUNT, api, hasChangedApi: false };
  beforeAll(async () => {
    simulator = await startMercadoPagoSimulator({ port: 0 });
    provider = createMercadoPago({ baseUrl: simulator.url, timeoutMs: PATIENCE_MS, retryDelayMs: 5 });
  });
  afterAll(() => simulator.close());

  providerContract(() => ({ provider, account }));

  test('the payee is the collector of the account', async () => {
    expect(value(await provider.testCredentials(account)).payeeId).toBe(String(DEMO_COLLECTOR_ID));
  });

  test('the answers of a day are all there, page after page, and each amount is exact', async () => {
    const fromMs = Date.now() - MINUTE;
    const wanted = Array.from({ length: 120 }, (_, index) => 1000 + index);
    for (const amountCents of wanted)
      value(await provider.createPix(account, pixRequest({ amountCents, description: 'muitos' })));
    const found = value(await provider.searchByCreation(account, fromMs, Date.now() + MINUTE));
    expect(new Set(found.map((payment) => payment.id)).size).toBe(found.length);
    expect(wanted.every((amountCents) => found.some((payment) => payment.amountCents === amountCents))).toBe(
      true,
    );
  });

  test('whole and partial refunds add up, and the same key gives back once', async () => {
    const made = value(await provider.createPix(account, pixRequest({ amountCents: 1000 })));
    simulator.control.approve(made.id);
    const refundId = randomUUID();
    const part = { paymentId: made.id, refundId, amountCents: 110 };
    const first = value(await provider.refund(account, part));
    expect(first).toMatchObject({ amountCents: 110, state: 'done' });
    expect(value(await provider.refund(account, part)).id).toBe(first.id);
    // More than is left is never there: it is not asked for again and again.
    const tooMuch = { ...part, refundId: randomUUID(), amountCents: 891 };
    expect(await provider.refund(account, tooMuch)).toMatchObject({
      refusal: { kind: expect.stringMatching(/^(not-now|refused)$/) as string },
    });
    expect(value(await provider.fetch(account, made.id))).toMatchObject({
      status: 'partially_refunded',
      refundedCents: 110,
    });
    expect(
      value(
        await provider.refund(account, { paymentId: made.id, refundId: randomUUID(), amountCents: null }),
      ),
    ).toMatchObject({ amountCents: 890 });
    expect(value(await provider.fetch(account, made.id))).toMatchObject({
      status: 'refunded',
      refundedCents: 1000,
    });
  });

  test('a refund that takes its time is under way, not an error', async () => {
    const made = value(await provider.createPix(account, pixRequest()));
    simulator.control.approve(made.id);
    simulator.control.setFaults({ inProcessRefunds: 1 });
    const whole = { paymentId: made.id, refundId: randomUUID(), amountCents: null };
    const refund = value(await provider.refund(account, whole));
    expect(refund.state).toBe('in_process');
    expect(value(await provider.readRefund(account, made.id, refund.id))).toMatchObject({
      state: 'in_process',
    });
    // Whoever lost the answer finds it in the list.
    expect(value(await provider.listRefunds(account, made.id))).toMatchObject([{ state: 'in_process' }]);
  });

  test('asked to slow down, it waits as long as it was told and asks again', async () => {
    const made = value(await provider.createPix(account, pixRequest()));
    simulator.control.setFaults({ failRequests: { count: 1, status: 429, retryAfterSeconds: 0 } });
    expect((await provider.fetch(account, made.id)).ok).toBe(true);
    simulator.control.setFaults({ failRequests: { count: 1, status: 429, retryAfterSeconds: 60 } });
    expect(await provider.fetch(account, made.id)).toEqual({
      ok: false,
      refusal: { kind: 'busy', retryAfterMs: 60_000 },
    });
  });

  test('nobody there is an answer', async () => {
    const elsewhere = createMercadoPago({
      baseUrl: 'http://127.0.0.1:9',
      timeoutMs: PATIENCE_MS,
      retryDelayMs: 1,
    });
    expect(await elsewhere.fetch(account, '1')).toMatchObject({
      ok: false,
      refusal: { kind: 'unreachable' },
    });
    // The SDK keeps its address for the whole process: put it back for the others.
    createMercadoPago({ baseUrl: simulator.url });
  });

  /** A provider that answers as told, at an address of its own. */
  async function withServer(
    listener: RequestListener,
    use: (baseUrl: string) => Promise<void>,
  ): Promise<void> {
    const server = createServer(listener);
    const { url } = await listen(server);
    try {
      await use(url);
    } finally {
      vi.useRealTimers();
      // The SDK keeps its address for the whole process: put it back for the others.
      createMercadoPago({ baseUrl: simulator.url });
      await closeServer(server);
    }
  }

  test('[19] a body that never ends does not hang the call: the headers alone are no answer', async () => {
    await withServer(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{"id":');
      },
      async (baseUrl) => {
        const stuck = createMercadoPago({ baseUrl, timeoutMs: PATIENCE_MS, triesMax: 1 });
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        const asked = stuck.fetch(account, '1');
        // The SDK's own limit and ours; the headers end the SDK's.
        for (const limits of [2, 1])
          while (vi.getTimerCount() !== limits) await new Promise((resolve) => setImmediate(resolve));
        await vi.advanceTimersByTimeAsync(2 * PATIENCE_MS);
        expect(await asked).toMatchObject({
          ok: false,
          refusal: { kind: 'unreachable', detail: 'no answer in time' },
        });
      },
    );
  });

  test('a card is asked for with all that the form brought, in whole centavos', async () => {
    const asked: Record<string, unknown>[] = [];
    await withServer(
      (request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
          asked.push(JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>);
          response.writeHead(400, { 'content-type': 'application/json' }).end('{}');
        });
      },
      async (baseUrl) => {
        const { payerEmail, expiresAtMs: _at, validForMs: _span, ...common } = pixRequest();
        const card: CardRequest = {
          ...common,
          token: 'the-token',
          installments: 12,
          brand: 'debelo',
          issuerId: '24',
          payer: {
            email: payerEmail,
            firstName: 'Maria',
            lastName: 'Souza',
            identification: { type: 'CPF', number: '12345678909' },
          },
        };
        const provider = createMercadoPago({ baseUrl, timeoutMs: PATIENCE_MS, triesMax: 1 });
        await provider.createCard(account, card);
        await provider.createCard(account, {
          ...card,
          brand: 'master',
          issuerId: null,
          payer: { ...card.payer, identification: null },
        });
      },
    );
    const method = { id: 'debelo', type: 'debit_card', token: 'the-token', installments: 12 };
    const payer = {
      email: sandboxEmail,
      first_name: 'Maria',
      last_name: 'Souza',
      identification: { type: 'CPF', number: '12345678909' },
    };
    expect(asked[0]).toMatchObject(
      api === 'orders'
        ? {
            payer,
            total_amount: '12.34',
            transactions: { payments: [{ amount: '12.34', payment_method: method }] },
          }
        : {
            payer,
            transaction_amount: 12.34,
            payment_method_id: 'debelo',
            token: 'the-token',
            installments: 12,
            issuer_id: 24,
          },
    );
    // What the form left out is left out.
    expect(asked[1]?.['payer']).toEqual({ email: sandboxEmail, first_name: 'Maria', last_name: 'Souza' });
    expect(asked[1]).not.toHaveProperty('issuer_id');
    if (api === 'orders')
      expect(asked[1]).toMatchObject({
        transactions: { payments: [{ payment_method: { id: 'master', type: 'credit_card' } }] },
      });
  });

  test.each([
    // In the provider's words a key that was used and a refund that is not there are one code.
    [404, '2032'],
    [400, 'invalid_value'],
  ])(
    'a no (%i %s) to the second try of a refund does not undo a first that was not answered',
    async (status, code) => {
      const answers = [
        [502, {}],
        [status, { status, error: code, errors: [{ code }], cause: [{ code }] }],
      ] as const;
      let tries = 0;
      const order = {
        id: 'ORD1',
        status: 'processed',
        transactions: { payments: [{ id: 'PAY1', status: 'processed', amount: '12.34' }] },
      };
      await withServer(
        (request, response) => {
          const [answered, body] =
            request.method === 'GET' ? ([200, order] as const) : (answers[tries] ?? [500, {}]);
          if (request.method !== 'GET') tries += 1;
          request.resume().on('end', () => {
            response.writeHead(answered, { 'content-type': 'application/json' }).end(JSON.stringify(body));
          });
        },
        async (baseUrl) => {
          const asked = createMercadoPago({ baseUrl, timeoutMs: PATIENCE_MS, triesMax: 2, retryDelayMs: 1 });
          const paymentId = api === 'orders' ? 'ORD1' : '1';
          expect(
            await asked.refund(account, { paymentId, refundId: randomUUID(), amountCents: null }),
          ).toMatchObject({
            refusal: { kind: 'unreachable' },
          });
          expect(tries).toBe(2);
        },
      );
    },
  );

  test.each([
    ['TEST-1', [], true],
    ['APP_USR-1', ['test_user'], true],
    ['APP_USR-1', ['normal'], false],
  ])('%s of an account that is %j is for tries alone: %s', async (accessToken, tags, sandbox) => {
    await withServer(
      (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ id: 7, nickname: 'LOJA', tags })),
      async (baseUrl) => {
        const asked = createMercadoPago({ baseUrl, timeoutMs: PATIENCE_MS, triesMax: 1 });
        expect(value(await asked.testCredentials({ ...account, accessToken }))).toEqual({
          payeeId: '7',
          name: 'LOJA',
          sandbox,
        });
      },
    );
  });

  test('a creation that is asked to wait says for how long, and one at the door is told by the code, in either form', async () => {
    const answers = [
      { status: 429, code: 'too_many_requests' },
      { status: 401, code: 7 },
      { status: 400, code: 13253 },
    ];
    await withServer(
      (request, response) => {
        request.resume().on('end', () => {
          const { status = 500, code } = answers.shift() ?? {};
          response
            .writeHead(status, { 'content-type': 'application/json', 'retry-after': '90' })
            .end(JSON.stringify({ status, error: 'bad', message: 'no', cause: [{ code }] }));
        });
      },
      async (baseUrl) => {
        const provider = createMercadoPago({ baseUrl, timeoutMs: PATIENCE_MS, triesMax: 1 });
        const failures = [];
        for (let times = answers.length; times > 0; times -= 1) {
          const made = await provider.createPix(account, pixRequest());
          failures.push(made.ok ? null : made.refusal);
        }
        expect(failures).toMatchObject([
          { kind: 'busy', retryAfterMs: 90_000 },
          { kind: 'credentials', code: '7' },
          { kind: 'refused', code: '13253' },
        ]);
      },
    );
  });

  test.each([
    // The second page is refused.
    ['payments', 50],
    // Of which payment the second claim is cannot be read.
    ['orders', 49],
  ] as const)('claims that cannot be read keep no other claim back: %s', async (by, known) => {
    const json = { 'content-type': 'application/json' };
    const claims = Array.from({ length: 50 }, (_, at) => ({
      id: at,
      resource: by === 'orders' && at !== 1 ? 'purchase' : 'payment',
      resource_id: at,
    }));
    await withServer(
      ({ url = '' }, response) => {
        if (url.includes('offset=0')) response.writeHead(200, json).end(JSON.stringify({ data: claims }));
        else if (by === 'orders' && url.includes('offset=')) response.writeHead(200, json).end('{"data":[]}');
        else response.writeHead(404, json).end('{"message":"not found","error":"not_found","status":404}');
      },
      async (baseUrl) => {
        const asked = createMercadoPago({ baseUrl, timeoutMs: PATIENCE_MS, triesMax: 1 });
        const { disputes, failure } = await asked.listOpenClaims({ ...account, api: by });
        expect(disputes).toHaveLength(known);
        expect(failure).toMatchObject({ kind: 'not-found' });
      },
    );
  });

  test('[19] a refusal after a try that was never answered is not believed: the payment may exist', async () => {
    let tries = 0;
    await withServer(
      (_, response) => {
        tries += 1;
        if (tries === 1) response.destroy();
        else
          response.writeHead(400, { 'content-type': 'application/json' }).end(
            JSON.stringify({
              status: 400,
              error: 'bad_request',
              message: 'no',
              cause: [{ code: 3003 }],
              errors: [{ code: '3003', message: 'no' }],
            }),
          );
      },
      async (baseUrl) => {
        const provider = createMercadoPago({ baseUrl, timeoutMs: PATIENCE_MS, retryDelayMs: 1 });
        expect(await provider.createPix(account, pixRequest())).toMatchObject({
          ok: false,
          refusal: { kind: 'unreachable' },
        });
        expect(await provider.createPix(account, pixRequest())).toMatchObject({
          ok: false,
          refusal: { kind: 'refused', code: '3003' },
        });
      },
    );
  });
});

describe.skipIf(sandboxToken === '').each(APIS)(
  'the provider contract on the real sandbox by %s (skipped: set MP_SANDBOX_ACCESS_TOKEN to run it)',
  (api) => {
    const account: Account = {
      accessToken: sandboxToken,
      publicKey: null,
      webhookSecret: null,
      api,
      hasChangedApi: false,
    };
    providerContract(() => ({
      provider: createMercadoPago({ baseUrl: 'https://api.mercadopago.com' }),
      account,
    }));
  },
);
