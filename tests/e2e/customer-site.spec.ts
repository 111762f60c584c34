// What a customer finds on the site, screen by screen, beyond the way of one order (order.spec.ts) and what goes wrong
// (customer-words.spec.ts).
import { readFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { expect, test, type Locator, type Page } from '../support/browser-test.ts';
import { seeToast, withAnswer } from './altered.ts';
import { brokenRules, expectAccessible, expectApart } from './axe.ts';
import { newPhone, openPayment, openTracking, withCart, withOrder } from './customer.ts';
import { asStaff, confirmCash, signedIn } from './staff.ts';

type Ranking = { clients: { phone: string; orderCount: number; totalSpentCents: number }[] };
const best = (phone: string): Ranking['clients'] =>
  [9, 7, 4].map((orderCount) => ({ phone, orderCount, totalSpentCents: orderCount * 2000 }));

/** What the header names, where it leads, and what stands there. */
const SECTIONS = [
  ['Produtos', 'produtos', 'Produtos'],
  ['Ranking', 'ranking', 'Top Clientes'],
  ['Contato', 'contato', 'Nossos produtos'],
] as const;

async function followSections(page: Page, site: string): Promise<void> {
  for (const [name, anchor, heading] of SECTIONS) {
    await page.getByRole('banner').getByRole('link', { name }).click();
    await expect(page).toHaveURL(`${site}/#${anchor}`);
    await expect(page.locator(`#${anchor}`).getByRole('heading', { name: heading })).toBeVisible();
    await expect(page.locator(`#${anchor}`)).toBeInViewport();
  }
}

test('the landing page leads to ordering and tracking, and says what the shop promises and where it is @phone', async ({
  page,
  shop,
}) => {
  await withAnswer<Ranking>(page, '**/api/ranking', (answer) => (answer.clients = best('***321')));
  await page.goto(shop.urls.relay);
  const main = page.getByRole('main');
  const under = (heading: Locator) => main.locator('section').filter({ has: heading });
  const hero = under(page.getByRole('heading', { level: 1 }));
  await expect(hero.getByRole('link', { name: 'Fazer Pedido' })).toHaveAttribute('href', '/pedido');
  await expect(hero.getByRole('link', { name: 'Acompanhar Pedido' })).toHaveAttribute('href', '/meu-pedido');
  for (const card of ['Entrega Rápida', 'Qualidade Premium', 'Feito com Amor'])
    await expect(main.getByRole('heading', { name: card })).toBeVisible();
  await expect(main.getByText('em até 30 minutos')).toBeVisible();
  await expect(
    under(page.getByRole('heading', { name: 'Bateu a vontade?' })).getByRole('link', {
      name: 'Fazer Pedido',
    }),
  ).toHaveAttribute('href', '/pedido');
  const ranking = page.locator('#ranking');
  await expect(ranking.getByRole('heading', { name: 'Top Clientes' })).toBeVisible();
  await expect(ranking.getByRole('listitem')).toHaveText([
    /1º · \*\*\*321\s*9 pedidos · R\$\s180,00/,
    /2º · \*\*\*321/,
    /3º · \*\*\*321/,
  ]);
  const footer = page.locator('#contato');
  await expect(footer.getByRole('link', { name: /^Praça das Mangueiras, 128/ })).toHaveAttribute(
    'href',
    /^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=Pra%C3%A7a%20das%20Mangueiras%2C%20128/,
  );
  await expect(footer).toContainText('(11) 5555-0128');
  await expect(footer).toContainText('Seg-Dom: 24 horas');
  await expect(footer).toContainText('Açaí da Praça Ltda. · CNPJ 11.222.333/0001-81');
  await expect(footer.getByRole('link', { name: 'Instagram' })).toHaveAttribute(
    'href',
    'https://www.instagram.com/acaidapraca.exemplo',
  );
  await expect(footer.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    'https://wa.me/5511955550128',
  );
  await expect(footer.getByRole('listitem').filter({ hasText: 'Banana Split' }).first()).toBeVisible();
});

test('the header leads home and to the sections, and to the wizard for everybody but the owner @desktop', async ({
  page,
  shop,
}) => {
  await openTracking(page, shop.urls.relay);
  const header = page.getByRole('banner');
  const home = header.getByRole('link', { name: /início$/ });
  await expect(home).toHaveAttribute('href', '/');
  await expect(home.locator('img')).toBeVisible();
  await followSections(page, shop.urls.relay);
  await header.getByRole('link', { name: 'Fazer Pedido' }).click();
  await expect(page).toHaveURL(`${shop.urls.relay}/pedido`);
});

test('the header’s sections are there on a phone too @phone', async ({ page, shop }) => {
  await openTracking(page, shop.urls.relay);
  await followSections(page, shop.urls.relay);
});

test('a shop without a logo shows the placeholder @phone', async ({ page, shop }) => {
  await withAnswer<Record<string, unknown>>(page, '**/api/store', (store) => (store['logo'] = null));
  await page.goto(shop.urls.relay);
  await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', '/placeholder.svg');
  const drawing = await page.request.get(`${shop.urls.relay}/placeholder.svg`);
  expect(drawing.headers()['content-type']).toContain('image/svg+xml');
});

test('the owner finds the way to the panel, and whole phones in the ranking @desktop', async ({
  page,
  context,
  shop,
}) => {
  await signedIn(context, shop.urls.relay, 'ADMIN');
  await withAnswer<Ranking>(page, '**/api/staff/ranking', (answer) => (answer.clients = best('11987654321')));
  await page.goto(shop.urls.relay);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Painel Admin' })).toHaveAttribute('href', '/admin');
  await expect(header.getByRole('link', { name: 'Fazer Pedido' })).toHaveCount(0);
  await expect(page.locator('#ranking').getByRole('listitem').first()).toContainText('(11) 98765-4321');
});

test('staff who are not the owner find the way to order, and masked phones in the ranking @desktop', async ({
  page,
  context,
  shop,
}) => {
  await withAnswer<Ranking>(page, '**/api/ranking', (answer) => (answer.clients = best('***321')));
  for (const role of ['ATTENDANT', 'KITCHEN', 'WHOLESALE'] as const) {
    await context.clearCookies();
    await signedIn(context, shop.urls.relay, role);
    await page.goto(shop.urls.relay);
    await expect(page.locator('#ranking').getByRole('listitem').first()).toContainText('***321');
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: 'Fazer Pedido' })).toHaveAttribute('href', '/pedido');
    await expect(header.getByRole('link', { name: 'Painel Admin' })).toHaveCount(0);
  }
});

