// The numbers that the specification sets for the administrator's lists, as they are seen: how much is shown, and how soon it is read again.
import { v7 as uuidv7 } from 'uuid';
import { expect, type SharedShop } from '../support/browser-test.ts';
import { noteWaits, withAnswer } from './altered.ts';
import { ACAI_ITEM, newPhone } from './customer.ts';
import { test } from './staff.ts';

const WIDE = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const;

/** An order of a customer who pays in cash, as the store has just been told. */
async function placeCash({ urls: { store } }: SharedShop): Promise<{ id: string; simpleId: number }> {
  const headers = { 'content-type': 'application/json' };
  const placed = await fetch(`${store}/api/orders`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      id: uuidv7(),
      customerPhone: newPhone(),
      consumptionType: 'local',
      items: [{ id: uuidv7(), ...ACAI_ITEM }],
    }),
  });
  expect(placed.status).toBe(201);
  const { order, trackingToken } = (await placed.json()) as {
    order: { code: string; id: string; simpleId: number };
    trackingToken: string;
  };
  const chosen = await fetch(`${store}/api/orders/${order.code}/cash`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${trackingToken}` },
    body: JSON.stringify({ changeForCents: null }),
  });
  expect(chosen.status).toBe(200);
  return order;
}

test('the five busiest hours are shown, the busiest first @desktop', async ({ device, shop }) => {
  const page = await device(shop.urls.store, 'ADMIN', '/admin', WIDE);
  await withAnswer<{ peakHours: { hour: number; count: number }[] }>(
    page,
    '**/api/staff/reports/sales**',
    (report) => {
      const counts = { 10: 1, 11: 2, 12: 9, 13: 3, 14: 7, 15: 9, 20: 5 };
      report.peakHours = Object.entries(counts).map(([hour, count]) => ({ hour: Number(hour), count }));
    },
  );
  await page.goto(`${shop.urls.store}/admin/relatorios`);
  const hours = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Horários de Pico' }) })
    .last();
  await expect(hours.locator('tbody tr')).toHaveText(['12h9', '15h9', '14h7', '20h5', '13h3']);
});

test('an order that was placed shows by itself: among the cash that waits after 300 ms, among the orders after 500 @desktop', async ({
  device,
  shop,
}) => {
  for (const [path, ms] of [
    ['/admin/dinheiro', 300],
    ['/admin/pedidos/ativos', 500],
  ] as const) {
    const page = await device(shop.urls.store, 'ADMIN', path, WIDE);
    // Both are there once their list is.
    const read = page.getByRole('heading', { name: 'Pagamentos em dinheiro pendentes' });
    await expect(read.or(page.getByRole('tab', { name: /^Ativos/ }))).toBeVisible();
    const waits = await noteWaits(page);
    const { simpleId } = await placeCash(shop);
    await expect(page.getByText(new RegExp(`#${simpleId}\\b`)).first()).toBeVisible();
    await expect.poll(waits).toContain(ms);
  }
});
