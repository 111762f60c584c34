// How a request is told as a span: over traces that the test holds.
import { Hono } from 'hono';
import { beforeEach, describe, expect, it } from 'vitest';
import { withRequestId } from './request-id.ts';
import { tracedRequests } from './traced-requests.ts';
import { TRACE_HEADER, type SpanEnd, type Traces } from './traces.ts';

const HANDED = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

let begun: unknown[];
let ended: (SpanEnd | undefined)[];
beforeEach(() => {
  [begun, ended] = [[], []];
});

const traces: Traces = {
  begin(...given) {
    begun.push(given);
    return { part: () => null, traceparent: () => '', end: (told) => void ended.push(told) };
  },
  stop: () => Promise.resolve(),
};

async function ask(path: string, { isOurs = false, method = 'GET', isNamed = false } = {}): Promise<void> {
  const app = new Hono();
  if (isNamed) app.use(withRequestId({ receivedId: () => ID, log: { debug: () => undefined } }));
  app.use(tracedRequests({ traces, isOurs: () => Promise.resolve(isOurs) }));
  app.all('/orders/:status', (context) => context.body(null, Number(context.req.param('status')) as 200));
  await app.request(path, { method, headers: { [TRACE_HEADER]: HANDED } });
}

describe('a request', () => {
  it('is named by its method and its route, never by its address', async () => {
    await ask('/orders/200?token=segredo');
    expect(ended).toEqual([
      {
        name: 'GET /orders/:status',
        facts: {
          'http.request.method': 'GET',
          'http.route': '/orders/:status',
          'http.response.status_code': 200,
        },
        failed: false,
      },
    ]);
  });

  it('bears the id that the log has of it', async () => {
    await ask('/orders/200', { isNamed: true });
    expect(ended).toMatchObject([{ facts: { 'balcao.request_id': ID } }]);
  });

  it.each([
    [404, false],
    [499, false],
    [500, true],
    [503, true],
  ])('that is answered %i has failed: %s', async (status, failed) => {
    await ask(`/orders/${status}`);
    expect(ended).toMatchObject([{ failed }]);
  });

  it('goes on with the trace of a server of ours, and with that of nobody else', async () => {
    await ask('/orders/200', { isOurs: true });
    await ask('/orders/200');
    await ask('/orders/200', { method: 'BREW' });
    expect(begun).toEqual([
      ['GET', 'server', HANDED],
      ['GET', 'server', undefined],
      ['other', 'server', undefined],
    ]);
  });
});

it('without a collector nothing is begun', async () => {
  const app = new Hono()
    .use(tracedRequests({ traces: null, isOurs: () => true }))
    .get('/', (c) => c.text('a'));
  expect(await (await app.request('/')).text()).toBe('a');
});
