// The shop as anybody sees it, on both servers: its state, its menu, its pictures, its best customers, and what changes meanwhile.
import { z } from 'zod';
import { defineContract } from '../contract.ts';
import { PICTURE_REFUSALS, STREAM_REFUSALS } from '../refusals/shop.ts';
import { Ranking } from '../reports.ts';
import { MenuBody, StoreInfo } from '../store-info.ts';

export const readStore = defineContract({
  method: 'get',
  path: '/api/store',
  summary: 'The store, as visitors see it',
  access: 'everybody',
  answers: { 200: StoreInfo },
});

export const readMenu = defineContract({
  method: 'get',
  path: '/api/menu',
  summary: 'Everything that the order wizard needs',
  access: 'everybody',
  answers: { 200: MenuBody, 304: null },
});

export const readRanking = defineContract({
  method: 'get',
  path: '/api/ranking',
  summary: 'The three best customers of the month, masked',
  access: 'everybody',
  answers: { 200: Ranking },
});

export const hearEvents = defineContract({
  method: 'get',
  path: '/api/live',
  summary: 'Server-sent events: hello, menu, store, and order or wholesale for what the ticket admits to',
  access: 'everybody',
  query: z.object({ ticket: z.string().max(4096).optional() }),
  answers: { 200: { media: 'text/event-stream' } },
  refusals: STREAM_REFUSALS,
});

export const readPicture = defineContract({
  method: 'get',
  path: '/api/images/{hash}',
  summary: 'A picture, in the format and width that suit the browser',
  access: 'everybody',
  params: z.object({ hash: z.string().max(128) }),
  query: z.object({ w: z.string().max(10).optional() }),
  answers: { 200: { media: 'image/*' }, 304: null },
  refusals: PICTURE_REFUSALS,
});
