import type { OrderOutcome, PlacedOrder } from '@balcao/shared/http/orders.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OrderRequest } from './orders.ts';
import { ApiError } from './request.ts';
import type { Attempt } from './attempt.ts';
import { placeOnce, resumePlacing, type PlaceDeps } from './place-once.ts';

type Asked = Omit<OrderRequest, 'id' | 'claim'>;
type Placed = { code: string; token: string; createdAtMs: number };

const asked: Asked = { customerPhone: '91999998888', consumptionType: 'local', observations: '', items: [] };
const changed: Asked = { ...asked, observations: 'sem canudo' };

const failure = (status: number, code: string) =>
  new ApiError(status, problem(status, code, code, `detail of ${code}`));
const lost = failure(0, 'unreachable');

/** A store that keeps what it is sent, as the real one does: same id and body, same answer. */
class FakeStore {
  readonly orders = new Map<string, string>();
  /** What happens to the next calls: the reply is lost, or the call itself. */
  next: ('reply-lost' | 'call-lost' | ApiError)[] = [];
  waiting = false;
  lapsed = false;

  place = async (body: OrderRequest): Promise<OrderOutcome> => {
    const trouble = this.next.shift();
    if (trouble === 'call-lost') throw lost;
    if (trouble instanceof ApiError) throw trouble;
    const { id, ...rest } = body;
    const text = JSON.stringify(rest);
    const known = this.orders.get(id);
    if (known !== undefined && known !== text) throw failure(409, 'id-reused');
    this.orders.set(id, text);
    if (trouble === 'reply-lost') throw lost;
    return this.outcome(id);
  };

  outcomeOf = async (id: string, claim: string | null): Promise<OrderOutcome> => {
    if (this.next.shift() === 'call-lost') throw lost;
    const known = this.orders.get(id);
    const sent = known === undefined ? null : (JSON.parse(known) as OrderRequest).claim;
    if (known === undefined || claim === null || claim !== sent) throw failure(404, 'order-not-found');
    return this.outcome(id);
  };

  private outcome(id: string): OrderOutcome {
    if (this.lapsed) return { state: 'lapsed', id };
    if (this.waiting) return { state: 'waiting', id };
    return {
      state: 'placed',
      order: { id, code: `CODE-${id}`, createdAtMs: 1 },
      trackingToken: 'token',
    } as OrderOutcome;
  }
}

let store: FakeStore;
let kept: Attempt | null;
let ids: number;
let claims: number;
let deps: PlaceDeps<Asked, PlacedOrder, Placed>;

beforeEach(() => {
  store = new FakeStore();
  kept = null;
  ids = 0;
  claims = 0;
  deps = {
    place: store.place,
    outcomeOf: store.outcomeOf,
    placedOf: ({ order, trackingToken }) => ({
      code: order.code,
      token: trackingToken,
      createdAtMs: order.createdAtMs,
    }),
    itemsNow: () => [],
    newClaim: () => `claim-${(claims += 1)}`,
    newId: () => `id-${(ids += 1)}`,
    read: () => kept,
    write: (attempt) => (kept = attempt),
    clear: () => (kept = null),
  };
});

