// Spans as the collector gets them. What the whole shop tells of an order: tests/contract/relay/traces.test.ts.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectAt } from './open-traces.ts';
import { within, type Traces } from './traces.ts';

type Received = {
  name: string;
  kind: number;
  traceId: string;
  parentSpanId?: string;
  status: { code?: number };
};

const HANDED = { trace: 'ab'.repeat(16), span: 'cd'.repeat(8) };

let server: Server;
let traces: Traces;
let spans: Received[];
/** What the collector answers. */
let status: number;
let warned: object[];

async function take(request: IncomingMessage): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as {
    resourceSpans: { scopeSpans: { spans: Received[] }[] }[];
  };
  spans.push(...body.resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)));
}

beforeEach(async () => {
  [spans, warned, status] = [[], [], 200];
  server = createServer((request, response) => {
    void take(request).then(() => response.writeHead(status).end('{}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  traces = collectAt({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    service: 'balcao-store',
    log: { warn: (details) => void warned.push(details) },
  });
});
afterEach(async () => {
  vi.useRealTimers();
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

describe('a span', () => {
  it('goes on with the trace that was handed over, has its parts in it, and the better name', async () => {
    const span = traces.begin('GET', 'server', `00-${HANDED.trace}-${HANDED.span}-01`);
    const part = span.part('mercado-pago', 'client');
    const handedOn = part?.traceparent();
    part?.end({ failed: true });
    span.end({ name: 'GET /orders/:code' });
    await traces.stop();
    const [asked, answered] = ['mercado-pago', 'GET /orders/:code'].map((name) =>
      spans.find((one) => one.name === name),
    );
    // As OTLP numbers them: 2 a server, 3 a client; 2 an error.
    expect(answered).toMatchObject({ kind: 2, traceId: HANDED.trace, parentSpanId: HANDED.span, status: {} });
    expect(answered?.status.code ?? 0).toBe(0);
    expect(asked).toMatchObject({ kind: 3, traceId: HANDED.trace, status: { code: 2 } });
    expect(handedOn).toMatch(new RegExp(`^00-${HANDED.trace}-[0-9a-f]{16}-01$`));
    expect(handedOn).not.toContain(asked?.parentSpanId);
  });

  it('begins a trace of its own where nothing was handed over, or nothing that is one', async () => {
    for (const handed of [undefined, 'x']) traces.begin('GET', 'server', handed).end();
    await traces.stop();
    expect(spans).toHaveLength(2);
    expect(new Set([HANDED.trace, ...spans.map(({ traceId }) => traceId)]).size).toBe(3);
  });

  it('of work that failed says so, and nothing of the error; of work that went well it does not', async () => {
    const fail = () => Promise.reject(new Error('a pedido de Ana'));
    await expect(within(traces.begin('worker prints', 'internal'), fail)).rejects.toThrow('Ana');
    await within(traces.begin('worker purges', 'internal'), () => undefined);
    await traces.stop();
    const [failed, well] = ['prints', 'purges'].map((name) =>
      spans.find((one) => one.name === `worker ${name}`),
    );
    expect([failed?.status.code, well?.status.code ?? 0]).toEqual([2, 0]);
    expect(JSON.stringify(spans)).not.toContain('Ana');
  });

  it('takes parts until a minute after its end', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const span = traces.begin('GET', 'server');
    span.end();
    vi.advanceTimersByTime(60_000);
    expect(span.part('later', 'internal')).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(span.part('too late', 'internal')).toBeNull();
  });
});

it('what the collector does not take is lost, and said once', async () => {
  status = 400;
  traces.begin('GET', 'server').end();
  await traces.stop();
  expect(warned).toMatchObject([{ failures: 1 }]);
});
