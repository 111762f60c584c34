// Forgetting on the relay, as the store's log says: bodies go, hashes stay, and what was erased never comes back, whoever sends it
// again. What the store never made an order of is forgotten by itself.
import { and, eq, gt, inArray, isNotNull, lt, lte, notInArray, or, sql, type SQL } from 'drizzle-orm';
import { PUBLIC_ORDER_AGE_MS_MAX } from '@balcao/shared/http/orders.ts';
import type { ErasureBody } from '@balcao/shared/link/aggregates/erasure.ts';
import type { Outcome } from '@balcao/shared/link/commands.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Db, Tx } from '../../storage/open.ts';
import { purgeBuyers } from '../wholesale/replica.ts';
import {
  aggregates,
  commands,
  erasedOrders,
  orders,
  pushSubscriptions,
  stores,
} from '../../storage/schema.ts';

/** A statement names at most so many orders. */
const IDS_MAX = 1000;

/** An erasure and the row of the log that it stood in. */
export type Erasure = { seq: number; body: ErasureBody };
/** `gone`: nothing of it may be kept. `clean`: all but phone and observations. */
export type Erased = 'gone' | 'clean' | null;

const GONE: Outcome = { status: 'refused', refusal: { code: 'order-not-found' } };
/** Takes the place of a request's hash, so that nobody can test a guess of the request against it. */
const NO_HASH = 'erased';

const withoutPerson = (order: Order): Order => ({ ...order, customerPhone: null, observations: '' });

/** The order as it may be kept, or null when none of it may. */
export const withoutErased = (order: Order, erased: Erased): Order | null =>
  erased === 'gone' ? null : erased === 'clean' ? withoutPerson(order) : order;

/** The store's answer as it may be kept and told: the same one, unless its order was erased meanwhile. */
export async function keptOutcome(
  tx: Pick<Tx, 'select'>,
  storeId: string,
  outcome: Outcome,
): Promise<Outcome> {
  if (outcome.status !== 'done') return outcome;
  const key = { id: outcome.order.id, number: outcome.order.orderNumber };
  const erased = (await erasedOf(tx, storeId, [key]))(key);
  if (erased === null) return outcome;
  const order = withoutErased(outcome.order, erased);
  return order === null ? GONE : { ...outcome, order };
}

/** Writes down what must never come back. Before the rows of the same batch are written. */
export async function recordErasures(tx: Tx, storeId: string, erasures: readonly Erasure[]): Promise<void> {
  for (const { body } of erasures) {
    if (body.scope === 'history')
      await tx
        .update(stores)
        .set({ clearedUpTo: sql`greatest(${stores.clearedUpTo}, ${body.upToNumber})` })
        .where(eq(stores.storeId, storeId));
    if (body.scope !== 'orders' && body.scope !== 'person') continue;
    const gone = body.scope === 'orders';
    for (const ids of batchesOf(body.orderIds))
      await tx
        .insert(erasedOrders)
        .values(ids.map((orderId) => ({ storeId, orderId, gone })))
        // What is gone does not become less so.
        .onConflictDoUpdate({
          target: [erasedOrders.storeId, erasedOrders.orderId],
          set: { gone: sql`${erasedOrders.gone} or excluded.gone` },
        });
  }
}

/** Takes it out of everything that is here. After the rows of the same batch were written. */
export async function purgeErased(tx: Tx, storeId: string, erasures: readonly Erasure[]): Promise<void> {
  for (const { seq, body } of erasures) {
    if (body.scope === 'history') await clearHistory(tx, storeId, seq, body.upToNumber);
    if (body.scope === 'orders')
      for (const ids of batchesOf(body.orderIds)) await dropOrders(tx, storeId, ids);
    if (body.scope === 'wholesale-person')
      for (const ids of batchesOf(body.orderIds)) await purgeBuyers(tx, storeId, ids);
    if (body.scope === 'person')
      for (const ids of batchesOf(body.orderIds)) await cleanPersons(tx, storeId, ids);
  }
  // They come in small steps, one after another: the last one says it all.
  const retired = Math.max(
    0,
    ...erasures.map(({ body }) => (body.scope === 'retention' ? body.upToNumber : 0)),
  );
  if (retired > 0) await retirePersons(tx, storeId, retired);
}

