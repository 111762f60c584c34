// A store brings its sealed copies and fetches them: behind the device's door, each store its own.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/copies.ts';
import { COPY_PART_BYTES } from '@balcao/shared/link/copies.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Copies } from './copies.ts';
import type { Env } from '../../http/context.ts';

export function copyRoutes({ copies }: { copies: Copies }): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();

  handle(app, contracts.listCopies, [], async ({ context }) =>
    accepted(await copies.list(context.get('storeId'))),
  );

  handle(app, contracts.bringPiece, [], async ({ context, params: { name, part } }) => {
    const bytes = new Uint8Array(await context.req.arrayBuffer());
    if (bytes.length === 0 || bytes.length > COPY_PART_BYTES) return refused('too-large');
    const kept = await copies.putPart(context.get('storeId'), name, part, bytes);
    // What is whole stays as it is.
    return kept.ok || kept.refusal === 'whole' ? accepted(null) : refused('too-large');
  });

  handle(app, contracts.finishCopy, [], async ({ context, params: { name }, body }) => {
    const done = await copies.finish(context.get('storeId'), name, body);
    return done.ok ? accepted(null) : done;
  });

  handle(app, contracts.fetchPiece, [], async ({ context, params: { name, part } }) => {
    const bytes = await copies.part(context.get('storeId'), name, part);
    return bytes === null
      ? refused('not-found')
      : context.body(new Uint8Array(bytes), 200, { 'content-type': 'application/octet-stream' });
  });

  handle(app, contracts.removeCopy, [], async ({ context, params: { name } }) => {
    await copies.remove(context.get('storeId'), name);
    return accepted(null);
  });

  return app;
}
