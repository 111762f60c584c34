// Wholesale from the buyer's cart to the operator's report: what each is answered, and what is written of it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { orderId } from '../../../edge/testing/sell.ts';
import { openBrowser, type Browser } from './browser.ts';
import { openOffice, type Office } from './office.ts';

const DAY_MS = 24 * 3_600_000;
const CLAIM = 'claim-of-the-buyer-that-is-long-enough';
const LISTS = [
  '/api/staff/wholesale/orders?state=open',
  '/api/staff/wholesale/orders?state=over',
  '/api/staff/wholesale/buyers',
  '/api/staff/wholesale/report?from=2026-11-01&to=2026-11-30',
];
let office: Office;
let buyer: Browser;
let relay: Browser;
beforeAll(async () => {
  office = await openOffice(['ana', 'vera', 'nina']);
  buyer = openBrowser(office.store, 'a buyer');
  relay = openBrowser(office.store, 'the relay', { from: 'link' });
});
afterAll(() => office?.close());

function step(words: string, who: Browser, request: string, json?: unknown): Promise<unknown> {
  office.later(1000);
  return office.record.step(words, who, request, json);
}
const bucket = (changes: object = {}) => ({
  id: 'one',
  productId: 'balde',
  selectedSize: '10 L',
  selectedFlavor: 'Banana',
  quantity: 3,
  ...changes,
});
const cones = (changes: object = {}) => ({ id: 'two', productId: 'casquinha', quantity: 2, ...changes });
const request = (n: number, changes: object = {}) => ({
  id: orderId(n),
  claim: CLAIM,
  customerName: ' Maria de Souza ',
  customerPhone: '(11) 98765-4321',
  customerCpfCnpj: '11.222.333/0001-81',
  customerAddress: 'Rua das Flores, 9',
  observations: 'Ligar antes',
  items: [bucket(), cones()],
  ...changes,
});
const place = (words: string, json: unknown, who = buyer) =>
  step(words, who, 'POST /api/wholesale/orders', json);
const LEAST = {
  customerName: 'Bar do Zé',
  customerPhone: '1133334444',
  customerCpfCnpj: '',
  customerAddress: null,
  observations: '',
  items: [cones()],
};

async function sellNothing(): Promise<void> {
  const { record, ana, vera } = office;
  record.title('Before anything is sold wholesale');
  await record.look(buyer, ['/api/wholesale/catalogue']);
  await record.look(vera, LISTS);
  await step('Nobody is found', buyer, 'POST /api/wholesale/track', { phone: '(11) 98765-4321' });
  await step('No phone', buyer, 'POST /api/wholesale/track', { phone: '' });
  const { wholesaleProducts, wholesaleCategories, wholesaleSizes, wholesaleFlavors } = sampleWholesale();
  const every = { wholesaleCategories, wholesaleProducts, wholesaleSizes, wholesaleFlavors };
  await step('Vera fills the catalogue', vera, 'PATCH /api/staff/catalog', {
    batch: 'import',
    entries: Object.entries(every).flatMap(([kind, entries]) =>
      entries.map(({ id, ...fields }) => ({ kind, id, fields })),
    ),
  });
  await step('Cheaper from four on', vera, 'PATCH /api/staff/catalog/wholesaleProducts/balde', {
    tiers: [{ from: 4, priceCents: 11_000 }],
  });
  await record.look(buyer, ['/api/wholesale/catalogue']);
  await step('Ana sets the rules', ana, 'PATCH /api/staff/settings', {
    wholesaleMinimumCents: 9_000,
    wholesaleDeliveryWeekdays: [2, 4],
    wholesaleLeadDays: 2,
    wholesaleTerms: '14 dias',
  });
}

