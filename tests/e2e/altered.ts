// Answers changed on their way to one page, and never in the shop that all tests share.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import type { Route } from '@playwright/test';
import { expect, type Locator, type Page } from '../support/browser-test.ts';

/** Shows this page another menu, for as long as `change` changes it. */
export const withMenu = (page: Page, change: (menu: Menu) => void): Promise<void> =>
  withAnswer(page, '**/api/menu', change);

/** Changes what an address answers. */
export async function withAnswer<T>(page: Page, url: string, change: (answer: T) => void): Promise<void> {
  await page.route(url, async (route) => {
    const body = await bodyOf<T>(route);
    if (body === GONE) return;
    change(body);
    await route.fulfill({ json: body });
  });
}

const GONE = Symbol('nobody waits for the answer any more');

/** A page that goes elsewhere while its answer is under way takes the answer with it. */
async function bodyOf<T>(route: Route): Promise<T | typeof GONE> {
  try {
    return (await (await route.fetch()).json()) as T;
  } catch (error) {
    if (error instanceof Error && /(context|has been) disposed/.test(error.message)) return GONE;
    throw error;
  }
}

/** The answer of an address waits until what is returned is called. */
export async function holdAnswer(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The waits that the page has asked for since, in ms: how long its messages stay. */
export async function noteWaits(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const noted = window as unknown as { waits: number[]; setTimeout: (...given: unknown[]) => unknown };
    noted.waits = [];
    const wait = window.setTimeout.bind(window) as (...given: unknown[]) => unknown;
    noted.setTimeout = (...given) => {
      noted.waits.push(Number(given[1]));
      return wait(...given);
    };
  });
  return () => page.evaluate(() => (window as unknown as { waits: number[] }).waits);
}

/** Answers one call of this page with a problem. */
export async function refuse(
  page: Page,
  url: string,
  { method = 'POST', status, detail }: { method?: string; status: number; detail: string },
): Promise<void> {
  await page.route(url, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status,
          contentType: 'application/problem+json',
          body: JSON.stringify({ type: 'about:blank', title: 'x', status, code: 'x', detail }),
        })
      : route.fallback(),
  );
}

/** A toast is there, with this title and text. */
export async function seeToast(page: Page, title: string, text?: string): Promise<void> {
  await expect(toastOf(page, title, text)).toBeVisible();
}

/** As `seeToast`, of a failure: announced at once. */
export async function seeAlert(page: Page, title: string, text = ''): Promise<void> {
  const alert = page.getByRole('region', { name: 'Avisos' }).getByRole('alert');
  await expect(alert.filter({ hasText: title }).filter({ hasText: text })).toBeVisible();
}

/** A message that stays however long it takes: the pointer rests on it. What takes it away is not its time. */
export async function holdToast(page: Page, title: string): Promise<Locator> {
  const toast = toastOf(page, title);
  await toast.hover();
  return toast;
}

const toastOf = (page: Page, title: string, text?: string): Locator =>
  page
    .getByRole('region', { name: 'Avisos' })
    .locator('div')
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter(text === undefined ? {} : { hasText: text })
    .first();
