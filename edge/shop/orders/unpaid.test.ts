// The store's bounds on unpaid orders of customers, and their end by its own clock.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { v7 } from 'uuid';
import { Settings } from '@balcao/shared/menu/menu.ts';
import type { OrderStatus } from '@balcao/shared/order/order.ts';
import { sampleCatalog, sampleRequest } from '@balcao/shared/order/sample.ts';
import { orders } from '../../storage/schema/orders.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { endFakeTime, fakeTimers } from '../../testing/fake-timers.ts';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { asRole } from '../../testing/sign-in.ts';

const MINUTE_MS = 60_000;
const { unpaidPerPhoneMax, unpaidPerAddressMax, unpaidPerLanAddressMax, remoteCashOrdersMax } =
  Settings.parse({});
const DEFAULTS = { unpaidPerPhoneMax, unpaidPerAddressMax, unpaidPerLanAddressMax, remoteCashOrdersMax };

let store: TestStore;
let phones = 0;
beforeEach(async () => {
  store = await openTestStore({ seed: false });
  store.menu.seed(sampleCatalog(DEFAULTS));
});
afterEach(() => endFakeTime(store));

const newPhone = (): string => `119${String((phones += 1)).padStart(8, '0')}`;
const caller = (n: number): string => `caller-${String(n).padStart(12, '0')}`;
const requestOf = (phone: string) => sampleRequest({ id: v7(), customerPhone: phone });

type Answer = {
  status: string;
  order: { id: string; status: OrderStatus };
  refusal: Record<string, unknown>;
};
/** As the relay passes it on. */
const command = async (value: Record<string, unknown>): Promise<Answer> => {
  const answer = await store.askLink('/link/commands', { json: { id: v7(), ...value } });
  return (await answer.json()) as Answer;
};
const placeRemote = (phone = newPhone(), from?: string): Promise<Answer> =>
  command({
    kind: 'order.place',
    payload: { order: requestOf(phone) },
    ...(from === undefined ? {} : { caller: from }),
  });
const chooseCash = ({ order }: Answer, changeForCents: number | null = null): Promise<Answer> =>
  command({ kind: 'order.choose-cash', payload: { orderId: order.id, changeForCents } });
const placeOnLan = async (phone = newPhone()) => {
  const answer = await store.ask('/api/orders', { json: requestOf(phone) });
  return { status: answer.status, body: (await answer.json()) as Record<string, any> };
};
const statusOf = (id: string): OrderStatus | undefined => store.orders.repository.byId(id)?.status;
const pay = async (id: string): Promise<void> => {
  const attendant = await asRole(store, 'ATTENDANT');
  const paid = await attendant(`/api/staff/orders/${id}/moves`, {
    json: { kind: 'confirm-payment', method: 'terminal', card: 'debito' },
  });
  expect(paid.status).toBe(200);
};
const inTurn = async <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> => {
  const done: T[] = [];
  for (let n = 0; n < count; n += 1) done.push(await work(n));
  return done;
};

