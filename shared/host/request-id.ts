// One id for a request, on every line that a server logs about that request, from the relay over the link to the store. The id is random:
// it says nothing of who asks.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Context, Env, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';

/** The header in which the relay hands the id to a store, and one of its processes to another. Ignored in a browser's request. */
export const REQUEST_ID_HEADER = 'x-balcao-request-id';
/** The header in which an answer names the id. */
export const ANSWER_ID_HEADER = 'x-request-id';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const current = new AsyncLocalStorage<string>();

/** The id of the request that is being answered, also in what it set going; null outside of any. */
export const requestId = (): string | null => current.getStore() ?? null;

/** Runs `work` that belongs to no request, though a request set it going: its log lines bear no request's id. */
export const outsideRequests = <T>(work: () => T): T => current.exit(work);

/** What the log adds to each of its lines. */
export function requestIdOfLine(): { requestId?: string } {
  const id = current.getStore();
  return id === undefined ? {} : { requestId: id };
}

/** `receivedId` gives the id that a server of ours handed over, or null. Logs, at level debug, how the request was answered. */
export const withRequestId =
  <E extends Env>(deps: {
    receivedId: (context: Context<E>) => string | null | undefined | Promise<string | null | undefined>;
    log: { debug(details: object, message: string): void };
  }): MiddlewareHandler<E> =>
  async (context, next) => {
    const received = await deps.receivedId(context);
    const id = typeof received === 'string' && ID.test(received) ? received : randomUUID();
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
