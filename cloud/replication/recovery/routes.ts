// A store asks for its own past: behind the device's door, and nothing but what it told the relay itself.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/past.ts';
import { RECOVERY_PAGE_ROWS } from '@balcao/shared/link/recovery.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Documents } from '../../shop/menu/documents.ts';
import type { RecoveryCopy } from './recovery-copy.ts';
import type { Env } from '../../http/context.ts';

export function recoveryRoutes({
  recovery,
  documents,
}: {
  documents: Documents;
  recovery: RecoveryCopy;
}): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();

  handle(app, contracts.readPast, [], async ({ context }) => {
    const summary = await recovery.summary(context.get('storeId'));
    return summary === null ? refused('not-found') : accepted(summary);
  });

  handle(app, contracts.readPastRows, [], async ({ context, query: { after } }) =>
    accepted({ rows: await recovery.rows(context.get('storeId'), after, RECOVERY_PAGE_ROWS) }),
  );

  handle(app, contracts.readPastMenu, [], async ({ context }) => {
    const bytes = await documents.state(context.get('storeId'));
    return context.body(new Uint8Array(bytes), 200, { 'content-type': 'application/octet-stream' });
  });

  handle(app, contracts.readPastPicture, [], async ({ context, params: { hash, variant } }) => {
    const image = await recovery.image(context.get('storeId'), hash, variant);
    return image === null
      ? refused('not-found')
      : context.body(new Uint8Array(image.bytes), 200, { 'content-type': image.mediaType });
  });

  return app;
}
