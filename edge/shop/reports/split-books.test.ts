// A day of orders that are paid in parts, by chance and through the doors of a shop, and all its books against an adder that knows none of
// its code: what was taken, what was given back, and what stayed.
import { afterEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { CashClose } from '@balcao/shared/http/cash.ts';
import type { Breakdown, SalesReport } from '@balcao/shared/http/reports.ts';
import { handPayments } from '../../storage/schema/cash.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole } from '../../testing/sign-in.ts';
import { createTrading } from '../../testing/trading.ts';

const CLOSE_NAMES: Record<string, string> = {
  debito: 'Maquininha: débito',
  credito: 'Maquininha: crédito',
  vale: 'Maquininha: vale',
  pix_manual: 'PIX (manual)',
};
const WAYS = ['cash', 'debito', 'credito', 'vale', 'pix_manual'];
/** Percent; cash and vale cost nothing. */
const FEES = { debito: 1.99, credito: 3.49, pix_manual: 0.99 };
const CUP_CENTS = 2_880;

type Part = { id: string; way: string; cents: number; by: string };
type Sale = { id: string; phone: string | null; totalCents: number; parts: Part[]; over: boolean };
/** Money over the counter: positive came, negative was given back. */
type Move = { sale: string; way: string; cents: number };

// The adder.
const methodOf = (way: string): string => (way === 'cash' || way === 'pix_manual' ? way : 'terminal');
const leftOf = (sale: Sale): number => sale.totalCents - sum(sale.parts.map(({ cents }) => cents));
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
function tally<T extends { cents: number }>(
  rows: readonly T[],
  nameOf: (row: T) => string,
  saleOf: (row: T) => string,
) {
  const names = [...new Set(rows.map(nameOf))].toSorted();
  return names.map((name) => {
    const mine = rows.filter((row) => nameOf(row) === name);
    return { name, orders: new Set(mine.map(saleOf)).size, cents: sum(mine.map(({ cents }) => cents)) };
  });
}
const named = (rows: readonly { name: string; count: number; cents: number }[]) =>
  rows
    .map(({ name, count, cents }) => ({ name, orders: count, cents }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Numbers below `n`, the same ones for the same seed (Numerical Recipes' generator). */
function chance(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

let store: TestStore;
afterEach(() => store.close());

it.each([1, 2, 3, 4])('a day of split payments is what an adder makes of it (seed %i)', async (seed) => {
  store = await openTestStore({ environment: { ORDERS_PER_MINUTE: '1000' } });
  const admin = await asRole(store, 'ADMIN');
  const people = [
    ['Ana ATTENDANT', await asRole(store, 'ATTENDANT')],
    ['Ana ADMIN', admin],
  ] as const;
  const below = chance(seed);
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const get = async <T>(path: string): Promise<T> => (await (await admin(path)).json()) as T;
  const send = async (json: object, path: string, ask = admin): Promise<void> => {
    const answer = await ask(path, { json });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  };
  const set = await admin('/api/staff/settings', { method: 'PATCH', json: { feePercents: FEES } });
  expect(set.ok).toBe(true);
  const sales: Sale[] = [];
  let drawer: Move[] = [];
  const returned = { cents: 0 };
  /** What went back of sales that are still known. */
  let wentBack: Move[] = [];
  const move = (sale: Sale, json: object, ask = admin) =>
    send(json, `/api/staff/orders/${sale.id}/moves`, ask);

  async function begin(): Promise<Sale> {
    const cups = 1 + below(3);
    const items = Array.from({ length: cups }, () => ({ id: v7(), productId: 'taca' }));
    const phone = below(2) === 0 ? null : '11911110001';
    const sale: Sale = { id: v7(), phone, totalCents: cups * CUP_CENTS, parts: [], over: false };
    await send({ id: sale.id, customerPhone: phone, consumptionType: 'local', items }, '/api/staff/orders');
    sales.push(sale);
    return sale;
  }
  async function take(sale: Sale, cents: number): Promise<void> {
    const [by, ask] = pick(people);
    const part: Part = { id: v7(), way: pick(WAYS), cents, by };
    const method = methodOf(part.way);
    const json = {
      kind: 'take-tender',
      id: part.id,
      method,
      cents,
      ...(method === 'terminal' && { card: part.way }),
      ...(method === 'cash' && { receivedCents: cents + below(5) * 100 }),
    };
    await move(sale, json, ask);
    if (below(4) === 0) await move(sale, json, ask);
    sale.parts.push(part);
    drawer.push({ sale: sale.id, way: part.way, cents });
  }
  function back(sale: Sale, parts: readonly Part[]): void {
    for (const { way, cents } of parts) {
      drawer.push({ sale: sale.id, way, cents: -cents });
      wentBack.push({ sale: sale.id, way, cents });
      if (way === 'cash') returned.cents += cents;
    }
    sale.parts = sale.parts.filter((part) => !parts.includes(part));
  }
  async function step(): Promise<void> {
    const open = sales.filter((sale) => !sale.over && leftOf(sale) > 0);
    const held = sales.filter((sale) => !sale.over && sale.parts.length > 0);
    const what = below(10);
    const sale = what < 3 || open.length === 0 ? await begin() : pick(open);
    if (what < 6) await take(sale, below(2) === 0 ? leftOf(sale) : 1 + below(leftOf(sale)));
    else if (what < 7 && sale.parts.length > 0) {
      const part = pick(sale.parts);
      await move(sale, { kind: 'give-tender-back', id: part.id });
      back(sale, [part]);
    } else if (what < 8 && held.length > 0) {
      const given = pick(held);
      await move(given, { kind: 'cancel', reason: 'cliente' });
      given.over = true;
      back(given, given.parts);
    } else if (what < 9 && held.length > 0 && below(3) === 0) {
      const gone = pick(held);
      const answer = await admin(`/api/staff/orders/${gone.id}`, { method: 'DELETE' });
      expect(answer.status).toBe(204);
      gone.over = true;
      back(gone, gone.parts);
      wentBack = wentBack.filter(({ sale }) => sale !== gone.id);
    } else await take(sale, 1 + below(leftOf(sale)));
  }

  async function checkClose(): Promise<void> {
    const close = await admin('/api/staff/cash-session/close', { json: { countedCents: 0 } });
    const said = (await close.json()) as CashClose;
    const came = tally(
      drawer.filter(({ cents }) => cents > 0),
      ({ way }) => way,
      (one) => one.sale,
    );
    const all = tally(
      drawer,
      ({ way }) => way,
      (one) => one.sale,
    );
    expect(said).toMatchObject({
      cashSalesCents: all.find(({ name }) => name === 'cash')?.cents ?? 0,
      cashReturnsCents: returned.cents,
    });
    expect(said.methods.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
      all
        .filter(({ name }) => name !== 'cash')
        .map(({ name, cents }) => ({
          name: CLOSE_NAMES[name] ?? name,
          orders: came.find((one) => one.name === name)?.orders ?? 0,
          salesCents: cents,
        }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    );
    drawer = [];
    returned.cents = 0;
  }

  async function checkReports(): Promise<void> {
    const paid = sales.filter((sale) => !sale.over && leftOf(sale) === 0);
    for (const phone of [null, '11911110001']) {
      const mine = paid.filter((sale) => phone === null || sale.phone === phone);
      const parts = mine.flatMap((sale) => sale.parts.map((part) => ({ ...part, sale: sale.id })));
      const methods = tally(
        parts,
        ({ way }) => methodOf(way),
        (part) => part.sale,
      );
      const report = await get<SalesReport>(
        `/api/staff/reports/sales${phone === null ? '' : `?phone=${phone}`}`,
      );
      expect(report).toMatchObject({
        totalSalesCents: sum(mine.map((sale) => sale.totalCents)),
        totalOrders: mine.length,
      });
      expect(sum(report.peakHours.map(({ count }) => count))).toBe(mine.length);
      expect(
        named(report.methods.map((one) => ({ name: one.method, count: one.orders, cents: one.salesCents }))),
      ).toEqual(methods);
      if (phone !== null) continue;
      const day = await get<Breakdown>('/api/staff/reports/breakdown');
      const ways = tally(
        parts,
        ({ way }) => way,
        (part) => part.sale,
      );
      expect(day.totals).toMatchObject({ orders: mine.length, salesCents: report.totalSalesCents });
      expect(named(day.ways)).toEqual(ways);
      expect(named(day.operators)).toEqual(
        tally(
          parts,
          ({ by }) => by,
          (part) => part.sale,
        ),
      );
      // A percentage of the sum of each way, rounded half up.
      const feeOf = (way: string, cents: number): number =>
        Math.floor((cents * Math.round(((FEES as Record<string, number>)[way] ?? 0) * 100) + 5000) / 10000);
      const fee = sum(ways.map(({ name, cents }) => feeOf(name, cents)));
      expect(day.fees).toMatchObject({
        grossCents: report.totalSalesCents + sum(wentBack.map(({ cents }) => cents)),
        feeCents: fee,
        netCents: report.totalSalesCents - fee,
      });
      const waysBack = tally(
        wentBack,
        ({ way }) => way,
        ({ sale }) => sale,
      );
      expect(
        day.fees.ways.flatMap(({ name, returnedCents = 0 }) =>
          returnedCents > 0 ? [{ name, cents: returnedCents }] : [],
        ),
      ).toEqual(expect.arrayContaining(waysBack.map(({ name, cents }) => ({ name, cents }))));
      expect(day.fees.returnedCents).toBe(sum(waysBack.map(({ cents }) => cents)));
    }
  }

  await send({ id: v7(), floatCents: 0 }, '/api/staff/cash-session');
  for (let n = 1; n <= 90; n += 1) {
    await step();
    store.clock.nowMs += 1000 * below(60);
    if (n % 30 !== 0) continue;
    await checkReports();
    await checkClose();
    store.clock.nowMs += 1000;
    await send({ id: v7(), floatCents: 0 }, '/api/staff/cash-session');
  }
  // What the drawer's books still hold of an order is what the order says of itself.
  for (const sale of sales) {
    const rows = store.db
      .select()
      .from(handPayments)
      .all()
      .filter((row) => row.orderId === sale.id);
    const held = sum(rows.map(({ kind, amountCents }) => (kind === 'in' ? amountCents : -amountCents)));
    expect(held).toBe(
      sale.over ? 0 : sum((store.orders.repository.byId(sale.id)?.tenders ?? []).map(({ cents }) => cents)),
    );
  }
  // The sums are the orders': built anew they are the same.
  store.rollups.clear();
  store.db.$client.exec("update meta set value = json_set(value, '$.epoch', 99) where key = 'report_cursor'");
  await checkReports();
  expect(sales.filter((sale) => new Set(sale.parts.map(({ way }) => way)).size > 1).length).toBeGreaterThan(
    3,
  );
});

it('an order that was paid in parts, and by a PIX for all of it as well, counts once, in its parts', async () => {
  store = await openTestStore();
  const admin = await asRole(store, 'ADMIN');
  const trading = createTrading(store, admin, admin);
  const cups = { items: [{ id: v7(), productId: 'taca' }], totalCents: CUP_CENTS, sold: [] };
  const { id } = await trading.order('counter', cups, null, false);
  for (const part of [
    { method: 'cash', cents: 880 },
    { method: 'terminal', card: 'debito', cents: 2000 },
  ]) {
    const answer = await admin(`/api/staff/orders/${id}/moves`, {
      json: { kind: 'take-tender', id: v7(), ...part },
    });
    expect(answer.status).toBe(200);
  }
  // It goes back, and until then it is no money of the order's.
  await trading.hear({ attemptId: v7(), orderId: id, amountCents: CUP_CENTS });
  const report = (await (await admin('/api/staff/reports/sales')).json()) as SalesReport;
  expect(report).toMatchObject({ totalSalesCents: CUP_CENTS, totalOrders: 1 });
  expect(report.methods).toEqual([
    { method: 'terminal', orders: 1, salesCents: 2000 },
    { method: 'cash', orders: 1, salesCents: 880 },
  ]);
  const { ways } = (await (await admin('/api/staff/reports/breakdown')).json()) as Breakdown;
  expect(named(ways)).toEqual([
    { name: 'cash', orders: 1, cents: 880 },
    { name: 'debito', orders: 1, cents: 2000 },
  ]);
});
