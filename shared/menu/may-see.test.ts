// Which settings come with the catalogue: all of them to an administrator, to others what they work by.
import { expect, it } from 'vitest';
import { sampleCatalog } from '../order/sample.ts';
import { catalogFor } from './may-see.ts';
import { Settings } from './menu.ts';

const PRIVATE = { feePercents: { pix: 0.99 }, taxId: '11.222.333/0001-81', attendantDiscountPercentMax: 25 };
const WORKED_BY = {
  enableTacaMontada: true,
  specialDiscountPercent: 12,
  stations: [{ id: 'a', name: 'Açaí', takes: ['acai'], printerId: null }],
  wholesaleMinimumCents: 20_000,
  wholesaleDeliveryWeekdays: [2],
  wholesaleLeadDays: 3,
  wholesaleTerms: '14 dias',
};
const catalog = sampleCatalog({ ...PRIVATE, ...WORKED_BY });

it('an administrator is told all of them', () => {
  expect(catalogFor('ADMIN', catalog)).toEqual(catalog);
});

it.each(['KITCHEN', 'ATTENDANT', 'WHOLESALE', null] as const)('%s is told what the work needs', (role) => {
  expect(catalogFor(role, catalog)).toEqual({ ...catalog, settings: Settings.parse(WORKED_BY) });
});
