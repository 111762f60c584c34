// The door at which a request waits for its turn (admission.ts).
import type { HonoRequest } from 'hono';
import { createMiddleware } from 'hono/factory';
import { saysLength } from '@balcao/shared/host/body-up-to.ts';
import { isJson } from '@balcao/shared/host/handle.ts';
import type { Stores } from '../shop/stores/stores.ts';
import type { Admission } from './admission.ts';
import type { Env } from './context.ts';
import { tooBusy } from './problems.ts';

/** Whose budget is used where no store is known. */
const NO_STORE = '-';
/** The provider says that money came: bounded by itself, and never kept out by customers. */
const NOTICES = '/api/webhooks/';

/**
 * Whoever asks for the body afterwards is given what was read. A request is not made anew for it, nor a stream of the socket, which takes longer
 * than most of what an order needs.
 */
async function readBody(request: HonoRequest): Promise<void> {
  const { raw } = request;
  if (raw.method === 'GET' || raw.method === 'HEAD') return;
  if (saysLength(request)) {
    await (isJson(request) ? request.text() : request.arrayBuffer());
  } else if (raw.body !== null) {
    const { url, method, headers, signal } = raw;
    request.raw = new Request(url, { method, headers, signal, body: await raw.arrayBuffer() });
  }
}

/** What is sent is read first: who sends slowly, by mistake or on purpose, takes nobody's place. */
export const admitted = (admission: Pick<Admission, 'run'>, stores: Pick<Stores, 'byHost'>) =>
  createMiddleware<Env>(async (context, next) => {
    if (context.req.path.startsWith(NOTICES)) return next();
    await readBody(context.req);
    // The rooms behind ask for the store again, and say so where it cannot be read.
    const store = await stores.byHost(context.req.header('host') ?? '').catch(() => null);
    return (await admission.run(store?.storeId ?? NO_STORE, next)) ? undefined : tooBusy();
  });
