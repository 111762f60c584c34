// A small wholesale catalogue and orders for tests. Not imported by any server.
import { ENTRY_SCHEMAS, type Catalog } from '../menu/menu.ts';
import { wholesaleCatalogue, type WholesaleCatalogue } from './catalogue.ts';
import { decidePlacement, type ReadTaxId } from './decide.ts';
import type { WholesaleOrder } from './order.ts';
import { PlaceWholesale } from './place.ts';

type WholesalePart = Pick<
  Catalog,
  'wholesaleCategories' | 'wholesaleProducts' | 'wholesaleSizes' | 'wholesaleFlavors' | 'wholesaleFields'
>;

/** A bucket with sizes and flavours, cones with neither, a product that is off; one size and one flavour are off. */
export const sampleWholesale = (changes: Partial<WholesalePart> = {}): WholesalePart => ({
  wholesaleCategories: [
    ENTRY_SCHEMAS.wholesaleCategories.parse({ id: 'acai', name: 'Açaí' }),
    ENTRY_SCHEMAS.wholesaleCategories.parse({ id: 'velha', name: 'Velha', active: false }),
  ],
  wholesaleProducts: [
    ENTRY_SCHEMAS.wholesaleProducts.parse({
      id: 'balde',
      name: 'Açaí em balde',
      priceCents: 12_000,
      categoryId: 'acai',
      sizes: ['10 L', '5 L', '2 L'],
      flavors: ['Tradicional', 'Banana', 'Zero'],
    }),
    ENTRY_SCHEMAS.wholesaleProducts.parse({
      id: 'casquinha',
      name: 'Casquinhas',
      priceCents: 4_550,
      categoryId: 'velha',
    }),
    ENTRY_SCHEMAS.wholesaleProducts.parse({ id: 'antigo', name: 'Antigo', priceCents: 100, active: false }),
  ],
  wholesaleSizes: [
    { id: 's1', name: '10 L', active: true },
    { id: 's2', name: '5 L', active: true },
    { id: 's3', name: '2 L', active: false },
  ],
  wholesaleFlavors: [
    { id: 'f1', name: 'Tradicional', active: true },
    { id: 'f2', name: 'Zero', active: false },
  ],
  wholesaleFields: [],
  ...changes,
});

/** The id of `samplePlacement`, a fixed UUIDv7. */
export const SAMPLE_WHOLESALE_ID = '01890a5d-ac96-774b-bcce-b302099a8f01';

/** A request for three buckets and two packs of cones; `changes` replace whole fields before it is parsed. */
export const samplePlacement = (changes: Record<string, unknown> = {}): PlaceWholesale =>
  PlaceWholesale.parse({
    id: SAMPLE_WHOLESALE_ID,
    customerName: ' Maria de Souza ',
    customerPhone: '(11) 98765-4321',
    items: [
      { id: 'one', productId: 'balde', selectedSize: '10 L', selectedFlavor: 'Banana', quantity: 3 },
      { id: 'two', productId: 'casquinha', quantity: 2 },
    ],
    ...changes,
  });

/** Takes 11 and 14 characters for valid: the real check is each host's. */
export const sampleTaxIds: ReadTaxId = (text) => {
  const plain = text.replace(/[^0-9A-Z]/gi, '').toUpperCase();
  return plain.length === 11 || plain.length === 14 ? plain : null;
};

/** What the request comes to with the sample's catalogue, number 7 and 10,000 ms unless given. */
export const place = (
  request: PlaceWholesale,
  catalogue: WholesaleCatalogue = wholesaleCatalogue(sampleWholesale()),
  { number = 7, nowMs = 10_000 }: { number?: number; nowMs?: number } = {},
) =>
  decidePlacement(request, catalogue, {
    number: () => number,
    source: 'relay',
    nowMs,
    today: '1970-01-01',
    readTaxId: sampleTaxIds,
  });

/** The order of `samplePlacement`, new; `changes` replace whole fields of it. */
export function sampleWholesaleOrder(changes: Partial<WholesaleOrder> = {}): WholesaleOrder {
  const placed = place(samplePlacement());
  if (!placed.ok) throw new Error('the sample order must be placeable');
  return { ...placed.value, ...changes };
}
