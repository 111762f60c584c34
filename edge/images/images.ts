// The shop's pictures, by content: judged and re-encoded when they come, made into further variants when first asked for.
// The image library is loaded when there is something to encode, never for reading what is there.
import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { COPIED_VARIANTS, type ImageListing, type ImageVariant } from '@balcao/shared/http/images.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Db } from '../db/open.ts';
import { images } from '../db/schema.ts';
import type { Encoded } from './encode.ts';
import type { ImageRefusal, ImageUse } from './refusal.ts';
import { sniffFormat, type SourceFormat } from './sniff.ts';
import { createTurns } from './turns.ts';

export const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
/** Uploads that may wait at once; each holds its bytes in memory. */
export const UPLOADS_MAX = 8;
/** Pictures in work at once: two of a Pi's four cores. */
const ENCODERS = 2;

const FORMATS: Record<ImageUse, readonly SourceFormat[]> = {
  product: ['jpeg', 'png', 'gif', 'webp', 'avif', 'svg'],
  logo: ['jpeg', 'png', 'svg'],
};

export type Images = ReturnType<typeof createImages>;

/** `ours`: a drawing of the program's own, which nobody has made to be slow. */
type Origin = 'strangers' | 'ours';

/** `drawMsMax`: how long a stranger's SVG is drawn before it is given up. */
export function createImages({ db, drawMsMax }: { db: Db; drawMsMax?: number }) {
  const find = db
    .select({ mediaType: images.mediaType, bytes: images.bytes })
    .from(images)
    .where(and(eq(images.hash, sql.placeholder('hash')), eq(images.variant, sql.placeholder('variant'))))
    .prepare();
  const turns = createTurns(ENCODERS);
  // Bounded by the pictures there are: one entry for each variant in the making.
  const making = new Map<string, Promise<Encoded>>();
  let uploads = 0;

  const save = (hash: string, variant: ImageVariant, encoded: Encoded): void => {
    db.insert(images)
      .values({ hash, variant, ...encoded })
      .onConflictDoNothing()
      .run();
  };

  function make(hash: string, variant: Exclude<ImageVariant, 'master'>, master: Buffer): Promise<Encoded> {
    const key = `${hash} ${variant}`;
    let made = making.get(key);
    if (!made) {
      made = turns(async () => {
        const encoded = await (await import('./encode.ts')).encodeVariant(master, variant);
        save(hash, variant, encoded);
        return encoded;
      }).finally(() => making.delete(key));
      making.set(key, made);
    }
    return made;
  }

  async function judge(
    bytes: Uint8Array,
    format: SourceFormat,
    origin: Origin,
  ): Promise<Result<{ hash: string }, ImageRefusal>> {
    const { encodeMaster, TooManyPixels } = await import('./encode.ts');
    let master: Buffer;
    try {
      if (format === 'svg' && origin === 'strangers') {
        const { drawSvg } = await import('./draw.ts');
        master = await encodeMaster(await drawSvg(bytes, drawMsMax), 'png');
      } else master = await encodeMaster(bytes, format);
    } catch (error) {
      // Whatever the decoder says of a stranger's bytes, it is the file's fault.
      return refused(error instanceof TooManyPixels ? 'too-many-pixels' : 'not-an-image');
    }
    const hash = createHash('sha256').update(master).digest('hex');
    save(hash, 'master', { mediaType: 'image/webp', bytes: master });
    return accepted({ hash });
  }

  const store = {
    /** Takes a picture as it was sent. Its hash names what was made of it, so the same picture twice is one. */
    async store(
      bytes: Uint8Array,
      use: ImageUse = 'product',
      origin: Origin = 'strangers',
    ): Promise<Result<{ hash: string }, ImageRefusal>> {
      if (bytes.byteLength > IMAGE_BYTES_MAX) return refused('too-large');
      const format = sniffFormat(bytes);
      if (!format || !FORMATS[use].includes(format)) return refused('not-an-image');
      if (uploads >= UPLOADS_MAX) return refused('busy');
      uploads += 1;
      try {
        return await turns(() => judge(bytes, format, origin));
      } finally {
        uploads -= 1;
      }
    },

    /** One variant, made now if nobody asked for it before; null when there is no such picture. */
    async read(hash: string, variant: ImageVariant): Promise<Encoded | null> {
      const known = find.get({ hash, variant });
      if (known || variant === 'master') return known ?? null;
      const master = find.get({ hash, variant: 'master' });
      return master ? make(hash, variant, master.bytes) : null;
    },

    /** Every variant that the relay copies, each made by now; null when there is no such picture. */
    async variants(hash: string): Promise<ImageListing | null> {
      const listed: ImageListing['variants'] = [];
      for (const variant of COPIED_VARIANTS) {
        const found = await store.read(hash, variant);
        if (!found) return null;
        const sha256 = createHash('sha256').update(found.bytes).digest('hex');
        listed.push({
          variant,
          mediaType: found.mediaType,
          size: found.bytes.byteLength,
          sha256,
        } as ImageListing['variants'][number]);
      }
      return { hash, variants: listed };
    },
  };
  return store;
}
