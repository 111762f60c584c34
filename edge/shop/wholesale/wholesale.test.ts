import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WholesaleList, WholesaleOutcome, WholesaleTracked } from '@balcao/shared/http/wholesale.ts';
import { ENTRY_KINDS } from '@balcao/shared/menu/menu.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import type { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import {
  SAMPLE_WHOLESALE_ID,
  sampleWholesale,
  sampleWholesaleOrder,
} from '@balcao/shared/wholesale/sample.ts';
import { PlaceWholesale } from '@balcao/shared/wholesale/place.ts';
import { Wake } from '../../storage/wake.ts';
import { wholesaleOrders } from '../../storage/schema/wholesale.ts';
import { printJobs } from '../../storage/schema/printing.ts';
import { inbox, outbox } from '../../storage/schema/replication.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { RESTORED_REQUEST } from '../orders/order-repository.ts';
import { createWholesale } from './wholesale.ts';

const WHOLESALE_SHOWN_MS = 30 * 24 * 3_600_000;

const PHONE = '11987654321';
let store: TestStore;
beforeEach(async () => {
  store = await openTestStore({ seed: false });
  store.menu.seed({ ...sampleCatalog(), ...sampleWholesale() });
});
afterEach(() => store.close());

const idOf = (n: number): string => `01890a5d-ac96-774b-bcce-b302099a${String(n).padStart(4, '0')}`;
const request = (changes: Record<string, unknown> = {}) => ({
  id: SAMPLE_WHOLESALE_ID,
  customerName: 'Maria de Souza',
  customerPhone: '(11) 98765-4321',
  customerCpfCnpj: '12.ABC.345/01DE-35',
  customerAddress: 'Rua das Flores, 9',
  observations: 'Ligar à tarde',
  items: [
    { id: 'one', productId: 'balde', selectedSize: '10 L', selectedFlavor: 'Banana', quantity: 3 },
    { id: 'two', productId: 'casquinha', quantity: 2 },
  ],
  ...changes,
});
const send = (changes: Record<string, unknown> = {}) =>
  store.ask('/api/wholesale/orders', { json: request(changes) });
const bodyOf = async <T>(response: Response | Promise<Response>): Promise<T> =>
  (await (await response).json()) as T;
const placed = async (changes: Record<string, unknown> = {}): Promise<WholesaleOrder> => {
  expect((await send(changes)).status).toBe(201);
  const order = store.wholesale.repository.byId((changes['id'] as string) ?? SAMPLE_WHOLESALE_ID);
  if (!order) throw new Error('the order is not there');
  return order;
};
const rows = () =>
  store.db
    .select()
    .from(outbox)
    .all()
    .filter((row) => row.kind === 'wholesale-order');

