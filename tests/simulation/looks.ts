// Looks at both sides from beside, as a person with the two files open could: the logs after each step, and how all ended.
import type { ReplicatedOrder } from '@balcao/shared/link/aggregates/order.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { businessDay } from '@balcao/shared/store/business-day.ts';
import type { LogRow, SearchBy, View } from '../auditor/history.ts';
import type { Store } from '../../edge/store.ts';
import type { Promised } from '../faults/shop-crowd.ts';
import type { People } from './people.ts';
import type { SimulatedProvider } from './provider.ts';
import { viewOf, type Recorder } from './recorder.ts';
import type { RelayDatabase } from './sides.ts';

/** Orders that somebody looks for in the end by what is called out, the newest; for the last of them by all its names. */
const SEARCHED_FOR = 4;
const TIME_ZONE = 'America/Sao_Paulo';
/** Rows that were seen before and are looked at again. */
const SEEN_AGAIN = 3;

/** What is told of an order in a row of the log. */
const viewIn = (body: string | null): View | null =>
  body === null ? null : viewOf((JSON.parse(body) as ReplicatedOrder).order);

export function createLooks(deps: {
  recorder: Recorder;
  database: RelayDatabase;
  began?: number;
  /** In the end the relay is asked for one order in so many; for whoever waits always. */
  oneIn?: number;
}) {
  const { recorder, database, began = 0, oneIn = 1 } = deps;
  const lengths = { store: began, relay: began };

  /** As its customer would who has lost the page. */
  async function searchFor(people: People, store: Store, { body }: Promised, byAll: boolean): Promise<void> {
    const own = store.orders.repository.byId(body.id);
    if (own === null) return;
    const date = businessDay(Date.now(), TIME_ZONE);
    const search = async (by: SearchBy, query: string): Promise<void> => {
      const { said } = await ask(people, '/api/track', null, by === 'phone' ? { phone: query } : { query });
      const orders = (said.orders ?? []).map((one) => ({
        number: one.orderNumber ?? null,
        panel: one.panelNumber ?? null,
        status: one.status,
      }));
      recorder.state({ type: 'found', order: body.id, by, query, date, orders });
    };
    if (byAll) {
      await search('phone', body.customerPhone);
      await search('number', String(own.orderNumber));
    }
    await search('panel-number', String(own.panelNumber));
  }

  return {
    /** The next look begins at row 1. */
    forget: (side: 'store' | 'relay', length = 0): void => void (lengths[side] = length),

    async atLogs(store: Store, whole = false): Promise<void> {
      const afterOfRelay = whole ? began : Math.max(began, lengths.relay - SEEN_AGAIN);
      // The relay first: what the store writes meanwhile is no row that the relay has too many.
      const { rows: copied } = await database.client.query<{
        seq: number;
        hash: string;
        kind: string;
        id: string;
      }>(
        // By the key, which begins with the store: after a month the whole log is long.
        'select seq, hash, kind, aggregate_id as id from change_log where store_id = (select store_id from stores) and seq > $1 order by seq',
        [afterOfRelay],
      );
      const afterOfStore = whole ? began : Math.max(began, lengths.store - SEEN_AGAIN);
      const own = store.db.$client
        .prepare('select seq, hash, kind, aggregate_id as id, body from outbox where seq > ? order by seq')
        .all(afterOfStore) as { seq: number; hash: string; kind: string; id: string; body: string | null }[];
      const rows = own.map(({ seq, hash, kind, id, body }): LogRow => ({
        seq,
        hash,
        kind,
        id,
        view: kind === 'order' ? viewIn(body) : null,
      }));
      recorder.log('store', afterOfStore, rows);
      lengths.store = afterOfStore + rows.length;
      recorder.log(
        'relay',
        afterOfRelay,
        copied.map((row): LogRow => ({ ...row, seq: Number(row.seq), view: null })),
      );
      lengths.relay = afterOfRelay + copied.length;
    },

    /** How every order, and all the money, ended. */
    async atTheEnd(store: Store, people: People, provider: SimulatedProvider): Promise<void> {
      await people.askAgain(Infinity);
      recorder.add({ type: 'end' });
      const called: Promised[] = [];
      for (const [at, promised] of [...people.promises.values()].entries()) {
        const { body, host, placed } = promised;
        const { id: order } = body;
        const own = store.orders.repository.byId(order);
        if ((own?.panelNumber ?? null) !== null) called.push(promised);
        recorder.state({ type: 'final', host: 'store', order, view: own && viewOf(own), state: 'placed' });
        if (placed === null && host === 'relay') {
          const { status, said } = await ask(people, `/api/orders/by-id/${order}`, body.claim);
          const state =
            said.state === 'lapsed' ? 'given-up' : said.state === 'waiting' ? 'waiting' : 'placed';
          if (status === 200) recorder.state({ type: 'final', host: 'relay', order, view: null, state });
          continue;
        }
        if (placed === null || at % oneIn > 0) continue;
        const { status, said } = await ask(people, `/api/orders/${placed.order.code}`, placed.trackingToken);
        recorder.state({
          type: 'final',
          host: 'relay',
          order,
          view: status === 200 && said.order ? viewOf(said.order) : null,
          state: 'placed',
        });
        if (said.money) recorder.state({ type: 'customer-money', order, ...said.money });
      }
      const sought = called.slice(-SEARCHED_FOR);
      for (const one of sought) await searchFor(people, store, one, one === sought.at(-1));
      await people.end();
      for (const charge of provider.charges()) recorder.state({ type: 'charge', charge });
      const { said } = await ask(people, '/edge/payments/attention', null);
      for (const { kind, attempt } of said.items ?? [])
        if (IN_FRONT_OF_A_PERSON.has(kind) && attempt.providerPaymentId !== null)
          recorder.state({ type: 'listed', charge: attempt.providerPaymentId, why: kind });
    },
  };
}

/** The others tell of money that goes back by itself. */
const IN_FRONT_OF_A_PERSON = new Set(['mismatch', 'charged-back', 'refund-failed']);

type Said = {
  state?: string;
  order?: Order;
  orders?: { orderNumber?: number | null; panelNumber?: number | null; status: string }[];
  money?: { receivedCents: number; returnedCents: number };
  items?: { kind: string; attempt: { providerPaymentId: string | null } }[];
};

/** `bearer` null: as the store itself, or as anybody. */
async function ask(
  people: People,
  path: string,
  bearer: string | null,
  body?: object,
): Promise<{ status: number; said: Said }> {
  const headers =
    bearer !== null
      ? { authorization: `Bearer ${bearer}` }
      : body === undefined
        ? await people.deviceKey()
        : { 'content-type': 'application/json' };
  const response = await people.atRelay(
    path,
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
  );
  return { status: response.status, said: (await response.json()) as Said };
}
