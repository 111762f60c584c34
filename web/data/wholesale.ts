// What wholesale buyers ask the server, and the catalogue that they choose from.
import type { WholesaleOutcome, WholesaleTracked } from '@balcao/shared/http/wholesale.ts';
import type { PlaceWholesaleBody } from '@balcao/shared/wholesale/place.ts';
import { atom } from 'jotai';
import { call } from './request.ts';
import { createLoadable } from './shop.ts';

const catalogue = createLoadable('/api/wholesale/catalogue', () => call('GET /api/wholesale/catalogue'));
export const catalogueLoadAtom = catalogue.value;
export const loadCatalogueAtom = catalogue.load;
export const catalogueAtom = atom((get) => {
  const load = get(catalogueLoadAtom);
  return load.state === 'ready' ? load.value : null;
});

export type WholesaleRequest = PlaceWholesaleBody;

/** 201 placed or 202 waiting: both are outcomes. */
export const placeWholesale = (body: WholesaleRequest): Promise<WholesaleOutcome> =>
  call('POST /api/wholesale/orders', { body, timeoutMs: 20_000 });
export const wholesaleOutcomeOf = (id: string, claim: string | null): Promise<WholesaleOutcome> =>
  call('GET /api/wholesale/orders/by-id/{id}', { params: { id }, token: claim });

export const trackWholesale = (phone: string): Promise<WholesaleTracked> =>
  call('POST /api/wholesale/track', { body: { phone } });
