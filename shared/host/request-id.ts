// One id for a request, on every line that a server writes about it, from the relay over the link to the store. A number of chance:
// it says nothing of who asks.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Context, Env, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';

/** Under which the relay hands it to a store, and one of its processes to another. From browsers it is not taken. */
export const REQUEST_ID_HEADER = 'x-balcao-request-id';
/** Under which whoever asked is told it. */
export const ANSWER_ID_HEADER = 'x-request-id';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const current = new AsyncLocalStorage<string>();

/** The id of the request that is being answered, also in what it set going; null outside of any. */
export const requestId = (): string | null => current.getStore() ?? null;

/** Runs what belongs to no request, though one has set it going: its lines bear no request's id. */
export const outsideRequests = <T>(work: () => T): T => current.exit(work);

/** What the log adds to each of its lines. */
export function requestIdOfLine(): { requestId?: string } {
  const id = current.getStore();
  return id === undefined ? {} : { requestId: id };
}

/** `given` answers the id that a server of ours handed over, or null. Says at the end, for who looks closely, how it was answered. */
export const withRequestId =
  <E extends Env>(deps: {
    given: (context: Context<E>) => string | null | undefined | Promise<string | null | undefined>;
    log: { debug(details: object, message: string): void };
  }): MiddlewareHandler<E> =>
  async (context, next) => {
    const given = await deps.given(context);
    const id = typeof given === 'string' && ID.test(given) ? given : randomUUID();
    await current.run(id, async () => {
      const startedAtMs = performance.now();
      await next();
      context.header(ANSWER_ID_HEADER, id);
      const { method } = context.req;
      const tookMs = Math.round(performance.now() - startedAtMs);
      // The route as it stands in the program: an address may hold a code or a token.
      deps.log.debug({ method, route: routePath(context), status: context.res.status, tookMs }, 'answered');
    });
  };
