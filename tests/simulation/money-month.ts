// A month of a shop's money by chance, and its books beside it by double entry: every movement takes from one account what it puts into another.
// Each close of the drawer has to tell what its session did to each account, and the reports what all of it did to the sales.
import { isCode } from '@balcao/shared/order/code.ts';
import type { CashClose } from '@balcao/shared/http/cash.ts';
import type { UnprovedPixes } from '@balcao/shared/http/counter-pix.ts';
import type { SalesReport } from '@balcao/shared/http/reports.ts';
import { openTestStore, START_MS } from '../../edge/testing/open-test-store.ts';
import { asRole } from '../../edge/testing/sign-in.ts';
import {
  CARTS,
  createTrading,
  isOnline,
  type Hand,
  type Online,
  type Sale,
} from '../../edge/testing/trading.ts';
import { seeded } from '../faults/seeded.ts';
import type { TestDatabase } from '../harness/database.ts';
import { startRelay } from '../harness/payments.ts';
import { createReturns } from './money-back.ts';
import { createLedger, type Books, type Money, type Told } from './money-ledger.ts';
import { createLine } from './money-line.ts';
import { createPartsCounter } from './money-parts.ts';
import { createProvedCounter } from './money-proved.ts';

const HANDS: readonly Hand[] = ['cash', 'debito', 'credito', 'vale', 'pix_manual', 'pix_manual'];
const ONLINE: readonly Online[] = ['pix', 'credit_card', 'debit_card'];
const DAY_MS = 86_400_000;
const STEPS_A_DAY = 14;
/** Before the drawer is opened, of those. */
const CLOSED_STEPS_A_DAY = 6;
/** Of orders that are paid in parts or changed, beside those. */
const PART_STEPS_A_DAY = 20;
/** Of orders whose parts come through the provider. */
const PROVED_STEPS_A_DAY = 20;

/** Which lines of a close tell of which account; cash is the drawer's own sum. */
const LINES: Record<Exclude<Money, 'cash'>, readonly string[]> = {
  debito: ['Maquininha: débito'],
  credito: ['Maquininha: crédito'],
  vale: ['Maquininha: vale'],
  pix_manual: ['PIX (manual)', 'PIX não recebido'],
  pix: ['PIX'],
  credit_card: ['Cartão de crédito (Mercado Pago)'],
  debit_card: ['Cartão de débito (Mercado Pago)'],
};
/** What each of them may have behind it. */
const OTHER_TIMES = [', com o caixa fechado', ', de caixas anteriores'];

/** What the provider and the terminals keep, in hundredths of a percent. */
const FEES: Record<Money, number> = {
  ...{ cash: 0, debito: 150, credito: 319, vale: 500, pix_manual: 49 },
  ...{ pix: 99, credit_card: 498, debit_card: 199 },
};

