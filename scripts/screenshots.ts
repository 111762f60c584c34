// Makes docs/images/screens.png, the README's picture, from a running demo shop: wizard, kitchen, tracking.
// node scripts/with-node.mjs scripts/screenshots.ts
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import {
  ACAI,
  fillCart,
  giveDetails,
  newPhone,
  openPix,
  openWizard,
  orderButton,
  toBePaid,
} from '../tests/e2e/customer.ts';
import { openKitchen } from '../tests/e2e/staff.ts';
import { startShop } from '../tests/support/shop.ts';
import { findBrowser } from './browser.ts';
import { buildWeb } from './build.ts';

const PHONE = { width: 360, height: 740 };
const GAP = 32;
const HEIGHT = 740;

await buildWeb();
const shop = await startShop();
const executablePath = findBrowser();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const { relay, store, payments } = shop.urls;
  const phone = await browser.newContext({
    viewport: PHONE,
    isMobile: true,
    hasTouch: true,
    locale: 'pt-BR',
  });
  const page = await phone.newPage();

  await openWizard(page, relay);
  for (const topping of ACAI.toppings) await page.getByRole('button', { name: topping, exact: true }).click();
  const wizard = await page.screenshot({ animations: 'disabled' });

  for (const observations of ['Sem granola, por favor', '']) {
    // A new customer each time: the one before left a wizard behind.
    await page.evaluate(() => localStorage.clear());
    await fillCart(page, relay);
    await giveDetails(page, newPhone(), { observations });
    await orderButton(page).click();
    await toBePaid(page);
    await openPix(page);
    const [payment] = (await (await fetch(`${payments}/simulator/payments`)).json()) as { id: string }[];
    await fetch(`${payments}/simulator/payments/${payment?.id ?? ''}/approve`, { method: 'POST' });
    await page.getByText('Número do painel').waitFor();
  }
  const tracking = await page.screenshot({ animations: 'disabled' });

  const kitchen = await openKitchen(browser, store);
  await kitchen.setViewportSize({ width: 1024, height: HEIGHT });
  await kitchen.getByRole('button', { name: 'Iniciar Preparo' }).first().click();
  await kitchen.getByRole('button', { name: 'Marcar Pronto' }).waitFor();
  const board = await kitchen.screenshot({ animations: 'disabled' });

  const width = PHONE.width * 2 + 1024 + GAP * 4;
  const pictures = [wizard, board, tracking];
  const lefts = [GAP, GAP * 2 + PHONE.width, GAP * 3 + PHONE.width + 1024];
  await sharp({ create: { width, height: HEIGHT + GAP * 2, channels: 3, background: '#efe3f5' } })
    .composite(pictures.map((input, index) => ({ input, left: lefts[index] ?? 0, top: GAP })))
    .png({ palette: true, quality: 80 })
    .toFile('docs/images/screens.png');
  process.stdout.write('docs/images/screens.png\n');
} finally {
  await browser.close();
  await shop.stop();
}
