// 'Testar a conta': what a sale needs is tried, and what is wrong is said with the way to mend it. And the alarm of the first sale that
// the provider refuses for the account's sake.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { accepted, refused } from '@balcao/shared/result.ts';
import { endAccountFault, raiseAccountFault } from '../../../cloud/payments/review-items.ts';
import type { Account } from '../../../cloud/payments/provider/provider.ts';
import type { FaultsPatch } from '../../simulators/mercado-pago/faults.ts';
import { DEMO_ACCOUNT } from '../../simulators/mercado-pago/demo-credentials.ts';
import { onBothApis, onBothDatabases, PATHS } from '../../harness/payments-suite.ts';
import type { TestRelay } from '../../harness/payments.ts';

const DUE_MS = Date.UTC(2026, 11, 1, 21, 30);
const SILENCE = { kind: 'unreachable', detail: 'no answer in time' } as const;
const SHUT = refused({
  kind: 'credentials',
  code: 'unauthorized',
  detail: 'HTTP 401 unauthorized',
} as const);
const OF_ENVIRONMENT = { baseUrl: null, sdkUrl: null, ...DEMO_ACCOUNT };

const tested = async (relay: TestRelay, account: object = {}) =>
  (await relay.edge('POST', '/edge/payments/credentials/test', account)).body as {
    ok: boolean;
    message: string;
    steps: { step: string; state: string; text: string }[];
  };
const statesOf = ({ steps }: Awaited<ReturnType<typeof tested>>) =>
  steps.map(({ step, state }) => `${step} ${state}`);
const creationItems = async (relay: TestRelay) =>
  ((await relay.edge('GET', '/edge/payments/attention')).body['items'] as { kind: string; text: string }[])
    .filter(({ kind }) => kind === 'creation-refused')
    .map(({ text }) => text);

