import { OpenAPIHono } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineContract, defineRefusals } from '../http/contract.ts';
import { firstOf } from '../http/first-of.ts';
import { problem } from '../http/problem.ts';
import { accepted, refused } from '../result.ts';
import { serveApiDocument } from './api-document.ts';
import { handle } from './handle.ts';
import { onError } from './problems.ts';

const scoop = defineContract({
  method: 'post',
  path: '/api/cups/{cup}/scoops',
  summary: 'Put a scoop into a cup',
  access: 'staff',
  params: z.object({ cup: z.coerce.number().int() }),
  query: z.object({ flavour: z.string().default('açaí') }),
  body: z.object({ grams: z.number().int().max(300, 'No máximo 300 g.') }),
  answers: { 200: z.object({ text: z.string() }) },
  refusals: defineRefusals<'full'>({ full: { status: 409, title: 'Cheio', detail: 'O copo está cheio.' } }),
});
const bin = defineContract({
  method: 'delete',
  path: '/api/cups/{cup}',
  summary: 'Throw a cup away',
  access: 'everybody',
  params: z.object({ cup: z.string() }),
  answers: { 204: null },
});
const wash = defineContract({
  method: 'post',
  path: '/api/cups/washing',
  summary: 'Wash every cup, later',
  access: 'everybody',
  answers: { 202: null },
});
const wait = defineContract({
  method: 'post',
  path: '/api/cups',
  summary: 'Ask for a cup',
  access: 'everybody',
  answers: { 201: z.object({ cup: z.number() }), 202: z.object({ waits: z.literal(true) }) },
});
const look = defineContract({
  method: 'get',
  path: '/api/cups',
  summary: 'Look at the cups, unless they are as they were',
  access: 'everybody',
  answers: { 200: z.object({ cups: z.number() }), 304: null },
});
const report = defineContract({
  method: 'put',
  path: '/machines/{machine}/cups',
  summary: 'A machine says how many cups it has',
  access: 'device',
  params: z.object({ machine: z.string().regex(/^m\d$/) }),
  query: z.object({ day: firstOf(z.coerce.number().int().default(1)) }),
  body: z.object({ cups: z.number() }),
  answers: { 200: z.object({ text: z.string() }) },
  malformed: problem(404, 'no-cups', 'Sem copos', 'Não há copos assim.'),
});

function openApp() {
  const calls: unknown[] = [];
  const app = new OpenAPIHono();
  app.onError(onError({ error: (details) => calls.push(details) }, () => null));
  const staff = createMiddleware(async (context, next) => {
    if (context.req.header('cookie') === undefined) return context.text('signed out', 401);
    await next();
  });
  handle(app, scoop, staff, ({ params, query, body }) => {
    calls.push({ params, query, body });
    if (body.grams === 300) return refused('full');
    if (body.grams === 299) return refused(problem(418, 'teapot', 'Chá', 'Sou um bule.'));
    if (body.grams === 298) return new Response('as it is');
    return accepted({ text: `${query.flavour} ${params.cup}` });
  });
  handle(app, bin, [], () => accepted(null));
  handle(app, wash, [], () => accepted(null));
  handle(app, wait, [], ({ context }) =>
    context.req.query('later') === undefined
      ? accepted({ status: 201, body: { cup: 7 } })
      : accepted({ status: 202, body: { waits: true } }),
  );
  handle(app, look, [], ({ context }) =>
    context.req.header('if-none-match') === undefined
      ? accepted({ cups: 2 })
      : new Response(null, { status: 304 }),
  );
  handle(app, report, [], ({ params, query, body }) =>
    accepted({ text: `${params.machine} ${query.day} ${body.cups}` }),
  );
  serveApiDocument(app, { title: 'Cups', version: '1' });
  const ask = (path: string, body: unknown, headers: Record<string, string> = { cookie: 'a' }) =>
    app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { app, ask, calls };
}

