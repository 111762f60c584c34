// The demo's staff, at a screen of their own and over HTTP.
import type { BrowserContextOptions } from '@playwright/test';
import {
  expect,
  sharedShop,
  test as base,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from '../support/browser-test.ts';
import { SHOP_VARIABLE } from '../support/browser-setup.ts';
import { demoUser, signInAs, type StaffRole } from '../support/staff-session.ts';

export type { StaffRole } from '../support/staff-session.ts';

/** The cookie of somebody of that role: the one of all tests in the shared shop, a new one in a shop of one's own. */
export async function cookieOf(host: string, role: StaffRole): Promise<string> {
  // Scripts that take pictures start a shop without the tests around it.
  if (process.env[SHOP_VARIABLE] === undefined) return signInAs(host, role);
  const { urls, cookies } = sharedShop();
  if (host === urls.store) return cookies.store[role];
  return host === urls.relay ? cookies.relay[role] : signInAs(host, role);
}

type Device = (host: string, role: StaffRole, path: string, options?: BrowserContextOptions) => Promise<Page>;

/** `device` opens a screen of its own on which somebody of that role has signed in; it goes with the test. */
export const test = base.extend<{ device: Device }>({
  device: async ({ browser }, use) => {
    const opened: Page[] = [];
    await use(async (host, role, path, options = {}) => {
      const page = await openStaff(browser, host, role, path, options);
      opened.push(page);
      return page;
    });
    for (const page of opened) {
      // What it still asks for has nobody to answer it.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.context().close();
    }
  },
});

/** A tablet on the wall, whatever screen the customer holds: its own cookies, its own size. */
export async function openKitchen(browser: Browser, host: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    hasTouch: true,
  });
  await signedIn(context, host, 'KITCHEN');
  const page = await context.newPage();
  await page.goto(`${host}/cozinha`);
  await expect(page.getByRole('heading', { name: 'Recebidos' })).toBeVisible();
  return page;
}

/** The owner's own page beside a customer's: its own cookies, on a desk. */
export async function openAdmin(page: Page, host: string, path: string): Promise<Page> {
  const context = await page
    .context()
    .browser()!
    .newContext({ viewport: { width: 1280, height: 800 }, isMobile: false });
  await signedIn(context, host, 'ADMIN');
  const admin = await context.newPage();
  await admin.goto(host + path);
  return admin;
}

/** A device on which somebody of that role signed in before. */
export async function signedIn(context: BrowserContext, host: string, role: StaffRole): Promise<void> {
  const cookie = await cookieOf(host, role);
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: host };
    }),
  );
  // What a device remembers on which staff has signed in.
  await context.addInitScript(() => localStorage.setItem('balcao-staff', '1'));
}

/** A device of its own on which somebody of that role has signed in. Its context is the caller's to close. */
export async function openStaff(
  browser: Browser,
  host: string,
  role: StaffRole,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1024, height: 768 },
    isMobile: false,
    ...options,
  });
  await signedIn(context, host, role);
  const page = await context.newPage();
  await page.goto(host + path);
  await expect(page.getByRole('main')).toBeVisible();
  return page;
}

/** The same, of which each is closed at the end of its test: for the whole file that calls this. */
export function openScreens(): typeof openStaff {
  const opened: Page[] = [];
  base.afterEach(async () => {
    for (const page of opened.splice(0)) await page.context().close();
  });
  return async (...given) => {
    const page = await openStaff(...given);
    opened.push(page);
    return page;
  };
}

/** Signs in by hand, as everybody does in the morning. */
export async function signIn(page: Page, host: string, role: StaffRole): Promise<void> {
  const { email, password } = demoUser(role);
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

/** Opens the whole ticket of one order in the kitchen, by its number on the board or by its chip. */
export async function openTicket(
  kitchen: Page,
  column: 'Recebidos' | 'Em Preparo' | 'Prontos',
  number: string,
): Promise<Locator> {
  await cardIn(kitchen, column, number)
    .getByRole('button', { name: /^Abrir pedido/ })
    .click();
  return kitchen.getByRole('dialog', { name: /^Pedido \d/ });
}

/** Opens one of the kitchen's tools, from the bar or, where that is narrow, from what is behind it. */
export async function openTool(kitchen: Page, name: string): Promise<void> {
  const tool = kitchen.getByRole('banner').getByRole('button', { name });
  const more = kitchen.getByRole('button', { name: 'Mais', exact: true });
  // A bar that is not drawn yet shows neither: asked too early, a wide bar would be taken for a narrow one.
  await expect(tool.or(more).filter({ visible: true }).first()).toBeVisible();
  if (await tool.isVisible()) return tool.click();
  await more.click();
  await kitchen.getByRole('dialog', { name: 'Mais' }).getByRole('button', { name }).click();
}

/** Opens the drawer of what waits for its money, and gives the card of one order there. */
export async function unpaidCard(kitchen: Page, number: string): Promise<Locator> {
  await kitchen.getByRole('button', { name: /^Ainda não pagos/ }).click();
  return kitchen
    .getByRole('list', { name: 'Ainda não pagos' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`#${number}(?!\\d)`) });
}

/** Calls the staff's API as one of them; for what has no screen in a test. */
export async function asStaff(
  host: string,
  role: StaffRole,
): Promise<(method: string, path: string, body?: unknown) => Promise<unknown>> {
  const cookie = await cookieOf(host, role);
  return async (method, path, body) => {
    const response = await fetch(host + path, {
      method,
      headers: { cookie, origin: host, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? null : response.json();
  };
}

/** One call of the staff's API as somebody of that role: a GET, or a POST where there is a body. */
export async function askAs<T>(host: string, role: StaffRole, path: string, body?: unknown): Promise<T> {
  const ask = await asStaff(host, role);
  return (await ask(body === undefined ? 'GET' : 'POST', path, body)) as T;
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