test('the floating cart is there when something is in it: the count, and the total with discount where there is room', async ({
  page,
  shop,
}, testInfo) => {
  await page.goto(shop.urls.relay);
  await expect(page.getByRole('main').getByRole('link', { name: 'Fazer Pedido' }).first()).toBeVisible();
  const cart = page.getByRole('link', { name: /^Carrinho/ });
  await expect(cart).toHaveCount(0);
  await withCart(page, shop.urls.relay);
  // Two alike are one line of the cart, and two in number.
  await page.getByRole('button', { name: /^Mais um de/ }).click();
  await page.goto(shop.urls.relay);
  await expect(cart).toHaveAccessibleName(/^Carrinho: 2 itens, R\$\s37,81$/);
  await expect(cart.getByText('2', { exact: true })).toBeVisible();
  await expect(cart.getByText(/R\$\s37,81/)).toBeVisible({ visible: testInfo.project.name === 'desktop' });
  await cart.click();
  await expect(page).toHaveURL(`${shop.urls.relay}/carrinho`);
});

test('the cart shows the discount by its percentage, the toppings by their layer, and the way to add more @phone', async ({
  page,
  shop,
}) => {
  await withCart(page, shop.urls.relay);
  const amount = (name: string) => page.getByText(name, { exact: true }).locator('..').locator('dd');
  await expect(amount('Subtotal')).toHaveText(/^R\$\s19,90$/);
  await expect(amount('Desconto Especial (5%)')).toHaveText(/^−R\$\s1,00$/);
  await expect(amount('Total')).toHaveText(/^R\$\s18,90$/);
  await expect(page.getByRole('button', { name: 'Voltar' })).toHaveCount(0);
  await page.getByRole('button', { name: /^Ver complementos/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Complementos/ });
  await expect(dialog.locator('dt, dd')).toHaveText([
    'Topo (T)',
    'Mel',
    'Meio (M)',
    'Banana',
    'Fundo (F)',
    'Granola',
  ]);
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(page.getByRole('link', { name: 'Adicionar Mais Produtos' })).toHaveAttribute(
    'href',
    '/pedido',
  );
  await page.getByRole('button', { name: 'Continuar Pedido' }).click();
  await page.getByRole('button', { name: 'Voltar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Seu Carrinho' })).toBeVisible();
});

