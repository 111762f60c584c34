// What the menu may hold: below, at and above each bound, and what holds where nobody said anything.
import { describe, expect, it } from 'vitest';
import { UNTIL_FURTHER_NOTICE_MS } from './availability.ts';
import { ENTRY_KINDS, ENTRY_SCHEMAS, Settings, type EntryKind } from './menu.ts';

const LEAST: Record<EntryKind, Record<string, unknown>> = {
  sizes: { id: 'a', name: 'A', priceCents: 1, maxToppings: 0 },
  bases: { id: 'a', name: 'A' },
  iceCreams: { id: 'a', name: 'A' },
  toppings: { id: 'a', name: 'A' },
  categories: { id: 'a', name: 'A' },
  products: { id: 'a', name: 'A', priceCents: 1, productType: 'PRONTO' },
  paymentMethods: { id: 'pix', displayName: 'A' },
  wholesaleCategories: { id: 'a', name: 'A' },
  wholesaleProducts: { id: 'a', name: 'A', priceCents: 1 },
  wholesaleSizes: { id: 'a', name: 'A', active: true },
  wholesaleFlavors: { id: 'a', name: 'A', active: true },
  wholesaleFields: { id: 'name', enabled: true, required: true },
};
const takes = (kind: EntryKind, changes: object) =>
  ENTRY_SCHEMAS[kind].safeParse({ ...LEAST[kind], ...changes }).success;
const x = (count: number) => 'x'.repeat(count);
const many = (count: number, one: unknown) => Array.from({ length: count }, () => one);
const risingTiers = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ from: 2 + at, priceCents: 100 }));
const SHOP = ['sizes', 'bases', 'iceCreams', 'toppings', 'products'] as const;

type Bound = [kinds: readonly EntryKind[], field: string, right: unknown[], wrong: unknown[]];
const BOUNDS: Bound[] = [
  [
    ENTRY_KINDS.filter((kind) => kind !== 'paymentMethods' && kind !== 'wholesaleFields'),
    'id',
    ['a', x(64)],
    ['', x(65), 7],
  ],
  [
    [...SHOP, 'categories', 'wholesaleCategories', 'wholesaleProducts', 'wholesaleSizes', 'wholesaleFlavors'],
    'name',
    ['a', x(80), ' a '],
    ['', ' ', x(81), null],
  ],
  [
    [...SHOP, 'categories', 'wholesaleCategories', 'wholesaleProducts'],
    'position',
    [0, 100_000],
    [-1, 100_001, 0.5],
  ],
  [
    [...SHOP, 'categories', 'wholesaleCategories', 'wholesaleProducts', 'wholesaleSizes', 'wholesaleFlavors'],
    'active',
    [true, false],
    ['x'],
  ],
  [SHOP, 'soldOutUntilMs', [null, 0, UNTIL_FURTHER_NOTICE_MS], [-1, UNTIL_FURTHER_NOTICE_MS + 2, 0.5]],
  [['sizes', 'products', 'wholesaleProducts'], 'priceCents', [1, 1_000_000], [0, -1, 1_000_001, 0.5]],
  [['toppings'], 'priceCents', [0, 1_000_000], [-1, 1_000_001]],
  [['sizes'], 'maxToppings', [0, 50], [-1, 51, 1.5]],
  [
    ['bases', 'iceCreams', 'products', 'categories', 'wholesaleCategories', 'wholesaleProducts'],
    'description',
    [null, '', x(400)],
    [x(401)],
  ],
  [
    ['bases', 'iceCreams', 'toppings'],
    'color',
    [null, '#00aaFF'],
    ['#00aaF', '#00aaFF0', '00aaFF', '#00aaFG'],
  ],
  [
    ['products', 'wholesaleProducts'],
    'image',
    [null, 'a'.repeat(64)],
    ['a'.repeat(63), 'a'.repeat(65), 'g'.repeat(64), 'A'.repeat(64)],
  ],
  [['toppings'], 'category', ['frutas', 'caldas', 'crocantes', ''], ['outros']],
  [['products'], 'productType', ['ACAI_MONTADO', 'TACA_MONTADA', 'PRONTO'], ['OUTRO']],
  [['products'], 'cupMode', ['pronta', 'escolha'], ['outra']],
  [['products'], 'accompaniments', [[], many(20, x(60))], [many(21, 'a'), [''], [x(61)]]],
  [['wholesaleProducts'], 'sizes', [null, [], many(40, x(80))], [many(41, 'a'), [''], [x(81)]]],
  [['wholesaleProducts'], 'flavors', [null, [], many(80, x(80))], [many(81, 'a'), ['']]],
  [
    ['wholesaleProducts'],
    'tiers',
    [[], [{ from: 2, priceCents: 1 }], [{ from: 9_999, priceCents: 1_000_000 }], risingTiers(6)],
    [
      [{ from: 1, priceCents: 1 }],
      [{ from: 10_000, priceCents: 1 }],
      [{ from: 2, priceCents: 0 }],
      risingTiers(7),
      [...risingTiers(2)].reverse(),
      [
        { from: 5, priceCents: 2 },
        { from: 5, priceCents: 1 },
      ],
    ],
  ],
  [['wholesaleProducts'], 'categoryId', [null, 'a'], ['', 7]],
  [['wholesaleFields'], 'enabled', [true, false], [null, 'x']],
  [['wholesaleFields'], 'required', [true, false], [null, 'x']],
  [['paymentMethods'], 'id', ['pix', 'credit_card', 'cash'], ['debit_card']],
  [['wholesaleFields'], 'id', ['name', 'phone', 'cpf_cnpj', 'address', 'observations'], ['email']],
];

