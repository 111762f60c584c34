// What a store has its relay keep for it: sealed copies of its database in pieces (`shared/link/copies.ts`).
import { z } from 'zod';
import { KeptCopies, SealedCopy, SealedCopyName } from '../../link/copies.ts';
import { defineContract, pickRefusals } from '../contract.ts';
import { COPY_REFUSALS } from '../refusals/copies.ts';

const OfCopy = z.object({ name: SealedCopyName });
const Piece = OfCopy.extend({
  part: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number),
});
/** A name that no copy can have is told like one that none has. */
const malformed = COPY_REFUSALS.problemOf('not-found');
const BYTES = { media: 'application/octet-stream' } as const;

export const listCopies = defineContract({
  method: 'get',
  path: '/edge/copies',
  summary: "The asking store's whole copies, newest first",
  access: 'device',
  answers: { 200: KeptCopies },
});

export const bringPiece = defineContract({
  method: 'put',
  path: '/edge/copies/{name}/{part}',
  summary: 'Keep a piece of a copy; what is whole stays as it is',
  access: 'device',
  params: Piece,
  body: BYTES,
  answers: { 204: null },
  refusals: pickRefusals(COPY_REFUSALS, 'too-large'),
  malformed,
});

export const finishCopy = defineContract({
  method: 'post',
  path: '/edge/copies/{name}',
  summary: 'Say that the last piece has come',
  access: 'device',
  params: OfCopy,
  body: SealedCopy,
  answers: { 201: null },
  refusals: pickRefusals(COPY_REFUSALS, 'too-large', 'not-whole'),
  malformed,
});

export const fetchPiece = defineContract({
  method: 'get',
  path: '/edge/copies/{name}/{part}',
  summary: 'One piece back',
  access: 'device',
  params: Piece,
  answers: { 200: BYTES },
  refusals: pickRefusals(COPY_REFUSALS, 'not-found'),
  malformed,
});

export const removeCopy = defineContract({
  method: 'delete',
  path: '/edge/copies/{name}',
  summary: 'Keep a copy no longer',
  access: 'device',
  params: OfCopy,
  answers: { 204: null },
  malformed,
});