describe('placing', () => {
  it('[A1] prices from the catalogue, numbers from 1, and answers with what anyone may see', async () => {
    const answer = await send({ expectedTotalCents: 45_100 });
    expect(answer.status).toBe(201);
    const { order } = await bodyOf<Extract<WholesaleOutcome, { state: 'placed' }>>(answer);
    expect(order).toMatchObject({
      orderNumber: 1,
      status: 'NOVO',
      totalCents: 45_100,
      customerName: 'Maria S.',
    });
    expect(await placed({ id: idOf(2) })).toMatchObject({
      orderNumber: 2,
      customerPhone: PHONE,
      customerCpfCnpj: '12ABC34501DE35',
    });
    expect(store.orders.nextNumber()).toBe(1);
  });

  it('[A2] writes the order whole with its row in the log, readable by the relay', async () => {
    const order = await placed();
    expect(order.items).toHaveLength(2);
    expect(rows().map((row) => [row.sealed, JSON.parse(row.body ?? 'null') as unknown])).toEqual([
      [false, order],
    ]);
  });

  it('[A3] the same id with the same content is one order; with other content it is refused', async () => {
    const claim = 'c'.repeat(32);
    const first = await bodyOf(send({ claim }));
    expect(await bodyOf(send({ claim }))).toEqual(first);
    const other = await send({ customerName: 'Outra', claim });
    expect([other.status, (await bodyOf<{ code: string }>(other)).code]).toEqual([409, 'id-reused']);
    expect(rows()).toHaveLength(1);
    const headers = { authorization: `Bearer ${claim}` };
    const at = (id: string) => store.ask(`/api/wholesale/orders/by-id/${id}`, { headers });
    expect(await bodyOf(at(SAMPLE_WHOLESALE_ID))).toEqual(first);
    expect((await at(idOf(5))).status).toBe(404);
    // Whoever knows the id alone is told nothing.
    const path = `/api/wholesale/orders/by-id/${SAMPLE_WHOLESALE_ID}`;
    for (const authorization of ['', `Bearer ${'d'.repeat(32)}`])
      expect((await store.ask(path, { headers: { authorization } })).status).toBe(404);
  });

  it('[A3] is known again by a store that was put back, under its own claim alone', async () => {
    const claim = 'c'.repeat(32);
    const first = await bodyOf(send({ claim }));
    store.db.update(wholesaleOrders).set({ requestHash: RESTORED_REQUEST }).run();
    expect(await bodyOf(send({ claim }))).toEqual(first);
    for (const other of [{ claim: 'd'.repeat(32) }, {}]) expect((await send(other)).status).toBe(409);
    expect(rows()).toHaveLength(1);
  });

  it('tells the log and who follows it what changed, and the printers what is to be printed', async () => {
    const wake = new Wake();
    const heard: string[] = [];
    for (const topic of ['log', 'wholesale', 'print'] as const) wake.on(topic, () => heard.push(topic));
    const { db, menu, outbox: log, audit } = store;
    const wholesale = createWholesale({
      ...{
        db,
        menu,
        outbox: log,
        audit,
        wake,
        clock: () => store.clock.nowMs,
        timeZone: 'America/Sao_Paulo',
      },
      enqueue: () => 1,
    });
    const { id, ...rest } = PlaceWholesale.parse(request());
    for (let time = 0; time < 2; time += 1) wholesale.place({ id, ...rest }, 'lan');
    await Promise.resolve();
    expect(heard.splice(0)).toEqual(['log', 'wholesale']);
    for (let time = 0; time < 2; time += 1) wholesale.withdraw(id);
    await Promise.resolve();
    expect(heard.splice(0)).toEqual(['log', 'wholesale']);
    wholesale.print(id);
    await Promise.resolve();
    expect(heard).toEqual(['print']);
  });

  it.each([
    ['an empty cart', { items: [] }, 'items', 'Carrinho vazio'],
    ['no name', { customerName: ' ' }, 'customerName', 'Nome é obrigatório'],
    ['no phone', { customerPhone: '' }, 'customerPhone', 'Telefone/WhatsApp é obrigatório'],
    ['a wrong CPF', { customerCpfCnpj: '111.111.111-11' }, 'customerCpfCnpj', /CPF ou CNPJ inválido/],
    [
      'a quantity of 10⁹',
      { items: [{ id: 'a', productId: 'casquinha', quantity: 1e9 }] },
      'items[0].quantity',
      /máxima/,
    ],
    [
      'a size that is switched off',
      {
        items: [{ id: 'a', productId: 'balde', selectedSize: '2 L', selectedFlavor: 'Banana', quantity: 1 }],
      },
      'items[0].selectedSize',
      /O tamanho 2 L de Açaí em balde não está mais disponível/,
    ],
    [
      'a product that is switched off',
      { items: [{ id: 'a', productId: 'antigo', quantity: 1 }] },
      'items[0].productId',
      /não está mais disponível/,
    ],
  ])('refuses %s by its field and keeps nothing', async (_, changes, field, message) => {
    const answer = await send(changes);
    expect(answer.status).toBe(422);
    const { errors } = await bodyOf<{ errors: { field: string; message: string }[] }>(answer);
    expect(errors).toContainEqual({ field, message: expect.stringMatching(message) as string });
    expect(rows()).toHaveLength(0);
    expect((await placed({ id: idOf(9) })).orderNumber).toBe(1);
  });

  it('[A6] refuses what was switched off while it lay in a cart', async () => {
    store.menu.setEntry('wholesaleSizes', 's1', { active: false });
    expect((await send()).status).toBe(422);
    store.menu.setEntry('wholesaleSizes', 's1', { active: true });
    store.menu.setEntry('wholesaleProducts', 'balde', { active: false });
    expect((await send()).status).toBe(422);
  });

  it('[A11] goes on while the shop is closed or paused', async () => {
    store.menu.setSettings({ pausedUntilMs: store.clock.nowMs + 60_000 });
    expect((await send()).status).toBe(201);
    store.menu.setSettings({
      openingHours: { weekly: Array.from({ length: 7 }, () => []), holidays: [] },
      pausedUntilMs: null,
    });
    expect((await send({ id: idOf(3) })).status).toBe(201);
  });

  it('[A13] keeps names and prices as sold', async () => {
    const order = await placed();
    store.menu.setEntry('wholesaleProducts', 'balde', { name: 'Outro', priceCents: 1 });
    expect(store.wholesale.repository.byId(order.id)?.items[0]).toMatchObject({
      productName: 'Açaí em balde',
      productPriceCents: 12_000,
    });
  });

  it('over the link is a command with one outcome, and can be withdrawn', async () => {
    const command = {
      id: idOf(100),
      kind: 'wholesale.place',
      payload: { wholesale: request() },
    };
    const outcome = await bodyOf<{ status: string; wholesale: WholesaleOrder }>(
      store.askLink('/link/commands', { json: command }),
    );
    expect(outcome).toMatchObject({ status: 'wholesale', wholesale: { orderNumber: 1, source: 'relay' } });
    expect(await bodyOf(store.askLink('/link/commands', { json: command }))).toEqual(outcome);
    const withdraw = {
      id: idOf(101),
      kind: 'wholesale.withdraw',
      payload: { orderId: SAMPLE_WHOLESALE_ID },
    };
    expect(await bodyOf(store.askLink('/link/commands', { json: withdraw }))).toMatchObject({
      wholesale: { status: 'CANCELADO' },
    });
  });

  it('is slowed down, and so is looking for orders', async () => {
    const slow = await openTestStore({ environment: { ORDERS_PER_MINUTE: '2' } });
    const tries: number[] = [];
    for (let n = 0; n < 3; n += 1)
      tries.push((await slow.ask('/api/wholesale/orders', { json: request({ id: idOf(n) }) })).status);
    expect(tries.at(-1)).toBe(429);
    let last = 200;
    for (let n = 0; n < 61; n += 1)
      last = (await slow.ask('/api/wholesale/track', { json: { phone: PHONE } })).status;
    expect(last).toBe(429);
    // One count for whoever looks, whichever way.
    expect((await slow.ask(`/api/wholesale/orders/by-id/${idOf(0)}`)).status).toBe(429);
    await slow.close();
  });
});

