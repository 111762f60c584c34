// For whoever watches the process: is it alive, is it ready, and which stores are held back.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/health.ts';
import { accepted } from '@balcao/shared/result.ts';
import { keptFor } from '@balcao/shared/host/kept.ts';
import type { Stores } from '../shop/stores/stores.ts';
import type { ProxyWatch } from './proxy-watch.ts';
import type { Workers } from '@balcao/shared/host/worker.ts';
import type { Env } from './context.ts';

/** What these routes use. */
type Deps = {
  version: string;
  clock: () => number;
  stores: Pick<Stores, 'all'>;
  proxies: Pick<ProxyWatch, 'warnings'>;
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
  handle(app, contracts.readHealth, [], () => accepted({ alive: true, version }));

  handle(app, contracts.readReadiness, [], async () => {
    const always = { warnings: proxies.warnings(), workers: jobs() };
    try {
      await answers();
    } catch {
      const reasons = ['the database does not answer'];
      return accepted({
        status: 503,
        body: { ready: false, reasons, stores: 0, linked: 0, held: [], ...always },
      });
    }
    const known = await stores.all();
    return accepted({
      status: 200,
      body: {
        ready: true,
        reasons: [],
        stores: known.length,
        linked: known.filter((one) => gateway.session(one.storeId)).length,
        held: known
          .filter((one) => one.condition !== 'following')
          .map(({ storeId, condition }) => ({ storeId, condition })),
        ...always,
      },
    });
  });
  return app;
}
