// What the audit says of the menu and the settings, in Portuguese: one sentence per change, with each value before and after.
import type { Batch } from '@balcao/shared/http/staff.ts';
import { UNTIL_FURTHER_NOTICE_MS } from '@balcao/shared/menu/availability.ts';
import type { EntryEdit, PriceDiffers } from '@balcao/shared/menu/edit.ts';
import type { Catalog, EntryKind } from '@balcao/shared/menu/menu.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { fieldSettings, WHOLESALE_FIELDS } from '@balcao/shared/wholesale/fields.ts';

type Fields = Record<string, unknown>;
/** Where the name of a category is, of which a product has the id alone. */
type Categories = Pick<Catalog, 'categories' | 'wholesaleCategories'>;

export const KIND_NAMES: Record<EntryKind, string> = {
  sizes: 'o tamanho',
  bases: 'a base',
  iceCreams: 'o sorvete',
  toppings: 'o complemento',
  categories: 'a categoria',
  products: 'o produto',
  paymentMethods: 'a forma de pagamento',
  wholesaleCategories: 'a categoria do atacado',
  wholesaleProducts: 'o produto do atacado',
  wholesaleSizes: 'o tamanho do atacado',
  wholesaleFlavors: 'o sabor do atacado',
  wholesaleFields: 'o campo do atacado',
};

const COUNTED: Record<EntryKind, readonly [one: string, many: string]> = {
  sizes: ['tamanho', 'tamanhos'],
  bases: ['base', 'bases'],
  iceCreams: ['sorvete', 'sorvetes'],
  toppings: ['complemento', 'complementos'],
  categories: ['categoria', 'categorias'],
  products: ['produto', 'produtos'],
  paymentMethods: ['forma de pagamento', 'formas de pagamento'],
  wholesaleCategories: ['categoria do atacado', 'categorias do atacado'],
  wholesaleProducts: ['produto do atacado', 'produtos do atacado'],
  wholesaleSizes: ['tamanho do atacado', 'tamanhos do atacado'],
  wholesaleFlavors: ['sabor do atacado', 'sabores do atacado'],
  wholesaleFields: ['campo do atacado', 'campos do atacado'],
};

const FIELD_NAMES: Record<string, string> = {
  name: 'o nome',
  displayName: 'o nome no site',
  priceCents: 'o preço',
  maxToppings: 'o limite de complementos',
  description: 'a descrição',
  category: 'a categoria',
  categoryId: 'a categoria',
  position: 'a posição',
  active: 'ativo',
  enabled: 'ligado',
  required: 'obrigatório',
  color: 'a cor',
  image: 'a imagem',
  soldOutUntilMs: 'a disponibilidade',
  accompaniments: 'os acompanhamentos',
  allergens: 'os alergênicos',
  productType: 'o tipo',
  cupMode: 'o modo da taça',
  sizes: 'os tamanhos',
  flavors: 'os sabores',
  tiers: 'os preços por volume',
  storeName: 'o nome da loja',
  storeAddress: 'o endereço',
  storePhone: 'o telefone da loja',
  legalName: 'a razão social',
  taxId: 'o CNPJ',
  instagramUrl: 'o Instagram',
  whatsappUrl: 'o WhatsApp',
  logo: 'a logo',
  openingHoursText: 'o texto do horário',
  openingHours: 'o horário de funcionamento',
  specialDiscountPercent: 'o desconto especial',
  enableTacaMontada: 'a taça montada',
  attendantDiscountPercentMax: 'o desconto que o balcão dá sem gerente (%)',
  panelNames: 'o primeiro nome na TV',
  kitchenWarnMinutes: 'os minutos até o amarelo na cozinha',
  kitchenLateMinutes: 'os minutos até o vermelho na cozinha',
  stations: 'as estações da cozinha',
  remoteCashMinutes: 'os minutos para trazer o dinheiro de um pedido do site',
  unpaidPerPhoneMax: 'o limite de pedidos não pagos por telefone',
  unpaidPerAddressMax: 'o limite de pedidos não pagos por conexão no site',
  unpaidPerLanAddressMax: 'o limite de pedidos não pagos por aparelho no Wi-Fi da loja',
  remoteCashOrdersMax: 'o limite de pedidos do site esperando dinheiro',
  feePercents: 'as taxas de cada forma de pagamento',
  wholesaleMinimumCents: 'o pedido mínimo do atacado',
  wholesaleDeliveryWeekdays: 'os dias de entrega do atacado',
  wholesaleLeadDays: 'o prazo de entrega do atacado',
  wholesaleTerms: 'a condição de pagamento do atacado',
  pausedUntilMs: 'a pausa dos pedidos',
};

