// The TV with the called numbers: a code on its screen instead of a login, and the panel alone to read.
import { z } from 'zod';
import { defineContract } from '../contract.ts';
import { TV_CLAIM_REFUSALS, TV_REFUSALS } from '../refusals/tv.ts';
import { PairTv, TvClaim, TvClaimed, TvCode, TvPanel, TvScreen, TvScreens } from '../tv.ts';

export const askTvCode = defineContract({
  method: 'post',
  path: '/api/tv/codes',
  summary: 'A code for a TV in the shop to show',
  access: 'everybody',
  answers: { 201: TvCode },
});

export const claimTv = defineContract({
  method: 'post',
  path: '/api/tv/claims',
  summary: 'Whether somebody has typed the code; the TV gets its cookie with the answer',
  access: 'everybody',
  body: TvClaim,
  answers: { 200: TvClaimed },
  refusals: TV_CLAIM_REFUSALS,
});

export const readTvPanel = defineContract({
  method: 'get',
  path: '/api/tv/panel',
  summary: 'The numbers that are made and called, for a TV that was let in',
  access: 'everybody',
  answers: { 200: TvPanel },
});

export const hearTvPanel = defineContract({
  method: 'get',
  path: '/api/tv/live',
  summary: 'Server-sent events: the panel, whenever it changes',
  access: 'everybody',
  answers: { 200: { media: 'text/event-stream' } },
});

export const listTvScreens = defineContract({
  method: 'get',
  path: '/api/staff/tv/screens',
  summary: 'The TVs that were let in, newest first',
  access: 'staff',
  answers: { 200: TvScreens },
});

export const pairTv = defineContract({
  method: 'post',
  path: '/api/staff/tv/screens',
  summary: 'Let the TV in that shows this code',
  access: 'staff',
  body: PairTv,
  answers: { 201: TvScreen },
  refusals: TV_REFUSALS,
});

export const removeTv = defineContract({
  method: 'delete',
  path: '/api/staff/tv/screens/{id}',
  summary: 'Let a TV in no more',
  access: 'staff',
  params: z.object({ id: z.string().min(1).max(64) }),
  answers: { 204: null },
  refusals: TV_REFUSALS,
});
