// Pictures for browsers, by content: what was fetched once never changes.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import { respondIfChanged } from '@balcao/shared/host/respond-if-changed.ts';
import { readPicture } from '@balcao/shared/http/contracts/shop.ts';
import {
  chooseVariant,
  ImageHash,
  imageHeaders,
  standInFor,
  type WebVariant,
} from '@balcao/shared/http/images.ts';
import { PICTURE_REFUSALS } from '@balcao/shared/http/refusals/shop.ts';
import type { Config } from '../../config.ts';
import type { Stores } from '../stores/stores.ts';
import type { Picture, Pictures } from './images.ts';
import type { Env, RouteContext } from '../../http/context.ts';
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

export function pictureRoutes({
  stores,
  pictures,
  forwardToOwner,
  limits,
  config,
}: Deps & {
  /** The answer of the process of the relay that can ask the store. */
  forwardToOwner: (context: RouteContext) => Promise<Response | null>;
}): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const guard = [requireStore(stores), slowed(limits.pictures, config.trustedProxies)];
  handle(app, readPicture, guard, async ({ context, params: { hash }, query }) => {
    const variant = chooseVariant(context.req.header('accept') ?? '', query.w);
    const picture = ImageHash.safeParse(hash).success
      ? await readOrStandIn(pictures, context.get('storeId'), hash, variant)
      : null;
    // It may only be out of reach: the browser is to ask again.
    if (!picture) return (await forwardToOwner(context)) ?? noPicture();
    const headers = imageHeaders(hash, picture.variant, picture.mediaType);
    // The narrow one may come yet: under the name of its own, and not for ever.
    if (picture.variant !== variant) headers['cache-control'] = STAND_IN_CACHE;
    return respondIfChanged(context.req, headers, new Uint8Array(picture.bytes));
  });
  return app;
}

/** A store of an older release never makes the narrow one, and is asked for it beside: nobody waits for that while its stand-in lies here. */
async function readOrStandIn(
  pictures: Pictures,
  storeId: string,
  hash: string,
  variant: WebVariant,
): Promise<(Picture & { variant: WebVariant }) | null> {
  const standIn = standInFor(variant);
  const hashNamed = (picture: Picture | null, responseType: WebVariant) =>
    picture && { ...picture, variant: responseType };
  if (standIn === null) return hashNamed(await pictures.read(storeId, hash, variant), variant);
  const kept = await pictures.kept(storeId, hash, variant);
  if (kept) return hashNamed(kept, variant);
  const wider = await pictures.kept(storeId, hash, standIn);
  if (wider) {
    // What fails here is asked for again with the next visitor.
    pictures.read(storeId, hash, variant).catch(() => null);
    return hashNamed(wider, standIn);
  }
  return (
    hashNamed(await pictures.read(storeId, hash, variant), variant) ??
    hashNamed(await pictures.read(storeId, hash, standIn), standIn)
  );
}

const STAND_IN_CACHE = 'public, max-age=300';

const noPicture = (): Response =>
  problemResponse(PICTURE_REFUSALS.problemOf('image-not-found'), { 'cache-control': 'no-store' });
