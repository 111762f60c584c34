// The store's tables. Amounts are centavos, instants are Unix milliseconds, names are as sold.
import { sql } from 'drizzle-orm';
import {
  blob,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { Concession, LineChange, Tender } from '@balcao/shared/order/order.ts';
import type { StaticPixState } from '@balcao/shared/payment/static-pix.ts';
import type { RefundState } from '@balcao/shared/payment/refund.ts';

/** One row per fact about this database: lineage, epoch, store id, device key. */
export const meta = sqliteTable('meta', { key: text().primaryKey(), value: text().notNull() });

/** Sequences that never go back: order numbers, and panel numbers with their day and series. */
export const counters = sqliteTable('counters', { name: text().primaryKey(), value: integer().notNull() });

export const orders = sqliteTable(
  'orders',
  {
    /** The permanent sequence is the row's own key: new orders land on the last page. */
    number: integer().primaryKey(),
    id: text().notNull(),
    code: text().notNull(),
    panelNumber: integer('panel_number'),
    panelDate: text('panel_date'),
    panelSeries: integer('panel_series'),
    source: text().notNull(),
    customerPhone: text('customer_phone'),
    consumptionType: text('consumption_type').notNull(),
    observations: text().notNull(),
    subtotalCents: integer('subtotal_cents').notNull(),
    discountPercent: real('discount_percent').notNull(),
    discountCents: integer('discount_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
    /** What staff gave away; null where nothing. */
    concession: text({ mode: 'json' }).$type<Concession>(),
    /** Who gave it, for the reports; in no answer. */
    concessionBy: text('concession_by'),
    /** What staff took of it in parts; null where it was not, or not yet. */
    tenders: text({ mode: 'json' }).$type<Tender[]>(),
    /** How its lines were changed since it was placed; null where they never were. */
    changes: text({ mode: 'json' }).$type<LineChange[]>(),
    /** Since then: still to be paid, or below 0 to be given back; null where nothing is. */
    balanceCents: integer('balance_cents'),
    status: text().notNull(),
    paymentStatus: text('payment_status').notNull(),
    paymentMethod: text('payment_method'),
    changeForCents: integer('change_for_cents'),
    cancelReason: text('cancel_reason'),
    late: integer({ mode: 'boolean' }).notNull(),
    /** Ids of the stations whose share is made; null where none is. */
    madeAt: text('made_at', { mode: 'json' }).$type<string[]>(),
    /** SHA-256 of what was asked, so that a repeated id with another body is noticed. */
    requestHash: text('request_hash').notNull(),
    /** A keyed digest of the address it came from, while it is unpaid. */
    caller: text(),
    /** SHA-256 of the browser's claim; null where none was sent. In no answer. */
    claimHash: text('claim_hash'),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
    receivedAtMs: integer('received_at_ms'),
    preparingAtMs: integer('preparing_at_ms'),
    readyAtMs: integer('ready_at_ms'),
    deliveredAtMs: integer('delivered_at_ms'),
  },
  (table) => [
    // Every index costs a page per order; those that a new order has no part in are partial.
    uniqueIndex('orders_id').on(table.id),
    uniqueIndex('orders_code').on(table.code),
    uniqueIndex('orders_panel')
      .on(table.panelDate, table.panelSeries, table.panelNumber)
      .where(sql`${table.panelNumber} is not null`),
    index('orders_open')
      .on(table.createdAtMs)
      .where(sql`${table.status} in ('PENDING', 'RECEBIDO', 'PREPARING', 'READY')`),
    index('orders_phone').on(table.customerPhone, table.createdAtMs),
    index('orders_delivered')
      .on(table.deliveredAtMs)
      .where(sql`${table.deliveredAtMs} is not null`),
    // What every order of a customer counts: of its phone, of its address (kept while it is unpaid), of the site.
    index('orders_unpaid_phone')
      .on(table.customerPhone)
      .where(sql`${table.status} = 'PENDING'`),
    index('orders_unpaid_caller')
      .on(table.caller)
      .where(sql`${table.caller} is not null`),
    index('orders_unpaid_remote')
      .on(table.paymentMethod)
      .where(sql`${table.status} = 'PENDING' and ${table.source} = 'relay'`),
  ],
);

// Items and toppings are stored without rowids (the migration says so by hand): one page each per order, not two.
export const orderItems = sqliteTable(
  'order_items',
  {
    orderNumber: integer('order_number')
      .notNull()
      .references(() => orders.number, { onDelete: 'cascade' }),
    position: integer().notNull(),
    id: text().notNull(),
    kind: text().notNull(),
    productId: text('product_id'),
    productName: text('product_name'),
    sizeId: text('size_id'),
    sizeName: text('size_name'),
    baseId: text('base_id'),
    baseName: text('base_name'),
    iceCreamId: text('ice_cream_id'),
    iceCreamName: text('ice_cream_name'),
    meioAMeio: integer('meio_a_meio', { mode: 'boolean' }).notNull(),
    secondaryIceCreamId: text('secondary_ice_cream_id'),
    secondaryIceCreamName: text('secondary_ice_cream_name'),
    priceCents: integer('price_cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderNumber, table.position] })],
);

export const orderItemToppings = sqliteTable(
  'order_item_toppings',
  {
    orderNumber: integer('order_number')
      .notNull()
      .references(() => orders.number, { onDelete: 'cascade' }),
    itemPosition: integer('item_position').notNull(),
    position: integer().notNull(),
    toppingId: text('topping_id').notNull(),
    name: text().notNull(),
    category: text().notNull(),
    layer: text().notNull(),
    priceCents: integer('price_cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderNumber, table.itemPosition, table.position] })],
);

export const wholesaleOrders = sqliteTable(
  'wholesale_orders',
  {
    number: integer().primaryKey(),
    id: text().notNull(),
    source: text().notNull(),
    customerName: text('customer_name'),
    customerPhone: text('customer_phone'),
    customerCpfCnpj: text('customer_cpf_cnpj'),
    customerAddress: text('customer_address'),
    observations: text().notNull(),
    totalCents: integer('total_cents').notNull(),
    status: text().notNull(),
    /** SHA-256 of what was asked, so that a repeated id with another body is noticed. */
    requestHash: text('request_hash').notNull(),
    /** SHA-256 of the browser's claim; null where none was sent. In no answer. */
    claimHash: text('claim_hash'),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
    startedAtMs: integer('started_at_ms'),
    endedAtMs: integer('ended_at_ms'),
    /** YYYY-MM-DD. */
    wishedDate: text('wished_date'),
    terms: text().notNull().default(''),
    /** YYYY-MM-DD and how; null: not marked as paid. */
    paidOn: text('paid_on'),
    paidWith: text('paid_with'),
  },
  (table) => [
    uniqueIndex('wholesale_orders_id').on(table.id),
    index('wholesale_orders_phone').on(table.customerPhone, table.number),
    index('wholesale_orders_open')
      .on(table.number)
      .where(sql`${table.status} in ('NOVO', 'EM_ANDAMENTO')`),
  ],
);

export const wholesaleItems = sqliteTable(
  'wholesale_order_items',
  {
    orderNumber: integer('order_number')
      .notNull()
      .references(() => wholesaleOrders.number, { onDelete: 'cascade' }),
    position: integer().notNull(),
    id: text().notNull(),
    productId: text('product_id').notNull(),
    productName: text('product_name').notNull(),
    productPriceCents: integer('product_price_cents').notNull(),
    selectedSize: text('selected_size'),
    selectedFlavor: text('selected_flavor'),
    quantity: integer().notNull(),
    totalPriceCents: integer('total_price_cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderNumber, table.position] })],
);

/** Newest fact of each attempt, as the relay fetched it from the provider. */
export const payments = sqliteTable(
  'payments',
  {
    attemptId: text('attempt_id').primaryKey(),
    orderId: text('order_id').notNull(),
    fact: text().notNull(),
    /** Why a person must look at it, or null. */
    attention: text(),
    updatedAtMs: integer('updated_at_ms').notNull(),
  },
  (table) => [index('payments_order').on(table.orderId)],
);

/** Money that is to go back and that the relay has not got in its books yet. Of this machine alone: never in the log. */
export const refundIntents = sqliteTable(
  'refund_intents',
  {
    /** The relay's key of a part; of a whole one per attempt. */
    id: text().primaryKey(),
    orderId: text('order_id').notNull(),
    attemptId: text('attempt_id').notNull(),
    /** Null for all that is left. */
    amountCents: integer('amount_cents'),
    /** What that came to when it was asked for. */
    cents: integer().notNull(),
    state: text().$type<RefundState>().notNull(),
    tries: integer().notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    nextTryAtMs: integer('next_try_at_ms'),
    lastError: text('last_error'),
  },
  (table) => [index('refund_intents_due').on(table.nextTryAtMs)],
);

/** The log that the relay follows. Written in the transaction of the change it tells. */
export const outbox = sqliteTable(
  'outbox',
  {
    seq: integer().primaryKey(),
    lineage: text().notNull(),
    epoch: integer().notNull(),
    kind: text().notNull(),
    aggregateId: text('aggregate_id').notNull(),
    sealed: integer({ mode: 'boolean' }).notNull(),
    body: text(),
    bodyHash: text('body_hash').notNull(),
    hash: text().notNull(),
    atMs: integer('at_ms').notNull(),
    /** See row-proof.ts; null on rows of versions before protocol 8. */
    proof: text(),
  },
  (table) => [
    // Few rows, far apart: an erasure finds them without reading the log.
    index('outbox_wholesale')
      .on(table.aggregateId)
      .where(sql`${table.kind} = 'wholesale-order'`),
  ],
);

/** Every command ever taken from the relay, with its outcome: the same answer however often it is sent. */
export const inbox = sqliteTable('inbox', {
  id: text().primaryKey(),
  kind: text().notNull(),
  requestHash: text('request_hash').notNull(),
  outcome: text().notNull(),
  atMs: integer('at_ms').notNull(),
});

/** How far each follower of the log has durably come. */
export const checkpoints = sqliteTable('checkpoints', {
  follower: text().primaryKey(),
  seq: integer().notNull(),
  hash: text().notNull(),
  atMs: integer('at_ms').notNull(),
});

export const printers = sqliteTable('printers', {
  id: text().primaryKey(),
  name: text().notNull(),
  enabled: integer({ mode: 'boolean' }).notNull(),
  /** `tcp` with host and port, or `file` with a device path. */
  transport: text().notNull(),
  host: text(),
  port: integer(),
  devicePath: text('device_path'),
  columns: integer().notNull(),
  codePage: text('code_page').notNull(),
  /** The commands it understands (printing/receipt/families.ts). */
  family: text().notNull().default('EPSON'),
  /** JSON list of what it prints: kitchen, counter, wholesale, close. */
  purposes: text().notNull(),
  /** Whether it can print pictures: the logo on customers' slips. */
  pictures: integer({ mode: 'boolean' }).notNull().default(true),
  /** A person has seen paper come out of it at this address; counts only for one that gives no sign itself. */
  paperSeen: integer('paper_seen', { mode: 'boolean' }).notNull().default(false),
  position: integer().notNull(),
});

/** TVs that may read the panel of called numbers, and nothing else. */
export const tvScreens = sqliteTable('tv_screens', {
  id: text().primaryKey(),
  name: text().notNull(),
  /** Coarse: 'Chrome no Linux'. */
  device: text().notNull(),
  /** SHA-256 of what its cookie holds. */
  tokenHash: text('token_hash').notNull().unique(),
  pairedBy: text('paired_by').notNull(),
  createdAtMs: integer('created_at_ms').notNull(),
  lastSeenMs: integer('last_seen_ms').notNull(),
});

/** Tickets to be printed. One per order and purpose, whoever asks; a reprint is a new copy of it. */
export const printJobs = sqliteTable(
  'print_jobs',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    printerId: text('printer_id').notNull(),
    purpose: text().notNull(),
    orderId: text('order_id'),
    /** Which station's share of a kitchen ticket, from 1; 0 for a whole slip. */
    part: integer().notNull().default(0),
    /** 1 for the ticket, 2… for reprints that a person asked for. */
    copy: integer().notNull(),
    /** The ticket's content as JSON, fixed when it was asked for. */
    content: text().notNull(),
    /** queued · sending · printed · sent · held · failed · discarded (printing/transitions.ts). */
    state: text().notNull(),
    /** Times that bytes went to the printer; a second time is marked `2ª VIA`. */
    attempts: integer().notNull().default(0),
    nextAtMs: integer('next_at_ms').notNull(),
    lastError: text('last_error'),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
  },
  (table) => [
    uniqueIndex('print_jobs_once').on(table.orderId, table.purpose, table.printerId, table.copy, table.part),
    index('print_jobs_waiting').on(table.state, table.printerId, table.id),
  ],
);

/** Updates of the Yjs document of menu and settings, folded together now and then. */
export const docUpdates = sqliteTable('doc_updates', {
  seq: integer().primaryKey({ autoIncrement: true }),
  update: blob({ mode: 'buffer' }).notNull(),
});

/** The menu document as rows, for SQL: one row per entry that satisfies its schema. */
export const catalogEntries = sqliteTable(
  'catalog_entries',
  { kind: text().notNull(), id: text().notNull(), body: text().notNull() },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
);

/** Content-addressed pictures, in the sizes that pages ask for. */
export const images = sqliteTable(
  'images',
  {
    hash: text().notNull(),
    variant: text().notNull(),
    mediaType: text('media_type').notNull(),
    bytes: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.hash, table.variant] })],
);

/** Who did what, in one sentence. `from` is lan, relay or store; an empty `userName` is the store itself. */
export const audit = sqliteTable(
  'audit',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    atMs: integer('at_ms').notNull(),
    userId: text('user_id'),
    userName: text('user_name').notNull(),
    from: text().notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    detail: text().notNull(),
  },
  (table) => [index('audit_subject').on(table.subject, table.id)],
);

/** The drawer between opening and close. At most one has no close yet. */
export const cashSessions = sqliteTable('cash_sessions', {
  id: text().primaryKey(),
  openedAtMs: integer('opened_at_ms').notNull(),
  openedBy: text('opened_by').notNull(),
  floatCents: integer('float_cents').notNull(),
  /** No order before this one could still be paid when the session began. */
  fromNumber: integer('from_number').notNull(),
  closeNumber: integer('close_number'),
});

/** Suprimento and sangria. */
export const cashMovements = sqliteTable(
  'cash_movements',
  {
    id: text().primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => cashSessions.id),
    kind: text().notNull(),
    amountCents: integer('amount_cents').notNull(),
    note: text().notNull(),
    userName: text('user_name').notNull(),
    atMs: integer('at_ms').notNull(),
  },
  (table) => [index('cash_movements_session').on(table.sessionId)],
);

/** Numbered and final: triggers of migration 0001 refuse to change or delete a row. */
export const cashCloses = sqliteTable('cash_closes', {
  number: integer().primaryKey(),
  sessionId: text('session_id').notNull().unique(),
  body: text().notNull(),
  closedAtMs: integer('closed_at_ms').notNull(),
});

/** What staff took (`in`) or gave back (`back`) by hand: cash, card terminal, offline PIX. */
export const handPayments = sqliteTable(
  'hand_payments',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    orderId: text('order_id').notNull(),
    kind: text().notNull(),
    /** Which part of what is paid in several; empty: all of it at once. */
    part: text().notNull().default(''),
    method: text().notNull(),
    /** debito, credito, vale; terminal only. */
    card: text(),
    amountCents: integer('amount_cents').notNull(),
    /** Null: no session was open. */
    sessionId: text('session_id'),
    userName: text('user_name').notNull(),
    atMs: integer('at_ms').notNull(),
  },
  (table) => [
    uniqueIndex('hand_payments_once').on(table.orderId, table.kind, table.part),
    index('hand_payments_session').on(table.sessionId),
  ],
);

/** A PIX to the shop's static code that staff took for paid: what proves it, or what a person said of it. */
export const staticPix = sqliteTable(
  'static_pix',
  {
    /** The transaction's name in the code. */
    txid: text().primaryKey(),
    orderId: text('order_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    state: text().$type<StaticPixState>().notNull(),
    atMs: integer('at_ms').notNull(),
    /** Who took it for paid, and who said last what became of it; null while nobody did. */
    userName: text('user_name').notNull(),
    saidBy: text('said_by'),
    providerPaymentId: text('provider_payment_id'),
    /** When it was said not to have come, and when it had come after all. */
    lostAtMs: integer('lost_at_ms'),
    regainedAtMs: integer('regained_at_ms'),
    looks: integer().notNull(),
    /** Null: it is not looked for at the provider. */
    nextLookAtMs: integer('next_look_at_ms'),
  },
  (table) => [
    index('static_pix_state').on(table.state),
    index('static_pix_due')
      .on(table.nextLookAtMs)
      .where(sql`${table.nextLookAtMs} is not null`),
  ],
);

/** What the closes of the drawer have counted of each order that was paid online; a later close says what changed since. */
export const countedOnline = sqliteTable('counted_online', {
  orderId: text('order_id').primaryKey(),
  cents: integer().notNull(),
});

/** What the owner must hear of: the newest state of each alarm, told to the relay by a row of the log. */
export const alarms = sqliteTable('alarms', {
  id: text().primaryKey(),
  title: text().notNull(),
  text: text().notNull(),
  sinceMs: integer('since_ms').notNull(),
  /** Null while it lasts. */
  endedAtMs: integer('ended_at_ms'),
});

// Rollups of the reports. Written by a follower of the log, never in the transaction of an order.

/** What each order adds to the rollups, so that it can be taken out again, and where its rows stand in the log. */
export const reportOrders = sqliteTable(
  'report_orders',
  {
    number: integer().primaryKey(),
    date: text().notNull(),
    hour: integer().notNull(),
    method: text().notNull(),
    cents: integer().notNull(),
    counted: integer({ mode: 'boolean' }).notNull(),
    /** Of one that was paid in several ways: each with how many orders and centavos it adds, as JSON; `method` is the main one. */
    ways: text(),
    /** What it added to `report_sums`, as JSON. */
    sums: text().notNull().default('[]'),
    /** Null when the log was not followed from the order's beginning. */
    firstSeq: integer('first_seq'),
    lastSeq: integer('last_seq'),
  },
  (table) => [index('report_orders_date').on(table.date)],
);

export const reportHours = sqliteTable(
  'report_hours',
  {
    date: text().notNull(),
    hour: integer().notNull(),
    method: text().notNull(),
    orders: integer().notNull(),
    cents: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.date, table.hour, table.method] })],
);

