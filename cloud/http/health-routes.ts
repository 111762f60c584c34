// For whoever watches the process: is it alive, is it ready, and which stores are held back.
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { keptFor } from '@balcao/shared/host/kept.ts';
import type { Stores } from '../shop/stores/stores.ts';
import type { ProxyWatch } from './proxy-watch.ts';
import type { Workers } from '@balcao/shared/host/worker.ts';
import type { Env } from './context.ts';
import { Health, json, Readiness } from './contract.ts';

/** What these routes use. */
type Deps = {
  version: string;
  clock: () => number;
  stores: Stores;
  proxies: ProxyWatch;
  gateway: { session(storeId: string): unknown };
  workers: Pick<Workers, 'reports'>;
  ping: () => Promise<void>;
};

export function healthRoutes({
  version,
  ping,
  stores,
  gateway,
  clock,
  workers,
  proxies,
}: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  // Anybody may ask: the database is asked at most once a second for all of them.
  const answers = keptFor(1000, clock, ping);
  const jobs = () =>
    workers.reports().map(({ name, lastRunAtMs, lastDurationMs, failures }) => ({
      name,
      lastRunAtMs,
      lastDurationMs,
      failures,
    }));
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
        await answers();
      } catch {
        return context.json(
          {
            ready: false,
            reasons: ['the database does not answer'],
            warnings: proxies.warnings(),
            stores: 0,
            linked: 0,
            held: [],
            workers: jobs(),
          },
          503,
        );
      }
      const known = await stores.all();
      return context.json(
        {
          ready: true,
          reasons: [],
          warnings: proxies.warnings(),
          stores: known.length,
          linked: known.filter((one) => gateway.session(one.storeId)).length,
          held: known
            .filter((one) => one.condition !== 'following')
            .map(({ storeId, condition }) => ({ storeId, condition })),
          workers: jobs(),
        },
        200,
      );
    },
  );
  return app;
}
