// Each request as a span, by the route that answered it.
import type { Context, Env, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { countedMethod } from './metrics-page.ts';
import { requestId } from './request-id.ts';
import { TRACE_HEADER, within, type Traces } from './traces.ts';

/** A span for each request until its answer, streams until they are opened. `isOurs`: whether a server of ours sent it, whose trace it goes on. */
export function tracedRequests<E extends Env>(deps: {
  traces: Traces | null;
  isOurs: (context: Context<E>) => boolean | Promise<boolean>;
}): MiddlewareHandler<E> {
  const { traces, isOurs } = deps;
  if (traces === null) return (_context, next) => next();
  return async (context, next) => {
    const handed = context.req.header(TRACE_HEADER);
    const isHanded = handed !== undefined && (await isOurs(context));
    const method = countedMethod(context.req.method);
    const span = traces.begin(method, 'server', isHanded ? handed : undefined);
    await within(span, next, () => {
      const { status } = context.res;
      // The route as it stands in the program: an address may hold a code or a token.
      const route = routePath(context);
      const id = requestId();
      return {
        name: `${method} ${route}`,
        facts: {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
          ...(id === null ? {} : { 'balcao.request_id': id }),
        },
        failed: status >= 500,
      };
    });
  };
}
