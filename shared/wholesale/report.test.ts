import { describe, expect, it } from 'vitest';
import { buyerOfOrder, buyersOf, type WholesaleSale } from './buyers.ts';
import { wholesaleReport, type DatedSale } from './report.ts';

const CNPJ = '12ABC34501DE35';
const OTHER = '11222333000181';
const PHONE = '11987654321';
const PAID = { onDate: '2026-12-01', method: 'pix' as const };
const sale = (orderNumber: number, changes: Partial<WholesaleSale> = {}): WholesaleSale => ({
  orderNumber,
  customerName: `Nome ${orderNumber}`,
  customerPhone: PHONE,
  customerCpfCnpj: null,
  totalCents: 100 * orderNumber,
  status: 'FINALIZADO',
  createdAtMs: orderNumber,
  paid: null,
  ...changes,
});

describe('[A18] a buyer', () => {
  it('is a CNPJ, with what its phone ordered without one', () => {
    const sales = [sale(1), sale(2, { customerCpfCnpj: CNPJ }), sale(3)];
    expect(buyersOf(sales)).toEqual([
      {
        newestOrder: 3,
        name: 'Nome 3',
        phone: PHONE,
        taxId: CNPJ,
        orders: 3,
        totalCents: 600,
        lastOrderAtMs: 3,
        open: { orders: 3, cents: 600 },
      },
    ]);
    expect(buyerOfOrder(sales, 1)?.orderNumbers).toEqual([3, 2, 1]);
  });

  it('is a phone of its own where two CNPJs order with it', () => {
    const sales = [sale(1), sale(2, { customerCpfCnpj: CNPJ }), sale(3, { customerCpfCnpj: OTHER })];
    expect(buyersOf(sales).map(({ taxId, orders }) => [taxId, orders])).toEqual([
      [OTHER, 1],
      [CNPJ, 1],
      [null, 1],
    ]);
  });

  it('owes what is neither paid nor cancelled', () => {
    const sales = [sale(1, { paid: PAID }), sale(2), sale(4, { status: 'CANCELADO' })];
    expect(buyersOf(sales)).toMatchObject([
      { orders: 2, totalCents: 300, open: { orders: 1, cents: 200 }, newestOrder: 4 },
    ]);
  });

  it('is one person: name and phone of an order that was not cancelled, and when that was', () => {
    const ana = { customerName: 'Ana', customerPhone: '21999998888', customerCpfCnpj: CNPJ };
    const maria = { customerName: 'Maria', customerCpfCnpj: CNPJ };
    const cancelled = sale(4, { ...ana, status: 'CANCELADO' });
    const nameless = sale(3, { customerName: null, customerCpfCnpj: CNPJ });
    const known = { name: 'Maria', phone: PHONE, newestOrder: 4, lastOrderAtMs: 3 };
    expect(buyersOf([cancelled, nameless, sale(2, ana), sale(1, maria)])).toMatchObject([known]);
    expect(buyersOf([cancelled])).toMatchObject([{ name: 'Ana', phone: '21999998888', lastOrderAtMs: 4 }]);
    // Without a phone, that of whoever is called so.
    const phoneless = sale(5, { ...maria, customerPhone: null });
    expect(buyersOf([phoneless, sale(2, ana), sale(1, maria)])).toMatchObject([
      { name: 'Maria', phone: PHONE },
    ]);
    const stranger = sale(6, { ...maria, customerName: 'Rui', customerPhone: null });
    expect(buyersOf([stranger, sale(2, ana)])).toMatchObject([{ name: 'Rui', phone: null }]);
  });

  it('is nobody once forgotten', () => {
    const forgotten = sale(1, { customerName: null, customerPhone: null });
    expect(buyersOf([forgotten])).toEqual([]);
    expect(buyerOfOrder([forgotten], 1)).toBeNull();
    expect(buyerOfOrder([sale(1)], 2)).toBeNull();
  });
});

it('the report has first what brought the most, and of as much what comes first by its name', () => {
  const sold = (orderNumber: number, customerName: string, totalCents: number): DatedSale => ({
    ...sale(orderNumber, { customerName, customerPhone: `1190000000${orderNumber}`, totalCents }),
    date: '2026-11-20',
  });
  const report = wholesaleReport(
    { from: '2026-11-01', to: '2026-11-30' },
    [sold(3, 'Bia', 100), sold(2, 'Zé', 300), sold(1, 'Ana', 100)],
    [
      { name: 'Casquinhas', units: 9, cents: 100 },
      { name: 'Polpa', units: 1, cents: 300 },
      { name: 'Balde', units: 1, cents: 100 },
    ],
  );
  expect(report.buyers.map(({ name }) => name.split(' ')[0])).toEqual(['Zé', 'Ana', 'Bia']);
  expect(report.products.map(({ name }) => name)).toEqual(['Polpa', 'Balde', 'Casquinhas']);
});

it('the report adds up to what an adder of another kind adds up', () => {
  // A made-up half year, with every kind of sale in it.
  const sales: DatedSale[] = Array.from({ length: 240 }, (_, n) => ({
    ...sale(n + 1, {
      totalCents: (n * 7_919) % 50_003,
      status: (['NOVO', 'EM_ANDAMENTO', 'FINALIZADO', 'CANCELADO'] as const)[n % 4] ?? 'NOVO',
      paid: n % 3 === 0 ? PAID : null,
      customerName: n % 11 === 0 ? null : `Loja ${n % 5}`,
      customerPhone: n % 11 === 0 ? null : `1199999000${n % 5}`,
    }),
    date: `2026-${String(7 + (n % 6)).padStart(2, '0')}-15`,
  }));
  const span = { from: '2026-07-01', to: '2026-12-31' };
  const report = wholesaleReport(span, sales, []);
  let [orders, cents, paidCents, lost] = [0, 0, 0, 0];
  const months: Record<string, number> = {};
  for (const one of sales) {
    if (one.status === 'CANCELADO') {
      lost += one.totalCents;
      continue;
    }
    orders += 1;
    cents += one.totalCents;
    if (one.paid) paidCents += one.totalCents;
    months[one.date.slice(0, 7)] = (months[one.date.slice(0, 7)] ?? 0) + one.totalCents;
  }
  expect(report.totals).toEqual({ orders, cents, paidCents, openCents: cents - paidCents });
  expect(report.cancelled.cents).toBe(lost);
  expect(Object.fromEntries(report.months.map((one) => [one.month, one.cents]))).toEqual(months);
  expect(report.months.map(({ month }) => month)).toEqual(Object.keys(months).toSorted());
  expect(report.buyers.reduce((sum, one) => sum + one.cents, 0)).toBe(cents);
  expect(report.buyers.reduce((sum, one) => sum + one.orders, 0)).toBe(orders);
  expect(report.buyers.at(-1)?.name).toBe('Sem identificação');
});
