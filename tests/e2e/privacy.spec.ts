// LGPD for one person, by the administrator: what the shop has, the file, the erasure and its receipt; and the page that tells customers
// of it. On the store's own address on a desk, through the tunnel on a phone.
import { readFile } from 'node:fs/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Download } from '@playwright/test';
import { expect, test, type Page, type SharedShop } from '../support/browser-test.ts';
import { expectSound } from './axe.ts';
import { newPhone } from './customer.ts';
import { asStaff, openStaff } from './staff.ts';

const opened: Page[] = [];
test.afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close();
});

const shown = (phone: string): string => phone.replace(/^(..)(.....)(....)$/, '($1) $2-$3');

async function sell(shop: SharedShop, phone: string): Promise<void> {
  const staff = await asStaff(shop.urls.store, 'ATTENDANT');
  const menu = (await staff('GET', '/api/menu')) as Record<'sizes' | 'bases' | 'iceCreams', { id: string }[]>;
  const parts = {
    sizeId: menu.sizes[0]?.id,
    baseId: menu.bases[0]?.id,
    iceCreamId: menu.iceCreams[0]?.id,
  };
  await staff('POST', '/api/staff/orders', {
    id: uuidv7(),
    consumptionType: 'local',
    customerPhone: phone,
    observations: 'sem canudo, por favor',
    items: [{ id: 'a', ...parts, toppings: [] }],
  });
}

const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');

const PLACES = [
  { device: 'desktop', host: 'store', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { device: 'phone', host: 'relay', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
] as const;

for (const { device, host, ...screen } of PLACES) {
  test(`a person’s data are looked at, exported whole and erased, with a receipt that names nobody @${device}`, async ({
    browser,
    shop,
  }) => {
    const phone = newPhone();
    await sell(shop, phone);
    const page = await openStaff(browser, shop.urls[host], 'ADMIN', '/admin/configuracoes/privacidade', {
      ...screen,
      reducedMotion: 'reduce',
    });
    opened.push(page);
    const look = page.getByRole('button', { name: 'Ver o que a loja tem' });
    await expect(look).toBeDisabled();
    await page.getByLabel('Telefone').fill(phone);
    await look.click();
    await expect(page.getByRole('heading', { name: `O que a loja tem de ${shown(phone)}` })).toBeVisible();
    await expect(page.getByText(/^1 pedido, em .* \(1 com observações\)$/)).toBeVisible();
    await expectSound(page, 'what there is');

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exportar dados desta pessoa' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('dados-pessoais.json');
    expect(JSON.parse(await textOf(file))).toMatchObject({
      sobre: { telefone: shown(phone) },
      pedidos: [{ telefone: phone, observacoes: 'sem canudo, por favor' }],
    });

    await page.getByRole('button', { name: 'Apagar os dados desta pessoa' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).click();
    await expect(page.getByText('Dados apagados')).toBeVisible();
    await expect(page.getByText(`Telefone terminado em ${phone.slice(-4)}`)).toBeVisible();
    await expect(page.getByText('Telefone e observações de 1 pedido')).toBeVisible();
    await expect(page.getByText('o telefone não está mais nele')).toBeVisible();
    await expectSound(page, 'the receipt');

    const [receipt] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar comprovante' }).click(),
    ]);
    expect(receipt.suggestedFilename()).toBe('comprovante-de-exclusao.txt');
    const text = await textOf(receipt);
    expect(text).toContain('Comprovante de exclusão de dados pessoais');
    expect(text).toMatch(/Nenhuma que os tenha passa de \d\d\/\d\d\/\d{4}\./);
    await page.evaluate(() => {
      window.print = () => {
        document.title = document.getElementById('sheet-on-paper')?.innerText ?? 'nothing';
        dispatchEvent(new Event('afterprint'));
      };
    });
    await page.getByRole('button', { name: 'Imprimir comprovante' }).click();
    const printed = await page.title();
    expect(printed).toContain('O que fica, e por quê');
    for (const one of [text, printed]) expect(one.replace(/\D/g, '')).not.toContain(phone);
    expect(`${text}${printed}`).not.toContain('sem canudo');

    await page.getByLabel('Telefone').fill(phone);
    await look.click();
    await expect(page.getByText('Nenhum pedido com este telefone.')).toBeVisible();
  });

  test(`the page about privacy says what is kept, how long, in copies too, and whom to ask @${device}`, async ({
    browser,
    shop,
  }) => {
    const context = await browser.newContext({ ...screen, reducedMotion: 'reduce' });
    const page = await context.newPage();
    opened.push(page);
    await page.goto(shop.urls.relay);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    // What is below the first screen is loaded when somebody comes near it.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.getByRole('link', { name: 'Privacidade', exact: true }).click();
    const main = page.getByRole('main');
    for (const heading of [
      'O que pedimos',
      'Por quanto tempo',
      'Cópias de segurança',
      'Seus direitos',
      'Contato',
    ])
      await expect(main.getByRole('heading', { name: heading })).toBeVisible();
    await expect(main.getByText('Quem cuida dos seus dados é a própria loja.')).toBeVisible();
    const { name } = (await (await page.request.get(`${shop.urls.relay}/api/store`)).json()) as {
      name: string;
    };
    await expect(main.getByText(name).first()).toBeVisible();
    await expectSound(page, 'the page');
  });
}
