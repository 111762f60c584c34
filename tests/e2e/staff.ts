// The demo's staff, at a screen of their own and over HTTP.
import { DEMO_USERS } from '../../edge/demo/users.ts';
import { expect, type Browser, type Locator, type Page } from '../support/browser-test.ts';

export type StaffRole = 'ADMIN' | 'KITCHEN' | 'ATTENDANT';

const userOf = (role: StaffRole): { email: string; password: string } => {
  const user = DEMO_USERS.find((one) => one.role === role);
  if (!user) throw new Error(`no demo user is ${role}`);
  return user;
};

/** A tablet on the wall, whatever screen the customer holds: its own cookies, its own size. */
export async function openKitchen(
  browser: Browser,
  host: string,
  role: StaffRole = 'KITCHEN',
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    hasTouch: true,
  });
  const page = await context.newPage();
  await signIn(page, host, role);
  if (role !== 'KITCHEN') await page.goto(`${host}/cozinha`);
  await expect(page.getByRole('heading', { name: 'Recebidos' })).toBeVisible();
  return page;
}

export async function signIn(page: Page, host: string, role: StaffRole): Promise<void> {
  const { email, password } = userOf(role);
  await page.goto(`${host}/auth`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Senha').fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).not.toHaveURL(/\/auth/);
}

/** The card of one order in one column, by its permanent number. */
export const cardIn = (
  kitchen: Page,
  column: 'Recebidos' | 'Em Preparo' | 'Prontos',
  number: string,
): Locator =>
  kitchen
    .getByRole('list', { name: column, exact: true })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`#${number}(?!\\d)`) });

/** Calls the staff's API as one of them; for what has no screen in a test. */
export async function asStaff(
  host: string,
  role: StaffRole,
): Promise<(method: string, path: string, body?: unknown) => Promise<unknown>> {
  const user = userOf(role);
  const signedIn = await fetch(`${host}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: host },
    body: JSON.stringify(user),
  });
  if (!signedIn.ok) throw new Error(`${user.email} cannot sign in: ${signedIn.status}`);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return async (method, path, body) => {
    const response = await fetch(host + path, {
      method,
      headers: { cookie, origin: host, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
}

/** The attendant takes the money at the counter. */
export async function confirmCash(host: string, number: string): Promise<void> {
  const attendant = await asStaff(host, 'ATTENDANT');
  const { orders } = (await attendant('GET', '/api/staff/cash')) as {
    orders: { id: string; simpleId: number }[];
  };
  const order = orders.find((one) => String(one.simpleId) === number);
  if (!order) throw new Error(`order ${number} does not wait for cash`);
  await attendant('POST', `/api/staff/orders/${order.id}/moves`, { kind: 'confirm-payment', method: 'cash' });
}