describe('unpaid orders of one phone', () => {
  it('[41] [O20] are three, from wherever; the next one is refused in words, and taken when one is paid', async () => {
    const phone = newPhone();
    const three = await inTurn(3, (n) => placeRemote(phone, caller(n)));
    expect(three.map((one) => one.status)).toEqual(['done', 'done', 'done']);
    expect(await placeRemote(phone, caller(9))).toEqual({
      status: 'refused',
      refusal: { code: 'too-many-unpaid', by: 'phone', max: 3 },
    });
    expect(await placeOnLan(phone)).toMatchObject({
      status: 409,
      body: {
        code: 'too-many-unpaid',
        detail:
          'Este telefone já tem 3 pedidos esperando pagamento. Pague um deles, ou peça no balcão. Seu carrinho está guardado.',
      },
    });
    await pay(three[0]?.order.id ?? '');
    expect((await placeRemote(phone, caller(9))).status).toBe('done');
  });

  it('[O20] make room for a changed cart: what the same customer left behind without paying expires', async () => {
    const phone = newPhone();
    const [left, second, third] = await inTurn(3, () => placeRemote(phone, caller(1)));
    const fourth = await placeRemote(phone, caller(1));
    expect(fourth.status).toBe('done');
    expect([left, second, third, fourth].map((one) => statusOf(one?.order.id ?? ''))).toEqual([
      'CANCELLED',
      'PENDING',
      'PENDING',
      'PENDING',
    ]);
  });

  it('[O20] that are more than the owner lets wait by now make room for none, though one of them expires', async () => {
    const phone = newPhone();
    await inTurn(3, () => placeRemote(phone, caller(1)));
    store.menu.setSettings({ unpaidPerPhoneMax: 2 });
    expect(await placeRemote(phone, caller(1))).toMatchObject({ refusal: { by: 'phone', max: 2 } });
    expect((await placeRemote(phone, caller(1))).status).toBe('done');
  });

  it('[O20] that wait for cash or for a begun PIX do not make room', async () => {
    const phone = newPhone();
    const three = await inTurn(3, () => placeRemote(phone, caller(1)));
    await chooseCash(three[0] as Answer);
    await chooseCash(three[1] as Answer);
    await command({
      kind: 'payment.fact',
      payload: {
        attemptId: v7(),
        orderId: three[2]?.order.id,
        provider: 'mercadopago',
        providerPaymentId: '1',
        method: 'pix',
        status: 'pending',
        amountCents: 2565,
        refundedCents: 0,
        statusDetail: null,
        mismatch: null,
        observedAtMs: START_MS,
      },
    });
    expect(store.orders.repository.byId(three[2]?.order.id ?? '')).toMatchObject({ paymentMethod: 'pix' });
    expect(await placeRemote(phone, caller(1))).toMatchObject({ refusal: { by: 'phone', max: 3 } });
  });

  it('[O20] never hold up the counter', async () => {
    const phone = newPhone();
    await inTurn(3, (n) => placeRemote(phone, caller(n)));
    const attendant = await asRole(store, 'ATTENDANT');
    const answers = await inTurn(14, () => attendant('/api/staff/orders', { json: requestOf(phone) }));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    // Nor do the counter's hold up the customer.
    const other = newPhone();
    await inTurn(4, () => attendant('/api/staff/orders', { json: requestOf(other) }));
    expect((await placeRemote(other, caller(7))).status).toBe('done');
  });
});

describe('unpaid orders from one address', () => {
  it('[41] [O20] are six over the site; paid ones do not count, so a full shop behind one address goes on', async () => {
    const six = await inTurn(6, () => placeRemote(newPhone(), caller(1)));
    expect(await placeRemote(newPhone(), caller(1))).toMatchObject({ refusal: { by: 'address', max: 6 } });
    expect((await placeRemote(newPhone(), caller(2))).status).toBe('done');
    for (const { order } of six) await pay(order.id);
    expect((await inTurn(6, () => placeRemote(newPhone(), caller(1)))).map((one) => one.status)).toEqual(
      Array.from({ length: 6 }, () => 'done'),
    );
  });

  it("[41] [O20] are twelve on the shop's Wi-Fi", async () => {
    const answers = await inTurn(13, () => placeOnLan());
    expect(answers.slice(0, 12).every((answer) => answer.status === 201)).toBe(true);
    expect(answers[12]).toMatchObject({ status: 409, body: { code: 'too-many-unpaid' } });
  });

  it('[O20] are told apart by digests, kept while the order is unpaid, and no address is', async () => {
    const { order } = await placeRemote(newPhone(), caller(1));
    const wifi = await placeOnLan();
    const kept = () => store.db.select({ id: orders.id, caller: orders.caller }).from(orders).all();
    const [remote, lan] = kept();
    expect(remote?.caller).toBe(caller(1));
    expect(lan?.caller).toMatch(/^[\w-]{22}$/);
    expect(JSON.stringify(kept())).not.toContain('192.168');
    await pay(order.id);
    await pay(wifi.body['order'].id);
    expect(kept().map((one) => one.caller)).toEqual([null, null]);
  });

  it('[O20] without an address are bounded by their phones alone', async () => {
    const answers = await inTurn(20, () => placeRemote());
    expect(new Set(answers.map((one) => one.status))).toEqual(new Set(['done']));
  });
});