onBothApis('the test of an account', (start, api) => {
  test('creates a PIX, cancels it, and proves the secret of the notices', async () => {
    const relay = await start();
    const result = await tested(relay);
    expect(statesOf(result)).toEqual(['account ok', 'methods ok', 'pix ok', 'cancel ok', 'notice ok']);
    expect(result.ok).toBe(true);
    expect(result.message).toContain(
      'Conta LOJADOSIMULADOR reconhecida (ambiente de teste). PIX e cartão ativos.',
    );
    expect(relay.control.payments()).toMatchObject([{ status: 'cancelled', transaction_amount: 1 }]);
    // Neither a payment of an order nor a stranger in the books.
    expect((await relay.edge('GET', '/edge/payments/matching?day=2026-11-21')).body).toMatchObject({
      rows: [],
      foreign: 0,
    });
  });

  test.each<[string, FaultsPatch, string]>([
    ['no PIX key', { refuseCreates: { count: 1, reason: 'no-pix-key' } }, 'não tem chave PIX'],
    [
      'an application for another product',
      { refuseCreates: { count: 1, reason: 'not-for-charging' } },
      'Checkout Transparente',
    ],
    [
      'a payer that is the shop',
      { refuseCreates: { count: 1, reason: 'payer-is-collector' } },
      'o e-mail é da própria conta',
    ],
    ['a fault that a 500 hides', { refuseCreates: { count: 1, reason: 'payer-nil' } }, 'payer_cannot_be_nil'],
    [
      'a token that only tests',
      { refuseCreates: { count: 1, reason: 'test-token' } },
      'Use o das Credenciais de produção, que começa por APP_USR-',
    ],
    ['a PIX without its code', { createsWithoutCode: 1 }, 'sem o código'],
  ])('says how to mend %s', async (_, faults, words) => {
    const relay = await start();
    relay.control.setFaults(faults);
    const result = await tested(relay);
    expect(result.ok).toBe(false);
    expect(result.steps.find(({ step }) => step === 'pix')).toMatchObject({
      state: 'failed',
      text: expect.stringContaining(words),
    });
    expect(result.message).toContain(words);
    // What is final is asked once: a refusal is no silence.
    expect(relay.control.requests().filter(({ path }) => path === PATHS[api].made)).toHaveLength(1);
  });

  test('says that PIX is not active', async () => {
    const relay = await start();
    relay.control.setFaults({ pixInactive: true });
    expect(await tested(relay)).toMatchObject({
      ok: false,
      message: expect.stringContaining('O PIX não está ativo'),
    });
  });

  test('says that the ways of paying were not told', async () => {
    const relay = await start({
      provider: (real) => ({ ...real, listMethods: () => Promise.resolve(refused(SILENCE)) }),
    });
    const result = await tested(relay);
    expect(result.ok).toBe(false);
    expect(result.steps.find(({ step }) => step === 'methods')).toMatchObject({
      state: 'failed',
      text: expect.stringContaining('Verifique a internet'),
    });
  });

  test('says of a PIX that is not cancelled that it ends by itself', async () => {
    const relay = await start({
      provider: (real) => ({ ...real, cancel: () => Promise.resolve(refused(SILENCE)) }),
    });
    const result = await tested(relay);
    expect(result.ok).toBe(false);
    expect(result.steps.find(({ step }) => step === 'cancel')).toMatchObject({
      state: 'failed',
      text: expect.stringContaining('vence sozinho em 31 minutos'),
    });
    // Should it be paid after all, it is still no payment that an order is missing for.
    const [made] = relay.control.payments();
    relay.control.approve(made?.id ?? 0);
    expect((await relay.edge('GET', '/edge/payments/matching?day=2026-11-21')).body).toMatchObject({
      rows: [],
      foreign: 0,
    });
  });

  test('says which event is to be marked where no notice comes', async () => {
    const relay = await start({ noticeLooksMax: 1 });
    relay.control.setFaults({ loseWebhooks: 2 });
    expect((await tested(relay)).steps.at(-1)).toMatchObject({
      step: 'notice',
      state: 'failed',
      text: expect.stringContaining(
        api === 'orders' ? 'o evento Order (Mercado Pago) marcado' : 'o evento Pagamentos marcado',
      ) as string,
    });
  });

  test('says that the relay’s clock is wrong where the secret is right and the moment is not', async () => {
    const relay = await start({
      noticeLooksMax: 8,
      provider: (real) => ({
        ...real,
        verifyNotice: (account, envelope, nowMs) => real.verifyNotice(account, envelope, nowMs - 11 * 60_000),
      }),
    });
    const result = await tested(relay);
    expect(result.ok).toBe(false);
    expect(result.steps.at(-1)).toMatchObject({
      step: 'notice',
      state: 'failed',
      text: expect.stringContaining('o relógio do relay') as string,
    });
  });

  test('proves no secret where there is none, nor where no notice can come: looking does it then', async () => {
    const noSecret = await start({
      config: { mercadoPago: { ...OF_ENVIRONMENT, api, webhookSecret: null } },
    });
    expect((await tested(noSecret)).steps.at(-1)).toMatchObject({
      step: 'notice',
      state: 'skipped',
      text: expect.stringContaining('Sem a assinatura secreta'),
    });
    const noAddress = await start({ config: { publicUrl: null } });
    expect((await tested(noAddress)).steps.at(-1)).toMatchObject({
      step: 'notice',
      state: 'skipped',
      text: expect.stringContaining('endereço https'),
    });
  });
});

