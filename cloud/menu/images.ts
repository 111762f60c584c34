// Pictures on the relay: copied from the store over the link when first asked for, checked, and kept.
import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { ImageVariant } from '@balcao/shared/http/images.ts';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import type { Db } from '../db/open.ts';
import { images } from '../db/schema.ts';
import { readWhole, type Session } from '../link/session.ts';

export type Picture = { mediaType: string; bytes: Uint8Array };
export type Pictures = ReturnType<typeof createPictures>;

const MEDIA_TYPES = new Set(['image/avif', 'image/webp', 'image/png']);
const BYTES_MAX = 6 * 1024 * 1024;
const COPY_MS_MAX = 20_000;

export function createPictures(given: {
  db: Db;
  session: (storeId: string) => Session | null;
  catalog: (storeId: string) => Promise<Catalog>;
  log: { warn(details: object, message: string): void };
}) {
  const { db } = given;
  const copying = new Map<string, Promise<Picture | null>>();

  async function copy(storeId: string, hash: string, variant: ImageVariant): Promise<Picture | null> {
    const session = given.session(storeId);
    if (!session) return null;
    const answer = await session.request(
      { ':method': 'GET', ':path': `/link/images/${hash}/${variant}` },
      undefined,
      AbortSignal.timeout(COPY_MS_MAX),
    );
    const bytes = await readWhole(answer, BYTES_MAX);
    if (answer.status !== 200) return null;
    const digest = `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
    const mediaType = String(answer.headers['content-type']);
    if (answer.headers['content-digest'] !== digest || !MEDIA_TYPES.has(mediaType))
      throw new Error('a picture arrived damaged');
    await db.insert(images).values({ storeId, hash, variant, mediaType, bytes }).onConflictDoNothing();
    return { mediaType, bytes };
  }

  return {
    /** A picture, from here or from the store. Null when neither has it. */
    async read(storeId: string, hash: string, variant: ImageVariant): Promise<Picture | null> {
      const [kept] = await db
        .select({ mediaType: images.mediaType, bytes: images.bytes })
        .from(images)
        .where(and(eq(images.storeId, storeId), eq(images.hash, hash), eq(images.variant, variant)));
      if (kept) return kept;
      // The store is not asked for whatever a stranger makes up.
      if (!namesPicture(await given.catalog(storeId), hash)) return null;
      const key = `${storeId} ${hash} ${variant}`;
      let copied = copying.get(key);
      if (!copied) {
        copied = copy(storeId, hash, variant).finally(() => copying.delete(key));
        copying.set(key, copied);
      }
      try {
        return await copied;
      } catch (error) {
        // Without its picture the page is still a page; the next visitor asks again.
        given.log.warn({ storeId, hash, variant, err: error }, 'a picture could not be copied');
        return null;
      }
    },
  };
}

const namesPicture = ({ settings, products, wholesaleProducts }: Catalog, hash: string): boolean =>
  settings.logo === hash || [...products, ...wholesaleProducts].some((product) => product.image === hash);
