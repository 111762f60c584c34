// Adds the store's signed assertion to answers over the link for an administrator or the wholesale operator: with it the relay lets them in while the store is away.
import { createMiddleware } from 'hono/factory';
import { ASSERTION_HEADER } from '@balcao/shared/link/assertion.ts';
import type { Assertions } from '../shop/users/assertions.ts';
import type { Env } from './context.ts';

export const sendAssertion = (assertions: Assertions) =>
  createMiddleware<Env>(async (context, next) => {
    await next();
    if (context.env.transport !== 'link') return;
    // `me` is set by the role guard; a request that the guard refused has none.
    const me = context.get('me') as Env['Variables']['me'] | undefined;
    const token = me && context.res.ok ? await assertions.issueAssertion(me) : null;
    if (token !== null) context.header(ASSERTION_HEADER, token);
  });
