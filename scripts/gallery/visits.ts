// The customer's and the buyer's screens, in the order in which somebody comes to them.
import { expect, type Page } from '@playwright/test';
import {
  ACAI,
  addTopping,
  giveDetails,
  newPhone,
  openPix,
  orderButton,
  toBePaid,
} from '../../tests/e2e/customer.ts';
import { payAtBank } from '../../tests/e2e/outside.ts';

type Visit = {
  page: Page;
  site: string;
  payments: string;
  /** Takes the screen as it stands. */
  look: (name: string) => Promise<void>;
};

const BUCKET = 'Açaí Cremoso 10 L';
const CONES = 'Casquinhas (200 un.)';

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click();
const choose = (page: Page, name: string): Promise<void> =>
  page.locator('label').filter({ hasText: name }).first().click();
const reads = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

async function lookAround({ page, site, look }: Visit): Promise<void> {
  await page.goto(site);
  await expect(page.getByRole('heading', { name: 'Top Clientes' })).toBeVisible();
  await look('landing');
  for (const [name, path, heading] of [
    ['privacy', '/privacidade', 'Como cuidamos dos seus dados'],
    ['not-found', '/nada', 'Página não encontrada'],
    ['returned', '/pedido/retorno?status=rejected', 'Pagamento Rejeitado'],
    ['cart-empty', '/carrinho', 'Seu Carrinho'],
    ['tracking-empty', '/meu-pedido', 'Acompanhar Pedido'],
  ] as const) {
    await page.goto(site + path);
    await reads(page, heading);
    await look(name);
  }
}

async function chooseCup({ page, site, look }: Visit): Promise<void> {
  await page.goto(`${site}/pedido`);
  await reads(page, 'O que vai ser hoje?');
  await look('type');
  await choose(page, 'Taça Montada');
  await reads(page, 'Que tipo de taça?');
  await look('cup-category');
  await choose(page, 'Taças Clássicas');
  await reads(page, 'Escolha sua taça');
  await look('cup');
  await choose(page, 'Taça Tropical');
  await reads(page, 'Tudo certo?');
  await look('cup-summary');
}

async function orderAcai({ page, site, payments, look }: Visit): Promise<void> {
  await page.goto(`${site}/pedido`);
  await choose(page, 'Açaí Montado');
  await reads(page, 'Qual o tamanho da fome?');
  await look('size');
  await choose(page, ACAI.size);
  await reads(page, 'Qual a base?');
  await look('base');
  await choose(page, ACAI.base);
  await reads(page, 'E o sorvete?');
  await look('ice-cream');
  await choose(page, ACAI.iceCreams[0]);
  await reads(page, 'Agora capricha');
  for (const topping of ACAI.toppings) await addTopping(page, topping);
  await look('toppings');
  await press(page, 'Finalizar Pedido');
  await reads(page, 'Seu Carrinho');
  await look('cart');
  await press(page, /^Editar/);
  await look('cart-edit');
  await page.keyboard.press('Escape');
  await giveDetails(page, newPhone());
  await look('details');
  await orderButton(page).click();
  await toBePaid(page);
  await look('methods');
  const code = await openPix(page);
  await look('pix');
  await payAtBank(payments, code);
  await expect(page.getByRole('heading', { name: 'Pedido confirmado!' })).toBeVisible();
  await look('paid');
  await page.getByRole('link', { name: 'Acompanhar Pedido' }).click();
  await expect(page.getByRole('heading', { name: /^Pedido nº/ })).toBeVisible();
  await look('tracking');
}

async function buyWholesale({ page, site, look }: Visit): Promise<void> {
  await page.goto(`${site}/atacado`);
  await expect(page.getByRole('button', { name: `Adicionar ${CONES}` })).toBeVisible();
  await look('wholesale');
  await press(page, `Adicionar ${BUCKET}`);
  const dialog = page.getByRole('dialog', { name: 'Configurar Produto' });
  await dialog.getByLabel('Sabor').selectOption('Com Guaraná');
  await look('wholesale-product');
  await dialog.getByRole('button', { name: /^Adicionar/ }).click();
  await press(page, `Adicionar ${CONES}`);
  await page.getByRole('link', { name: 'Carrinho: 2 itens' }).click();
  await expect(page.getByRole('heading', { name: 'Resumo do Pedido' })).toBeVisible();
  await press(page, 'Finalizar Pedido');
  await look('wholesale-cart');
  await page.getByLabel('Nome').fill('Padaria Estrela do Norte');
  await page.getByLabel('Telefone/WhatsApp').fill(newPhone());
  await page.getByLabel('Endereço').fill('Rua das Flores, 9');
  await press(page, 'Finalizar Pedido');
  await expect(page.getByRole('heading', { name: /^Pedido nº/ })).toBeVisible();
  await look('wholesale-sent');
}

/** Each by somebody who was never here before. */
export const VISITS = { site: lookAround, cup: chooseCup, acai: orderAcai, buyer: buyWholesale } as const;

/** Width, height and letters in px: phones, one on its side, one whose letters are twice the size, a tablet, a desk. */
export const VISIT_SIZES = [
  [360, 740, 16],
  [390, 844, 16],
  [844, 390, 16],
  [390, 844, 32],
  [768, 1024, 16],
  [1280, 800, 16],
] as const;
