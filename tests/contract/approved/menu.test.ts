// The menu of a shop: each kind of entry made, filled in, moved, sold out, switched off and emptied, and what each reader then says.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UNTIL_FURTHER_NOTICE_MS } from '@balcao/shared/menu/availability.ts';
import type { EntryKind } from '@balcao/shared/menu/menu.ts';
import { START_MS } from '../../../edge/testing/open-test-store.ts';
import { openOffice, type Office } from './office.ts';

type Fields = Record<string, unknown>;
const READERS = ['/api/menu', '/api/wholesale/catalogue', '/api/staff/catalog'];
const HOUR_MS = 3_600_000;
const IMAGE = 'b'.repeat(64);

/** Of each kind the least that makes an entry, then every field of it. */
const KINDS: Record<
  Exclude<EntryKind, 'paymentMethods' | 'wholesaleFields'>,
  [least: Fields, every: Fields]
> = {
  sizes: [
    { name: 'Médio', priceCents: 2000, maxToppings: 0 },
    {
      name: 'Médio 400 ml',
      position: 7,
      active: false,
      soldOutUntilMs: START_MS + HOUR_MS,
      priceCents: 2150,
      maxToppings: 3,
    },
  ],
  bases: [
    { name: 'Cremosa' },
    {
      name: 'Zero',
      position: 1,
      active: false,
      soldOutUntilMs: UNTIL_FURTHER_NOTICE_MS,
      description: 'Sem açúcar',
      color: '#4a1259',
      allergens: ['soja'],
    },
  ],
  iceCreams: [
    { name: 'Creme' },
    {
      name: 'Coco',
      position: 2,
      active: false,
      soldOutUntilMs: START_MS + HOUR_MS,
      description: 'Da fruta',
      color: '#ffffff',
      allergens: ['leite', 'ovo'],
    },
  ],
  toppings: [
    { name: 'Paçoca' },
    {
      name: 'Paçoca da casa',
      position: 3,
      active: false,
      soldOutUntilMs: START_MS + HOUR_MS,
      category: 'crocantes',
      priceCents: 150,
      color: '#c08040',
      allergens: ['amendoim'],
    },
  ],
  categories: [
    { name: 'Bebidas' },
    { name: 'Geladas', description: 'Da geladeira', position: 4, active: false },
  ],
  products: [
    { name: 'Suco', priceCents: 900, productType: 'PRONTO' },
    {
      name: 'Taça Tropical',
      position: 5,
      active: false,
      soldOutUntilMs: START_MS + HOUR_MS,
      description: 'Com frutas',
      priceCents: 2790,
      image: IMAGE,
      categoryId: 'classicas',
      accompaniments: ['Manga', ' Coco '],
      allergens: [],
      productType: 'TACA_MONTADA',
      cupMode: 'escolha',
    },
  ],
  wholesaleCategories: [
    { name: 'Baldes' },
    { name: 'Potes', description: 'De 1 L', position: 1, active: false },
  ],
  wholesaleProducts: [
    { name: 'Balde', priceCents: 9000 },
    {
      name: 'Balde 10 L',
      position: 2,
      active: false,
      description: 'Congelado',
      priceCents: 9900,
      image: IMAGE,
      categoryId: 'wholesaleCategories-1',
      sizes: ['10 L', '5 L'],
      flavors: ['Tradicional', 'Zero'],
      tiers: [
        { from: 5, priceCents: 9500 },
        { from: 10, priceCents: 9000 },
      ],
    },
  ],
  wholesaleSizes: [
    { name: '10 L', active: true },
    { name: '5 L', active: false },
  ],
  wholesaleFlavors: [
    { name: 'Tradicional', active: true },
    { name: 'Zero', active: false },
  ],
};
const EMPTIED: Fields = {
  description: null,
  color: null,
  image: null,
  categoryId: null,
  soldOutUntilMs: null,
};
const WRONG: [EntryKind, Fields][] = [
  ['sizes', { name: 'Sem preço', maxToppings: 2 }],
  ['sizes', { name: 'De graça', priceCents: 0, maxToppings: -1 }],
  ['sizes', { name: 'Caro', priceCents: 1_000_001, maxToppings: 51 }],
  ['bases', { name: '  ', color: 'roxo', description: 'd'.repeat(401), allergens: ['pólen'] }],
  ['iceCreams', { name: 'n'.repeat(81), position: -1 }],
  ['toppings', { name: 'Sal', category: 'salgados', priceCents: 1.5, soldOutUntilMs: -1 }],
  ['categories', { position: 1 }],
  ['products', { name: 'Sem preço', productType: 'PRONTO' }],
  [
    'products',
    {
      name: 'De graça',
      priceCents: 0,
      productType: 'OUTRO',
      cupMode: 'meia',
      image: 'x.png',
      accompaniments: [''],
    },
  ],
  ['paymentMethods', { displayName: '' }],
  ['wholesaleCategories', { name: '' }],
  ['wholesaleProducts', { name: 'Sem preço', priceCents: 0 }],
  [
    'wholesaleProducts',
    {
      name: 'Faixas',
      priceCents: 900,
      tiers: [
        { from: 9, priceCents: 800 },
        { from: 9, priceCents: 700 },
      ],
    },
  ],
  ['wholesaleSizes', { name: '' }],
  ['wholesaleFields', { enabled: 'sim' }],
];

