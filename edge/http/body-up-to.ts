// A bound on bodies. Most say their length, and the HTTP parser holds them to it: then nothing of the body is touched
// here, so that the route can read it straight from the socket. Only the others are counted as they come.
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import type { Env } from './context.ts';

/** Answers with `tooLarge` when the body has more than `bytesMax` bytes. */
export function bodyUpTo(bytesMax: number, tooLarge: () => Response) {
  const counted = bodyLimit({ maxSize: bytesMax, onError: tooLarge });
  return createMiddleware<Env>(async (context, next) => {
    const declared = context.req.header('content-length');
    if (declared === undefined || context.req.header('transfer-encoding') !== undefined)
      return counted(context, next);
    if (Number(declared) > bytesMax) return tooLarge();
    await next();
  });
}
