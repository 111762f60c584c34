// Wholesale buyers of a simulated evening and who works with their orders: what they ask, and what the recorder saw of it.
import { v7 as uuidv7 } from 'uuid';
import type { PublicWholesaleOrder } from '@balcao/shared/http/wholesale.ts';
import type { Sale } from '../auditor/history.ts';
import type { Seeded } from '../faults/seeded.ts';
import { post, type Doors } from './doors.ts';
import type { Recorder } from './recorder.ts';

/** An `order` below zero is counted from the newest. */
export type WholesaleStep =
  | { do: 'wholesale'; host: 'store' | 'relay' }
  | { do: 'wholesale-again'; order: number }
  | { do: 'wholesale-move'; order: number; step: 'start' | 'finish' | 'cancel' };

type Asked = { host: 'store' | 'relay'; body: { id: string; claim: string; customerPhone: string } };
type Said = { state?: string; order?: PublicWholesaleOrder };

const saleOf = ({ order }: Said): Sale | null =>
  order ? { number: order.orderNumber, totalCents: order.totalCents, status: order.status } : null;

export function createWholesalePeople(deps: {
  doors: Pick<Doors, 'atStore' | 'atRelay' | 'asStaff'>;
  recorder: Recorder;
  chance: Seeded;
  busy: <T>(work: Promise<T>) => Promise<T>;
}) {
  const { doors, recorder, chance, busy } = deps;
  const asked: Asked[] = [];
  const at = (index: number): Asked | undefined =>
    index < 0 ? asked.at(index) : asked[index % Math.max(1, asked.length)];

  function send({ host, body }: Asked): void {
    const path = '/api/wholesale/orders';
    (host === 'store' ? busy(doors.atStore(path, post(body))) : doors.atRelay(path, post(body)))
      .then(async (response) => {
        const sale = saleOf((await response.json()) as Said);
        recorder.add({
          type: 'wholesale',
          host,
          order: body.id,
          did: 'place',
          status: response.status,
          sale,
        });
      })
      // Whoever was asked died: nobody knows.
      .catch(() =>
        recorder.add({ type: 'wholesale', host, order: body.id, did: 'place', status: 0, sale: null }),
      );
  }

  return {
    async take(step: WholesaleStep): Promise<void> {
      if (step.do === 'wholesale') {
        const id = uuidv7();
        const one = { host: step.host, body: anyPurchase(id, chance) };
        asked.push(one);
        return send(one);
      }
      const one = at(step.order);
      if (one === undefined) return;
      if (step.do === 'wholesale-again') return send(one);
      const { id: order } = one.body;
      const response = await doors.asStaff(
        `/api/staff/wholesale/orders/${order}/moves`,
        post({ kind: step.step }),
      );
      const sale = saleOf((await response.json()) as Said);
      recorder.add({
        type: 'wholesale',
        host: 'store',
        order,
        did: step.step,
        status: response.status,
        sale,
      });
    },

    /** How each ended: at the store as its own page shows it, at the relay as its buyer finds it. */
    async end(): Promise<void> {
      for (const { host, body } of asked) {
        const byId = `/api/wholesale/orders/by-id/${body.id}`;
        const headers = { authorization: `Bearer ${body.claim}` };
        const own = (await (await doors.atStore(byId, { headers })).json()) as Said;
        recorder.state({
          type: 'wholesale-final',
          host: 'store',
          order: body.id,
          sale: saleOf(own),
          state: 'placed',
        });
        const waits = host === 'relay' ? await (await doors.atRelay(byId, { headers })).json() : {};
        const { state } = waits as Said;
        const found = await doors.atRelay('/api/wholesale/track', post({ phone: body.customerPhone }));
        const { orders = [] } = (await found.json()) as { orders?: PublicWholesaleOrder[] };
        recorder.state({
          type: 'wholesale-final',
          host: 'relay',
          order: body.id,
          sale: saleOf({ ...(orders[0] && { order: orders[0] }) }),
          state: state === 'waiting' ? 'waiting' : state === 'lapsed' ? 'given-up' : 'placed',
        });
      }
    },
  };
}

/** Each buyer has a phone of their own. */
const anyPurchase = (id: string, chance: Seeded) => ({
  id,
  claim: `claim-of-${id}`,
  customerName: `Mercado ${chance.int(1000)}`,
  customerPhone: `1197${String(chance.int(10_000_000)).padStart(7, '0')}`,
  items: [
    {
      id: 'one',
      productId: 'balde',
      selectedSize: chance.pick(['10 L', '5 L']),
      selectedFlavor: 'Tradicional',
      quantity: 1 + chance.int(9),
    },
  ],
});
