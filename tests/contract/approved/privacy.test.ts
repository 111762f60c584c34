// One person's data: looked at, carried away, erased; and what becomes of everybody's with the years, as answered and written down.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatCode } from '@balcao/shared/ids.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import type { TestStore } from '../../../edge/testing/open-test-store.ts';
import { orderId } from '../../../edge/testing/sell.ts';
import { openBrowser, type Browser } from './browser.ts';
import { openOffice, signInAs, type Office } from './office.ts';

const DAY_MS = 24 * 3_600_000;
const [MARIA, JOSE] = ['(11) 98765-4321', '21900000000'];
let office: Office;
beforeAll(async () => {
  office = await openOffice(['ana', 'nina'], {}, sellToMaria);
  for (const { code } of ordersOf(office.store)) office.record.namer.learn('code', formatCode(code));
});
afterAll(() => office?.close());

const ordersOf = (store: TestStore) =>
  [1, 2, 3, 4].flatMap((n) => store.orders.repository.byId(orderId(n)) ?? []);

const acai = (changes: object = {}) => ({
  id: 'a',
  sizeId: 'g',
  baseId: 'acai',
  iceCreamId: 'ninho',
  toppings: [
    { id: 'banana', layer: 'BOTTOM' },
    { id: 'nutella', layer: 'TOP' },
  ],
  ...changes,
});
const cup = {
  id: 'b',
  productId: 'livre',
  baseId: 'acai',
  iceCreamId: 'morango',
  toppings: [{ id: 'mel', layer: 'MIDDLE' }],
};
const water = { id: 'c', productId: 'agua' };

async function sellToMaria({ store, ana }: { store: TestStore; ana: Browser }): Promise<void> {
  const done = async (asking: Promise<Response>): Promise<void> => {
    const answer = await asking;
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  };
  const relay = openBrowser(store, 'the relay', { from: 'link' });
  const command = (n: number, kind: string, payload: object, caller = {}) =>
    done(relay.ask('/link/commands', { json: { id: orderId(n), kind, payload, ...caller } }));
  const printer = { enabled: true, columns: 48, codePage: 'PC850', family: 'EPSON', pictures: true };
  for (const [name, purposes] of [
    ['Cozinha', ['kitchen']],
    ['Balcão', ['counter', 'wholesale']],
  ])
    await done(
      ana.ask('/api/staff/printers/new', {
        method: 'PUT',
        json: { ...printer, name, purposes, transport: { kind: 'tcp', host: '192.168.0.50', port: 9100 } },
      }),
    );
  const { wholesaleProducts } = sampleWholesale();
  await done(
    ana.ask('/api/staff/catalog', {
      method: 'PATCH',
      json: {
        entries: wholesaleProducts.map(({ id, ...fields }) => ({ kind: 'wholesaleProducts', id, fields })),
      },
    }),
  );

  const order = { customerPhone: MARIA, consumptionType: 'takeaway', observations: 'Sem canudo' };
  await command(
    0x101,
    'order.place',
    {
      order: {
        ...order,
        id: orderId(1),
        items: [acai({ meioAMeio: true, secondaryIceCreamId: 'morango' }), cup, water],
      },
    },
    { caller: 'c'.repeat(43) },
  );
  const fact = {
    attemptId: orderId(0x201),
    orderId: orderId(1),
    provider: 'mercadopago',
    providerPaymentId: '1234567890',
    method: 'pix',
    statusDetail: 'accredited',
    mismatch: null,
    amountCents: store.orders.repository.byId(orderId(1))?.totalCents ?? 0,
    observedAtMs: store.clock.nowMs,
  };
  await command(0x102, 'payment.fact', { ...fact, status: 'approved', refundedCents: 0 });
  await command(0x103, 'payment.fact', { ...fact, status: 'partially_refunded', refundedCents: 500 });
  await done(
    ana.ask('/api/staff/orders', {
      json: {
        ...order,
        observations: '',
        id: orderId(2),
        consumptionType: 'local',
        items: [acai()],
        concession: { kind: 'discount', off: { cents: 100 }, reason: 'Cliente antiga' },
      },
    }),
  );
  const moves = (n: number, json: object) => done(ana.ask(`/api/staff/orders/${orderId(n)}/moves`, { json }));
  await moves(2, {
    kind: 'take-tender',
    id: orderId(0x301),
    method: 'cash',
    cents: 1_000,
    receivedCents: 2_000,
  });
  await moves(2, {
    kind: 'take-tender',
    id: orderId(0x302),
    method: 'terminal',
    card: 'debito',
    cents: 1_465,
  });
  for (const kind of ['start', 'mark-ready', 'deliver']) await moves(2, { kind });
  await done(store.ask('/api/orders', { json: { ...order, id: orderId(3), items: [water] } }));
  await moves(3, { kind: 'cancel', reason: 'cliente' });
  await done(
    store.ask('/api/orders', {
      json: { ...order, id: orderId(4), customerPhone: JOSE, observations: 'De José', items: [water] },
    }),
  );

  const buyer = {
    customerName: 'Maria de Souza',
    customerCpfCnpj: '529.982.247-25',
    customerAddress: 'Rua das Flores, 9',
    observations: 'Ligar antes',
  };
  await done(
    store.ask('/api/wholesale/orders', {
      json: {
        ...buyer,
        id: orderId(5),
        customerPhone: MARIA,
        items: [{ id: 'x', productId: 'balde', selectedSize: '10 L', selectedFlavor: 'Banana', quantity: 2 }],
      },
    }),
  );
  await done(
    store.ask('/api/wholesale/orders', {
      json: {
        id: orderId(6),
        customerName: 'Zé',
        customerPhone: MARIA,
        items: [{ id: 'x', productId: 'casquinha', quantity: 1 }],
      },
    }),
  );
  await done(
    ana.ask(`/api/staff/wholesale/orders/${orderId(5)}/payment`, {
      json: { paid: { onDate: '2026-11-21', method: 'pix' } },
    }),
  );
  await done(ana.ask(`/api/staff/wholesale/orders/${orderId(5)}/print`, { method: 'POST' }));
  const fromAfar = { ...buyer, customerPhone: MARIA };
  const items = [{ id: 'x', productId: 'casquinha', quantity: 3 }];
  await command(0x104, 'wholesale.place', { wholesale: { ...fromAfar, id: orderId(8), items } });
  await store.rollups.upToDate();
}

