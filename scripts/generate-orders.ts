// Fills a store's database with orders as years of trade would leave them, for measuring. `node scripts/generate-orders.ts
// --file data/edge/store.db --orders 200000 [--days 730]`. Never on a real shop's file: it refuses one that has orders.
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { codeFromBytes } from '@balcao/shared/ids.ts';
import { newOrder } from '@balcao/shared/order/new-order.ts';
import type { Order, OrderStatus, PaymentMethod } from '@balcao/shared/order/order.ts';
import { PlaceOrder } from '@balcao/shared/order/place.ts';
import { quote } from '@balcao/shared/pricing/quote.ts';
import { loadIdentity, writeMeta } from '../edge/storage/identity.ts';
import { openDatabase } from '../edge/storage/open.ts';
import { orders as ordersTable } from '../edge/storage/schema/orders.ts';
import { inTransaction } from '../edge/storage/transaction.ts';
import { demoCatalog } from '../edge/demo/menu.ts';
import { createOutbox } from '../edge/storage/outbox.ts';
import { Wake } from '../edge/storage/wake.ts';
import { openMenuStore } from '../edge/shop/menu/menu-store.ts';
import { createOrderContext } from '../edge/shop/orders/context.ts';
import { createTrackingTokens } from '../edge/shop/orders/tracking-token.ts';
import { RETENTION } from '../edge/shop/privacy/replica.ts';
import { createRollups } from '../edge/shop/reports/rollups.ts';
import { root } from './root.ts';

const DAY_MS = 86_400_000;
const TIME_ZONE = 'America/Sao_Paulo';
const PHONES = 20_000;
const BATCH = 1000;
/** Of ten: what became of an order, and how it was paid. */
const FATES: [OrderStatus, boolean][] = [
  ...Array.from({ length: 9 }, (): [OrderStatus, boolean] => ['DELIVERED', true]),
  ['CANCELLED', false],
];
/** As of a shop that keeps its customers' phones all the while: otherwise the store begins by forgetting most of them. */
const RETENTION_MONTHS = 60;
const METHODS: PaymentMethod[] = [
  'pix',
  'pix',
  'pix',
  'cash',
  'cash',
  'terminal',
  'credit_card',
  'pix_manual',
];

/** A seeded generator: the same orders every time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const uuidv7 = (atMs: number): string => {
  const hex = atMs.toString(16).padStart(12, '0');
  const random = randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${random.slice(0, 3)}-a${random.slice(3, 6)}-${random.slice(6, 18)}`;
};

/** Writes `count` orders that end at `endMs`, evenly over `days`, with their log rows and the report sums. */
export async function generateOrders(input: {
  file: string;
  count: number;
  days: number;
  endMs: number;
  onProgress?: (done: number) => void;
}): Promise<void> {
  const db = openDatabase(input.file, `${root}/edge/storage/migrations`);
  try {
    if (db.select({ number: ordersTable.number }).from(ordersTable).limit(1).get())
      throw new Error(`${input.file} has orders already: choose another file`);
    // Durability is not what is measured here.
    db.$client.pragma('synchronous = OFF');
    const identity = loadIdentity(db);
    const wake = new Wake();
    const outbox = createOutbox(db, identity);
    const menu = openMenuStore(db, wake);
    if (menu.isEmpty()) menu.seed(demoCatalog({}));
    writeMeta(db, RETENTION, `${RETENTION_MONTHS}`);
    const context = createOrderContext({
      db,
      menu,
      outbox,
      tokens: createTrackingTokens(identity.tokenSecret),
      wake,
      clock: () => input.endMs,
      timeZone: TIME_ZONE,
      enqueueTicket: () => undefined,
      enqueueChange: () => undefined,
      removeSold: () => undefined,
    });
    const random = seeded(1);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const { sizes, bases, iceCreams, toppings } = menu.catalog();

    const make = (index: number): Order => {
      const atMs = Math.round(
        input.endMs - input.days * DAY_MS + ((index + 1) / input.count) * input.days * DAY_MS,
      );
      const items = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, item) => {
        const size = pick(sizes);
        return {
          id: `i${item}`,
          sizeId: size.id,
          baseId: pick(bases).id,
          iceCreamId: pick(iceCreams).id,
          toppings: Array.from(
            { length: Math.min(size.maxToppings, Math.floor(random() * 4)) },
            (_each, n) => ({
              id: (toppings[(Math.floor(random() * 5) + n * 5) % toppings.length] ?? pick(toppings)).id,
              layer: pick(['BOTTOM', 'MIDDLE', 'TOP'] as const),
            }),
          ),
        };
      });
      const request = PlaceOrder.parse({
        id: uuidv7(atMs),
        customerPhone: `119${String(10_000_000 + Math.floor(random() * PHONES)).padStart(8, '0')}`,
        consumptionType: pick(['local', 'takeaway'] as const),
        items,
      });
      const priced = quote(menu.priceList(), request.items, atMs);
      if (!priced.ok)
        throw new Error(
          `the generator made an order that cannot be priced: ${JSON.stringify(priced.refusal)}`,
        );
      const order = newOrder(request, priced.value, {
        code: codeFromBytes(randomBytes(16)),
        number: context.nextNumber(),
        source: 'lan',
        nowMs: atMs,
      });
      const [status, paid] = pick(FATES);
      const panelDate = new Date(atMs - 7 * 3_600_000).toISOString().slice(0, 10);
      return {
        ...order,
        status,
        paymentStatus: paid ? 'approved' : 'pending',
        paymentMethod: paid ? pick(METHODS) : null,
        cancelReason: paid ? null : 'expirado',
        ...(paid
          ? {
              panelNumber: index + 1,
              panelDate,
              panelSeries: 1,
              receivedAtMs: atMs,
              preparingAtMs: atMs,
              readyAtMs: atMs,
              deliveredAtMs: atMs + 600_000,
            }
          : {}),
      };
    };

    for (let done = 0; done < input.count; done += BATCH) {
      inTransaction(db, () => {
        for (let index = done; index < Math.min(done + BATCH, input.count); index += 1) {
          const order = make(index);
          context.repository.insert(order, 'generated');
          context.log(order);
        }
      });
      input.onProgress?.(Math.min(done + BATCH, input.count));
    }
    await createRollups({
      db,
      identity,
      outbox,
      wake,
      timeZone: TIME_ZONE,
      log: pino({ level: 'warn' }),
    }).upToDate();
    db.$client.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.$client.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      file: { type: 'string' },
      orders: { type: 'string', default: '200000' },
      days: { type: 'string', default: '730' },
    },
  });
  if (values.file === undefined) throw new Error('say which database with --file');
  await generateOrders({
    file: values.file,
    count: Number(values.orders),
    days: Number(values.days),
    endMs: Date.now(),
    onProgress: (done) => (done % 20_000 === 0 ? process.stdout.write(`${done} orders\n`) : undefined),
  });
}