test('without a discount the cart still says the subtotal @phone', async ({ page, shop }) => {
  await withAnswer<Record<string, unknown>>(page, '**/api/menu', (menu) => (menu['discountPercent'] = 0));
  await withCart(page, shop.urls.relay);
  await expect(page.getByText('Subtotal').locator('..')).toContainText(/R\$\s19,90/);
  await expect(page.getByText(/^Desconto Especial/)).toHaveCount(0);
});

test('the cart lies on nothing: it is in the header while one builds @phone', async ({ page, shop }) => {
  await withCart(page, shop.urls.relay);
  await page.goto(`${shop.urls.relay}/pedido`);
  await expect(page.getByRole('banner').getByRole('link', { name: /^Carrinho: 1 item/ })).toBeVisible();
});

test('the back button closes an open sheet and stays on the page @phone', async ({ page, shop }) => {
  await withCart(page, shop.urls.relay);
  for (const close of [
    () => page.goBack(),
    () => page.getByRole('button', { name: 'Fechar' }).first().click(),
  ]) {
    await page.getByRole('button', { name: /^Editar/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await close();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Seu Carrinho' })).toBeVisible();
  }
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Seu Carrinho' })).toHaveCount(0);
});

test('an order to be paid in cash shows its numbers, phone and status; once paid, how it was paid and how long it takes @phone', async ({
  page,
  shop,
}) => {
  const phone = '11987650000';
  const code = await withOrder(page, shop.urls.relay, phone);
  await page.goto(`${shop.urls.relay}/pedido/pagamento/${code}`);
  await page.getByRole('button', { name: /^Dinheiro/ }).click();
  await page.getByRole('button', { name: 'Confirmar Pedido' }).click();
  await expect(page).toHaveURL(`${shop.urls.relay}/pedido/sucesso/${code}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Agora é só pagar no balcão' })).toBeVisible();
  await expect(main.getByText('Número do painel').locator('..')).toHaveText(/\d+$/);
  await expect(main.getByRole('heading', { name: /^Pedido nº \d+$/ })).toBeVisible();
  await expect(main.getByText('(11) 98765-0000')).toBeVisible();
  await expect(main.getByText('Pedido Recebido')).toBeVisible();
  for (const [name, href] of [
    ['Acompanhar Pedido', '/meu-pedido'],
    ['Fazer outro pedido', '/pedido'],
    ['Início', '/'],
  ] as const)
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', href);
  const number = (
    (await main.getByRole('heading', { name: /^Pedido nº/ }).innerText()).match(/\d+/) ?? ['']
  )[0];
  await confirmCash(shop.urls.store, number);
  await expect(main.getByRole('heading', { name: 'Pedido confirmado!' })).toBeVisible();
  await expect(main.getByText('Pago com Dinheiro')).toBeVisible();
});

test('a paid order says how long the kitchen takes: the spec’s text without data, its own last hour with it @phone', async ({
  page,
  shop,
}) => {
  let readyTime: { fromMinutes: number; toMinutes: number } | null = null;
  await withAnswer<Record<string, unknown>>(
    page,
    '**/api/store',
    (store) => (store['readyTime'] = readyTime),
  );
  await withAnswer<{ order: Record<string, unknown> }>(page, '**/api/orders/*', ({ order }) =>
    Object.assign(order, { status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'pix' }),
  );
  const code = await withOrder(page, shop.urls.relay, newPhone());
  await page.goto(`${shop.urls.relay}/pedido/sucesso/${code}`);
  await expect(page.getByText('Pago com PIX')).toBeVisible();
  await expect(page.getByText('Tempo estimado de preparo: 15-20 minutos')).toBeVisible();
  readyTime = { fromMinutes: 7, toMinutes: 9 };
  await page.reload();
  await expect(page.getByText('Tempo estimado de preparo: 7-9 minutos')).toBeVisible();
  await openTracking(page, shop.urls.relay);
  await expect(page.getByText('Tempo estimado de preparo: 7-9 minutos')).toBeVisible();
});

test('what one ordered is shared as a picture, and kept as a file where nothing can be shared @phone', async ({
  page,
  shop,
}) => {
  await withAnswer<{ order: Record<string, unknown> }>(page, '**/api/orders/*', ({ order }) =>
    Object.assign(order, { status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'pix' }),
  );
  // What a phone's own sheet is given; this browser has none.
  await page.addInitScript(() => {
    const given: unknown[] = [];
    Object.assign(window, { given });
    Object.assign(navigator, {
      canShare: () => true,
      share: ({ files: [file], text }: { files: File[]; text: string }) =>
        Promise.resolve(given.push([file?.name, file?.type, text])),
    });
  });
  const code = await withOrder(page, shop.urls.relay, newPhone());
  await page.goto(`${shop.urls.relay}/pedido/sucesso/${code}`);
  const share = page.getByRole('button', { name: 'Compartilhar' });
  await share.click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { given: unknown[] }).given))
    .toEqual([
      ['acai-medio-500-ml.png', 'image/png', 'Olha o que eu pedi em Açaí da Praça: Açaí Médio 500 ml!'],
    ]);

  await page.evaluate(() => Object.assign(navigator, { canShare: () => false }));
  const download = page.waitForEvent('download');
  await share.click();
  const picture = PNG.sync.read(readFileSync(await (await download).path()));
  await expect(page.getByText('Imagem salva')).toBeVisible();
  expect([picture.width, picture.height]).toEqual([1080, 1350]);
  // In the middle of the glass is açaí: dark, where an empty one is white and the ground lilac.
  expect(picture.data[(650 * 1080 + 540) * 4 + 1]).toBeLessThan(100);
});

test('an order of a status that this page does not know is logged and skipped @phone', async ({
  page,
  shop,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await withOrder(page, shop.urls.relay, newPhone());
  await withAnswer<{ order: Record<string, unknown> }>(page, '**/api/orders/*', ({ order }) => {
    order['status'] = 'TELEPORTED';
  });
  await openTracking(page, shop.urls.relay);
  await expect(page.getByText('Nenhum pedido por aqui ainda')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  expect(logged.join('\n')).toContain('an order with an unknown status was skipped TELEPORTED');
});

test('a stranger finds an order by its phone, with public fields only, and another one of that phone appears by itself @phone', async ({
  page,
  browser,
  shop,
}) => {
  const phone = newPhone();
  await withOrder(page, shop.urls.relay, phone);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.clock.install();
  await openTracking(stranger, shop.urls.relay);
  await stranger.getByRole('textbox', { name: 'Telefone' }).fill(phone);
  await stranger.getByRole('button', { name: 'Buscar' }).click();
  await expect(stranger.getByRole('heading', { name: /^Pedido nº/ })).toHaveCount(1);
  await expect(stranger.getByText(`***${phone.slice(-3)}`)).toBeVisible();
  await expect(stranger.getByRole('button', { name: 'Pedir de novo' })).toHaveCount(0);
  // The look that is taken now and then never comes: only the stream can bring it.
  await stranger.clock.pauseAt(new Date(Date.now() + 5_000));
  await withOrder(page, shop.urls.relay, phone);
  await expect(stranger.getByRole('button', { name: 'Todos (2)' })).toBeVisible();
  await stranger.context().close();
});

test('a stranger with a number or a code sees how the order stands, and the rest once the phone is confirmed @phone @smoke', async ({
  page,
  browser,
  shop,
}) => {
  const phone = newPhone();
  const code = await withOrder(page, shop.urls.relay, phone);
  const [token] = (await page.evaluate(() => JSON.parse(localStorage.getItem('balcao-orders') ?? '[]'))) as {
    token: string;
  }[];
  const whole = await page.request.get(`${shop.urls.relay}/api/orders/${code}`, {
    headers: { authorization: `Bearer ${token?.token ?? ''}` },
  });
  const { order } = (await whole.json()) as { order: { simpleId: number } };
  const stranger = await (await browser.newContext()).newPage();
  await openTracking(stranger, shop.urls.relay);
  await stranger.getByRole('tab', { name: /^Código/ }).click();
  await stranger.getByRole('textbox', { name: /^Código/ }).fill(String(order.simpleId));
  await stranger.getByRole('button', { name: 'Buscar' }).click();
  const card = stranger.getByRole('article', { name: `Pedido nº ${order.simpleId}` });
  await expect(card.getByText('Falta pagar para a cozinha começar.')).toBeVisible();
  await expect(card.getByRole('listitem')).toHaveCount(4);
  await expect(card).not.toContainText(/R\$|\*\*\*|Açaí/);
  const digits = card.getByRole('textbox', { name: 'Os 4 últimos dígitos do telefone' });
  const open = card.getByRole('button', { name: 'Ver o pedido' });
  await open.click();
  await expect(card.getByRole('alert')).toHaveText('Digite os 4 últimos dígitos do telefone.');
  await digits.fill(phone.endsWith('0000') ? '1111' : '0000');
  await open.click();
  await expect(card.getByRole('alert')).toContainText('Restam 4 tentativas hoje.');
  expect(await brokenRules(stranger)).toEqual([]);
  await digits.fill(phone.slice(-4));
  await digits.press('Enter');
  await expect(stranger.getByText(`***${phone.slice(-3)}`)).toBeVisible();
  await expect(stranger.getByRole('article')).toHaveCount(1);
  // The slip's QR code leads to the same question.
  await stranger.goto(`${shop.urls.relay}/pedido/sucesso/${code}`);
  await expect(stranger.getByText('Este pedido foi feito em outro aparelho.')).toBeVisible();
  await stranger.getByRole('link', { name: 'Acompanhar Pedido' }).last().click();
  await expect(stranger.getByRole('textbox', { name: 'Os 4 últimos dígitos do telefone' })).toBeVisible();
  await stranger.context().close();
  // On the device that ordered the same search asks for nothing.
  await openTracking(page, shop.urls.relay);
  await page.getByText('Procurar outro pedido').click();
  await page.getByRole('tab', { name: /^Código/ }).click();
  await page.getByRole('textbox', { name: /^Código/ }).fill(String(order.simpleId));
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect(page.getByRole('heading', { name: 'Pedidos encontrados' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pedir de novo' })).toBeVisible();
});

test('a stranger tries digits by keyboard: each try is told with what is left, after five the order stays shut, and one that opens is read on from its place @phone', async ({
  page,
  browser,
  shop,
}) => {
  const phone = newPhone();
  const [shut, opened] = [
    await withOrder(page, shop.urls.relay, phone),
    await withOrder(page, shop.urls.relay, phone),
  ];
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const stranger = await context.newPage();
  const wrong = phone.endsWith('0000') ? '1111' : '0000';
  const look = async (code: string) => {
    await stranger.goto(`${shop.urls.relay}/meu-pedido?codigo=${code}`);
    const digits = stranger.getByRole('textbox', { name: 'Os 4 últimos dígitos do telefone' });
    await expect(digits).toHaveAccessibleDescription(
      'É o seu pedido? Confirme o telefone para ver itens e total.',
    );
    return digits;
  };
  let digits = await look(shut);
  await stranger.evaluate(() => scrollTo(0, 0));
  await expectAccessible(stranger);
  await digits.focus();
  for (const left of [
    'Restam 4 tentativas hoje.',
    'Restam 3 tentativas hoje.',
    'Restam 2 tentativas hoje.',
    'Resta 1 tentativa hoje.',
    'Não restam tentativas hoje: pergunte no balcão ou abra no aparelho que fez o pedido.',
  ]) {
    await stranger.keyboard.type(wrong);
    await stranger.keyboard.press('Enter');
    await expect(stranger.getByRole('alert')).toContainText(left);
    await expect(digits).toBeFocused();
    await expect(digits).toHaveValue('');
  }
  // Also the right ones come too late, on every device but the one that ordered.
  await stranger.keyboard.type(phone.slice(-4));
  await stranger.keyboard.press('Enter');
  await expect(stranger.getByRole('alert')).toHaveText(
    'Acabaram as tentativas de hoje para este pedido. Pergunte no balcão ou abra no aparelho que fez o pedido.',
  );
  await expect(digits).toHaveAccessibleDescription(/^Acabaram as tentativas/);
  // What was found was brought into view: a field half below the sticky header is none too small.
  await stranger.evaluate(() => scrollTo(0, 0));
  await expectAccessible(stranger);
  await expectApart(stranger, stranger.getByRole('main'));

  digits = await look(opened);
  await digits.focus();
  await stranger.keyboard.type(phone.slice(-4));
  await stranger.keyboard.press('Enter');
  await expect(stranger.getByText(`***${phone.slice(-3)}`)).toBeVisible();
  await expect(stranger.getByRole('list').filter({ has: stranger.getByRole('article') })).toBeFocused();
  await stranger.keyboard.press('Tab');
  await expect(stranger.getByRole('article').getByRole('link', { name: 'WhatsApp' })).toBeFocused();
  await expectAccessible(stranger);
  await context.close();
});

test('tracking follows an order by its code: chips count, a change of status is told, and it rings when ready @phone', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'vibrate', {
      value: (pattern: unknown) => Reflect.set(window, 'vibrated', pattern),
    });
  });
  const code = await openPayment(page, shop.urls.relay);
  await page.getByRole('button', { name: /^Dinheiro/ }).click();
  await page.getByRole('button', { name: 'Confirmar Pedido' }).click();
  await expect(page.getByRole('heading', { name: 'Agora é só pagar no balcão' })).toBeVisible();
  await openTracking(page, shop.urls.relay);
  // The device knows its own order; a search finds the same by its code.
  await expect(page.getByRole('heading', { name: 'Pedidos deste aparelho' })).toBeVisible();
  await page.getByText('Procurar outro pedido').click();
  await page.getByRole('tab', { name: /^Código/ }).click();
  await page.getByRole('textbox', { name: /^Código/ }).fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect(page.getByRole('heading', { name: 'Pedidos encontrados' })).toBeVisible();
  const card = page.getByRole('article');
  await expect(card).toHaveCount(1);
  await expect(card.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(`wa\\.me.*${code.slice(0, 5)}`),
  );
  const chips = page.getByRole('group', { name: 'Filtrar por status' }).getByRole('button');
  await expect(chips).toHaveText([
    'Todos (1)',
    'Recebido (1)',
    'Em Preparo (0)',
    'Pronto (0)',
    'Entregue (0)',
  ]);

  const number = ((await card.getByRole('heading').innerText()).match(/\d+/) ?? [''])[0];
  await confirmCash(shop.urls.store, number);
  const kitchen = await asStaff(shop.urls.store, 'KITCHEN');
  const { orders } = (await kitchen('GET', '/api/staff/board')) as {
    orders: { id: string; simpleId: number }[];
  };
  const id = orders.find((order) => String(order.simpleId) === number)?.id;
  await kitchen('POST', `/api/staff/orders/${id}/moves`, { kind: 'start' });
  await seeToast(page, 'Status Atualizado', `Pedido nº ${number}: Em Preparo`);
  await expect(chips.filter({ hasText: 'Em Preparo (1)' })).toBeVisible();
  await kitchen('POST', `/api/staff/orders/${id}/moves`, { kind: 'mark-ready' });
  await expect(card).toContainText('Seu pedido está pronto. Venha buscar!');
  await expect(page).toHaveTitle(/^Pronto!/);
  expect(await page.evaluate(() => Reflect.get(window, 'vibrated') as unknown)).toEqual([
    300, 120, 300, 120, 500,
  ]);
  await chips.filter({ hasText: 'Recebido' }).click();
  await expect(page.getByText('Nenhum pedido com este status agora.')).toBeVisible();
  await chips.filter({ hasText: 'Pronto' }).click();
  await expect(card).toBeVisible();
  await kitchen('POST', `/api/staff/orders/${id}/moves`, { kind: 'deliver' });
  await expect(chips.filter({ hasText: 'Entregue (1)' })).toBeVisible();
});

test('a paid order that the shop calls off says what comes back and when @phone', async ({ page, shop }) => {
  await withAnswer<{ order: Record<string, unknown>; money: Record<string, unknown> }>(
    page,
    '**/api/orders/*',
    ({ order, money }) => {
      Object.assign(order, {
        status: 'CANCELLED',
        cancelReason: 'loja',
        paymentStatus: 'approved',
        paymentMethod: 'pix',
      });
      Object.assign(money, { receivedCents: 1890, returnedCents: 0, returning: false });
    },
  );
  const code = await withOrder(page, shop.urls.relay, newPhone());
  await page.goto(`${shop.urls.relay}/pedido/sucesso/${code}`);
  await expect(page.getByRole('heading', { name: 'Pedido cancelado' })).toBeVisible();
  await expect(
    page.getByText(/A loja vai devolver os R\$\s18,90 que você pagou\. No PIX o valor volta em instantes/),
  ).toBeVisible();
  await openTracking(page, shop.urls.relay);
  await expect(page.getByRole('article').getByText(/A loja vai devolver os R\$\s18,90/)).toBeVisible();
});

test('an order of this device stands first with one bell, and is called off from its card while it is unpaid @phone', async ({
  page,
  shop,
}) => {
  await withOrder(page, shop.urls.relay, newPhone());
  await openTracking(page, shop.urls.relay);
  const card = page.getByRole('article');
  await expect(card.getByRole('heading', { name: /^Pedido nº/ })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Buscar' })).toBeHidden();
  await expect(page.getByRole('button', { name: /quando ficar pronto/ })).toHaveCount(1);
  await card.getByRole('button', { name: 'Cancelar pedido' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar pedido' }).click();
  await expect(card.getByText('Cancelado', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Cancelar pedido' })).toHaveCount(0);
});

test('what is owed, to whom and for what stands beside the ways to pay @phone', async ({ page, shop }) => {
  await openPayment(page, shop.urls.relay);
  const owed = page.getByText(/^Falta pagar/);
  await expect(owed.locator('..')).toContainText(/Falta pagar R\$ 18,90.*Açaí da Praça/);
  await expect(page.getByRole('complementary', { name: 'Resumo do pedido' })).toContainText(
    'Açaí Médio 500 ml',
  );
  await page.getByRole('button', { name: /^PIX/ }).click();
  await page.getByRole('button', { name: 'Copiar código PIX' }).scrollIntoViewIfNeeded();
  await expect(owed).toBeInViewport();
});

test('the discount is written as it is spoken, and the total is in view on Seus Dados @phone', async ({
  page,
  shop,
}) => {
  await withCart(page, shop.urls.relay);
  await expect(page.getByText('−R$ 1,00')).toBeVisible();
  await page.getByRole('button', { name: 'Continuar Pedido' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Seus Dados' }).locator('..')).toContainText(
    'R$ 18,90',
  );
});

test('a search without a result says so where one looks @phone', async ({ page, shop }) => {
  await openTracking(page, shop.urls.relay);
  await page.getByRole('textbox', { name: 'Telefone' }).fill(newPhone());
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect(page.getByText('Nenhum pedido encontrado')).toBeInViewport({ ratio: 1 });
});

test('a red message does not follow to the next page @phone', async ({ page, shop }) => {
  await page.goto(`${shop.urls.relay}/placeholder.svg`);
  await page.evaluate(() => localStorage.setItem('acai-cart', '{"not": "a cart"'));
  await page.goto(`${shop.urls.relay}/carrinho`);
  await seeToast(page, 'Seu carrinho foi esvaziado');
  // Read, and then on to the next page.
  await page.clock.setFixedTime(new Date(Date.now() + 2_000));
  await page.getByRole('link', { name: /início$/ }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Acompanhar Pedido' })).toBeVisible();
  expect(await page.getByText('Seu carrinho foi esvaziado').count()).toBe(0);
});

test('a phone that goes offline says so at once, and calls the shop open no more @phone', async ({
  page,
  context,
  shop,
}) => {
  // With an anchor the whole page is loaded: nothing of it is still to come.
  await page.goto(`${shop.urls.relay}/#contato`);
  await expect(page.getByRole('heading', { name: 'Top Clientes' })).toBeVisible();
  const state = page.getByRole('main').getByText('Aberto');
  await expect(state).toBeVisible();
  await page.route('**/api/live', (route) => route.abort());
  await context.setOffline(true);
  await expect(state).toHaveCount(0);
  await expect(page.getByText(/^Sem conexão desde as \d\d:\d\d/)).toBeVisible();
  await page.unroute('**/api/live');
  await context.setOffline(false);
  await expect(state).toBeVisible();
});

test('an order of this device is ordered again in one tap @phone', async ({ page, shop }) => {
  await withOrder(page, shop.urls.relay, newPhone());
  await openTracking(page, shop.urls.relay);
  await page.getByRole('button', { name: 'Pedir de novo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Seu Carrinho' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Açaí Médio 500 ml' })).toBeVisible();
  await expect(page.getByText('Meio a meio: Flocos / Paçoca')).toBeVisible();
});

test('the site opens without a network once it was visited, with the menu as it was @phone @smoke', async ({
  page,
  context,
  shop,
}) => {
  await page.goto(`${shop.urls.relay}/pedido`);
  const manifest = await page.request.get(`${shop.urls.relay}/manifest.webmanifest`);
  expect(await manifest.json()).toMatchObject({ start_url: '/', display: 'standalone', lang: 'pt-BR' });
  await kept(page);
  // Loaded once under the worker, so that it has the shop's answers too.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Água', { exact: false }).first()).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Etapa 1 de 5')).toBeVisible();
  await expect(page.getByText('Água', { exact: false }).first()).toBeVisible();
});

/** Waits until the worker that keeps the site has taken over this page. */
const kept = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