let office: Office;
beforeAll(async () => {
  office = await openOffice(['ana', 'caio', 'nina', 'vera']);
});
afterAll(() => office?.close());

const edit = (words: string, kind: string, id: string, fields: Fields, who = office.ana) =>
  office.record.step(words, who, `PATCH /api/staff/catalog/${kind}/${id}`, fields);
const editMany = (words: string, json: object, who = office.ana) =>
  office.record.step(words, who, 'PATCH /api/staff/catalog', json);

async function makeEveryKind(): Promise<void> {
  const { record, ana } = office;
  record.title('An entry of each kind, with the least and with everything');
  await record.look(ana, READERS);
  for (const [kind, [least, every]] of Object.entries(KINDS)) {
    await edit('The least', kind, `${kind}-1`, least);
    await edit('Everything', kind, `${kind}-2`, every);
  }
  await edit('The card is offered', 'paymentMethods', 'credit_card', {
    enabled: true,
    displayName: 'Crédito',
    description: 'Em 1x',
    position: 5,
  });
  await edit('The address must be given', 'wholesaleFields', 'address', { enabled: true, required: true });
  await edit('Nobody is asked for a CPF', 'wholesaleFields', 'cpf_cnpj', { enabled: false, required: false });
  await record.look(ana, [...READERS, '/api/store']);
}

async function changeEveryKind(): Promise<void> {
  const { record, ana } = office;
  record.title('Everything is filled in, switched on, and emptied again');
  for (const [kind, [, every]] of Object.entries(KINDS))
    await edit('Filled in', kind, `${kind}-1`, { ...every, active: true });
  await record.look(ana, READERS);
  for (const [kind, [least, every]] of Object.entries(KINDS)) {
    const emptied = Object.entries(EMPTIED).filter(([field]) => field in every);
    await edit('Emptied, and switched off', kind, `${kind}-1`, {
      ...least,
      ...Object.fromEntries(emptied),
      active: false,
    });
  }
  await record.look(ana, READERS);
  office.later(2 * HOUR_MS);
  for (const kind of Object.keys(KINDS)) await edit('Switched on', kind, `${kind}-2`, { active: true });
  await record.look(ana, READERS);
  await edit('What is so already', 'sizes', 'p', { priceCents: 1500 });
}

