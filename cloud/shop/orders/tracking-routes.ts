// Finding an order without its token: by phone, code or number. A name of an order tells how it stands; how the phone ends, or the
// device that ordered, opens more. A search is refused before anything is looked up, so that a refusal says nothing about what is there.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import { trackOrders } from '@balcao/shared/http/contracts/tracking.ts';
import { isCode, normalizeCode } from '@balcao/shared/ids.ts';
import { orderSeen, type Sight, type TrackReply, type TrackRequest } from '@balcao/shared/http/orders.ts';
import type { TrackingRefusal } from '@balcao/shared/http/refusals/tracking.ts';
import { WHOLE_STORE } from '@balcao/shared/host/search-limits.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { businessDay } from '@balcao/shared/store/business-day.ts';
import type { Config } from '../../config.ts';
import type { Stores } from '../stores/stores.ts';
import type { Replica } from './replica.ts';
import type { StoreStreamTokens } from '@balcao/shared/host/stream-tokens.ts';
import type { Limits } from '../../http/limits.ts';
import { clientOf, type Env } from '../../http/context.ts';
import { requireStore } from '../../http/guards.ts';
import type { Tries } from '../../storage/limits/counts.ts';
import { householdOf } from '@balcao/shared/host/household.ts';

/** What these routes use. */
type Deps = {
  config: Config;
  clock: () => number;
  stores: Stores;
  replica: Replica;
  streamTokens: StoreStreamTokens;
  limits: Limits;
};

type Found = { order: Order; sight: Sight };
type Query = Extract<TrackRequest, { query: string }>;
type Tracked = Result<TrackReply, TrackingRefusal>;
/** Whose search of which store. */
type Asker = { storeId: string; caller: string };

