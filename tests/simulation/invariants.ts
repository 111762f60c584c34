// What faults.md promises of both sides: some of it at every moment, all of it once the link has healed.
import { isDeepStrictEqual } from 'node:util';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import type { ReplicatedOrder } from '@balcao/shared/link/aggregates/order.ts';
import type { Relay } from '../../cloud/relay-port.ts';
import type { Store } from '../../edge/store.ts';
import { findings, type RelayDatabase as Queries } from '../faults/shop-findings.ts';
import type { Promised } from '../faults/shop-crowd.ts';
import type { RelayDatabase } from './sides.ts';

export const relayQueries = ({ client }: RelayDatabase): Queries => ({
  query: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
  close: () => Promise.resolve(),
});

/** The kind of a command of the same order that was stored earlier and has no outcome yet; null when there is none. */
export async function earlierWaits({ client }: RelayDatabase, commandId: string): Promise<string | null> {
  const { rows } = await client.query<{ kind: string }>(
    `select earlier.kind from commands c join commands earlier
       on earlier.store_id = c.store_id and earlier.order_id = c.order_id and earlier.position < c.position
     where c.id = $1 and earlier.state = 'queued'`,
    [commandId],
  );
  return rows[0]?.kind ?? null;
}

/** The last row of the store's log that the relay would still have after a crash. */
export async function heldUpTo(database: RelayDatabase): Promise<number> {
  const [row] = await relayQueries(database).query('select seq from stores');
  return Number(row?.['seq'] ?? 0);
}

/**
 * Invariants 3 and 6, after every step: the relay holds a prefix of the store's log and says so, no number is used twice, every
 * change stands in the log, nothing unpaid is cooked, and what was given up (`givenUp`, kept from step to step) stays so.
 */
export async function alwaysTrue(
  store: Store,
  database: RelayDatabase,
  givenUp: Set<string>,
  /** A person had the copy begun anew: what the relay said before that it holds is no word of this one. */
  begunAnew: boolean,
): Promise<string[]> {
  const [copy] = await relayQueries(database).query(
    `select s.seq, s.hash, (select count(*) from change_log c where c.store_id = s.store_id)::int as rows,
       (select json_agg(json_build_array(order_id, state)) from commands where kind = 'order.place') as placements
     from stores s`,
  );
  const seq = Number(copy?.['seq'] ?? 0);
  const wrong: string[] = [];
  if (Number(copy?.['rows'] ?? 0) !== seq)
    wrong.push(`the relay's cursor is at ${seq} with ${Number(copy?.['rows'])} rows applied`);
  const own =
    seq === 0
      ? GENESIS_HASH
      : (store.db.$client.prepare('select hash from outbox where seq = ?').pluck().get(seq) as
          | string
          | undefined);
  if (own !== copy?.['hash']) wrong.push(`at row ${seq} the relay has another hash than the store`);
  // What the relay says it holds, it holds: nothing that the store may forget one day is missing there.
  const told = store.db.$client
    .prepare(`select seq from checkpoints where follower = 'relay'`)
    .pluck()
    .get() as number | undefined;
  if (!begunAnew && (told ?? 0) > seq) wrong.push(`the relay said it holds row ${told} and holds ${seq}`);
  const [twice] = store.db.$client
    .prepare(
      `select panel_date, panel_series, panel_number, count(*) as times from orders where panel_number is not null
       group by 1, 2, 3 having times > 1`,
    )
    .all();
  if (twice) wrong.push(`a panel number twice: ${JSON.stringify(twice)}`);
  for (const [id, state] of (copy?.['placements'] ?? []) as [string, string][]) {
    if (state === 'lapsed') givenUp.add(id);
    else if (givenUp.has(id)) wrong.push(`order ${id} was given up and is ${state}`);
  }
  const unpaid = store.db.$client
    .prepare(
      `select number from orders where payment_status = 'pending' and status not in ('PENDING', 'CANCELLED')`,
    )
    .pluck()
    .all() as number[];
  for (const number of unpaid) wrong.push(`order ${number} is in the kitchen and not paid`);
  return [...wrong, ...ofTheLog(store)];
}

