// A shop's account at the provider, entered, tested, changed and forgotten: compared with a text that a person has read.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_ACCOUNT } from '../../simulators/mercado-pago/demo-credentials.ts';
import { openRecord, type Record } from '../../harness/relay-record.ts';
import { openShop } from '../../harness/record-shop.ts';

let record: Record;
beforeAll(async () => {
  record = await openRecord();
});
afterAll(() => record.close());

it('an account is entered, tested, changed and forgotten', async () => {
  const { step, ask, device, chapter, control } = record;
  const store = await openShop(record);
  const credentials = (init: { method?: string; json?: unknown } = {}) =>
    device(store, '/edge/payments/credentials', init);
  const test = (json: object = {}) => device(store, '/edge/payments/credentials/test', { json });
  const give = (secret: string, name: string) => record.give(secret, name);
  give(DEMO_ACCOUNT.accessToken, 'access token');
  give(DEMO_ACCOUNT.webhookSecret, 'webhook secret');

  chapter('the account');
  await step('before there is one', async () => {
    await credentials();
    await test();
    await device(store, '/edge/payments/credentials/api', { method: 'PUT', json: { api: 'orders' } });
    await ask('/api/payments/public-key');
  });
  await step('one that the provider does not know, and what is none', async () => {
    await credentials({ method: 'PUT', json: { ...DEMO_ACCOUNT, accessToken: 'APP_USR-unknown' } });
    await credentials({ method: 'PUT', json: { accessToken: 'ção' } });
    await credentials({ method: 'PUT', json: {} });
    await test({ ...DEMO_ACCOUNT, accessToken: 'APP_USR-unknown' });
  });
  await step('without a key for cards and a secret for notices', () =>
    credentials({ method: 'PUT', json: { accessToken: DEMO_ACCOUNT.accessToken } }),
  );
  await step('whole', async () => {
    await credentials({ method: 'PUT', json: DEMO_ACCOUNT });
    await credentials();
    await ask('/api/payments/public-key');
    await ask('/api/store');
  });
  await step('by the older interface, and by none', async () => {
    await device(store, '/edge/payments/credentials/api', { method: 'PUT', json: { api: 'payments' } });
    await device(store, '/edge/payments/credentials/api', { method: 'PUT', json: { api: 'carrier pigeon' } });
  });
  await step('tested: all is well', () => test());
  await step('tested: the account has no PIX key', async () => {
    control.setFaults({ refuseCreates: { count: 1, reason: 'no-pix-key' }, pixInactive: true });
    await test();
    control.clearFaults();
  });
  await step('tested while the provider is away', async () => {
    control.setFaults({ failRequests: { count: 30, status: 503, retryAfterSeconds: null } });
    await test();
    control.clearFaults();
  });
  await step('forgotten', async () => {
    await credentials({ method: 'DELETE' });
    await credentials({ method: 'DELETE' });
  });
  await expect(record.text('The account at the provider')).toMatchFileSnapshot('./relay-account.txt');
});
