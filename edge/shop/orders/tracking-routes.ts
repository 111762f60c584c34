// Finding an order without its token: by phone, code or number. A name of an order tells how it stands; how the phone ends, or the
// device that ordered, opens more. A search is refused before anything is looked up, so that a refusal says nothing about what is there.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import { trackOrders } from '@balcao/shared/http/contracts/tracking.ts';
import { isCode, normalizeCode } from '@balcao/shared/ids.ts';
import {
  orderSeen,
  PUBLIC_ORDER_AGE_MS_MAX,
  type Sight,
  type TrackReply,
  type TrackRequest,
} from '@balcao/shared/http/orders.ts';
import type { TrackingRefusal } from '@balcao/shared/http/refusals/tracking.ts';
import { WHOLE_STORE } from '@balcao/shared/host/search-limits.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { OrderContext } from './context.ts';
import type { StreamTokens } from '@balcao/shared/host/stream-tokens.ts';
import type { Limits } from '../../http/limits.ts';
import type { Env } from '../../http/context.ts';
import type { Tries } from '@balcao/shared/host/memory-limit.ts';
import { clientOf } from './public-routes.ts';

/** What these routes use. */
type Deps = {
  clock: () => number;
  orders: OrderContext;
  streamTokens: StreamTokens;
  limits: Limits;
};

const TRACKED_MAX = 20;

type Found = { order: Order; sight: Sight };
type Query = Extract<TrackRequest, { query: string }>;
type Tracked = Result<TrackReply, TrackingRefusal>;

export function trackingRoutes(deps: Deps): OpenAPIHono<Env> {
  const { limits, streamTokens } = deps;
  const app = new OpenAPIHono<Env>();

  const reply = (found: readonly Found[], phone: string | null = null): Tracked =>
    accepted({
      orders: found.map(({ order, sight }) => orderSeen(order, sight)),
      ticket: streamTokens.issue({ orders: found.map(({ order, sight }) => [order.id, sight]), phone }),
    });

  async function byPhone(caller: string, text: string): Promise<Tracked> {
    const phone = phoneDigits(text);
    if (phone.length < 10) return reply([]);
    const misses: Uses = [
      [limits.search.phoneMisses, caller],
      [limits.search.storePhoneMisses, WHOLE_STORE],
    ];
    const wait = await takeAll(misses);
    if (wait > 0) return refused({ code: 'phone-searches-spent', retryAfterSeconds: wait });
    const { orders, clock } = deps;
    const found = orders.repository.byPhone(phone, clock() - PUBLIC_ORDER_AGE_MS_MAX, TRACKED_MAX);
    if (found.length > 0) await giveBackAll(misses);
    return reply(
      found.map((order) => ({ order, sight: 'public' })),
      phone,
    );
  }

  async function byQuery(caller: string, { query, lastFour }: Query): Promise<Tracked> {
    const found = isNumber(query) ? await byNumber(caller, query) : accepted(find(deps, query));
    if (!found.ok) return found;
    return lastFour === undefined || found.value.length === 0
      ? reply(found.value)
      : opened(found.value, lastFour);
  }

  /** The same number again costs nothing while there is something under it. */
  async function byNumber(caller: string, query: string): Promise<Result<Found[], TrackingRefusal>> {
    const again: Uses = [[limits.search.askedAgain, `${caller} ${Number(query)}`]];
    const isNew = (await takeAll(again)) === 0;
    const misses: Uses = [
      [limits.search.numberMisses, caller],
      [limits.search.storeNumberMisses, WHOLE_STORE],
    ];
    const wait = await takeAll(isNew ? [[limits.search.numbers, caller], ...misses] : misses);
    if (wait > 0) {
      if (isNew) await giveBackAll(again);
      return refused({ code: 'number-searches-spent', retryAfterSeconds: wait });
    }
    const found = find(deps, query);
    if (found.length > 0) await giveBackAll(misses);
    return accepted(found);
  }

  /** A try is counted before its digits are compared: many at once are no more than one after another. */
  async function opened(found: readonly Found[], lastFour: string): Promise<Tracked> {
    const day = deps.orders.panel.today(deps.clock());
    const tries = await Promise.all(
      found.map(async ({ order }) => {
        const subject = `${order.id} ${day}`;
        const { left } = await limits.search.digits(subject);
        return { order, subject, left };
      }),
    );
    const counted = tries.filter(({ left }) => left >= 0);
    if (counted.length === 0) return refused({ code: 'digits-spent' });
    const mine = counted.filter(({ order }) => order.customerPhone?.endsWith(lastFour));
    if (mine.length === 0)
      return refused({ code: 'wrong-digits', triesLeft: Math.max(...counted.map(({ left }) => left)) });
    await giveBackAll(counted.map(({ subject }) => [limits.search.digits, subject]));
    return reply(mine.map(({ order }) => ({ order, sight: 'public' })));
  }

  handle(app, trackOrders, [], async ({ context, body }) => {
    const caller = clientOf(context);
    if ('query' in body && body.tokens !== undefined) {
      const { tokens } = body;
      const mine = find(deps, body.query).filter(({ order }) =>
        tokens.some((token) => deps.orders.tokens.matches(order.id, token)),
      );
      if (mine.length > 0) return reply(mine.map(({ order }) => ({ order, sight: 'public' })));
    }
    const slow = await limits.lookups(caller);
    if (slow) return slow;
    return 'phone' in body ? byPhone(caller, body.phone) : byQuery(caller, body);
  });

  return app;
}

const isNumber = (query: string): boolean => /^\d{1,9}$/.test(query);

/** Under a name, in the last two days. */
function find(
  { orders: { repository, panel }, clock }: { clock: () => number; orders: OrderContext },
  query: string,
): Found[] {
  const nowMs = clock();
  const since = nowMs - PUBLIC_ORDER_AGE_MS_MAX;
  if (!isNumber(query)) {
    const code = normalizeCode(query);
    const order = isCode(code) ? repository.recentByCode(code, since) : null;
    return order ? [{ order, sight: 'code' }] : [];
  }
  const number = Number(query);
  const found: Found[] = [
    ...repository
      .byPanelNumber(number, panel.today(nowMs), since)
      .map((order) => ({ order, sight: 'panel' as const })),
    ...repository.byNumber(number, since).map((order) => ({ order, sight: 'number' as const })),
  ];
  return found.filter(({ order }, at) => found.findIndex((one) => one.order.id === order.id) === at);
}

type Uses = readonly (readonly [Tries, subject: string])[];

/** Takes one use of each. When one is spent, all get theirs back, and the answer is the seconds until it begins anew; else 0. */
export async function takeAll(uses: Uses): Promise<number> {
  for (const [at, [tries, subject]] of uses.entries()) {
    const { left, seconds } = await tries(subject);
    if (left >= 0) continue;
    await giveBackAll(uses.slice(0, at + 1));
    return seconds;
  }
  return 0;
}

export async function giveBackAll(uses: Uses): Promise<void> {
  for (const [tries, subject] of uses) await tries(subject, -1);
}
