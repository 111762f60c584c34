// Pictures over HTTP: for browsers by what they can show, for the relay variant by variant. Nothing here changes anything.
import { createHash } from 'node:crypto';
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import { respondIfChanged } from '@balcao/shared/host/respond-if-changed.ts';
import * as contracts from '@balcao/shared/http/contracts/stored-images.ts';
import {
  chooseVariant,
  COPIED_VARIANTS,
  ImageHash,
  imageHeaders,
  type ImageVariant,
} from '@balcao/shared/http/images.ts';
import { STORED_IMAGE_REFUSALS } from '@balcao/shared/http/refusals/images.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Env } from '../../http/context.ts';
import { requireLink } from '../../http/guards.ts';
import { problemResponse } from '@balcao/shared/host/problems.ts';
import type { Images } from './images.ts';
import { PictureNotMade } from './picture-process.ts';

/** `GET /api/images/:hash?w=320`: for ever the same bytes for the same Accept. */
export function imageRoutes(images: Images): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  handle(app, contracts.readStoredPicture, [], async ({ context, params: { hash }, query }) => {
    const variant = chooseVariant(context.req.header('accept') ?? '', query.w);
    const found = ImageHash.safeParse(hash).success ? await made(images.read(hash, variant)) : null;
    if (!found) return refused('image-not-found');
    if (found === 'not-made') return notMade();
    const headers = imageHeaders(hash, variant, found.mediaType);
    return respondIfChanged(context.req, headers, new Uint8Array(found.bytes));
  });
  return app;
}

/** What the relay copies (shared/http/images.ts). */
export function imageLinkRoutes(images: Images): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  handle(app, contracts.listVariants, requireLink, async ({ params: { hash } }) => {
    const listing = await made(images.variants(hash));
    if (listing === 'not-made') return notMade();
    return listing ? accepted(listing) : refused('image-not-found');
  });
  handle(app, contracts.readVariant, requireLink, async ({ params }) => {
    const variant = copiedVariant(params.variant);
    const found = variant ? await made(images.read(params.hash, variant)) : null;
    if (!found) return refused('image-not-found');
    if (found === 'not-made') return notMade();
    const digest = createHash('sha256').update(found.bytes).digest('base64');
    const headers = { 'content-type': found.mediaType, 'content-digest': `sha-256=:${digest}:` };
    return new Response(new Uint8Array(found.bytes), { headers });
  });
  return app;
}

const copiedVariant = (name: string): ImageVariant | undefined =>
  COPIED_VARIANTS.find((variant) => variant === name);

/** The picture is there, and this variant of it will be: who asks comes again. */
const notMade = (): Response =>
  problemResponse(STORED_IMAGE_REFUSALS.problemOf('image-not-made'), { 'retry-after': '5' });

const made = <Made>(making: Promise<Made>): Promise<Made | 'not-made'> =>
  making.catch((error: unknown) => {
    if (error instanceof PictureNotMade) return 'not-made' as const;
    throw error;
  });