export const reportItems = sqliteTable(
  'report_items',
  { date: text().notNull(), type: text().notNull(), name: text().notNull(), count: integer().notNull() },
  (table) => [primaryKey({ columns: [table.date, table.type, table.name] })],
);

/** What reports read of whole days and whole months: years cost them no more than months. */
export const reportDays = sqliteTable(
  'report_days',
  {
    date: text().notNull(),
    method: text().notNull(),
    orders: integer().notNull(),
    cents: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.date, table.method] })],
);

export const reportMonthHours = sqliteTable(
  'report_month_hours',
  { month: text().notNull(), hour: integer().notNull(), orders: integer().notNull() },
  (table) => [primaryKey({ columns: [table.month, table.hour] })],
);

export const reportMonthItems = sqliteTable(
  'report_month_items',
  { month: text().notNull(), type: text().notNull(), name: text().notNull(), count: integer().notNull() },
  (table) => [primaryKey({ columns: [table.month, table.type, table.name] })],
);

/** What sold, by whom, which way, at what discount, why it was called off, how long it took: sums of a day, by kind and name. */
export const reportSums = sqliteTable(
  'report_sums',
  {
    date: text().notNull(),
    kind: text().notNull(),
    name: text().notNull(),
    count: integer().notNull(),
    /** Of kind `made` seconds. */
    cents: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.date, table.kind, table.name] })],
);

export const reportClients = sqliteTable(
  'report_clients',
  {
    month: text().notNull(),
    phone: text().notNull(),
    orders: integer().notNull(),
    cents: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.phone] })],
);
