// The shop's pictures, by content: judged and re-encoded when they come, made into further variants when first asked for.
// All work on pixels is done in a process of its own (picture-process.ts); here they are only kept and found.
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { and, eq, sql } from 'drizzle-orm';
import { COPIED_VARIANTS, type ImageListing, type ImageVariant } from '@balcao/shared/http/images.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Db } from '../../storage/open.ts';
import { images } from '../../storage/schema/menu.ts';
import { whenClosed } from '../../storage/when-closed.ts';
import type { Encoded, Grey, PictureReply } from './picture-job.ts';
import { createPictureProcess, PictureNotMade, type PictureProcess } from './picture-process.ts';
import type { ImageRefusal, ImageUse } from './refusal.ts';

/** Uploads that may wait at once; each lies in a file, or is held by who asks. */
const UPLOADS_MAX = 8;
/** Variants that may wait at once; none holds anything while it waits. */
const VARIANTS_MAX = 256;
const NO_BYTES = Buffer.alloc(0);

export type Images = ReturnType<typeof createImages>;

/** `spool`: where uploads lie until it is their turn. `pictures` stands in for the process that works, in tests. */
export function createImages({
  db,
  spool = join(tmpdir(), `balcao-pictures-${process.pid}`),
  pictures = createPictureProcess(),
}: {
  db: Db;
  spool?: string;
  pictures?: PictureProcess;
}) {
  const find = db
    .select({ mediaType: images.mediaType, bytes: images.bytes })
    .from(images)
    .where(and(eq(images.hash, sql.placeholder('hash')), eq(images.variant, sql.placeholder('variant'))))
    .prepare();
  // Of a process that was killed.
  rmSync(spool, { recursive: true, force: true });
  // Bounded by the pictures there are: one entry for each variant in the making.
  const making = new Map<string, Promise<Encoded>>();
  let uploads = 0;

  const save = (hash: string, variant: ImageVariant, encoded: Encoded): void => {
    db.insert(images)
      .values({ hash, variant, ...encoded })
      .onConflictDoNothing()
      .run();
  };

  function make(hash: string, variant: Exclude<ImageVariant, 'master'>): Promise<Encoded> {
    const key = `${hash} ${variant}`;
    const known = making.get(key);
    if (known) return known;
    if (making.size >= VARIANTS_MAX) return Promise.reject(new PictureNotMade('too many at once'));
    const made = pictures
      .work(() => ({
        kind: 'variant',
        variant,
        master: find.get({ hash, variant: 'master' })?.bytes ?? NO_BYTES,
      }))
      .then((reply) => {
        const encoded = madeOf(reply);
        save(hash, variant, encoded);
        return encoded;
      })
      .finally(() => making.delete(key));
    making.set(key, made);
    return made;
  }

  /** Keeps what was made of an upload, by its content. */
  async function keep(
    work: () => Promise<PictureReply<Buffer>>,
  ): Promise<Result<{ hash: string }, ImageRefusal> & { use?: ImageUse }> {
    if (uploads >= UPLOADS_MAX) return refused('busy');
    uploads += 1;
    try {
      const reply = await work();
      if (!reply.ok) {
        if (reply.refusal === null) throw new Error(reply.error);
        return reply;
      }
      const master = reply.made;
      const hash = createHash('sha256').update(master).digest('hex');
      save(hash, 'master', { mediaType: 'image/webp', bytes: master });
      return accepted({ hash });
    } catch (error) {
      if (error instanceof PictureNotMade) return refused('not-made');
      if (isOfTheDisk(error)) return refused('no-room');
      throw error;
    } finally {
      uploads -= 1;
    }
  }

  const store = {
    /** Takes a picture as it was sent. Its hash names what was made of it, so the same picture twice is one. */
    store: (bytes: Uint8Array, use: ImageUse = 'product'): Promise<Result<{ hash: string }, ImageRefusal>> =>
      keep(() => pictures.work(() => ({ kind: 'master', bytes, use }))),

    /** Takes the picture of a form, which is not read in this process: its body goes into a file as it comes. */
    storeForm: (form: {
      body: ReadableStream<Uint8Array> | null;
      contentType: string;
      mayBeLogo: boolean;
    }): Promise<Result<{ hash: string }, ImageRefusal> & { use?: ImageUse }> =>
      keep(async () => {
        const path = join(spool, randomUUID());
        await mkdir(spool, { recursive: true });
        const file = createWriteStream(path, { mode: 0o600 });
        try {
          const body = Readable.fromWeb(
            (form.body ?? new Blob([]).stream()) as Parameters<typeof Readable.fromWeb>[0],
          );
          await pipeline(body, file);
          const { contentType, mayBeLogo } = form;
          return await pictures.work(() => ({ kind: 'form', path, contentType, mayBeLogo }));
        } finally {
          await whenClosed(file);
          await rm(path, { force: true });
        }
      }),

    /** One variant, made now if nobody asked for it before; null when there is no such picture. */
    async read(hash: string, variant: ImageVariant): Promise<Encoded | null> {
      const known = find.get({ hash, variant });
      if (known || variant === 'master') return known ?? null;
      return find.get({ hash, variant: 'master' }) ? make(hash, variant) : null;
    },

    /** What is printed, as eight-bit grey; null when there is no such picture. */
    async grey(hash: string): Promise<Grey | null> {
      const paper = await store.read(hash, 'print');
      return paper && madeOf(await pictures.work(() => ({ kind: 'grey', bytes: paper.bytes })));
    },

    /** Ends what is under way. */
    stop: (): void => pictures.stop(),

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

function madeOf<Made>(reply: PictureReply<Made>): Made {
  if (reply.ok) return reply.made;
  throw new Error(reply.refusal ?? ('error' in reply ? reply.error : 'refused'));
}

/** What a file system says that is full, broken or read-only. */
const isOfTheDisk = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(ENOSPC|EDQUOT|EIO|EROFS)$/.test(String(error.code));
