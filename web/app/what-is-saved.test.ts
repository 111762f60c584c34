// What is saved in the editor is what can be bought: every combination that its forms can save is walked through the customers' wizard,
// the counter's shelves, the store's price and the slip of the kitchen.
import { editEntry } from '@balcao/shared/menu/edit.ts';
import { ENTRY_SCHEMAS, type Catalog, type EntryKind } from '@balcao/shared/menu/menu.ts';
import { isBuilt } from '@balcao/shared/menu/cup.ts';
import { publicMenu, type Menu } from '@balcao/shared/menu/snapshot.ts';
import { newOrder } from '@balcao/shared/order/new-order.ts';
import { sampleCatalog, sampleRequest } from '@balcao/shared/order/sample.ts';
import { ticketOf } from '@balcao/shared/order/ticket.ts';
import { priceList, quote } from '@balcao/shared/pricing/quote.ts';
import { describe, expect, it } from 'vitest';
import { placeItem, readyItem, type CartItem } from '../cart/cart.ts';
import { extrasOf } from '../cart/extras.tsx';
import { itemPriceCents } from '../cart/price.ts';
import { storedOf, valuesOf } from '../data/staff/menu/editor/form.ts';
import type { CatalogSpec, FieldSpec } from '../data/staff/menu/editor/kind.ts';
import { CUPS, MENU, READY_PRODUCTS } from '../features/admin/menu/kinds.ts';
import { shelvesOf } from '../features/counter/shelves.ts';
import { builtCups, cupGroups } from '../features/order/cup-groups.ts';
import {
  chooseCategory,
  chooseCup,
  chooseType,
  EMPTY_DRAFT,
  itemOf,
  type Draft,
} from '../features/order/draft.ts';
import { lackOf, stepsOf } from '../features/order/steps.ts';
import type { StepName } from '../features/order/texts.ts';

const NOW_MS = 1_000;
const ID = 'new';
const FULL = {
  description: 'Da casa',
  accompaniments: 'Calda\nFarofa',
  image: 'a'.repeat(64),
  color: '#aabbcc',
};

/** A shop with one category on the menu and one that is switched off, and a cup of each kind already there. */
const shop = (): Catalog => {
  const category = (id: string, active: boolean) =>
    ENTRY_SCHEMAS.categories.parse({ id, name: `Categoria ${id}`, active });
  return { ...sampleCatalog(), categories: [category('on', true), category('off', false)] };
};

/** All answers of a form's questions with options, each with the rest left empty and filled in. */
function everyForm(spec: CatalogSpec): Record<string, string>[] {
  const selects = spec.fields.filter(
    (field): field is FieldSpec & { type: 'select' } => field.type === 'select',
  );
  const given = { name: 'Novo', priceCents: '12,50', maxToppings: '2', position: '1' };
  const answers = (field: FieldSpec & { type: 'select' }): string[] => [
    ...field.options(shop(), '').flatMap(([value]) => (field.required && value === '' ? [] : [value])),
    // As it was saved before its category was switched off.
    ...(field.key === 'categoryId' ? ['off'] : []),
  ];
  const combined = selects.reduce<Record<string, string>[]>(
    (forms, field) =>
      forms.flatMap((form) => answers(field).map((value) => ({ ...form, [field.key]: value }))),
    [{}],
  );
  const begun = valuesOf(spec.fields, null, spec.standard(0));
  return combined.flatMap((chosen) => [
    { ...begun, ...given, ...chosen },
    { ...begun, ...given, ...FULL, ...chosen },
  ]);
}

function saved(spec: CatalogSpec, values: Record<string, string>): Catalog {
  expect(spec.check(values, { catalog: shop(), entry: null })).toEqual({});
  const edit = editEntry(shop(), spec.kind, ID, storedOf(spec.fields, values));
  if (!edit.ok) throw new Error(JSON.stringify(edit.refusal));
  const { [spec.kind]: others } = shop();
  return { ...shop(), [spec.kind]: [...others, edit.value.value] };
}

const pick = (entries: readonly { id: string }[], kind: EntryKind, part: EntryKind): string =>
  kind === part ? ID : (entries[0]?.id ?? 'none');

