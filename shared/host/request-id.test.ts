import { Hono } from 'hono';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { logOptions } from './log.ts';
import { createWorker } from './worker.ts';
import { requestId, withRequestId, ANSWER_ID_HEADER, REQUEST_ID_HEADER } from './request-id.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

function serve(received: (header: string | undefined) => string | null | undefined) {
  const lines: Record<string, unknown>[] = [];
  const log = pino(logOptions('debug'), {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  const app = new Hono();
  app.use('*', withRequestId({ receivedId: ({ req }) => received(req.header(REQUEST_ID_HEADER)), log }));
  app.get('/orders/:code', async (context) => {
    await Promise.resolve();
    log.warn({}, 'within');
    return context.text(requestId() ?? '');
  });
  return { app, log, lines };
}
const handed = { headers: { [REQUEST_ID_HEADER]: ID } };

describe('[24] the id of a request', () => {
  it('stands on every line about it, and on its answer', async () => {
    const { app, lines } = serve(() => null);
    const answer = await app.request('/orders/ABCD?token=segredo');
    const id = await answer.text();
    expect(answer.headers.get('x-request-id')).toBe(id);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get(ANSWER_ID_HEADER)).toBe(id);
    expect(lines).toMatchObject([
      { msg: 'within', requestId: id },
      { msg: 'answered', requestId: id, route: '/orders/:code', status: 200 },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/ABCD|segredo/);
  });

  it('stands on nothing that a worker does, though a request has woken it', async () => {
    const heard: (string | null)[] = [];
    const { app } = serve(() => null);
    const worker = createWorker(
      { name: 'of nobody', everyMs: 3_600_000, run: () => void heard.push(requestId()) },
      { clock: () => 0, onError: () => undefined },
    );
    worker.start();
    await new Promise(setImmediate);
    app.get('/wakes', (context) => {
      worker.wake();
      return context.text(requestId() ?? '');
    });
    expect(await (await app.request('/wakes')).text()).not.toBe('');
    await worker.stop();
    expect(heard).toEqual([null, null]);
  });

  it('is taken over from who may hand it on, and from nobody else', async () => {
    expect(await (await serve((header) => header).app.request('/orders/A', handed)).text()).toBe(ID);
    expect(await (await serve(() => null).app.request('/orders/A', handed)).text()).not.toBe(ID);
  });

  it('is made anew where what was handed on is none', async () => {
    const { app } = serve(() => 'x\n{"level":60}');
    expect(await (await app.request('/orders/A')).text()).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is on no line that belongs to no request', () => {
    const { log, lines } = serve(() => null);
    log.info({}, 'by itself');
    expect(lines[0]).not.toHaveProperty('requestId');
    expect(requestId()).toBeNull();
  });
});
