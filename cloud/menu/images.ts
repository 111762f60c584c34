// Pictures on the relay: copied from the store over the link when first asked for, checked, and kept.
import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { ImageVariant } from '@balcao/shared/http/images.ts';
import type { Db } from '../db/open.ts';
import { images } from '../db/schema.ts';
import type { Session } from '../link/session.ts';

export type Picture = { mediaType: string; bytes: Uint8Array };
export type Pictures = ReturnType<typeof createPictures>;

const MEDIA_TYPES = new Set(['image/avif', 'image/webp', 'image/png']);
const BYTES_MAX = 6 * 1024 * 1024;

export function createPictures(given: { db: Db; session: (storeId: string) => Session | null }) {
  const { db } = given;
  const copying = new Map<string, Promise<Picture | null>>();

  async function copy(storeId: string, hash: string, variant: ImageVariant): Promise<Picture | null> {
    const session = given.session(storeId);
    if (!session) return null;
    const { status, headers, body } = await session.request({ ':method': 'GET', ':path': `/link/images/${hash}/${variant}` });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size > BYTES_MAX) throw new Error('a picture of the store is too large');
    }
    const bytes = Buffer.concat(chunks);
    if (status !== 200) return null;
    const digest = `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
    const mediaType = String(headers['content-type']);
    if (headers['content-digest'] !== digest || !MEDIA_TYPES.has(mediaType)) throw new Error('a picture arrived damaged');
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
      const key = `${storeId} ${hash} ${variant}`;
      let copied = copying.get(key);
      if (!copied) {
        copied = copy(storeId, hash, variant).finally(() => copying.delete(key));
        copying.set(key, copied);
      }
      return copied;
    },
  };
}
