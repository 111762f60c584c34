// Customers and staff of a simulated evening: what they ask, what they were promised, and what the recorder heard of it.
import type { Order } from '@balcao/shared/order/order.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import type { Store } from '../../edge/store.ts';
import type { Seeded } from '../faults/seeded.ts';
import { anyOrder, type OrderBody, type Placed } from '../faults/shop-client.ts';
import type { Promised } from '../faults/shop-crowd.ts';
import { createDoors, post } from './doors.ts';
import { createDrawer } from './drawer.ts';
import { createEditors } from './editors.ts';
import { createMadeUpFacts } from './made-up-facts.ts';
import type { SimulatedProvider } from './provider.ts';
import { placing, type Recorder } from './recorder.ts';
import { createRefunds } from './refunds.ts';
import type { RelaySide } from './sides.ts';
import type { Cookies } from './staffed.ts';
import { createWholesalePeople } from './wholesale.ts';
import type { PeopleStep } from './step.ts';

const ASKED_AGAIN_MAX = 4;
/** What the screens send for a step that has another name there. */
const MOVES: Readonly<Record<string, object>> = {
  approve: { kind: 'confirm-payment', method: 'cash' },
  cancel: { kind: 'cancel', reason: 'loja', keepsMoney: true },
};

const NEXT: Partial<Record<string, string>> = {
  PENDING: 'approve',
  RECEBIDO: 'start',
  PREPARING: 'mark-ready',
  READY: 'deliver',
};

type Asked = { body: OrderBody & { expectedTotalCents?: number }; host: 'store' | 'relay' | 'other' };
export type People = ReturnType<typeof createPeople>;

