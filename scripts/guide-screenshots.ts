// Makes the pictures of the owner's guide, docs/guia/telas/*.png, from a running demo shop.
// node scripts/with-node.mjs scripts/guide-screenshots.ts [first-run]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import sharp from 'sharp';
import {
  fillCart,
  giveDetails,
  newPhone,
  openPix,
  orderButton,
  panelNumber,
  toBePaid,
} from '../tests/e2e/customer.ts';
import { walkGuide } from '../tests/e2e/guide.ts';
import { signIn } from '../tests/e2e/staff.ts';
import { startShop } from '../tests/support/shop.ts';
import { signInAs, type StaffRole } from '../tests/support/staff-session.ts';
import { findBrowser } from './browser.ts';
import { buildWeb } from './build.ts';
import { root } from './root.ts';

const INTO = join(root, 'docs/guia/telas');
const PHONE = { width: 390, height: 780 };
const TABLET = { width: 1024, height: 720 };
/** The site counts a minute of grace before it says that the store is away. */
const AWAY_MS_MAX = 120_000;
/** What is asked of the payment provider takes longest. */
const LOADED_MS_MAX = 30_000;

async function keep(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('status', { name: 'Carregando' })).toHaveCount(0, { timeout: LOADED_MS_MAX });
  // Pictures of products. What is live never falls silent, so not for long.
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
  const picture = await page.screenshot({ animations: 'disabled' });
  await sharp(picture)
    .png({ palette: true, quality: 75, effort: 10 })
    .toFile(join(INTO, `${name}.png`));
  process.stdout.write(`docs/guia/telas/${name}.png\n`);
}

async function open(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  return (await browser.newContext({ locale: 'pt-BR', ...options })).newPage();
}

async function openAs(browser: Browser, host: string, role: StaffRole, path: string): Promise<Page> {
  const page = await open(browser, { viewport: TABLET });
  const cookies = (await signInAs(host, role)).split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: host };
  });
  await page.context().addCookies(cookies);
  await page.context().addInitScript(() => localStorage.setItem('balcao-staff', '1'));
  await page.goto(host + path);
  await page.getByRole('main').waitFor();
  return page;
}

async function order(page: Page, site: string): Promise<void> {
  await fillCart(page, site);
  await giveDetails(page, newPhone());
  await orderButton(page).click();
  await toBePaid(page);
  await openPix(page);
}

mkdirSync(INTO, { recursive: true });
await buildWeb();
const executablePath = findBrowser();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});

/** A store as it comes out of its box, beside a relay that has never heard of it: each screen as the guide leads to it. */
async function firstRun(): Promise<void> {
  const env = { relay: { MP_ACCESS_TOKEN: '', MP_PUBLIC_KEY: '', MP_WEBHOOK_SECRET: '' } };
  const box = await startShop({ demo: false, paired: false, env });
  try {
    const page = await open(browser, { viewport: PHONE, isMobile: true, hasTouch: true });
    await walkGuide(page, box, async ({ picture }) => {
      // What was said of the step before would lie over this one.
      for (const notice of await page.getByRole('button', { name: 'Fechar aviso' }).all())
        await notice.click();
      await expect(page.getByRole('button', { name: 'Fechar aviso' })).toHaveCount(0);
      if (picture === 'pix-de-teste')
        await page.getByRole('button', { name: 'Criar o PIX de teste' }).waitFor();
      await keep(page, picture);
    });
  } finally {
    await box.stop();
  }
}

if (process.argv.includes('first-run')) {
  await firstRun();
  await browser.close();
  process.exit(0);
}
const shop = await startShop();
try {
  const { relay, store, payments } = shop.urls;
  const customer = await open(browser, { viewport: PHONE, isMobile: true, hasTouch: true });
  for (const turn of [1, 2, 3]) {
    await order(customer, relay);
    if (turn === 1) await keep(customer, 'pix-cliente');
    const [payment] = (await (await fetch(`${payments}/simulator/payments`)).json()) as { id: string }[];
    await fetch(`${payments}/simulator/payments/${payment?.id ?? ''}/approve`, { method: 'POST' });
    await panelNumber(customer);
    await customer.evaluate(() => localStorage.clear());
  }

  const kitchen = await openAs(browser, store, 'KITCHEN', '/cozinha');
  await kitchen.getByRole('button', { name: 'Iniciar Preparo' }).first().click();
  await kitchen.getByRole('button', { name: 'Marcar Pronto' }).waitFor();
  await keep(kitchen, 'cozinha');
  await keep(await openAs(browser, store, 'ATTENDANT', '/balcao'), 'balcao');
  for (const [name, path] of [
    ['impressora', 'impressoras'],
    ['pagamentos', 'pagamentos'],
    ['copias', 'copias'],
    ['usuarios', 'usuarios'],
  ] as const) {
    const admin = await openAs(browser, store, 'ADMIN', `/admin/configuracoes/${path}`);
    await keep(admin, name);
  }
  // By hand, so that the list names a browser.
  const owner = await open(browser, { viewport: PHONE, isMobile: true, hasTouch: true });
  await signIn(owner, store, 'ADMIN');
  await owner.getByRole('button', { name: 'Meus acessos' }).click();
  await owner.getByText('este aparelho').waitFor();
  await keep(owner, 'meus-acessos');
  const unpaid = newPhone();
  for (const phone of [unpaid, unpaid, newPhone()]) {
    await fillCart(customer, relay);
    await giveDetails(customer, phone);
    await orderButton(customer).click();
    await toBePaid(customer);
    await customer.getByRole('button', { name: /^Dinheiro/ }).click();
    await customer.getByRole('button', { name: 'Confirmar Pedido' }).click();
    await customer.getByRole('heading', { name: 'Agora é só pagar no balcão' }).waitFor();
    await customer.evaluate(() => localStorage.clear());
  }
  await owner.goto(`${store}/admin/dinheiro/pendentes`);
  await owner.getByRole('button', { name: 'Cancelar vários' }).click();
  await owner.getByRole('button', { name: /^Marcar os 2 do telefone/ }).click();
  await keep(owner, 'cancelar-varios');

  await shop.kill('store');
  await customer.goto(relay);
  await customer.getByText('Loja sem conexão no momento').first().waitFor({ timeout: AWAY_MS_MAX });
  await keep(customer, 'sem-conexao');
  await firstRun();
} finally {
  await browser.close();
  await shop.stop();
}
