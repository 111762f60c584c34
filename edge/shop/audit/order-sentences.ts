// What the audit says, in Portuguese: one sentence per change, with values as people read them. Never a customer's phone.
import type { DifferenceAsk } from '@balcao/shared/http/difference.ts';
import type { Batch, StaffMove } from '@balcao/shared/http/staff.ts';
import { UNTIL_FURTHER_NOTICE_MS } from '@balcao/shared/menu/availability.ts';
import type { EntryEdit, PriceDiffers } from '@balcao/shared/menu/edit.ts';
import type { EntryKind } from '@balcao/shared/menu/menu.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { CancelReason, ConcessionKind, Order, OrderItem } from '@balcao/shared/order/order.ts';
import { leftOf } from '@balcao/shared/payment/tender.ts';
import type { WholesaleOrder, WholesalePaid } from '@balcao/shared/wholesale/order.ts';
import { WHOLESALE_PAID_WITH_TEXTS, WHOLESALE_STATUS_TEXTS } from '@balcao/shared/wholesale/status-text.ts';

type Fields = Record<string, unknown>;

const STATUS_NAMES: Record<Order['status'], string> = {
  PENDING: 'Aguardando',
  RECEBIDO: 'Recebido',
  PREPARING: 'Em preparo',
  READY: 'Pronto',
  DELIVERED: 'Entregue',
  CANCELLED: 'Cancelado',
};
const METHOD_NAMES = { cash: 'dinheiro', terminal: 'maquininha', pix_manual: 'PIX (manual)' } as const;

const CONCESSION_TEXTS: Record<ConcessionKind, string> = {
  discount: 'desconto',
  courtesy: 'cortesia',
  'staff-meal': 'refeição de funcionário',
};

export function moveText(
  before: Order,
  after: Order,
  move: StaffMove,
  stationName: (id: string | undefined) => string | undefined = () => undefined,
): string {
  const name = `pedido nº ${after.simpleId}`;
  switch (move.kind) {
    case 'confirm-payment':
      return `confirmou o pagamento do ${name}: ${formatCents(after.totalCents)} em ${METHOD_NAMES[move.method]}${move.card === undefined ? '' : ` (${move.card})`}`;
    case 'take-tender':
      return `recebeu uma parte do ${name}: ${formatCents(move.cents)} em ${METHOD_NAMES[move.method]}${move.card === undefined ? '' : ` (${move.card})`}; ${leftText(after)}`;
    case 'give-tender-back':
      return givenBackText(before, after, move.id);
    case 'cancel':
      return `${cancelText(after, move.reason)}${backText(before)}`;
    case 'mark-ready':
    case 'back-to-preparing': {
      const station = stationName(move.station);
      if (after.status === 'PREPARING' && station !== undefined)
        return move.kind === 'mark-ready'
          ? `marcou a parte de ${station} do ${name} como pronta`
          : `voltou a parte de ${station} do ${name} para o preparo`;
      return statusText(before, after, name);
    }
    default:
      return statusText(before, after, name);
  }
}

const leftText = (order: Order): string =>
  leftOf(order) === 0 ? 'está pago' : `faltam ${formatCents(leftOf(order))}`;

function givenBackText(before: Order, after: Order, tenderId: string): string {
  const part = before.tenders?.find(({ id }) => id === tenderId);
  const what = part === undefined ? '' : `: ${formatCents(part.cents)} em ${METHOD_NAMES[part.method]}`;
  return `devolveu uma parte do pedido nº ${after.simpleId}${what}; ${leftText(after)}`;
}

/** What was paid in parts and goes back with the order. */
const backText = ({ tenders = [] }: Order): string =>
  tenders.length === 0
    ? ''
    : `, devolvendo ${tenders.map(({ cents, method }) => `${formatCents(cents)} em ${METHOD_NAMES[method]}`).join(' e ')}`;

const statusText = (before: Order, after: Order, name: string): string =>
  `mudou o ${name} de ${STATUS_NAMES[before.status]} para ${STATUS_NAMES[after.status]}`;

/** `aprovado por Fulana`, where somebody else than who did it approved it. */
export const approvedText = (
  actor: { userId: string | null },
  approver: { id: string; name: string } | null,
): string => (approver === null || approver.id === actor.userId ? '' : `, aprovado por ${approver.name}`);

export function concessionText(
  order: Order,
  actor: { userId: string | null },
  approver: { id: string; name: string } | null,
): string {
  const { kind = 'discount', cents = 0, reason = '' } = order.concession ?? {};
  const charged = formatCents(order.totalCents + cents);
  return `deu ${CONCESSION_TEXTS[kind]} de ${formatCents(cents)} (de ${charged}) no pedido nº ${order.simpleId}: ${reason}${approvedText(actor, approver)}`;
}

