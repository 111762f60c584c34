// A crowd at work in a shop whose parts are being killed: customers on the relay, attendants at the store. It writes
// down everything that it was promised; what it was not told, it asks again or leaves unknown.
import { setTimeout as pause } from 'node:timers/promises';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import type { OrderStatus } from '@balcao/shared/order/order.ts';
import { placing, type Recorder } from '../simulation/recorder.ts';
import type { Seeded } from './seeded.ts';
import {
  anyOrder,
  ask,
  fromAnywhere,
  rankOf,
  type Answer,
  type OrderBody,
  type Placed,
} from './shop-client.ts';

const CUSTOMERS = 3;
const ATTENDANTS = 2;
const TRIES_MAX = 12;
/** Between two orders of one person: a busy evening, and room on a small machine for what restarts. */
const BREATH_MS = 60;

export type Promised = {
  body: OrderBody;
  host: 'relay' | 'store';
  /** What was answered with 201; null while only 'waiting' was. */
  placed: Placed | null;
  /** The furthest status that an answer has named. */
  status: OrderStatus;
  /** The relay said that cash was chosen. */
  cash: boolean;
  /** The PIX that was paid. */
  paymentId?: string;
};

export type Crowd = {
  /** By order id: everything that was acknowledged. */
  promises: ReadonlyMap<string, Promised>;
  /** Answers that no fault explains. */
  surprises: readonly string[];
  /** Answers of 500 and above: a fault may explain them, a server that is replaced with care may not. */
  serverErrors: readonly string[];
  /** Resolves when so many more orders have been acknowledged by each of the hosts. */
  acknowledged(count: number, hosts: readonly ('relay' | 'store')[]): Promise<void>;
  stop(): Promise<void>;
};

