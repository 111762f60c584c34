// Customers and staff of a running shop, over plain HTTP: what they send, and what they were told. A call that
// gets no answer is an answer too: nobody knows what became of it.
import { v7 as uuid } from 'uuid';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import type { Role } from '@balcao/shared/http/staff.ts';
import type { Order, OrderStatus } from '@balcao/shared/order/order.ts';
import { demoUser, signInAt } from '../support/staff-session.ts';
import type { Seeded } from './seeded.ts';

const ANSWER_MS_MAX = 15_000;

/** `status` 0: the connection broke, or nobody answered in time. */
export type Answer = { status: number; body: unknown };

export type OrderBody = {
  id: string;
  claim: string;
  customerPhone: string;
  consumptionType: 'local' | 'takeaway';
  observations: string;
  items: {
    id: string;
    sizeId: string;
    baseId: string;
    iceCreamId: string;
    meioAMeio: boolean;
    secondaryIceCreamId: string | null;
    toppings: { id: string; layer: 'BOTTOM' | 'MIDDLE' | 'TOP' }[];
  }[];
};

export type Placed = { state: 'placed'; order: Order; trackingToken: string };

export async function ask(
  url: string,
  {
    body,
    headers = {},
    method = body === undefined ? 'GET' : 'POST',
  }: { body?: unknown; headers?: Record<string, string>; method?: string } = {},
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  } catch {
    // Refused, reset, cut short or too late: the caller is told that nothing is known.
    return { status: 0, body: null };
  }
}

export async function readMenu(url: string): Promise<Menu> {
  const answer = await ask(`${url}/api/menu`);
  if (answer.status !== 200) throw new Error(`no menu: ${answer.status}`);
  return answer.body as Menu;
}

/** An order of one to three açaís within the sizes' limits. */
export function anyOrder(menu: Menu, chance: Seeded): OrderBody {
  const layers = ['BOTTOM', 'MIDDLE', 'TOP'] as const;
  const id = uuid();
  return {
    id,
    claim: `claim-of-${id}`,
    customerPhone: `1198${String(chance.int(10_000_000)).padStart(7, '0')}`,
    consumptionType: chance.pick(['local', 'takeaway']),
    observations: chance.chance(0.3) ? `sem gelo ${chance.int(1000)}` : '',
    items: Array.from({ length: 1 + chance.int(3) }, (_, at) => {
      const size = chance.pick(menu.sizes);
      const first = chance.int(menu.iceCreams.length);
      const halves = chance.chance(0.5);
      const other = menu.iceCreams[(first + 1) % menu.iceCreams.length];
      const toppings = new Map<string, OrderBody['items'][number]['toppings'][number]>();
      for (let left = chance.int(size.maxToppings + 1); left > 0; left -= 1) {
        const topping = { id: chance.pick(menu.toppings).id, layer: chance.pick(layers) };
        toppings.set(`${topping.id} ${topping.layer}`, topping);
      }
      return {
        id: `item-${at}`,
        sizeId: size.id,
        baseId: chance.pick(menu.bases).id,
        iceCreamId: menu.iceCreams[first]?.id ?? '',
        meioAMeio: halves,
        secondaryIceCreamId: halves ? (other?.id ?? '') : null,
        toppings: [...toppings.values()],
      };
    }),
  };
}

/** A caller with an address of its own: the limits per caller are not what is tried here. Needs a trusted proxy. */
export const fromAnywhere = (chance: Seeded): Record<string, string> => ({
  'x-forwarded-for': `10.${chance.int(256)}.${chance.int(256)}.${chance.int(256)}`,
});

/** Signs a demo user in at a host, whose store may know another password; answers the headers that later calls carry. */
export async function signIn(url: string, role: Role, password?: string): Promise<Record<string, string>> {
  const user = demoUser(role);
  const cookie = await signInAt(url, { ...user, password: password ?? user.password });
  return { cookie, origin: url };
}

const RANKS: readonly OrderStatus[] = ['PENDING', 'RECEBIDO', 'PREPARING', 'READY', 'DELIVERED'];
/** How far on its way an order is. */
export const rankOf = (status: OrderStatus): number => RANKS.indexOf(status);
