// What a customer takes away from an order that was placed: a copy of it, which the law wants (Decreto 7.962/2013), and a picture to show.
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '../support/browser-test.ts';
import { seeToast, withAnswer } from './altered.ts';
import { newPhone, withOrder } from './customer.ts';

const PAID = { status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'pix' };

/** The page of an order that was placed; with `PAID`, of one that was paid. */
async function openPlaced(page: Page, site: string, changed: Record<string, unknown> = {}): Promise<string> {
  await withAnswer<{ order: Record<string, unknown> }>(page, '**/api/orders/*', ({ order }) =>
    Object.assign(order, changed),
  );
  const code = await withOrder(page, site, newPhone());
  await page.goto(`${site}/pedido/sucesso/${code}`);
  await expect(page.getByRole('region', { name: 'Seu pedido' })).toBeVisible();
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** What this browser's own sheet of apps does when something is handed to it; what it was given is kept. */
async function sharing(page: Page, end: 'taken' | 'AbortError' | 'NotAllowedError'): Promise<void> {
  await page.addInitScript((how) => {
    const given: string[] = [];
    Object.assign(window, { given });
    Object.assign(navigator, {
      canShare: () => true,
      share: ({ text }: { text: string }) =>
        how === 'taken' ? Promise.resolve(given.push(text)) : Promise.reject(new DOMException('', how)),
    });
  }, end);
}

/** Who sold it, what, and for how much; of an order as `withOrder` places it. */
function expectWhole(copy: string, code: string): void {
  for (const part of [
    'Açaí da Praça Ltda.',
    'CNPJ 11.222.333/0001-81',
    'Praça das Mangueiras, 128',
    `Código ${code}`,
    'Açaí Médio 500 ml · Açaí com Banana · Meio a meio: Flocos / Paçoca · Fundo: Granola · Meio: Banana · Topo: Mel: R$ 19,90',
    'Desconto Especial (5%): −R$ 1,00',
    'Total: R$ 18,90',
    'NÃO É DOCUMENTO FISCAL',
  ])
    expect(copy.replaceAll('\u00a0', ' ')).toContain(part);
}

test('a copy of an order is kept as a file, on paper, and handed to another app @phone', async ({
  page,
  shop,
}) => {
  await sharing(page, 'taken');
  const code = await openPlaced(page, shop.urls.relay);
  const ways = page.getByRole('group', { name: 'Guarde uma cópia' });

  const download = page.waitForEvent('download');
  await ways.getByRole('button', { name: 'Baixar o resumo do pedido' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^pedido-\d+\.txt$/);
  expectWhole(readFileSync(await file.path(), 'utf8'), code);
  await seeToast(page, 'Resumo salvo', 'Está nos seus downloads.');

  await page.evaluate(() => {
    window.print = () => {
      const shown = [...document.body.children].filter(
        (one) => getComputedStyle(one).display !== 'none' && one instanceof HTMLElement,
      );
      Object.assign(window, { onPaper: shown.map((one) => (one as HTMLElement).innerText).join('\n') });
      dispatchEvent(new Event('afterprint'));
    };
  });
  await page.emulateMedia({ media: 'print' });
  await ways.getByRole('button', { name: 'Imprimir o resumo do pedido', includeHidden: true }).click();
  const paper = await page.evaluate(() => (window as unknown as { onPaper: string }).onPaper);
  await page.emulateMedia({ media: 'screen' });
  expectWhole(paper, code);
  // Nothing else of the page.
  expect(paper).not.toContain('Acompanhar Pedido');
  await expect(ways).toBeVisible();

  await ways.getByRole('button', { name: 'Enviar o resumo do pedido' }).click();
  const given = await page.evaluate(() => (window as unknown as { given: string[] }).given);
  expect(given).toHaveLength(1);
  expectWhole(given[0] ?? '', code);
});

test('a copy is there for what was cancelled too, without sharing where nothing can be shared @phone', async ({
  page,
  shop,
}) => {
  await openPlaced(page, shop.urls.relay, { status: 'CANCELLED', paymentStatus: 'expired' });
  const ways = page.getByRole('group', { name: 'Guarde uma cópia' });
  await expect(ways.getByRole('button')).toHaveText(['Baixar', 'Imprimir']);
});

test('a copy that could not be handed over is kept as a file; one that was put away is not @phone', async ({
  page,
  shop,
}) => {
  await sharing(page, 'NotAllowedError');
  await openPlaced(page, shop.urls.relay);
  const send = page.getByRole('button', { name: 'Enviar o resumo do pedido' });
  const download = page.waitForEvent('download');
  await send.click();
  expect((await download).suggestedFilename()).toMatch(/^pedido-\d+\.txt$/);
  await seeToast(page, 'Resumo salvo');

  await sharing(page, 'AbortError');
  await page.reload();
  await send.click();
  await expect(send).toBeEnabled();
  await expect(page.getByText('Resumo salvo')).toHaveCount(0);
});

test('a picture that was put away is not spoken of, one that cannot be handed over is kept, and one that cannot be drawn is told @phone', async ({
  page,
  shop,
}) => {
  await sharing(page, 'AbortError');
  await openPlaced(page, shop.urls.relay, PAID);
  const share = page.getByRole('button', { name: 'Compartilhar' });
  const toasts = page.getByRole('region', { name: 'Avisos' });
  await share.click();
  await expect(share).toBeEnabled();
  await expect(toasts.getByText(/./)).toHaveCount(0);

  await sharing(page, 'NotAllowedError');
  await page.reload();
  const download = page.waitForEvent('download');
  await share.click();
  expect((await download).suggestedFilename()).toBe('acai-medio-500-ml.png');
  await seeToast(page, 'Imagem salva', 'Está nos seus downloads.');

  await page.evaluate(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await share.click();
  await seeToast(page, 'Não deu para fazer a imagem', 'Tente de novo daqui a pouco.');
  await expect(share).toBeEnabled();
});
