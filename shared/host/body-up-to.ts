// A bound on bodies. Most say their length, and the HTTP parser holds them to it: then nothing of the body is touched
// here, so that the route can read it straight from the socket. Only the others are counted as they come.
import type { Env, HonoRequest, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/** Whether it says how long its body is, and has to keep to that. */
export const saysLength = (request: Pick<HonoRequest, 'header'>): boolean =>
  request.header('content-length') !== undefined && request.header('transfer-encoding') === undefined;

/** Answers with `tooLarge` when the body has more than `bytesMax` bytes. */
export function bodyUpTo<E extends Env>(bytesMax: number, tooLarge: () => Response): MiddlewareHandler<E> {
  const counted = bodyLimit({ maxSize: bytesMax, onError: tooLarge });
  return async (context, next) => {
    if (!saysLength(context.req)) return counted(context, next);
    if (Number(context.req.header('content-length')) > bytesMax) return tooLarge();
    await next();
  };
}
