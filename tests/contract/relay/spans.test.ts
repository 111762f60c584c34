// What a server says of a request and of a job, to whom, and what a collector that takes nothing does to it.
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { startCollector } from '../../support/collector.ts';
import { tracedRequests } from '@balcao/shared/host/traced-requests.ts';
import { asPart, handedTrace, openTraces, TRACE_HEADER, type Traces } from '@balcao/shared/host/traces.ts';
import { createWorker } from '@balcao/shared/host/worker.ts';

const QUEUE_MAX = 2048;
const BATCH_MAX = 512;
const HANDED = { trace: 'ab'.repeat(16), span: 'cd'.repeat(8) };
const handed = { headers: { [TRACE_HEADER]: `00-${HANDED.trace}-${HANDED.span}-01` } };

const log = { warn: () => undefined };

async function collected(work: (traces: Traces) => Promise<void>) {
  const collector = await startCollector();
  const traces = await openTraces({ endpoint: collector.url, service: 'balcao-relay', log });
  if (traces === null) throw new Error('there is a collector');
  await work(traces);
  await traces.stop();
  await collector.close();
  return { spans: collector.spans(), everything: collector.everything() };
}

function serve(traces: Traces | null, isOurs: boolean): Hono {
  const app = new Hono();
  app.use('*', tracedRequests({ traces, isOurs: () => isOurs }));
  app.get('/orders/:code', async (context) =>
    context.json(await asPart('commit', 'internal', () => Promise.resolve(handedTrace()))),
  );
  app.get('/broken', () => {
    throw new Error('de Zuleica');
  });
  app.onError((_error, context) => context.text('', 500));
  return app;
}

describe('[24] a trace', () => {
  it('has a span for a request, by its route, and one for each part of it', async () => {
    let told: unknown;
    const { spans, everything } = await collected(async (traces) => {
      told = await (await serve(traces, false).request('/orders/ABCD?token=segredo')).json();
    });
    const [part, request] = spans;
    expect(request).toMatchObject({
      name: 'GET /orders/:code',
      parentSpanId: undefined,
      failed: false,
      facts: { 'http.route': '/orders/:code', 'http.response.status_code': 200 },
    });
    expect(part).toMatchObject({ name: 'commit', parentSpanId: request?.spanId, traceId: request?.traceId });
    expect(told).toEqual({ [TRACE_HEADER]: `00-${part?.traceId}-${part?.spanId}-01` });
    expect(everything).not.toMatch(/ABCD|segredo/);
  });

  it('says that something failed, and no word of the error', async () => {
    const { spans, everything } = await collected(async (traces) => {
      await serve(traces, false).request('/broken');
      const worker = createWorker(
        { name: 'of nobody', everyMs: 3_600_000, run: () => Promise.reject(new Error('de Zuleica')) },
        { clock: () => 0, onError: () => undefined, traces },
      );
      await worker.once();
    });
    expect(spans).toMatchObject([
      { name: 'GET /broken', failed: true },
      { name: 'worker of nobody', failed: true },
    ]);
    expect(everything).not.toContain('Zuleica');
  });

  it('goes on what a server of ours hands over, and nothing that another does', async () => {
    const { spans } = await collected(async (traces) => {
      await serve(traces, true).request('/orders/A', handed);
      await serve(traces, false).request('/orders/B', handed);
      await serve(traces, true).request('/orders/C', { headers: { [TRACE_HEADER]: 'wrong' } });
    });
    const [first, second, third] = spans.filter(({ name }) => name !== 'commit');
    expect(first).toMatchObject({ traceId: HANDED.trace, parentSpanId: HANDED.span });
    for (const span of [second, third]) expect(span).toMatchObject({ parentSpanId: undefined });
    expect(new Set([first, second, third].map((span) => span?.traceId)).size).toBe(3);
  });

  it('is of no request where a worker does what a request woke it for', async () => {
    const { spans } = await collected(async (traces) => {
      const app = serve(traces, false);
      const worker = createWorker(
        {
          name: 'of nobody',
          everyMs: 3_600_000,
          run: () => asPart('mercado-pago', 'client', () => Promise.resolve()),
        },
        { clock: () => 0, onError: () => undefined },
      );
      worker.start();
      await new Promise(setImmediate);
      app.get('/wakes', (context) => {
        worker.wake();
        return context.text('');
      });
      await app.request('/wakes');
      await worker.stop();
    });
    expect(spans.map(({ name }) => name)).toEqual(['GET /wakes']);
  });
});

describe('[24] without a collector', () => {
  it('there is nothing to begin a span with, and nothing is handed over', async () => {
    expect(await openTraces({ endpoint: null, service: 'balcao-store', log })).toBeNull();
    expect(await (await serve(null, true).request('/orders/A', handed)).json()).toEqual({});
  });
});

describe('[24] a collector that takes no spans', () => {
  it('has no more spans waiting for it than the queue holds', async () => {
    const collector = await startCollector(null);
    const traces = await openTraces({ endpoint: collector.url, service: 'balcao-relay', log });
    for (let at = 0; at < 3 * QUEUE_MAX; at += 1) traces?.begin('link', 'client').end();
    await traces?.stop();
    expect(collector.spans().length).toBeLessThanOrEqual(QUEUE_MAX + BATCH_MAX);
    await collector.close();
  });

  it('is not waited for at the end until it fails', async () => {
    const collector = await startCollector(null);
    const warned: object[] = [];
    const told = { warn: (details: object) => void warned.push(details) };
    const traces = await openTraces({ endpoint: collector.url, service: 'balcao-relay', log: told });
    traces?.begin('link', 'client').end();
    await traces?.stop();
    expect(warned).toEqual([]);
    await collector.close();
  });

  it('is said in the log, and not with what it answered', async () => {
    const collector = await startCollector(400);
    const warned: object[] = [];
    const told = { warn: (details: object) => void warned.push(details) };
    const traces = await openTraces({ endpoint: collector.url, service: 'balcao-relay', log: told });
    traces?.begin('link', 'client').end();
    await traces?.stop();
    await collector.close();
    expect(warned).toEqual([{ failures: 1, reason: 'Bad Request' }]);
  });
});
