// Wholesale: what buyers on the shop's own Wi-Fi use, and what its operator works with. The relay offers buyers the same contract.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import { respondJsonIfChanged } from '@balcao/shared/host/respond-if-changed.ts';
import * as contracts from '@balcao/shared/http/contracts/wholesale.ts';
import { publicWholesaleOrder, type PlacedWholesale } from '@balcao/shared/http/wholesale.ts';
import { wholesaleGrant, type StreamTokens } from '@balcao/shared/host/stream-tokens.ts';
import { WHOLE_STORE } from '@balcao/shared/host/search-limits.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { holdsClaim, withClaimHash } from '@balcao/shared/host/claim.ts';
import { daysOf } from '../reports/period.ts';
import type { GroupCommit } from '../../storage/group-commit.ts';
import type { Wholesale } from './wholesale.ts';
import type { Users } from '../users/users.ts';
import type { Limits } from '../../http/limits.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';
import { clientOf } from '../orders/public-routes.ts';
import { giveBackAll, takeAll } from '../orders/tracking-routes.ts';

/** What these routes use. */
type Deps = {
  commits: GroupCommit;
  wholesale: Wholesale;
  users: Users;
  streamTokens: StreamTokens;
  limits: Limits;
};

export function wholesaleRoutes({ wholesale, users, streamTokens, limits, commits }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const operator = requireRole(users, 'ADMIN', 'WHOLESALE');

  handle(app, contracts.readWholesaleCatalogue, [], ({ context }) =>
    respondJsonIfChanged(context.req, wholesale.catalogue()),
  );

  handle(app, contracts.placeWholesaleOrder, [], async ({ context, body }) => {
    const slow = await limits.orders(clientOf(context));
    if (slow) return slow;
    const request = withClaimHash(body);
    const placed = await commits.run(() => wholesale.place(request, 'lan'));
    return placed.ok ? accepted({ status: 201, body: placedReply(placed.value) }) : placed;
  });

  handle(app, contracts.readWholesaleOutcome, [], async ({ context, params: { id } }) => {
    const slow = await limits.lookups(clientOf(context));
    if (slow) return slow;
    const mine = holdsClaim(wholesale.repository.claimHashOf(id), context.req.header('authorization'));
    const order = mine ? wholesale.repository.byId(id) : null;
    return order ? accepted(placedReply(order)) : refused({ code: 'order-not-found' });
  });

  handle(app, contracts.trackWholesaleOrders, [], async ({ context, body }) => {
    const slow = await limits.lookups(clientOf(context));
    if (slow) return slow;
    const misses = [
      [limits.search.phoneMisses, clientOf(context)],
      [limits.search.storePhoneMisses, WHOLE_STORE],
    ] as const;
    const wait = await takeAll(misses);
    if (wait > 0) return refused({ code: 'phone-searches-spent', retryAfterSeconds: wait });
    const found = wholesale.byPhone(phoneDigits(body.phone));
    if (found.length > 0) await giveBackAll(misses);
    return accepted({
      orders: found.map(publicWholesaleOrder),
      ticket: streamTokens.issue(wholesaleGrant(found)),
    });
  });

  handle(app, contracts.listWholesaleOrders, operator, ({ query: { state, before } }) =>
    accepted(wholesale.list(state, before)),
  );

  handle(app, contracts.moveWholesaleOrder, operator, ({ context, params, body }) => {
    const moved = wholesale.move(actorOf(context), params.id, body);
    return moved.ok ? accepted({ order: moved.value }) : moved;
  });

  handle(app, contracts.markWholesalePayment, operator, ({ context, params, body }) => {
    const marked = wholesale.markPayment(actorOf(context), params.id, body);
    return marked.ok ? accepted({ order: marked.value }) : marked;
  });

  handle(app, contracts.listWholesaleBuyers, operator, () => accepted({ buyers: wholesale.buyers() }));

  handle(app, contracts.readWholesaleHistory, operator, ({ params }) => wholesale.history(params.order));

  handle(app, contracts.readWholesaleReport, operator, ({ query }) => {
    const span = daysOf(query, wholesale.today());
    return span.ok ? accepted(wholesale.report(span.value)) : span;
  });

  handle(app, contracts.printWholesaleOrder, operator, ({ params }) => {
    const printed = wholesale.print(params.id);
    if (!printed.ok) return printed;
    return printed.value > 0 ? accepted({ printers: printed.value }) : refused({ code: 'no-printer' });
  });

  return app;
}

const placedReply = (order: WholesaleOrder): PlacedWholesale => ({
  state: 'placed',
  order: publicWholesaleOrder(order),
});
