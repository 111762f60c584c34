// Money that was set aside and that a person takes: what the attempt that it pays from then on is of, and what is left where the provider is
// away. The use case alone, on a database of its own.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { samplePayment } from '@balcao/shared/payment/sample.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import { createAccept } from '../../../cloud/payments/attempts/accept.ts';
import type { Account, ProviderResult } from '../../../cloud/payments/provider/provider.ts';
import { paymentAttempts } from '../../../cloud/payments/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 15);
const ACCOUNT: Account = {
  api: 'orders',
  ...{ hasChangedApi: false, accessToken: 'token', publicKey: null, webhookSecret: null },
};
const AWAY = refused({ kind: 'unreachable', detail: 'away' } as const);

let database: TestDatabase;
let storeId: string;
let orderId: string;
let payee: ProviderResult<string>;
let isSettled: boolean;
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  [storeId, orderId, payee, isSettled] = [randomUUID(), randomUUID(), accepted('me'), true];
});

const accept = (attemptId: string) =>
  createAccept({
    db: database.db,
    provider: {
      fetch: (_account, id) =>
        Promise.resolve(
          accepted({
            ...samplePayment({ id, reference: orderId, amountCents: 900 }),
            ...{ attemptId: null, createdAtMs: NOW_MS },
          }),
        ),
    },
    credentials: { of: () => Promise.resolve(ACCOUNT), payeeOf: () => Promise.resolve(payee) },
    settle: { settle: () => Promise.resolve(isSettled ? accepted(null) : AWAY) },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    clock: () => NOW_MS,
  })(storeId, attemptId);

const WAYS = [
  ['a PIX of the whole', { method: 'pix', terminalId: null, partId: null, isDifference: false }],
  [
    'a part at a terminal',
    { method: 'debit_card', terminalId: 'T1', partId: randomUUID(), isDifference: false },
  ],
  ['a difference', { method: 'credit_card', terminalId: null, partId: randomUUID(), isDifference: true }],
] as const;

/** Nine reais that came where ten were asked for, a minute ago. */
async function setAside(way: (typeof WAYS)[number][1] = WAYS[0][1]): Promise<string> {
  const id = randomUUID();
  await database.db.insert(paymentAttempts).values({
    ...{ storeId, id, orderId, orderCode: 'CODE', amountCents: 1000, paidCents: 900, mismatch: 'amount' },
    ...{ status: 'approved', providerPaymentId: 'p', observedAtMs: NOW_MS, createdAtMs: NOW_MS - 60_000 },
    ...way,
  });
  return id;
}
const rows = () => database.db.select().from(paymentAttempts);

it.each(WAYS)('of %s it is what that was, of its moment, with what came', async (_what, way) => {
  const id = await setAside(way);
  expect(await accept(id)).toEqual(accepted({ accepted: true }));
  const all = await rows();
  expect(all.find((row) => row.id === id)).toMatchObject({
    ...{ status: 'cancelled', statusDetail: 'accepted', providerPaymentId: null, nextCheckAtMs: null },
  });
  expect(all.filter((row) => row.id !== id)).toMatchObject([
    {
      ...{ storeId, orderId, orderCode: 'CODE', amountCents: 900, providerPaymentId: 'p', mismatch: null },
      ...{ createdAtMs: NOW_MS - 60_000, ...way },
    },
  ]);
});

it('stays set aside where it cannot be told whose the account is', async () => {
  payee = AWAY;
  const id = await setAside();
  expect(await accept(id)).toMatchObject({ ok: false, refusal: { code: 'provider-unreachable' } });
  expect(await rows()).toMatchObject([
    { id, status: 'approved', mismatch: 'amount', providerPaymentId: 'p' },
  ]);
});

it('is another store’s, though it has the same account', async () => {
  const id = await setAside();
  storeId = randomUUID();
  expect(await accept(id)).toMatchObject({ ok: false, refusal: { code: 'attempt-not-found' } });
  expect(await rows()).toMatchObject([{ id, status: 'approved', providerPaymentId: 'p' }]);
});

it('that could not be taken in at once is looked at in the next round', async () => {
  isSettled = false;
  const id = await setAside();
  expect(await accept(id)).toMatchObject({ ok: false, refusal: { code: 'provider-unreachable' } });
  expect((await rows()).filter((row) => row.id !== id)).toMatchObject([
    { providerPaymentId: 'p', nextCheckAtMs: NOW_MS },
  ]);
});
