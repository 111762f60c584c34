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

type End = 'taken' | 'AbortError' | 'NotAllowedError';
type Handed = { end: End; given: string[]; saved: number };

/** A sheet of apps, as phones have one; kept are what it was given, and how often a file was saved. */
async function withSharing(page: Page, end: End): Promise<void> {
  await page.addInitScript((first) => {
    const seen: Handed = Object.assign(window, { end: first, given: [], saved: 0 });
    const create = URL.createObjectURL;
    URL.createObjectURL = (file) => {
      seen.saved += 1;
      return create(file);
    };
    Object.assign(navigator, {
      canShare: () => true,
      share: ({ text }: { text: string }) => {
        seen.given.push(text);
        return seen.end === 'taken' ? Promise.resolve() : Promise.reject(new DOMException('', seen.end));
      },
    });
  }, end);
}

const handed = (page: Page): Promise<Pick<Handed, 'given' | 'saved'>> =>
  page.evaluate(() => {
    const { given, saved } = window as unknown as Handed;
    return { given, saved };
  });

/** How the sheet of apps ends from now on. */
const sharingEnds = (page: Page, end: End): Promise<unknown> =>
  page.evaluate((next) => Object.assign(window, { end: next, given: [], saved: 0 }), end);

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
  await withSharing(page, 'taken');
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
  const { given } = await handed(page);
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
  await withSharing(page, 'NotAllowedError');
  await openPlaced(page, shop.urls.relay);
  const send = page.getByRole('button', { name: 'Enviar o resumo do pedido' });
  const download = page.waitForEvent('download');
  await send.click();
  expect((await download).suggestedFilename()).toMatch(/^pedido-\d+\.txt$/);
  await seeToast(page, 'Resumo salvo');

  await sharingEnds(page, 'AbortError');
  await send.click();
  await page.getByRole('button', { name: 'Baixar o resumo do pedido' }).click();
  // The file that was asked for, and no other.
  expect(await handed(page)).toMatchObject({ given: [expect.any(String)], saved: 1 });
});

test('a picture that was put away is not spoken of, one that cannot be handed over is kept, and one that cannot be drawn is told @phone', async ({
  page,
  shop,
}) => {
  await withSharing(page, 'AbortError');
  await openPlaced(page, shop.urls.relay, PAID);
  const share = page.getByRole('button', { name: 'Compartilhar' });
  await share.click();
  await expect.poll(() => handed(page)).toMatchObject({ given: [expect.any(String)] });
  await expect(share).toBeEnabled();
  expect((await handed(page)).saved).toBe(0);
  await expect(page.getByText('Imagem salva')).toHaveCount(0);

  await sharingEnds(page, 'NotAllowedError');
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
