// Prices an order from the catalogue: the only place where a total is made. Takes choices, never amounts.
import { isAvailable } from '../menu/availability.ts';
import type { Catalog, Product } from '../menu/menu.ts';
import { cupToppingsMax, isBuilt, isCup } from '../menu/cup.ts';
import { discountOf } from '../money.ts';
import type { Concession, OrderItem, ToppingLine } from '../order/order.ts';
import type { PlaceItem } from '../order/place.ts';
import type { FieldError } from '../order/refusal.ts';
import { accepted, refused, type Result } from '../result.ts';

/** What an order costs, in centavos; the discount is off the subtotal, rounded once, and what staff give away is off the rest. Names and prices stand in the items. */
export type Quote = {
  items: OrderItem[];
  subtotalCents: number;
  discountPercent: number;
  discountCents: number;
  concession?: Concession;
  totalCents: number;
};

/** The catalogue by id. Built once per change of the catalogue, not per order. */
export type PriceList = {
  sizes: Map<string, Catalog['sizes'][number]>;
  bases: Map<string, Catalog['bases'][number]>;
  iceCreams: Map<string, Catalog['iceCreams'][number]>;
  toppings: Map<string, Catalog['toppings'][number]>;
  products: Map<string, Catalog['products'][number]>;
  cupsEnabled: boolean;
  discountPercent: number;
};

/** What `quote` looks prices up in; made once for a catalogue, whole, with what is switched off or sold out. */
export function priceList(catalog: Catalog): PriceList {
  const byId = <T extends { id: string }>(entries: T[]) => new Map(entries.map((entry) => [entry.id, entry]));
  return {
    sizes: byId(catalog.sizes),
    bases: byId(catalog.bases),
    iceCreams: byId(catalog.iceCreams),
    toppings: byId(catalog.toppings),
    products: byId(catalog.products),
    cupsEnabled: catalog.settings.enableTacaMontada,
    discountPercent: catalog.settings.specialDiscountPercent,
  };
}

/** Prices every item, or says of each wrong choice which field it is and why. `nowMs` decides what is sold out. */
export function quote(
  list: PriceList,
  items: readonly PlaceItem[],
  nowMs: number,
): Result<Quote, FieldError[]> {
  const errors: FieldError[] = [];
  const lines = items.map((item, index) => new ItemQuote(list, nowMs, `items[${index}]`, errors).line(item));
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (seen.has(item.id))
      errors.push({ field: `items[${index}].id`, message: 'O mesmo item aparece duas vezes no pedido' });
    seen.add(item.id);
  }
  if (errors.length > 0) return refused(errors);

  return accepted(quoteOf(lines, list.discountPercent));
}

/** What lines that have their prices cost together, in centavos, at the shop's discount in percent. */
export function quoteOf<Line extends Pick<OrderItem, 'priceCents'>>(
  items: Line[],
  discountPercent: number,
): Omit<Quote, 'items' | 'concession'> & { items: Line[] } {
  const subtotalCents = items.reduce((sum, line) => sum + line.priceCents, 0);
  const discountCents = discountOf(subtotalCents, discountPercent);
  return {
    items,
    subtotalCents,
    discountPercent,
    discountCents,
    totalCents: Math.max(0, subtotalCents - discountCents),
  };
}

type Choice = { id: string; name: string; active: boolean; soldOutUntilMs: number | null };

class ItemQuote {
  readonly #list: PriceList;
  readonly #nowMs: number;
  readonly #path: string;
  readonly #errors: FieldError[];

  constructor(list: PriceList, nowMs: number, path: string, errors: FieldError[]) {
    this.#list = list;
    this.#nowMs = nowMs;
    this.#path = path;
    this.#errors = errors;
  }

  line(item: PlaceItem): OrderItem {
    const product =
      item.productId === null
        ? null
        : this.#pick('productId', this.#list.products, item.productId, 'Produto');
    if (item.productId !== null && !product) return emptyLine(item);
    if (product && isCup(product) && !this.#list.cupsEnabled) {
      this.#wrong('productId', 'Taças montadas não estão disponíveis no momento');
    }
    return product === null || isBuilt(product)
      ? this.#builtLine(item, product)
      : this.#readyLine(item, product);
  }

