// What is said, and what is kept, while a shop's account is gone, cannot do it, or does not answer.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { refused } from '@balcao/shared/result.ts';
import { TERMINAL_UNKNOWN, type Provider } from '../../../cloud/payments/provider/provider.ts';
import { DEMO_ACCESS_TOKEN, DEMO_ACCOUNT } from '../../simulators/mercado-pago/demo-credentials.ts';
import { rowsOf } from '../../harness/database.ts';
import { onBothDatabases } from '../../harness/payments-suite.ts';
import type { TestRelay } from '../../harness/payments.ts';
import { listReviews } from '../../harness/refunds.ts';
import { READY, sendRaw, withTerminal } from '../../harness/terminals.ts';

const NO_ANSWER = { kind: 'unreachable', detail: 'no answer' } as const;
const UNREACHABLE = { status: 503, body: { code: 'provider-unreachable' } };
const METHOD_OFF = { status: 409, body: { code: 'method-off' } };

/** A provider that leaves one call unanswered while `isAway`. */
function without(name: 'fetch' | 'cancel' | 'testCredentials' | 'listTerminals') {
  const away = {
    isAway: false,
    provider: (real: Provider): Provider => ({
      ...real,
      [name]: (...given: Parameters<Provider[typeof name]>) =>
        away.isAway ? Promise.resolve(refused(NO_ANSWER)) : Reflect.apply(real[name], real, given),
    }),
  };
  return away;
}
const attempts = (relay: TestRelay) =>
  rowsOf<{ status: string }>(relay.db, sql`select status from payment_attempts order by created_at_ms`);
const askPix = (relay: TestRelay, { code, token }: { code: string; token: string }) =>
  relay.call('POST', `/api/orders/${code}/pix`, token);

onBothDatabases('a PIX', (start) => {
  test('is not shown before it is known whose money it becomes, and is the same one then', async () => {
    const away = without('testCredentials');
    const relay = await start({ provider: away.provider });
    const placed = relay.placeOrder();
    away.isAway = true;
    expect(await askPix(relay, placed)).toMatchObject(UNREACHABLE);
    away.isAway = false;
    const pix = await relay.pix(placed);
    expect(pix.qrCode).not.toBe('');
    expect(relay.control.payments().map(({ id }) => String(id))).toEqual([pix.paymentId]);
    expect(await attempts(relay)).toEqual([{ status: 'pending' }]);
  });

  test('without a code that cannot be closed yet is asked for again, and never a second one beside it', async () => {
    const away = without('cancel');
    const relay = await start({ provider: away.provider });
    const placed = relay.placeOrder();
    away.isAway = true;
    relay.control.setFaults({ createsWithoutCode: 1 });
    for (let time = 0; time < 2; time += 1) expect(await askPix(relay, placed)).toMatchObject(UNREACHABLE);
    expect(relay.control.payments()).toHaveLength(1);
    away.isAway = false;
    expect((await relay.pix(placed)).qrCode).not.toBe('');
    expect(
      relay.control
        .payments()
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(['cancelled', 'pending']);
  });
});

onBothDatabases('a card', (start) => {
  test('at a shop whose account makes no card tokens is refused before anything is begun', async () => {
    const relay = await start();
    const placed = relay.placeOrder();
    const token = await relay.cardToken();
    await relay.edge('PUT', '/edge/payments/credentials', { accessToken: DEMO_ACCESS_TOKEN });
    const card = { token, payment_method_id: 'master', payer: { email: 'a@b.com' } };
    const paid = await relay.call('POST', `/api/orders/${placed.code}/card`, placed.token, card);
    expect(paid).toMatchObject(METHOD_OFF);
    expect([relay.control.payments(), await attempts(relay)]).toEqual([[], []]);
  });
});

onBothDatabases('money that was set aside', (start) => {
  test('is not taken while its payment cannot be looked at, nor without an account; it stays listed', async () => {
    const away = without('fetch');
    const relay = await start({ provider: away.provider });
    await relay.edge('PUT', '/edge/payments/credentials', { ...DEMO_ACCOUNT, api: 'payments' });
    const placed = relay.placeOrder();
    const { attemptId, paymentId } = await relay.pix(placed);
    relay.control.setFaults({ tamperFetches: { count: 500, field: 'amount' } });
    relay.control.approve(paymentId);
    await relay.quiet();
    const accept = () => relay.edge('POST', '/edge/payments/attention/accept', { attemptId });
    away.isAway = true;
    expect(await accept()).toMatchObject(UNREACHABLE);
    away.isAway = false;
    relay.config.mercadoPago.accessToken = null;
    relay.crash();
    relay.boot();
    await relay.edge('DELETE', '/edge/payments/credentials');
    expect(await accept()).toMatchObject(METHOD_OFF);
    expect(await listReviews(relay)).toEqual(['mismatch']);
    await relay.edge('PUT', '/edge/payments/credentials', DEMO_ACCOUNT);
    expect((await accept()).body).toEqual({ accepted: true });
  });
});

onBothDatabases('a terminal', (start) => {
  test('that the provider says is not the account’s is said to be unknown, and holds no order up', async () => {
    let isForeign = true;
    const relay = await withTerminal((options) =>
      start({
        ...options,
        provider: (real) => ({
          ...real,
          createAtTerminal: (...given) =>
            isForeign
              ? Promise.resolve(
                  refused({
                    kind: 'refused',
                    code: TERMINAL_UNKNOWN,
                    detail: `HTTP 403 ${TERMINAL_UNKNOWN}`,
                  }),
                )
              : real.createAtTerminal(...given),
        }),
      }),
    );
    const placed = relay.placeOrder();
    expect(await sendRaw(relay, placed)).toMatchObject({ status: 409, body: { code: 'terminal-unknown' } });
    expect(await attempts(relay)).toEqual([{ status: 'rejected' }]);
    isForeign = false;
    expect(await sendRaw(relay, placed)).toMatchObject({ status: 200, body: { terminalId: READY } });
  });

  test('is neither listed nor tried while the account’s terminals cannot be read', async () => {
    const away = without('listTerminals');
    const relay = await withTerminal((options) => start({ ...options, provider: away.provider }));
    away.isAway = true;
    expect(await relay.edge('GET', '/edge/payments/terminals/account')).toMatchObject(UNREACHABLE);
    const { body } = await relay.edge('POST', '/edge/payments/credentials/test', {});
    expect(body['ok']).toBe(false);
    expect((body['steps'] as { step: string }[]).find(({ step }) => step === 'terminals')).toMatchObject({
      state: 'failed',
      text: expect.stringContaining('não respondeu') as string,
    });
  });
});
