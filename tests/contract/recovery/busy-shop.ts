// A shop with a bit of everything that must survive its machine, and all of it as rows, to be compared.
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { expect } from 'vitest';
import { v7 } from 'uuid';
import { sampleCatalog, sampleRequest } from '@balcao/shared/order/sample.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import type { Db } from '../../../edge/storage/open.ts';
import { recoveryCode, formatRecoveryCode } from '../../../edge/storage/recovery-code.ts';
import type { TestStore } from '../../../edge/testing/open-test-store.ts';
import { asRole } from '../../../edge/testing/sign-in.ts';
import { bodyOf, soon, type TestRelay } from '../../harness/relay.ts';
import { inStep, openLinkedStore } from '../../harness/real-store.ts';

export type Placed = { order: { id: string; code: string; orderNumber: number }; trackingToken: string };

export const place = async (store: TestStore, phone = '11987654321'): Promise<Placed> => {
  const json = { ...sampleRequest(), id: v7(), customerPhone: phone };
  const answer = await store.ask('/api/orders', { json });
  expect(answer.status).toBe(201);
  return (await bodyOf(answer)) as Placed;
};

const done = async (answer: Promise<Response>): Promise<void> => {
  const { status, body } = await answer.then(async (told) => ({
    status: told.status,
    body: await told.text(),
  }));
  if (status >= 300) throw new Error(`${status}: ${body}`);
};

/** Linked to the relay and in step with it. `forgotten` is of a person who was erased, `deleted` the newest of all. */
export async function openBusyShop(relay: TestRelay) {
  const store = await openLinkedStore(relay, { seed: false });
  store.menu.seed({ ...sampleCatalog(), ...sampleWholesale() });
  const admin = await asRole(store, 'ADMIN');
  const counter = await asRole(store, 'ATTENDANT');
  const picture = await store.images.store(
    await sharp({ create: { width: 64, height: 48, channels: 3, background: '#4a1259' } })
      .png()
      .toBuffer(),
  );
  if (!picture.ok) throw new Error(picture.refusal);
  store.menu.setEntry('products', 'taca', { image: picture.value.hash });
  store.menu.setSettings({ storeName: 'Açaí da Praça' });

  await done(counter('/api/staff/cash-session', { json: { id: v7(), floatCents: 5000 } }));
  const movement = { id: v7(), kind: 'sangria', amountCents: 1000, note: 'Gelo' };
  await done(counter('/api/staff/cash-session/movements', { json: movement }));
  const cash = await place(store);
  await done(
    counter(`/api/staff/orders/${cash.order.id}/moves`, {
      json: { kind: 'confirm-payment', method: 'cash' },
    }),
  );
  await done(counter('/api/staff/cash-session/close', { json: { countedCents: 6880 } }));
  await done(counter('/api/staff/cash-session', { json: { id: v7(), floatCents: 3000 } }));

  const online = await place(store);
  const fact = {
    attemptId: v7(),
    orderId: online.order.id,
    provider: 'mercadopago',
    providerPaymentId: '77',
    method: 'pix',
    status: 'approved',
    statusDetail: null,
    amountCents: store.orders.repository.byId(online.order.id)?.totalCents ?? 0,
    refundedCents: 0,
    mismatch: null,
    observedAtMs: store.clock.nowMs,
  };
  await done(store.askLink('/link/commands', { json: { id: v7(), kind: 'payment.fact', payload: fact } }));
  const cancelled = await place(store);
  await done(
    admin(`/api/staff/orders/${cancelled.order.id}/moves`, {
      json: { kind: 'cancel', reason: 'cliente' },
    }),
  );
  const forgotten = await place(store, '21900000000');
  const wholesale = {
    id: v7(),
    customerName: 'Maria de Souza',
    customerPhone: '(11) 98765-4321',
    items: [{ id: 'one', productId: 'balde', selectedSize: '10 L', selectedFlavor: 'Banana', quantity: 3 }],
  };
  await done(store.ask('/api/wholesale/orders', { json: wholesale }));

  await done(
    admin('/api/staff/pix-key', {
      method: 'PUT',
      json: { key: 'loja@example.com', holder: 'Loja', city: 'Natal' },
    }),
  );
  await done(admin('/api/staff/privacy', { method: 'PUT', json: { retentionMonths: 7 } }));
  store.printing.printers.save(null, {
    name: 'Cozinha',
    enabled: true,
    transport: { kind: 'tcp', host: '192.168.0.50', port: 9100 },
    columns: 48,
    codePage: 'PC850',
    purposes: ['kitchen'],
  });
  store.alarms.raise('backup', 'Cópia de segurança falhou', 'Sem espaço');
  await done(admin('/api/staff/privacy/erase', { json: { phone: '21900000000' } }));
  const deleted = await place(store);
  await done(
    admin(`/api/staff/orders/${deleted.order.id}/moves`, { json: { kind: 'cancel', reason: 'loja' } }),
  );
  await done(admin(`/api/staff/orders/${deleted.order.id}`, { method: 'DELETE' }));

  await inStep(relay, store);
  await soon(async () =>
    expect((await relay.relay.stores.byId(store.identity.storeId))?.seq).toBe(store.outbox.head().seq),
  );
  // Pictures are copied after the orders.
  await soon(async () =>
    expect(await relay.rows(sql`select hash from images where variant = 'master'`)).toHaveLength(1),
  );
  return { store, cash, online, forgotten, deleted, code: formatRecoveryCode(recoveryCode(store.db)) };
}

