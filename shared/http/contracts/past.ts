// A store asks the relay for its own past: nothing but what it told the relay itself (`shared/link/recovery.ts`).
import { z } from 'zod';
import { RecoveryPage, RecoverySummary } from '../../link/recovery.ts';
import { defineContract } from '../contract.ts';
import { firstOf } from '../first-of.ts';
import { PAST_REFUSALS } from '../refusals/copies.ts';

export const readPast = defineContract({
  method: 'get',
  path: '/edge/restore',
  summary: 'What the relay has of the asking store',
  access: 'device',
  answers: { 200: RecoverySummary },
  refusals: PAST_REFUSALS,
});

export const readPastRows = defineContract({
  method: 'get',
  path: '/edge/restore/rows',
  summary: 'Rows of the log in order; of each aggregate only the newest has its body',
  access: 'device',
  query: z.object({ after: firstOf(z.coerce.number().int().min(0).default(0)) }),
  answers: { 200: RecoveryPage },
  malformed: PAST_REFUSALS.problemOf('not-found'),
});

export const readPastMenu = defineContract({
  method: 'get',
  path: '/edge/restore/document',
  summary: 'The menu, as an update of its document',
  access: 'device',
  answers: { 200: { media: 'application/octet-stream' } },
});

export const readPastPicture = defineContract({
  method: 'get',
  path: '/edge/restore/images/{hash}/{variant}',
  summary: 'One variant of a picture',
  access: 'device',
  params: z.object({ hash: z.string(), variant: z.string() }),
  answers: { 200: { media: 'image/*' } },
  refusals: PAST_REFUSALS,
});
