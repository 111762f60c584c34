// Pictures over HTTP: for browsers by what they can show, for the relay variant by variant. Nothing here changes anything.
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import {
  chooseVariant,
  COPIED_VARIANTS,
  ImageHash,
  imageHeaders,
  type ImageVariant,
} from '@balcao/shared/http/images.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import type { Env } from '../../http/context.ts';
import { requireLink } from '../../http/guards.ts';
import { problemResponse } from '@balcao/shared/host/problems.ts';
import type { Images } from './images.ts';
import { PictureNotMade } from './picture-process.ts';
import { imageProblem } from './refusal.ts';

/** `GET /api/images/:hash?w=320`: for ever the same bytes for the same Accept. */
export function imageRoutes(images: Images): Hono<Env> {
  const app = new Hono<Env>();
  app.get('/api/images/:hash', async (context) => {
    const hash = context.req.param('hash');
    const variant = chooseVariant(context.req.header('accept') ?? '', context.req.query('w'));
    const found = ImageHash.safeParse(hash).success ? await made(images.read(hash, variant)) : null;
    if (!found) return noImage();
    if (found === 'not-made') return notMade();
    const headers = imageHeaders(hash, variant, found.mediaType);
    if (context.req.header('if-none-match') === headers['etag'])
      return new Response(null, { status: 304, headers });
    return new Response(new Uint8Array(found.bytes), { headers });
  });
  return app;
}

/** What the relay copies (shared/http/images.ts). */
export function imageLinkRoutes(images: Images): Hono<Env> {
  const app = new Hono<Env>();
  app.use('/link/images/*', requireLink);
  app.get('/link/images/:hash', async (context) => {
    const listing = await made(images.variants(context.req.param('hash')));
    if (listing === 'not-made') return notMade();
    return listing ? context.json(listing) : noImage();
  });
  app.get('/link/images/:hash/:variant', async (context) => {
    const variant = copiedVariant(context.req.param('variant'));
    const found = variant ? await made(images.read(context.req.param('hash'), variant)) : null;
    if (!found) return noImage();
    if (found === 'not-made') return notMade();
    const digest = createHash('sha256').update(found.bytes).digest('base64');
    const headers = { 'content-type': found.mediaType, 'content-digest': `sha-256=:${digest}:` };
    return new Response(new Uint8Array(found.bytes), { headers });
  });
  return app;
}

const copiedVariant = (name: string): ImageVariant | undefined =>
  COPIED_VARIANTS.find((variant) => variant === name);

const noImage = (): Response =>
  problemResponse(problem(404, 'image-not-found', 'Imagem não encontrada', 'Esta imagem não existe mais.'));

/** The picture is there, and this variant of it will be: who asks comes again. */
const notMade = (): Response => problemResponse(imageProblem('not-made', 'product'), { 'retry-after': '5' });

const made = <Made>(making: Promise<Made>): Promise<Made | 'not-made'> =>
  making.catch((error: unknown) => {
    if (error instanceof PictureNotMade) return 'not-made' as const;
    throw error;
  });