/** Whether anything was ever erased. */
export async function hasErased(tx: Pick<Tx, 'select'>, storeId: string): Promise<boolean> {
  const [row] = await tx
    .select({ orderId: erasedOrders.orderId })
    .from(stores)
    .leftJoin(erasedOrders, eq(erasedOrders.storeId, stores.storeId))
    .where(
      and(
        eq(stores.storeId, storeId),
        or(gt(stores.clearedUpTo, 0), gt(stores.retiredUpTo, 0), isNotNull(erasedOrders.orderId)),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** An order as an erasure names it: by its id, or by its number. */
type OrderKey = { id: string; number: number };

/** What may be kept of each of these orders. */
export async function erasedOf(
  tx: Pick<Tx, 'select'>,
  storeId: string,
  keys: readonly OrderKey[],
): Promise<(order: OrderKey) => Erased> {
  if (keys.length === 0) return () => null;
  const ids = keys.map(({ id }) => id);
  const rows = await tx
    .select({
      cleared: stores.clearedUpTo,
      retired: stores.retiredUpTo,
      orderId: erasedOrders.orderId,
      gone: erasedOrders.gone,
    })
    .from(stores)
    .leftJoin(erasedOrders, and(eq(erasedOrders.storeId, stores.storeId), inArray(erasedOrders.orderId, ids)))
    .where(eq(stores.storeId, storeId));
  const { cleared = 0, retired = 0 } = rows[0] ?? {};
  const isGoneById = new Map(rows.map(({ orderId, gone }) => [orderId, gone]));
  return ({ id, number }) =>
    isGoneById.get(id) === true || number <= cleared
      ? 'gone'
      : isGoneById.get(id) === false || number <= retired
        ? 'clean'
        : null;
}

/** Whether the store once told of this order and then erased it. */
export async function isGone(db: Db, storeId: string, orderId: string): Promise<boolean> {
  const [row] = await db
    .select({ body: aggregates.body })
    .from(aggregates)
    .where(
      and(eq(aggregates.storeId, storeId), eq(aggregates.kind, 'order'), eq(aggregates.aggregateId, orderId)),
    );
  return row?.body === null;
}

/** Drops what customers sent once nobody can need it again: two days after the store took it. Answers how many. */
export async function purgeAnswered(db: Db, nowMs: number): Promise<number> {
  const dropped = await db
    .update(commands)
    .set({
      command: null,
      // Who knows an order by its id alone gets no token for it any more.
      outcome: sql`case when ${commands.outcome} ? 'trackingToken' then jsonb_set(${commands.outcome}, '{trackingToken}', '""') else ${commands.outcome} end`,
    })
    .where(
      and(
        isNotNull(commands.command),
        notInArray(commands.state, ['queued', 'deferred']),
        lt(commands.createdAtMs, nowMs - PUBLIC_ORDER_AGE_MS_MAX),
      ),
    )
    .returning({ id: commands.id });
  return dropped.length;
}

async function dropOrders(tx: Tx, storeId: string, ids: string[]): Promise<void> {
  await tx.delete(orders).where(and(eq(orders.storeId, storeId), inArray(orders.id, ids)));
  await emptyBodies(tx, storeId, and(eq(aggregates.kind, 'order'), inArray(aggregates.aggregateId, ids)));
  await dropCommands(tx, storeId, inArray(commands.orderId, ids));
  await dropPhones(tx, storeId, inArray(pushSubscriptions.orderId, ids));
}

/** Everything that was ordered before the row at `seq`. */
async function clearHistory(tx: Tx, storeId: string, seq: number, upToNumber: number): Promise<void> {
  const cleared = and(eq(orders.storeId, storeId), lte(orders.number, upToNumber));
  const ofTheseOrders = tx.select({ id: orders.id }).from(orders).where(cleared);
  await dropCommands(tx, storeId, inArray(commands.orderId, ofTheseOrders));
  await dropPhones(tx, storeId, inArray(pushSubscriptions.orderId, ofTheseOrders));
  await tx.delete(orders).where(cleared);
  await emptyBodies(
    tx,
    storeId,
    and(inArray(aggregates.kind, ['order', 'payment']), lt(aggregates.seq, seq)),
  );
}

async function retirePersons(tx: Tx, storeId: string, upToNumber: number): Promise<void> {
  const [marks] = await tx
    .select({ retired: stores.retiredUpTo })
    .from(stores)
    .where(eq(stores.storeId, storeId));
  const retiredBefore = marks?.retired ?? 0;
  if (upToNumber <= retiredBefore) return;
  await tx.update(stores).set({ retiredUpTo: upToNumber }).where(eq(stores.storeId, storeId));
  // Orders up to `retiredBefore` were cleaned before; those that the store sends again are cleaned as they come in.
  const toClean = and(
    eq(orders.storeId, storeId),
    gt(orders.number, retiredBefore),
    lte(orders.number, upToNumber),
  );
  const rows = await tx.select({ id: orders.id }).from(orders).where(toClean);
  for (const ids of batchesOf(rows.map(({ id }) => id))) await cleanPersons(tx, storeId, ids);
}

async function cleanPersons(tx: Tx, storeId: string, ids: string[]): Promise<void> {
  await tx
    .update(orders)
    .set({ customerPhone: null, body: cleanedText(sql`${orders.body}::jsonb`, []) })
    .where(and(eq(orders.storeId, storeId), inArray(orders.id, ids)));
  const ofTheseOrders = and(eq(aggregates.kind, 'order'), inArray(aggregates.aggregateId, ids));
  // What could not be read cannot be cleaned either.
  await emptyBodies(tx, storeId, and(ofTheseOrders, isNotNull(aggregates.setAside)));
  await tx
    .update(aggregates)
    .set({ body: cleanedText(sql`${aggregates.body}::jsonb`, ['order']) })
    .where(and(eq(aggregates.storeId, storeId), ofTheseOrders, isNotNull(aggregates.body)));
  await dropPhones(tx, storeId, inArray(pushSubscriptions.orderId, ids));
  const ofTheseCommands = and(eq(commands.storeId, storeId), inArray(commands.orderId, ids));
  await tx
    .update(commands)
    .set({ command: null, requestHash: NO_HASH })
    .where(and(ofTheseCommands, notInArray(commands.state, ['queued', 'deferred'])));
  await tx
    .update(commands)
    .set({ outcome: cleaned(sql`${commands.outcome}`, ['order']) })
    .where(and(ofTheseCommands, sql`${commands.outcome} ? 'order'`));
}

/** Of what still waits for the store the content stays: the store has to answer it, and answers that the order is gone. */
async function dropCommands(tx: Tx, storeId: string, whereClause: SQL): Promise<void> {
  await tx
    .update(commands)
    .set({ command: null, requestHash: NO_HASH, outcome: GONE })
    .where(
      and(eq(commands.storeId, storeId), whereClause, notInArray(commands.state, ['queued', 'deferred'])),
    );
}

/** Removes notifications about these orders. */
async function dropPhones(tx: Tx, storeId: string, whereClause: SQL): Promise<void> {
  await tx.delete(pushSubscriptions).where(and(eq(pushSubscriptions.storeId, storeId), whereClause));
}

const emptyBodies = (tx: Tx, storeId: string, whereClause: SQL | undefined) =>
  tx
    .update(aggregates)
    .set({ body: null })
    .where(and(eq(aggregates.storeId, storeId), whereClause));

/** The JSON with the order at `path` without its person. */
function cleaned(json: SQL, path: readonly string[]): SQL {
  const jsonPath = (field: string): SQL => sql.raw(`'{${[...path, field].join(',')}}'`);
  return sql`jsonb_set(jsonb_set(${json}, ${jsonPath('customerPhone')}, 'null'), ${jsonPath('observations')}, '""')`;
}
const cleanedText = (json: SQL, path: readonly string[]): SQL => sql`${cleaned(json, path)}::text`;

function* batchesOf(ids: readonly string[]): Generator<string[]> {
  for (let from = 0; from < ids.length; from += IDS_MAX) yield ids.slice(from, from + IDS_MAX);
}
