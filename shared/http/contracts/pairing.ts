// How a store becomes known to a relay, changes its key, and is forgotten.
import { defineContract } from '../contract.ts';
import { ChangeKey, Paired, PairRequest } from '../pairing.ts';
import { KEY_REFUSALS, PAIR_REFUSALS } from '../refusals/pairing.ts';

export const pairStore = defineContract({
  method: 'post',
  path: '/edge/pair',
  summary: 'Makes a store known by its code',
  access: 'everybody',
  body: PairRequest,
  answers: { 200: Paired },
  refusals: PAIR_REFUSALS,
});

export const changeKey = defineContract({
  method: 'post',
  path: '/edge/device-key',
  summary: "Puts another key in the place of the asking store's",
  access: 'device',
  body: ChangeKey,
  answers: { 204: null },
  refusals: KEY_REFUSALS,
});

export const unpairStore = defineContract({
  method: 'post',
  path: '/edge/unpair',
  summary: 'Makes the asking store unknown',
  access: 'device',
  answers: { 204: null },
});
