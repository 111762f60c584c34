// Wholesale buyers on the public site: the catalogue, orders, finding them again. The store decides all of it.
import { createHash } from 'node:crypto';
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import { respondJsonIfChanged } from '@balcao/shared/host/respond-if-changed.ts';
import * as contracts from '@balcao/shared/http/contracts/wholesale.ts';
import { publicWholesaleOrder, type WholesaleOutcome } from '@balcao/shared/http/wholesale.ts';
import { wholesaleGrant, type StoreStreamTokens } from '@balcao/shared/host/stream-tokens.ts';
import { WHOLE_STORE } from '@balcao/shared/host/search-limits.ts';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import type { Refusal } from '@balcao/shared/order/refusal.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { wholesaleCatalogue } from '@balcao/shared/wholesale/catalogue.ts';
import { rulesOf } from '@balcao/shared/wholesale/rules.ts';
import type { Config } from '../../config.ts';
import type { Stores } from '../stores/stores.ts';
import type { WholesaleReplica } from './replica.ts';
import type { Documents } from '../menu/documents.ts';
import { holdsClaim, withClaimHash } from '@balcao/shared/host/claim.ts';
import { hashCommand, type Placement, type Commands } from '../orders/commands.ts';
import { clientOf, type Env } from '../../http/context.ts';
import { requireStore } from '../../http/guards.ts';
import { slowed, type Limit, type Limits } from '../../http/limits.ts';
import { answerMsFor, unreachableNow, withStatus } from '../orders/routes.ts';
import { giveBackAll, takeAll } from '../orders/tracking-routes.ts';
import { householdOf } from '@balcao/shared/host/household.ts';

/** What these routes use. */
type Deps = {
  config: Config;
  newId: () => string;
  stores: Stores;
  wholesale: WholesaleReplica;
  commands: Commands;
  documents: Documents;
  streamTokens: StoreStreamTokens;
  gateway: { presence(storeId: string): Promise<'linked' | 'grace' | 'away'> };
  limits: Limits;
  answerMsMax: () => number;
};

export function wholesaleRoutes(deps: Deps): OpenAPIHono<Env> {
  const { commands, documents, wholesale, streamTokens, config, limits } = deps;
  const app = new OpenAPIHono<Env>();
  const store = requireStore(deps.stores);
  const limited = (limit: Limit) => slowed(limit, config.trustedProxies);
  // A catalogue is the same object until something on it changed.
  const cachedJson = new WeakMap<Catalog, { json: string; etag: string }>();

  function catalogueJsonOf(catalog: Catalog): { json: string; etag: string } {
    const cached = cachedJson.get(catalog);
    if (cached) return cached;
    const json = JSON.stringify(wholesaleCatalogue(catalog, rulesOf(catalog.settings)));
    const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`;
    cachedJson.set(catalog, { json, etag });
    return { json, etag };
  }

  handle(app, contracts.readWholesaleCatalogue, store, async ({ context }) =>
    respondJsonIfChanged(context.req, catalogueJsonOf(await documents.catalog(context.get('storeId')))),
  );

  handle(app, contracts.placeWholesaleOrder, [store, limited(limits.orders)], async ({ context, body }) => {
    const storeId = context.get('storeId');
    const request = withClaimHash(body);
    const command = {
      id: deps.newId(),
      kind: 'wholesale.place' as const,
      payload: { wholesale: request },
    };
    // Hours and pauses do not matter here: nothing is made at once. A store that cannot be reached does.
    const away = await unreachableNow(deps, storeId);
    if (away && !(await commands.placedBy(storeId, request.id, 'wholesale.place'))) return away;
    const placement = await commands.place(storeId, command, await answerMsFor(deps, storeId));
    if (placement.requestHash !== hashCommand(command)) return refused({ code: 'id-reused' });
    const outcome = outcomeOf(request.id, placement);
    return outcome.ok ? accepted(withStatus(outcome.value)) : outcome;
  });

  handle(
    app,
    contracts.readWholesaleOutcome,
    [store, limited(limits.outcomes)],
    async ({ context, params: { id } }) => {
      const storeId = context.get('storeId');
      const row = await commands.placedBy(storeId, id, 'wholesale.place');
      if (!row || !holdsClaim(row.claimHash, context.req.header('authorization')))
        return refused({ code: 'order-not-found' });
      // It had arrived, and was handed over before the store heard that it was given up: nothing is called off any more.
      const delivered = row.state === 'lapsed' ? await wholesale.delivered(storeId, id) : null;
      return delivered === null
        ? outcomeOf(id, row)
        : accepted({ state: 'placed', order: publicWholesaleOrder(delivered) });
    },
  );

  handle(app, contracts.trackWholesaleOrders, [store, limited(limits.lookups)], async ({ context, body }) => {
    const storeId = context.get('storeId');
    const misses = [
      [limits.search.phoneMisses, householdOf(clientOf(context, config.trustedProxies))],
      [limits.search.storePhoneMisses, WHOLE_STORE],
    ] as const;
    const waitSeconds = await takeAll(storeId, misses);
    if (waitSeconds > 0) return refused({ code: 'phone-searches-spent', retryAfterSeconds: waitSeconds });
    const orders = await wholesale.byPhone(storeId, phoneDigits(body.phone));
    if (orders.length > 0) await giveBackAll(storeId, misses);
    return accepted({
      orders: orders.map(publicWholesaleOrder),
      ticket: streamTokens.issue({ storeId, ...wholesaleGrant(orders) }),
    });
  });

  return app;
}

function outcomeOf(id: string, { state, outcome }: Placement): Result<WholesaleOutcome, Refusal> {
  if (outcome?.status === 'wholesale')
    return accepted({ state: 'placed', order: publicWholesaleOrder(outcome.wholesale) });
  if (outcome?.status === 'refused') return refused(outcome.refusal);
  return accepted({ state: state === 'lapsed' ? 'lapsed' : 'waiting', id });
}