async function orderWholesale(): Promise<void> {
  const { record, ana, vera } = office;
  record.title('Orders');
  await place(
    'Everything is filled in',
    request(1, { wishedDate: '2026-11-24', expectedTotalCents: 45_100 }),
  );
  await place('Sent twice', request(1, { wishedDate: '2026-11-24', expectedTotalCents: 45_100 }));
  await place('Another under its id', request(1, { observations: 'Outra' }));
  await record.look(buyer, [`/api/wholesale/orders/by-id/${orderId(1)}`]);
  await office.record.look(buyer, [`/api/wholesale/orders/by-id/${orderId(1)}`], {
    authorization: `Bearer ${CLAIM}`,
  });
  office.later(60_000);
  await place('The least', { id: orderId(2), ...LEAST });
  await place(
    'Four of one product, in two lines',
    request(3, {
      items: [bucket({ quantity: 1 }), bucket({ id: 'three', selectedSize: '5 L', quantity: 3 })],
    }),
  );
  await step('From the site', relay, 'POST /link/commands', {
    id: orderId(0x101),
    kind: 'wholesale.place',
    payload: {
      wholesale: {
        ...request(4, { customerPhone: '21999998888', customerName: 'Ana Paula', wishedDate: '2026-11-26' }),
        claim: undefined,
        claimHash: 'c'.repeat(64),
      },
    },
  });
  await step('Taken back by the site', relay, 'POST /link/commands', {
    id: orderId(0x102),
    kind: 'wholesale.withdraw',
    payload: { orderId: orderId(4), claimHash: 'c'.repeat(64) },
  });
  await step('By another’s claim', relay, 'POST /link/commands', {
    id: orderId(0x103),
    kind: 'wholesale.withdraw',
    payload: { orderId: orderId(1), claimHash: 'd'.repeat(64) },
  });
  await step('Of none', relay, 'POST /link/commands', {
    id: orderId(0x104),
    kind: 'wholesale.withdraw',
    payload: { orderId: orderId(99) },
  });
  await record.look(vera, LISTS);
  for (const phone of ['11 98765-4321', '1133334444', '98765-4321'])
    await step('Found by its phone', buyer, 'POST /api/wholesale/track', { phone });
  await record.look(ana, LISTS.slice(0, 1));
}

const REFUSED: [words: string, changes: object][] = [
  [
    'Nothing is filled in',
    { customerName: '', customerPhone: '', customerCpfCnpj: '', customerAddress: '', observations: '' },
  ],
  ['Nothing is in the cart', { items: [] }],
  ['Too little', { items: [cones({ quantity: 1 })] }],
  ['A short phone and a wrong CPF', { customerPhone: '98765', customerCpfCnpj: '111.111.111-11' }],
  [
    'Words that are too long',
    { customerName: 'n'.repeat(81), customerAddress: 'a'.repeat(301), observations: 'o'.repeat(501) },
  ],
  [
    'A product that is off, and one that never was',
    { items: [bucket({ productId: 'antigo' }), cones({ productId: 'nada' })] },
  ],
  ['A size that is off', { items: [bucket({ selectedSize: '2 L' })] }],
  ['A flavour that is off', { items: [bucket({ selectedFlavor: 'Zero' })] }],
  ['No size and no flavour', { items: [bucket({ selectedSize: null, selectedFlavor: '' })] }],
  ['A size where there is none', { items: [cones({ selectedSize: '10 L', selectedFlavor: 'Banana' })] }],
  ['A line twice', { items: [bucket(), bucket()] }],
  ['None of a product', { items: [bucket({ quantity: 0 })] }],
  ['A half, and too many', { items: [bucket({ quantity: 1.5 }), cones({ quantity: 10_000 })] }],
  ['Another total than was shown', { expectedTotalCents: 1 }],
  ['A day too early', { wishedDate: '2026-11-22' }],
  ['A day on which nothing is brought', { wishedDate: '2026-11-25' }],
  ['No day', { wishedDate: '24/11/2026' }],
  ['No id', { id: 'um' }],
];

async function refuseOrders(): Promise<void> {
  const { record, ana } = office;
  record.title('Orders that are refused');
  for (const [words, changes] of REFUSED) await place(words, request(20, changes));
  await step('Nobody is asked for a name, everybody for an address', ana, 'PATCH /api/staff/catalog', {
    entries: [
      { kind: 'wholesaleFields', id: 'name', fields: { enabled: false, required: true } },
      { kind: 'wholesaleFields', id: 'address', fields: { enabled: true, required: true } },
    ],
  });
  await place('No address', request(5, { customerAddress: ' ' }));
  await place('What nobody is asked for is not kept', request(5, { wishedDate: undefined }));
  await step('Every size of the bucket is off', ana, 'PATCH /api/staff/catalog', {
    entries: ['s1', 's2'].map((id) => ({ kind: 'wholesaleSizes', id, fields: { active: false } })),
  });
  await place('A size that is off', request(20));
  await record.look(buyer, ['/api/wholesale/catalogue']);
}