describe('a contract that is served', () => {
  it('gives the use case what was sent, parsed, and its value as the answer', async () => {
    const { ask, calls } = openApp();
    const answer = await ask('/api/cups/3/scoops?flavour=manga', { grams: 100, price: 1 });
    expect([answer.status, await answer.json()]).toEqual([200, { text: 'manga 3' }]);
    expect(calls).toEqual([{ params: { cup: 3 }, query: { flavour: 'manga' }, body: { grams: 100 } }]);
    expect(await (await ask('/api/cups/3/scoops', { grams: 1 })).json()).toEqual({ text: 'açaí 3' });
  });

  it('asks the guard before it reads what was sent', async () => {
    const { ask, calls } = openApp();
    expect((await ask('/api/cups/3/scoops', '{', {})).status).toBe(401);
    expect(calls).toEqual([]);
  });

  it.each([
    ['a parameter', '/api/cups/tall/scoops', { grams: 1 }, 'cup'],
    ['a body', '/api/cups/3/scoops', { grams: 301 }, 'grams'],
    ['no body', '/api/cups/3/scoops', {}, 'grams'],
    ['a query', '/api/cups/3/scoops?flavour=a&flavour=b', { grams: 1 }, 'flavour'],
  ])('tells the field of %s that has the wrong form, and asks no use case', async (_, path, body, field) => {
    const { ask, calls } = openApp();
    const answer = await ask(path, body);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ code: 'invalid-order', errors: [{ field }] });
    expect(calls).toEqual([]);
  });

  it('takes a body of another kind for an empty one, and refuses what is no JSON', async () => {
    const { ask } = openApp();
    const form = { cookie: 'a', 'content-type': 'application/x-www-form-urlencoded' };
    expect((await ask('/api/cups/3/scoops', 'grams=1', form)).status).toBe(422);
    const broken = await ask('/api/cups/3/scoops', '{');
    expect([broken.status, await broken.json()]).toMatchObject([400, { code: 'unreadable' }]);
  });

  it.each(['Application/JSON; charset=UTF-8', 'application/merge-patch+json'])(
    'reads the body of what says in another way that it is JSON: %s',
    async (type) => {
      const { ask } = openApp();
      const answer = await ask('/api/cups/3/scoops', { grams: 1 }, { cookie: 'a', 'content-type': type });
      expect([answer.status, await answer.json()]).toEqual([200, { text: 'açaí 3' }]);
    },
  );

  it.each([
    ['ends', (sending: ReadableStreamDefaultController) => sending.close()],
    ['breaks off', (sending: ReadableStreamDefaultController) => sending.error(new Error('aborted'))],
  ])('refuses a body that %s in the middle, and says nothing of it in the log', async (_, end) => {
    const { app, calls } = openApp();
    const body = new ReadableStream({
      start: (sending) => sending.enqueue(new TextEncoder().encode('{"gra')),
      pull: end,
    });
    const headers = { cookie: 'a', 'content-type': 'application/json' };
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
    expect((await app.request('/api/cups/3/scoops', init)).status).toBe(400);
    expect(calls).toEqual([]);
  });

  it('reads what a machine sends whatever it says to be, and counts the first value of a key', async () => {
    const { app } = openApp();
    const put = (path: string) => app.request(path, { method: 'PUT', body: '{"cups":7}' });
    expect(await (await put('/machines/m1/cups')).json()).toEqual({ text: 'm1 1 7' });
    expect(await (await put('/machines/m1/cups?day=3&day=4')).json()).toEqual({ text: 'm1 3 7' });
  });

  it.each([
    ['a parameter', '/machines/shop/cups', '{"cups":7}'],
    ['a query', '/machines/m1/cups?day=today', '{"cups":7}'],
    ['a body', '/machines/m1/cups', '{"cups":"7"}'],
    ['a body that is no JSON', '/machines/m1/cups', '{'],
    ['no body', '/machines/m1/cups', ''],
  ])('tells a machine in its own words of %s that has the wrong form', async (_, path, body) => {
    const { app } = openApp();
    const answer = await app.request(path, { method: 'PUT', body });
    expect([answer.status, await answer.json()]).toEqual([404, report.malformed]);
    const { paths } = await (await app.request('/openapi.json')).json();
    expect(Object.keys(paths[report.path].put.responses)).toEqual(['200', '404', '429']);
  });

  it('tells a refusal by its table, a problem and a response as they are', async () => {
    const { ask } = openApp();
    const full = await ask('/api/cups/3/scoops', { grams: 300 });
    expect(full.headers.get('content-type')).toBe('application/problem+json');
    expect([full.status, await full.json()]).toMatchObject([409, { detail: 'O copo está cheio.' }]);
    expect((await ask('/api/cups/3/scoops', { grams: 299 })).status).toBe(418);
    expect(await (await ask('/api/cups/3/scoops', { grams: 298 })).text()).toBe('as it is');
  });

  it('answers without a body, or with the status that the use case chose', async () => {
    const { app } = openApp();
    const gone = await app.request('/api/cups/3', { method: 'DELETE' });
    expect([gone.status, await gone.text()]).toEqual([204, '']);
    const begun = await app.request('/api/cups/washing', { method: 'POST' });
    expect([begun.status, await begun.text()]).toEqual([202, '']);
    const made = await app.request('/api/cups', { method: 'POST' });
    expect([made.status, await made.json()]).toEqual([201, { cup: 7 }]);
    const later = await app.request('/api/cups?later=1', { method: 'POST' });
    expect([later.status, await later.json()]).toEqual([202, { waits: true }]);
  });

  it('needs no status from a use case that may say by itself that nothing changed', async () => {
    const { app } = openApp();
    const cups = await app.request('/api/cups');
    expect([cups.status, await cups.json()]).toEqual([200, { cups: 2 }]);
    const same = await app.request('/api/cups', { headers: { 'if-none-match': '"a"' } });
    expect(same.status).toBe(304);
    const document = await (await app.request('/openapi.json')).json();
    expect(Object.keys(document.paths['/api/cups'].get.responses)).toEqual(['200', '304', '429']);
  });
});

