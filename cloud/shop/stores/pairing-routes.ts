// How a store becomes known to this relay: it shows a code and its key. The key is what it proves itself with from then on.
// And how it is forgotten again.
import { OpenAPIHono } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/pairing.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Config } from '../../config.ts';
import type { PairingCodes } from './pairing.ts';
import type { Limits } from '../../http/limits.ts';
import { clientOf, type Env } from '../../http/context.ts';
import { isSignedBy, type Stores } from './stores.ts';
import { requireDevice } from '../../http/guards.ts';

/** What these routes use. */
type Deps = {
  config: Config;
  stores: Stores;
  pairing: PairingCodes;
  gateway: { dismissUnknown(): Promise<void> };
  limits: Limits;
};

export function pairingRoutes({ stores, pairing, gateway, limits, config }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const device = requireDevice(stores);
  const slowly = createMiddleware<Env>(
    async (context, next) => (await limits.pairing(clientOf(context, config.trustedProxies))) ?? next(),
  );

  handle(app, contracts.pairStore, slowly, async ({ body }) => {
    const result = await pairing.pair(body);
    if (!result.paired) return refused(result.reason);
    await gateway.dismissUnknown();
    const publicUrl = result.host === null ? config.publicUrl : onHost(config.publicUrl, result.host);
    return accepted({ storeId: result.storeId, publicUrl });
  });

  // Asked with the key before, or, when the answer got lost, with the new one. The new one proves that the store has it.
  handle(app, contracts.changeKey, device, async ({ context, body: { publicKey, proof } }) => {
    const storeId = context.get('storeId');
    if (!(await isSignedBy(publicKey, storeId, proof))) return refused('unproven-key');
    await pairing.changeKey(storeId, publicKey);
    await gateway.dismissUnknown();
    return accepted(null);
  });

  // The store's own wish to be forgotten, by its key.
  handle(app, contracts.unpairStore, device, async ({ context }) => {
    await pairing.revoke(context.get('storeId'));
    await gateway.dismissUnknown();
    return accepted(null);
  });
  return app;
}

function onHost(publicUrl: string, host: string): string {
  const url = new URL(publicUrl);
  url.hostname = host;
  return url.origin;
}
