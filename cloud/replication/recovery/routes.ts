// A store asks for its own past: behind the device's door, and nothing but what it told the relay itself.
import { OpenAPIHono } from '@hono/zod-openapi';
import { problem } from '@balcao/shared/http/problem.ts';
import { RECOVERY_PAGE_ROWS, type RecoveryPage } from '@balcao/shared/link/recovery.ts';
import type { Documents } from '../../shop/menu/documents.ts';
import type { RecoveryCopy } from './recovery-copy.ts';
import type { Env } from '../../http/context.ts';
import { problemResponse } from '@balcao/shared/host/problems.ts';

export function recoveryRoutes({
  recovery,
  documents,
}: {
  documents: Documents;
  recovery: RecoveryCopy;
}): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();

  app.get('/edge/restore', async (context) => {
    const summary = await recovery.summary(context.get('storeId'));
    return summary === null ? nothing() : context.json(summary);
  });

  app.get('/edge/restore/rows', async (context) => {
    const after = Number(context.req.query('after') ?? '0');
    if (!Number.isSafeInteger(after) || after < 0) return nothing();
    const rows = await recovery.rows(context.get('storeId'), after, RECOVERY_PAGE_ROWS);
    return context.json({ rows } satisfies RecoveryPage);
  });

  app.get('/edge/restore/document', async (context) => {
    const bytes = await documents.state(context.get('storeId'));
    return context.body(new Uint8Array(bytes), 200, { 'content-type': 'application/octet-stream' });
  });

  app.get('/edge/restore/images/:hash/:variant', async (context) => {
    const { hash, variant } = context.req.param();
    const image = await recovery.image(context.get('storeId'), hash, variant);
    return image === null
      ? nothing()
      : context.body(new Uint8Array(image.bytes), 200, { 'content-type': image.mediaType });
  });

  return app;
}

const nothing = (): Response =>
  problemResponse(problem(404, 'not-found', 'Não encontrado', 'Não há cópia desta loja aqui.'));
