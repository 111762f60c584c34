// What the relay's operator does from its command line: lists stores, makes pairing codes, revokes. Whoever has SECRETS_KEY is the
// operator: the command signs a token that is good for a minute. Answered on a listener of its own, never on the public one.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import { notFound } from '@balcao/shared/host/problems.ts';
import * as contracts from '@balcao/shared/http/contracts/operator.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import { createMiddleware } from 'hono/factory';
import type { Config } from '../../config.ts';
import type { Stores } from './stores.ts';
import type { PairingCodes } from './pairing.ts';
import type { Limits } from '../../http/limits.ts';
import type { Reseal } from '../../reseal.ts';
import { isOperator } from './operator.ts';
import { clientOf, type Env } from '../../http/context.ts';

/** What these routes use. */
type Deps = {
  config: Config;
  stores: Stores;
  pairing: PairingCodes;
  reseal: Reseal;
  gateway: {
    dismissUnknown(): Promise<void>;
    presence(storeId: string): Promise<'linked' | 'grace' | 'away'>;
  };
  limits: Limits;
};

export function operatorRoutes({ stores, pairing, gateway, limits, config, reseal }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  app.use(
    '/operator/*',
    createMiddleware<Env>(async (context, next) => {
      if (await isOperator(config.secretsKey, context.req.header('authorization'))) return next();
      // Only who fails is slowed: the operator's own commands are not.
      return (await limits.pairing(clientOf(context, config.trustedProxies))) ?? notFound(context);
    }),
  );

  handle(app, contracts.listStores, [], async () => {
    const storeViews = await Promise.all(
      (await stores.all()).map(async (store) => ({
        storeId: store.storeId,
        name: store.name,
        host: store.host,
        condition: store.condition,
        presence: await gateway.presence(store.storeId),
        lastSeenMs: store.lastSeenMs,
        pairedAtMs: store.pairedAtMs,
      })),
    );
    return accepted({ stores: storeViews });
  });

  handle(app, contracts.makePairingCode, [], async ({ body: { host, replaces } }) => {
    const allStores = await stores.all();
    if (replaces !== undefined && !allStores.some((store) => store.storeId === replaces))
      return refused('unknown-store');
    if (host === undefined && replaces === undefined && allStores.length > 0) return refused('host-needed');
    return accepted(await pairing.makeCode({ host, replaces }));
  });

  handle(app, contracts.revokeStore, [], async ({ params }) => {
    if (!(await pairing.revoke(params.storeId))) return refused('unknown-store');
    await gateway.dismissUnknown();
    return accepted(null);
  });

  handle(app, contracts.holdStore, [], async ({ params }) => {
    if (!(await stores.setLeaving(params.storeId, true))) return refused('unknown-store');
    await gateway.dismissUnknown();
    return accepted(null);
  });

  handle(app, contracts.releaseStore, [], async ({ params }) =>
    (await stores.setLeaving(params.storeId, false)) ? accepted(null) : refused('unknown-store'),
  );

  handle(app, contracts.resealPiece, [], async ({ body }) => accepted(await reseal.piece(body.after)));
  return app;
}
