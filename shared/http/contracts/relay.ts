// The store's link to its site, as an administrator sees and mends it: pairing, what stands still, and what came back.
import { z } from 'zod';
import { defineContract } from '../contract.ts';
import { HeldWork, StartOver } from '../held.ts';
import { RESYNC_REFUSALS } from '../refusals/relay.ts';
import { PairWithRelay, RelayLink } from '../relay-link.ts';
import { DecideResync, KeepSelling, Resync } from '../resync.ts';

const ById = z.object({ id: z.uuid() });

export const readRelayLink = defineContract({
  method: 'get',
  path: '/api/staff/relay',
  summary: 'The link as it is',
  access: 'staff',
  answers: { 200: RelayLink },
});

export const pairWithRelay = defineContract({
  method: 'post',
  path: '/api/staff/relay/pair',
  summary: 'Pair the store with a site by a code, in the shop only',
  access: 'staff',
  body: PairWithRelay,
  answers: { 200: RelayLink },
});

export const unpairFromRelay = defineContract({
  method: 'post',
  path: '/api/staff/relay/unpair',
  summary: 'Take the store off its site, in the shop only',
  access: 'staff',
  answers: { 200: RelayLink },
});

export const readHeldWork = defineContract({
  method: 'get',
  path: '/api/staff/relay/held',
  summary: 'What stands still between the store and its site',
  access: 'staff',
  answers: { 200: HeldWork },
});

export const retryHeldCommand = defineContract({
  method: 'post',
  path: '/api/staff/relay/held/{id}/retry',
  summary: 'Try a command of the site again',
  access: 'staff',
  params: ById,
  answers: { 204: null },
});

export const discardHeldCommand = defineContract({
  method: 'post',
  path: '/api/staff/relay/held/{id}/discard',
  summary: 'Throw a command of the site away',
  access: 'staff',
  params: ById,
  answers: { 204: null },
});

export const startRelayOver = defineContract({
  method: 'post',
  path: '/api/staff/relay/start-over',
  summary: 'Let the site follow this store anew, in the shop only',
  access: 'staff',
  body: StartOver,
  answers: { 204: null },
});

export const readResync = defineContract({
  method: 'get',
  path: '/api/staff/relay/resync',
  summary: 'What came back from the site and waits, in the shop only',
  access: 'staff',
  answers: { 200: Resync },
});

export const decideResync = defineContract({
  method: 'post',
  path: '/api/staff/relay/resync',
  summary: 'Accept or refuse what waits, in the shop only',
  access: 'staff',
  body: DecideResync,
  answers: { 204: null },
  refusals: RESYNC_REFUSALS,
});

export const keepSelling = defineContract({
  method: 'post',
  path: '/api/staff/relay/keep-selling',
  summary: 'Sell on although the site says that this machine must not, in the shop only',
  access: 'staff',
  body: KeepSelling,
  answers: { 204: null },
});