/** Each by its name. */
export const countersIn = (db: Db): Record<string, number> =>
  Object.fromEntries(
    db.$client.prepare<[], [string, number]>('select name, value from counters').raw().all(),
  );

// What only one machine knows, and what is made anew (counters may be higher: erased orders had numbers too): what was printed, whose command was answered how, how far the relay came,
// who is signed in, the steps by which the menu came to be (its rows are compared), the sums of reports (they follow the log).
const OWN = ['counters', 'inbox', 'print_jobs', 'checkpoints', 'session', 'verification', 'doc_updates'];
const isOwn = (table: string): boolean => OWN.includes(table) || /^(sqlite_|__drizzle|report_)/.test(table);

// What of a row is this machine's: of commands the hash of what was asked and whose address did, of accounts their row's name, of bodies in the log all
// but the newest, of a drawer where its first order stands.
const OWN_COLUMNS: Record<string, string[]> = {
  orders: ['request_hash', 'caller'],
  wholesale_orders: ['request_hash'],
  account: ['id'],
  outbox: ['body'],
  cash_sessions: ['from_number'],
};
const KEPT_META = [
  'store_id',
  'lineage',
  'token_secret',
  'auth_secret',
  'recovery_code',
  'pix_key',
  'retention_months',
  'business_day',
];

/** Every table that must come back, row by row. Pictures in the form they were taken in. */
export function everythingIn(db: Db): Record<string, unknown[]> {
  const sqlite = db.$client;
  const tables = sqlite
    .prepare<[], { name: string }>("select name from sqlite_master where type = 'table' order by name")
    .all()
    .filter(({ name }) => !isOwn(name));
  return Object.fromEntries(
    tables.map(({ name }) => {
      const where =
        name === 'meta'
          ? `where key in (${KEPT_META.map((key) => `'${key}'`).join()})`
          : name === 'images'
            ? "where variant = 'master'"
            : '';
      const rows = sqlite.prepare<[], Record<string, unknown>>(`select * from ${name} ${where}`).all();
      const own = OWN_COLUMNS[name] ?? [];
      const kept = rows.map((row) =>
        JSON.stringify(Object.fromEntries(Object.entries(row).filter(([column]) => !own.includes(column)))),
      );
      return [name, kept.sort()];
    }),
  );
}
