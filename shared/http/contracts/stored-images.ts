// Pictures as the store has them: for browsers in its network by what they can show, for the relay variant by variant.
import { z } from 'zod';
import { defineContract } from '../contract.ts';
import { firstOf } from '../first-of.ts';
import { ImageListing } from '../images.ts';
import { STORED_IMAGE_REFUSALS } from '../refusals/images.ts';

export const readStoredPicture = defineContract({
  method: 'get',
  path: '/api/images/{hash}',
  summary: 'A picture, in the format and width that suit the browser',
  access: 'everybody',
  params: z.object({ hash: z.string() }),
  query: z.object({ w: firstOf(z.string().optional()) }),
  answers: { 200: { media: 'image/*' }, 304: null },
  refusals: STORED_IMAGE_REFUSALS,
});

export const listVariants = defineContract({
  method: 'get',
  path: '/link/images/{hash}',
  summary: 'Every variant that the relay copies, each made by now',
  access: 'link',
  params: z.object({ hash: z.string() }),
  answers: { 200: ImageListing },
  refusals: STORED_IMAGE_REFUSALS,
});

export const readVariant = defineContract({
  method: 'get',
  path: '/link/images/{hash}/{variant}',
  summary: 'One variant as it is, with its SHA-256 as `content-digest`',
  access: 'link',
  params: z.object({ hash: z.string(), variant: z.string() }),
  answers: { 200: { media: 'image/*' } },
  refusals: STORED_IMAGE_REFUSALS,
});
