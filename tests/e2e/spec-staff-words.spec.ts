// What the specification says of the staff's and wholesale's screens and no other browser test looks at: every tab in its place, what fails
// in its own words, and what is said when there is nothing. docs/spec-coverage.md names these beside the statements.
import { v7 as uuidv7 } from 'uuid';
import { expect, type Page } from '../support/browser-test.ts';
import { refuse, withAnswer } from './altered.ts';
import { newPhone, withOrder } from './customer.ts';
import { asStaff, signIn, test } from './staff.ts';

const WIDE = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const;
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const notices = (page: Page) => page.getByRole('region', { name: 'Avisos' });
const fails = (page: Page, url: string, methods: readonly string[]) =>
  page.route(url, (route) =>
    methods.includes(route.request().method()) ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  );

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test('the administrator finds every tab, and each setting where the specification puts it @desktop', async ({
  device,
  shop,
}) => {
  const page = await device(shop.urls.store, 'ADMIN', '/admin', WIDE);
  await expect(page.getByRole('tablist', { name: 'Seções do painel' }).getByRole('tab')).toHaveText([
    /^Pedidos/,
    /^Dinheiro/,
    'Cardápio',
    'Taça',
    'Relatórios',
    'Configurações',
  ]);
  await expect(page.getByRole('tablist', { name: 'Situação dos pedidos' }).getByRole('tab')).toHaveText([
    /^Ativos/,
    /^Finalizados/,
    /^A resolver/,
  ]);
  await expect(page.getByRole('banner')).toContainText('Dona Lúcia');
  await expect(page.getByRole('banner').getByRole('link', { name: /Cozinha/ })).toHaveAttribute(
    'href',
    /\/cozinha$/,
  );
  await page.getByRole('tab', { name: 'Relatórios' }).click();
  await expect(page.getByRole('tab', { name: 'Relatórios Avançados' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.getByRole('tab', { name: 'Configurações' }).click();
  for (const label of ['Telefone', 'Endereço', 'Instagram', 'WhatsApp'])
    await expect(page.getByLabel(new RegExp(label)).first()).toBeEditable();
  await expect(page.getByText(/Horário/).first()).toBeVisible();
  for (const tab of ['Geral', 'Pagamentos', 'Produtos', 'Usuários', 'Impressoras'])
    await expect(page.getByRole('tab', { name: tab, exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Pagamentos', exact: true }).click();
  await expect(page.getByRole('tabpanel').last().getByRole('switch')).toHaveCount(3);
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Cozinha/ })
    .click();
  await expect(heading(page, 'Recebidos')).toBeVisible();
});

test('the administrator keeps the logo, a category, and the ways to pay @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  const { store } = urls;
  const page = await device(store, 'ADMIN', '/admin/configuracoes', WIDE);
  const shopNow = async () =>
    (await (await fetch(`${store}/api/store`)).json()) as {
      logo: string | null;
      paymentMethods: { method: string }[];
    };
  const { logo: before } = await shopNow();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#0a0"/></svg>',
      ),
    });
  await page.getByRole('button', { name: 'Salvar tudo' }).click();
  await expect(notices(page).getByText('Configurações salvas')).toBeVisible();
  const { logo } = await shopNow();
  expect(logo).not.toBeNull();
  expect(logo).not.toBe(before);

  await page.getByRole('tab', { name: 'Pagamentos', exact: true }).click();
  const offered = async () => (await shopNow()).paymentMethods.map(({ method }) => method);
  const cash = page.getByRole('switch', { name: /^Oferecer Dinheiro/ });
  for (const isOffered of [false, true]) {
    await cash.click();
    await expect.poll(async () => (await offered()).includes('cash')).toBe(isOffered);
    await expect(cash).toBeChecked({ checked: isOffered });
  }

  await page.goto(`${store}/admin/cardapio/categorias`);
  await page.getByRole('button', { name: 'Nova categoria' }).click();
  await page.getByRole('dialog').getByLabel('Nome').fill('Picolés da Casa');
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Picolés da Casa' });
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: 'Excluir Picolés da Casa' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir', exact: true }).click();
  await expect(row).toContainText('Inativo');
});

