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
import type { WholesaleItem, WholesaleOrder, WholesaleSource, WholesaleStatus } from './order.ts';
import type { PlaceWholesale, PlaceWholesaleItem } from './place.ts';
import { WHOLESALE_TRANSITIONS, type WholesaleCommandKind } from './transitions.ts';

/** A CPF or CNPJ without punctuation; null for anything that is not a valid one. */
export type ReadTaxId = (text: string) => string | null;

/** Prices and checks a request against what is on offer now. `given.number` is taken only when the order is accepted. */
export function decidePlacement(
  request: PlaceWholesale,
  catalogue: WholesaleCatalogue,
  options: { number: () => number; source: WholesaleSource; nowMs: number; readTaxId: ReadTaxId },
): Result<WholesaleOrder, Refusal> {
  const errors: FieldError[] = [];
  const items = request.items.map((item, index) =>
    line(
      item,
      catalogue.products.find((product) => product.id === item.productId),
      `items[${index}]`,
      errors,
    ),
  );
  const seen = new Set<string>();
  for (const [index, { id }] of request.items.entries()) {
    if (seen.has(id))
      errors.push({ field: `items[${index}].id`, message: 'O mesmo item aparece duas vezes no pedido' });
    seen.add(id);
  }
  const customer = customerOf(request, catalogue, options.readTaxId, errors);
  if (errors.length > 0) return refused({ code: 'invalid-order', errors });

  const totalCents = items.reduce((sum, item) => sum + item.totalPriceCents, 0);
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
  });
}

function line(
  item: PlaceWholesaleItem,
  product: OfferedProduct | undefined,
  path: string,
  errors: FieldError[],
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
  const productPriceCents = product?.priceCents ?? 0;
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