onBothDatabases('the test of an account', (start) => {
  test('knows a notice that is refused by its order, in whichever letters the id comes', async () => {
    const notify = (id: string) =>
      fetch(`${relay.url}/api/webhooks/mercadopago?data.id=${id}&type=order`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-signature': `ts=1,v1=${'0'.repeat(64)}` },
        body: '{}',
      });
    const relay = await start({
      api: 'orders',
      noticeLooksMax: 1,
      provider: (real) => ({
        ...real,
        async cancel(account, id) {
          await notify(id.toLowerCase());
          return real.cancel(account, id);
        },
      }),
    });
    relay.control.setFaults({ loseWebhooks: 2 });
    expect((await tested(relay)).steps.at(-1)).toMatchObject({
      step: 'notice',
      state: 'skipped',
      text: expect.stringContaining('sem assinatura que confira') as string,
    });
  });

  test('says of an account without a Public Key that there are no cards', async () => {
    const relay = await start({
      config: { mercadoPago: { ...OF_ENVIRONMENT, api: 'orders', publicKey: null } },
    });
    expect((await tested(relay)).message).toContain('PIX ativo. Sem Public Key: o cartão fica desligado.');
  });

  test('tries an account that is given through the interface that the shop has, and a new one through Orders', async () => {
    const relay = await start();
    const createdBy = async () => {
      const before = relay.control.requests().length;
      await tested(relay, DEMO_ACCOUNT);
      return relay.control
        .requests()
        .slice(before)
        .flatMap(({ method, path }) => (method === 'POST' && /^\/v1\/\w+$/.test(path) ? [path] : []));
    };
    await relay.edge('PUT', '/edge/payments/credentials', { ...DEMO_ACCOUNT, api: 'payments' });
    expect(await createdBy()).toEqual(['/v1/payments']);
    const fresh = await start({
      config: { mercadoPago: { ...OF_ENVIRONMENT, api: 'orders', accessToken: null } },
    });
    await tested(fresh, DEMO_ACCOUNT);
    expect(
      fresh.control.requests().some(({ method, path }) => method === 'POST' && path === '/v1/orders'),
    ).toBe(true);
  });

  test('tells a wrong secret from notices that do not come', async () => {
    const relay = await start({ noticeLooksMax: 1 });
    await relay.edge('PUT', '/edge/payments/credentials', {
      ...DEMO_ACCOUNT,
      webhookSecret: 'outra',
      api: 'payments',
    });
    relay.control.setFaults({ loseWebhooks: 2 });
    expect(await tested(relay)).toMatchObject({ message: expect.stringContaining('Nenhum aviso chegou') });
    relay.control.clearFaults();
    // Both notices of one test: made, and cancelled.
    let result = await tested(relay);
    await relay.control.webhooksSettled();
    if (!result.message.includes('não confere')) result = await tested(relay);
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining('assinatura secreta') });
  });

  test('takes notices of a test account’s orders that do not verify for what they are', async () => {
    const relay = await start({ api: 'orders', noticeLooksMax: 8 });
    relay.control.setFaults({ orderSignaturesInvalid: true });
    const result = await tested(relay);
    expect(result.ok).toBe(true);
    expect(result.steps.at(-1)).toMatchObject({ step: 'notice', state: 'skipped' });
    relay.control.setFaults({ orderSignaturesInvalid: false, loseWebhooks: 2 });
    expect(await tested(relay)).toMatchObject({
      ok: false,
      message: expect.stringContaining('evento Order (Mercado Pago)'),
    });
  });

  test('does not excuse so the notices of an account that is no test’s', async () => {
    const relay = await start({
      api: 'orders',
      noticeLooksMax: 8,
      provider: (real) => ({
        ...real,
        testCredentials: async (account) => {
          const found = await real.testCredentials(account);
          return found.ok ? accepted({ ...found.value, sandbox: false }) : found;
        },
      }),
    });
    relay.control.setFaults({ orderSignaturesInvalid: true });
    const result = await tested(relay);
    expect(result.ok).toBe(false);
    expect(result.steps.at(-1)).toMatchObject({
      step: 'notice',
      state: 'failed',
      text: expect.stringContaining('a assinatura secreta não confere'),
    });
  });

  test('does not claim to have proved the secret of an account that is not kept', async () => {
    const relay = await start();
    const result = await tested(relay, { ...DEMO_ACCOUNT, webhookSecret: 'outra' });
    expect(result.ok).toBe(true);
    expect(result.steps.at(-1)).toMatchObject({ step: 'notice', state: 'skipped' });
  });
});

