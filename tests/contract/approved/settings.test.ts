// Every setting of a shop, filled in, emptied and refused, with what each of its readers then says.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOffice, type Office } from './office.ts';
import { slipText } from './slip.ts';

const READERS = ['/api/store', '/api/menu', '/api/wholesale/catalogue', '/api/staff/catalog'];
const DAY_MS = 24 * 3_600_000;
const PAPER = '?columns=48&codePage=PC850&pictures=0';

let office: Office;
beforeAll(async () => {
  office = await openOffice(['ana', 'caio', 'nina', 'vera']);
});
afterAll(() => office?.close());

const openDays = (...days: { opens: string; closes: string }[][]) =>
  Array.from({ length: 7 }, (_, weekday) => days[weekday] ?? []);

const OF_THE_SHOP = {
  storeName: '  Açaí da Praça ',
  storeAddress: 'Praça das Mangueiras, 128',
  storePhone: '(11) 5555-0128',
  legalName: 'Açaí da Praça Ltda.',
  taxId: '11.222.333/0001-81',
  instagramUrl: 'https://instagram.com/acai',
  whatsappUrl: 'https://wa.me/5511955550128',
  logo: 'a'.repeat(64),
};
const OF_HOURS = {
  openingHoursText: 'Todo dia, menos quando chove',
  openingHours: {
    weekly: openDays(
      [],
      [
        { opens: '11:00', closes: '14:00' },
        { opens: '18:00', closes: '02:00' },
      ],
    ),
    holidays: [
      { date: '2026-12-25', intervals: [] },
      { date: '2026-11-21', intervals: [{ opens: '10:00', closes: '15:30' }] },
    ],
  },
};
const OF_THE_KITCHEN = {
  kitchenWarnMinutes: 7,
  kitchenLateMinutes: 12,
  stations: [
    { id: 'acai', name: ' Açaí ', takes: ['acai', 'category:classicas'], printerId: null },
    { id: 'frio', name: 'Frio', takes: ['cup'], printerId: 'p2' },
  ],
};
const OF_MONEY = {
  specialDiscountPercent: 12.5,
  attendantDiscountPercentMax: 20,
  feePercents: { pix: 0.99, credit_card: 4.98, vale: 30 },
};
const OF_ORDERS = {
  enableTacaMontada: false,
  panelNames: true,
  remoteCashMinutes: 30,
  unpaidPerPhoneMax: 2,
  unpaidPerAddressMax: 4,
  unpaidPerLanAddressMax: 8,
  remoteCashOrdersMax: 16,
};
const OF_WHOLESALE = {
  wholesaleMinimumCents: 15_000,
  wholesaleDeliveryWeekdays: [4, 2],
  wholesaleLeadDays: 3,
  wholesaleTerms: ' 14 dias ',
};
const NOTHING = {
  storeAddress: '',
  storePhone: '',
  legalName: '',
  taxId: '',
  instagramUrl: '',
  whatsappUrl: '',
  logo: null,
  openingHoursText: '',
  openingHours: { weekly: openDays(), holidays: [] },
  specialDiscountPercent: 0,
  feePercents: {},
  stations: [],
  wholesaleMinimumCents: 0,
  wholesaleDeliveryWeekdays: [],
  wholesaleLeadDays: 0,
  wholesaleTerms: '',
  pausedUntilMs: null,
};
const WRONG: Record<string, unknown> = {
  storeName: ' ',
  storeAddress: 'a'.repeat(201),
  storePhone: 'a'.repeat(41),
  legalName: 'a'.repeat(121),
  taxId: 'a'.repeat(21),
  instagramUrl: 'a'.repeat(201),
  whatsappUrl: 'a'.repeat(201),
  logo: 'logo.png',
  openingHoursText: 'a'.repeat(121),
  openingHours: {
    weekly: openDays([{ opens: '8:00', closes: '25:00' }]),
    holidays: [{ date: '25/12', intervals: [] }],
  },
  specialDiscountPercent: 101,
  enableTacaMontada: 'sim',
  attendantDiscountPercentMax: 10.5,
  panelNames: null,
  kitchenWarnMinutes: 0,
  kitchenLateMinutes: 91,
  stations: [{ id: '', name: ' ', takes: [], printerId: 7 }],
  remoteCashMinutes: 4,
  unpaidPerPhoneMax: 0,
  unpaidPerAddressMax: 1001,
  unpaidPerLanAddressMax: 1.5,
  remoteCashOrdersMax: 'muitos',
  feePercents: { pix: 31, debit_card: 0.001, dinheiro: 1 },
  wholesaleMinimumCents: 10_000_001,
  wholesaleDeliveryWeekdays: [7],
  wholesaleLeadDays: 31,
  wholesaleTerms: 'a'.repeat(121),
  pausedUntilMs: -1,
};

