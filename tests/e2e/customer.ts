// What a customer does on the site, as a person sees it: by labels and words, never by the page's inner names.
import { v7 as uuid } from 'uuid';
import { expect, type Locator, type Page } from '../support/browser-test.ts';

export type Acai = {
  size: string;
  base: string;
  /** One flavour, or two for half-and-half. */
  iceCreams: readonly [string] | readonly [string, string];
  /** Topping and layer, as the buttons of a chosen one are called: 'Granola: Fundo'. */
  toppings: readonly string[];
};

export const ACAI: Acai = {
  size: 'Médio 500 ml',
  base: 'Açaí com Banana',
  iceCreams: ['Flocos', 'Paçoca'],
  toppings: ['Granola: Fundo', 'Banana: Meio', 'Mel: Topo'],
};

/** A phone that no other test uses, so that it finds this customer's orders alone. */
export const newPhone = (): string =>
  `119${String(Math.floor(Math.random() * 100_000_000)).padStart(8, '0')}`;

const step = (page: Page, question: string): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible();

/** The radios are drawn as cards: one taps the card. */
const choose = (page: Page, group: string, name: string): Promise<void> =>
  page.getByRole('group', { name: group }).locator('label').filter({ hasText: name }).first().click();

/** From the landing page to the toppings: a tap on the last choice of a step leads on by itself. */
export async function openWizard(page: Page, site: string, acai: Acai = ACAI): Promise<void> {
  await page.goto(site);
  await page.getByRole('main').getByRole('link', { name: 'Fazer Pedido' }).first().click();
  await step(page, 'O que vai ser hoje?');
  await choose(page, 'Tipo', 'Açaí Montado');
  await step(page, 'Qual o tamanho da fome?');
  await choose(page, 'Tamanho', acai.size);
  await step(page, 'Qual a base?');
  await choose(page, 'Base', acai.base);
  await step(page, 'E o sorvete?');
  const [first, second] = acai.iceCreams;
  if (second !== undefined) await page.getByRole('switch', { name: 'Meio a meio' }).check();
  await choose(page, second === undefined ? 'Sabor do sorvete' : 'Primeiro sabor', first);
  if (second !== undefined) await choose(page, 'Segundo sabor', second);
  await step(page, 'Agora capricha');
}

/** Puts a topping where 'Granola: Fundo' says: a tap on its row puts it on top, from where it is moved. */
export async function addTopping(page: Page, topping: string): Promise<void> {
  const [name = ''] = topping.split(': ');
  await page.getByRole('button', { name: new RegExp(`^${name}( \\+| contém|$)`) }).click();
  if (!topping.endsWith('Topo')) await page.getByRole('button', { name: topping, exact: true }).click();
}

/** Builds an açaí and stands in front of the cart. */
export async function fillCart(page: Page, site: string, acai: Acai = ACAI): Promise<void> {
  await openWizard(page, site, acai);
  for (const topping of acai.toppings) await addTopping(page, topping);
  await page.getByRole('button', { name: 'Finalizar Pedido' }).click();
  await step(page, 'Seu Carrinho');
}

export async function giveDetails(
  page: Page,
  phone: string,
  { type = 'Comer aqui', observations = '' }: { type?: 'Comer aqui' | 'Levar'; observations?: string } = {},
): Promise<void> {
  await page.getByRole('button', { name: 'Continuar Pedido' }).click();
  await step(page, 'Seus Dados');
  await page.getByLabel('Telefone (WhatsApp)').fill(phone);
  await page.getByText(type, { exact: true }).click();
  if (observations !== '') await page.getByLabel('Observações').fill(observations);
}

/** ACAI as the cart of the browser holds it. */
export const ACAI_ITEM = {
  productId: null,
  sizeId: 'tamanho-medio',
  baseId: 'base-acai-banana',
  iceCreamId: 'sorvete-flocos',
  meioAMeio: true,
  secondaryIceCreamId: 'sorvete-pacoca',
  toppings: [
    { id: 'comp-granola', layer: 'BOTTOM' },
    { id: 'comp-banana', layer: 'MIDDLE' },
    { id: 'comp-mel', layer: 'TOP' },
  ],
  priceCents: 1990,
};

/** As after fillCart, for tests of what comes later: the cart was filled on an earlier visit. */
export async function withCart(page: Page, site: string): Promise<void> {
  await store(page, site, 'acai-cart', [{ id: uuid(), ...ACAI_ITEM }]);
  await page.goto(`${site}/carrinho`);
  await step(page, 'Seu Carrinho');
}

/** The tracking screen once it answers: what the build drew takes no key, and shows no orders. */
export async function openTracking(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/meu-pedido`);
  await expect(page.getByRole('heading', { level: 1, name: 'Acompanhar Pedido' })).toBeVisible();
  await expect(page.locator('main > [inert]')).toHaveCount(0);
}

/** As after placeOrder, for tests of what comes later: the order was placed on an earlier visit. Answers its code. */
export async function withOrder(page: Page, site: string, phone: string): Promise<string> {
  const response = await page.request.post(`${site}/api/orders`, {
    data: {
      id: uuid(),
      customerPhone: phone,
      consumptionType: 'local',
      items: [{ id: uuid(), ...ACAI_ITEM }],
    },
  });
  expect(response.status()).toBe(201);
  const { order, trackingToken } = (await response.json()) as {
    order: { code: string };
    trackingToken: string;
  };
  await store(page, site, 'balcao-orders', [{ code: order.code, token: trackingToken, atMs: Date.now() }]);
  return order.code;
}

/** To the payment of an order that was placed before. */
export async function openPayment(page: Page, site: string): Promise<string> {
  const code = await withOrder(page, site, newPhone());
  await page.goto(`${site}/pedido/pagamento/${code}`);
  await toBePaid(page);
  return code;
}

/** Puts something into the storage of the site's pages, on one of its files that is no page. */
async function store(page: Page, site: string, key: string, value: unknown): Promise<void> {
  await page.goto(`${site}/placeholder.svg`);
  await page.evaluate(([name, text]) => localStorage.setItem(name, text), [
    key,
    JSON.stringify(value),
  ] as const);
}

export const orderButton = (page: Page): Locator => page.getByRole('button', { name: /^Fazer pedido/ });

/** The whole way from the landing page to an order that has to be paid. */
export async function placeOrder(page: Page, site: string, phone: string, observations = ''): Promise<void> {
  await fillCart(page, site);
  await giveDetails(page, phone, { observations });
  await orderButton(page).click();
  await toBePaid(page);
}

/** The order is there: one is asked how to pay. */
export const toBePaid = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { name: 'Como você quer pagar?' })).toBeVisible();

/** Chooses PIX; answers the code that the customer would paste in the bank's app. */
export async function openPix(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^PIX/ }).click();
  const field = page.getByLabel('PIX Copia e Cola');
  await expect(field).not.toHaveValue('');
  return field.inputValue();
}

/** The number under which the kitchen calls. */
export async function panelNumber(page: Page): Promise<string> {
  const section = page.getByText('Número do painel').locator('..');
  await expect(section).toHaveText(/\d+$/);
  return ((await section.innerText()).match(/\d+$/) ?? [''])[0];
}

/** The permanent number on the success page. */
export async function orderNumber(page: Page): Promise<string> {
  const heading = page.getByRole('heading', { name: /^Pedido nº \d+/ });
  await expect(heading).toBeVisible();
  return ((await heading.innerText()).match(/\d+/) ?? [''])[0];
}