async function changeSeveral(): Promise<void> {
  const { record, ana } = office;
  record.title('Several at once');
  const entry = (kind: EntryKind, id: string, fields: Fields, seen?: number) => ({
    kind,
    id,
    fields,
    ...(seen === undefined ? {} : { seen: { priceCents: seen } }),
  });
  await editMany('Another order of the sizes', {
    entries: [entry('sizes', 'g', { position: 1 }), entry('sizes', 'p', { position: 2 })],
  });
  await editMany('Two kinds', {
    entries: [entry('sizes', 'g', { name: 'Gigante' }), entry('toppings', 'mel', { priceCents: 100 })],
  });
  await editMany('A selection', {
    batch: 'selection',
    entries: [entry('toppings', 'mel', { active: false }), entry('toppings', 'banana', { active: false })],
  });
  await editMany('An import', {
    batch: 'import',
    entries: [
      entry('products', 'chá', { name: 'Chá', priceCents: 500, productType: 'PRONTO' }),
      entry('sizes', 'p', { priceCents: 1550 }),
    ],
  });
  await editMany('It is taken back', { batch: 'undo', entries: [entry('sizes', 'p', { priceCents: 1500 })] });
  await editMany('A selection that changes nothing', {
    batch: 'selection',
    entries: [entry('sizes', 'p', { priceCents: 1500 })],
  });
  await editMany('A price that was seen as it is', {
    entries: [entry('sizes', 'p', { priceCents: 1600 }, 1500)],
  });
  await editMany('A price that somebody changed meanwhile', {
    entries: [entry('sizes', 'p', { priceCents: 1700 }, 1500)],
  });
  await editMany('Three of them', {
    entries: [
      entry('sizes', 'p', { priceCents: 1700 }, 1500),
      entry('sizes', 'g', { priceCents: 2700 }, 2400),
      entry('products', 'agua', { priceCents: 450 }, 300),
    ],
  });
  await editMany('One is wrong, so none is changed', {
    entries: [entry('sizes', 'p', { name: 'P' }), entry('sizes', 'g', { name: '' })],
  });
  await editMany('None at all', { entries: [] });
  await editMany('Another batch', { batch: 'all', entries: [entry('sizes', 'p', { name: 'P' })] });
  await record.look(ana, READERS);
}

async function refuse(): Promise<void> {
  const { record, ana, caio, nina, vera } = office;
  record.title('What is refused');
  for (const [kind, fields] of WRONG)
    await edit('Wrong', kind, kind === 'wholesaleFields' ? 'name' : 'novo', fields);
  await edit('No such kind', 'drinks', 'x', { name: 'X' });
  await edit('No such way to pay', 'paymentMethods', 'boleto', { displayName: 'Boleto' });
  for (const who of [caio, nina]) {
    await edit('It is sold out', 'toppings', 'granola', { soldOutUntilMs: UNTIL_FURTHER_NOTICE_MS }, who);
    await edit('It is there again', 'toppings', 'granola', { soldOutUntilMs: null }, who);
    await edit('A price', 'toppings', 'granola', { priceCents: 1 }, who);
    await edit('Of wholesale', 'wholesaleProducts', 'wholesaleProducts-1', { active: true }, who);
  }
  await edit(
    'Of wholesale',
    'wholesaleProducts',
    'wholesaleProducts-1',
    { priceCents: 9100, active: true },
    vera,
  );
  await edit('Of the shop', 'toppings', 'granola', { soldOutUntilMs: null }, vera);
  await editMany(
    'One of the shop among them',
    {
      entries: [
        { kind: 'wholesaleSizes', id: 'x', fields: { name: 'X', active: true } },
        { kind: 'sizes', id: 'p', fields: { active: false } },
      ],
    },
    vera,
  );
  await record.look(ana, ['/api/staff/audit?subject=access']);
}

it('says each entry to each of its readers', async () => {
  await makeEveryKind();
  await changeEveryKind();
  await changeSeveral();
  await refuse();
  await expect(office.record.text()).toMatchFileSnapshot('./menu.txt');
});
