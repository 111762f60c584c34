// A store brings its sealed copies and fetches them: behind the device's door, each store its own.
import { OpenAPIHono } from '@hono/zod-openapi';
import { problem } from '@balcao/shared/http/problem.ts';
import { COPY_PART_BYTES, SealedCopy, SealedCopyName } from '@balcao/shared/link/copies.ts';
import type { Copies } from './copies.ts';
import type { Env, RouteContext } from '../../http/context.ts';
import { problemResponse } from '@balcao/shared/host/problems.ts';

const PART = /^\d{1,6}$/;

export function copyRoutes({ copies }: { copies: Copies }): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const nameOf = (context: RouteContext): string | null =>
    SealedCopyName.safeParse(context.req.param('name')).data ?? null;
  const partOf = (context: RouteContext): number | null => {
    const given = context.req.param('part') ?? '';
    return PART.test(given) ? Number(given) : null;
  };

  app.get('/edge/copies', async (context) => context.json(await copies.list(context.get('storeId'))));

  app.put('/edge/copies/:name/:part', async (context) => {
    const [name, part] = [nameOf(context), partOf(context)];
    if (name === null || part === null) return nothing();
    const bytes = new Uint8Array(await context.req.arrayBuffer());
    if (bytes.length === 0 || bytes.length > COPY_PART_BYTES) return tooLarge();
    const kept = await copies.putPart(context.get('storeId'), name, part, bytes);
    // What is whole stays as it is.
    return kept.ok || kept.refusal === 'whole' ? context.body(null, 204) : tooLarge();
  });

  app.post('/edge/copies/:name', async (context) => {
    const name = nameOf(context);
    const asked = SealedCopy.safeParse(await context.req.json().catch(() => null));
    if (name === null || !asked.success) return nothing();
    const done = await copies.finish(context.get('storeId'), name, asked.data);
    if (done.ok) return context.body(null, 201);
    return done.refusal === 'too-large'
      ? tooLarge()
      : problemResponse(
          problem(409, 'not-whole', 'Cópia incompleta', 'Faltam partes desta cópia: envie-a de novo.'),
        );
  });

  app.get('/edge/copies/:name/:part', async (context) => {
    const [name, part] = [nameOf(context), partOf(context)];
    const bytes =
      name === null || part === null ? null : await copies.part(context.get('storeId'), name, part);
    return bytes === null
      ? nothing()
      : context.body(new Uint8Array(bytes), 200, { 'content-type': 'application/octet-stream' });
  });

  app.delete('/edge/copies/:name', async (context) => {
    const name = nameOf(context);
    if (name === null) return nothing();
    await copies.remove(context.get('storeId'), name);
    return context.body(null, 204);
  });

  return app;
}

const nothing = (): Response =>
  problemResponse(problem(404, 'not-found', 'Não encontrada', 'Não há esta cópia aqui.'));
const tooLarge = (): Response =>
  problemResponse(
    problem(413, 'too-large', 'Cópia grande demais', 'Esta cópia é maior do que o site guarda.'),
  );
