import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { expect, test, vi } from 'vitest';
import { problem, tooMany } from '../http/problem.ts';
import { notFound, onError, problemResponse, type ErrorLog } from './problems.ts';

const failingWith = (error: Error) => {
  const log = { error: vi.fn<ErrorLog['error']>() };
  const app = new Hono();
  app.notFound(notFound);
  app.onError(
    onError(log, (met) => (met.message === 'full' ? problemResponse(problem(507, 'full', '', '')) : null)),
  );
  app.get('/broken', () => {
    throw error;
  });
  return { log, answer: () => app.request('/broken'), other: () => app.request('/other') };
};

test.for([
  [400, 'unreadable', 'Pedido ilegível', 'O conteúdo enviado não é um JSON válido.'],
  [403, 'refused', 'Não foi possível atender', 'Não foi possível atender este pedido.'],
] as const)(
  'an HTTP exception of %i is answered as %s and not logged',
  async ([status, code, title, detail]) => {
    const { log, answer } = failingWith(new HTTPException(status));
    const response = await answer();
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ status, code, title, detail });
    expect(log.error).not.toHaveBeenCalled();
  },
);

test('what a server knows itself is answered by it, and logged by it', async () => {
  const { log, answer } = failingWith(new Error('full'));
  expect((await answer()).status).toBe(507);
  expect(log.error).not.toHaveBeenCalled();
});

test('anything else is logged, and tells the caller nothing of the inside', async () => {
  const error = new Error('secret');
  const { log, answer } = failingWith(error);
  const response = await answer();
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('secret');
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ err: error, path: '/broken' }, 'request failed');
});

test('seconds to wait in the body are in the header too', () => {
  expect(problemResponse(tooMany(30)).headers.get('retry-after')).toBe('30');
  expect(problemResponse(problem(409, 'stale', '', '')).headers.get('retry-after')).toBeNull();
});

test('a path of nobody is named', async () => {
  const response = await failingWith(new Error('never thrown')).other();
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'not-found', detail: 'Não há nada em /other.' });
});
