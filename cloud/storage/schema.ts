// The relay's tables. Every one begins with the store, so that one relay serves a chain. Amounts are centavos, instants Unix ms.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { JWK } from 'jose';
import type { CommandState } from '@balcao/shared/link/command-state.ts';
import type { Command, Outcome } from '@balcao/shared/link/commands.ts';
import type { OrderState } from '@balcao/shared/link/order-states.ts';

export * from '../replication/copies/schema.ts';
export * from './limits/schema.ts';
export * from './persons/schema.ts';
export * from '../payments/schema.ts';
export * from '../shop/staff/schema.ts';
export * from '../notifications/schema.ts';

const ms = (name: string) => bigint(name, { mode: 'number' });
const storeId = () => uuid('store_id').notNull();
const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/** `following` takes orders; all others need the store to catch up, or a person. */
export type StoreCondition = 'following' | 'rolled-back' | 'quarantined' | 'fenced' | 'incompatible';

export const stores = pgTable('stores', {
  storeId: storeId().primaryKey(),
  /** The host name that customers use for this store; null while the relay has one store. */
  host: text(),
  name: text().notNull(),
  publicKey: jsonb('public_key').$type<JWK>().notNull(),
  pairedAtMs: ms('paired_at_ms').notNull(),
  /** It may not come back with the key it had. What it left here stays, for the one that takes its place. */
  revokedAtMs: ms('revoked_at_ms'),
  /** Its rows are being copied to another relay: nothing is taken for it here, and nothing may change. */
  leavingAtMs: ms('leaving_at_ms'),
  lastSeenMs: ms('last_seen_ms').notNull().default(0),
  /** The word of the present machine for the one whose place it took. */
  succession: text(),
  lineage: uuid(),
  epoch: integer().notNull().default(0),
  /** The cursor: the last row of the store's log that is durably applied here. */
  seq: ms('seq').notNull().default(0),
  hash: text().notNull(),
  condition: text().$type<StoreCondition>().notNull().default('following'),
  /** Orders up to this number are gone, by 'clear history'. */
  clearedUpTo: integer('cleared_up_to').notNull().default(0),
  /** Orders up to this number have neither phone nor observations any more: their time is over. */
  retiredUpTo: integer('retired_up_to').notNull().default(0),
});

/** Which process of the relay holds a store's link, where it is reached, and how often the link has changed hands. */
export const storeLinks = pgTable('store_links', {
  storeId: storeId().primaryKey(),
  instance: uuid().notNull(),
  address: text().notNull(),
  fence: ms('fence').notNull(),
  seenAtMs: ms('seen_at_ms').notNull(),
});

/** Codes by which a store may become known, each once. They come before any store, so no store begins their key. */
export const pairingCodes = pgTable('pairing_codes', {
  codeHash: text('code_hash').primaryKey(),
  host: text(),
  /** The store whose place the new one takes. */
  replaces: uuid(),
  expiresAtMs: ms('expires_at_ms').notNull(),
  usedBy: uuid('used_by'),
});

/**
 * Every row of a store's log without its body: what makes a rolled-back or foreign log known, and lets the store's own copy
 * be made again, hash by hash.
 */
export const changeLog = pgTable(
  'change_log',
  {
    storeId: storeId(),
    seq: ms('seq').notNull(),
    kind: text().notNull(),
    aggregateId: text('aggregate_id').notNull(),
    lineage: uuid().notNull(),
    epoch: integer().notNull(),
    sealed: boolean().notNull(),
    bodyHash: text('body_hash').notNull(),
    hash: text().notNull(),
    atMs: ms('at_ms').notNull(),
    /** The store's own word for the row, kept for it; null of stores older than protocol 8. */
    proof: text(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.seq] })],
);

/** The newest row of each aggregate: together with the document and the images, the store's recovery copy. */
export const aggregates = pgTable(
  'aggregates',
  {
    storeId: storeId(),
    kind: text().notNull(),
    aggregateId: text('aggregate_id').notNull(),
    seq: ms('seq').notNull(),
    sealed: boolean().notNull(),
    body: text(),
    /** Why the relay could not read it, when it should have. */
    setAside: text('set_aside'),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.kind, table.aggregateId] })],
);

/**
 * Orders as customers ask for them. Persons stand in it as `Persons` seals them, a phone as its digest. `seq` is the log row it came from; 0 while only an outcome told of it. `body` is null while the
 * row of the log itself says it (see `orderBody`): a body written twice is half of what a row costs.
 */