const LONG = new Set([
  'image',
  'logo',
  'openingHours',
  'stations',
  'description',
  'accompaniments',
  'allergens',
  'sizes',
  'flavors',
  'tiers',
  'wholesaleDeliveryWeekdays',
  'feePercents',
]);
const VALUE_LENGTH_MAX = 60;

/** What is kept under a word of the code, as the form of a product calls it. */
const VALUE_WORDS: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = {
  productType: { PRONTO: 'produto pronto', TACA_MONTADA: 'taça', ACAI_MONTADO: 'açaí montado' },
  cupMode: { pronta: 'pronta', escolha: 'à escolha' },
};

function valueText(field: string, value: unknown): string {
  if (field === 'soldOutUntilMs')
    return value === null
      ? 'disponível'
      : value === UNTIL_FURTHER_NOTICE_MS
        ? 'acabou, até segunda ordem'
        : 'acabou por um tempo';
  if (field === 'pausedUntilMs') return value === null ? 'sem pausa' : 'em pausa';
  if (value === null || value === undefined || value === '') return 'vazio';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (field.endsWith('Cents') && typeof value === 'number') return formatCents(value);
  if (field === 'specialDiscountPercent' && typeof value === 'number')
    return `${String(value).replace('.', ',')}%`;
  if (typeof value === 'string') return (VALUE_WORDS[field]?.[value] ?? value).slice(0, VALUE_LENGTH_MAX);
  return JSON.stringify(value).slice(0, VALUE_LENGTH_MAX);
}

/** `o preço de R$ 25,00 para R$ 27,00`, for each field that is another one now. */
function changes(before: Fields, after: Fields): string[] {
  return Object.keys(after)
    .filter((field) => field !== 'id' && JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => {
      const name = FIELD_NAMES[field] ?? field;
      return LONG.has(field)
        ? name
        : `${name} de ${valueText(field, before[field])} para ${valueText(field, after[field])}`;
    });
}

const LABELS: Readonly<Record<string, { label: string } | undefined>> = WHOLESALE_FIELDS;
const nameOf = (kind: EntryKind, fields: Fields, id: string): string => {
  const name = kind === 'wholesaleFields' ? LABELS[id]?.label : (fields['name'] ?? fields['displayName']);
  return typeof name === 'string' ? name : id;
};

/** Null for a new entry. A field of the buyers' form is none: until the shop sets it, it is as in any shop. */
const formerOf = ({ kind, id, before }: Pick<EntryEdit, 'kind' | 'id' | 'before'>): Fields | null =>
  before ??
  (kind === 'wholesaleFields' ? (fieldSettings([]).find((field) => field.id === id) ?? null) : null);

/** The entry with the name of its category in place of the id. */
function withCategory(kind: EntryKind, fields: Fields, menu: Categories): Fields {
  const categories = kind === 'wholesaleProducts' ? menu.wholesaleCategories : menu.categories;
  const category = categories.find(({ id }) => id === fields['categoryId']);
  return category === undefined ? fields : { ...fields, categoryId: category.name };
}

