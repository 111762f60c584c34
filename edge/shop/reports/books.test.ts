// Days made by chance and through the doors of a shop (`testing/trading.ts`), and all its books against an adder that knows none of its
// code (`testing/adder.ts`).
import { afterEach, describe, expect, it } from 'vitest';
import type { CashClose } from '@balcao/shared/http/cash.ts';
import type { SalesReport } from '@balcao/shared/http/reports.ts';
import {
  dateOf,
  DAY_MS,
  daysUpTo,
  growth,
  hoursOf,
  isKept,
  keptCents,
  local,
  methodOf,
  on,
  soldOf,
  sum,
  total,
} from '../../testing/adder.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole } from '../../testing/sign-in.ts';
import {
  CARTS,
  createTrading,
  isOnline,
  type Door,
  type Hand,
  type Online,
  type Sale,
} from '../../testing/trading.ts';

const PHONES = ['11911110001', '11911110002', '11911110003', '21922220004'];
const HANDS: Hand[] = ['cash', 'cash', 'debito', 'credito', 'vale', 'pix_manual'];
const ONLINE: Online[] = ['pix', 'pix', 'credit_card', 'debit_card'];
const CLOSE_NAMES: Record<Exclude<Hand | Online, 'cash'>, string> = {
  debito: 'Maquininha: débito',
  credito: 'Maquininha: crédito',
  vale: 'Maquininha: vale',
  pix_manual: 'PIX (manual)',
  pix: 'PIX',
  credit_card: 'Cartão de crédito (Mercado Pago)',
  debit_card: 'Cartão de débito (Mercado Pago)',
};
const CSV_NAMES: Record<string, string> = {
  terminal: 'Maquininha',
  cash: 'Dinheiro',
  pix_manual: 'PIX (manual)',
  pix: 'PIX',
  credit_card: 'Cartão de crédito',
  debit_card: 'Cartão de débito',
};

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

