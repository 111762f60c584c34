// Decides what a buyer's request and an operator's command come to. Pure: clock, number and the check of a CPF or CNPJ are inputs.
import type { FieldError, Refusal } from '../order/refusal.ts';
import { accepted, refused, type Result } from '../result.ts';
import type { OfferedProduct, WholesaleCatalogue } from './catalogue.ts';
import {
  isPhone,
  PHONE_MESSAGE,
  requiredMessage,
  TAX_ID_MESSAGE,
  WHOLESALE_FIELDS,
  type WholesaleFieldKey,
} from './fields.ts';
import type {
  WholesaleItem,
  WholesaleOrder,
  WholesalePaid,
  WholesaleSource,
  WholesaleStatus,
} from './order.ts';
import type { PlaceWholesale, PlaceWholesaleItem } from './place.ts';
import { unitPriceCents, unitsByProduct } from './price.ts';
import { deliveryDays, minimumMessage, missingCents } from './rules.ts';
import { WHOLESALE_TRANSITIONS, type WholesaleCommandKind } from './transitions.ts';

/** A CPF or CNPJ without punctuation; null for anything that is not a valid one. */
export type ReadTaxId = (text: string) => string | null;

/** Prices and checks a request against what is on offer now. `given.number` is taken only when the order is accepted. */
export function decidePlacement(
  request: PlaceWholesale,
  catalogue: WholesaleCatalogue,
  options: {
    number: () => number;
    source: WholesaleSource;
    nowMs: number;
    /** The day (YYYY-MM-DD) that it is at the store. */
    today: string;
    readTaxId: ReadTaxId;
  },
): Result<WholesaleOrder, Refusal> {
  const errors: FieldError[] = [];
  const units = unitsByProduct(request.items);
  const items = request.items.map((item, index) =>
    line(
      item,
      catalogue.products.find((product) => product.id === item.productId),
      units.get(item.productId) ?? 0,
      { path: `items[${index}]`, errors },
    ),
  );
  const seen = new Set<string>();
  for (const [index, { id }] of request.items.entries()) {
    if (seen.has(id))
      errors.push({ field: `items[${index}].id`, message: 'O mesmo item aparece duas vezes no pedido' });
    seen.add(id);
  }
  const customer = customerOf(request, catalogue, options.readTaxId, errors);
  const wishedDate = wishedDateOf(request, catalogue, options.today, errors);
  const totalCents = items.reduce((sum, item) => sum + item.totalPriceCents, 0);
  // What a line without a price comes to says nothing about the minimum.
  const short = errors.length > 0 ? 0 : missingCents(catalogue.rules, totalCents);
  if (short > 0) errors.push({ field: 'items', message: minimumMessage(short) });
  if (errors.length > 0) return refused({ code: 'invalid-order', errors });

  if (request.expectedTotalCents !== undefined && request.expectedTotalCents !== totalCents)
    return refused({ code: 'price-changed', totalCents });
  return accepted({
    id: request.id,
    orderNumber: options.number(),
    source: options.source,
    ...customer,
    items,
    totalCents,
    status: 'NOVO',
    createdAtMs: options.nowMs,
    updatedAtMs: options.nowMs,
    startedAtMs: null,
    endedAtMs: null,
    wishedDate,
    terms: catalogue.rules.terms,
    paid: null,
  });
}

/** A wish is kept only where the shop asks for one. */
function wishedDateOf(
  { wishedDate }: PlaceWholesale,
  { rules }: WholesaleCatalogue,
  today: string,
  errors: FieldError[],
): string | null {
  if (wishedDate === undefined || rules.weekdays.length === 0) return null;
  if (!deliveryDays(rules, today).includes(wishedDate))
    errors.push({
      field: 'wishedDate',
      message: 'Nesta data a loja não entrega mais. Escolha outra.',
    });
  return wishedDate;
}

function line(
  item: PlaceWholesaleItem,
  product: OfferedProduct | undefined,
  units: number,
  { path, errors }: { path: string; errors: FieldError[] },
): WholesaleItem {
  const wrong = (part: string, message: string) => errors.push({ field: `${path}.${part}`, message });
  if (!product)
    wrong('productId', 'Um produto do carrinho não está mais disponível. Tire-o para enviar o pedido.');
  else {
    const { name } = product;
    const size = choiceTrouble(item.selectedSize, product.sizes, name, {
      missing: `Escolha o tamanho de ${name}`,
      gone: (value) => `O tamanho ${value} de ${name} não está mais disponível`,
      none: `${name} não tem tamanhos para escolher`,
    });
    if (size !== null) wrong('selectedSize', size);
    const flavor = choiceTrouble(item.selectedFlavor, product.flavors, name, {
      missing: `Escolha o sabor de ${name}`,
      gone: (value) => `O sabor ${value} de ${name} não está mais disponível`,
      none: `${name} não tem sabores para escolher`,
    });
    if (flavor !== null) wrong('selectedFlavor', flavor);
  }
  const productPriceCents = product ? unitPriceCents(product, units) : 0;
  return {
    ...item,
    productName: product?.name ?? '',
    productPriceCents,
    totalPriceCents: productPriceCents * item.quantity,
  };
}

