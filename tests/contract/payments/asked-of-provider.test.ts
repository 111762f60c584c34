// What the provider is asked for where a payment begins, and what becomes of it where the answer is none. The use case alone, on a database of
// its own, with a provider that keeps what it was asked.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CardBody } from '@balcao/shared/http/payments.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { createStart } from '../../../cloud/payments/attempts/start.ts';
import type {
  CardRequest,
  ProviderFailure,
  ProviderPayment,
} from '../../../cloud/payments/provider/provider.ts';
import { raiseAccountFault } from '../../../cloud/payments/review-items.ts';
import { paymentAttempts, paymentReviewItems, type AttemptRow } from '../../../cloud/payments/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 15);
const ORDER = {
  ...{ orderId: '0193a000-0000-7000-8000-00000000000a', code: '7K2MQ9XWTB', totalCents: 2490 },
  items: [{ id: 'acai', title: 'Açaí', unitCents: 2490 }],
};
const FORM = {
  ...{ token: 'a-token', installments: 3, payment_method_id: 'visa', issuer_id: 25 },
  payer: {
    ...{ email: 'maria@example.com', first_name: 'Maria', last_name: 'Souza' },
    identification: { type: 'CPF', number: '12345678909' },
  },
};
let database: TestDatabase;
let storeId: string;
let asked: CardRequest[];
let made: Result<Partial<ProviderPayment>, ProviderFailure>;
/** What the attempt is once it is closed. */
let closes: Partial<AttemptRow> | null;
let settled: { id: string } | null | undefined;
/** The account's key by which browsers make a card a token. */
let publicKey: string | null;
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  [storeId, asked, made, closes, settled] = [randomUUID(), [], accepted({}), null, undefined];
  publicKey = 'key';
});

const rowOf = async () => (await database.db.select().from(paymentAttempts))[0] as AttemptRow;
const start = () =>
  createStart({
    db: database.db,
    clock: () => NOW_MS,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    config: { publicUrl: 'https://loja.example', mercadoPago: { baseUrl: null } },
    credentials: { of: async () => ({ accessToken: 'token', publicKey }) },
    provider: {
      createCard: async (_account: unknown, request: CardRequest) => {
        asked.push(request);
        return made;
      },
    },
    settle: {
      settle: async () => accepted(settled === undefined ? await rowOf() : settled),
      close: async (_store: string, _id: string, closing: { detail: string; error: string | null }) =>
        closes && { ...(await rowOf()), status: 'rejected', statusDetail: closing.detail, ...closes },
    },
    checks: {},
  } as unknown as Parameters<typeof createStart>[0]);
const pay = (form: object = FORM) => start().payCard(storeId, ORDER, CardBody.parse(form));
const listed = async () =>
  (await database.db.select().from(paymentReviewItems)).map(({ kind, endedAtMs }) => [kind, endedAtMs]);

it('a card is asked for with what its form said, for the order and its amount', async () => {
  expect(await pay()).toMatchObject({ ok: true });
  const { id } = await rowOf();
  expect(asked).toEqual([
    {
      ...{ attemptId: id, orderId: ORDER.orderId, amountCents: 2490, items: ORDER.items },
      description: 'Pedido 7K2MQ9XWTB',
      noticeUrl: `https://loja.example/api/webhooks/mercadopago?source_news=webhooks&store=${storeId}`,
      ...{ token: 'a-token', installments: 3, brand: 'visa', issuerId: '25' },
      payer: {
        ...{ email: 'maria@example.com', firstName: 'Maria', lastName: 'Souza' },
        identification: { type: 'CPF', number: '12345678909' },
      },
    },
  ]);
});

it('an account that takes no cards is asked for none, and nothing is begun', async () => {
  publicKey = null;
  expect(await pay()).toEqual(refused({ code: 'method-off' }));
  expect([asked, await database.db.select().from(paymentAttempts)]).toEqual([[], []]);
});

it('of a form that asked for less an address of the order’s own is told, and nothing else of who pays', async () => {
  await pay({ token: 'a-token', payment_method_id: 'visa', payer: {} });
  expect(asked).toMatchObject([
    {
      ...{ installments: 1, issuerId: null },
      payer: {
        ...{
          email: `pedido-${ORDER.orderId}@example.com`,
          firstName: '',
          lastName: '',
          identification: null,
        },
      },
    },
  ]);
});

it('a payment that is made ends what was wrong with the account; one that is another’s does not, and is none', async () => {
  await raiseAccountFault(database.db, storeId, randomUUID(), 1);
  for (const other of [null, { id: randomUUID() }]) {
    settled = other;
    expect(await pay()).toMatchObject({ ok: true, value: { status: 'in_process' } });
    expect(await listed()).toEqual([['creation-refused', null]]);
    await database.db.delete(paymentAttempts);
  }
  settled = undefined;
  await pay();
  expect(await listed()).toEqual([['creation-refused', NOW_MS]]);
});

it.each<[string, ProviderFailure, string]>([
  ['was not answered', { kind: 'unreachable', detail: 'timeout' }, 'timeout'],
  ['is asked to wait', { kind: 'busy', retryAfterMs: 9000 }, 'busy'],
])(
  'a card that %s is in process: looked for a few seconds later, and known by its error',
  async (_name, failure, lastError) => {
    made = refused(failure);
    expect(await pay()).toMatchObject({ ok: true, value: { status: 'in_process' } });
    const row = await rowOf();
    expect(row).toMatchObject({ status: 'created', lastError });
    expect((row.nextCheckAtMs ?? 0) - NOW_MS).toBeLessThan(40_000);
    expect(await listed()).toEqual([]);
  },
);

it.each<[string, ProviderFailure, Partial<AttemptRow> | null, object, number]>([
  [
    'for the payer’s sake',
    { kind: 'refused', code: '106', detail: 'no' },
    {},
    { ok: false, refusal: { code: 'provider-refused', providerCode: '106' } },
    0,
  ],
  [
    'for the account’s sake',
    { kind: 'refused', code: '7', detail: 'no' },
    {},
    { ok: false, refusal: { code: 'provider-refused', providerCode: '7' } },
    1,
  ],
  [
    'with the account',
    { kind: 'credentials', detail: 'HTTP 401' },
    {},
    { ok: false, refusal: { code: 'provider-credentials' } },
    1,
  ],
  [
    'though a try beside it got through',
    { kind: 'refused', code: '7', detail: 'no' },
    { providerPaymentId: '77', status: 'approved' },
    { ok: true, value: { status: 'approved', paymentId: '77' } },
    0,
  ],
])('a card that is refused %s', async (_name, failure, closed, answer, items) => {
  [made, closes] = [refused(failure), closed];
  expect(await pay()).toMatchObject(answer);
  expect(await listed()).toHaveLength(items);
  expect(
    await database.db.select().from(paymentAttempts).where(eq(paymentAttempts.storeId, storeId)),
  ).toHaveLength(1);
});
