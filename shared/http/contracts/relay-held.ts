// What stands still for a store, as it asks its relay.
import { z } from 'zod';
import { defineContract } from '../contract.ts';
import { HeldWork } from '../held.ts';
import { HELD_REFUSALS, START_OVER_REFUSALS } from '../refusals/held.ts';

const commandId = z.object({ id: z.string() });

export const listHeld = defineContract({
  method: 'get',
  path: '/edge/held',
  summary: 'What stands still, and how the site sees the log of the store',
  access: 'device',
  answers: { 200: HeldWork },
});

export const retryHeld = defineContract({
  method: 'post',
  path: '/edge/held/{id}/retry',
  summary: 'Send it to the store again',
  access: 'device',
  params: commandId,
  answers: { 204: null },
  refusals: HELD_REFUSALS,
});

export const discardHeld = defineContract({
  method: 'post',
  path: '/edge/held/{id}/discard',
  summary: 'Give it up',
  access: 'device',
  params: commandId,
  answers: { 204: null },
  refusals: HELD_REFUSALS,
});

export const startOver = defineContract({
  method: 'post',
  path: '/edge/start-over',
  summary: "Throw the site's copy of the log away: the store is right",
  access: 'device',
  answers: { 204: null },
  refusals: START_OVER_REFUSALS,
});
