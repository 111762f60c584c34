// The menu document as staff edit it, on the store and, while it is away, on the relay.
import { AnyEntry, EntryAddress, WholeCatalog } from '../catalog.ts';
import { defineContract } from '../contract.ts';
import { CATALOG_REFUSALS, ENTRIES_REFUSALS } from '../refusals/catalog.ts';
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
