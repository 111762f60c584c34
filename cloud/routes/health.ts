// For whoever watches the process: is it alive, is it ready, and which stores are held back.
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import type { Deps } from '../app.ts';
import type { Env } from './context.ts';
import { Health, json, Readiness } from './contract.ts';

export function healthRoutes({
  version,
  ping,
  stores,
  gateway,
}: Pick<Deps, 'version' | 'ping' | 'stores' | 'gateway'>): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  app.openapi(
    createRoute({
      method: 'get',
      path: '/healthz',
      summary: 'Alive',
      responses: { 200: json(Health, 'Alive') },
    }),
    (context) => context.json({ alive: true as const, version }, 200),
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/readyz',
      summary: 'Ready, or why not',
      responses: { 200: json(Readiness, 'Ready'), 503: json(Readiness, 'Not ready') },
    }),
    async (context) => {
      try {
        await ping();
      } catch {
        return context.json(
          { ready: false, reasons: ['the database does not answer'], stores: 0, linked: 0, held: [] },
          503,
        );
      }
      const known = await stores.all();
      return context.json(
        {
          ready: true,
          reasons: [],
          stores: known.length,
          linked: known.filter((one) => gateway.session(one.storeId)).length,
          held: known
            .filter((one) => one.condition !== 'following')
            .map(({ storeId, condition }) => ({ storeId, condition })),
        },
        200,
      );
    },
  );
  return app;
}