/** All of them, when nothing is under way any more. */
export async function healed(deps: {
  folder: string;
  store: Store;
  relay: Relay;
  database: RelayDatabase;
  promises: ReadonlyMap<string, Promised>;
  attempts: ReadonlyMap<string, string>;
}): Promise<string[]> {
  const { store, relay, promises } = deps;
  const wrong: string[] = [];
  const kept = new Map<string, Promised>();
  for (const [id, promise] of promises) {
    if (promise.placed !== null) {
      // Given up unpaid, or cancelled by staff: whole and alike all the same, but not further on its way.
      const cancelled = store.orders.repository.byId(id)?.status === 'CANCELLED';
      kept.set(id, cancelled && promise.status === 'PENDING' ? { ...promise, status: 'CANCELLED' } : promise);
      continue;
    }
    // Told to wait: it became an order, or was given up and is not cooked.
    const response = await relay.app.request(
      `/api/orders/by-id/${id}`,
      { headers: { authorization: `Bearer ${promise.body.claim}` } },
      {
        incoming: { socket: { remoteAddress: '10.9.9.9' } },
      } as never,
    );
    const answer = (await response.json()) as { state?: string; order?: { code: string } };
    const order = store.orders.repository.byId(id);
    if (answer.state === 'placed' && answer.order?.code !== order?.code)
      wrong.push(`order ${id} is ${answer.order?.code} on the relay and ${order?.code} at the store`);
    else if (
      answer.state === 'lapsed' &&
      order !== null &&
      order.status !== 'CANCELLED' &&
      order.receivedAtMs === null
    )
      wrong.push(`order ${id} was given up and still waits at the store as ${order.status}`);
    else if (response.status === 200 && answer.state !== 'placed' && answer.state !== 'lapsed')
      wrong.push(`order ${id} still is ${answer.state}`);
    else if (response.status >= 400 && order !== null) wrong.push(`order ${id} was refused and exists`);
  }
  wrong.push(
    ...(await findings(deps.folder, relayQueries(deps.database), kept, { printing: false })),
    ...ofTheLog(store),
    ...(await ofTheCopy(store, deps.database)),
    ...(await ofTheMenu(store, relay)),
    ...ofFacts(store, deps.attempts),
  );
  return wrong;
}

/** The log tells of every order as it is: a change without its row would be known to nobody else. */
function ofTheLog(store: Store): string[] {
  const rows = store.db.$client
    .prepare(
      `select aggregate_id as id, body, max(seq) from outbox where kind = 'order' group by aggregate_id`,
    )
    .all() as { id: string; body: string | null }[];
  const numbers = store.db.$client.prepare('select number from orders').pluck().all() as number[];
  const orders = new Map(store.orders.repository.byNumbers(numbers).map((order) => [order.id, order]));
  return rows.flatMap(({ id, body }) => {
    const told = body === null ? null : (JSON.parse(body) as ReplicatedOrder).order;
    return isDeepStrictEqual(told, orders.get(id) ?? null)
      ? []
      : [`the log's last row of order ${id} is not the order as it is`];
  });
}

/** What a restore would start from: of each aggregate, private ones too, the relay has the newest row. */
async function ofTheCopy(store: Store, database: RelayDatabase): Promise<string[]> {
  const newest = store.db.$client
    .prepare('select kind, aggregate_id as id, max(seq) as seq from outbox group by kind, aggregate_id')
    .all() as { kind: string; id: string; seq: number }[];
  const copies = await relayQueries(database).query('select kind, aggregate_id, seq from aggregates');
  const copied = new Map(
    copies.map((row) => [`${String(row['kind'])} ${String(row['aggregate_id'])}`, Number(row['seq'])]),
  );
  return newest.flatMap(({ kind, id, seq }) =>
    copied.get(`${kind} ${id}`) === seq
      ? []
      : [`the relay's copy of ${kind} ${id} is row ${copied.get(`${kind} ${id}`) ?? 'none'} and not ${seq}`],
  );
}

/** Invariant 8: both replicas read the same. */
async function ofTheMenu(store: Store, relay: Relay): Promise<string[]> {
  const copy = await relay.documents.catalog(store.identity.storeId);
  const own = store.menu.catalog();
  return isDeepStrictEqual(copy, own)
    ? []
    : [
        `the relay's menu is not the store's: ${JSON.stringify(copy.toppings)} and ${JSON.stringify(own.toppings)}`,
      ];
}

/** Invariant 4, as far as the store goes: money that came is on an order, or in front of a person. */
function ofFacts(store: Store, attempts: ReadonlyMap<string, string>): string[] {
  const rows = store.db.$client
    .prepare('select attempt_id as attemptId, fact, attention from payments')
    .all() as {
    attemptId: string;
    fact: string;
    attention: string | null;
  }[];
  const byAttempt = new Map(rows.map((row) => [row.attemptId, row]));
  return [...attempts].flatMap(([orderId, attemptId]) => {
    const row = byAttempt.get(attemptId);
    if (!row) return [`the fact of attempt ${attemptId} never arrived`];
    const { status } = JSON.parse(row.fact) as { status: string };
    const order = store.orders.repository.byId(orderId);
    const onOrder = order !== null && order.receivedAtMs !== null && order.status !== 'CANCELLED';
    return status === 'approved' && !onOrder && row.attention === null && order?.paymentStatus !== 'approved'
      ? [`money of order ${orderId} (${order?.status}) is nowhere`]
      : [];
  });
}
