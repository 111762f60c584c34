// Settings that are the store's alone: its PIX key, and how long personal data is kept; one person's data on request.
import { createRoute, OpenAPIHono, type z } from '@hono/zod-openapi';
import { Erased, EraseRequest, Privacy } from '@balcao/shared/http/privacy.ts';
import { PixKey } from '@balcao/shared/http/pix.ts';
import { invalid } from '@balcao/shared/http/problem.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import type { Deps } from '../app.ts';
import { actorOf, type Env } from './context.ts';
import { requireRole } from './guards.ts';
import { invalidHook, problemResponse } from './problems.ts';

const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const body = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});
const trouble = { description: 'A problem, in Portuguese' };

export function privateSettingsRoutes({
  users,
  pixKeys,
  retention,
  erasure,
  wake,
}: Pick<Deps, 'users' | 'pixKeys' | 'retention' | 'erasure' | 'wake'>): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const middleware = requireRole(users, 'ADMIN');

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/pix-key',
      middleware,
      responses: { 200: json(PixKey, 'The key; empty when there is none'), '4XX': trouble },
    }),
    (context) => context.json(pixKeys.get(), 200),
  );

  app.openapi(
    createRoute({
      method: 'put',
      path: '/api/staff/pix-key',
      middleware,
      request: body(PixKey),
      responses: { 200: json(PixKey, 'The key as banks write it'), '4XX': trouble },
    }),
    (context) => {
      const saved = pixKeys.set(actorOf(context), context.req.valid('json'));
      if (!saved.ok) return problemResponse(invalid(saved.refusal)) as never;
      wake.notify('log');
      return context.json(saved.value, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/privacy',
      middleware,
      responses: { 200: json(Privacy, 'The setting'), '4XX': trouble },
    }),
    (context) => context.json(retention.get(), 200),
  );

  app.openapi(
    createRoute({
      method: 'put',
      path: '/api/staff/privacy',
      middleware,
      request: body(Privacy),
      responses: { 200: json(Privacy, 'The setting'), '4XX': trouble },
    }),
    (context) => {
      const privacy = retention.set(actorOf(context), context.req.valid('json'));
      wake.notify('log');
      return context.json(privacy, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/privacy/export',
      middleware,
      request: { query: EraseRequest },
      responses: { 200: { description: 'A file with everything kept about this phone' }, '4XX': trouble },
    }),
    (context) => {
      const phone = wholePhone(context.req.valid('query').phone);
      if (phone === null) return problemResponse(notWhole) as never;
      const kept = erasure.exportPhone(phone);
      const file = { telefone: phone, pedidos: kept.orders, pedidosAtacado: kept.wholesale };
      return context.body(JSON.stringify(file, null, 2), 200, {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="dados-pessoais.json"',
        'cache-control': 'no-store',
      });
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/privacy/erase',
      middleware,
      request: body(EraseRequest),
      responses: { 200: json(Erased, 'How many orders had it'), '4XX': trouble },
    }),
    async (context) => {
      const phone = wholePhone(context.req.valid('json').phone);
      if (phone === null) return problemResponse(notWhole) as never;
      return context.json({ orders: await erasure.erasePhone(actorOf(context), phone) }, 200);
    },
  );

  return app;
}

const wholePhone = (text: string): string | null => {
  const digits = phoneDigits(text);
  return digits.length === 10 || digits.length === 11 ? digits : null;
};
const notWhole = invalid([{ field: 'phone', message: 'Informe o telefone com DDD.' }]);
