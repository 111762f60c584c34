// PIX at the counter: a code for one order, how it stands, and what became of those that nobody confirmed.
import { z } from 'zod';
import { defineContract } from '../contract.ts';
import { CounterPix, PartByPix, ProvedPixes, SayOfPix, UnprovedPixes } from '../counter-pix.ts';
import { PixPayment } from '../orders.ts';
import { PIX_WORD_REFUSALS } from '../refusals/counter-pix.ts';
import { COUNTER_PIX_REFUSALS } from '../refusals/order-routes.ts';

export const showCounterPix = defineContract({
  method: 'post',
  path: '/api/staff/orders/{id}/counter-pix',
  summary:
    'A code to pay one order, or a part of it, at the counter: the provider’s, or the shop’s own where that cannot be had',
  access: 'staff',
  params: z.object({ id: z.uuid() }),
  query: PartByPix,
  answers: { 200: CounterPix },
  refusals: COUNTER_PIX_REFUSALS,
});

export const readCounterPix = defineContract({
  method: 'get',
  path: '/api/staff/orders/{id}/counter-pix/{attemptId}',
  summary: 'How the provider’s code stands; looks at the provider while it is waited for',
  access: 'staff',
  params: z.object({ id: z.uuid(), attemptId: z.uuid() }),
  answers: { 200: PixPayment },
});

export const listUnprovedPix = defineContract({
  method: 'get',
  path: '/api/staff/static-pix',
  summary: 'PIX to the static code that nothing proves yet',
  access: 'staff',
  answers: { 200: UnprovedPixes },
});

export const sayOfPix = defineContract({
  method: 'post',
  path: '/api/staff/static-pix/{txid}',
  summary: 'Say that one of them came, or did not',
  access: 'staff',
  params: z.object({ txid: z.string().max(25) }),
  body: SayOfPix,
  answers: { 200: UnprovedPixes },
  refusals: PIX_WORD_REFUSALS,
});

export const proveStaticPix = defineContract({
  method: 'post',
  path: '/api/staff/static-pix/proved',
  summary: 'Take what the provider’s statement names for proved',
  access: 'staff',
  body: ProvedPixes,
  answers: { 200: z.object({ proved: z.number() }) },
});
