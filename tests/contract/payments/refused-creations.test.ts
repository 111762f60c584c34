// Payments that the provider does not make: 403 that says nothing of the token, 500 that no second try changes, and 500 that lasts.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { refused } from '@balcao/shared/result.ts';
import { paymentAttempts } from '../../../cloud/payments/schema.ts';
import type { FaultsPatch } from '../../simulators/mercado-pago/faults.ts';
import { onBothApis, PATHS } from '../../harness/payments-suite.ts';
import type { TestRelay } from '../../harness/payments.ts';

const MINUTE = 60_000;
const refusing = (reason: NonNullable<FaultsPatch['refuseCreates']>['reason'], count = 1): FaultsPatch => ({
  refuseCreates: { count, reason },
});
const askPix = (relay: TestRelay, { code, token }: { code: string; token: string }) =>
  relay.call('POST', `/api/orders/${code}/pix`, token);
/** As the store asks for a customer on its Wi-Fi. */
const storeAsks = (relay: TestRelay, { order }: ReturnType<TestRelay['placeOrder']>) =>
  relay.edge('POST', '/edge/payments/pix', {
    order: { id: order.id, code: order.code, totalCents: order.totalCents },
  });
const listed = async (relay: TestRelay): Promise<{ kind: string; text: string }[]> =>
  (await relay.edge('GET', '/edge/payments/attention')).body['items'] as { kind: string; text: string }[];
const attemptsOf = async (relay: TestRelay, orderId: string): Promise<{ status: string }[]> =>
  (await relay.edge('GET', `/edge/payments/attempts?orderId=${orderId}`)).body['attempts'] as {
    status: string;
  }[];

onBothApis('a 403 that is no matter of the credentials', (start, api) => {
  test.each(['customer', 'store'] as const)(
    'is refused once, and says to the owner what it is: asked by the %s',
    async (who) => {
      const relay = await start();
      relay.control.setFaults(refusing('payer-is-collector'));
      const placed = relay.placeOrder();
      const answer = await (who === 'customer' ? askPix : storeAsks)(relay, placed);
      expect(answer).toMatchObject({ status: 502, body: { code: 'provider-refused', providerCode: '4390' } });
      expect(answer.body['detail']).toContain('Tente outra forma de pagamento');
      expect(made(relay, api)).toHaveLength(1);
      await relay.quiet();
      expect(await attemptsOf(relay, placed.order.id)).toMatchObject([{ status: 'rejected' }]);
      expect(await listed(relay)).toMatchObject([
        { kind: 'creation-refused', text: expect.stringContaining('o e-mail é da própria conta') as string },
      ]);
      expect(relay.alarms.map(({ text }) => text).join()).not.toContain('Access Token');
      expect(relay.alarms).toHaveLength(1);
      // The account is the right one: the next payment goes through, and ends what was listed.
      await relay.pix(placed);
      expect(await listed(relay)).toEqual([]);
    },
  );

  test('of a card ends its try, and the account is looked at', async () => {
    const relay = await start();
    relay.control.setFaults(refusing('payer-is-collector'));
    const placed = relay.placeOrder();
    expect(await relay.card(placed)).toMatchObject({ status: 502, body: { code: 'provider-refused' } });
    await relay.quiet();
    expect(relay.alarms.map(({ kind }) => kind)).toEqual(['payment-creation-refused']);
    expect((await relay.card(placed)).body).toMatchObject({ status: 'approved' });
  });
});

onBothApis('a 500 that no second try changes', (start, api) => {
  test('is asked once, ends the attempt, and tells the owner its code', async () => {
    const relay = await start();
    relay.control.setFaults(refusing('payer-nil', 100));
    const placed = relay.placeOrder();
    for (let asked = 1; asked <= 2; asked += 1) {
      expect(await askPix(relay, placed)).toMatchObject({
        status: 502,
        body: { code: 'provider-refused', providerCode: 'payer_cannot_be_nil' },
      });
      expect(made(relay, api)).toHaveLength(asked);
    }
    await relay.quiet();
    expect(relay.alarms).toEqual([
      { kind: 'payment-creation-refused', text: expect.stringContaining('payer_cannot_be_nil') as string },
    ]);
  });

  test('of a card is the card’s: nobody is called', async () => {
    const relay = await start();
    relay.control.setFaults(refusing('payer-nil'));
    const placed = relay.placeOrder();
    expect(await relay.card(placed)).toMatchObject({ status: 502, body: { code: 'provider-refused' } });
    await relay.quiet();
    expect(relay.alarms).toEqual([]);
    expect((await relay.card(placed)).body).toMatchObject({ status: 'approved' });
  });
});