describe('an entry of the menu', () => {
  it.each(
    BOUNDS.flatMap(([kinds, field, right, wrong]) =>
      kinds.map((kind) => [kind, field, right, wrong] as const),
    ),
  )('%s: %s', (kind, field, right, wrong) => {
    expect(right.filter((value) => !takes(kind, { [field]: value }))).toEqual([]);
    expect(wrong.filter((value) => takes(kind, { [field]: value }))).toEqual([]);
  });

  it('whose prices by volume are in no order says which way each must go', () => {
    const tiers = [...risingTiers(2)].reverse();
    const read = ENTRY_SCHEMAS.wholesaleProducts.safeParse({ ...LEAST.wholesaleProducts, tiers });
    expect(read.error?.issues).toMatchObject([
      { path: ['tiers'], message: 'Cada faixa deve começar com mais unidades do que a anterior.' },
    ]);
  });

  it('is on, available and first where nobody said anything', () => {
    expect(ENTRY_SCHEMAS.products.parse(LEAST.products)).toEqual({
      ...LEAST.products,
      position: 0,
      active: true,
      soldOutUntilMs: null,
      description: null,
      image: null,
      categoryId: null,
      accompaniments: [],
      cupMode: 'pronta',
    });
    expect(ENTRY_SCHEMAS.toppings.parse(LEAST.toppings)).toMatchObject({
      category: '',
      priceCents: 0,
      color: null,
    });
    expect(ENTRY_SCHEMAS.paymentMethods.parse(LEAST.paymentMethods)).toMatchObject({
      enabled: false,
      position: 0,
    });
  });
});