export function trackingRoutes(deps: Deps): OpenAPIHono<Env> {
  const { replica, streamTokens, clock, config, limits } = deps;
  const app = new OpenAPIHono<Env>();
  const store = requireStore(deps.stores);

  const reply = (storeId: string, found: readonly Found[], phone: string | null = null): Tracked =>
    accepted({
      orders: found.map(({ order, sight }) => orderSeen(order, sight)),
      ticket: streamTokens.issue({
        storeId,
        orders: found.map(({ order, sight }) => [order.id, sight]),
        phone,
      }),
    });

  async function byPhone({ storeId, caller }: Asker, text: string): Promise<Tracked> {
    const phone = phoneDigits(text);
    if (phone.length < 10) return reply(storeId, []);
    const misses: Uses = [
      [limits.search.phoneMisses, householdOf(caller)],
      [limits.search.storePhoneMisses, WHOLE_STORE],
    ];
    const waitSeconds = await takeAll(storeId, misses);
    if (waitSeconds > 0) return refused({ code: 'phone-searches-spent', retryAfterSeconds: waitSeconds });
    const found = await replica.byPhone(storeId, phone);
    if (found.length > 0) await giveBackAll(storeId, misses);
    return reply(
      storeId,
      found.map((order) => ({ order, sight: 'public' })),
      phone,
    );
  }

  async function byQuery(asker: Asker, { query, lastFour }: Query): Promise<Tracked> {
    const { storeId } = asker;
    const found = isNumber(query)
      ? await byNumber(asker, query)
      : accepted(await findOrders(deps, storeId, query));
    if (!found.ok) return found;
    return lastFour === undefined || found.value.length === 0
      ? reply(storeId, found.value)
      : openByDigits(storeId, found.value, lastFour);
  }

  /** The same number again costs nothing while there is something under it. */
  async function byNumber(
    { storeId, caller }: Asker,
    query: string,
  ): Promise<Result<Found[], TrackingRefusal>> {
    const address = householdOf(caller);
    const repeatUses: Uses = [[limits.search.askedAgain, `${address} ${Number(query)}`]];
    const isNew = (await takeAll(storeId, repeatUses)) === 0;
    const misses: Uses = [
      [limits.search.numberMisses, address],
      [limits.search.storeNumberMisses, WHOLE_STORE],
    ];
    const waitSeconds = await takeAll(
      storeId,
      isNew ? [[limits.search.numbers, address], ...misses] : misses,
    );
    if (waitSeconds > 0) {
      if (isNew) await giveBackAll(storeId, repeatUses);
      return refused({ code: 'number-searches-spent', retryAfterSeconds: waitSeconds });
    }
    const found = await findOrders(deps, storeId, query);
    if (found.length > 0) await giveBackAll(storeId, misses);
    return accepted(found);
  }

  /** A try is counted before its digits are compared: many at once are no more than one after another. */
  async function openByDigits(storeId: string, found: readonly Found[], lastFour: string): Promise<Tracked> {
    const day = businessDay(clock(), config.timeZone);
    const tries = await Promise.all(
      found.map(async ({ order }) => {
        const subject = `${order.id} ${day}`;
        const { left } = await limits.search.digits(storeId, subject);
        return { order, subject, left };
      }),
    );
    const inTime = tries.filter(({ left }) => left >= 0);
    if (inTime.length === 0) return refused({ code: 'digits-spent' });
    const matching = inTime.filter(({ order }) => order.customerPhone?.endsWith(lastFour));
    if (matching.length === 0)
      return refused({ code: 'wrong-digits', triesLeft: Math.max(...inTime.map(({ left }) => left)) });
    await giveBackAll(
      storeId,
      inTime.map(({ subject }) => [limits.search.digits, subject]),
    );
    return reply(
      storeId,
      matching.map(({ order }) => ({ order, sight: 'public' })),
    );
  }

  async function ofDevice(storeId: string, { query, tokens = [] }: Query): Promise<Found[]> {
    if (tokens.length === 0) return [];
    const found = await findOrders(deps, storeId, query);
    const isTokenValid = await Promise.all(
      found.map(({ order }) => replica.verifyToken(storeId, order.id, ...tokens)),
    );
    return found
      .filter((_one, index) => isTokenValid[index])
      .map(({ order }) => ({ order, sight: 'public' }));
  }

  handle(app, trackOrders, store, async ({ context, body }) => {
    const storeId = context.get('storeId');
    const caller = clientOf(context, config.trustedProxies);
    const deviceOrders = 'query' in body ? await ofDevice(storeId, body) : [];
    if (deviceOrders.length > 0) return reply(storeId, deviceOrders);
    const tooMany = await limits.lookups(caller, storeId);
    if (tooMany) return tooMany;
    return 'phone' in body ? byPhone({ storeId, caller }, body.phone) : byQuery({ storeId, caller }, body);
  });

  return app;
}

const isNumber = (query: string): boolean => /^\d{1,9}$/.test(query);

/** Under a name, in the last two days. */
async function findOrders(
  { replica, clock, config }: Deps,
  storeId: string,
  query: string,
): Promise<Found[]> {
  if (!isNumber(query)) {
    const code = normalizeCode(query);
    const order = isCode(code) ? await replica.recentByCode(storeId, code) : null;
    return order ? [{ order, sight: 'code' }] : [];
  }
  const number = Number(query);
  const [ofPanel, ofNumber] = await Promise.all([
    replica.byPanelNumber(storeId, number, businessDay(clock(), config.timeZone)),
    replica.byNumber(storeId, number),
  ]);
  const found: Found[] = [
    ...ofPanel.map((order) => ({ order, sight: 'panel' as const })),
    ...ofNumber.map((order) => ({ order, sight: 'number' as const })),
  ];
  return found.filter(
    ({ order }, index) => found.findIndex((other) => other.order.id === order.id) === index,
  );
}

type Uses = readonly (readonly [Tries, subject: string])[];

/** Takes one use of each. When one is spent, all get theirs back, and the answer is the seconds until it begins anew; else 0. */
export async function takeAll(storeId: string, uses: Uses): Promise<number> {
  for (const [index, [tries, subject]] of uses.entries()) {
    const { left, seconds } = await tries(storeId, subject);
    if (left >= 0) continue;
    await giveBackAll(storeId, uses.slice(0, index + 1));
    return seconds;
  }
  return 0;
}

export async function giveBackAll(storeId: string, uses: Uses): Promise<void> {
  for (const [tries, subject] of uses) await tries(storeId, subject, -1);
}