async function look(): Promise<void> {
  const { record, ana, nina } = office;
  record.title('What is kept of a person');
  await record.look(ana, ['/api/staff/privacy']);
  const person = (words: string, phone: unknown, who = ana) =>
    record.step(words, who, 'POST /api/staff/privacy/person', { phone });
  await person('No phone', '');
  await person('Too short a phone', '987654321 aa');
  await person('By the counter', MARIA, nina);
  await person('Of Maria', MARIA);
  await person('Of José', JOSE);
  await person('Of nobody', '(31) 3333-3333');
  const file = (words: string, phone: string) =>
    record.step(words, ana, 'POST /api/staff/privacy/export', { phone });
  await file('Maria’s file', MARIA);
  await file('José’s file', JOSE);
  await file('Nobody’s file', '3133333333');
  await file('Too short a phone', '98765-4321');
}

async function erase(): Promise<void> {
  const { record, ana, nina } = office;
  record.title('A person is erased');
  office.later(DAY_MS);
  const erasing = (words: string, phone: string, who = ana) =>
    record.step(words, who, 'POST /api/staff/privacy/erase', { phone });
  await erasing('By the counter', MARIA, nina);
  await erasing('Too short a phone', '98765-4321');
  await erasing('Maria', MARIA);
  await erasing('Maria again', MARIA);
  await record.step('What is kept of Maria', ana, 'POST /api/staff/privacy/person', { phone: MARIA });
  await record.step('Her file', ana, 'POST /api/staff/privacy/export', { phone: MARIA });
  await record.look(ana, [
    '/api/staff/wholesale/orders?state=open',
    '/api/staff/wholesale/buyers',
    '/api/staff/printing',
  ]);
}

async function growOld(): Promise<void> {
  const { record, ana, nina } = office;
  const { store } = office;
  record.title('What grows old');
  const keep = (words: string, retentionMonths: unknown, who = ana) =>
    record.step(words, who, 'PUT /api/staff/privacy', { retentionMonths });
  await keep('No month', 0);
  await keep('More than ten years', 121);
  await keep('By the counter', 6, nina);
  await keep('Half a year', 6);
  await keep('Said again', 6);
  await record.look(ana, ['/api/staff/privacy']);
  await store.ask('/api/wholesale/orders', {
    json: {
      id: orderId(7),
      customerName: 'Lia',
      customerPhone: JOSE,
      items: [{ id: 'x', productId: 'casquinha', quantity: 1 }],
    },
  });
  await record.doing('Lia buys wholesale', () => undefined);
  office.later(29 * DAY_MS);
  await record.doing('A month later nothing is old', () => store.retention.run());
  office.later(160 * DAY_MS);
  await record.doing('Half a year later', () => store.retention.run());
  await record.doing('And once more', () => store.retention.run());
  await signInAs(ana, 'ana');
  await record.step('What is kept of José', ana, 'POST /api/staff/privacy/person', { phone: JOSE });
}

it('says and writes what becomes of a person’s data', async () => {
  await look();
  await erase();
  await growOld();
  await expect(office.record.text()).toMatchFileSnapshot('./privacy.txt');
});