describe('the settings', () => {
  const stations = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `s${at}`, name: `Estação ${at}`, takes: [] }));
  const named = (name: string) => [{ id: 's', name, takes: [] }];
  const taking = (takes: unknown[]) => [{ id: 's', name: 'S', takes }];
  const printing = (printerId: unknown) => [{ ...taking([])[0], printerId }];

  it('of a shop that set nothing', () => {
    expect(Settings.parse({})).toEqual({
      storeName: 'Balcão Açaí',
      storeAddress: '',
      storePhone: '',
      legalName: '',
      taxId: '',
      instagramUrl: '',
      whatsappUrl: '',
      logo: null,
      openingHoursText: '',
      openingHours: {
        weekly: Array.from({ length: 7 }, () => [{ opens: '10:00', closes: '22:00' }]),
        holidays: [],
      },
      specialDiscountPercent: 0,
      enableTacaMontada: false,
      attendantDiscountPercentMax: 10,
      panelNames: false,
      kitchenWarnMinutes: 5,
      kitchenLateMinutes: 8,
      stations: [],
      remoteCashMinutes: 45,
      unpaidPerPhoneMax: 3,
      unpaidPerAddressMax: 6,
      unpaidPerLanAddressMax: 12,
      remoteCashOrdersMax: 60,
      feePercents: {},
      wholesaleMinimumCents: 0,
      wholesaleDeliveryWeekdays: [],
      wholesaleLeadDays: 1,
      wholesaleTerms: '',
      pausedUntilMs: null,
    });
  });

  it.each([
    ['storeName', [x(80)], ['', x(81)]],
    ['storeAddress', ['', x(200)], [x(201)]],
    ['storePhone', ['', x(40)], [x(41)]],
    ['legalName', ['', x(120)], [x(121)]],
    ['taxId', ['', x(20)], [x(21)]],
    ['instagramUrl', [x(200)], [x(201)]],
    ['whatsappUrl', [x(200)], [x(201)]],
    ['openingHoursText', [x(120)], [x(121)]],
    [
      'feePercents',
      [{}, { pix: 0, vale: 30, credito: 4.99 }],
      [{ pix: -0.01 }, { pix: 30.01 }, { pix: 0.999 }, { cash: 1 }],
    ],
    ['wholesaleMinimumCents', [0, 10_000_000], [-1, 10_000_001, 0.5]],
    ['wholesaleDeliveryWeekdays', [[], [0, 6]], [[-1], [7], [0.5]]],
    ['wholesaleLeadDays', [0, 30], [-1, 31, 0.5]],
    ['wholesaleTerms', ['', x(120)], [x(121)]],
    ['specialDiscountPercent', [0, 0.01, 100], [-0.01, 100.01]],
    ['attendantDiscountPercentMax', [0, 100], [-1, 101, 1.5]],
    ['kitchenWarnMinutes', [1, 90], [0, 91, 1.5]],
    ['pausedUntilMs', [null, 0], [-1, 0.5]],
    ['stations', [[], stations(6)], [stations(7)]],
    ['stations', [named(x(1)), named(x(24))], [named(''), named('  '), named(x(25))]],
    ['stations', [taking(many(200, x(80)))], [taking(many(201, 'acai')), taking([x(81)])]],
    ['stations', [printing(null), printing(x(64))], [printing(x(65)), printing(7)]],
  ])('hold of %s so much', (field, right, wrong) => {
    expect(right.filter((value) => !Settings.safeParse({ [field]: value }).success)).toEqual([]);
    expect(wrong.filter((value) => Settings.safeParse({ [field]: value }).success)).toEqual([]);
  });

  const hours = (changes: object) =>
    Settings.safeParse({ openingHours: { weekly: many(7, []), holidays: [], ...changes } }).success;
  const interval = (opens: string, closes = '22:00') => ({ weekly: many(7, [{ opens, closes }]) });

  it('hold seven days with up to four openings, and sixty holidays', () => {
    expect([6, 7, 8].map((days) => hours({ weekly: many(days, []) }))).toEqual([false, true, false]);
    const one = { opens: '10:00', closes: '11:00' };
    expect([4, 5].map((count) => hours({ weekly: many(7, many(count, one)) }))).toEqual([true, false]);
    const holiday = { date: '2026-12-25', intervals: [] };
    expect([60, 61].map((count) => hours({ holidays: many(count, holiday) }))).toEqual([true, false]);
    expect(hours({ holidays: [{ ...holiday, date: '2026-02-29' }] })).toBe(false);
    expect([4, 5].map((count) => hours({ holidays: [{ ...holiday, intervals: many(count, one) }] }))).toEqual(
      [true, false],
    );
  });

  it.each(['00:00', '09:59', '19:05', '23:59'])('know the time %s', (time) =>
    expect(hours(interval(time))).toBe(true),
  );
  it.each(['24:00', '9:00', '10:60', '10:0', '10-00', 'x10:00', '10:00x'])('know no time %s', (time) =>
    expect(hours(interval(time))).toBe(false),
  );
});

it.each([
  [ENTRY_SCHEMAS.sizes.shape.priceCents, 1_000_001, 'O preço vai até R$ 10.000,00.'],
  [ENTRY_SCHEMAS.wholesaleProducts.shape.priceCents, 0, 'O preço deve ser maior que zero.'],
  [ENTRY_SCHEMAS.sizes.shape.maxToppings, 51, 'Use de 0 a 50.'],
  [Settings.shape.storeName, ' ', 'Dê um nome à loja.'],
  [Settings.shape.specialDiscountPercent, 101, 'Use um número de 0 a 100.'],
  [Settings.shape.kitchenWarnMinutes, 1.5, 'Use minutos inteiros, de 1 a 90.'],
  [Settings.shape.kitchenLateMinutes, 91, 'Use minutos de 1 a 90.'],
  [Settings.shape.remoteCashMinutes, 5.5, 'Use minutos inteiros, de 5 a 240.'],
  [Settings.shape.remoteCashMinutes, 4, 'Use minutos de 5 a 240.'],
  [Settings.shape.wholesaleLeadDays, 0.5, 'Use dias inteiros, de 0 a 30.'],
  [Settings.shape.wholesaleLeadDays, 31, 'Use dias de 0 a 30.'],
  [Settings.shape.stations, [{ id: 's', name: ' ', takes: [] }], 'Dê um nome à estação.'],
  [Settings.shape.stations, [{ id: 's', name: x(25), takes: [] }], 'Use até 24 letras no nome da estação.'],
])('a bound that a form can reach has its own words: %#', (field, value, words) => {
  expect(field.safeParse(value).error?.issues[0]?.message).toBe(words);
});
