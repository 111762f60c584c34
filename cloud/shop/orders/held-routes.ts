// What stands still for a store, asked for and settled by the store itself: its administrator decides.
import { OpenAPIHono } from '@hono/zod-openapi';
import { problem } from '@balcao/shared/http/problem.ts';
import type { HeldWork } from '@balcao/shared/http/held.ts';
import type { Stores } from '../stores/stores.ts';
import type { Held } from './held.ts';
import type { Env } from '../../http/context.ts';
import { problemResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  stores: Stores;
  held: Held;
  startOver: (storeId: string) => Promise<boolean>;
};

export function heldRoutes({ held, startOver, stores }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();

  app.get('/edge/held', async (context) => {
    const storeId = context.get('storeId');
    stores.forget();
    const store = await stores.byId(storeId);
    return context.json({
      condition: store?.condition ?? 'following',
      rows: store?.seq ?? 0,
      commands: await held.list(storeId),
    } satisfies HeldWork);
  });

  for (const act of ['retry', 'discard'] as const)
    app.post(`/edge/held/:id/${act}`, async (context) =>
      (await held[act](context.get('storeId'), context.req.param('id'))) ? context.body(null, 204) : gone(),
    );

  app.post('/edge/start-over', async (context) => {
    const done = await startOver(context.get('storeId'));
    stores.forget();
    return done ? context.body(null, 204) : notInDoubt();
  });

  return app;
}

const gone = (): Response =>
  problemResponse(
    problem(409, 'not-held', 'Não está mais parado', 'Este item já foi resolvido. A lista foi atualizada.'),
  );
const notInDoubt = (): Response =>
  problemResponse(
    problem(409, 'not-in-doubt', 'Nada a decidir', 'O registro da loja e o do site já conferem.'),
  );
