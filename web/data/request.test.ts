// Calls to the server: what is sent, and that every failure a person may see is an ApiError with words for them.
import { problem } from '@balcao/shared/http/problem.ts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ANSWERED_BY_HEADER, ANSWERED_BY_RELAY } from '@balcao/shared/http/answered-by.ts';
import { ApiError, call, onAnsweredByRelay, request, REQUEST_MS_MAX, sentenceOf } from './request.ts';

const asked = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
beforeEach(() => {
  asked.mockReset();
  asked.mockImplementation(async () => Response.json({ ok: true }));
  vi.stubGlobal('fetch', asked);
});
afterEach(() => vi.unstubAllGlobals());

const sent = () => {
  const [path, init] = asked.mock.lastCall ?? [];
  return { path, method: init?.method, body: init?.body, headers: init?.headers };
};
const failureOf = (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => {
      throw new Error('it was taken for an answer');
    },
    (error: unknown) => error,
  );

describe('a call of a route', () => {
  it('writes each parameter into its address, so that none is taken for a part of it', async () => {
    await call('GET /api/orders/{code}/pix/{attemptId}', {
      params: { code: 'a/b?c', attemptId: '1 2' },
      token: 'secret',
    });
    expect(sent()).toMatchObject({
      path: '/api/orders/a%2Fb%3Fc/pix/1%202',
      method: 'GET',
      headers: { authorization: 'Bearer secret' },
    });
  });

  it('writes the query after it, and no question mark without one', async () => {
    await call('GET /api/staff/cash-closes', { query: { limit: '5&x=1' } });
    expect(sent().path).toBe('/api/staff/cash-closes?limit=5%26x%3D1');
    await call('GET /api/staff/cash-closes');
    expect(sent().path).toBe('/api/staff/cash-closes');
  });

  it('has the method of its route, with a body and without', async () => {
    await call('POST /api/staff/cash-closes/{number}/print', { params: { number: 7 } });
    expect(sent()).toMatchObject({
      path: '/api/staff/cash-closes/7/print',
      method: 'POST',
      body: undefined,
    });
    await call('PUT /api/staff/pix-key', { body: { key: '', holder: '', city: '' } });
    expect(sent()).toMatchObject({ method: 'PUT', body: '{"key":"","holder":"","city":""}' });
  });
});

describe('a call', () => {
  it('without a body is a GET, with one a POST in JSON, unless another method is asked for', async () => {
    expect(await request('/api/menu')).toEqual({ ok: true });
    expect(sent()).toEqual({
      path: '/api/menu',
      method: 'GET',
      body: undefined,
      headers: { accept: 'application/json' },
    });
    await request('/api/orders', { body: { id: 1 } });
    expect(sent()).toMatchObject({
      method: 'POST',
      body: '{"id":1}',
      headers: { 'content-type': 'application/json' },
    });
    await request('/api/orders', { method: 'PUT', body: null });
    expect(sent()).toMatchObject({ method: 'PUT', body: 'null' });
  });

  it('sends a file as it is, and leaves its kind to the browser', async () => {
    const file = new Blob(['x']);
    await request('/api/images', { body: file });
    expect(sent()).toMatchObject({ method: 'POST', body: file, headers: { accept: 'application/json' } });
    expect(sent().headers).not.toHaveProperty('content-type');
    const form = new FormData();
    await request('/api/images', { body: form });
    expect(sent().body).toBe(form);
    expect(sent().headers).not.toHaveProperty('content-type');
  });

  it('carries the token of an order where there is one, and what else is asked for', async () => {
    await request('/api/orders/X', { token: 'secret', headers: { 'x-one': '1' } });
    expect(sent().headers).toMatchObject({ authorization: 'Bearer secret', 'x-one': '1' });
    for (const token of [null, '', undefined]) {
      await request('/api/orders/X', token === undefined ? {} : { token });
      expect(sent().headers).not.toHaveProperty('authorization');
    }
  });

  it('ends after twelve seconds, or when whoever asked says so', async () => {
    expect(REQUEST_MS_MAX).toBe(12_000);
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    await request('/api/menu');
    expect(timeout).toHaveBeenLastCalledWith(12_000);
    await request('/api/menu', { timeoutMs: 500 });
    expect(timeout).toHaveBeenLastCalledWith(500);
    timeout.mockRestore();
    const asker = new AbortController();
    await request('/api/menu', { signal: asker.signal });
    const signal = asked.mock.lastCall?.[1].signal;
    expect(signal?.aborted).toBe(false);
    asker.abort();
    expect(signal?.aborted).toBe(true);
  });

  it('ends after its time also where whoever asked could end it and does not', async () => {
    const patience = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
    onTestFinished(() => timeout.mockRestore());
    await request('/api/menu', { signal: new AbortController().signal });
    const signal = asked.mock.lastCall?.[1].signal;
    expect(signal?.aborted).toBe(false);
    patience.abort();
    expect(signal?.aborted).toBe(true);
  });

  it('that is answered with nothing has nothing', async () => {
    asked.mockResolvedValue(new Response(null, { status: 204 }));
    expect(await request('/api/menu')).toBeNull();
  });
});