/** What came, what went, and the total before and now. */
export function linesText(before: Order, after: Order): string {
  const change = after.changes?.at(-1);
  const names = (items: readonly OrderItem[]) => items.map((item) => itemName(item)).join(', ');
  const added = after.items.filter(({ id }) => change?.addedIds.includes(id));
  const parts = [
    ...(added.length > 0 ? [`acrescentou ${names(added)}`] : []),
    ...(change !== undefined && change.takenOff.length > 0 ? [`tirou ${names(change.takenOff)}`] : []),
  ];
  return `mudou o pedido nº ${after.simpleId}: ${parts.join('; ')}; total de ${formatCents(before.totalCents)} para ${formatCents(after.totalCents)}`;
}

/** What a change of lines left open, settled. */
export const differenceText = (order: Order, ask: DifferenceAsk): string =>
  ask.kind === 'take'
    ? `recebeu a diferença do pedido nº ${order.simpleId}: ${formatCents(ask.cents)} em ${METHOD_NAMES[ask.method]}${ask.card === undefined ? '' : ` (${ask.card})`}`
    : `devolveu a diferença do pedido nº ${order.simpleId}: ${formatCents(ask.cents)}`;

const itemName = ({ productName, sizeName }: OrderItem): string =>
  productName ?? `Açaí ${sizeName ?? ''}`.trim();

export const replacedText = (before: Order, after: Order): string =>
  `trocou o pedido nº ${before.simpleId}, que não estava pago, pelo nº ${after.simpleId}`;

export const cancelText = (order: Order, reason: CancelReason): string =>
  `cancelou o pedido nº ${order.simpleId} (motivo: ${reason})`;

export const wholesaleMoveText = (before: WholesaleOrder, after: WholesaleOrder): string =>
  `mudou o pedido de atacado nº ${after.orderNumber} de ${WHOLESALE_STATUS_TEXTS[before.status]} para ${WHOLESALE_STATUS_TEXTS[after.status]}`;

const paidText = ({ onDate, method }: WholesalePaid): string =>
  `${WHOLESALE_PAID_WITH_TEXTS[method]}, em ${onDate.split('-').reverse().join('/')}`;

/** What the mark of a payment says, or the taking back of `before`. */
export const wholesalePaidText = (before: WholesaleOrder, after: WholesaleOrder): string =>
  after.paid
    ? `marcou o pedido de atacado nº ${after.orderNumber} como pago (${paidText(after.paid)}; ${formatCents(after.totalCents)})`
    : `desfez o pagamento do pedido de atacado nº ${after.orderNumber}${before.paid ? ` (${paidText(before.paid)})` : ''}`;

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
  'sizes',
  'flavors',
  'tiers',
  'wholesaleDeliveryWeekdays',
  'feePercents',
]);
const VALUE_LENGTH_MAX = 60;

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
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, VALUE_LENGTH_MAX);
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

const nameOf = (fields: Fields, id: string): string => {
  const name = fields['name'] ?? fields['displayName'];
  return typeof name === 'string' ? name : id;
};

/** Null when nothing changed. `before` is null for a new entry. */
export function entryText(kind: EntryKind, id: string, before: Fields | null, after: Fields): string | null {
  if (before === null) return `criou ${KIND_NAMES[kind]} ${nameOf(after, id)}`;
  const what = changes(before, after);
  return what.length === 0 ? null : `mudou ${KIND_NAMES[kind]} ${nameOf(before, id)}: ${what.join('; ')}`;
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
export function entriesTexts(edits: readonly EntryEdit[]): { text: string; isNew: boolean }[] {
  const kind = edits[0]?.kind;
  const order = kind === undefined ? undefined : ORDERED[kind];
  const moved = edits.every(
    (edit) => edit.kind === kind && edit.before !== null && Object.keys(edit.fields).join() === 'position',
  );
  if (edits.length > 1 && order !== undefined && moved)
    return [{ text: `mudou a ordem ${order}`, isNew: false }];
  return edits.flatMap(({ kind: of, id, before, fields }) => {
    const text = entryText(of, id, before, { ...before, ...fields });
    return text === null ? [] : [{ text, isNew: before === null }];
  });
}

const BATCHES: Record<Batch, (counted: string) => string> = {
  selection: (counted) => `mudou ${counted} de uma vez`,
  import: (counted) => `importou ${counted} de um arquivo`,
  undo: (counted) => `desfez a mudança de ${counted}`,
};

/** One sentence for all that was done at once; null when nothing changed. */
export function batchText(batch: Batch, edits: readonly EntryEdit[]): string | null {
  const parts = edits.flatMap(({ id, before, fields }) => {
    if (before === null) return [`${nameOf(fields, id)} (novo)`];
    const what = changes(before, { ...before, ...fields });
    return what.length === 0 ? [] : [`${nameOf(before, id)}: ${what.join(', ')}`];
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
  `quis mudar ${KIND_NAMES[kind]} ${nameOf({ name }, id)}: o preço de ${formatCents(seenCents)} para ${formatCents(wantedCents)}; ficou ${formatCents(storedCents)}, que outra pessoa tinha posto${others === 0 ? '' : ` (e mais ${others} que tinham mudado; nada foi escrito)`}`;

export function settingsText(before: Fields, after: Fields): string | null {
  const what = changes(before, after);
  return what.length === 0 ? null : `mudou ${what.join('; ')}`;
}