test('a topping of no category stands under Outros, in its row and in its form @desktop', async ({
  device,
  shop,
}) => {
  const admin = await asStaff(shop.urls.store, 'ADMIN');
  const id = uuidv7();
  const name = `Castanha ${id.slice(-6)}`;
  await admin('PATCH', `/api/staff/catalog/toppings/${id}`, { name, category: '', position: 900 });
  const page = await device(shop.urls.store, 'ADMIN', '/admin/cardapio/complementos', WIDE);
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Outros');
  await page.getByRole('button', { name: `Editar ${name}` }).click();
  await expect(page.getByRole('dialog').getByLabel('Categoria').locator('option:checked')).toHaveText(
    'Outros',
  );
  await admin('PATCH', `/api/staff/catalog/toppings/${id}`, { active: false });
});

test('the kitchen’s logo, its four sums, and its doors @desktop', async ({ page, device, shop }) => {
  const kitchen = await device(shop.urls.store, 'KITCHEN', '/cozinha', WIDE);
  await expect(kitchen.getByRole('banner').locator('img').first()).toBeVisible();
  await expect(kitchen.locator('dl dt')).toHaveText([
    'Aguardando',
    'Preparando',
    'Prontos',
    'Entregues Hoje',
  ]);
  await signIn(page, shop.urls.store, 'KITCHEN');
  await expect(page).toHaveURL(/\/cozinha$/);
  await page.goto(`${shop.urls.store}/admin`);
  await expect(heading(page, 'Acesso Negado')).toBeVisible();
  await page.getByRole('button', { name: 'Fazer login' }).click();
  await expect(page).toHaveURL(/\/auth$/);
});