describe('a call that fails', () => {
  it.each([400, 404, 409, 429, 500])('with %i and a problem says what the server says', async (status) => {
    const said = problem(status, 'sold-out', 'Acabou', 'A banana acabou.');
    asked.mockResolvedValue(Response.json(said, { status }));
    const error = await failureOf(request('/api/orders'));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, problem: said });
    expect(sentenceOf(error)).toBe('A banana acabou.');
  });

  it.each([
    [429, 'too-many', 'Muitas tentativas seguidas. Espere um minuto e tente de novo.'],
    [404, 'not-found', 'Não encontramos o que você procura.'],
    [403, 'failed', 'O servidor não conseguiu responder agora. Tente de novo em instantes.'],
    [500, 'failed', 'O servidor não conseguiu responder agora. Tente de novo em instantes.'],
    [502, 'failed', 'O servidor não conseguiu responder agora. Tente de novo em instantes.'],
  ])('with %i and no words of its own has ours', async (status, code, detail) => {
    for (const body of ['', '<html>', 'null', '{"detail":"x"}', '{"code":"x"}', '[]']) {
      asked.mockResolvedValue(new Response(body, { status }));
      expect(await failureOf(request('/api/orders'))).toMatchObject({
        status,
        problem: { code, detail, status },
      });
    }
  });

  it('without an answer says that the shop was not reached, or took too long', async () => {
    asked.mockRejectedValue(new TypeError('fetch failed'));
    expect(await failureOf(request('/api/orders'))).toMatchObject({
      status: 0,
      problem: { code: 'unreachable' },
    });
    asked.mockRejectedValue(new DOMException('late', 'TimeoutError'));
    expect(await failureOf(request('/api/orders'))).toMatchObject({
      status: 0,
      problem: { code: 'time-out' },
    });
  });

  it('in the middle of its answer is one that was not reached', async () => {
    const broken = new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) });
    asked.mockResolvedValue(new Response(broken));
    expect(await failureOf(request('/api/orders'))).toMatchObject({
      status: 0,
      problem: { code: 'unreachable' },
    });
  });

  it('because whoever asked gave it up fails with their own reason', async () => {
    const asker = new AbortController();
    asker.abort('gone to another page');
    asked.mockRejectedValue('gone to another page');
    expect(await failureOf(request('/api/orders', { signal: asker.signal }))).toBe('gone to another page');
  });
});

it('what is no failure of a call has a sentence all the same', () => {
  expect(sentenceOf(new Error('x is undefined'))).toBe(
    'Algo deu errado por aqui. Recarregue a página e tente de novo.',
  );
});

it('what the site answered for the store is told to who listens, and no more once they stopped', async () => {
  const told = vi.fn<() => void>();
  const stop = onAnsweredByRelay(told);
  await request('/api/menu');
  expect(told).not.toHaveBeenCalled();
  asked.mockImplementation(async () =>
    Response.json({}, { headers: { [ANSWERED_BY_HEADER]: ANSWERED_BY_RELAY } }),
  );
  await request('/api/menu');
  expect(told).toHaveBeenCalledOnce();
  stop();
  await request('/api/menu');
  expect(told).toHaveBeenCalledOnce();
});