onBothApis('a 500 that lasts', (start, api) => {
  test('is no answer: the same attempt is asked for again, and after three minutes given up and told to the owner', async () => {
    const relay = await start();
    relay.control.setFaults(refusing('lasting-500', 1000));
    const placed = relay.placeOrder();
    for (const ask of [askPix, storeAsks]) {
      const answer = await ask(relay, placed);
      expect(answer).toMatchObject({ status: 503, body: { code: 'provider-unreachable' } });
      expect(answer.body['detail']).toContain('você não será cobrado duas vezes');
    }
    const keys = new Set(made(relay, api).map(({ idempotencyKey }) => idempotencyKey));
    expect(made(relay, api).length).toBeGreaterThan(1);
    expect(keys.size).toBe(1);
    relay.advance(3 * MINUTE - 1);
    await relay.quiet();
    expect([await attemptsOf(relay, placed.order.id), await listed(relay), relay.alarms]).toMatchObject([
      [{ status: 'created' }],
      [],
      [],
    ]);
    relay.advance(2 * MINUTE);
    await relay.quiet();
    await relay.quiet();
    expect(await attemptsOf(relay, placed.order.id)).toMatchObject([{ status: 'cancelled' }]);
    expect(relay.alarms).toEqual([
      {
        kind: 'payment-creation-refused',
        text: expect.stringContaining(
          'pagamento online não aceito. O Mercado Pago está com problemas (erro 500)',
        ) as string,
      },
    ]);
    // It goes by itself once the provider is well again.
    relay.control.clearFaults();
    await relay.pix(placed);
    expect(await listed(relay)).toEqual([]);
  });

  test('of a single try that got through calls nobody', async () => {
    const relay = await start();
    relay.control.setFaults(refusing('lasting-500', 2));
    await relay.pix(relay.placeOrder());
    relay.advance(10 * MINUTE);
    await relay.quiet();
    expect(relay.alarms).toEqual([]);
  });
});

onBothApis('a 500 that lasts at one shop', (start) => {
  test('is told there, though another shop’s payments are made', async () => {
    const relay = await start();
    relay.control.setFaults(refusing('lasting-500', 1000));
    await askPix(relay, relay.placeOrder());
    relay.advance(1000);
    await relay.db.insert(paymentAttempts).values({
      storeId: randomUUID(),
      id: randomUUID(),
      orderId: randomUUID(),
      orderCode: 'OUTRA',
      method: 'pix',
      amountCents: 1000,
      status: 'expired',
      observedAtMs: relay.clock(),
      createdAtMs: relay.clock(),
      providerPaymentId: '1',
    });
    relay.advance(5 * MINUTE);
    await relay.quiet();
    await relay.quiet();
    expect(relay.alarms.map(({ kind }) => kind)).toEqual(['payment-creation-refused']);
  });

  test('while the token is revoked is told as what it is by then: the account’s', async () => {
    let isRevoked = false;
    const relay = await start({
      provider: (real) => ({
        ...real,
        searchByReference: (account, ...given) =>
          real.searchByReference(
            isRevoked ? { ...account, accessToken: 'APP_USR-revogado' } : account,
            ...given,
          ),
      }),
    });
    relay.control.setFaults(refusing('lasting-500', 1000));
    await askPix(relay, relay.placeOrder());
    isRevoked = true;
    relay.advance(MINUTE);
    await relay.quiet();
    expect(relay.alarms).toEqual([
      {
        kind: 'payment-creation-refused',
        text: expect.stringContaining('não aceita este Access Token') as string,
      },
    ]);
  });
});

onBothApis('a 500 that passed, of a payment that nobody asked for again', (start) => {
  test('calls nobody when another one was made since', async () => {
    const relay = await start();
    relay.control.setFaults(refusing('lasting-500', 1000));
    expect(await askPix(relay, relay.placeOrder())).toMatchObject({ status: 503 });
    relay.control.clearFaults();
    relay.advance(1000);
    await relay.pix(relay.placeOrder());
    for (let minute = 0; minute < 6; minute += 1) {
      relay.advance(MINUTE);
      await relay.quiet();
    }
    expect(relay.alarms).toEqual([]);
  });

  test('calls nobody when the order was paid another way meanwhile, also while the search answered with 500', async () => {
    const relay = await start();
    relay.control.setFaults({
      ...refusing('lasting-500', 1000),
      failRequests: { count: 0, status: 500, retryAfterSeconds: null },
    });
    const { order, ...placed } = relay.placeOrder();
    expect(await askPix(relay, { ...placed })).toMatchObject({ status: 503 });
    relay.control.setFaults({ failRequests: { count: 50, status: 500, retryAfterSeconds: null } });
    await relay.edge('POST', '/edge/payments/cancel', { orderId: order.id });
    relay.control.clearFaults();
    for (let minute = 0; minute < 6; minute += 1) {
      relay.advance(MINUTE);
      await relay.quiet();
    }
    expect(await attemptsOf(relay, order.id)).toMatchObject([{ status: 'cancelled' }]);
    expect(relay.alarms).toEqual([]);
  });
});

onBothApis('a payment that was not made for want of an answer', (start) => {
  test('does not take the errors of its search for its own', async () => {
    let isSearchBad = true;
    const relay = await start({
      provider: (real) => ({
        ...real,
        createPix: () => Promise.resolve(refused({ kind: 'unreachable', detail: 'no answer in time' })),
        searchByReference: (...given) =>
          isSearchBad
            ? Promise.resolve(refused({ kind: 'unreachable', detail: 'HTTP 500 internal_server_error' }))
            : real.searchByReference(...given),
      }),
    });
    const { order, ...placed } = relay.placeOrder();
    await askPix(relay, { ...placed });
    relay.advance(MINUTE);
    await relay.quiet();
    isSearchBad = false;
    for (let minute = 0; minute < 6; minute += 1) {
      relay.advance(MINUTE);
      await relay.quiet();
    }
    expect(await attemptsOf(relay, order.id)).toMatchObject([{ status: 'cancelled' }]);
    expect(relay.alarms).toEqual([]);
  });
});

const made = (relay: TestRelay, api: keyof typeof PATHS) =>
  relay.control.requests().filter(({ method, path }) => method === 'POST' && path === PATHS[api].made);
