// What a watcher reads of a server: the page, how requests are counted, and what the background jobs did.
import { Hono } from 'hono';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { counted, countedMethod, metricsPage, workerGauges } from './metrics-page.ts';
import type { WorkerReport } from './worker.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('the page', () => {
  const page = metricsPage({
    page: () => Promise.resolve({ type: 'text/plain; version=0.0.4', text: 'a 1' }),
  });

  it('is what the meters say at that moment, and kept by nobody', async () => {
    const answer = await page.request('/metrics');
    expect([answer.status, await answer.text()]).toEqual([200, 'a 1']);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('is all that there is', async () => {
    expect((await page.request('/')).status).toBe(404);
    expect((await page.request('/metrics', { method: 'POST' })).status).toBe(404);
  });
});

describe('a request', () => {
  it('is counted under the route that answered it, for the seconds that it took', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const requests: object[] = [];
    const app = new Hono();
    app.use(counted({ recordRequest: (request) => void requests.push(request) }));
    app.get('/orders/:code', (context) => {
      vi.advanceTimersByTime(1500);
      return context.text('', 418);
    });
    await app.request('/orders/7K2MQ9XWTB?token=segredo');
    expect(requests).toEqual([{ method: 'GET', route: '/orders/:code', status: 418, seconds: 1.5 }]);
  });

  it.each([
    ['GET', 'GET'],
    ['DELETE', 'DELETE'],
    ['OPTIONS', 'OPTIONS'],
    ['get', 'other'],
    ['BREW', 'other'],
  ])('by %s is counted as one by %s: nobody invents names on the page', (method, name) => {
    expect(countedMethod(method)).toBe(name);
  });
});

describe('a background job', () => {
  const report = (more: Partial<WorkerReport>): WorkerReport => ({
    ...{ name: 'backup', everyMs: 90_000, running: false, lastRunAtMs: null, lastDurationMs: null },
    ...{ lastError: null, failures: 0 },
    ...more,
  });
  const told = async (...reports: WorkerReport[]) =>
    Object.fromEntries(
      await Promise.all(
        workerGauges(() => reports).map(async ({ name, read }) => [name, await read()] as const),
      ),
    );

  it('says in seconds when it ran, for how long and how often it does, and how often it failed', async () => {
    const ran = report({ lastRunAtMs: 1_800_000_000_500, lastDurationMs: 250, failures: 2 });
    expect(await told(ran, report({ name: 'night', everyMs: 1000 }))).toEqual({
      worker_last_run_timestamp_seconds: { backup: 1_800_000_000.5 },
      worker_last_run_seconds: { backup: 0.25 },
      worker_every_seconds: { backup: 90, night: 1 },
      worker_failures: { backup: 2, night: 0 },
    });
  });
});