async function openShop(seed: number) {
  store = await openTestStore({ environment: { ORDERS_PER_MINUTE: '1000' } });
  const admin = await asRole(store, 'ADMIN');
  const trading = createTrading(store, await asRole(store, 'ATTENDANT'), admin);
  const below = chance(seed);
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const get = async <T>(path: string): Promise<T> => (await (await admin(path)).json()) as T;
  let drawer: { fromMs: number; floatCents: number; inCents: number; outCents: number } | null = null;
  let closes = 0;
  let lastClosedMs = 0;
  /** What the closes have counted of each sale of the site. */
  const counted = new Map<string, number>();
  const nowCents = (sale: Sale): number =>
    isKept({ ...sale, end: sale.endBefore ?? sale.end }) ? keptCents(sale) : 0;

  async function order(): Promise<Sale> {
    const door = pick<Door>(['counter', 'lan', 'relay']);
    const phone = door === 'counter' && below(2) === 0 ? null : pick(PHONES);
    return trading.order(door, pick(CARTS)(), phone, below(2) === 0);
  }

  /** The drawer's close against the ledger: what was taken while it was open, each by its way. */
  async function closeDrawer(): Promise<void> {
    if (drawer === null) return;
    const { fromMs, floatCents, inCents, outCents } = drawer;
    const during = (ms: number): boolean => ms >= fromMs && ms <= store.clock.nowMs;
    const hand = trading.hand.filter(({ atMs }) => during(atMs));
    const cash = sum(hand.filter((one) => one.method === 'cash').map(({ cents }) => cents));
    const names = Object.entries(CLOSE_NAMES).flatMap(([method, name]) => {
      const moves = hand.filter((one) => one.method === method);
      const online = trading.sales.filter(
        ({ paid, ...sale }) =>
          paid?.method === method && isOnline(paid.method) && during(paid.atMs) && isKept({ paid, ...sale }),
      );
      const orders = online.length + moves.filter(({ cents }) => cents > 0).length;
      return moves.length + online.length === 0
        ? []
        : [{ name, orders, salesCents: total(online) + sum(moves.map(({ cents }) => cents)) }];
    });
    const earlier = trading.sales.filter(
      ({ paid, id }) => paid !== null && isOnline(paid.method) && counted.has(id) && paid.atMs < fromMs,
    );
    const changes = Object.entries(CLOSE_NAMES).flatMap(([method, name]) => {
      const changed = earlier.filter(
        (sale) => sale.paid?.method === method && nowCents(sale) !== counted.get(sale.id),
      );
      const cents = sum(changed.map((sale) => nowCents(sale) - (counted.get(sale.id) ?? 0)));
      return changed.length === 0
        ? []
        : [{ name: `${name}, de caixas anteriores`, orders: changed.length, salesCents: cents }];
    });
    // What came while no drawer was open is in the first close after that, as is what staff gave back then.
    const closedMs = lastClosedMs;
    const whileClosed = Object.entries(CLOSE_NAMES).flatMap(([method, name]) => {
      const isThen = (ms: number): boolean => ms > closedMs && ms < fromMs;
      const moves = trading.hand.filter((one) => one.method === method && isThen(one.atMs));
      const online = trading.sales.filter(
        ({ paid, ...sale }) =>
          paid?.method === method && isOnline(paid.method) && isThen(paid.atMs) && isKept({ paid, ...sale }),
      );
      const line = (ofWhich: string, all: typeof moves, orders: number, onlineCents = 0) => {
        const salesCents = sum(all.map(({ cents }) => cents)) + onlineCents;
        return salesCents === 0 ? [] : [{ name: `${name}, ${ofWhich}`, orders, salesCents }];
      };
      const taken = moves.filter((one) => isThen(one.cameAtMs));
      const backs = moves.filter((one) => !isThen(one.cameAtMs));
      return [
        ...line(
          'com o caixa fechado',
          taken,
          taken.filter(({ cents }) => cents > 0).length + online.length,
          total(online),
        ),
        ...line('de caixas anteriores', backs, backs.length),
      ];
    });
    lastClosedMs = store.clock.nowMs;
    for (const sale of trading.sales) if (sale.paid !== null) counted.set(sale.id, nowCents(sale));
    const expectedCents = floatCents + cash + inCents - outCents;
    const close = (await trading.closeCash(9_900)) as CashClose;
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    expect({ ...close, methods: close.methods.toSorted(byName) }).toMatchObject({
      number: (closes += 1),
      openedAtMs: fromMs,
      closedAtMs: store.clock.nowMs,
      floatCents,
      cashSalesCents: cash,
      suprimentoCents: inCents,
      sangriaCents: outCents,
      expectedCents,
      countedCents: 9_900,
      differenceCents: 9_900 - expectedCents,
      methods: [...names, ...changes, ...whileClosed].toSorted(byName),
    });
    expect((await get<{ closes: CashClose[] }>('/api/staff/cash-closes')).closes[0]).toEqual(close);
    drawer = null;
  }

  async function useDrawer(): Promise<void> {
    if (drawer === null) {
      // What was taken a moment before is not of this drawer, what comes in the same moment is.
      store.clock.nowMs += 1;
      const floatCents = 1000 * below(30);
      await trading.openCash(floatCents);
      drawer = { fromMs: store.clock.nowMs, floatCents, inCents: 0, outCents: 0 };
      await trading.payOnline(await order(), pick(ONLINE));
      return;
    }
    if (below(3) === 0) {
      await trading.payOnline(await order(), pick(ONLINE));
      await closeDrawer();
      store.clock.nowMs += 1;
      return;
    }
    const cents = 1 + below(5000);
    await trading.moveCash('suprimento', cents + 5000);
    drawer.inCents += cents + 5000;
    await trading.moveCash('sangria', cents);
    drawer.outCents += cents;
  }

  /** Something happens, to a new order or to one that is there. */
  async function step(): Promise<void> {
    const unpaid = trading.sales.filter((sale) => sale.end === 'open' && sale.paid === null);
    const kept = trading.sales.filter(isKept);
    const online = kept.filter((sale) => sale.paid !== null && isOnline(sale.paid.method));
    const untouched = online.filter((sale) => sale.backCents === 0);
    const expired = trading.sales.filter((sale) => sale.end === 'expired');
    const some = async (from: Sale[], act: (sale: Sale) => Promise<unknown>): Promise<void> => {
      const sale = pick(from);
      if (sale !== undefined) await act(sale);
    };
    const what = below(30);
    if (what < 4) await order();
    else if (what < 10) await trading.payByHand(await order(), pick(HANDS));
    else if (what < 15) await trading.payOnline(await order(), pick(ONLINE));
    else if (what < 17) await some(unpaid, (sale) => trading.payByHand(sale, pick(HANDS)));
    else if (what < 18) await some(unpaid, (sale) => trading.payOnline(sale, pick(ONLINE)));
    else if (what < 19) await some(unpaid, trading.beginOnline);
    else if (what < 20) await some(below(2) === 0 ? unpaid : online, trading.payWrong);
    else if (what < 21) await some(unpaid, trading.expire);
    else if (what < 22) await some(expired, (sale) => trading.payOnline(sale, pick(ONLINE)));
    else if (what < 24) await some(online, (sale) => trading.refundPart(sale, 1 + below(150)));
    else if (what < 25) await some(online, trading.refundWhole);
    else if (what < 26) await some(untouched, below(3) === 0 ? trading.chargeBack : trading.deliver);
    else if (what < 27) await some(kept, trading.cancel);
    else if (what < 28) await some(kept, trading.deliver);
    else if (what < 29) await some(below(2) === 0 ? kept : trading.sales.filter(gone), trading.remove);
    else await useDrawer();
  }
  const gone = (sale: Sale): boolean => sale.end !== 'open' && sale.end !== 'deleted';

  async function checkReport(from: string, to: string, phone?: string): Promise<void> {
    const today = local(store.clock.nowMs).slice(0, 10);
    const mine = trading.sales.filter((sale) => phone === undefined || sale.phone === phone);
    const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    const days = daysUpTo(to, 0, length);
    const sold = on(mine, days);
    const methods = Object.groupBy(sold, methodOf);
    const query = `from=${from}&to=${to}${phone === undefined ? '' : `&phone=${phone}`}`;
    const report = await get<SalesReport>(`/api/staff/reports/sales?${query}`);
    const cents = report.methods.map(({ salesCents }) => salesCents);
    expect(cents).toEqual(cents.toSorted((a, b) => b - a));
    const byMethod = (a: { method: string }, b: { method: string }) => (a.method < b.method ? -1 : 1);
    expect({ ...report, methods: report.methods.toSorted(byMethod) }).toEqual({
      from,
      to,
      totalSalesCents: total(sold),
      totalOrders: sold.length,
      averageTicketCents: sold.length === 0 ? 0 : Math.round(total(sold) / sold.length),
      weeklyGrowthPercent: growth(mine, today),
      days: days.map((date) => ({
        date,
        orders: on(mine, [date]).length,
        salesCents: total(on(mine, [date])),
      })),
      methods: Object.entries(methods)
        .map(([method, all = []]) => ({ method, orders: all.length, salesCents: total(all) }))
        .toSorted(byMethod),
      bestSellers: ['size', 'base', 'ice_cream', 'topping'].flatMap((type) =>
        soldOf(sold, type).map((one) => ({ type, ...one })),
      ),
      peakHours: hoursOf(sold),
    });
    const lines = (await (await admin(`/api/staff/reports/sales.csv?${query}`)).text()).trim().split('\r\n');
    const cells = lines.slice(1).map((line) => line.split(';'));
    expect(cells.map((cell) => [...cell.slice(2, 7), ...cell.slice(8)])).toEqual(
      sold.map((sale) => [
        dateOf(sale).split('-').reverse().join('/'),
        local(sale.atMs).slice(11, 16),
        sale.isHere ? 'No local' : 'Para levar',
        CSV_NAMES[methodOf(sale)],
        sale.end === 'delivered' ? 'Entregue' : 'Recebido',
        // The sample menu's tenth is off.
        ...[
          (sale.cart.totalCents * 10) / 9,
          sale.cart.totalCents / 9,
          sale.cart.totalCents,
          keptCents(sale),
        ].map((cents) => String(cents / 100).replace('.', ',')),
      ]),
    );
  }

  /** Every report as it stands now. */
  async function check(): Promise<void> {
    const today = local(store.clock.nowMs).slice(0, 10);
    await checkReport('2026-11-01', '2026-12-31');
    await checkReport('2026-11-30', '2026-11-30');
    await checkReport('2026-11-17', '2026-12-01');
    for (const phone of PHONES) await checkReport('2026-11-10', today, phone);
    const sales = [...trading.sales];
    const now = on(sales, [today]);
    const top = (type: string) => soldOf(on(sales, daysUpTo(today, 0, 30)), type).slice(0, 3);
    expect(await get('/api/staff/reports/dashboard')).toEqual({
      todaySalesCents: total(now),
      todayOrders: now.length,
      meanSalesCents: Math.round(total(on(sales, daysUpTo(today, 1, 7))) / 7),
      weekSalesCents: total(on(sales, daysUpTo(today, 0, 7))),
      previousWeekSalesCents: total(on(sales, daysUpTo(today, 7, 7))),
      weeklyGrowthPercent: growth(sales, today),
      top: { sizes: top('size'), bases: top('base'), iceCreams: top('ice_cream'), toppings: top('topping') },
      hours: hoursOf(now),
    });
    const month = today.slice(0, 7);
    const clients = PHONES.map((phone) => {
      const mine = sales.filter(
        (sale) => isKept(sale) && sale.phone === phone && dateOf(sale).startsWith(month),
      );
      return { phone, orderCount: mine.length, totalSpentCents: total(mine) };
    })
      .filter((one) => one.orderCount > 0)
      .sort((a, b) => b.orderCount - a.orderCount || b.totalSpentCents - a.totalSpentCents);
    expect(await get('/api/staff/ranking')).toEqual({ month, clients: clients.slice(0, 3) });
  }
  return { trading, order, step, closeDrawer, check, below };
}

