// Orders of customers on the public site: placed, answered, shown to their owner, paid at the counter. The store decides all of it.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import { normalizeCode } from '@balcao/shared/ids.ts';
import * as contracts from '@balcao/shared/http/contracts/orders.ts';
import { statusOrder, type OrderOutcome } from '@balcao/shared/http/orders.ts';
import { PLACE_REFUSALS, type AwayRefusal } from '@balcao/shared/http/refusals/order-routes.ts';
import type { Refusal } from '@balcao/shared/order/refusal.ts';
import { handedBackCents } from '@balcao/shared/payment/given-back.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { describeClosed } from '@balcao/shared/store/closed-text.ts';
import { openState } from '@balcao/shared/store/opening.ts';
import type { Config } from '../../config.ts';
import type { Stores } from '../stores/stores.ts';
import type { Replica } from './replica.ts';
import type { Documents } from '../menu/documents.ts';
import type { Payments } from '../../payments/payments.ts';
import type { StoreStreamTokens } from '@balcao/shared/host/stream-tokens.ts';
import { callerDigest } from './caller.ts';
import { holdsClaim, withClaimHash } from '@balcao/shared/host/claim.ts';
import type { Command } from '@balcao/shared/link/commands.ts';
import { hashCommand, type Placement, type Commands } from './commands.ts';
import { clientOf, type Env } from '../../http/context.ts';
import { requireStore } from '../../http/guards.ts';
import { slowed, type Limit, type Limits } from '../../http/limits.ts';
import { offeredMethods } from '../menu/offers.ts';
import { problemResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  config: Config;
  clock: () => number;
  newId: () => string;
  stores: Stores;
  replica: Replica;
  commands: Commands;
  documents: Documents;
  gateway: { presence(storeId: string): Promise<'linked' | 'grace' | 'away'> };
  payments: Payments;
  streamTokens: StoreStreamTokens;
  limits: Limits;
  answerMsMax: () => number;
};

/** While there is no link: long enough for one that is just coming back, short enough to tell the customer what one waits for. */
const UNLINKED_ANSWER_MS_MAX = 1500;

export function orderRoutes(deps: Deps): OpenAPIHono<Env> {
  const { replica, commands, payments, streamTokens, config, limits } = deps;
  const app = new OpenAPIHono<Env>();
  const store = requireStore(deps.stores);
  const limited = (limit: Limit) => slowed(limit, config.trustedProxies);

  handle(app, contracts.placeOrder, [store, limited(limits.orders)], async ({ context, body }) => {
    const storeId = context.get('storeId');
    const order = withClaimHash(body);
    const caller = callerDigest(config.secretsKey, storeId, clientOf(context, config.trustedProxies));
    const command = {
      id: deps.newId(),
      kind: 'order.place' as const,
      payload: { order },
      ...(caller === null ? {} : { caller }),
    };
    const closed = await closedNow(deps, storeId);
    // A closed shop takes no order, but still answers for one that it was sent while it was open.
    if (closed && !(await commands.placedBy(storeId, order.id))) return closed;
    const placement = await commands.place(storeId, command, await answerMsFor(deps, storeId));
    if (placement.requestHash !== hashCommand(command)) return refused({ code: 'id-reused' });
    const outcome = outcomeOf(order.id, placement);
    return outcome.ok ? accepted(withStatus(outcome.value)) : outcome;
  });

  handle(
    app,
    contracts.readOrderOutcome,
    [store, limited(limits.outcomes)],
    async ({ context, params: { id } }) => {
      const row = await commands.placedBy(context.get('storeId'), id);
      // Who has the id and not the claim is told what one is told of an order that never was.
      const holdsOrderClaim = holdsClaim(row?.claimHash ?? null, context.req.header('authorization'));
      return row && holdsOrderClaim ? outcomeOf(id, row) : refused({ code: 'order-not-found' });
    },
  );

  handle(app, contracts.readOrder, store, async ({ context, params }) => {
    const storeId = context.get('storeId');
    const code = normalizeCode(params.code);
    const order = await replica.heldByCode(storeId, code, context.req.header('authorization'));
    if (order !== null) {
      const ticket = streamTokens.issue({ storeId, orders: [[order.id, 'public']], phone: null });
      const money = {
        ...(await payments.moneyOf(storeId, order.id)),
        handedBackCents: handedBackCents(order),
      };
      return accepted({ access: 'whole', order, ticket, money });
    }
    const slow = await limits.lookups(clientOf(context, config.trustedProxies), storeId);
    if (slow) return slow;
    const seen = await replica.recentByCode(storeId, code);
    if (!seen) return refused({ code: 'order-not-found' });
    const ticket = streamTokens.issue({ storeId, orders: [[seen.id, 'code']], phone: null });
    return accepted({ access: 'status', order: statusOrder(seen, 'code'), ticket });
  });

  handle(app, contracts.chooseCash, [store, limited(limits.orders)], async ({ context, params, body }) => {
    const storeId = context.get('storeId');
    const order = await replica.heldByCode(storeId, params.code, context.req.header('authorization'));
    if (order === null) return refused({ code: 'no-token' });
    if (!(await offeredMethods(deps, storeId)).has('cash')) return refused({ code: 'method-off' });
    const command = {
      id: deps.newId(),
      kind: 'order.choose-cash' as const,
      payload: { orderId: order.id, changeForCents: body.changeForCents },
    };
    const storeAnswer = await askStore(deps, storeId, command);
    if (!('order' in storeAnswer)) return storeAnswer;
    // Paid otherwise from here on: an open code at the provider is closed.
    await payments.cancelOpen(storeId, order.id);
    return accepted(storeAnswer);
  });

  handle(app, contracts.cancelOrder, [store, limited(limits.orders)], async ({ context, params }) => {
    const storeId = context.get('storeId');
    const order = await replica.heldByCode(storeId, params.code, context.req.header('authorization'));
    if (order === null) return refused({ code: 'no-token' });
    // The store may not have heard of it yet.
    if ((await payments.moneyOf(storeId, order.id)).receivedCents > 0)
      return refused({ code: 'already-paid' });
    const command = { id: deps.newId(), kind: 'order.cancel' as const, payload: { orderId: order.id } };
    const storeAnswer = await askStore(deps, storeId, command);
    if (!('order' in storeAnswer)) return storeAnswer;
    await payments.cancelOpen(storeId, order.id);
    return accepted(storeAnswer);
  });

  return app;
}