onBothDatabases('an account that the provider refuses', (start) => {
  test('alarms on the first sale and no more, and is over with the first that works', async () => {
    const relay = await start();
    relay.control.setFaults({ refuseCreates: { count: 2, reason: 'no-pix-key' } });
    for (let sale = 0; sale < 2; sale += 1) {
      const order = relay.placeOrder();
      expect(await relay.call('POST', `/api/orders/${order.code}/pix`, order.token)).toMatchObject({
        status: 502,
        body: { code: 'provider-refused' },
      });
      await relay.quiet();
    }
    expect(relay.alarms).toEqual([
      { kind: 'payment-creation-refused', text: expect.stringContaining('não tem chave PIX') },
    ]);
    expect(await creationItems(relay)).toHaveLength(1);
    await relay.pix(relay.placeOrder());
    expect(await creationItems(relay)).toEqual([]);
    // The next time it is news again.
    relay.control.setFaults({ refuseCreates: { count: 1, reason: 'not-for-charging' } });
    const order = relay.placeOrder();
    await relay.call('POST', `/api/orders/${order.code}/pix`, order.token);
    await relay.quiet();
    expect(relay.alarms).toHaveLength(2);
    expect(relay.alarms[1]?.text).toContain('Checkout Transparente');
  });

  test('is one shop’s matter: another shop’s account that is refused, or works again, hides nothing', async () => {
    const relay = await start();
    const [other, itsAttempt] = [randomUUID(), randomUUID()];
    await raiseAccountFault(relay.db, other, itsAttempt, relay.clock());
    relay.control.setFaults({ refuseCreates: { count: 1, reason: 'no-pix-key' } });
    const order = relay.placeOrder();
    await relay.call('POST', `/api/orders/${order.code}/pix`, order.token);
    await relay.quiet();
    expect(relay.alarms).toHaveLength(1);
    await endAccountFault(relay.db, other, relay.clock());
    expect(await creationItems(relay)).toHaveLength(1);
  });

  test.each(['look', 'notice', 'notice of a dispute', 'refund'] as const)(
    'alarms once on a 401 to a %s, before anybody tries to pay again',
    async (what) => {
      let isRevoked = false;
      const now = (account: Account): Account =>
        isRevoked ? { ...account, accessToken: 'APP_USR-revogado' } : account;
      const relay = await start({
        provider: (real) => ({
          ...real,
          fetch: (account, ...given) => real.fetch(now(account), ...given),
          searchByReference: (account, ...given) => real.searchByReference(now(account), ...given),
          refund: (account, ...given) => real.refund(now(account), ...given),
          readDispute: (...given) => (isRevoked ? Promise.resolve(SHUT) : real.readDispute(...given)),
        }),
      });
      const order = relay.placeOrder();
      const pix = await relay.pix(order);
      if (what === 'refund') {
        relay.control.approve(pix.paymentId);
        await relay.quiet();
        await relay.deliver();
      }
      isRevoked = true;
      if (what === 'refund')
        expect(
          (await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId })).body,
        ).toMatchObject({ state: 'asked' });
      else if (what === 'notice') relay.control.approve(pix.paymentId);
      else if (what === 'notice of a dispute') relay.control.dispute(pix.paymentId, 'claim', DUE_MS);
      else relay.advance(60_000);
      await relay.quiet();
      // Not before the next look, which may be an hour away.
      expect(await creationItems(relay)).toHaveLength(1);
      relay.advance(60_000);
      await relay.quiet();
      expect(relay.alarms).toEqual([
        { kind: 'payment-creation-refused', text: expect.stringContaining('não aceita este Access Token') },
      ]);
      expect(await creationItems(relay)).toHaveLength(1);
      isRevoked = false;
      await relay.pix(relay.placeOrder());
      expect(await creationItems(relay)).toEqual([]);
    },
  );

  test('is not taken for one because of the card of one payer', async () => {
    const relay = await start();
    await relay.card(relay.placeOrder(), 'APRO', { installments: 12, payment_method_id: 'visa' });
    await relay.quiet();
    expect(relay.alarms).toEqual([]);
  });
});
