// Pictures for browsers, by content: what was fetched once never changes.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { chooseVariant, ImageHash, imageHeaders } from '@balcao/shared/http/images.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import type { Config } from '../../config.ts';
import type { Stores } from '../stores/stores.ts';
import type { Pictures } from './images.ts';
import type { Env, RouteContext } from '../../http/context.ts';
import { trouble } from '../../http/contract.ts';
import { requireStore } from '../../http/guards.ts';
import { slowed, type Limits } from '../../http/limits.ts';
import { problemResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  config: Config;
  stores: Stores;
  pictures: Pictures;
  limits: Limits;
};

const picture = createRoute({
  method: 'get',
  path: '/api/images/{hash}',
  summary: 'A picture, in the format and width that suit the browser',
  request: {
    params: z.object({ hash: z.string().max(128) }),
    query: z.object({ w: z.string().max(10).optional() }),
  },
  responses: { 200: { description: 'The picture' }, 304: { description: 'As it was' }, 404: trouble },
});

export function pictureRoutes({
  stores,
  pictures,
  elsewhere,
  limits,
  config,
}: Deps & {
  /** The answer of the process of the relay that can ask the store. */
  elsewhere: (context: RouteContext) => Promise<Response | null>;
}): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  app.use('/api/images/*', requireStore(stores), slowed(limits.pictures, config.trustedProxies));
  app.openapi(picture, async (context) => {
    const { hash } = context.req.valid('param');
    const variant = chooseVariant(context.req.header('accept') ?? '', context.req.valid('query').w);
    const found = ImageHash.safeParse(hash).success
      ? await pictures.read(context.get('storeId'), hash, variant)
      : null;
    // It may only be out of reach: the browser is to ask again.
    if (!found)
      return (
        (await elsewhere(context)) ??
        problemResponse(
          problem(404, 'image-not-found', 'Imagem não encontrada', 'Esta imagem não está disponível agora.'),
          { 'cache-control': 'no-store' },
        )
      );
    const headers = imageHeaders(hash, variant, found.mediaType);
    if (context.req.header('if-none-match') === headers['etag'])
      return new Response(null, { status: 304, headers });
    return new Response(new Uint8Array(found.bytes), { headers });
  });
  return app;
}
