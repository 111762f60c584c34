// [P34] of an order that was called off: what came all the same is listed until a person says that it was given back, and is in the books of the
// day in which it came.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { CashClose } from '@balcao/shared/http/cash.ts';
import type { UnprovedPixes } from '@balcao/shared/http/counter-pix.ts';
import type { UnresolvedPayments } from '@balcao/shared/http/refunds.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

let store: TestStore;
let front: Asking;
let admin: Asking;
/** What the provider's search finds. */
let found: { txid: string; providerPaymentId: string }[];
const open = async (hasRelay: boolean): Promise<void> => {
  found = [];
  store = await openTestStore(
    hasRelay
      ? {
          relay: {
            request: (path: string) =>
              path === '/edge/payments/static-pix'
                ? Promise.resolve(Response.json({ found }))
                : Promise.reject(new TypeError('fetch failed')),
          },
        }
      : {},
  );
  front = await asRole(store, 'ATTENDANT');
  admin = await asRole(store, 'ADMIN');
};
beforeEach(() => open(true));
afterEach(() => store.close());

/** What it costs. */
const CUP = 2880;
const done = async <T>(path: string, json: object, ask = front): Promise<T> => {
  const answer = await ask(path, { json });
  const body = (await answer.json()) as T;
  expect([answer.ok, body]).toEqual([true, expect.anything()]);
  store.clock.nowMs += 1000;
  return body;
};
const sell = async (): Promise<Order> =>
  (
    await done<{ order: Order }>('/api/staff/orders', {
      id: v7(),
      consumptionType: 'takeaway',
      items: [{ id: v7(), productId: 'taca' }],
    })
  ).order;
const move = ({ id }: Order, json: object, ask = front) => done(`/api/staff/orders/${id}/moves`, json, ask);
const take = (order: Order, cents: number, method: string) =>
  move(order, { kind: 'take-tender', id: v7(), method, cents });
const callOff = (order: Order) => move(order, { kind: 'cancel', reason: 'cliente' }, admin);
const listed = async () => (await (await front('/api/staff/static-pix')).json()) as UnprovedPixes;
const say = (txid: string, said: 'received' | 'not-received') =>
  done(`/api/staff/static-pix/${txid}`, { said });
const sayFirst = async (said: 'received' | 'not-received') => {
  const { unconfirmed, lost } = await listed();
  const txid = [...unconfirmed, ...lost][0]?.txid ?? '';
  await say(txid, said);
  return txid;
};
const toResolve = async () => {
  const answer = await admin('/api/staff/payments/unresolved');
  return answer.ok ? ((await answer.json()) as UnresolvedPayments).payments : [];
};
const resolve = async (id: string, action: string) => {
  const answer = await admin(`/api/staff/payments/${id}/resolve`, { json: { action } });
  store.clock.nowMs += 1000;
  return [answer.status, ((await answer.json()) as { code?: string }).code];
};
const openDrawer = () => done('/api/staff/cash-session', { id: v7(), floatCents: 0 });
const close = () => done<CashClose>('/api/staff/cash-session/close', { countedCents: 0, ask: false }, front);
const lineOf = ({ methods }: CashClose, name: string) =>
  methods.find((line) => line.name === name)?.salesCents ?? 0;
const pixWay = ({ ways }: CashClose) => {
  const way = ways?.find((one) => one.name === 'PIX (manual)');
  return [way?.receivedCents ?? 0, way?.returnedCents ?? 0];
};

/** Its PIX of R$ 10,00 was said not to have come, and then it was called off. */
async function calledOffUnpaid(): Promise<{ order: Order; txid: string }> {
  const order = await sell();
  await take(order, 1000, 'pix_manual');
  const txid = await sayFirst('not-received');
  await callOff(order);
  return { order, txid };
}