test('what fails in the administration is told in its own words @desktop', async ({ device, shop }) => {
  const { store } = shop.urls;
  const page = await device(store, 'ADMIN', '/admin/configuracoes/usuarios', WIDE);
  await fails(page, '**/api/staff/**', ['POST', 'PUT', 'PATCH', 'DELETE']);
  const told = (text: string) => expect(notices(page).getByText(text).first()).toBeVisible();
  await page.getByRole('button', { name: 'Criar usuário' }).click();
  const form = page.getByRole('dialog', { name: 'Criar usuário' });
  await form.getByLabel('Nome').fill('Pessoa de Teste');
  await form.getByLabel('Email').fill('pessoa-de-teste@acai.demo');
  await form.getByLabel('Senha').fill('segredo-da-loja');
  await form.getByRole('button', { name: 'Criar usuário' }).click();
  await told('Não foi possível criar o usuário');
  await form.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Editar meu perfil' }).click();
  const own = page.getByRole('dialog', { name: 'Editar meu perfil' });
  await own.getByLabel('Nome').fill('Dona Lúcia de Teste');
  await own.getByRole('button', { name: 'Salvar' }).click();
  await told('Não foi possível atualizar o perfil');
  // Where the store says why, its reason is told.
  const refusal = 'Este email já está cadastrado.';
  await refuse(page, '**/api/staff/me', { method: 'PATCH', status: 409, detail: refusal });
  await own.getByRole('button', { name: 'Salvar' }).click();
  await told(refusal);
  await page.unroute('**/api/staff/me');
  await own.getByLabel('Nome').fill('Dona Lúcia');
  await own.getByRole('button', { name: 'Cancelar' }).click();
  const beto = page.getByRole('row').filter({ hasText: 'Beto da Cozinha' });
  const remove = async () => {
    await beto.getByRole('button', { name: 'Excluir' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  };
  await remove();
  await told('Não foi possível excluir o usuário');
  const gone = 'Este usuário não existe mais.';
  await refuse(page, '**/api/staff/users/*', { method: 'DELETE', status: 404, detail: gone });
  await page.reload();
  await remove();
  await told(gone);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('tab', { name: 'Geral', exact: true }).click();
  await page.getByLabel('Endereço', { exact: true }).fill('Rua que não fica');
  await page.getByRole('button', { name: 'Salvar tudo' }).click();
  await told('Erro ao atualizar configuração');
});

test('what of the menu is not kept, or not taken off, is told in its own words @desktop', async ({
  device,
  shop,
}) => {
  const page = await device(shop.urls.store, 'ADMIN', '/admin/cardapio/categorias', WIDE);
  await fails(page, '**/api/staff/catalog**', ['PATCH']);
  await fails(page, '**/api/staff/catalog/**', ['PATCH']);
  const told = (text: string) => expect(notices(page).getByText(text, { exact: true }).first()).toBeVisible();
  const form = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Nova categoria' }).click();
  await form.getByLabel('Nome').fill('Categoria de teste');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await told('Erro ao salvar categoria');
  await page.goto(`${shop.urls.store}/admin/cardapio/produtos`);
  await page.getByRole('button', { name: 'Novo produto' }).click();
  await form.getByLabel('O que é?').selectOption({ index: 1 });
  await form.getByLabel('Nome').fill('Produto de teste');
  await form.getByLabel(/Preço/).first().fill('9,90');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await told('Erro ao salvar produto');
  await page.goto(`${shop.urls.store}/admin/cardapio/bases`);
  await page.getByRole('button', { name: 'Nova base' }).click();
  await form.getByLabel('Nome').fill('Base de teste');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await told('Erro ao salvar item. Tente novamente.');
  await form.getByRole('button', { name: 'Cancelar' }).click();
  await page
    .getByRole('button', { name: /^Excluir / })
    .first()
    .click();
  await form.getByRole('button', { name: 'Excluir' }).click();
  await told('Erro ao remover item');
});

test('cash and orders that fail say so in their own words @desktop', async ({
  page: customer,
  device,
  shop,
}) => {
  const { store } = shop.urls;
  const phone = newPhone();
  const code = await withOrder(customer, store, phone);
  const trackingToken = await customer.evaluate(
    () => (JSON.parse(localStorage.getItem('balcao-orders') ?? '[]') as { token: string }[])[0]?.token,
  );
  const chosen = await fetch(`${store}/api/orders/${code}/cash`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${trackingToken}` },
    body: JSON.stringify({ changeForCents: null }),
  });
  expect(chosen.status).toBe(200);
  const staff = await asStaff(store, 'ADMIN');
  const { order } = (await (
    await fetch(`${store}/api/orders/${code}`, { headers: { authorization: `Bearer ${trackingToken}` } })
  ).json()) as {
    order: { id: string; simpleId: number };
  };
  const page = await device(store, 'ADMIN', '/admin/dinheiro', WIDE);
  const told = (text: string) => expect(notices(page).getByText(text, { exact: true }).first()).toBeVisible();
  const card = page.getByRole('listitem').filter({ hasText: `#${order.simpleId}` });
  const confirm = card.getByRole('button', { name: /[Cc]onfirmar/ });
  await fails(page, '**/api/staff/orders/**', ['POST', 'DELETE']);
  await confirm.click();
  await told('Erro ao confirmar pagamento');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/api/staff/orders/*/moves', (route) =>
    route.fulfill({ status: 200, body: 'nonsense', contentType: 'application/json' }),
  );
  await confirm.click();
  await told('Erro inesperado ao confirmar pagamento');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await staff('POST', `/api/staff/orders/${order.id}/moves`, { kind: 'confirm-payment', method: 'cash' });

  await page
    .getByRole('tab', { name: /^Pedidos/ })
    .first()
    .click();
  await fails(page, '**/api/staff/orders/**', ['POST', 'DELETE']);
  const row = page.getByRole('row').filter({ hasText: `#${order.simpleId}` });
  await row.getByLabel(`Status do pedido ${order.simpleId}`, { exact: true }).selectOption('Preparando');
  await told('Erro ao atualizar status');
  await row.getByRole('button', { name: `Excluir pedido ${order.simpleId}` }).click();
  await page.getByRole('dialog', { name: 'Excluir pedido' }).getByRole('button', { name: 'Excluir' }).click();
  await told('Erro ao excluir pedido');
});

test('wholesale without anything says so in each place @desktop', async ({ page, device, shop }) => {
  const { store } = shop.urls;
  const { products } = (await (await fetch(`${store}/api/wholesale/catalogue`)).json()) as {
    products: { name: string; description: string | null; priceCents: number; image: string | null }[];
  };
  const one = products.find(({ description, image }) => description !== null && image !== null);
  await page.goto(`${store}/atacado`);
  const shown = page.getByRole('listitem').filter({ has: heading(page, one?.name ?? 'none') });
  await expect(shown).toContainText(one?.description ?? 'none');
  await expect(shown).toContainText(((one?.priceCents ?? 0) / 100).toFixed(2).replace('.', ','));
  await expect(shown.locator('img').first()).toBeVisible();
  await page.route('**/api/wholesale/catalogue', (route) =>
    route.fulfill({
      json: {
        categories: [],
        products: [],
        rules: { minimumCents: 0, weekdays: [], leadDays: 1, terms: '' },
      },
    }),
  );
  await page.goto(`${store}/atacado`);
  await expect(page.getByText('Nenhum produto encontrado')).toBeVisible();
  await page.goto(`${store}/atacado/status`);
  await expect(heading(page, 'Consultar Pedidos')).toBeVisible();

  const operator = await device(store, 'WHOLESALE', '/atacado/admin', WIDE);
  await expect(operator.getByRole('tablist', { name: 'Seções do atacado' }).getByRole('tab')).toHaveText([
    /^Pedidos/,
    'Produtos',
    'Categorias',
    'Tamanhos/Sabores',
    'Configurações',
  ]);
  await expect(operator.getByRole('tab', { name: /^Pedidos/ }).first()).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await withAnswer<{ orders: unknown[]; open: number; over: number }>(
    operator,
    '**/api/staff/wholesale/orders?**',
    (list) => Object.assign(list, { orders: [], open: 4, over: 2, more: false }),
  );
  await withAnswer<Record<string, unknown>>(operator, '**/api/staff/catalog', (catalog) =>
    Object.assign(catalog, { wholesaleProducts: [], wholesaleCategories: [] }),
  );
  await operator.reload();
  await expect(operator.getByText('Nenhum pedido pendente')).toBeVisible();
  await expect(operator.getByRole('tab', { name: 'Pendentes (4)' })).toBeVisible();
  await operator.getByRole('tab', { name: 'Finalizados (2)' }).click();
  await expect(operator.getByText('Nenhum pedido finalizado')).toBeVisible();
  await operator.getByRole('tab', { name: 'Produtos' }).click();
  await expect(operator.getByText('Nenhum produto criado')).toBeVisible();
  await operator.getByRole('tab', { name: 'Categorias' }).click();
  await expect(operator.getByText('Nenhuma categoria criada')).toBeVisible();
  await operator.getByRole('tab', { name: 'Tamanhos/Sabores' }).click();
  for (const tab of ['Tamanhos', 'Sabores'])
    await expect(operator.getByRole('tab', { name: tab, exact: true })).toBeVisible();
});

test('a picture that does not get through says so where it was offered @desktop', async ({
  device,
  shop,
}) => {
  const page = await device(shop.urls.store, 'ADMIN', '/admin/configuracoes', WIDE);
  await fails(page, '**/api/staff/images', ['POST']);
  const file = { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('not looked at') };
  const told = (text: string) => expect(notices(page).getByText(text, { exact: true })).toBeVisible();
  await page.locator('input[type=file]').first().setInputFiles(file);
  await told('Erro no upload');
  await page.goto(`${shop.urls.store}/admin/cardapio/produtos`);
  await page.getByRole('button', { name: /^Novo produto/i }).click();
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
  await told('Erro ao fazer upload da imagem');
});

test('a wholesale order says its total and how many items it has, and a step that was taken is told @desktop', async ({
  device,
  shop,
}) => {
  const { store } = shop.urls;
  const placed = await fetch(`${store}/api/wholesale/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      id: uuidv7(),
      customerName: 'Padaria do Teste',
      customerPhone: newPhone(),
      customerAddress: 'Rua das Flores, 9',
      items: [{ id: 'a', productId: 'atacado-casquinhas', quantity: 2 }],
    }),
  });
  expect(placed.status).toBe(201);
  const { order } = (await placed.json()) as { order: { orderNumber: number; totalCents: number } };
  const page = await device(store, 'WHOLESALE', '/atacado/admin', WIDE);
  const card = page.getByRole('listitem').filter({ has: heading(page, `Pedido nº ${order.orderNumber}`) });
  await expect(card).toContainText(`R$ ${(order.totalCents / 100).toFixed(2).replace('.', ',')}`);
  await expect(card).toContainText('1 item · 2 unidades');
  await expect(card).toContainText('2 x Casquinhas (200 un.)');
  await expect(card).toContainText(/\d\d\/\d\d\/\d{4} às \d\d:\d\d/);
  await card.getByRole('button', { name: 'Iniciar Preparo' }).click();
  await expect(notices(page).getByText('Status atualizado', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar o pedido' }).click();
  await page.getByRole('tab', { name: /^Finalizados/ }).click();
  await expect(card).toContainText('Cancelado');
});
