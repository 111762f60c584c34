// The door at which a request waits for its turn (admission.ts).
import { createMiddleware } from 'hono/factory';
import type { Stores } from '../shop/stores/stores.ts';
import type { Admission } from './admission.ts';
import type { Env } from './context.ts';
import { tooBusy } from './problems.ts';

/** Whose budget is used where no store is known. */
const NO_STORE = '-';
/** The provider says that money came: bounded by itself, and never kept out by customers. */
const NOTICES = '/api/webhooks/';

/** What is sent is read first: who sends slowly, by mistake or on purpose, takes nobody's place. */
export const admitted = (admission: Pick<Admission, 'run'>, stores: Pick<Stores, 'byHost'>) =>
  createMiddleware<Env>(async (context, next) => {
    if (context.req.path.startsWith(NOTICES)) return next();
    const { raw } = context.req;
    if (raw.body !== null) {
      const { url, method, headers, signal } = raw;
      context.req.raw = new Request(url, { method, headers, signal, body: await raw.arrayBuffer() });
    }
    // The rooms behind ask for the store again, and say so where it cannot be read.
    const store = await stores.byHost(context.req.header('host') ?? '').catch(() => null);
    return (await admission.run(store?.storeId ?? NO_STORE, next)) ? undefined : tooBusy();
  });
