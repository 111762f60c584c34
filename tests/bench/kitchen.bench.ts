// From the commit of an order to the painted card on a kitchen screen in the same network: a real browser on the real store.
import { v7 as uuidv7 } from 'uuid';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.ts';
import { buildWeb } from '../../scripts/build.ts';
import { signInAs, type StaffRole } from '../support/staff-session.ts';
import { judged, percentile } from './figures.ts';
import type { Bench, Scenario } from './scenario.ts';
import { startStore } from './store-server.ts';

const ORDERS = 60;
const WARM_UP = 10;
const AIM_MS = 100;

export const scenario: Scenario = {
  name: 'kitchen',
  title: 'A new order on its way to a kitchen screen in the shop',
  async run(bench) {
    await buildWeb();
    const store = await startStore(bench, await bench.sampleStore('kitchen'), { DEMO: '1' });
    const attendant = await caller(store.url, 'ATTENDANT');
    const kitchen = await openKitchen(bench, store.url);
    const { products } = (await attendant('/api/menu')) as {
      products: { id: string; productType: string }[];
    };
    const product = products.find((one) => one.productType !== 'TACA_MONTADA');
    if (!product) throw new Error('the sample menu sells no drink');

    const shown: number[] = [];
    const bare: number[] = [];
    for (let count = 0; count < WARM_UP + ORDERS; count += 1) {
      const placed = (await attendant('/api/staff/orders', {
        id: uuidv7(),
        consumptionType: 'local',
        items: [{ id: 'a', productId: product.id }],
      })) as { order: { id: string; simpleId: number } };
      const seen = kitchen.evaluate((number) => {
        const { appeared } = window as unknown as { appeared: (text: string) => Promise<number> };
        return appeared(`#${number} `);
      }, placed.order.simpleId);
      await attendant(`/api/staff/orders/${placed.order.id}/moves`, {
        kind: 'confirm-payment',
        method: 'cash',
      });
      // The answer leaves after the commit: what it took to come here is told in our favour, and is under a millisecond.
      const committedAt = Date.now();
      const ms = (await seen) - committedAt;
      const frame = await kitchen.evaluate(async () => {
        const startedAt = performance.now();
        await fetch('/api/staff/me');
        await new Promise(requestAnimationFrame);
        return performance.now() - startedAt;
      });
      for (const kind of ['start', 'mark-ready', 'deliver'])
        await attendant(`/api/staff/orders/${placed.order.id}/moves`, { kind });
      if (count < WARM_UP) continue;
      shown.push(Math.max(0, ms));
      bare.push(frame);
    }
    for (const [share, name] of [
      [0.5, 'median'],
      [0.95, 'p95'],
    ] as const) {
      bench.add(
        judged({
          what: `commit to painted card, ${name}`,
          value: percentile(shown, share),
          unit: 'ms',
          against: { what: 'one request of that page and a frame', value: percentile(bare, share) },
          ...(share === 0.95 ? { aim: { of: 'value', atMost: AIM_MS } as const } : {}),
          note: `${ORDERS} orders, Chromium without a screen on the same machine`,
        }),
      );
    }
  },
};

async function caller(
  url: string,
  role: StaffRole,
): Promise<(path: string, body?: unknown) => Promise<unknown>> {
  const cookie = await signInAs(url, role);
  return async (path, body) => {
    const response = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { cookie, origin: url, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
}

async function openKitchen(bench: Bench, url: string): Promise<Page> {
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  bench.atEnd(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const cookie = await signInAs(url, 'KITCHEN');
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
    }),
  );
  await context.addInitScript(() => {
    localStorage.setItem('balcao-staff', '1');
    // Resolves with the time of the frame after the one in which the text is there.
    Object.assign(window, {
      appeared: (text: string) =>
        new Promise<number>((resolve) => {
          const look = (): boolean => document.querySelector('main')?.textContent?.includes(text) ?? false;
          const painted = (): void =>
            void requestAnimationFrame(() => requestAnimationFrame(() => resolve(Date.now())));
          const watcher = new MutationObserver(() => {
            if (!look()) return;
            watcher.disconnect();
            painted();
          });
          if (look()) painted();
          else watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
        }),
    });
  });
  const page = await context.newPage();
  await page.goto(`${url}/cozinha`);
  await page.getByRole('heading', { name: 'Recebidos' }).waitFor();
  return page;
}