describe('the catalogue', () => {
  it('shows what is active, with an ETag', async () => {
    const answer = await store.ask('/api/wholesale/catalogue');
    const etag = answer.headers.get('etag') ?? '';
    expect(await answer.json()).toMatchObject({
      categories: [{ id: 'acai' }],
      products: [
        { id: 'balde', sizes: ['10 L', '5 L'], flavors: ['Tradicional', 'Banana'] },
        { id: 'casquinha', sizes: null, flavors: null, categoryId: null },
      ],
    });
    const again = { headers: { 'if-none-match': etag } };
    expect((await store.ask('/api/wholesale/catalogue', again)).status).toBe(304);
    store.menu.setEntry('wholesaleProducts', 'casquinha', { priceCents: 5_000 });
    expect((await store.ask('/api/wholesale/catalogue', again)).status).toBe(200);
  });
});

describe('[A12] finding orders by phone', () => {
  const find = async (phone: unknown) => store.ask('/api/wholesale/track', { json: { phone } });

  it('asks for a phone', async () => {
    for (const phone of ['', '  ', undefined, 7]) {
      const answer = await find(phone);
      expect(answer.status).toBe(422);
      expect(await bodyOf(answer)).toMatchObject({ detail: 'Digite seu telefone para buscar os pedidos.' });
    }
  });

  it('finds whole phones only, and shows the minimum', async () => {
    await placed();
    expect((await bodyOf<WholesaleTracked>(find('987654321'))).orders).toEqual([]);
    const { orders } = await bodyOf<WholesaleTracked>(find('(11) 98765-4321'));
    expect(orders).toMatchObject([{ orderNumber: 1, customerName: 'Maria S.', totalCents: 45_100 }]);
    expect(JSON.stringify(orders)).not.toMatch(/98765-?4321|Flores|Ligar|12ABC|Souza/);
  });

  it('[29] ends after twenty phones that ordered nothing, here and at the customers’ search together; one that did costs nothing', async () => {
    await placed();
    const ask = async (path: string, phone: string) => (await store.ask(path, { json: { phone } })).status;
    const wholesale = (phone: string) => ask('/api/wholesale/track', phone);
    for (let at = 0; at < 25; at += 1) expect(await wholesale(PHONE)).toBe(200);
    for (let at = 0; at < 20; at += 1) expect(await wholesale(`1190000${1000 + at}`)).toBe(200);
    expect([await wholesale(PHONE), await wholesale('11900009999')]).toEqual([429, 429]);
    expect(await ask('/api/track', PHONE)).toBe(429);
  });

  it('finds the newest twenty of a phone', async () => {
    for (let n = 1; n <= 21; n += 1) await placed({ id: idOf(n) });
    const { orders } = await bodyOf<WholesaleTracked>(find(PHONE));
    expect(orders.map(({ orderNumber }) => orderNumber)).toEqual(
      Array.from({ length: 20 }, (_, n) => 21 - n),
    );
  });

  it('finds open orders always, ended ones for 30 days', async () => {
    await placed();
    const ended = await placed({ id: idOf(2) });
    store.wholesale.withdraw(ended.id);
    store.clock.nowMs += WHOLESALE_SHOWN_MS + 1;
    const { orders } = await bodyOf<WholesaleTracked>(find(PHONE));
    expect(orders.map((order) => order.orderNumber)).toEqual([1]);
  });
});

