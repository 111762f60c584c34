// The web app's files, read once into memory with the compressed variants that the build laid beside them.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMiddleware } from 'hono/factory';
import { answerStatic, contentTypeOf, isHashed, type StaticFile } from '@balcao/shared/host/static-files.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Reads the folder on the first request: a server that only takes orders has no use for it at start. */
export function webFiles(folder: string) {
  let files: Map<string, StaticFile<Bytes>> | null = null;
  return createMiddleware(async (context, next) => {
    if (
      (context.req.method !== 'GET' && context.req.method !== 'HEAD') ||
      /^\/(api|link|edge|doc)\//.test(context.req.path)
    )
      return next();
    files ??= load(folder);
    const answer = answerStatic(files, {
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

function load(folder: string): Map<string, StaticFile<Bytes>> {
  const files = new Map<string, StaticFile<Bytes>>();
  if (!existsSync(folder)) return files;
  const read = (path: string): Bytes | null => (existsSync(path) ? new Uint8Array(readFileSync(path)) : null);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${file.slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, '')}`;
    const identity = new Uint8Array(readFileSync(file));
    files.set(path, {
      contentType: contentTypeOf(path),
      etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
      immutable: isHashed(path),
      identity,
      br: read(`${file}.br`),
      gzip: read(`${file}.gz`),
    });
  }
  return files;
}