  /** A cup as it comes, or a drink: nothing to choose but toppings for a cup. */
  #readyLine(item: PlaceItem, product: Product): OrderItem {
    for (const field of ['sizeId', 'baseId', 'iceCreamId', 'secondaryIceCreamId'] as const) {
      if (item[field] !== null)
        this.#wrong(field, `${product.name} já vem pronto: não há o que escolher aqui`);
    }
    if (item.meioAMeio) this.#wrong('meioAMeio', `${product.name} já vem pronto: não há meio a meio`);
    if (item.toppings.length > 0)
      this.#wrong('toppings', `${product.name} já vem pronto: não leva complementos`);
    return { ...emptyLine(item), ...named(product), priceCents: product.priceCents };
  }

  #builtLine(item: PlaceItem, product: Product | null): OrderItem {
    // A cup has one price, and so no size: one that an older page or a kept cart sends is left out.
    const size = product
      ? null
      : this.#need('sizeId', this.#list.sizes, item.sizeId, 'Tamanho', 'Escolha o tamanho');
    const base = this.#need('baseId', this.#list.bases, item.baseId, 'Base', 'Escolha a base');
    const iceCream = this.#need(
      'iceCreamId',
      this.#list.iceCreams,
      item.iceCreamId,
      'Sorvete',
      'Escolha o sorvete',
    );
    const second = this.#secondFlavour(item);
    const max = product ? cupToppingsMax(this.#sizes()) : size?.maxToppings;
    const toppings = this.#toppings(item, max);
    const baseCents = product?.priceCents ?? size?.priceCents ?? 0;
    return {
      ...emptyLine(item),
      ...(product ? named(product) : {}),
      sizeId: size?.id ?? null,
      sizeName: size?.name ?? null,
      baseId: base?.id ?? null,
      baseName: base?.name ?? null,
      iceCreamId: iceCream?.id ?? null,
      iceCreamName: iceCream?.name ?? null,
      meioAMeio: item.meioAMeio,
      secondaryIceCreamId: second?.id ?? null,
      secondaryIceCreamName: second?.name ?? null,
      toppings,
      priceCents: toppings.reduce((sum, topping) => sum + topping.priceCents, baseCents),
    };
  }

  #secondFlavour(item: PlaceItem): Choice | null {
    if (!item.meioAMeio) {
      if (item.secondaryIceCreamId !== null)
        this.#wrong('secondaryIceCreamId', 'O segundo sabor só vale no meio a meio');
      return null;
    }
    if (item.secondaryIceCreamId !== null && item.secondaryIceCreamId === item.iceCreamId) {
      this.#wrong('secondaryIceCreamId', 'No meio a meio os dois sabores devem ser diferentes');
      return null;
    }
    return this.#need(
      'secondaryIceCreamId',
      this.#list.iceCreams,
      item.secondaryIceCreamId,
      'Sorvete',
      'Para meio a meio, escolha o segundo sabor de sorvete',
    );
  }

  #sizes() {
    return [...this.#list.sizes.values()].filter((size) => size.active);
  }

  #toppings(item: PlaceItem, max: number | undefined): ToppingLine[] {
    if (max !== undefined && item.toppings.length > max) {
      this.#wrong('toppings', `Você pode selecionar no máximo ${max} complementos`);
    }
    const lines: ToppingLine[] = [];
    for (const [index, { id, layer }] of item.toppings.entries()) {
      const topping = this.#pick(`toppings[${index}].id`, this.#list.toppings, id, 'Complemento');
      if (!topping) continue;
      if (lines.some((line) => line.toppingId === id && line.layer === layer)) {
        this.#wrong(`toppings[${index}]`, `${topping.name} aparece duas vezes na mesma camada`);
      }
      lines.push({
        toppingId: id,
        name: topping.name,
        category: topping.category,
        layer,
        priceCents: topping.priceCents,
      });
    }
    return lines;
  }

  #need<T extends Choice>(
    field: string,
    from: Map<string, T>,
    id: string | null,
    noun: string,
    missing: string,
  ): T | null {
    if (id !== null) return this.#pick(field, from, id, noun);
    this.#wrong(field, missing);
    return null;
  }

  #pick<T extends Choice>(field: string, from: Map<string, T>, id: string, noun: string): T | null {
    const choice = from.get(id);
    if (!choice) {
      this.#wrong(field, `${noun} não existe mais no cardápio. Escolha de novo.`);
      return null;
    }
    if (!isAvailable(choice, this.#nowMs)) {
      this.#wrong(field, `${choice.name} acabou. Escolha outra opção.`);
    }
    return choice;
  }

  #wrong(field: string, message: string): void {
    this.#errors.push({ field: `${this.#path}.${field}`, message });
  }
}

const named = (product: Product) => ({
  kind: isCup(product) ? ('cup' as const) : ('product' as const),
  productId: product.id,
  productName: product.name,
});

/** A line of which nothing is chosen yet, and no price known. */
export const emptyLine = (item: Pick<PlaceItem, 'id'>): OrderItem => ({
  id: item.id,
  kind: 'acai',
  productId: null,
  productName: null,
  sizeId: null,
  sizeName: null,
  baseId: null,
  baseName: null,
  iceCreamId: null,
  iceCreamName: null,
  meioAMeio: false,
  secondaryIceCreamId: null,
  secondaryIceCreamName: null,
  toppings: [],
  priceCents: 0,
});
