// What stands still for a store, asked for and settled by the store itself: its administrator decides.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/relay-held.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Stores } from '../stores/stores.ts';
import type { ParkedCommands } from './parked-commands.ts';
import type { Env } from '../../http/context.ts';

/** What these routes use. */
type Deps = {
  stores: Stores;
  parked: ParkedCommands;
  startOver: (storeId: string) => Promise<boolean>;
};

export function parkedCommandRoutes({ parked, startOver, stores }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();

  handle(app, contracts.listHeld, [], async ({ context }) => {
    const storeId = context.get('storeId');
    stores.invalidateOne(storeId);
    const store = await stores.byId(storeId);
    return accepted({
      condition: store?.condition ?? 'following',
      rows: store?.seq ?? 0,
      commands: await parked.list(storeId),
    });
  });

  handle(app, contracts.retryHeld, [], async ({ context, params }) =>
    (await parked.retry(context.get('storeId'), params.id)) ? accepted(null) : refused('not-held'),
  );

  handle(app, contracts.discardHeld, [], async ({ context, params }) =>
    (await parked.discard(context.get('storeId'), params.id)) ? accepted(null) : refused('not-held'),
  );

  handle(app, contracts.startOver, [], async ({ context }) => {
    const storeId = context.get('storeId');
    const isStartedOver = await startOver(storeId);
    stores.invalidateOne(storeId);
    return isStartedOver ? accepted(null) : refused('not-in-doubt');
  });

  return app;
}