/** Goes through the steps that the wizard shows, choosing only what it shows there. */
function buyInWizard(menu: Menu, kind: EntryKind): CartItem {
  if (kind === 'products' && extrasOf(menu).some(({ id }) => id === ID)) return readyItem('item', ID, 1250);
  const choices: Record<StepName, (draft: Draft) => Draft> = {
    tipo: (draft) => chooseType(draft, kind === 'products' ? 'TACA_MONTADA' : 'ACAI_MONTADO'),
    categoria: (draft) => {
      const built = builtCups(menu).find(({ id }) => id === ID);
      if (built) return chooseCup(draft, built, menu);
      const group = cupGroups(menu).find(({ cups }) => cups.some(({ id }) => id === ID));
      return group ? chooseCategory(draft, group.id) : draft;
    },
    taca: (draft) => {
      const shown = cupGroups(menu).find(({ id }) => id === draft.categoryId)?.cups ?? builtCups(menu);
      const cup = shown.find(({ id }) => id === ID);
      return cup ? chooseCup(draft, cup, menu) : draft;
    },
    tamanho: (draft) => ({ ...draft, sizeId: pick(menu.sizes, kind, 'sizes') }),
    base: (draft) => ({ ...draft, baseId: pick(menu.bases, kind, 'bases') }),
    sorvete: (draft) => ({ ...draft, iceCreamId: pick(menu.iceCreams, kind, 'iceCreams') }),
    complementos: (draft) => ({
      ...draft,
      toppings: [{ id: pick(menu.toppings, kind, 'toppings'), layer: 'TOP' }],
    }),
    resumo: (draft) => draft,
  };
  let draft = EMPTY_DRAFT;
  for (let at = 0; at < stepsOf(draft, menu).length; at += 1) {
    const step = stepsOf(draft, menu)[at]!;
    draft = choices[step](draft);
    expect([step, lackOf(step, draft, menu)]).toEqual([step, null]);
  }
  return itemOf(draft, 'item', 0);
}

/** One tap for what is sold as it comes; base and ice cream for what is built. */
function buyAtCounter(menu: Menu): CartItem {
  const product = shelvesOf(menu)
    .flatMap(({ products }) => products)
    .find(({ id }) => id === ID);
  if (!product) throw new Error('it stands on no shelf');
  const item = readyItem('item', product.id, product.priceCents);
  if (!isBuilt(product)) return item;
  return { ...item, baseId: menu.bases[0]?.id ?? null, iceCreamId: menu.iceCreams[0]?.id ?? null };
}

/** The store takes it at the price that was shown, and the kitchen's slip names it. */
function sell(catalog: Catalog, item: CartItem) {
  const menu = publicMenu(catalog, NOW_MS);
  const items = [placeItem(item)];
  const quoted = quote(priceList(catalog), items, NOW_MS);
  if (!quoted.ok) throw new Error(JSON.stringify(quoted.refusal));
  expect(quoted.value.items[0]?.priceCents).toBe(itemPriceCents(item, menu));
  const given = { code: '7K2MQ9XWTB', number: 41, source: 'relay', nowMs: NOW_MS } as const;
  const ticket = ticketOf(newOrder({ ...sampleRequest(), items }, quoted.value, given), 'kitchen');
  return { line: quoted.value.items[0]!, printed: JSON.stringify(ticket.items) };
}

const TABS: [string, CatalogSpec<'products'> | CatalogSpec][] = [
  ['Cardápio › Produtos', MENU.find(({ slug }) => slug === 'produtos')!.spec],
  ['Taça', CUPS],
  ['Configurações › Produtos', READY_PRODUCTS],
];

describe.each(TABS)('what is saved in %s', (_tab, spec) => {
  it.each(
    everyForm(spec).map(
      (values) => [`${values['productKind']} of ${values['categoryId'] || 'no category'}`, values] as const,
    ),
  )('is bought in the wizard, at the counter and on paper: %s', (_name, values) => {
    const catalog = saved(spec, values);
    const menu = publicMenu(catalog, NOW_MS);
    for (const item of [buyInWizard(menu, 'products'), buyAtCounter(menu)]) {
      const { line, printed } = sell(catalog, item);
      expect(line).toMatchObject({ productId: ID, productName: 'Novo' });
      expect(line.priceCents - line.toppings.reduce((sum, one) => sum + one.priceCents, 0)).toBe(1250);
      expect(printed).toContain('Novo');
    }
  });
});

describe.each(MENU.filter(({ slug }) => slug !== 'produtos' && slug !== 'categorias'))(
  'what is saved in Cardápio › $spec.title',
  ({ spec }) => {
    it.each(everyForm(spec))('is bought in an açaí, and on paper: %j', (values) => {
      const catalog = saved(spec, values);
      const { printed } = sell(catalog, buyInWizard(publicMenu(catalog, NOW_MS), spec.kind));
      expect(printed).toContain('Novo');
    });
  },
);