describe("the site's orders that wait for cash", () => {
  it('[41] [O21] are as many as the owner lets wait; the next one is paid otherwise, and those on the LAN go on', async () => {
    store.menu.setSettings({ remoteCashOrdersMax: 3 });
    const four = await inTurn(4, (n) => placeRemote(newPhone(), caller(n)));
    const chosen = [];
    for (const one of four) chosen.push(await chooseCash(one));
    expect(chosen.map((one) => one.status)).toEqual(['done', 'done', 'done', 'refused']);
    expect(chosen[3]?.refusal).toEqual({ code: 'cash-full' });
    // Who already waits may still say another note.
    expect((await chooseCash(four[0] as Answer, 10_000)).status).toBe('done');
    const wifi = (await placeOnLan()).body;
    const cash = await store.ask(`/api/orders/${wifi['order'].code}/cash`, {
      json: {},
      headers: { authorization: `Bearer ${wifi['trackingToken']}` },
    });
    expect(cash.status).toBe(200);
    await pay(four[1]?.order.id ?? '');
    expect((await chooseCash(four[3] as Answer)).status).toBe('done');
  });

  it('[41] [O21] and those for which nothing was chosen are four times as many at most', async () => {
    store.menu.setSettings({ remoteCashOrdersMax: 2 });
    const nine = await inTurn(9, (n) => placeRemote(newPhone(), caller(n)));
    expect(nine.slice(0, 8).every((one) => one.status === 'done')).toBe(true);
    expect(nine[8]).toMatchObject({ status: 'refused', refusal: { by: 'store', max: 8 } });
    expect((await placeOnLan()).status).toBe(201);
  });

  it('[O21] of a full site nobody gives way: what the same customer left stays as it is', async () => {
    store.menu.setSettings({ remoteCashOrdersMax: 1 });
    const phone = newPhone();
    const left = await placeRemote(phone, caller(0));
    await inTurn(3, (n) => placeRemote(newPhone(), caller(n + 1)));
    expect(await placeRemote(phone, caller(0))).toMatchObject({ refusal: { by: 'store', max: 4 } });
    expect(statusOf(left.order.id)).toBe('PENDING');
  });
});

