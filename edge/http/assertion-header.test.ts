import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { ASSERTION_HEADER } from '@balcao/shared/link/assertion.ts';
import { sendAssertion } from './assertion-header.ts';
import type { Env } from './context.ts';

const LUCIA = { id: 'u1', name: 'Lúcia', email: 'lucia@loja.com', role: 'ADMIN' } as const;

it.each<['link' | 'lan', typeof LUCIA | null, number, string | null]>([
  ['link', LUCIA, 200, 'for u1'],
  ['lan', LUCIA, 200, null],
  ['link', null, 200, null],
  // Nobody is vouched for by what was refused to them.
  ['link', LUCIA, 401, null],
  ['link', LUCIA, 403, null],
  ['link', LUCIA, 503, null],
])('over the %s, of %j and with %i, the relay is told %j', async (transport, me, status, token) => {
  const app = new Hono<Env>();
  app.use(sendAssertion({ issueAssertion: async ({ id }: { id: string }) => `for ${id}` } as never));
  app.get('/', (context) => {
    if (me !== null) context.set('me', me as never);
    return context.text('', status as 200);
  });
  const answer = await app.request('/', {}, { transport } as never);
  expect(answer.headers.get(ASSERTION_HEADER)).toBe(token);
});