function choiceTrouble(
  chosen: string | null,
  offered: string[] | null,
  product: string,
  say: { missing: string; gone: (value: string) => string; none: string },
): string | null {
  if (offered === null) return chosen === null ? null : say.none;
  if (offered.length === 0) return `${product} não está disponível no momento`;
  if (chosen === null) return say.missing;
  return offered.includes(chosen) ? null : say.gone(chosen);
}

function customerOf(
  request: PlaceWholesale,
  { fields }: WholesaleCatalogue,
  readTaxId: ReadTaxId,
  errors: FieldError[],
): Pick<WholesaleOrder, WholesaleFieldKey> {
  const kept: Record<WholesaleFieldKey, string> = {
    customerName: '',
    customerPhone: '',
    customerCpfCnpj: '',
    customerAddress: '',
    observations: '',
  };
  for (const { id, enabled, required } of fields) {
    if (!enabled) continue;
    const { key } = WHOLESALE_FIELDS[id];
    const value = request[key];
    if (value === '') {
      if (required) errors.push({ field: key, message: requiredMessage(id) });
      continue;
    }
    if (id === 'phone' && !isPhone(value)) errors.push({ field: key, message: PHONE_MESSAGE });
    const taxId = id === 'cpf_cnpj' ? readTaxId(value) : value;
    if (taxId === null) errors.push({ field: key, message: TAX_ID_MESSAGE });
    kept[key] = taxId ?? value;
  }
  const orNull = (value: string): string | null => (value === '' ? null : value);
  return {
    customerName: orNull(kept.customerName),
    customerPhone: orNull(kept.customerPhone),
    customerCpfCnpj: orNull(kept.customerCpfCnpj),
    customerAddress: orNull(kept.customerAddress),
    observations: kept.observations,
  };
}

/** A command to one order; `seen` is the status that the operator saw. */
export type WholesaleCommand = { kind: WholesaleCommandKind; seen?: WholesaleStatus | undefined };

/** What the command does to the order at `nowMs`. Refuses what the table refuses, and `wholesale-stale` for a status no longer true. */
export function decideWholesale(
  order: WholesaleOrder,
  command: WholesaleCommand,
  nowMs: number,
): Result<{ order: WholesaleOrder; changed: boolean }, Refusal> {
  const cell = WHOLESALE_TRANSITIONS[order.status][command.kind];
  // A step already taken is answered with the present state, also to someone who saw an older one.
  if ('stay' in cell) return accepted({ order, changed: false });
  if (command.seen !== undefined && command.seen !== order.status)
    return refused({ code: 'wholesale-stale', status: order.status });
  if ('refuse' in cell) return refused({ code: cell.refuse, status: order.status });
  const status = cell.to;
  return accepted({
    order: {
      ...order,
      status,
      updatedAtMs: nowMs,
      startedAtMs: status === 'EM_ANDAMENTO' ? nowMs : order.startedAtMs,
      endedAtMs: status === 'EM_ANDAMENTO' ? null : nowMs,
    },
    changed: true,
  });
}

/** The operator's word about the money; null takes it back. */
export type WholesalePaymentMark = { paid: WholesalePaid | null };

/**
 * What the mark does to the order at `nowMs`, which is the day `today` at the store. Refuses a payment in the future, one of a cancelled
 * order, and one over another that was not taken back.
 */
export function decideWholesalePayment(
  order: WholesaleOrder,
  { paid }: WholesalePaymentMark,
  { nowMs, today }: { nowMs: number; today: string },
): Result<{ order: WholesaleOrder; changed: boolean }, Refusal> {
  if (paid?.onDate === order.paid?.onDate && paid?.method === order.paid?.method)
    return accepted({ order, changed: false });
  if (paid !== null) {
    if (paid.onDate > today)
      return refused({
        code: 'invalid-order',
        errors: [{ field: 'onDate', message: 'A data do pagamento não pode ser depois de hoje.' }],
      });
    if (order.status === 'CANCELADO') return refused({ code: 'wholesale-over', status: order.status });
    if (order.paid !== null) return refused({ code: 'already-paid' });
  }
  return accepted({ order: { ...order, paid, updatedAtMs: nowMs }, changed: true });
}