export const orders = pgTable(
  'orders',
  {
    storeId: storeId(),
    id: uuid().notNull(),
    seq: ms('seq').notNull(),
    code: text().notNull(),
    number: integer().notNull(),
    panelNumber: integer('panel_number'),
    panelDate: text('panel_date'),
    customerPhone: text('customer_phone'),
    totalCents: integer('total_cents').notNull(),
    status: text().notNull(),
    paymentStatus: text('payment_status').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAtMs: ms('created_at_ms').notNull(),
    body: text(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    index('orders_code').on(table.storeId, table.code),
    index('orders_seq').on(table.storeId, table.seq),
    index('orders_number').on(table.storeId, table.number),
    index('orders_phone').on(table.storeId, table.customerPhone, table.createdAtMs),
    index('orders_created').on(table.storeId, table.createdAtMs),
    index('orders_panel')
      .on(table.storeId, table.panelNumber, table.createdAtMs)
      .where(sql`panel_number is not null`),
  ],
);

/** The JSON of an order in `orders`, wherever it is kept. Written out: of a selection's columns Drizzle leaves the table's name away. */
export const ORDER_BODY = `coalesce(orders.body, (
  select (a.body::json -> 'order')::text from aggregates a
  where a.store_id = orders.store_id and a.kind = 'order' and a.aggregate_id = orders.id::text
))`;
export const orderBody = sql<string>`${sql.raw(ORDER_BODY)}`;

/** How open orders stand at a row of the log that has not come yet, as the store told ahead of it. Names nobody. */
export const orderStates = pgTable(
  'order_states',
  {
    storeId: storeId(),
    orderId: uuid('order_id').notNull(),
    seq: ms('seq').notNull(),
    epoch: integer().notNull(),
    state: jsonb().$type<OrderState>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.orderId] })],
);

/** As `ORDER_BODY`, with the state that was told ahead, for as long as the log has not come to where it was told. */
const NEWEST_BODY = `coalesce((
  select (${ORDER_BODY}::jsonb || s.state)::text from order_states s join stores c on c.store_id = s.store_id
  where s.store_id = orders.store_id and s.order_id = orders.id and orders.seq > 0 and s.seq > c.seq and s.epoch = c.epoch
), ${ORDER_BODY})`;
export const newestBody = sql<string>`${sql.raw(NEWEST_BODY)}`;

/** Wholesale orders as their buyers ask for them, with persons as in `orders`. `seq` is the log row it came from; 0 while only an outcome told of it. */
export const wholesaleOrders = pgTable(
  'wholesale_orders',
  {
    storeId: storeId(),
    id: uuid().notNull(),
    seq: ms('seq').notNull(),
    number: integer().notNull(),
    customerPhone: text('customer_phone'),
    status: text().notNull(),
    updatedAtMs: ms('updated_at_ms').notNull(),
    body: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    index('wholesale_orders_phone').on(table.storeId, table.customerPhone, table.number),
    index('wholesale_orders_number').on(table.storeId, table.number),
  ],
);

/** Commands to the store: stored before they are sent, kept with their outcome. */
export const commands = pgTable(
  'commands',
  {
    storeId: storeId(),
    id: uuid().notNull(),
    /** Place in the queue. Commands of one order keep it; others pass. */
    position: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    orderId: uuid('order_id').notNull(),
    kind: text().notNull(),
    /** Null once it was answered and nobody can need it again. */
    command: jsonb().$type<Command>(),
    requestHash: text('request_hash').notNull(),
    /** Of a placement: SHA-256 of the browser's claim, for as long as it may ask for the outcome by the order's id. */
    claimHash: text('claim_hash'),
    state: text().$type<CommandState>().notNull(),
    outcome: jsonb().$type<Outcome>(),
    attempts: integer().notNull().default(0),
    nextAtMs: ms('next_at_ms').notNull(),
    lastError: text('last_error'),
    createdAtMs: ms('created_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    index('commands_waiting')
      .on(table.storeId, table.position)
      .where(sql`state in ('queued', 'deferred')`),
    // One order is placed once, however many browsers' tabs say so.
    uniqueIndex('commands_place_once')
      .on(table.storeId, table.orderId)
      .where(sql`kind = 'order.place'`),
    uniqueIndex('commands_wholesale_once')
      .on(table.storeId, table.orderId)
      .where(sql`kind = 'wholesale.place'`),
  ],
);

/** Single orders that were erased: what must not come back, whoever sends it again. Not `gone`: only the person was taken out. */
export const erasedOrders = pgTable(
  'erased_orders',
  { storeId: storeId(), orderId: uuid('order_id').notNull(), gone: boolean().notNull() },
  (table) => [primaryKey({ columns: [table.storeId, table.orderId] })],
);

/** Updates of each store's menu document, folded together now and then. */
export const docUpdates = pgTable(
  'doc_updates',
  {
    storeId: storeId(),
    position: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    update: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.position] })],
);

/** Pictures by content, copied from the store when first asked for. */
export const images = pgTable(
  'images',
  {
    storeId: storeId(),
    hash: text().notNull(),
    variant: text().notNull(),
    mediaType: text('media_type').notNull(),
    bytes: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.hash, table.variant] })],
);
