// Orders without a server: the use cases on a database in memory, with a menu that a test sets and a record of what else was done.
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { priceList } from '@balcao/shared/pricing/quote.ts';
import { createOrderContext, type OrderContext } from '../shop/orders/context.ts';
import { createTrackingTokens } from '../shop/orders/tracking-token.ts';
import { openDatabase } from '../storage/open.ts';

export type TestOrders = {
  context: OrderContext;
  /** A setting that it changes is the shop's from then on. */
  settings: Catalog['settings'];
  clock: { nowMs: number };
  /** What was logged and who was woken, in their order. */
  did: string[];
  /** The bodies of the log. */
  logged: unknown[];
};

/** `changes` are what the composition root may give besides. */
export function openTestOrders(
  nowMs: number,
  changes: Partial<Parameters<typeof createOrderContext>[0]> = {},
): TestOrders {
  const db = openDatabase(':memory:', 'edge/storage/migrations');
  const catalog = sampleCatalog();
  const clock = { nowMs };
  const did: string[] = [];
  const logged: unknown[] = [];
  const append = (_row: unknown, id: unknown, body: unknown, atMs: number): number => {
    did.push(`logs ${String(id)} at ${atMs}`);
    return logged.push(body);
  };
  const context = createOrderContext({
    db,
    menu: { catalog: () => catalog, priceList: () => priceList(catalog) },
    outbox: { append },
    tokens: createTrackingTokens(Buffer.alloc(32, 1)),
    wake: { notify: (topic) => void did.push(`wakes ${topic}`), on: () => () => undefined },
    clock: () => clock.nowMs,
    timeZone: 'America/Sao_Paulo',
    enqueueTicket: () => undefined,
    enqueueChange: () => undefined,
    removeSold: () => undefined,
    ...changes,
  });
  return { context, settings: catalog.settings, clock, did, logged };
}