describe('the document of a server', () => {
  it('has each answer, each problem with an example, and who may ask', async () => {
    const { app } = openApp();
    const document = await (await app.request('/openapi.json')).json();
    const { post } = document.paths['/api/cups/{cup}/scoops'];
    expect(Object.keys(post.responses)).toEqual(['200', '401', '403', '409', '422', '429']);
    expect(post.responses['409'].content['application/problem+json'].examples.full.value.detail).toBe(
      'O copo está cheio.',
    );
    expect(post.security).toEqual([{ staff: [] }]);
    expect(Object.keys(document.components.securitySchemes)).toContain('staff');
    expect(document.paths['/api/cups/{cup}'].delete.security).toEqual([]);
  });

  it('is a page for people too, in which nothing that was written is markup', async () => {
    const { app } = openApp();
    const page = await (await app.request('/openapi')).text();
    expect(page).toContain('<code>/api/cups/{cup}/scoops</code> Put a scoop into a cup');
    expect(page).toContain('O copo está cheio.');
    expect(page).not.toContain('"title": "');
    const isSentWith = (summary: string) =>
      /^(?:(?!<\/details>)[\s\S])*<h4>Sent/.test(page.slice(page.indexOf(summary)));
    expect([isSentWith(bin.summary), isSentWith(wash.summary)]).toEqual([true, false]);
  });

  it('says there who may ask, also where everybody may', async () => {
    const { app } = openApp();
    const page = await (await app.request('/openapi')).text();
    const forWhom = (summary: string) => /<p>For: (.*)<\/p>/.exec(page.slice(page.indexOf(summary)))?.[1];
    expect([forWhom(scoop.summary), forWhom(bin.summary), forWhom(report.summary)]).toEqual([
      'staff',
      'everybody',
      'device',
    ]);
  });

  it('says that a body must be sent, and of what kind it is', async () => {
    const file = defineContract({
      method: 'put',
      path: '/api/cups/picture',
      summary: 'A picture of the cups',
      access: 'everybody',
      body: { media: 'image/png' },
      answers: { 200: { media: 'text/csv' } },
    });
    const { app } = openApp();
    handle(app, file, [], () => new Response());
    const { paths } = await (await app.request('/openapi.json')).json();
    const { put } = paths['/api/cups/picture'];
    expect(put.requestBody).toMatchObject({ required: true, content: { 'image/png': {} } });
    expect(Object.keys(put.responses['200'].content)).toEqual(['text/csv']);
    expect(paths['/api/cups/{cup}/scoops'].post.requestBody.required).toBe(true);
  });

  it('is made once, however often it is asked for', async () => {
    const { app } = openApp();
    const made = vi.spyOn(app, 'getOpenAPI31Document');
    for (const path of ['/openapi.json', '/openapi', '/openapi.json'])
      expect((await app.request(path)).status).toBe(200);
    expect(made).toHaveBeenCalledTimes(1);
  });

  it('has examples that keep to the bounds of a number, and are what its name counts', async () => {
    const sum = defineContract({
      method: 'get',
      path: '/api/sum',
      summary: 'What the cups cost',
      access: 'everybody',
      answers: {
        200: z.object({
          totalCents: z.int(),
          fewCents: z.int().max(900),
          soldAtMs: z.int(),
          above: z.number().gt(5),
          atLeast: z.number().min(5),
        }),
      },
    });
    const { app } = openApp();
    handle(app, sum, [], () => new Response());
    const { paths } = await (await app.request('/openapi.json')).json();
    expect(paths['/api/sum'].get.responses['200'].content['application/json'].example).toEqual({
      totalCents: 1500,
      fewCents: 900,
      // 27 November 2026 at noon in São Paulo.
      soldAtMs: Date.parse('2026-11-27T12:00:00-03:00'),
      above: 6,
      atLeast: 5,
    });
  });
});
