// A small menu and orders for tests. Not imported by any server.
import type { Catalog } from '../menu/menu.ts';
import { ENTRY_SCHEMAS, Settings } from '../menu/menu.ts';
import { priceList, quote } from '../pricing/quote.ts';
import { newOrder } from './new-order.ts';
import type { Order } from './order.ts';
import { PlaceOrder } from './place.ts';

const size = (id: string, name: string, priceCents: number, maxToppings: number) =>
  ENTRY_SCHEMAS.sizes.parse({ id, name, priceCents, maxToppings });

/** Two sizes, two bases, three ice creams (one sold out), four toppings, two cups, a drink, 10 % off. */
export function sampleCatalog(settings: Partial<Catalog['settings']> = {}): Catalog {
  const always = Array.from({ length: 7 }, () => [{ opens: '00:00', closes: '00:00' }]);
  return {
    sizes: [size('p', 'Pequeno', 1500, 2), size('g', 'Grande', 2500, 4)],
    bases: [
      ENTRY_SCHEMAS.bases.parse({ id: 'acai', name: 'Açaí' }),
      ENTRY_SCHEMAS.bases.parse({ id: 'cupuacu', name: 'Cupuaçu', active: false }),
    ],
    iceCreams: [
      ENTRY_SCHEMAS.iceCreams.parse({ id: 'ninho', name: 'Ninho' }),
      ENTRY_SCHEMAS.iceCreams.parse({ id: 'morango', name: 'Morango' }),
      ENTRY_SCHEMAS.iceCreams.parse({ id: 'uva', name: 'Uva', soldOutUntilMs: 5_000 }),
    ],
    toppings: [
      ENTRY_SCHEMAS.toppings.parse({ id: 'banana', name: 'Banana', category: 'frutas' }),
      ENTRY_SCHEMAS.toppings.parse({ id: 'mel', name: 'Mel', category: 'caldas' }),
      ENTRY_SCHEMAS.toppings.parse({ id: 'granola', name: 'Granola', category: 'crocantes' }),
      ENTRY_SCHEMAS.toppings.parse({ id: 'nutella', name: 'Nutella', category: 'caldas', priceCents: 350 }),
    ],
    categories: [ENTRY_SCHEMAS.categories.parse({ id: 'classicas', name: 'Clássicas' })],
    products: [
      ENTRY_SCHEMAS.products.parse({
        id: 'taca',
        name: 'Taça da Casa',
        priceCents: 3200,
        productType: 'TACA_MONTADA',
        categoryId: 'classicas',
      }),
      ENTRY_SCHEMAS.products.parse({
        id: 'livre',
        name: 'Taça Livre',
        priceCents: 3900,
        productType: 'TACA_MONTADA',
        cupMode: 'escolha',
      }),
      ENTRY_SCHEMAS.products.parse({ id: 'agua', name: 'Água', priceCents: 400, productType: 'PRONTO' }),
    ],
    paymentMethods: [
      ENTRY_SCHEMAS.paymentMethods.parse({ id: 'pix', enabled: true, displayName: 'PIX' }),
      ENTRY_SCHEMAS.paymentMethods.parse({ id: 'cash', enabled: true, displayName: 'Dinheiro' }),
    ],
    wholesaleCategories: [],
    wholesaleProducts: [],
    wholesaleSizes: [],
    wholesaleFlavors: [],
    wholesaleFields: [],
    settings: Settings.parse({
      specialDiscountPercent: 10,
      enableTacaMontada: true,
      openingHours: { weekly: always, holidays: [] },
      // Tests order under one phone and from one address; those of the bounds set them.
      unpaidPerPhoneMax: 1000,
      unpaidPerAddressMax: 1000,
      unpaidPerLanAddressMax: 1000,
      remoteCashOrdersMax: 1000,
      ...settings,
    }),
  };
}

/** The id of `sampleRequest`, a fixed UUIDv7. */
export const SAMPLE_ID = '01890a5d-ac96-774b-bcce-b302099a8057';

/** An açaí of two halves with two toppings to take along; `changes` replace whole fields before it is parsed. */
export const sampleRequest = (changes: Record<string, unknown> = {}): PlaceOrder =>
  PlaceOrder.parse({
    id: SAMPLE_ID,
    customerPhone: '(11) 98765-4321',
    consumptionType: 'takeaway',
    items: [
      {
        id: 'one',
        sizeId: 'g',
        baseId: 'acai',
        iceCreamId: 'ninho',
        meioAMeio: true,
        secondaryIceCreamId: 'morango',
        toppings: [
          { id: 'banana', layer: 'BOTTOM' },
          { id: 'nutella', layer: 'TOP' },
        ],
      },
    ],
    ...changes,
  });

/** The order of `sampleRequest`, new and unpaid, at 10,000 ms; `changes` replace whole fields of it. */
export function sampleOrder(changes: Partial<Order> = {}): Order {
  const request = sampleRequest();
  const priced = quote(priceList(sampleCatalog()), request.items, 10_000);
  if (!priced.ok) throw new Error('the sample order must be priceable');
  return {
    ...newOrder(request, priced.value, { code: '7K2MQ9XWTB', number: 41, source: 'relay', nowMs: 10_000 }),
    ...changes,
  };
}
