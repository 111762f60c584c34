// Notifications on a phone whose page is closed. The browser of the tests has no push service of its own: ours stands in for
// it, checks who signed and decrypts; what comes out is handed to the site's real service worker.
import type { Worker } from '@playwright/test';
import { launchOptions } from '../../scripts/browser.ts';
import { startPushService } from '../support/push-service.ts';
import { expect, test, type Page } from '../support/browser-test.ts';
import { newPhone, openPix, orderNumber, placeOrder } from './customer.ts';
import { payAtBank } from './outside.ts';
import { asStaff, cookieOf } from './staff.ts';

// Only the whole browser shows notifications.
test.use({ launchOptions: launchOptions(true) });

type Phones = Awaited<ReturnType<typeof startPushService>>;
let phones: Phones;
test.beforeEach(async () => {
  phones = await startPushService();
});
test.afterEach(() => phones.close());

async function withPush(page: Page, origin: string): Promise<void> {
  await page.context().grantPermissions(['notifications'], { origin });
  await page.exposeFunction('subscribeForTest', (key: string) => phones.subscribe(key).subscription);
  await page.addInitScript(() => {
    const { subscribeForTest } = window as unknown as { subscribeForTest(key: string): Promise<object> };
    PushManager.prototype.subscribe = async (options) => {
      const made = await subscribeForTest(options?.applicationServerKey as string);
      return { toJSON: () => made } as unknown as PushSubscription;
    };
  });
}

test('a customer is told on the phone that the order is ready, and the notification opens the order @phone', async ({
  page,
  shop,
}) => {
  await withPush(page, shop.urls.relay);
  await placeOrder(page, shop.urls.relay, newPhone());
  await payAtBank(shop.urls.payments, await openPix(page));
  await expect(page.getByRole('heading', { name: 'Pedido confirmado!' })).toBeVisible();
  const number = await orderNumber(page);
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const one of registrations) if (!one.isDeleted) resolve(one.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  await page.getByRole('button', { name: 'Avisar quando ficar pronto' }).click();
  await expect(page.getByRole('button', { name: 'Aviso ligado neste aparelho' })).toBeVisible();
  await expect(page.getByText('Pode fechar a página')).toBeVisible();

  const kitchen = await asStaff(shop.urls.store, 'KITCHEN');
  const { orders } = (await kitchen('GET', '/api/staff/board')) as {
    orders: { id: string; simpleId: number }[];
  };
  const id = orders.find((one) => String(one.simpleId) === number)?.id;
  for (const kind of ['start', 'mark-ready'])
    await kitchen('POST', `/api/staff/orders/${id}/moves`, { kind });
  await expect.poll(() => phones.taken.map((one) => one.message.title)).toEqual(['Seu pedido está pronto!']);
  expect(phones.refused).toEqual([]);

  const message = phones.taken[0]?.message;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error('the site has no service worker');
  await hearNotifications(worker);
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: shop.urls.relay,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
  await expect
    .poll(() => worker.evaluate(() => (self as unknown as Hearing).shown))
    .toEqual([{ title: message?.title, body: message?.body, url: new URL(page.url()).pathname }]);
});

type Shown = { title: string; body: string | undefined; url: string };
type Hearing = { shown: Shown[]; registration: ServiceWorkerRegistration };

/**
 * Keeps what the browser has really shown. Its own list is not asked: whoever reads that while a notification is being shown has the browser
 * take it for one that is gone, and strike it off.
 */
const hearNotifications = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const hearing = self as unknown as Hearing;
    hearing.shown = [];
    const { registration } = hearing;
    const show = registration.showNotification.bind(registration);
    registration.showNotification = async (title, options = {}) => {
      await show(title, options);
      hearing.shown.push({ title, body: options.body, url: (options.data as { url: string }).url });
    };
  });

test('the owner adds a phone on the site and hears the test alarm; on the shop’s address there is the way to it @desktop', async ({
  page,
  shop,
}) => {
  const signedIn = async (host: string): Promise<void> => {
    const cookie = await cookieOf(host, 'ADMIN');
    await page.context().addCookies(
      cookie.split('; ').map((pair) => {
        const at = pair.indexOf('=');
        return { name: pair.slice(0, at), value: pair.slice(at + 1), url: host };
      }),
    );
  };
  await page.addInitScript(() => localStorage.setItem('balcao-staff', '1'));
  await withPush(page, shop.urls.relay);
  await signedIn(shop.urls.relay);
  const path = '/admin/configuracoes/avisos';
  await page.goto(shop.urls.relay + path);
  await page.getByLabel('Nome do aparelho').fill('Celular do teste');
  await page.getByRole('button', { name: 'Receber avisos aqui' }).click();
  const device = page.getByRole('listitem').filter({ hasText: 'Celular do teste' });
  await expect(device).toBeVisible();
  await page.getByRole('button', { name: 'Enviar aviso de teste' }).click();
  await expect.poll(() => phones.taken.map((one) => one.message.title)).toContain('Aviso de teste');

  await signedIn(shop.urls.store);
  await page.goto(shop.urls.store + path);
  await expect(device).toBeVisible();
  await expect(page.getByText(`${shop.urls.relay}${path}`)).toBeVisible();
  await device.getByRole('button', { name: 'Não avisar mais Celular do teste' }).click();
  await expect(device).toHaveCount(0);
});
