// What of the settings comes with the catalogue, on the store and on the relay alike: an administrator's are all of them.
import type { Role } from '../http/staff.ts';
import { Settings, type Catalog } from './menu.ts';

/** What kitchen, counter and wholesale work by; the others have a default each, and are told as that. */
const WorkedBy = Settings.pick({
  enableTacaMontada: true,
  specialDiscountPercent: true,
  stations: true,
  wholesaleMinimumCents: true,
  wholesaleDeliveryWeekdays: true,
  wholesaleLeadDays: true,
  wholesaleTerms: true,
});

/** The catalogue as this role is told it. */
export const catalogFor = (role: Role | null, catalog: Catalog): Catalog =>
  role === 'ADMIN' ? catalog : { ...catalog, settings: Settings.parse(WorkedBy.parse(catalog.settings)) };