export function startCrowd(options: {
  /** With `payments`, the simulated provider, some customers pay by PIX. */
  urls: { relay: string; store: string; payments?: string };
  menu: Menu;
  attendant: Record<string, string>;
  chance: Seeded;
  /** Writes down what is asked and answered, for the auditor. */
  recorder?: Recorder;
}): Crowd {
  const { urls, menu, attendant, recorder } = options;
  const promises = new Map<string, Promised>();
  const surprises: string[] = [];
  const serverErrors: string[] = [];
  const counts = { relay: 0, store: 0 };
  let listeners: (() => void)[] = [];
  let stopped = false;

  function keep(promise: Promised): void {
    promises.set(promise.body.id, promise);
    counts[promise.host] += 1;
    for (const listener of [...listeners]) listener();
  }

  /** Sends one order until it is answered, as a browser does, or is given up. */
  async function place(host: 'relay' | 'store', body: OrderBody, chance: Seeded): Promise<Promised | null> {
    for (let tries = 0; tries < TRIES_MAX && (!stopped || tries === 0); tries += 1) {
      const answer = await send(host, body, chance);
      if (answer.status === 201) {
        const placed = answer.body as Placed;
        const promise = { body, host, placed, status: placed.order.status, cash: false };
        keep(promise);
        return promise;
      }
      if (answer.status === 202) {
        keep({ body, host, placed: null, status: 'PENDING', cash: false });
        return null;
      }
      if (answer.status >= 400 && answer.status < 500) {
        surprises.push(`${host} refused an order: ${answer.status} ${JSON.stringify(answer.body)}`);
        return null;
      }
      if (chance.chance(0.15)) return null;
      await pause(50 + chance.int(150));
    }
    return null;
  }

  const call = async (url: string, given: Parameters<typeof ask>[1]): Promise<Answer> => {
    const answer = await ask(url, given);
    if (answer.status >= 500) serverErrors.push(`${url}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };

  /** Asks, and has it written down with its answer. */
  async function recorded(
    [host, order, action]: Parameters<Recorder['begin']>,
    asked: () => Promise<Answer>,
    mayBeStored = false,
  ): Promise<Answer> {
    const op = recorder?.begin(host, order, action);
    const answer = await asked();
    if (op !== undefined) recorder?.answered(op, answer.status, answer.body, mayBeStored);
    return answer;
  }

  const send = (host: 'relay' | 'store', body: OrderBody, chance: Seeded): Promise<Answer> =>
    recorded([host, body.id, placing(body)], () =>
      host === 'relay'
        ? call(`${urls.relay}/api/orders`, { body, headers: fromAnywhere(chance) })
        : call(`${urls.store}/api/staff/orders`, { body, headers: attendant }),
    );

  /** Starts a PIX, again while nobody answers, and pays it at the provider. */
  async function payByPix(promise: Promised, placed: Placed, chance: Seeded): Promise<void> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const answer = await call(`${urls.relay}/api/orders/${placed.order.code}/pix`, {
        body: {},
        headers: { ...fromAnywhere(chance), authorization: `Bearer ${placed.trackingToken}` },
      });
      if (answer.status === 200) {
        const { paymentId } = answer.body as { paymentId: string };
        recorder?.add({ type: 'approved', charge: paymentId, order: promise.body.id });
        const paid = await ask(`${urls.payments}/simulator/payments/${paymentId}/approve`, {
          method: 'POST',
        });
        if (paid.status < 400) promise.paymentId = paymentId;
        return;
      }
      if (answer.status >= 400 && answer.status < 500) {
        surprises.push(`a PIX was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
        return;
      }
      await pause(50 + chance.int(150));
    }
  }

  async function repeat(promise: Promised, chance: Seeded): Promise<void> {
    const answer = await send(promise.host, promise.body, chance);
    if (answer.status === 0 || answer.status >= 500) return;
    const code = (answer.body as Partial<Placed>).order?.code;
    if (code !== promise.placed?.order.code) {
      surprises.push(
        `${promise.host} answered a repeated order with ${answer.status} ${code}, not ${promise.placed?.order.code}`,
      );
    }
  }

  async function move(promise: Promised, kind: string, more: object): Promise<boolean> {
    const { id } = promise.body;
    const step = kind === 'confirm-payment' ? 'approve' : kind;
    const answer = await recorded(['store', id, { kind: 'move', step }], () =>
      call(`${urls.store}/api/staff/orders/${id}/moves`, { body: { kind, ...more }, headers: attendant }),
    );
    if (answer.status === 200) {
      const { status } = (answer.body as { order: { status: OrderStatus } }).order;
      if (rankOf(status) > rankOf(promise.status)) promise.status = status;
      return true;
    }
    if (answer.status >= 400 && answer.status < 500)
      surprises.push(`${kind}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return false;
  }

  async function customer(chance: Seeded): Promise<void> {
    while (!stopped) {
      const promise = await place('relay', anyOrder(menu, chance), chance);
      if (promise && chance.chance(0.3)) await repeat(promise, chance);
      if (promise?.placed && chance.chance(0.4)) {
        const { order, trackingToken } = promise.placed;
        const answer = await recorded(
          ['relay', promise.body.id, { kind: 'choose-cash', changeForCents: null }],
          () =>
            call(`${urls.relay}/api/orders/${order.code}/cash`, {
              body: { changeForCents: null },
              headers: { ...fromAnywhere(chance), authorization: `Bearer ${trackingToken}` },
            }),
          true,
        );
        if (answer.status === 200) promise.cash = true;
      } else if (promise?.placed && urls.payments !== undefined) {
        await payByPix(promise, promise.placed, chance);
      }
      await pause(BREATH_MS);
    }
  }

  async function attend(chance: Seeded): Promise<void> {
    while (!stopped) {
      const promise = await place('store', anyOrder(menu, chance), chance);
      if (promise && chance.chance(0.2)) await repeat(promise, chance);
      // A ticket costs the printer more than an order costs the store: only some are paid at once.
      if (promise && chance.chance(0.5) && (await move(promise, 'confirm-payment', { method: 'cash' }))) {
        for (const step of ['start', 'mark-ready', 'deliver']) {
          if (chance.chance(0.3) || !(await move(promise, step, {}))) break;
        }
      }
      await pause(BREATH_MS * 2);
    }
  }

  const people = [
    ...Array.from({ length: CUSTOMERS }, () => customer(options.chance.fork())),
    ...Array.from({ length: ATTENDANTS }, () => attend(options.chance.fork())),
  ];

  return {
    promises,
    surprises,
    serverErrors,
    acknowledged(count, hosts) {
      const before = { ...counts };
      const reached = (): boolean => hosts.every((host) => counts[host] >= before[host] + count);
      return new Promise((resolve) => {
        const listener = (): void => {
          if (!reached()) return;
          listeners = listeners.filter((one) => one !== listener);
          resolve();
        };
        listeners.push(listener);
        listener();
      });
    },
    async stop() {
      stopped = true;
      await Promise.all(people);
    },
  };
}