describe('the operator', () => {
  let operator: Asking;
  beforeEach(async () => {
    operator = await asRole(store, 'WHOLESALE');
  });
  const list = (state: 'open' | 'over', more = ''): Promise<WholesaleList> =>
    bodyOf(operator(`/api/staff/wholesale/orders?state=${state}${more}`));
  const move = (id: string, kind: string, seen?: string) =>
    operator(`/api/staff/wholesale/orders/${id}/moves`, { json: { kind, seen } });

  it('[A7] moves an order by the table, whatever it asks for, and the audit says who', async () => {
    const { id } = await placed();
    expect((await move(id, 'finish')).status).toBe(409);
    const kept = () => store.wholesale.repository.byId(id);
    store.clock.nowMs += 60_000;
    const startedAtMs = store.clock.nowMs;
    expect(await bodyOf(move(id, 'start', 'NOVO'))).toMatchObject({ order: { status: 'EM_ANDAMENTO' } });
    expect(kept()).toMatchObject({ updatedAtMs: startedAtMs, startedAtMs, endedAtMs: null });
    store.clock.nowMs += 60_000;
    expect(await bodyOf(move(id, 'finish', 'NOVO'))).toMatchObject({ code: 'stale' });
    expect(await bodyOf(move(id, 'finish', 'EM_ANDAMENTO'))).toMatchObject({
      order: { status: 'FINALIZADO' },
    });
    const endedAtMs = store.clock.nowMs;
    expect(kept()).toMatchObject({ updatedAtMs: endedAtMs, startedAtMs, endedAtMs });
    for (const kind of ['start', 'cancel'])
      expect(await bodyOf(move(id, kind))).toMatchObject({ code: 'order-over' });
    expect((await move(id, 'NOVO')).status).toBe(422);
    expect((await move(idOf(7), 'start')).status).toBe(404);
    const admin = await asRole(store, 'ADMIN');
    const { rows: audited } = await bodyOf<{ rows: { text: string; userName: string }[] }>(
      admin('/api/staff/audit?subject=order'),
    );
    expect(audited.map(({ text, userName }) => [userName, text])).toEqual([
      ['Ana WHOLESALE', 'mudou o pedido de atacado nº 1 de Em Preparo para Finalizado'],
      ['Ana WHOLESALE', 'mudou o pedido de atacado nº 1 de Pedido Recebido para Em Preparo'],
    ]);
  });

  it('reads open orders whole and ended ones by pages, with how many there are', async () => {
    for (let n = 1; n <= 53; n += 1) {
      await placed({ id: idOf(n) });
      if (n > 3) store.wholesale.withdraw(idOf(n));
    }
    // What is being made is open, what is finished is over as what is cancelled is.
    for (const n of [1, 3]) expect((await move(idOf(n), 'start')).status).toBe(200);
    expect((await move(idOf(3), 'finish')).status).toBe(200);
    const open = await list('open');
    expect([open.open, open.over, open.more]).toEqual([2, 51, false]);
    expect(open.orders.map(({ orderNumber, status }) => [orderNumber, status])).toEqual([
      [2, 'NOVO'],
      [1, 'EM_ANDAMENTO'],
    ]);
    expect(open.orders[0]?.items[0]?.productName).toBe('Açaí em balde');
    const over = await list('over');
    expect([over.orders.length, over.more]).toEqual([50, true]);
    const rest = await list('over', `&before=${over.orders.at(-1)?.orderNumber}`);
    expect([rest.orders.map((order) => order.orderNumber), rest.more]).toEqual([[3], false]);
    expect([over.orders[0]?.status, rest.orders[0]?.status]).toEqual(['CANCELADO', 'FINALIZADO']);
    // A page that is just full is the last one.
    expect(await list('over', '&before=53')).toMatchObject({ more: false });
    expect((await list('over', '&before=53')).orders).toHaveLength(50);
  });

  it('reads three hundred open orders, the newest, and hears that there are more', async () => {
    const { repository } = store.wholesale;
    for (let n = 1; n <= 301; n += 1)
      repository.insert(sampleWholesaleOrder({ id: idOf(n), orderNumber: n }), `asked ${n}`, `claim ${n}`);
    const { orders, open, more } = await list('open');
    expect([orders.length, orders.at(-1)?.orderNumber, open, more]).toEqual([300, 2, 301, true]);
  });

  it('prints an order where wholesale is printed, and is told when nowhere', async () => {
    const { id } = await placed();
    const print = () => operator(`/api/staff/wholesale/orders/${id}/print`, { method: 'POST' });
    expect(await bodyOf(print())).toMatchObject({ status: 409, code: 'no-printer' });
    const admin = await asRole(store, 'ADMIN');
    const saved = await admin('/api/staff/printers/new', {
      method: 'PUT',
      json: {
        name: 'Estoque',
        enabled: true,
        transport: { kind: 'tcp', host: '192.168.0.50', port: 9100 },
        columns: 48,
        codePage: 'PC850',
        purposes: ['wholesale'],
      },
    });
    expect(saved.status).toBe(200);
    expect(await bodyOf(print())).toEqual({ printers: 1 });
    expect(store.db.select().from(printJobs).all()).toMatchObject([{ purpose: 'wholesale', orderId: id }]);
  });

  it('edits the wholesale catalogue and nothing else of the menu', async () => {
    const patch = (kind: string, id: string, json: unknown) =>
      operator(`/api/staff/catalog/${kind}/${id}`, { method: 'PATCH', json });
    const named = ['wholesaleCategories', 'wholesaleProducts', 'wholesaleSizes', 'wholesaleFlavors'] as const;
    // Made, renamed, and taken off: it stays, inactive.
    for (const kind of named) {
      const kept = () => store.menu.catalog()[kind].find(({ id }) => id === 'novo');
      expect((await patch(kind, 'novo', { name: 'Novo', priceCents: 100 })).status).toBe(200);
      expect(kept()).toMatchObject({ name: 'Novo', active: true });
      expect((await patch(kind, 'novo', { name: 'Outro' })).status).toBe(200);
      expect((await patch(kind, 'novo', { active: false })).status).toBe(200);
      expect(kept()).toMatchObject({ name: 'Outro', active: false });
    }
    expect((await patch('wholesaleFields', 'address', { enabled: true, required: true })).status).toBe(200);
    expect((await patch('wholesaleFields', 'address', { required: false })).status).toBe(200);
    expect(store.menu.catalog().wholesaleFields).toContainEqual({
      id: 'address',
      enabled: true,
      required: false,
    });
    for (const kind of ENTRY_KINDS.filter((one) => !one.startsWith('wholesale')))
      expect([kind, (await patch(kind, 'g', { name: 'X' })).status]).toEqual([kind, 403]);
    expect((await patch('sizes', 'g', { soldOutUntilMs: 0 })).status).toBe(403);
    expect((await operator('/api/staff/settings', { method: 'PATCH', json: {} })).status).toBe(403);
    const kitchen = await asRole(store, 'KITCHEN');
    const cooked = await kitchen('/api/staff/catalog/wholesaleProducts/balde', { method: 'PATCH', json: {} });
    expect(cooked.status).toBe(403);
  });

  it('hears of wholesale orders and of no others; the kitchen hears of none of them', async () => {
    const heard = async (ask: Asking): Promise<string> => {
      const response = await ask('/api/staff/live?since=0');
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      let text = '';
      while (!text.includes('event: menu')) {
        const { value, done } = await reader.read();
        if (done) break;
        text += new TextDecoder().decode(value);
      }
      await reader.cancel();
      return [...text.matchAll(/event: ([\w-]+)/g)].map((match) => match[1]).join(' ');
    };
    const streams = Promise.all([heard(operator), heard(await asRole(store, 'KITCHEN'))]);
    await new Promise((resolve) => setImmediate(resolve));
    const retail = {
      id: idOf(70),
      customerPhone: PHONE,
      consumptionType: 'local',
      items: [{ id: 'a', sizeId: 'g', baseId: 'acai', iceCreamId: 'ninho' }],
    };
    expect((await store.ask('/api/orders', { json: retail })).status).toBe(201);
    await placed();
    store.menu.setEntry('wholesaleSizes', 's2', { active: false });
    expect(await streams).toEqual(['hello wholesale menu', 'hello order menu']);
  });
});

