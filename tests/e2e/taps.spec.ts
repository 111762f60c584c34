// How many taps lie between the landing page and the copied PIX code, type of consumption included; the phone is given once per device.
// The shop's settings: cups and PIX are on, no item in the cart.
import { expect, test, type Page } from '../support/browser-test.ts';
import { ACAI, newPhone } from './customer.ts';

/** Counts real taps, whatever pages they lead through. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() =>
    addEventListener(
      'pointerdown',
      ({ isTrusted }) => {
        const taps = Number(sessionStorage.getItem('taps')) + Number(isTrusted);
        sessionStorage.setItem('taps', String(taps));
      },
      true,
    ),
  );
  return () => page.evaluate(() => Number(sessionStorage.getItem('taps')));
}

const card = (page: Page, name: string) => page.locator('label').filter({ hasText: name }).first();
const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

/** From Seus Dados on. The phone's field is filled, which takes no tap. */
async function payByPix(page: Page): Promise<void> {
  await heading(page, 'Seus Dados');
  await page.getByLabel('Telefone (WhatsApp)').fill(newPhone());
  await page.getByText('Comer aqui', { exact: true }).tap();
  await page.getByRole('button', { name: 'Pedir e pagar com PIX' }).tap();
  await expect(page.getByLabel('PIX Copia e Cola')).not.toHaveValue('');
  await page.getByRole('button', { name: 'Copiar código PIX' }).tap();
  await expect(page.getByText('Copiado!')).toBeVisible();
}

test('the simplest açaí takes at most nine taps to the copied PIX code @phone', async ({ page, shop }) => {
  const taps = await countTaps(page);
  await page.goto(shop.urls.relay);
  await page.getByRole('main').getByRole('link', { name: 'Fazer Pedido' }).first().tap();
  for (const [question, choice] of [
    ['O que vai ser hoje?', 'Açaí Montado'],
    ['Qual o tamanho da fome?', ACAI.size],
    ['Qual a base?', ACAI.base],
    ['E o sorvete?', 'Flocos'],
  ] as const) {
    await heading(page, question);
    await card(page, choice).tap();
  }
  await heading(page, 'Agora capricha');
  await page.getByRole('button', { name: 'Pedir só este' }).tap();
  await payByPix(page);
  expect(await taps()).toBeLessThanOrEqual(9);
});

test('a ready cup takes at most five taps, and the same again no more @phone', async ({ page, shop }) => {
  const taps = await countTaps(page);
  await page.goto(shop.urls.relay);
  await page.getByRole('button', { name: /^Taça Tropical.*Pedir$/ }).tap();
  await heading(page, 'Seus Dados');
  await expect(page.getByText('Taça Tropical')).toBeVisible();
  await payByPix(page);
  const first = await taps();
  expect(first).toBeLessThanOrEqual(5);

  await page.goto(`${shop.urls.relay}/carrinho`);
  await page.getByRole('button', { name: 'Remover Taça Tropical' }).tap();
  await page.goto(shop.urls.relay);
  const before = await taps();
  await page.getByRole('button', { name: /^Taça Tropical.*De novo$/ }).tap();
  await heading(page, 'Seus Dados');
  await expect(page.getByLabel('Telefone (WhatsApp)')).not.toHaveValue('');
  await page.getByRole('button', { name: 'Pedir e pagar com PIX' }).tap();
  await page.getByRole('button', { name: 'Copiar código PIX' }).tap();
  expect((await taps()) - before).toBeLessThanOrEqual(5);
});

test('who presses Continuar out of habit is not told off, and who goes by keys chooses in peace @phone', async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.urls.relay}/pedido`);
  await expect(card(page, 'Açaí Montado')).toBeVisible();
  // In the page, for a busy machine's second is over before this process hears that the step has changed.
  const presses = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const seen = new MutationObserver(() => {
          if (document.querySelector('h1')?.textContent !== 'Qual o tamanho da fome?') return;
          seen.disconnect();
          [...document.querySelectorAll('button')].find((one) => one.textContent === 'Continuar')?.click();
          resolve();
        });
        seen.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );
  await card(page, 'Açaí Montado').tap();
  await presses;
  await heading(page, 'Qual o tamanho da fome?');
  const next = page.getByRole('button', { name: 'Continuar', exact: true });
  await expect(page.getByRole('alert').filter({ hasText: 'Escolha o tamanho' })).toHaveCount(0);
  await next.tap();
  await expect(page.getByText('Escolha o tamanho para continuar').first()).toBeVisible();
  // The toast's button has put the focus on the first size: an arrow goes to the next, and stays.
  await page.keyboard.press('ArrowDown');
  await expect(
    page.getByRole('group', { name: 'Tamanho' }).getByRole('radio', { checked: true }),
  ).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await heading(page, 'Qual o tamanho da fome?');
  await next.tap();
  await heading(page, 'Qual a base?');
});
