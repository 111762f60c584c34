// Minimum, prices by volume, day, payment, buyers and report, as the operator's and the buyer's screens ask for them.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WholesaleCatalogue } from '@balcao/shared/wholesale/catalogue.ts';
import type { WholesaleBuyer, WholesaleReport } from '@balcao/shared/http/wholesale.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { localTime } from '@balcao/shared/store/business-day.ts';
import { addDays } from '@balcao/shared/store/calendar.ts';
import type { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { audit } from '../../storage/schema/staff.ts';
import { hear } from '../../testing/hear.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

let store: TestStore;
let operator: Asking;
beforeEach(async () => {
  store = await openTestStore({ seed: false });
  store.menu.seed({ ...sampleCatalog(), ...sampleWholesale() });
  operator = await asRole(store, 'WHOLESALE');
});
afterEach(() => store.close());

const idOf = (n: number): string => `01890a5d-ac96-774b-bcce-b302099a${String(n).padStart(4, '0')}`;
const send = (changes: Record<string, unknown> = {}) =>
  store.ask('/api/wholesale/orders', {
    json: {
      id: idOf(1),
      customerName: 'Padaria Sol',
      customerPhone: '11987654321',
      items: [{ id: 'a', productId: 'casquinha', quantity: 2 }],
      ...changes,
    },
  });
const bodyOf = async <T>(response: Response | Promise<Response>): Promise<T> =>
  (await (await response).json()) as T;
const settings = async (json: Record<string, unknown>): Promise<number> => {
  const admin = await asRole(store, 'ADMIN');
  return (await admin('/api/staff/settings', { method: 'PATCH', json })).status;
};
const pay = (id: string, paid: unknown, ask: Asking = operator) =>
  ask(`/api/staff/wholesale/orders/${id}/payment`, { method: 'POST', json: { paid } });
const today = () => store.wholesale.today();

it('[A15] below the minimum an order is refused with what is missing, at it and above it taken', async () => {
  // Two boxes of cones are R$ 91,00.
  expect(await settings({ wholesaleMinimumCents: 9_101 })).toBe(200);
  const short = await send();
  expect(short.status).toBe(422);
  expect(await bodyOf(short)).toMatchObject({
    code: 'invalid-order',
    errors: [{ field: 'items', message: 'Faltam R$ 0,01 para o pedido mínimo' }],
  });
  expect(store.wholesale.repository.counts()).toEqual({ open: 0, over: 0 });
  expect(await settings({ wholesaleMinimumCents: 9_100 })).toBe(200);
  expect((await send()).status).toBe(201);
  expect(await settings({ wholesaleMinimumCents: 9_099 })).toBe(200);
  expect((await send({ id: idOf(2) })).status).toBe(201);
});

it('what the owner may set has bounds, and is what buyers see', async () => {
  const wrong = [
    { wholesaleMinimumCents: -1 },
    { wholesaleMinimumCents: 10_000_001 },
    { wholesaleLeadDays: 31 },
    { wholesaleLeadDays: -1 },
    { wholesaleDeliveryWeekdays: [7] },
    { wholesaleTerms: 'x'.repeat(121) },
  ];
  for (const json of wrong) expect([json, await settings(json)]).toEqual([json, 422]);
  expect(
    await settings({
      wholesaleMinimumCents: 10_000_000,
      wholesaleLeadDays: 30,
      wholesaleDeliveryWeekdays: [6, 0],
      wholesaleTerms: ' 14 dias ',
    }),
  ).toBe(200);
  const { rules } = await bodyOf<WholesaleCatalogue>(store.ask('/api/wholesale/catalogue'));
  expect(rules).toEqual({ minimumCents: 10_000_000, weekdays: [0, 6], leadDays: 30, terms: '14 dias' });
});

it('[A14] the operator sets prices by volume, and the store prices by them', async () => {
  const patch = (tiers: unknown) =>
    operator('/api/staff/catalog/wholesaleProducts/casquinha', { method: 'PATCH', json: { tiers } });
  expect((await patch([{ from: 1, priceCents: 4_000 }])).status).toBe(422);
  expect(
    (
      await patch([
        { from: 5, priceCents: 4_000 },
        { from: 5, priceCents: 3_000 },
      ])
    ).status,
  ).toBe(422);
  expect((await patch([{ from: 10, priceCents: 4_000 }])).status).toBe(200);
  const items = (quantity: number) => [{ id: 'a', productId: 'casquinha', quantity }];
  expect(await bodyOf(send({ items: items(9) }))).toMatchObject({ order: { totalCents: 9 * 4_550 } });
  expect(await bodyOf(send({ id: idOf(2), items: items(10) }))).toMatchObject({
    order: { totalCents: 40_000, items: [{ productPriceCents: 4_000 }] },
  });
});

it('[A16] a wished day is kept, shown to both, and comes back with the log', async () => {
  await settings({
    wholesaleDeliveryWeekdays: [0, 1, 2, 3, 4, 5, 6],
    wholesaleLeadDays: 2,
    wholesaleTerms: 'À vista',
  });
  const soon = await send({ wishedDate: addDays(today(), 1) });
  expect([soon.status, (await bodyOf<{ errors: { field: string }[] }>(soon)).errors[0]?.field]).toEqual([
    422,
    'wishedDate',
  ]);
  const wishedDate = addDays(today(), 2);
  expect(await bodyOf(send({ wishedDate }))).toMatchObject({
    order: { wishedDate, terms: 'À vista', paid: false },
  });
  const { orders } = await bodyOf<{ orders: WholesaleOrder[] }>(
    operator('/api/staff/wholesale/orders?state=open'),
  );
  expect(orders).toMatchObject([{ wishedDate, terms: 'À vista', paid: null }]);
});

it('[A17] a payment is marked, audited, kept in the log, and undone', async () => {
  await send();
  const paid = { onDate: today(), method: 'transfer' };
  expect(await bodyOf(pay(idOf(1), paid))).toMatchObject({ order: { paid } });
  expect((await pay(idOf(1), paid)).status).toBe(200);
  expect(await bodyOf(pay(idOf(1), { ...paid, method: 'cash' }))).toMatchObject({ code: 'already-paid' });
  expect(store.wholesale.repository.byId(idOf(1))?.paid).toEqual(paid);
  expect(await bodyOf(pay(idOf(1), null))).toMatchObject({ order: { paid: null } });
  expect((await pay(idOf(1), { ...paid, onDate: addDays(today(), 1) })).status).toBe(422);
  expect((await pay(idOf(1), { ...paid, method: 'fiado' })).status).toBe(422);
  expect((await pay(idOf(9), paid)).status).toBe(404);
  expect((await pay(idOf(1), paid, await asRole(store, 'KITCHEN'))).status).toBe(403);
  const admin = await asRole(store, 'ADMIN');
  const { rows } = await bodyOf<{ rows: { text: string; userName: string }[] }>(
    admin('/api/staff/audit?subject=order'),
  );
  expect(
    store.db
      .select()
      .from(audit)
      .all()
      .flatMap(({ action }) => (action.startsWith('wholesale') ? [action] : [])),
  ).toEqual(['wholesale-paid', 'wholesale-unpaid']);
  const day = today().split('-').reverse().join('/');
  expect(rows.map(({ text, userName }) => [userName, text])).toEqual([
    ['Ana WHOLESALE', `desfez o pagamento do pedido de atacado nº 1 (Transferência, em ${day})`],
    ['Ana WHOLESALE', `marcou o pedido de atacado nº 1 como pago (Transferência, em ${day}; R$ 91,00)`],
  ]);
});

it('[A18] buyers, one buyer’s history, and the report agree', async () => {
  await send({ customerCpfCnpj: '12.ABC.345/01DE-35' });
  await send({ id: idOf(2), items: [{ id: 'a', productId: 'casquinha', quantity: 1 }] });
  await send({ id: idOf(3), customerName: 'Bar Lua', customerPhone: '11911112222' });
  await send({ id: idOf(4) });
  store.wholesale.withdraw(idOf(4));
  await pay(idOf(2), { onDate: today(), method: 'pix' });
  const { buyers } = await bodyOf<{ buyers: WholesaleBuyer[] }>(operator('/api/staff/wholesale/buyers'));
  expect(buyers).toMatchObject([
    {
      newestOrder: 4,
      name: 'Padaria Sol',
      taxId: '12ABC34501DE35',
      orders: 2,
      totalCents: 13_650,
      open: { orders: 1, cents: 9_100 },
    },
    { newestOrder: 3, name: 'Bar Lua', orders: 1, totalCents: 9_100 },
  ]);
  const history = await bodyOf<{ orders: WholesaleOrder[] }>(operator('/api/staff/wholesale/buyers/1'));
  expect(history.orders.map(({ orderNumber }) => orderNumber)).toEqual([4, 2, 1]);
  expect((await operator('/api/staff/wholesale/buyers/99')).status).toBe(404);
  const at = `from=${today()}&to=${today()}`;
  const report = await bodyOf<WholesaleReport>(operator(`/api/staff/wholesale/report?${at}`));
  expect(report).toEqual({
    from: today(),
    to: today(),
    totals: { orders: 3, cents: 22_750, paidCents: 4_550, openCents: 18_200 },
    cancelled: { orders: 1, cents: 9_100 },
    products: [{ name: 'Casquinhas', units: 5, cents: 22_750 }],
    buyers: [
      { name: 'Padaria Sol · 12.ABC.345/01DE-35', orders: 2, cents: 13_650 },
      { name: 'Bar Lua · (11) 91111-2222', orders: 1, cents: 9_100 },
    ],
    months: [{ month: today().slice(0, 7), orders: 3, cents: 22_750, paidCents: 4_550 }],
  });
  const before = `from=${addDays(today(), -9)}&to=${addDays(today(), -1)}`;
  expect(await bodyOf(operator(`/api/staff/wholesale/report?${before}`))).toMatchObject({
    totals: { orders: 0, cents: 0 },
    products: [],
  });
  expect((await operator('/api/staff/wholesale/report?from=2026-02-02&to=2026-02-01')).status).toBe(422);
});

it('a report’s day is the store’s, not the machine’s', async () => {
  await send();
  const made = store.wholesale.repository.byId(idOf(1));
  expect(localTime(made?.createdAtMs ?? 0, 'America/Sao_Paulo').date).toBe(today());
});

it('late in the evening of the last day of a month it is that day and that month: in the report, and for a payment', async () => {
  store.clock.nowMs = Date.parse('2026-11-30T22:30:00-03:00');
  await send();
  const reported = (day: string) =>
    bodyOf<WholesaleReport>(operator(`/api/staff/wholesale/report?from=${day}&to=${day}`));
  expect(await reported('2026-11-30')).toMatchObject({
    totals: { orders: 1, cents: 9_100 },
    months: [{ month: '2026-11', orders: 1 }],
  });
  expect((await reported('2026-12-01')).totals.orders).toBe(0);
  expect((await pay(idOf(1), { onDate: '2026-12-01', method: 'pix' })).status).toBe(422);
  expect((await pay(idOf(1), { onDate: '2026-11-30', method: 'pix' })).status).toBe(200);
});

it('a buyer hears at once that an order changed, and nothing of others', async () => {
  await send();
  await send({ id: idOf(2), customerPhone: '11911112222' });
  const track = store.ask('/api/wholesale/track', { json: { phone: '11987654321' } });
  const { ticket } = await bodyOf<{ ticket: string }>(track);
  const page = hear(await store.ask(`/api/live?ticket=${encodeURIComponent(ticket)}`));
  await page.until('event: hello');
  store.wholesale.withdraw(idOf(2));
  store.menu.setEntry('wholesaleSizes', 's2', { active: false });
  expect(await page.until('event: menu')).not.toContain('event: wholesale');
  await pay(idOf(1), { onDate: today(), method: 'pix' });
  const heard = await page.until('event: wholesale');
  await page.close();
  expect(heard).not.toMatch(/98765|Padaria|NOVO/);
});
