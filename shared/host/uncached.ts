import { createMiddleware } from 'hono/factory';

/**
 * What is about one person or the shop's inside is kept by no cache, neither on the way nor in a browser that somebody else uses next.
 * What everybody may see says for itself how long it holds.
 */
export const uncached = createMiddleware(async (context, next) => {
  await next();
  const { headers } = context.res;
  if (/^\/api\/(staff|auth)\//.test(context.req.path) || !headers.has('cache-control'))
    headers.set('cache-control', 'no-store');
});
