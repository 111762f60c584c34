// The menu document as staff read and edit it.
import { z } from 'zod';
import { ENTRY_KINDS, ENTRY_SCHEMAS, Settings } from '../menu/menu.ts';

/** `GET /api/staff/catalog`: entries in display order, inactive ones included, and the settings. */
export const WholeCatalog = z.object({
  sizes: z.array(ENTRY_SCHEMAS.sizes),
  bases: z.array(ENTRY_SCHEMAS.bases),
  iceCreams: z.array(ENTRY_SCHEMAS.iceCreams),
  toppings: z.array(ENTRY_SCHEMAS.toppings),
  categories: z.array(ENTRY_SCHEMAS.categories),
  products: z.array(ENTRY_SCHEMAS.products),
  paymentMethods: z.array(ENTRY_SCHEMAS.paymentMethods),
  wholesaleCategories: z.array(ENTRY_SCHEMAS.wholesaleCategories),
  wholesaleProducts: z.array(ENTRY_SCHEMAS.wholesaleProducts),
  wholesaleSizes: z.array(ENTRY_SCHEMAS.wholesaleSizes),
  wholesaleFlavors: z.array(ENTRY_SCHEMAS.wholesaleFlavors),
  wholesaleFields: z.array(ENTRY_SCHEMAS.wholesaleFields),
  settings: Settings,
});

/** Where an entry stands: which kind it is of, and its id there. */
export const EntryAddress = z.object({ kind: z.enum(ENTRY_KINDS), id: z.string().min(1).max(64) });

/** An entry of any kind. */
export const AnyEntry = z.union(Object.values(ENTRY_SCHEMAS));
