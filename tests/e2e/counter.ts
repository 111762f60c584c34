// What an attendant does at the counter, and the order that comes of it.
import { expect, type Page } from '../support/browser-test.ts';
import { v7 as uuidv7 } from 'uuid';
import { askAs, asStaff } from './staff.ts';

const CASH = '/api/staff/cash-session';
const FLOAT_CENTS = 10_000;

export const CUP = 'Petit Gâteau';
/** The counter's screen: the own display of a Raspberry Pi. */
export const COUNTER = { viewport: { width: 1024, height: 600 } };

/** The drawer is open after it, by whomever it was opened: cash is sold without being asked for a float. */
export async function openDrawer(host: string): Promise<void> {
  const ask = await asStaff(host, 'ATTENDANT');
  // Another test on the same shop may have been quicker.
  await ask('POST', CASH, { id: uuidv7(), floatCents: FLOAT_CENTS }).catch((error: unknown) => {
    if (!String(error).includes('already-open')) throw error;
  });
}

/** The same by who has signed in on this screen: a shop lets one person sign in a few times a minute. */
async function openOwnDrawer(counter: Page): Promise<void> {
  const { origin } = new URL(counter.url());
  const answer = await counter.request.post(`${origin}${CASH}`, {
    headers: { origin },
    data: { id: uuidv7(), floatCents: FLOAT_CENTS },
  });
  expect([200, 201, 409]).toContain(answer.status());
}

/** Sells one cup for exact cash, counting the taps; gives the panel number. */
export async function sellCup(counter: Page): Promise<{ panel: string; taps: number }> {
  await openOwnDrawer(counter);
  let taps = 0;
  const tap = async (name: string | RegExp) => {
    await counter.getByRole('button', { name }).first().click();
    taps += 1;
  };
  await tap(new RegExp(`^${CUP}`));
  await tap('Dinheiro');
  await tap(/^Exato/);
  const paid = counter.getByRole('dialog', { name: 'Pago' });
  await expect(paid).toContainText(/Número do cliente\d+/);
  const panel = /Número do cliente(\d+)/.exec((await paid.textContent()) ?? '')?.[1] ?? '';
  await tap('Nova venda');
  return { panel, taps };
}

type BoardOrder = { id: string; simpleId: number; panelNumber: number | null; status: string };

/** An open order by its panel number. */
export async function orderAt(
  host: string,
  panel: string,
): Promise<{ id: string; number: string; status: string }> {
  const { orders } = await askAs<{ orders: BoardOrder[] }>(host, 'ADMIN', '/api/staff/board');
  const order = orders.findLast((one) => String(one.panelNumber) === panel);
  if (!order) throw new Error(`no open order has the panel number ${panel}`);
  return { id: order.id, number: String(order.simpleId), status: order.status };
}