export function createPeople(world: {
  store: () => Store;
  relay: (host: 'relay' | 'other') => RelaySide;
  chance: Seeded;
  recorder: Recorder;
  provider: SimulatedProvider;
  cookies: Cookies;
  busy: <T>(work: Promise<T>) => Promise<T>;
}) {
  const { recorder, provider, chance, busy } = world;
  const promises = new Map<string, Promised>();
  const asked: Asked[] = [];
  const attempts = new Map<string, string>();
  const surprises: string[] = [];
  /** Orders that are paid, or may be, by PIX. */
  const online = new Set<string>();
  let notices = 0;

  const menu = (): Menu => JSON.parse(world.store().menu.publicMenu(Date.now()).json) as Menu;
  const now = (id: string): Order | null => world.store().orders.repository.byId(id);
  const doors = createDoors(world);
  const { atRelay, atStore, asStaff, deviceKey } = doors;
  const takeAtDrawer = createDrawer(doors, recorder);
  const giveBack = createRefunds(doors, recorder);
  const wholesale = createWholesalePeople({ doors, recorder, chance, busy });
  const tellFact = createMadeUpFacts(world, attempts);
  const editors = createEditors({ doors, recorder, menu, surprises });

  function send({ body, host }: Asked): void {
    const op = recorder.begin(host === 'store' ? 'store' : 'relay', body.id, placing(body));
    const answer =
      host === 'store' ? busy(atStore('/api/orders', post(body))) : atRelay('/api/orders', post(body), host);
    answer
      .then(async (response) => {
        const said: unknown = await response.json();
        recorder.answered(op, response.status, said);
        heard(body, host === 'store' ? 'store' : 'relay', response.status, said);
      })
      // Whoever was asked died: nobody knows.
      .catch(() => recorder.add({ type: 'unknown', op, status: 0 }));
  }

  function heard(body: OrderBody, host: 'store' | 'relay', status: number, answer: unknown): void {
    const known = promises.get(body.id);
    if (status === 201) {
      const placed = answer as Placed;
      if (known?.placed && known.placed.order.code !== placed.order.code)
        surprises.push(
          `order ${body.id} was answered as ${known.placed.order.code} and ${placed.order.code}`,
        );
      promises.set(body.id, { body, host, cash: false, status: 'PENDING', ...known, placed });
    } else if (status === 202 && !known) {
      promises.set(body.id, { body, host, placed: null, status: 'PENDING', cash: false });
    } else if (host === 'store' && ![409, 422, 503].includes(status)) {
      // The counter and the shop's Wi-Fi never depend on the link (invariant 10).
      surprises.push(`the store answered an order with ${status} ${JSON.stringify(answer)}`);
    }
  }

  /** Below zero: from the last one on. */
  function placedAt(index: number): (Promised & { placed: Placed }) | null {
    const placed = [...promises.values()].filter(
      (one): one is Promised & { placed: Placed } => one.placed !== null,
    );
    return (index < 0 ? placed.at(index) : placed[index % placed.length]) ?? null;
  }

  function chooseCash(one: Promised & { placed: Placed }, above: number): void {
    const { code, totalCents } = one.placed.order;
    const changeForCents = above === 0 ? null : totalCents + above;
    const op = recorder.begin('relay', one.body.id, { kind: 'choose-cash', changeForCents });
    atRelay(
      `/api/orders/${code}/cash`,
      post({ changeForCents }, { authorization: `Bearer ${one.placed.trackingToken}` }),
    )
      .then(async (response) => {
        recorder.answered(op, response.status, await response.json(), true);
        const { id } = one.body;
        if (response.status === 200)
          one.cash = !attempts.has(id) && !online.has(id) && now(id)?.paymentMethod === 'cash';
      })
      .catch(() => recorder.add({ type: 'unknown', op, status: 0 }));
  }

  /** A PIX for the order, at the relay or, for an order of the shop itself, as the store asks for one. */
  async function startPix(one: Promised & { placed: Placed }): Promise<void> {
    const { id, code, totalCents } = one.placed.order;
    online.add(one.body.id);
    one.cash = false;
    if (one.host === 'relay') {
      const bearer = { authorization: `Bearer ${one.placed.trackingToken}` };
      await (await atRelay(`/api/orders/${code}/pix`, post({}, bearer))).body?.cancel();
      return;
    }
    await (
      await atRelay('/edge/payments/pix', post({ order: { id, code, totalCents } }, await deviceKey()))
    ).body?.cancel();
  }

  const paymentAt = (index: number) => {
    const { payments } = provider;
    return index < 0 ? payments.at(index) : payments[index % Math.max(1, payments.length)];
  };

  async function notify(paymentId: string): Promise<void> {
    notices += 1;
    const path = `/api/webhooks/mercadopago?data.id=${paymentId}&type=payment`;
    await (
      await atRelay(path, post({ type: 'payment' }, { 'x-request-id': `notice-${notices}` }))
    ).body?.cancel();
  }

  async function tap(id: string, step: string): Promise<void> {
    const op = recorder.begin('store', id, { kind: 'move', step });
    const response = await asStaff(`/api/staff/orders/${id}/moves`, post(MOVES[step] ?? { kind: step }));
    const said = (await response.json()) as { order?: Order };
    recorder.answered(op, response.status, said);
    const promise = promises.get(id);
    if (said.order && promise) promise.status = said.order.status;
  }

  /** One step on its way, as staff at the store take it. */
  async function work(order: Order): Promise<void> {
    const step = NEXT[order.status];
    if (step !== undefined) await tap(order.id, step);
  }

  /** Who was told to wait looks again. */
  async function askAgain(max = ASKED_AGAIN_MAX): Promise<void> {
    const waiting = [...promises.values()].filter(({ placed, host }) => placed === null && host === 'relay');
    for (const { body } of waiting.slice(-max)) {
      const op = recorder.begin('relay', body.id, { kind: 'ask' });
      const headers = { authorization: `Bearer ${body.claim}` };
      const response = await atRelay(`/api/orders/by-id/${body.id}`, { headers });
      const said = (await response.json()) as { state?: string };
      recorder.answered(op, response.status, said);
      if (said.state === 'placed') heard(body, 'relay', 201, said);
    }
  }

  async function take(step: PeopleStep): Promise<void> {
    switch (step.do) {
      case 'order': {
        const body = anyOrder(menu(), chance.fork());
        const one: Asked = {
          body: step.wrongTotal === true ? { ...body, expectedTotalCents: 1 } : body,
          host: step.host,
        };
        asked.push(one);
        return send(one);
      }
      case 'again': {
        const one = step.order < 0 ? asked.at(step.order) : asked[step.order % Math.max(1, asked.length)];
        if (one) send(one);
        return;
      }
      case 'reuse': {
        const one = asked[step.order % Math.max(1, asked.length)];
        if (one && promises.has(one.body.id))
          send({ ...one, body: { ...one.body, observations: `${one.body.observations} e mais calda` } });
        return;
      }
      case 'kitchen':
        for (const id of world
          .store()
          .db.$client.prepare('select id from orders')
          .pluck()
          .all() as string[]) {
          const order = now(id);
          if (order) await work(order);
        }
        return;
      case 'pay': {
        const payment = paymentAt(step.payment);
        if (payment && provider.pay(payment, step.short === true))
          recorder.add({ type: 'approved', charge: payment.id, order: payment.reference ?? '' });
        return;
      }
      case 'notice': {
        const payment = paymentAt(step.payment);
        return payment && notify(payment.id);
      }
      case 'provider':
        return provider.fail(step.how, step.calls);
      case 'price':
      case 'sold-out':
        return editors.take(step);
      case 'drawer':
        return takeAtDrawer(step);
      case 'wholesale':
      case 'wholesale-again':
      case 'wholesale-move':
        return wholesale.take(step);
      default:
        return takeWithOrder(step);
    }
  }

  async function takeWithOrder(
    step: Exclude<Extract<PeopleStep, { order: number }>, { do: 'again' | 'reuse' | `wholesale${string}` }>,
  ): Promise<void> {
    const one = placedAt(step.order);
    if (!one) return;
    const { id } = one.body;
    switch (step.do) {
      case 'cash':
        return one.host === 'relay' ? chooseCash(one, step.above ?? 0) : undefined;
      case 'work': {
        const order = now(id);
        return order ? work(order) : undefined;
      }
      case 'tap':
        return tap(id, step.step);
      case 'cancel':
        return tap(id, 'cancel');
      case 'look': {
        const op = recorder.begin('store', id, { kind: 'read' });
        const bearer = { authorization: `Bearer ${one.placed.trackingToken}` };
        const response = await atStore(`/api/orders/${one.placed.order.code}`, { headers: bearer });
        return recorder.answered(op, response.status, await response.json());
      }
      case 'track': {
        const op = recorder.begin('relay', id, { kind: 'read' });
        const headers = { authorization: `Bearer ${one.placed.trackingToken}` };
        const response = await atRelay(`/api/orders/${one.placed.order.code}`, { headers });
        return recorder.answered(op, response.status, await response.json());
      }
      case 'pix':
        return startPix(one);
      case 'refund':
        return giveBack(id, step);
      case 'fact':
        return tellFact(one, step.status);
    }
  }

  /** How all that is no order ended. */
  async function end(): Promise<void> {
    await editors.end();
    await wholesale.end();
  }

  return { take, askAgain, notify, end, atRelay, deviceKey, promises, attempts, surprises, now };
}
