// The wholesale cart as it lies in the browser: choices, and the price seen when each was added. Pure; the server prices orders.
import type { OfferedProduct, WholesaleCatalogue } from '@balcao/shared/wholesale/catalogue.ts';
import type { PlaceWholesaleItem } from '@balcao/shared/wholesale/place.ts';
import { LINES_MAX, QUANTITY_MAX } from '@balcao/shared/wholesale/quantity.ts';
import { nextTier, unitPriceCents, unitsByProduct } from '@balcao/shared/wholesale/price.ts';
import type { WholesaleTier } from '@balcao/shared/menu/menu.ts';
import { parseCart as parseStored } from '../../cart/stored-cart.ts';

export type CartLine = {
  id: string;
  productId: string;
  name: string;
  priceCents: number;
  image: string | null;
  selectedSize: string | null;
  selectedFlavor: string | null;
  quantity: number;
  /** Price times quantity. */
  totalPriceCents: number;
};
export type Cart = readonly CartLine[];
export type Choice = Pick<CartLine, 'selectedSize' | 'selectedFlavor' | 'quantity'>;

const counted = (line: Omit<CartLine, 'totalPriceCents'>): CartLine => ({
  ...line,
  totalPriceCents: line.priceCents * line.quantity,
});

/** An equal line (product, size and flavour) grows; otherwise a new one stands at the end. A full cart stays as it is. */
export function addLine(cart: Cart, id: string, product: OfferedProduct, choice: Choice): Cart {
  const equal = cart.find(
    (line) =>
      line.productId === product.id &&
      line.selectedSize === choice.selectedSize &&
      line.selectedFlavor === choice.selectedFlavor,
  );
  if (equal) return setQuantity(cart, equal.id, equal.quantity + choice.quantity);
  if (cart.length >= LINES_MAX) return cart;
  const { id: productId, name, priceCents, image } = product;
  // An order of before may be the choice: what else it says stays out.
  const { selectedSize, selectedFlavor, quantity } = choice;
  return [
    ...cart,
    counted({ id, productId, name, priceCents, image, selectedSize, selectedFlavor, quantity }),
  ];
}

/** Zero or less takes the line out. */
export const setQuantity = (cart: Cart, id: string, quantity: number): Cart =>
  quantity <= 0
    ? removeLine(cart, id)
    : cart.map((line) =>
        line.id === id ? counted({ ...line, quantity: Math.min(quantity, QUANTITY_MAX) }) : line,
      );

export const removeLine = (cart: Cart, id: string): Cart => cart.filter((line) => line.id !== id);

/** Back where it stood, at the index of then; into the same line where it was chosen again meanwhile. A cart that is full since stays as it is. */
export function restoreLine(cart: Cart, line: Cart[number], at: number): Cart {
  const twin = cart.find(
    (one) =>
      one.productId === line.productId &&
      one.selectedSize === line.selectedSize &&
      one.selectedFlavor === line.selectedFlavor,
  );
  if (twin) return setQuantity(cart, twin.id, twin.quantity + line.quantity);
  return cart.length >= LINES_MAX ? cart : [...cart.slice(0, at), line, ...cart.slice(at)];
}

/** What is sent to the server: no price. */
export const placeLine = ({
  id,
  productId,
  selectedSize,
  selectedFlavor,
  quantity,
}: CartLine): PlaceWholesaleItem => ({ id, productId, selectedSize, selectedFlavor, quantity });

export type PricedLine = CartLine & {
  /** At today's price for so many; as it was seen while the catalogue is not there. */
  nowCents: number;
  /** Today's price of a single one. */
  listCents: number;
  /** With how many more of the product, in any line, each costs less. */
  next: { more: number; priceCents: number } | null;
  /** Why it cannot be ordered as it is, or null. */
  gone: string | null;
};

export function priceCart(cart: Cart, catalogue: WholesaleCatalogue | null) {
  const unitsOf = unitsByProduct(cart);
  const lines = cart.map((line): PricedLine => {
    const product = catalogue?.products.find((one) => one.id === line.productId);
    const ordered = unitsOf.get(line.productId) ?? line.quantity;
    return {
      ...line,
      listCents: product?.priceCents ?? line.priceCents,
      nowCents: product ? unitPriceCents(product, ordered) : line.priceCents,
      next: product ? stepTo(nextTier(product, ordered), ordered) : null,
      gone: catalogue === null ? null : whyGone(line, product),
    };
  });
  return {
    lines,
    totalCents: lines.reduce((sum, line) => sum + line.nowCents * line.quantity, 0),
    units: lines.reduce((sum, line) => sum + line.quantity, 0),
  };
}

const stepTo = (tier: WholesaleTier | null, ordered: number): PricedLine['next'] =>
  tier && { more: tier.from - ordered, priceCents: tier.priceCents };

/** Whether what was chosen can still be ordered. */
export function whyGone(
  choice: Pick<CartLine, 'selectedSize' | 'selectedFlavor'>,
  product: OfferedProduct | undefined,
): string | null {
  if (!product) return 'Este produto não está mais disponível.';
  if (!fits(choice.selectedSize, product.sizes))
    return choice.selectedSize === null
      ? 'Agora este produto tem tamanhos: adicione de novo.'
      : `O tamanho ${choice.selectedSize} não está mais disponível.`;
  if (!fits(choice.selectedFlavor, product.flavors))
    return choice.selectedFlavor === null
      ? 'Agora este produto tem sabores: adicione de novo.'
      : `O sabor ${choice.selectedFlavor} não está mais disponível.`;
  return null;
}

const fits = (chosen: string | null, offered: string[] | null): boolean =>
  offered === null ? chosen === null : chosen !== null && offered.includes(chosen);

export const parseCart = (text: string): Cart | null => parseStored(text, LINES_MAX, lineOf);

function lineOf(value: unknown): CartLine | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, productId, name, priceCents, image, selectedSize, selectedFlavor, quantity } =
    value as Partial<CartLine>;
  const texts = [id, productId, name];
  const choices = [image, selectedSize, selectedFlavor];
  if (!texts.every((text) => typeof text === 'string' && text !== '')) return null;
  if (!choices.every((choice) => choice === null || typeof choice === 'string')) return null;
  if (!isWhole(priceCents, 0, Number.MAX_SAFE_INTEGER) || !isWhole(quantity, 1, QUANTITY_MAX)) return null;
  return counted({
    id: id as string,
    productId: productId as string,
    name: name as string,
    priceCents,
    image: image ?? null,
    selectedSize: selectedSize ?? null,
    selectedFlavor: selectedFlavor ?? null,
    quantity,
  });
}

const isWhole = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