/** Lives so many days, in a database of the relay that begins empty; answers what was wrong, a sentence each, and how much there was to go wrong. */
export async function liveMonth(
  database: TestDatabase,
  seed: number,
  days: number,
): Promise<{ wrong: string[]; entries: number; closes: number }> {
  const chance = seeded(seed);
  const relay = await startRelay(database, { api: seed % 2 === 0 ? 'payments' : 'orders' });
  const line = createLine(() => relay);
  const store = await openTestStore({ environment: { ORDERS_PER_MINUTE: '100000' }, relay: line });
  const front = await asRole(store, 'ATTENDANT');
  const admin = await asRole(store, 'ADMIN');
  const trading = createTrading(store, front, admin);
  const ledger = createLedger();
  const keptCents = new Map<Sale, number>();
  const lost = new Set<Sale>();
  const wrong: string[] = [];
  let closes = 0;
  let day = 0;
  const find = (text: string): void => void wrong.push(`seed ${seed}, day ${day}: ${text}`);
  // A stream of its own: what the others do is what it was without these.
  const counter = (salt: number) =>
    createPartsCounter({
      admin,
      chance: seeded(seed ^ salt),
      post: (from, to, cents, told) => ledger.post(from, to, cents, told),
      wrong: find,
    });
  const parts = counter(0x5ca1ab1e);
  // And again: what chance seldom brings together comes each day.
  const lostPixes = counter(0x10570017);

  const proved = createProvedCounter({
    admin,
    hear: trading.hear,
    orderOf: (id) => store.orders.repository.byId(id),
    chance: seeded(seed ^ 0x0b5e55ed),
    post: (from, to, cents) => ledger.post(from, to, cents),
    wrong: find,
  });

  const returns = createReturns({
    ...{ store, relay, line, admin },
    chance: seeded(seed ^ 0x0ba2ce11),
    post: (from, to, cents) => ledger.post(from, to, cents),
    wrong: find,
  });

  const read = async <T>(path: string): Promise<T> => (await (await admin(path)).json()) as T;
  const paidWith = (sale: Sale): Money => sale.paid?.method ?? 'cash';
  const move = (sale: Sale, cents: number, told?: Told): void => {
    ledger.post('sales', paidWith(sale), cents, told);
    keptCents.set(sale, (keptCents.get(sale) ?? 0) + cents);
  };
  const kept = (test: (sale: Sale) => boolean): Sale[] =>
    [...keptCents.keys()].filter((sale) => (keptCents.get(sale) ?? 0) > 0 && test(sale));
  const some = async (from: readonly Sale[], act: (sale: Sale) => Promise<unknown>): Promise<void> => {
    if (from.length > 0) await act(chance.pick(from));
  };
  const order = () =>
    trading.order(
      chance.pick(['counter', 'lan', 'relay'] as const),
      chance.pick(CARTS)(),
      '11911110001',
      true,
    );
  const wasOnline = (sale: Sale): boolean => isOnline(paidWith(sale));

  async function say(sale: Sale, said: 'received' | 'not-received'): Promise<void> {
    const { unconfirmed, lost: gone } = await read<UnprovedPixes>('/api/staff/static-pix');
    // Of all of it: a part's has more than the order's code for its name.
    const one = [...unconfirmed, ...gone].find(({ orderId, txid }) => orderId === sale.id && isCode(txid));
    if (one === undefined) return;
    const answer = await front(`/api/staff/static-pix/${one.txid}`, { json: { said } });
    if (answer.status !== 200) throw new Error(await answer.text());
    if (said === 'not-received') {
      move(sale, -sale.cart.totalCents, 'in-all');
      lost.add(sale);
    } else if (lost.delete(sale)) move(sale, sale.cart.totalCents, 'in-all');
  }

  async function step(isDrawerOpen: boolean): Promise<void> {
    const what = chance.int(20);
    if (what < 6) {
      const sale = await order();
      await trading.payByHand(sale, chance.pick(HANDS));
      move(sale, sale.cart.totalCents);
    } else if (what < 11) {
      const sale = await order();
      await trading.payOnline(sale, chance.pick(ONLINE));
      move(sale, sale.cart.totalCents);
    } else if (what < 13)
      await some(kept(wasOnline), async (sale) => {
        const cents = chance.int((keptCents.get(sale) ?? 1) - 1) + 1;
        if (cents >= (keptCents.get(sale) ?? 0)) return;
        await trading.refundPart(sale, cents);
        move(sale, -cents);
      });
    else if (what < 15)
      await some(kept(wasOnline), async (sale) => {
        await (chance.chance(0.5) ? trading.refundWhole(sale) : trading.chargeBack(sale));
        move(sale, -(keptCents.get(sale) ?? 0));
      });
    else if (what < 16)
      await some(
        kept((sale) => !wasOnline(sale) && sale.end === 'open'),
        async (sale) => {
          await trading.cancel(sale);
          move(sale, -(keptCents.get(sale) ?? 0));
        },
      );
    else if (what < 18)
      await some(
        kept((sale) => paidWith(sale) === 'pix_manual'),
        (sale) => say(sale, 'not-received'),
      );
    else if (what < 19)
      await some(
        [...lost].filter(({ end }) => end !== 'cancelled'),
        (sale) => say(sale, 'received'),
      );
    else if (isDrawerOpen) {
      const cents = 1 + chance.int(3000);
      await trading.moveCash('suprimento', cents);
      ledger.post('safe', 'cash', cents);
    }
  }

  const expect = (what: string, told: number, cents: number): void => {
    if (told - cents !== 0) find(`${what} is told as ${told}, and is ${cents}`);
  };

  function audit(before: Books, close: CashClose): void {
    const changeOf = (account: Money): number => ledger.changeOf(account, before);
    const beside = (close.takenClosedCents ?? 0) - (close.returnedClosedCents ?? 0);
    expect('the drawer', close.expectedCents - close.floatCents + beside, changeOf('cash'));
    auditWay('cash', ['Dinheiro'], before, close);
    for (const [account, names] of Object.entries(LINES) as [Exclude<Money, 'cash'>, readonly string[]][]) {
      const told = close.methods
        .filter(({ name }) => names.some((one) => ['', ...OTHER_TIMES].some((time) => name === one + time)))
        .reduce((all, { salesCents }) => all + salesCents, 0);
      expect(account, told, changeOf(account));
      auditWay(account, names, before, close);
    }
    expect('the ledger', ledger.sum(), 0);
  }

  /** What came, what went back, what of it others keep, and what stays. */
  function auditWay(account: Money, names: readonly string[], before: Books, close: CashClose): void {
    const rows = (close.ways ?? []).filter(({ name }) => names.includes(name));
    const told = (of: (way: (typeof rows)[number]) => number): number =>
      rows.reduce((all, row) => all + of(row), 0);
    const { cameCents, wentCents } = ledger.grossOf(account, before);
    const keptCents = cameCents - wentCents;
    const fee = Math.sign(keptCents) * Math.floor((Math.abs(keptCents) * FEES[account] + 5000) / 10_000);
    expect(
      `${account}, what came`,
      told(({ receivedCents }) => receivedCents),
      cameCents,
    );
    expect(
      `${account}, what went back`,
      told(({ returnedCents }) => returnedCents),
      wentCents,
    );
    expect(
      `${account}, the fee`,
      told(({ feeCents }) => feeCents),
      fee,
    );
    expect(
      `${account}, what stays`,
      told(({ netCents }) => netCents),
      keptCents - fee,
    );
  }

  /** What was sold by each way, and in all. */
  async function auditSales(): Promise<void> {
    const report = await read<SalesReport>('/api/staff/reports/sales?from=2026-11-01&to=2027-10-31');
    expect('the sales', report.totalSalesCents, -ledger.of('sales'));
    const soldBy = (account: Money): number =>
      ledger.of(account) - proved.depositsBy(account) - (isOnline(account) ? 0 : parts.depositsBy(account));
    const methods: Record<SalesReport['methods'][number]['method'], number> = {
      cash: soldBy('cash') + ledger.of('safe'),
      terminal: soldBy('debito') + soldBy('credito') + soldBy('vale'),
      pix_manual: soldBy('pix_manual'),
      pix: soldBy('pix'),
      credit_card: soldBy('credit_card'),
      debit_card: soldBy('debit_card'),
    };
    for (const [method, cents] of Object.entries(methods))
      expect(
        `what was sold by ${method}`,
        report.methods.find((one) => one.method === method)?.salesCents ?? 0,
        cents,
      );
  }

  const percents = Object.entries(FEES).filter(([, percent]) => percent > 0);
  const feePercents = Object.fromEntries(percents.map(([way, percent]) => [way, percent / 100]));
  try {
    await admin('/api/staff/settings', { method: 'PATCH', json: { feePercents } });
    for (day = 1; day <= days; day += 1) {
      store.clock.nowMs = START_MS + day * DAY_MS;
      const before = ledger.seen();
      for (let n = 0; n < CLOSED_STEPS_A_DAY; n += 1) {
        store.clock.nowMs += 1000;
        await step(false);
      }
      store.clock.nowMs += 1000;
      await trading.openCash(1000);
      for (let n = 0; n < STEPS_A_DAY; n += 1) {
        store.clock.nowMs += 1000 * (1 + chance.int(600));
        await step(true);
      }
      for (let n = 0; n < PART_STEPS_A_DAY; n += 1) {
        store.clock.nowMs += 1000 * (1 + n);
        await parts.step();
      }
      for (let n = 0; n < PROVED_STEPS_A_DAY; n += 1) {
        store.clock.nowMs += 1000;
        await proved.step();
      }
      await lostPixes.loseBeside();
      await returns.liveDay();
      store.clock.nowMs += 1000;
      audit(before, (await trading.closeCash(0)) as CashClose);
      closes += 1;
      await auditSales();
      // What follows a wrong day says nothing more.
      if (wrong.length > 0) return { wrong, entries: ledger.entries(), closes };
    }
    return { wrong, entries: ledger.entries(), closes };
  } catch (error) {
    // What a person may ask was refused, or could not be answered.
    find(error instanceof Error ? error.message : String(error));
    return { wrong, entries: ledger.entries(), closes };
  } finally {
    await store.close();
    await relay.close();
  }
}