const entryChanges = (kind: EntryKind, before: Fields, after: Fields, menu: Categories): string[] =>
  changes(withCategory(kind, before, menu), withCategory(kind, after, menu));

/** Null when nothing changed. `stored` is null for an entry that was not in the document. */
export function entryText(
  { kind, id }: Pick<EntryEdit, 'kind' | 'id'>,
  stored: Fields | null,
  after: Fields,
  menu: Categories,
): string | null {
  const before = formerOf({ kind, id, before: stored });
  if (before === null) return `criou ${KIND_NAMES[kind]} ${nameOf(kind, after, id)}`;
  const what = entryChanges(kind, before, after, menu);
  return what.length === 0
    ? null
    : `mudou ${KIND_NAMES[kind]} ${nameOf(kind, before, id)}: ${what.join('; ')}`;
}

const ORDERED: Partial<Record<EntryKind, string>> = {
  sizes: 'dos tamanhos',
  bases: 'das bases',
  iceCreams: 'dos sorvetes',
  toppings: 'dos complementos',
  categories: 'das categorias',
  products: 'dos produtos',
  wholesaleCategories: 'das categorias do atacado',
  wholesaleProducts: 'dos produtos do atacado',
};

/** One sentence for each entry that changed; one for a whole list that was put in another order. */
export function entriesTexts(
  edits: readonly EntryEdit[],
  menu: Categories,
): { text: string; isNew: boolean }[] {
  const kind = edits[0]?.kind;
  const order = kind === undefined ? undefined : ORDERED[kind];
  const moved = edits.every(
    (edit) => edit.kind === kind && edit.before !== null && Object.keys(edit.fields).join() === 'position',
  );
  if (edits.length > 1 && order !== undefined && moved)
    return [{ text: `mudou a ordem ${order}`, isNew: false }];
  return edits.flatMap((edit) => {
    const { before, fields } = edit;
    const text = entryText(edit, before, { ...before, ...fields }, menu);
    return text === null ? [] : [{ text, isNew: formerOf(edit) === null }];
  });
}

const BATCHES: Record<Batch, (counted: string) => string> = {
  selection: (counted) => `mudou ${counted} de uma vez`,
  import: (counted) => `importou ${counted} de um arquivo`,
  undo: (counted) => `desfez a mudança de ${counted}`,
};

/** One sentence for all that was done at once; null when nothing changed. */
export function batchText(batch: Batch, edits: readonly EntryEdit[], menu: Categories): string | null {
  const parts = edits.flatMap((edit) => {
    const { kind, id, fields } = edit;
    const before = formerOf(edit);
    if (before === null) return [`${nameOf(kind, fields, id)} (novo)`];
    const what = entryChanges(kind, before, { ...before, ...fields }, menu);
    return what.length === 0 ? [] : [`${nameOf(kind, before, id)}: ${what.join(', ')}`];
  });
  if (parts.length === 0) return null;
  const [one, many] = edits.every(({ kind }) => kind === edits[0]?.kind)
    ? COUNTED[edits[0]?.kind ?? 'products']
    : ['item do cardápio', 'itens do cardápio'];
  return `${BATCHES[batch](`${parts.length} ${parts.length === 1 ? one : many}`)}: ${parts.join('; ')}`;
}

export const unseenPriceText = ({
  kind,
  id,
  name,
  seenCents,
  storedCents,
  wantedCents,
  others,
}: PriceDiffers): string =>
  `quis mudar ${KIND_NAMES[kind]} ${nameOf(kind, { name }, id)}: o preço de ${formatCents(seenCents)} para ${formatCents(wantedCents)}; ficou ${formatCents(storedCents)}, que outra pessoa tinha posto${others === 0 ? '' : ` (e mais ${others} que tinham mudado; nada foi escrito)`}`;

export function settingsText(before: Fields, after: Fields): string | null {
  const what = changes(before, after);
  return what.length === 0 ? null : `mudou ${what.join('; ')}`;
}