describe('the books of a day that chance made', () => {
  it.each([1, 2, 3])(
    'are what an adder makes of the ledger, over midnight and a month end (seed %i)',
    async (seed) => {
      const { trading, order, step, closeDrawer, check, below } = await openShop(seed);
      for (const day of ['10-31', '11-01', '11-02', '11-10', '11-16', '11-17', '11-23', '11-24', '11-29']) {
        store.clock.nowMs = Date.parse(
          `2026-${day}T${below(2) === 0 ? '00:00:00.000' : '23:59:59.999'}-03:00`,
        );
        await trading.payByHand(await order(), 'cash');
      }
      const midnightMs = Date.parse('2026-12-01T00:00:00-03:00');
      const moments = [-6.1, -6, -4.5, -3.1, -2.9, -1, -1 / 3_600_000, 0, 1, 2.5].map(
        (hours) => midnightMs + Math.round(hours * 3_600_000),
      );
      for (const moment of moments) {
        store.clock.nowMs = Math.max(store.clock.nowMs, moment);
        for (let n = 0; n < 14; n += 1) {
          await step();
          if (moment !== midnightMs - 1) store.clock.nowMs += 1000 * below(90);
        }
        if (moment < midnightMs - 3_600_000 || moment > midnightMs) continue;
        await check();
      }
      await closeDrawer();
      await check();
      // The sums are the orders': built anew they are the same.
      store.rollups.clear();
      store.db.$client.exec(
        "update meta set value = json_set(value, '$.epoch', 99) where key = 'report_cursor'",
      );
      await check();
      expect(new Set(trading.sales.map(({ end }) => end)).size).toBeGreaterThanOrEqual(6);
    },
  );
});