describe('the end of what nobody paid', () => {
  /** The store's own worker looks every minute. */
  const pass = async (minutes: number): Promise<void> => {
    store.clock.nowMs += minutes * MINUTE_MS;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
  };
  beforeEach(fakeTimers);

  it("[41] [O22] comes for the site's cash after 45 minutes, and for nothing else by then", async () => {
    const remote = await placeRemote();
    await chooseCash(remote);
    const undecided = await placeRemote();
    const wifi = (await placeOnLan()).body;
    const cash = await store.ask(`/api/orders/${wifi['order'].code}/cash`, {
      json: {},
      headers: { authorization: `Bearer ${wifi['trackingToken']}` },
    });
    expect(cash.status).toBe(200);
    store.start();
    await pass(44);
    expect(statusOf(remote.order.id)).toBe('PENDING');
    await pass(1);
    expect(store.orders.repository.byId(remote.order.id)).toMatchObject({
      status: 'CANCELLED',
      cancelReason: 'expirado',
    });
    expect(statusOf(undecided.order.id)).toBe('PENDING');
    await pass(76);
    expect(statusOf(undecided.order.id)).toBe('CANCELLED');
    // Cash on the shop's Wi-Fi may be brought until the business day ends, at four in the morning.
    expect(statusOf(wifi['order'].id)).toBe('PENDING');
    store.clock.nowMs = START_MS;
    await pass(13 * 60 - 1);
    expect(statusOf(wifi['order'].id)).toBe('PENDING');
    await pass(2);
    expect(statusOf(wifi['order'].id)).toBe('CANCELLED');
  });

  it('[O22] is put off by choosing cash again, up to two hours after the order', async () => {
    const remote = await placeRemote();
    await chooseCash(remote);
    store.start();
    for (const note of [10_000, 20_000, 30_000]) {
      await pass(39);
      expect((await chooseCash(remote, note)).status).toBe('done');
    }
    await pass(2);
    expect(statusOf(remote.order.id)).toBe('PENDING');
    await pass(1);
    expect(statusOf(remote.order.id)).toBe('CANCELLED');
  });

  it('[O23] comes after the minutes that the owner set', async () => {
    store.menu.setSettings({ remoteCashMinutes: 10 });
    const remote = await placeRemote();
    await chooseCash(remote);
    store.start();
    await pass(9);
    expect(statusOf(remote.order.id)).toBe('PENDING');
    await pass(1);
    expect(statusOf(remote.order.id)).toBe('CANCELLED');
  });

  it('[O23] comes no sooner than those minutes, where they are more than two hours', async () => {
    store.menu.setSettings({ remoteCashMinutes: 240 });
    const remote = await placeRemote();
    await chooseCash(remote);
    store.start();
    await pass(239);
    expect(statusOf(remote.order.id)).toBe('PENDING');
    await pass(1);
    expect(statusOf(remote.order.id)).toBe('CANCELLED');
  });

  it('[O18] comes for every order that is due, in one look', async () => {
    const all = await inTurn(3, () => placeRemote());
    store.start();
    await pass(119);
    expect(all.map(({ order }) => statusOf(order.id))).toEqual(['PENDING', 'PENDING', 'PENDING']);
    await pass(2);
    expect(all.map(({ order }) => statusOf(order.id))).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
  });

  it('[O18] is not held up by hundreds that are not due yet', async () => {
    const cash = {
      status: 'PENDING',
      paymentStatus: 'pending',
      paymentMethod: 'cash',
      deliveredAtMs: null,
    } as const;
    const old = START_MS - 3 * 60 * MINUTE_MS;
    const due = inTransaction(store.db, () => {
      for (let n = 0; n < 210; n += 1) sell(store, old + n, { ...cash, source: 'lan' });
      return sell(store, old + 1_000, { ...cash, source: 'relay' });
    });
    store.start();
    await pass(0);
    expect(statusOf(due.id)).toBe('CANCELLED');
  });
});

describe('an order that its customer calls off', () => {
  const callOff = async ({ code }: { code: string }, token: string) => {
    const answer = await store.ask(`/api/orders/${code}/cancel`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, any> };
  };

  it('is over at once, however often that is said, and only for who holds its token', async () => {
    const { body } = await placeOnLan();
    expect((await callOff(body['order'], 'x'.repeat(40))).body['code']).toBe('no-token');
    expect(statusOf(body['order'].id)).toBe('PENDING');
    for (let said = 0; said < 2; said += 1)
      expect(await callOff(body['order'], body['trackingToken'])).toMatchObject({
        status: 200,
        body: { order: { status: 'CANCELLED', cancelReason: 'cliente' } },
      });
  });

  it('stays once it is paid, on either address', async () => {
    const { body } = await placeOnLan();
    await pay(body['order'].id);
    expect(await callOff(body['order'], body['trackingToken'])).toMatchObject({
      status: 409,
      body: { code: 'already-paid' },
    });
    const remote = await placeRemote();
    await pay(remote.order.id);
    expect(await command({ kind: 'order.cancel', payload: { orderId: remote.order.id } })).toEqual({
      status: 'refused',
      refusal: { code: 'already-paid' },
    });
    expect(statusOf(remote.order.id)).toBe('RECEBIDO');
  });

  it('frees its place among those of one phone', async () => {
    const phone = newPhone();
    const [first] = await inTurn(3, (n) => placeRemote(phone, caller(n)));
    await command({ kind: 'order.cancel', payload: { orderId: first?.order.id } });
    expect(statusOf(first?.order.id ?? '')).toBe('CANCELLED');
    expect((await placeRemote(phone, caller(9))).status).toBe('done');
  });
});