describe('placing an order', () => {
  test('keeps its id before it is sent', async () => {
    store.next = ['call-lost'];
    await placeOnce(asked, deps);
    expect(kept?.id).toBe('id-1');
  });

  test('keeps with its id the claim that goes with it, and asks for the outcome with that one', async () => {
    store.next = ['reply-lost'];
    await placeOnce(asked, deps);
    expect(kept).toMatchObject({ id: 'id-1', claim: 'claim-1' });
    // As after a reload: all there is, is what was kept.
    expect(await resumePlacing(deps)).toMatchObject({ state: 'placed', code: 'CODE-id-1' });
    expect(claims).toBe(1);
    await placeOnce(changed, deps);
    expect(kept).toMatchObject({ id: 'id-2', claim: 'claim-2' });
  });

  test('sends an order that an older page began without a claim as it was: it is still one order', async () => {
    kept = { id: 'id-0', claim: null, asked: JSON.stringify(asked), code: null };
    store.orders.set('id-0', JSON.stringify(asked));
    expect(await resumePlacing(deps)).toBeNull();
    expect(await placeOnce(asked, deps)).toMatchObject({ state: 'placed', code: 'CODE-id-0' });
    expect(store.orders.size).toBe(1);
  });

  test('the same again is the same order: a second tap, the back button', async () => {
    const first = await placeOnce(asked, deps);
    expect(await placeOnce(asked, deps)).toEqual(first);
    expect(store.orders.size).toBe(1);
  });

  test('a lost reply and another try make one order', async () => {
    store.next = ['reply-lost'];
    expect(await placeOnce(asked, deps)).toEqual({ state: 'unknown', error: lost });
    expect(await placeOnce(asked, deps)).toMatchObject({
      state: 'placed',
      code: 'CODE-id-1',
      earlier: false,
    });
    expect(store.orders.size).toBe(1);
  });

  test('after a lost reply a changed cart finds the order that was placed, and makes no second one', async () => {
    store.next = ['reply-lost'];
    await placeOnce(asked, deps);
    expect(await placeOnce(changed, deps)).toMatchObject({
      state: 'placed',
      code: 'CODE-id-1',
      earlier: true,
    });
    expect(store.orders.size).toBe(1);
  });

  test('after a lost call a changed cart is sent under the same id', async () => {
    store.next = ['call-lost'];
    await placeOnce(asked, deps);
    expect(await placeOnce(changed, deps)).toMatchObject({
      state: 'placed',
      code: 'CODE-id-1',
      earlier: false,
    });
    expect(store.orders.size).toBe(1);
  });

  test('a call that was thought lost and arrives late wins, and there is one order', async () => {
    store.next = ['call-lost'];
    await placeOnce(asked, deps);
    const late = {
      ...deps,
      place: async (body: OrderRequest) => {
        await store.place({ ...asked, id: 'id-1', claim: 'claim-1' });
        return store.place(body);
      },
    };
    expect(await placeOnce(changed, late)).toMatchObject({
      state: 'placed',
      code: 'CODE-id-1',
      earlier: true,
    });
    expect(store.orders.size).toBe(1);
  });

  test('while it is not known what became of the first, nothing else is sent', async () => {
    store.next = ['reply-lost', 'call-lost'];
    await placeOnce(asked, deps);
    expect(await placeOnce(changed, deps)).toMatchObject({ state: 'unknown' });
    expect(store.orders.size).toBe(1);
  });

  test('a refusal is final: the next try has an id of its own', async () => {
    store.next = [failure(409, 'price-changed')];
    expect(await placeOnce(asked, deps)).toMatchObject({ state: 'refused' });
    expect(await placeOnce(asked, deps)).toMatchObject({ state: 'placed', code: 'CODE-id-2' });
  });

  test.each([429, 408, 500, 503])(
    'an answer of %i says nothing about the order: its id stays',
    async (status) => {
      store.next = [failure(status, 'x')];
      expect(await placeOnce(asked, deps)).toMatchObject({ state: 'unknown' });
      expect(kept?.id).toBe('id-1');
    },
  );

  test('an id that was used for something else shows the order it was used for', async () => {
    store.orders.set('id-1', JSON.stringify({ ...changed, claim: 'claim-1' }));
    expect(await placeOnce(asked, deps)).toMatchObject({ state: 'placed', code: 'CODE-id-1', earlier: true });
  });

  test('a changed cart after a placed order is a new order', async () => {
    await placeOnce(asked, deps);
    expect(await placeOnce(changed, deps)).toMatchObject({ state: 'placed', code: 'CODE-id-2' });
  });
});

describe('after a reload', () => {
  test('an order whose reply was lost is found', async () => {
    store.next = ['reply-lost'];
    await placeOnce(asked, deps);
    expect(await resumePlacing(deps)).toMatchObject({ state: 'placed', code: 'CODE-id-1', earlier: false });
  });

  test('an order that was made of another cart than lies there now is one of before', async () => {
    store.next = ['reply-lost'];
    await placeOnce(asked, deps);
    deps.itemsNow = () => [{ id: 'added since' }];
    expect(await resumePlacing(deps)).toMatchObject({ state: 'placed', code: 'CODE-id-1', earlier: true });
  });

  test('an order that never arrived can be sent again under its id', async () => {
    store.next = ['call-lost'];
    await placeOnce(asked, deps);
    expect(await resumePlacing(deps)).toBeNull();
    expect(kept?.id).toBe('id-1');
  });

  test('an order that waits for the store goes on waiting, and then is there', async () => {
    store.waiting = true;
    expect(await placeOnce(asked, deps)).toEqual({ state: 'waiting', id: 'id-1' });
    expect(await resumePlacing(deps)).toEqual({ state: 'waiting', id: 'id-1' });
    store.waiting = false;
    expect(await resumePlacing(deps)).toMatchObject({ state: 'placed' });
  });

  test('an order that lapsed is over: the next try is a new one', async () => {
    store.waiting = true;
    await placeOnce(asked, deps);
    store.lapsed = true;
    expect(await resumePlacing(deps)).toEqual({ state: 'lapsed' });
    expect(kept).toBeNull();
  });

  test('without an attempt nothing is asked', async () => {
    expect(await resumePlacing(deps)).toBeNull();
    await placeOnce(asked, deps);
    expect(await resumePlacing(deps)).toBeNull();
  });
});
