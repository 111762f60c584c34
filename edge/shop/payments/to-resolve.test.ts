// 'A resolver' at the store: in which order and with which words what waits for a person is listed, and what is kept of what they did.
import { afterEach, describe, expect, it } from 'vitest';
import { refundIntents } from '../../storage/schema/payments.ts';
import { audit } from '../../storage/schema/staff.ts';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { sell } from '../../testing/sell.ts';

const ATTEMPT = '0f0e0d0c-0b0a-4908-8706-050403020100';
const OTHER = '1f0e0d0c-0b0a-4908-8706-050403020100';
let store: TestStore;
let admin: Asking;
/** What the relay says, by path; without a word it is away. Of several answers each is given once. */
let answers: Partial<Record<string, object[]>>;

async function open(): Promise<void> {
  answers = {};
  const request = async (path: string): Promise<Response> => {
    const said = answers[path.split('?')[0] ?? ''] ?? [];
    const [answer] = said.length > 1 ? said.splice(0, 1) : said;
    if (answer === undefined) throw new TypeError('fetch failed');
    return Response.json(answer);
  };
  store = await openTestStore({ relay: { request } });
  admin = await asRole(store, 'ADMIN');
}
afterEach(() => store.close());

type Listed = { id: string; atMs: number; actionText: string };
const listed = async (): Promise<Listed[]> =>
  ((await (await admin('/api/staff/payments/unresolved')).json()) as { payments: Listed[] }).payments;
const resolve = async (id: string, action: string): Promise<number> =>
  (await admin(`/api/staff/payments/${id}/resolve`, { json: { action } })).status;
const itemOf = (kind: string, raisedAtMs: number) => ({
  ...{ kind, text: 'confira', raisedAtMs },
  attempt: { attemptId: ATTEMPT, orderId: ATTEMPT, orderCode: 'CODE', amountCents: 5000, mismatch: null },
});
const told = (): string[] =>
  store.db
    .select()
    .from(audit)
    .all()
    .map(({ detail }) => detail.replaceAll('\u00a0', ' '));
const wokenBy = async (what: () => Promise<unknown>): Promise<number> => {
  let woken = 0;
  store.orders.wake.on('log', () => (woken += 1));
  await what();
  return woken;
};
/** An order that was paid by one code or by several, of R$ 50,00 each. */
function paid(attemptIds: readonly string[] = [ATTEMPT]) {
  const order = sell(store, store.clock.nowMs, {
    ...{ status: 'RECEBIDO', deliveredAtMs: null, paymentMethod: 'pix', totalCents: 5000 },
  });
  const fact = {
    ...{ orderId: order.id, provider: 'mercadopago', method: 'pix', status: 'approved', statusDetail: null },
    ...{ amountCents: 5000, refundedCents: 0, mismatch: null, observedAtMs: 1 },
  };
  for (const [at, attemptId] of attemptIds.entries())
    store.db.$client
      .prepare('insert into payments (attempt_id, order_id, fact, updated_at_ms) values (?, ?, ?, 1)')
      .run(attemptId, order.id, JSON.stringify({ ...fact, attemptId, providerPaymentId: String(at) }));
  return order;
}
const giveBack = (id: string, amountCents: number | null) =>
  admin(`/api/staff/orders/${id}/refund`, { json: { amountCents } });

