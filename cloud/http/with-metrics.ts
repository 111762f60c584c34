// The operator's listener: beside the operator's commands, what a watcher reads. It proves nothing and names nobody; no stranger reaches
// this port (OPERATOR_HOST).
import { Hono } from 'hono';
import { metricsPage } from '@balcao/shared/host/metrics-page.ts';
import type { Meters } from '@balcao/shared/host/meters.ts';
import type { App } from './app.ts';
import type { Env } from './context.ts';

/** The operator's application, and `GET /metrics` before it. */
export const withMetrics = (
  operator: Pick<App, 'fetch'>,
  meters: Pick<Meters, 'page'>,
): Pick<Hono<Env>, 'fetch'> =>
  new Hono<Env>()
    .route('/', metricsPage(meters))
    .all('*', (context) => operator.fetch(context.req.raw, context.env));
