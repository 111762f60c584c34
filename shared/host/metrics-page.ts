// The page on which a watcher reads the meters. For a listener that no stranger reaches.
import { Hono, type MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Gauge, Meters } from './meters.ts';
import type { WorkerReport } from './worker.ts';

/** `GET /metrics`, and nothing else. */
export const metricsPage = (meters: Pick<Meters, 'page'>): Hono =>
  new Hono().get('/metrics', async (context) => {
    const { type, text } = await meters.page();
    return context.body(text, 200, { 'content-type': type, 'cache-control': 'no-store' });
  });

/** Methods that are counted under their name; whatever else somebody invents is one of the others. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The method as it is counted: a word of HTTP or `other`. */
export const countedMethod = (method: string): string => (METHODS.has(method) ? method : 'other');

/** Counts every answer by the route that gave it. */
export const counted =
  (meters: Pick<Meters, 'recordRequest'>): MiddlewareHandler =>
  async (context, next) => {
    const startedAtMs = performance.now();
    await next();
    meters.recordRequest({
      method: countedMethod(context.req.method),
      route: routePath(context),
      status: context.res.status,
      seconds: (performance.now() - startedAtMs) / 1000,
    });
  };

/** What the background jobs did last, by their names. */
export function workerGauges(reports: () => readonly WorkerReport[]): Gauge[] {
  const each = (of: (report: WorkerReport) => number | null) => () =>
    Object.fromEntries(
      reports().flatMap((report) => {
        const value = of(report);
        return value === null ? [] : [[report.name, value] as const];
      }),
    );
  const label = 'worker';
  return [
    {
      name: 'worker_last_run_timestamp_seconds',
      help: 'When a background job last began',
      label,
      read: each(({ lastRunAtMs }) => (lastRunAtMs === null ? null : lastRunAtMs / 1000)),
    },
    {
      name: 'worker_last_run_seconds',
      help: 'How long its last run took',
      label,
      read: each(({ lastDurationMs }) => (lastDurationMs === null ? null : lastDurationMs / 1000)),
    },
    {
      name: 'worker_every_seconds',
      help: 'How long it rests between runs',
      label,
      read: each(({ everyMs }) => everyMs / 1000),
    },
    {
      name: 'worker_failures',
      help: 'How many of its runs failed since one was well',
      label,
      read: each(({ failures }) => failures),
    },
  ];
}