async function workOnOrders(): Promise<void> {
  const { record, vera, nina, ana } = office;
  record.title('States and payments');
  const move = (words: string, n: number, json: unknown, who = vera) =>
    step(words, who, `POST /api/staff/wholesale/orders/${orderId(n)}/moves`, json);
  const pay = (words: string, n: number, paid: unknown, who = vera) =>
    step(words, who, `POST /api/staff/wholesale/orders/${orderId(n)}/payment`, { paid });
  office.later(DAY_MS);
  await move('Not begun yet', 1, { kind: 'finish' });
  await move('Begun', 1, { kind: 'start', seen: 'NOVO' });
  await move('Begun twice', 1, { kind: 'start', seen: 'NOVO' });
  await move('On a screen that is old', 1, { kind: 'cancel', seen: 'NOVO' });
  office.later(3_600_000);
  await pay('Paid', 1, { onDate: '2026-11-22', method: 'pix' });
  await pay('Said again', 1, { onDate: '2026-11-22', method: 'pix' });
  await pay('Otherwise', 1, { onDate: '2026-11-22', method: 'boleto' });
  await pay('It was not', 1, null);
  await pay('Paid by boleto', 1, { onDate: '2026-11-21', method: 'boleto' }, ana);
  await move('Finished', 1, { kind: 'finish', seen: 'EM_ANDAMENTO' });
  await move('Finished twice', 1, { kind: 'finish' });
  await move('Begun after its end', 1, { kind: 'start' });
  await move('Called off after its end', 1, { kind: 'cancel' });
  await move('Called off', 2, { kind: 'cancel', seen: 'NOVO' });
  await pay('One that is called off', 2, { onDate: '2026-11-22', method: 'cash' });
  await move('Begun', 3, { kind: 'start' }, ana);
  await move('Called off in work', 3, { kind: 'cancel' });
  await pay('Tomorrow', 5, { onDate: '2026-11-23', method: 'card' });
  await pay('No day', 5, { onDate: '22/11/2026', method: 'transfer' });
  await pay('No way to pay', 5, { onDate: '2026-11-22', method: 'cheque' });
  await pay('By card', 5, { onDate: '2026-11-22', method: 'card' });
  await move('No such step', 5, { kind: 'deliver' });
  await move('No such order', 99, { kind: 'start' });
  await pay('No such order', 99, null);
  await move('By the counter', 5, { kind: 'start' }, nina);
  await pay('By the counter', 5, null, nina);
  await record.look(vera, LISTS);
  await record.look(nina, LISTS);
}

async function printAndLook(): Promise<void> {
  const { record, ana, vera } = office;
  record.title('Slips, buyers and the report');
  const print = (words: string, n: number) =>
    step(words, vera, `POST /api/staff/wholesale/orders/${orderId(n)}/print`);
  await print('No printer', 1);
  await step('A printer for it', ana, 'PUT /api/staff/printers/new', {
    name: 'Atacado',
    enabled: true,
    transport: { kind: 'tcp', host: '192.168.0.50', port: 9100 },
    columns: 48,
    codePage: 'PC850',
    family: 'EPSON',
    pictures: true,
    purposes: ['wholesale'],
  });
  for (const n of [1, 2, 5]) await print('Printed', n);
  await print('No such order', 99);
  await record.look(vera, [
    '/api/staff/wholesale/buyers/1',
    '/api/staff/wholesale/buyers/2',
    '/api/staff/wholesale/buyers/99',
    '/api/staff/wholesale/buyers/um',
  ]);
  await record.look(vera, [
    '/api/staff/wholesale/report',
    '/api/staff/wholesale/report?from=2026-11-22&to=2026-11-22',
    '/api/staff/wholesale/report?from=2026-11-22&to=2026-11-21',
    '/api/staff/wholesale/report?from=ontem',
  ]);
  await record.look(vera, [
    '/api/staff/wholesale/orders?state=over&before=2',
    '/api/staff/wholesale/orders?state=all',
    '/api/staff/wholesale/orders?state=open&before=0',
  ]);
  await record.look(ana, ['/api/staff/audit?subject=order']);
  office.later(31 * DAY_MS);
  await step('A month later what is over is not found any more', buyer, 'POST /api/wholesale/track', {
    phone: '11987654321',
  });
}

it('sells, works, is paid, and says so', async () => {
  await sellNothing();
  await orderWholesale();
  await refuseOrders();
  await workOnOrders();
  await printAndLook();
  await expect(office.record.text()).toMatchFileSnapshot('./wholesale.txt');
});