describe('a buyer who wants to be forgotten', () => {
  const everywhere = (): string =>
    (
      store.db.$client
        .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite%'")
        .all() as { name: string }[]
    )
      .map(({ name }) => JSON.stringify(store.db.$client.prepare(`select * from "${name}"`).all()))
      .join('\n');
  const secrets = [PHONE, '98765-4321', 'Souza', '12ABC34501DE35', '12.ABC', 'Flores', 'Ligar'];
  const known = () => secrets.filter((word) => everywhere().includes(word));

  async function buy(): Promise<void> {
    const json = { id: idOf(100), kind: 'wholesale.place', payload: { wholesale: request() } };
    expect((await store.askLink('/link/commands', { json })).status).toBe(200);
    store.printing.queue.enqueueWholesale(
      {
        orderId: SAMPLE_WHOLESALE_ID,
        orderNumber: 1,
        statusText: '',
        customer: { name: 'Maria de Souza', phone: '(11) 98765-4321', cpfCnpj: '', address: '' },
        observations: '',
        items: [],
        totalCents: 0,
        createdAtMs: 0,
      },
      0,
    );
    expect(known()).toContain('Souza');
    expect(known()).toContain(PHONE);
  }

  it('is exported and forgotten by phone: tables, log, answers and paper; the order stays', async () => {
    const admin = await asRole(store, 'ADMIN');
    await buy();
    await placed({
      id: idOf(2),
      customerPhone: '21900000000',
      customerName: 'João',
      customerCpfCnpj: '',
      customerAddress: '',
      observations: '',
    });
    const exported = await bodyOf<{ pedidosAtacado: object[] }>(
      admin('/api/staff/privacy/export', { json: { phone: PHONE } }),
    );
    expect(exported.pedidosAtacado).toMatchObject([{ numero: 1, endereco: 'Rua das Flores, 9' }]);
    expect(await bodyOf(admin('/api/staff/privacy/erase', { json: { phone: PHONE } }))).toMatchObject({
      before: { wholesale: { count: 1 } },
      left: 0,
    });
    expect(everywhere()).toContain('João');
    expect(known()).toEqual([]);
    expect(store.wholesale.repository.byId(SAMPLE_WHOLESALE_ID)).toMatchObject({
      customerName: null,
      totalCents: 45_100,
      observations: '',
    });
    const body = store.db.select().from(outbox).all().at(-2)?.body ?? '';
    expect(body).toContain('wholesale-person');
    expect(store.db.select().from(inbox).all()[0]?.outcome).toContain('"customerName":null');
  });

  it('is forgotten after the time that the shop has set', async () => {
    await buy();
    store.clock.nowMs += 370 * 24 * 3_600_000;
    await store.retention.run();
    expect(known()).toEqual([]);
    const before = store.outbox.head().seq;
    await store.retention.run();
    expect(store.outbox.head().seq).toBe(before);
  });
});