describe('what a person must look at', () => {
  it('is listed by time, the oldest first, whoever knows of it', async () => {
    await open();
    const { id } = paid();
    store.clock.nowMs = START_MS + 2000;
    await giveBack(id, 1000);
    const items = [itemOf('claim', START_MS + 3000), itemOf('late', START_MS + 1000)];
    answers['/edge/payments/attention'] = [{ items }];
    expect((await listed()).map(({ atMs }) => atMs - START_MS)).toEqual([1000, 2000, 3000]);
  });

  it.each([
    ['charged-back', 'Já respondi', ': contestação (chargeback)'],
    ['claim', 'Já respondi', ': reclamação no Mercado Pago'],
    ['stop-delivery', 'Já conferi', ': suspeita de fraude'],
    ['late', 'Entendi', ': pagamento depois do prazo'],
    ['second-approval', 'Entendi', ': segundo pagamento do mesmo pedido'],
    ['refunded-outside', 'Entendi', ': devolução fora da loja'],
    // Of a relay that is newer.
    ['what-comes-later', 'Entendi', ''],
  ])('of %s ends with "%s", and that stands in the audit and goes into the log', async (kind, text, name) => {
    await open();
    answers['/edge/payments/attention'] = [{ items: [itemOf(kind, START_MS)] }];
    const [item] = await listed();
    expect(item?.actionText).toBe(text);
    const end = () => resolve(item?.id ?? '', 'acknowledge');
    // It did not end while the relay is away.
    expect(await end()).toBe(503);
    expect(told()).not.toContainEqual(expect.stringContaining('pendência'));
    answers['/edge/payments/attention/done'] = [{ ended: true }];
    expect(await wokenBy(end)).toBeGreaterThan(0);
    expect(told()).toContain(`resolveu uma pendência de um pagamento${name}`);
  });

  it('is told with the amount and the order where these are known', async () => {
    await open();
    const { simpleId } = paid();
    answers['/edge/payments/attention/done'] = [{ ended: true }];
    expect(await resolve(`${ATTEMPT}.second-approval`, 'acknowledge')).toBe(200);
    expect(told()).toContain(
      `resolveu uma pendência de um pagamento de R$ 50,00 do pedido nº ${simpleId}: segundo pagamento do mesmo pedido`,
    );
  });
});

describe('[P20] a refund that is tried again', () => {
  const AGAIN = 'tentou de novo a devolução de R$ 50,00 do pedido nº 1 pelo Mercado Pago';
  const retry = () => resolve(`${ATTEMPT}.refund-failed`, 'retry');

  it('at the provider stands in the audit, and is said to have failed where it fails again', async () => {
    await open();
    paid();
    const refunds = [{ refundId: 'w', amountCents: null, state: 'failed' }];
    answers['/edge/payments/attempts'] = [{ attempts: [{ attemptId: ATTEMPT, refunds }] }];
    answers['/edge/payments/refund'] = [{ state: 'failed', lastError: 'x' }];
    expect(await retry()).toBe(502);
    expect(told()).not.toContain(AGAIN);
    answers['/edge/payments/refund'] = [{ state: 'done', lastError: null }];
    expect(await wokenBy(async () => expect(await retry()).toBe(200))).toBeGreaterThan(0);
    expect(told()).toContain(AGAIN);
  });

  it('by a person, and goes unanswered, comes again after five seconds, however often it was tried before', async () => {
    await open();
    await giveBack(paid().id, 1000);
    const waitMs = (): number => {
      const [intent] = store.db.select().from(refundIntents).all();
      return (intent?.nextTryAtMs ?? 0) - store.clock.nowMs;
    };
    for (const nextMs of [5000, 10_000, 30_000, 60_000, 300_000]) {
      expect(waitMs()).toBe(nextMs);
      store.clock.nowMs += nextMs;
      await store.payments.refundIntents.runDue();
    }
    const [item] = await listed();
    expect(await resolve(item?.id ?? '', 'retry')).toBe(503);
    expect(waitMs()).toBe(5000);
  });

  it('is done once all of it is: of two payments one of which the bank is at it waits', async () => {
    await open();
    const { id } = paid([ATTEMPT, OTHER]);
    answers['/edge/payments/refund'] = [
      { state: 'done', lastError: null },
      { state: 'under-way', lastError: null },
    ];
    expect(await (await giveBack(id, null)).json()).toEqual({ state: 'waiting', refundedCents: 10_000 });
  });
});
