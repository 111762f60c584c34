// The menu document as staff edit it, on the store and, while it is away, on the relay.
import { AnyEntry, EntryAddress, WholeCatalog } from '../catalog.ts';
import { defineContract } from '../contract.ts';
import { PriceChoice, PriceConflicts } from '../price-conflicts.ts';
import { CATALOG_REFUSALS, ENTRIES_REFUSALS, PRICE_CHOICE_REFUSALS } from '../refusals/catalog.ts';
import { EntriesPatch, EntryPatch } from '../staff.ts';
import { Settings } from '../../menu/menu.ts';

export const readCatalog = defineContract({
  method: 'get',
  path: '/api/staff/catalog',
  summary: 'The whole catalogue and the settings',
  access: 'staff',
  answers: { 200: WholeCatalog },
});

export const editEntry = defineContract({
  method: 'patch',
  path: '/api/staff/catalog/{kind}/{id}',
  summary: 'Edit an entry of the menu, or make one under a new id',
  access: 'staff',
  params: EntryAddress,
  body: EntryPatch,
  answers: { 200: AnyEntry },
  refusals: CATALOG_REFUSALS,
});

export const editEntries = defineContract({
  method: 'patch',
  path: '/api/staff/catalog',
  summary: 'Edit several entries of the menu, all of them or none',
  access: 'staff',
  body: EntriesPatch,
  answers: { 200: WholeCatalog },
  refusals: ENTRIES_REFUSALS,
});

export const editSettings = defineContract({
  method: 'patch',
  path: '/api/staff/settings',
  summary: 'Edit the settings of the shop',
  access: 'staff',
  body: EntryPatch,
  answers: { 200: Settings },
});

export const readPriceConflicts = defineContract({
  method: 'get',
  path: '/api/staff/price-conflicts',
  summary: 'Prices put in from afar that the store did not take, because it had another one than was seen',
  access: 'staff',
  answers: { 200: PriceConflicts },
});

export const choosePrice = defineContract({
  method: 'post',
  path: '/api/staff/price-conflicts/{kind}/{id}',
  summary: "Choose between the store's price and the one that was put in from afar",
  access: 'staff',
  params: EntryAddress,
  body: PriceChoice,
  answers: { 200: PriceConflicts },
  refusals: PRICE_CHOICE_REFUSALS,
});
