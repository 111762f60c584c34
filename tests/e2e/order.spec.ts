// One order, all the way: site → relay → store → kitchen → paper → back.
import { expect, test } from '../support/browser-test.ts';
import { ACAI, newPhone, openPix, orderNumber, panelNumber, placeOrder } from './customer.ts';
import { papers, payAtBank, track } from './outside.ts';
import { cardIn, openTicket, signIn } from './staff.ts';

test('an açaí is ordered and paid by PIX on the site, made in the kitchen, printed, and followed until it is delivered @smoke', async ({
  page,
  browser,
  shop,
}) => {
  const tablet = await browser.newContext({ viewport: { width: 1280, height: 800 }, isMobile: false });
  const kitchen = await tablet.newPage();
  await signIn(kitchen, shop.urls.store, 'KITCHEN');
  await expect(kitchen).toHaveURL(`${shop.urls.store}/cozinha`);
  const phone = newPhone();
  const wish = `sem canudo ${phone}`;
  await placeOrder(page, shop.urls.relay, phone, wish);
  const pixCode = await openPix(page);
  await payAtBank(shop.urls.payments, pixCode);

  await expect(page.getByRole('heading', { name: 'Pedido confirmado!' })).toBeVisible();
  const panel = await panelNumber(page);
  const number = await orderNumber(page);
  const received = cardIn(kitchen, 'Recebidos', number);
  await expect(received).toContainText('CONSUMIR NO LOCAL');
  await expect(received).toContainText(panel);
  await expect(received).toContainText(`${ACAI.size} - ${ACAI.base}`);
  await expect(received).toContainText('½ Flocos + ½ Paçoca');
  await expect(received).toContainText(wish);

  await expect.poll(() => papers(shop.urls.printerPage, wish)).toHaveLength(1);
  const [paper = ''] = await papers(shop.urls.printerPage, wish);
  expect(paper).toContain('PAINEL');
  expect(paper).toContain('CONSUMIR NO LOCAL');
  expect(paper).toContain('Médio 500 ml');
  expect(paper).toMatch(/Fundo:\s+- Granola\s+Meio:\s+- Banana\s+Topo:\s+- Mel/);
  expect(paper).toContain('PAGO - PIX');
  expect(paper).toContain('NÃO É DOCUMENTO FISCAL');
  expect(paper).not.toContain('2ª VIA');

  await page.getByRole('link', { name: 'Acompanhar Pedido' }).last().click();
  const followed = page.getByRole('article', { name: `Pedido nº ${number}` });
  await expect(followed).toContainText('Pedido Recebido, agora');
  await received.getByRole('button', { name: 'Iniciar Preparo' }).click();
  await expect(followed).toContainText('Em Preparo, agora');
  await cardIn(kitchen, 'Em Preparo', number).getByRole('button', { name: 'Marcar Pronto' }).click();
  await expect(followed).toContainText('Pronto, agora');
  await expect(followed).toContainText('Seu pedido está pronto. Venha buscar!');
  await (
    await openTicket(kitchen, 'Prontos', number)
  )
    .getByRole('button', { name: 'Marcar Entregue' })
    .click();
  await expect(followed).toContainText('Entregue, agora');

  expect(await track(shop.urls.relay, phone)).toMatchObject([
    { status: 'DELIVERED', paymentStatus: 'approved', panelNumber: Number(panel) },
  ]);
  expect(await papers(shop.urls.printerPage, wish)).toHaveLength(1);
  await tablet.close();
});
