// Pictures on the relay: copied from the store over the link when first asked for, checked, and kept.
import { createHash } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { ImageHash, type ImageVariant } from '@balcao/shared/http/images.ts';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import type { Db } from '../../storage/open.ts';
import { images } from '../../storage/schema.ts';
import { readWhole, type Session, type StoreResponse } from '../stores/session.ts';

export type Picture = { mediaType: string; bytes: Uint8Array };
export type Pictures = ReturnType<typeof createPictures>;

const MEDIA_TYPES = new Set(['image/avif', 'image/webp', 'image/png']);
const BYTES_MAX = 6 * 1024 * 1024;
const COPY_MS_MAX = 20_000;
/** Copying starts so long after the link, behind the first orders and the log, which matter more. */
const COPY_AFTER_MS = 1000;
/** Of so many menus at once it is looked up which pictures are missing: after a restart all stores come back at the same time. */
const CHECKS_AT_ONCE_MAX = 2;

export function createPictures(deps: {
  db: Db;
  session: (storeId: string) => Pick<Session, 'request' | 'isInDoubt' | 'onDoubt'> | null;
  catalog: (storeId: string) => Promise<Catalog>;
  /** The same for a look at each store in turn: it stays in memory for nobody. */
  catalogOnce: (storeId: string) => Promise<Catalog>;
  log: { warn(details: object, message: string): void };
}) {
  const { db } = deps;
  const copying = new Map<string, Promise<Picture | null>>();

  async function copyFromStore(
    storeId: string,
    hash: string,
    variant: ImageVariant,
  ): Promise<Picture | null> {
    const session = deps.session(storeId);
    if (!session || session.isInDoubt()) return null;
    // A browser has six connections to the site: pictures of a store that fell silent would hold back what its people do meanwhile.
    const silent = new AbortController();
    const stopListening = session.onDoubt(() => silent.abort());
    try {
      const answer = await session.request(
        { ':method': 'GET', ':path': `/link/images/${hash}/${variant}` },
        undefined,
        AbortSignal.any([AbortSignal.timeout(COPY_MS_MAX), silent.signal]),
      );
      return await keepPicture(answer, { storeId, hash, variant });
    } finally {
      stopListening();
    }
  }

  async function keepPicture(
    answer: StoreResponse,
    { storeId, hash, variant }: { storeId: string; hash: string; variant: ImageVariant },
  ): Promise<Picture | null> {
    const bytes = await readWhole(answer, BYTES_MAX);
    if (answer.status !== 200) return null;
    const digest = `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
    const mediaType = String(answer.headers['content-type']);
    if (answer.headers['content-digest'] !== digest || !MEDIA_TYPES.has(mediaType))
      throw new Error('a picture arrived damaged');
    await db.insert(images).values({ storeId, hash, variant, mediaType, bytes }).onConflictDoNothing();
    return { mediaType, bytes };
  }

  async function missingOf(storeId: string): Promise<string[]> {
    const namedHashes = picturesOf(await deps.catalogOnce(storeId));
    if (namedHashes.length === 0) return [];
    const storedImages = await db
      .select({ hash: images.hash })
      .from(images)
      .where(
        and(eq(images.storeId, storeId), eq(images.variant, 'master'), inArray(images.hash, namedHashes)),
      );
    const storedHashes = new Set(storedImages.map(({ hash }) => hash));
    return namedHashes.filter((hash) => !storedHashes.has(hash));
  }

  const warnOf = (storeId: string) => (error: unknown) =>
    deps.log.warn({ storeId, err: error }, 'the pictures of the menu could not be copied');

  /** One after another: customers' requests share the link. One that cannot be copied holds up no other. */
  async function copyMissing(storeId: string, missing: readonly string[]): Promise<void> {
    for (const hash of missing) await copyOnce(storeId, hash, 'master').catch(warnOf(storeId));
  }

  const delayedStores = new Set<string>();
  /** Stores whose menu is to be looked at, and how many are being looked at. */
  const dueStores = new Set<string>();
  let checksUnderWay = 0;

  async function checkDue(): Promise<void> {
    checksUnderWay += 1;
    for (const storeId of dueStores) {
      dueStores.delete(storeId);
      // A store that is slow to send holds up nobody but itself.
      await missingOf(storeId).then((missing) => void copyMissing(storeId, missing), warnOf(storeId));
    }
    checksUnderWay -= 1;
  }

  function copyOnce(storeId: string, hash: string, variant: ImageVariant): Promise<Picture | null> {
    const key = `${storeId} ${hash} ${variant}`;
    let pendingCopy = copying.get(key);
    if (!pendingCopy) {
      pendingCopy = copyFromStore(storeId, hash, variant).finally(() => copying.delete(key));
      copying.set(key, pendingCopy);
    }
    return pendingCopy;
  }

  const keptOf = async (storeId: string, hash: string, variant: ImageVariant): Promise<Picture | null> =>
    (
      await db
        .select({ mediaType: images.mediaType, bytes: images.bytes })
        .from(images)
        .where(and(eq(images.storeId, storeId), eq(images.hash, hash), eq(images.variant, variant)))
    )[0] ?? null;

  return {
    /** One that was copied already; the store is not asked. */
    kept: keptOf,

    /** Copies every picture that the menu names and that is not here yet; soon, once for many changes. */
    copyAll(storeId: string): void {
      if (delayedStores.has(storeId)) return;
      delayedStores.add(storeId);
      setTimeout(() => {
        delayedStores.delete(storeId);
        dueStores.add(storeId);
        if (checksUnderWay < CHECKS_AT_ONCE_MAX) void checkDue();
      }, COPY_AFTER_MS).unref();
    },

    /** A picture, from here or from the store. Null when neither has it. */
    async read(storeId: string, hash: string, variant: ImageVariant): Promise<Picture | null> {
      const stored = await keptOf(storeId, hash, variant);
      if (stored) return stored;
      // The store is not asked for whatever a stranger makes up.
      if (!namesPicture(await deps.catalog(storeId), hash)) return null;
      try {
        return await copyOnce(storeId, hash, variant);
      } catch (error) {
        // Without its picture the page is still a page; the next visitor asks again.
        deps.log.warn({ storeId, hash, variant, err: error }, 'a picture could not be copied');
        return null;
      }
    },
  };
}

const picturesOf = ({ settings, products, wholesaleProducts }: Catalog): string[] => [
  ...new Set(
    [settings.logo, ...[...products, ...wholesaleProducts].map((product) => product.image)].filter(
      (hash): hash is string => typeof hash === 'string' && ImageHash.safeParse(hash).success,
    ),
  ),
];
const namesPicture = (catalog: Catalog, hash: string): boolean => picturesOf(catalog).includes(hash);
