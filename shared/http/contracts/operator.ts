// What the relay's operator may do: stores, pairing codes, the sealing key.
import { z } from 'zod';
import { defineContract } from '../contract.ts';
import { KnownStores, NewPairingCode, PairingCode, Resealed } from '../operator.ts';
import { OPERATOR_REFUSALS } from '../refusals/pairing.ts';

export const listStores = defineContract({
  method: 'get',
  path: '/operator/stores',
  summary: 'All stores that are known',
  access: 'operator',
  answers: { 200: KnownStores },
});

export const makePairingCode = defineContract({
  method: 'post',
  path: '/operator/pairing-codes',
  summary: 'A code for a store, good once, for ten minutes',
  access: 'operator',
  body: NewPairingCode,
  answers: { 201: PairingCode },
  refusals: OPERATOR_REFUSALS,
});

export const revokeStore = defineContract({
  method: 'post',
  path: '/operator/stores/{storeId}/revoke',
  summary: 'Ends a store’s link at once',
  access: 'operator',
  params: z.object({ storeId: z.uuid() }),
  answers: { 204: null },
  refusals: OPERATOR_REFUSALS,
});

export const holdStore = defineContract({
  method: 'post',
  path: '/operator/stores/{storeId}/hold',
  summary: 'Takes nothing more for a store that is about to move to another relay',
  access: 'operator',
  params: z.object({ storeId: z.uuid() }),
  answers: { 204: null },
  refusals: OPERATOR_REFUSALS,
});

export const releaseStore = defineContract({
  method: 'post',
  path: '/operator/stores/{storeId}/release',
  summary: 'Serves a store again that did not move after all',
  access: 'operator',
  params: z.object({ storeId: z.uuid() }),
  answers: { 204: null },
  refusals: OPERATOR_REFUSALS,
});

export const resealPiece = defineContract({
  method: 'post',
  path: '/operator/reseal',
  summary: 'Seals a piece anew by the present key',
  access: 'operator',
  body: z.object({ after: z.number().int().nonnegative() }),
  answers: { 200: Resealed },
});
