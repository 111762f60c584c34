// The web app's files, read once into memory with the compressed variants that the build laid beside them.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { createMiddleware } from 'hono/factory';
import { answerStatic, contentTypeOf, isHashed, type StaticFile } from './static-files.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Files = Map<string, StaticFile<Bytes>>;

/** Reads the folder on the first request: a server that only takes orders has no use for it at start. */
export function webFiles(folder: string) {
  let reading: Promise<Files> | null = null;
  const open = (): Promise<Files> =>
    load(folder).catch((error: unknown) => {
      // What could not be read may be readable for the next who asks.
      reading = null;
      throw error;
    });

  return createMiddleware(async (context, next) => {
    if (
      (context.req.method !== 'GET' && context.req.method !== 'HEAD') ||
      /^\/(api|link|edge|doc|operator)\//.test(context.req.path)
    )
      return next();
    reading ??= open();
    const answer = answerStatic(await reading, {
      path: context.req.path,
      acceptEncoding: context.req.header('accept-encoding') ?? '',
      ifNoneMatch: context.req.header('if-none-match') ?? null,
    });
    if (!answer) return next();
    return new Response(context.req.method === 'HEAD' ? null : answer.body, {
      status: answer.status,
      headers: answer.headers,
    });
  });
}

async function load(folder: string): Promise<Files> {
  const files: Files = new Map();
  const compressed: [path: string, encoding: 'br' | 'gzip', bytes: Bytes][] = [];
  for (const entry of await entriesOf(folder)) {
    const path = `/${relative(folder, entry).split(sep).join('/')}`;
    const bytes = new Uint8Array(await readFile(entry));
    const variant = /^(.*)\.(br|gz)$/.exec(path);
    if (variant) compressed.push([variant[1] ?? '', variant[2] === 'br' ? 'br' : 'gzip', bytes]);
    else {
      const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
      files.set(path, {
        contentType: contentTypeOf(path),
        etag,
        immutable: isHashed(path),
        identity: bytes,
        br: null,
        gzip: null,
      });
    }
  }
  for (const [path, encoding, bytes] of compressed) {
    const file = files.get(path);
    if (file) file[encoding] = bytes;
  }
  return files;
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    // A server without the app still serves the API.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