/** The order after the store did what was asked, or why it did not. */
async function askStore(deps: Deps, storeId: string, command: Command) {
  const { commands, gateway } = deps;
  if ((await gateway.presence(storeId)) === 'away') return storeAway('cannot-pay');
  await commands.enqueue(storeId, command);
  const outcome = await commands.waitForOutcome(storeId, command.id, deps.answerMsMax());
  if (!outcome) return storeAway('silent');
  if (outcome.status === 'refused') return refused(outcome.refusal);
  return outcome.status === 'done' ? { order: outcome.order } : storeAway('outdated');
}

/** How long a browser's request waits for the store's answer. */
export const answerMsFor = async (
  {
    gateway,
    answerMsMax,
  }: {
    gateway: { presence(storeId: string): Promise<'linked' | 'grace' | 'away'> };
    answerMsMax: () => number;
  },
  storeId: string,
): Promise<number> =>
  (await gateway.presence(storeId)) === 'linked'
    ? answerMsMax()
    : Math.min(answerMsMax(), UNLINKED_ANSWER_MS_MAX);

/** Why the relay takes no order from customers for this store now, or null. */
async function closedNow(deps: Deps, storeId: string): Promise<Response | null> {
  const away = await unreachableNow(deps, storeId);
  if (away) return away;
  const { documents, clock, config } = deps;
  const open = openState((await documents.catalog(storeId)).settings, clock(), config.timeZone);
  return open.state === 'closed' || open.state === 'paused'
    ? problemResponse(
        PLACE_REFUSALS.problemOf({ code: 'store-closed', reason: describeClosed(open, config.timeZone) }),
      )
    : null;
}

/** Why no order of any kind can be passed on to this store now, or null. */
export async function unreachableNow(
  {
    gateway,
    stores,
    commands,
  }: {
    stores: Pick<Stores, 'byId'>;
    commands: Pick<Commands, 'hasRoom'>;
    gateway: { presence(storeId: string): Promise<'linked' | 'grace' | 'away'> };
  },
  storeId: string,
): Promise<Response | null> {
  const store = await stores.byId(storeId);
  if (store && store.condition !== 'following') return storeAway('recovering');
  if ((await gateway.presence(storeId)) === 'away') return storeAway('cannot-order');
  if (!(await commands.hasRoom(storeId)))
    return problemResponse(PLACE_REFUSALS.problemOf({ code: 'store-busy' }));
  return null;
}

const storeAway = (why: Extract<AwayRefusal, { code: 'store-away' }>['why']): Response =>
  problemResponse(PLACE_REFUSALS.problemOf({ code: 'store-away', why }), { 'retry-after': '10' });

function outcomeOf(id: string, { state, outcome }: Placement): Result<OrderOutcome, Refusal> {
  if (outcome?.status === 'done')
    return accepted({ state: 'placed', order: outcome.order, trackingToken: outcome.trackingToken });
  if (outcome?.status === 'refused') return refused(outcome.refusal);
  return accepted({ state: state === 'lapsed' ? 'lapsed' : 'waiting', id });
}

/** A page that asks again reads the state from the body; who places an order, from the status too. */
export function withStatus<Placed extends { state: 'placed' }>(
  outcome: Placed | { state: 'waiting'; id: string } | { state: 'lapsed'; id: string },
) {
  switch (outcome.state) {
    case 'placed':
      return { status: 201 as const, body: outcome };
    case 'waiting':
      return { status: 202 as const, body: outcome };
    case 'lapsed':
      return { status: 200 as const, body: outcome };
  }
}