describe('[P34] a PIX that comes once its order was called off', () => {
  it.each(['by a word', 'by the search of the provider'])(
    'is listed %s, and ends with the word that it was given back',
    async (how) => {
      const { order, txid } = await calledOffUnpaid();
      expect(await toResolve()).toEqual([]);
      if (how === 'by a word') await say(txid, 'received');
      else {
        found = [{ txid, providerPaymentId: '77' }];
        await store.staticPix.runDue(store.payments.ask);
      }
      const [item, ...others] = await toResolve();
      expect(others).toEqual([]);
      expect(item).toMatchObject({
        orderId: order.id,
        simpleId: order.simpleId,
        code: order.code,
        amountCents: 1000,
        action: 'acknowledge',
        actionText: 'Já devolvi',
        reason: expect.stringContaining(txid),
      });
      expect(await resolve(item?.id ?? '', 'retry')).toEqual([422, 'not-offered']);
      expect(await resolve(item?.id ?? '', 'acknowledge')).toEqual([200, undefined]);
      expect(await toResolve()).toEqual([]);
      expect(await resolve(item?.id ?? '', 'acknowledge')).toEqual([404, 'attempt-not-found']);
      const denied = await front(`/api/staff/static-pix/${txid}`, { json: { said: 'not-received' } });
      expect(denied.status).toBe(409);
      expect(await listed()).toEqual({ unconfirmed: [], lost: [] });
    },
  );

  it('is listed with the moment in which it came, and the word that it went back goes into the log at once', async () => {
    const { txid } = await calledOffUnpaid();
    const cameAtMs = (store.clock.nowMs += 3_600_000);
    await say(txid, 'received');
    const [item] = await toResolve();
    expect(item?.atMs).toBe(cameAtMs);
    let woken = 0;
    store.orders.wake.on('log', () => (woken += 1));
    expect(await resolve(item?.id ?? '', 'acknowledge')).toEqual([200, undefined]);
    expect(woken).toBeGreaterThan(0);
  });

  it('is listed as well where all of the order was paid so', async () => {
    const order = await sell();
    await move(order, { kind: 'confirm-payment', method: 'pix_manual' });
    await sayFirst('not-received');
    await callOff(order);
    await sayFirst('received');
    const [item] = await toResolve();
    expect(item).toMatchObject({ orderId: order.id, amountCents: CUP });
    expect(await resolve(item?.id ?? '', 'acknowledge')).toEqual([200, undefined]);
    expect(await toResolve()).toEqual([]);
  });

  it('is in the close of the day in which it came, and its going back in that of the day in which it went', async () => {
    await openDrawer();
    await calledOffUnpaid();
    const first = await close();
    expect([lineOf(first, 'PIX (manual)'), lineOf(first, 'PIX não recebido')]).toEqual([1000, -1000]);
    store.clock.nowMs += 86_400_000;
    await openDrawer();
    await sayFirst('received');
    const second = await close();
    expect([lineOf(second, 'PIX (manual)'), lineOf(second, 'PIX não recebido')]).toEqual([0, 1000]);
    expect(pixWay(second)).toEqual([1000, 0]);
    await openDrawer();
    await resolve((await toResolve())[0]?.id ?? '', 'acknowledge');
    const third = await close();
    expect([lineOf(third, 'PIX (manual)'), lineOf(third, 'PIX não recebido')]).toEqual([-1000, 0]);
    expect(pixWay(third)).toEqual([0, 1000]);
    expect(third.cashReturnsCents).toBe(0);
  });

  it('that goes back while no drawer is open is in the next close, once', async () => {
    await openDrawer();
    await calledOffUnpaid();
    await sayFirst('received');
    expect(pixWay(await close())).toEqual([1000, 0]);
    await resolve((await toResolve())[0]?.id ?? '', 'acknowledge');
    await openDrawer();
    const next = await close();
    expect([lineOf(next, 'PIX (manual)'), lineOf(next, 'PIX (manual), de caixas anteriores')]).toEqual([
      0, -1000,
    ]);
    expect(pixWay(next)).toEqual([0, 1000]);
    await openDrawer();
    const last = await close();
    expect([last.methods, pixWay(last)]).toEqual([[], [0, 0]]);
  });

  it('and both came and went while no drawer was open is both in the next close, and no line of it', async () => {
    const order = await sell();
    await take(order, 1000, 'pix_manual');
    await callOff(order);
    await openDrawer();
    const next = await close();
    expect([next.methods, pixWay(next)]).toEqual([[], [1000, 1000]]);
  });

  describe('and deleted', () => {
    const remove = async ({ id }: Order) =>
      expect((await admin(`/api/staff/orders/${id}`, { method: 'DELETE' })).status).toBe(204);
    const find = async (txid: string) => {
      found = [{ txid, providerPaymentId: '77' }];
      store.clock.nowMs += 86_400_000;
      await store.staticPix.runDue(store.payments.ask);
    };
    const expectListed = async (txid: string, cents: number) => {
      const [item, ...others] = await toResolve();
      expect(others).toEqual([]);
      expect(item).toMatchObject({
        simpleId: null,
        code: null,
        amountCents: cents,
        actionText: 'Já devolvi',
        reason: expect.stringContaining(txid),
      });
      expect(await resolve(item?.id ?? '', 'acknowledge')).toEqual([200, undefined]);
      expect(await toResolve()).toEqual([]);
      expect(await resolve(item?.id ?? '', 'acknowledge')).toEqual([404, 'attempt-not-found']);
    };

    it('is listed: a part of an order that was open', async () => {
      await openDrawer();
      const order = await sell();
      await take(order, 1000, 'pix_manual');
      const txid = await sayFirst('not-received');
      await remove(order);
      await close();
      await find(txid);
      await openDrawer();
      await expectListed(txid, 1000);
      expect(pixWay(await close())).toEqual([1000, 1000]);
    });

    it('is listed: all of an order, beside one that was deleted before', async () => {
      const before = await calledOffUnpaid();
      await remove(before.order);
      const order = await sell();
      await move(order, { kind: 'confirm-payment', method: 'pix_manual' });
      const txid = await sayFirst('not-received');
      await callOff(order);
      await remove(order);
      await find(txid);
      await expectListed(txid, CUP);
      await find(before.txid);
      await expectListed(before.txid, 1000);
    });

    it.each([1000, 700])(
      'is listed, of %i centavos, without the part of its order that never came',
      async (came) => {
        const order = await sell();
        for (const cents of [1000, 700]) await take(order, cents, 'pix_manual');
        const { unconfirmed } = await listed();
        for (const { txid } of unconfirmed) await say(txid, 'not-received');
        await remove(order);
        const txid = unconfirmed.find(({ amountCents }) => amountCents === came)?.txid ?? '';
        await find(txid);
        await expectListed(txid, came);
      },
    );

    it('stays listed where it had come before, also when the whole history is cleared', async () => {
      const { txid } = await calledOffUnpaid();
      await say(txid, 'received');
      expect((await admin('/api/staff/orders/clear', { json: { confirm: 'CONFIRMAR' } })).status).toBe(200);
      await expectListed(txid, 1000);
    });

    it('is not listed where it had gone back with its order, nor of one that was handed over', async () => {
      const back = await sell();
      await move(back, { kind: 'confirm-payment', method: 'pix_manual' });
      const { unconfirmed } = await listed();
      await remove(back);
      await find(unconfirmed[0]?.txid ?? '');
      expect(await toResolve()).toEqual([]);
      const order = await sell();
      await move(order, { kind: 'confirm-payment', method: 'pix_manual' });
      for (const status of ['PREPARING', 'READY', 'DELIVERED'])
        await move(order, { kind: 'set-status', status }, admin);
      const txid = await sayFirst('not-received');
      await remove(order);
      await find(txid);
      expect(await toResolve()).toEqual([]);
    });
  });

  it('is listed no more once the word that it came is taken back', async () => {
    const { txid } = await calledOffUnpaid();
    await say(txid, 'received');
    expect(await toResolve()).toHaveLength(1);
    await say(txid, 'not-received');
    expect(await toResolve()).toEqual([]);
  });

  it('is listed apart from another part, each by itself', async () => {
    const order = await sell();
    await take(order, 1000, 'pix_manual');
    await take(order, 700, 'pix_manual');
    const txids = [await sayFirst('not-received'), await sayFirst('not-received')];
    await callOff(order);
    for (const txid of txids) await say(txid, 'received');
    const items = await toResolve();
    expect(items.map(({ amountCents }) => amountCents)).toEqual([1000, 700]);
    await resolve(items[1]?.id ?? '', 'acknowledge');
    expect((await toResolve()).map(({ id }) => id)).toEqual([items[0]?.id]);
  });

  it('is not listed while its order stands, nor where it came before and went back with it', async () => {
    const order = await sell();
    await take(order, 1000, 'pix_manual');
    await sayFirst('not-received');
    await sayFirst('received');
    expect(await toResolve()).toEqual([]);
    await callOff(order);
    expect(await toResolve()).toEqual([]);
  });

  it('is not listed where it came before and had gone back as a difference, also beside one that is', async () => {
    const order = await sell();
    await take(order, 1000, 'pix_manual');
    const first = await sayFirst('not-received');
    await move(order, { kind: 'confirm-payment', method: 'pix_manual' });
    await say(first, 'received');
    const back = { kind: 'give-back', id: v7(), cents: 1000 };
    await done(`/api/staff/orders/${order.id}/difference`, back, admin);
    const whole = await sayFirst('not-received');
    expect(whole).not.toBe(first);
    await callOff(order);
    expect(await toResolve()).toEqual([]);
    await say(whole, 'received');
    expect(await toResolve()).toMatchObject([{ id: `${whole}.late-pix`, amountCents: CUP }]);
  });

  it('is listed at a shop without a relay', async () => {
    await store.close();
    await open(false);
    await calledOffUnpaid();
    await sayFirst('received');
    expect(await toResolve()).toMatchObject([{ amountCents: 1000 }]);
  });
});