async function setEverything(): Promise<void> {
  const { record, ana, caio } = office;
  record.title('Every setting is filled in');
  await record.look(ana, [...READERS, '/api/staff/board']);
  const groups = { OF_THE_SHOP, OF_HOURS, OF_THE_KITCHEN, OF_MONEY, OF_ORDERS, OF_WHOLESALE };
  for (const [name, group] of Object.entries(groups)) {
    const words = name.toLowerCase().replaceAll('_', ' ');
    await record.step(`What is ${words}`, ana, 'PATCH /api/staff/settings', group);
  }
  await record.look(ana, READERS);
  await record.look(caio, ['/api/staff/board']);
  for (const kind of ['counter', 'kitchen', 'wholesale', 'close', 'test'])
    record.quote(
      `the sample slip: ${kind}`,
      await slipText(await ana.ask(`/api/staff/print-preview/samples/${kind}${PAPER}`)),
    );
}

async function pauseOrders(): Promise<void> {
  const { record, ana, caio, vera } = office;
  record.title('A pause of the orders');
  await record.step('The kitchen takes a pause', caio, 'POST /api/staff/pause', { minutes: 20 });
  await record.look(ana, ['/api/store']);
  await record.step('The pause is too short', caio, 'POST /api/staff/pause', { minutes: 4 });
  await record.step('It is none of wholesale’s', vera, 'POST /api/staff/pause', { minutes: 20 });
  office.later(21 * 60_000);
  await record.look(ana, ['/api/store']);
  await record.step('The kitchen goes on', caio, 'POST /api/staff/pause', { minutes: null });
  await record.step('An hour before closing', ana, 'PATCH /api/staff/settings', {
    pausedUntilMs: office.store.clock.nowMs + 3_600_000,
  });
  await record.look(ana, ['/api/store']);
}

async function setPixKeys(): Promise<void> {
  const { record, ana, nina } = office;
  record.title('The shop’s own PIX key');
  const set = (words: string, key: string, more = {}, who = ana) =>
    record.step(words, who, 'PUT /api/staff/pix-key', { key, holder: 'Ana Souza', city: 'Belém', ...more });
  await record.look(ana, ['/api/staff/pix-key']);
  await set('A CPF', '529.982.247-25');
  await set('A CNPJ', '11.222.333/0001-81');
  await set('An e-mail', ' Ana@Loja.com ');
  await set('A phone', '(11) 98765-4321');
  await set('A random one', '123e4567-e89b-42d3-a456-426614174000');
  await set('The same again', '123e4567-e89b-42d3-a456-426614174000');
  await set('By the counter', '', {}, nina);
  for (const wrong of [
    'ana@',
    '+55 1',
    '(11) 5',
    '123e4567-e89b',
    '111.111.111-11',
    '11.222.333/0001-82',
    'ana',
  ])
    await set('A wrong one', wrong);
  await set('Nobody and nowhere', '529.982.247-25', { holder: ' ', city: '' });
  await set('Names that are too long', '529.982.247-25', { holder: 'h'.repeat(26), city: 'c'.repeat(16) });
  await record.look(ana, ['/api/staff/pix-key']);
  await set('Switched off', '');
  await record.look(ana, ['/api/staff/pix-key']);
}

async function refuseEverything(): Promise<void> {
  const { record, ana, caio, nina, vera } = office;
  record.title('What is refused');
  for (const [field, value] of Object.entries(WRONG))
    await record.step(`A wrong ${field}`, ana, 'PATCH /api/staff/settings', { [field]: value });
  await record.step('Red before yellow', ana, 'PATCH /api/staff/settings', { kitchenWarnMinutes: 12 });
  await record.step('Too many stations', ana, 'PATCH /api/staff/settings', {
    stations: Array.from({ length: 9 }, (_, n) => ({ id: `e${n}`, name: `E${n}`, takes: [] })),
  });
  await record.step('A field that nobody knows', ana, 'PATCH /api/staff/settings', { colour: 'roxo' });
  await record.step('What is there already', ana, 'PATCH /api/staff/settings', {
    storePhone: '(11) 5555-0128',
  });
  for (const who of [caio, nina, vera])
    await record.step('Whoever is no administrator', who, 'PATCH /api/staff/settings', {
      storeName: 'Minha',
    });
}

async function emptyEverything(): Promise<void> {
  const { record, ana } = office;
  record.title('Every setting is emptied');
  office.later(DAY_MS);
  await record.step('Nothing is filled in any more', ana, 'PATCH /api/staff/settings', NOTHING);
  await record.look(ana, READERS);
  record.quote(
    'the sample slip: counter',
    await slipText(await ana.ask(`/api/staff/print-preview/samples/counter${PAPER}`)),
  );
  await record.look(ana, [
    '/api/staff/audit?subject=settings',
    '/api/staff/audit?subject=menu',
    '/api/staff/audit?before=4',
  ]);
}

it('says each setting to each of its readers', async () => {
  await setEverything();
  await pauseOrders();
  await setPixKeys();
  await refuseEverything();
  await emptyEverything();
  await expect(office.record.text()).toMatchFileSnapshot('./settings.txt');
});
