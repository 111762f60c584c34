// Answers to an administrator or the wholesale operator over the link carry the store's word for them: what the relay goes on with should we be away.
import { createMiddleware } from 'hono/factory';
import { ASSERTION_HEADER } from '@balcao/shared/link/assertion.ts';
import type { Assertions } from '../shop/users/assertions.ts';
import type { Env } from './context.ts';

export const sendAssertion = (assertions: Assertions) =>
  createMiddleware<Env>(async (context, next) => {
    await next();
    if (context.env.transport !== 'link') return;
    // Set by the guard that let them in; behind a closed door there is nobody.
    const me = context.get('me') as Env['Variables']['me'] | undefined;
    const token = me && context.res.ok ? await assertions.of(me) : null;
    if (token !== null) context.header(ASSERTION_HEADER, token);
  });
