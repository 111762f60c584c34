// Wholesale in the browser: a buyer's way from the catalogue to the status page, the operator's five tabs, what goes wrong on the
// way, and axe on every screen.
import type { BrowserContextOptions } from '@playwright/test';
import { v7 as uuidv7 } from 'uuid';
import { expect, test, type Browser, type Page } from '../support/browser-test.ts';
import { seeToast } from './altered.ts';
import { expectSoundInBoth } from './axe.ts';
import { demoUser } from '../support/staff-session.ts';
import { newPhone } from './customer.ts';
import { asStaff, signedIn } from './staff.ts';

const BUCKET = 'Açaí Cremoso 10 L';
const CONES = 'Casquinhas (200 un.)';

type Listed = { id: string; orderNumber: number; status: string; customerPhone: string; totalCents: number };

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const openCatalogue = async (page: Page, site: string) => {
  await page.goto(`${site}/atacado`);
  await expect(page.getByRole('button', { name: `Adicionar ${CONES}` })).toBeVisible();
};

/** Puts three buckets and one box of cones into the cart, and stands before it. */
async function fillCart(page: Page, site: string): Promise<void> {
  await openCatalogue(page, site);
  await page.getByRole('button', { name: `Adicionar ${BUCKET}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Configurar Produto' });
  await dialog.getByLabel('Sabor').selectOption('Com Guaraná');
  for (let more = 0; more < 2; more += 1)
    await dialog.getByRole('button', { name: `Aumentar ${BUCKET}` }).click();
  await dialog.getByRole('button', { name: /^Adicionar/ }).click();
  await page.getByRole('button', { name: `Adicionar ${CONES}` }).click();
  await page.getByRole('link', { name: 'Carrinho: 4 itens' }).click();
  await expect(page).toHaveURL(/\/atacado\/carrinho$/);
  await expect(heading(page, 'Resumo do Pedido')).toBeVisible();
}

async function giveDetails(page: Page, phone: string, name = 'Padaria Estrela do Norte'): Promise<void> {
  await page.getByLabel('Nome').fill(name);
  await page.getByLabel('Telefone/WhatsApp').fill(phone);
  await page.getByLabel('Endereço').fill('Rua das Flores, 9');
}

const finish = (page: Page) => page.getByRole('button', { name: 'Finalizar Pedido' }).click();

async function ordersOf(host: string, phone: string): Promise<Listed[]> {
  const operator = await asStaff(host, 'WHOLESALE');
  const lists = await Promise.all(
    ['open', 'over'].map(
      (state) =>
        operator('GET', `/api/staff/wholesale/orders?state=${state}`) as Promise<{ orders: Listed[] }>,
    ),
  );
  return lists.flatMap(({ orders }) => orders).filter((order) => order.customerPhone === phone);
}

/** Places an order over HTTP, for tests that begin after it. */
async function order(
  host: string,
  phone: string,
  customerName = 'Padaria Estrela do Norte',
): Promise<number> {
  const response = await fetch(`${host}/api/wholesale/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      id: uuidv7(),
      customerName,
      customerPhone: phone,
      customerAddress: 'Rua das Flores, 9',
      observations: 'Portão azul',
      items: [{ id: 'a', productId: 'atacado-casquinhas', quantity: 2 }],
    }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return ((await response.json()) as { order: { orderNumber: number } }).order.orderNumber;
}

const opened: Page[] = [];
test.afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close();
});

async function openOperator(
  browser: Browser,
  host: string,
  path = '/atacado/admin',
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ isMobile: false, ...options });
  await signedIn(context, host, 'WHOLESALE');
  const page = await context.newPage();
  opened.push(page);
  await page.goto(host + path);
  await expect(heading(page, 'Admin Atacado')).toBeVisible();
  return page;
}

test('a buyer orders on the site, follows the order, and orders the same again @smoke', async ({
  page,
  shop,
}) => {
  const phone = newPhone();
  await fillCart(page, shop.urls.relay);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Carrinho: 4 itens' })).toBeVisible();
  await giveDetails(page, phone);
  await page.getByLabel('CPF/CNPJ').fill('12.abc.345/01de-35');
  await finish(page);
  await expect(page.getByText('Pedido enviado com sucesso!')).toBeVisible();
  await expect(page).toHaveURL(/\/atacado\/status$/);
  await expect(page.getByText('a loja vai ligar para confirmar e combinar o pagamento')).toBeVisible();
  const card = page.getByRole('listitem').filter({ has: heading(page, /^Pedido nº/) });
  await expect(card).toContainText('Pedido Recebido');
  await expect(card).toContainText('Padaria N.');
  await expect(card).toContainText('Total R$ 434,60');
  await expect(page.getByRole('link', { name: 'Carrinho: 0 itens' })).toBeVisible();
  const [placed, ...others] = await ordersOf(shop.urls.store, phone);
  expect([placed?.totalCents, others]).toEqual([43_460, []]);

  await card.getByRole('button', { name: 'Repetir pedido' }).click();
  await expect(heading(page, 'Resumo do Pedido')).toBeVisible();
  await expect(page.getByLabel(`Quantidade de ${BUCKET} 1 balde de 10 L · Com Guaraná`)).toHaveValue('3');
  await expect(page.getByLabel('Nome')).toHaveValue('Padaria Estrela do Norte');
  await page.getByRole('button', { name: 'Esquecer meus dados' }).click();
  await expect(page.getByLabel('Nome')).toHaveValue('');
  await page.reload();
  await expect(page.getByLabel('Telefone/WhatsApp')).toHaveValue('');
});

test('the catalogue filters, counts, and adds directly what has nothing to choose @phone', async ({
  page,
  shop,
}) => {
  const host = shop.urls.store;
  await openCatalogue(page, host);
  const { categories } = (await (await fetch(`${host}/api/wholesale/catalogue`)).json()) as {
    categories: { name: string }[];
  };
  await expect(page.getByRole('group', { name: 'Categorias' }).getByRole('button')).toHaveText([
    'Todos os Produtos',
    ...categories.map(({ name }) => name),
  ]);
  await expect(
    page.getByRole('navigation', { name: 'Atacado' }).getByRole('link', { name: 'Meus pedidos' }),
  ).toHaveAttribute('href', '/atacado/status');
  await expect(page.getByRole('link', { name: 'Carrinho: 0 itens' })).not.toContainText(/\d/);
  await page.getByRole('button', { name: 'Picolés', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 produtos' })).toBeVisible();
  await page.getByRole('button', { name: 'Todos os Produtos' }).click();
  const bucket = page.getByRole('listitem').filter({ has: heading(page, BUCKET) });
  await expect(bucket).toContainText('2 tamanhos');
  await expect(bucket).toContainText('3 sabores');
  await page.getByRole('button', { name: `Adicionar ${BUCKET}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Configurar Produto' });
  await expect(dialog.getByLabel('Tamanho')).toHaveValue('1 balde de 10 L');
  await expect(dialog.getByLabel('Sabor')).toHaveValue('Tradicional');
  await expect(dialog.getByLabel(`Quantidade de ${BUCKET}`)).toHaveValue('1');
  const minus = dialog.getByRole('button', { name: `Diminuir ${BUCKET}` });
  await expect(minus).toBeDisabled();
  await dialog.getByRole('button', { name: `Aumentar ${BUCKET}` }).click();
  await expect(dialog.getByLabel(`Quantidade de ${BUCKET}`)).toHaveValue('2');
  await minus.click();
  await expect(dialog.getByLabel(`Quantidade de ${BUCKET}`)).toHaveValue('1');
  await expect(minus).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: `Adicionar ${CONES}` }).click();
  await page.getByRole('button', { name: `Adicionar ${CONES}` }).click();
  await expect(page.getByRole('listitem').filter({ has: heading(page, CONES) })).toContainText(
    '2 no carrinho',
  );
  // Its badge says the number too.
  await expect(page.getByRole('link', { name: 'Carrinho: 2 itens' })).toContainText('2');
  await page.getByRole('link', { name: 'Carrinho: 2 itens' }).click();
  const quantity = page.getByLabel(`Quantidade de ${CONES}`);
  await expect(quantity).toHaveValue('2');
  await page.getByRole('button', { name: `Aumentar ${CONES}` }).click();
  await expect(quantity).toHaveValue('3');
  await page.getByRole('button', { name: `Diminuir ${CONES}` }).click();
  await expect(quantity).toHaveValue('2');
  for (const [typed, taken] of [
    ['0', '1'],
    ['-4', '1'],
    ['1.5', '1'],
    ['1000000000', '9999'],
  ] as const) {
    await quantity.fill(typed);
    await quantity.blur();
    await expect(quantity).toHaveValue(taken);
  }
  await page.getByRole('button', { name: `Remover ${CONES}` }).click();
  await expect(heading(page, 'Seu carrinho está vazio')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Ver Produtos' }).click();
  await expect(page).toHaveURL(/\/atacado$/);
});

test('two choices of one product are two lines, and each is changed alone @phone', async ({ page, shop }) => {
  await openCatalogue(page, shop.urls.store);
  const dialog = page.getByRole('dialog', { name: 'Configurar Produto' });
  for (const flavor of ['Tradicional', 'Com Guaraná']) {
    await page.getByRole('button', { name: `Adicionar ${BUCKET}` }).click();
    await dialog.getByLabel('Sabor').selectOption(flavor);
    await dialog.getByRole('button', { name: /^Adicionar/ }).click();
  }
  await page.getByRole('link', { name: 'Carrinho: 2 itens' }).click();
  const of = (flavor: string) => `${BUCKET} 1 balde de 10 L · ${flavor}`;
  await page.getByRole('button', { name: `Aumentar ${of('Com Guaraná')}` }).click();
  await expect(page.getByLabel(`Quantidade de ${of('Com Guaraná')}`)).toHaveValue('2');
  await expect(page.getByLabel(`Quantidade de ${of('Tradicional')}`)).toHaveValue('1');
  await expect(page.getByRole('region', { name: 'Resumo do Pedido' })).toContainText(
    '2 produtos3 unidadesTotalR$ 389,70',
  );
  await expect(page.getByRole('listitem').filter({ hasText: 'Com Guaraná' })).toContainText(
    /R\$\s259,80.*R\$\s129,90 cada/,
  );
  await page.reload();
  await page.getByRole('button', { name: `Remover ${of('Tradicional')}` }).click();
  await expect(page.getByLabel(/^Quantidade de/)).toHaveCount(1);
  await expect(page.getByLabel(`Quantidade de ${of('Com Guaraná')}`)).toHaveValue('2');
});

test('the cart names what is missing or wrong, and keeps what was typed', async ({ page, shop }) => {
  await fillCart(page, shop.urls.relay);
  await finish(page);
  const toast = page.getByRole('alert').filter({ hasText: 'Campos obrigatórios' });
  await expect(toast).toContainText(
    'Nome é obrigatório, Telefone/WhatsApp é obrigatório, Endereço é obrigatório',
  );
  // Under the pointer it would stay for ever.
  await toast.hover();
  await giveDetails(page, newPhone());
  await expect(toast).toHaveCount(0);
  await page.getByLabel('CPF/CNPJ').fill('111.111.111-11');
  await finish(page);
  await expect(page.getByText('CPF ou CNPJ inválido. Confira o que foi digitado.').first()).toBeVisible();
  await expect(page.getByLabel('Nome')).toHaveValue('Padaria Estrela do Norte');
  // Another tab empties the cart while this one still shows it.
  await page.evaluate(() => localStorage.removeItem('atacado_cart'));
  await page.getByLabel('CPF/CNPJ').fill('');
  await finish(page);
  await seeToast(page, 'Carrinho vazio', 'Adicione produtos ao carrinho antes de finalizar o pedido.');
});

test('what a buyer has typed is there after a reload, and gone once it is sent @phone', async ({
  page,
  shop,
}) => {
  const phone = newPhone();
  await fillCart(page, shop.urls.relay);
  await giveDetails(page, phone);
  await page.getByLabel('CPF/CNPJ').fill('11222333000181');
  await page.getByLabel('Observações').fill('Portão azul');
  await page.reload();
  await expect(page.getByLabel('Nome')).toHaveValue('Padaria Estrela do Norte');
  await expect(page.getByLabel('CPF/CNPJ')).toHaveValue('11.222.333/0001-81');
  await expect(page.getByLabel('Observações')).toHaveValue('Portão azul');
  await finish(page);
  await expect(page.getByText('Pedido enviado com sucesso!')).toBeVisible();
  await fillCart(page, shop.urls.relay);
  await expect(page.getByLabel('Nome')).toHaveValue('Padaria Estrela do Norte');
  await expect(page.getByLabel('Observações')).toHaveValue('');
});

test('an order that cannot be sent says so and stays in the cart @phone', async ({ page, shop }) => {
  await fillCart(page, shop.urls.relay);
  await giveDetails(page, newPhone());
  await page.route('**/api/wholesale/orders', (route) => route.fulfill({ status: 500, body: '' }));
  await finish(page);
  await expect(page.getByText('Erro ao enviar pedido')).toBeVisible();
  await expect(page.getByText('Ocorreu um erro ao processar seu pedido. Tente novamente.')).toBeVisible();
  await expect(page.getByText(/ele nunca entra duas vezes/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Carrinho: 4 itens' })).toBeVisible();
});

test('a corrupt cart starts empty, and a failed catalogue can be asked for again @phone', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('broken')) return;
    sessionStorage.setItem('broken', '1');
    localStorage.setItem('atacado_cart', '[{"quantity":1.5}]');
  });
  const logged: string[] = [];
  page.on('console', (line) => {
    if (line.type() === 'error') logged.push(line.text());
  });
  let failing = true;
  await page.route('**/api/wholesale/catalogue', (route) =>
    failing ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  // A live connection would bring the catalogue by itself as soon as it can be had.
  await page.route('**/api/live', (route) => route.abort());
  await page.goto(`${shop.urls.relay}/atacado`);
  await expect(page.getByRole('link', { name: 'Carrinho: 0 itens' })).toBeVisible();
  expect(logged).toContain('the stored wholesale cart was corrupt and has been removed');
  await expect(page.getByText('Erro: Erro ao carregar produtos')).toBeVisible();
  failing = false;
  await page.getByRole('button', { name: 'Tentar Novamente' }).click();
  await expect(page.getByRole('button', { name: `Adicionar ${CONES}` })).toBeVisible();
});

test('looking for orders says what is missing, what was not found, and what failed @phone', async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.urls.relay}/atacado/status`);
  await page.getByLabel('Telefone').press('Enter');
  await expect(page.getByText('Telefone obrigatório')).toBeVisible();
  await expect(page.getByText('Digite seu telefone para buscar os pedidos.').first()).toBeVisible();
  // Typed, it is mended: the red message goes, which under the pointer would stay for ever.
  await page.getByText('Telefone obrigatório').hover();
  await page.getByLabel('Telefone').fill(newPhone());
  await expect(page.getByText('Telefone obrigatório')).toHaveCount(0);
  await page.getByLabel('Telefone').press('Enter');
  await expect(heading(page, 'Nenhum pedido encontrado')).toBeVisible();
  await expect(page.getByText('Não encontramos pedidos com este telefone.').first()).toBeVisible();
  await page.route('**/api/wholesale/track', (route) => route.abort());
  await page.getByRole('button', { name: 'Buscar' }).click();
  await seeToast(page, 'Erro', 'Erro ao buscar pedidos. Tente novamente.');
  await page.unroute('**/api/wholesale/track');
  await page.getByRole('button', { name: 'Tentar Novamente' }).click();
  await expect(heading(page, 'Nenhum pedido encontrado')).toBeVisible();
});

test('the sign-in of wholesale says what is wrong, shows no credentials, and leads to the panel @desktop', async ({
  page,
  shop,
}) => {
  const { email, password } = demoUser('WHOLESALE');
  await page.goto(`${shop.urls.relay}/atacado/admin`);
  await expect(page).toHaveURL(/\/atacado\/auth$/);
  await expect(heading(page, 'Admin Atacado')).toBeVisible();
  expect(await page.getByRole('main').textContent()).not.toMatch(/@|acai-atacado|admin123/);
  let asked = 0;
  page.on('request', (one) => {
    if (one.url().endsWith('/api/auth/sign-in/email')) asked += 1;
  });
  for (const [typedEmail, typedPassword] of [
    ['', ''],
    [email, ''],
    [' ', password],
  ] as const) {
    await page.getByLabel('Email').fill(typedEmail);
    await page.getByLabel('Senha').fill(typedPassword);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByText('Por favor, preencha email e senha.').first()).toBeVisible();
  }
  expect(asked).toBe(0);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Senha').fill('não-é-esta');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText('Credenciais inválidas').first()).toBeVisible();
  await page.route('**/api/auth/sign-in/email', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText('Erro interno do servidor').first()).toBeVisible();
  await page.unroute('**/api/auth/sign-in/email');
  await page.route('**/api/auth/sign-in/email', (route) => route.abort());
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText('Erro no login').first()).toBeVisible();
  await expect(page.getByText('Ocorreu um erro inesperado. Tente novamente.').first()).toBeVisible();
  await page.unroute('**/api/auth/sign-in/email');
  await page.getByLabel('Senha').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/atacado\/admin$/);
  await expect(page.getByText('Seu Jorge')).toBeVisible();
  expect(
    await page.evaluate(() => JSON.parse(localStorage.getItem('atacado_user') ?? '{}') as unknown),
  ).toMatchObject({ email, name: 'Seu Jorge', active: true });
  await page.goto(`${shop.urls.relay}/atacado/auth`);
  await expect(page).toHaveURL(/\/atacado\/admin$/);
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/\/atacado\/auth$/);
  expect(await page.evaluate(() => localStorage.getItem('atacado_user'))).toBeNull();
});

test('a new order appears to the operator by itself, is begun, finished, and the buyer sees it', async ({
  page,
  browser,
  shop,
}) => {
  const phone = newPhone();
  // From afar: every call and event goes through the tunnel.
  const operator = await openOperator(browser, shop.urls.relay);
  await expect(operator.getByRole('tab', { name: /^Pendentes \(\d+\)$/ })).toBeVisible();
  const number = await order(shop.urls.store, phone);
  const card = operator.getByRole('listitem').filter({ has: heading(operator, `Pedido nº ${number}`) });
  await expect(card).toContainText('Padaria Estrela do Norte');
  await expect(card).toContainText('Portão azul');
  await expect(card.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute(
    'href',
    new RegExp(`wa\\.me/55${phone}`),
  );
  await card.getByRole('button', { name: 'Imprimir' }).click();
  await expect(operator.getByText(`Pedido nº ${number} foi para a impressora`)).toBeVisible();
  await card.getByRole('button', { name: 'Iniciar Preparo' }).click();
  await expect(operator.getByText('Status do pedido alterado com sucesso.')).toBeVisible();
  await expect(card).toContainText('Em Preparo');
  await card.getByRole('button', { name: 'Finalizar Pedido' }).click();
  await expect(operator.getByRole('tab', { name: /^Finalizados/ })).toHaveAttribute('aria-selected', 'true');
  await expect(card).toContainText('Finalizado');
  await expect(card.getByRole('button', { name: /Iniciar|Finalizar|Cancelar/ })).toHaveCount(0);

  await page.goto(`${shop.urls.relay}/atacado/status`);
  await page.getByLabel('Telefone').fill(phone);
  await page.getByLabel('Telefone').press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: `Pedido nº ${number}` })).toContainText(
    'Finalizado',
  );
});

test('an order is cancelled once asked, and a step that somebody else took is told @desktop', async ({
  browser,
  shop,
}) => {
  const phone = newPhone();
  const number = await order(shop.urls.store, phone);
  const operator = await openOperator(browser, shop.urls.store);
  const card = operator.getByRole('listitem').filter({ has: heading(operator, `Pedido nº ${number}`) });
  await operator.route('**/moves', (route) => route.abort());
  await card.getByRole('button', { name: 'Iniciar Preparo' }).click();
  await expect(operator.getByText(/^Erro ao alterar status do pedido\./).first()).toBeVisible();
  await expect(card.getByRole('alert')).toContainText('Erro ao atualizar status do pedido.');
  await operator.unroute('**/moves');
  await card.getByRole('button', { name: 'Cancelar' }).click();
  const dialog = operator.getByRole('dialog', { name: `Cancelar o pedido nº ${number}?` });
  // The list stays as it was, while somebody else begins the order.
  await operator.route('**/api/staff/wholesale/orders?**', (route) => route.abort());
  const [listed] = await ordersOf(shop.urls.store, phone);
  const other = await asStaff(shop.urls.store, 'WHOLESALE');
  await other('POST', `/api/staff/wholesale/orders/${listed?.id ?? ''}/moves`, { kind: 'start' });
  await expect(operator.getByText('Erro: Erro ao carregar pedidos')).toBeVisible();
  await operator.unroute('**/api/staff/wholesale/orders?**');
  await dialog.getByRole('button', { name: 'Cancelar o pedido' }).click();
  await expect(dialog.getByText(/Outra pessoa mexeu neste pedido/).first()).toBeVisible();
  // The refusal says these words too; the order's own mark has no others.
  await expect(card.getByText('Em Preparo', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar o pedido' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => ordersOf(shop.urls.store, phone)).toMatchObject([{ status: 'CANCELADO' }]);
});

test('the operator keeps products, categories, sizes and flavours @desktop', async ({ browser, ownShop }) => {
  const host = ownShop.urls.store;
  const operator = await openOperator(browser, host, '/atacado/admin/opcoes');
  const dialog = operator.getByRole('dialog');
  const save = () => dialog.getByRole('button', { name: 'Salvar' }).click();

  await operator.getByRole('button', { name: 'Novo Tamanho' }).click();
  await save();
  await expect(dialog.getByText('Nome é obrigatório.').first()).toBeVisible();
  await dialog.getByLabel('Nome').fill('Tambor');
  await save();
  await expect(operator.getByText('Tamanho criado com sucesso.')).toBeVisible();
  await operator.getByRole('button', { name: 'Editar Tambor', exact: true }).click();
  await dialog.getByLabel('Nome').fill('Tambor de 50 L');
  await save();
  await expect(operator.getByText('Tamanho atualizado com sucesso.')).toBeVisible();
  await expect(operator.getByRole('button', { name: 'Editar Tambor', exact: true })).toHaveCount(0);

  await operator.getByRole('tab', { name: 'Categorias' }).click();
  await operator.getByRole('button', { name: 'Nova Categoria' }).click();
  await dialog.getByLabel('Nome').fill('   ');
  await save();
  await expect(dialog.getByText('Nome da categoria é obrigatório.').first()).toBeVisible();
  await expect(operator.getByText('Erro de validação').first()).toBeVisible();
  await dialog.getByLabel('Nome').fill('Tambores');
  await save();
  await expect(operator.getByText('Categoria criada com sucesso.')).toBeVisible();

  await operator.getByRole('tab', { name: 'Produtos' }).click();
  await operator.getByRole('button', { name: 'Novo Produto' }).click();
  await dialog.getByLabel('Nome').fill('Açaí em tambor');
  await dialog.getByLabel('Preço (R$)').fill('0');
  await save();
  await expect(
    dialog.getByText('Nome e preço são obrigatórios e o preço deve ser maior que zero.').first(),
  ).toBeVisible();
  await dialog.getByLabel('Preço (R$)').fill('499,90');
  await dialog.getByLabel('Categoria').selectOption('Tambores');
  await dialog.getByLabel('Tambor de 50 L').check();
  await save();
  await expect(operator.getByText('Produto criado com sucesso.')).toBeVisible();

  // A buyer holds it in the cart while its size is renamed, then switched off.
  const context = await browser.newContext();
  const buyer = await context.newPage();
  opened.push(buyer);
  await buyer.goto(`${host}/atacado`);
  await buyer.getByRole('button', { name: 'Tambores' }).click();
  await buyer.getByRole('button', { name: 'Adicionar Açaí em tambor' }).click();
  await buyer
    .getByRole('dialog')
    .getByRole('button', { name: /^Adicionar/ })
    .click();
  await buyer.getByRole('link', { name: 'Carrinho: 1 item' }).click();
  // The cart's own line: what tells that it was added says the size too, for a while.
  await expect(buyer.getByText('Tambor de 50 L', { exact: true })).toBeVisible();

  await operator.getByRole('tab', { name: 'Tamanhos/Sabores' }).click();
  await operator.getByRole('button', { name: 'Excluir Tambor de 50 L' }).click();
  await expect(dialog).toContainText('Tem certeza que deseja excluir o tamanho "Tambor de 50 L"?');
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await expect(operator.getByText('Tamanho excluído com sucesso.')).toBeVisible();
  await expect(operator.getByRole('button', { name: 'Excluir Tambor de 50 L' })).toHaveCount(0);
  await expect(buyer.getByText('O tamanho Tambor de 50 L não está mais disponível.')).toBeVisible();
  await expect(buyer.getByRole('button', { name: 'Finalizar Pedido' })).toBeDisabled();

  await operator.getByRole('tab', { name: 'Produtos' }).click();
  await operator.getByRole('button', { name: 'Excluir Açaí em tambor' }).click();
  await expect(dialog).toContainText('Tem certeza que deseja excluir o produto "Açaí em tambor"?');
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await expect(operator.getByText('Produto excluído com sucesso.')).toBeVisible();
  const card = operator.getByRole('listitem').filter({ has: heading(operator, 'Açaí em tambor') });
  await expect(card).toContainText('Inativo');
  await expect(card.getByRole('button', { name: /Excluir/ })).toHaveCount(0);
  await expect(buyer.getByText('Este produto não está mais disponível.')).toBeVisible();

  // Dimmed as it stands among the others; what can still be pressed is not.
  const dimmed = (name: string) => heading(operator, name).evaluate((one) => getComputedStyle(one).opacity);
  expect(Number(await dimmed('Açaí em tambor'))).toBeLessThan(1);
  await operator.getByRole('tab', { name: 'Categorias' }).click();
  expect(await dimmed('Tambores')).toBe('1');
  await operator.getByRole('button', { name: 'Excluir Tambores' }).click();
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await expect(operator.getByText('Categoria excluída com sucesso.')).toBeVisible();
  expect(Number(await dimmed('Tambores'))).toBeLessThan(1);
  await operator.getByRole('tab', { name: 'Produtos' }).click();

  await operator.route('**/api/staff/catalog/**', (route) => route.abort());
  await card.getByRole('button', { name: /Editar/ }).click();
  await dialog.getByLabel('Nome').fill('Outro nome');
  await save();
  await expect(operator.getByText(/^Ocorreu um erro ao salvar o produto\./).first()).toBeVisible();
  await expect(dialog.getByLabel('Nome')).toHaveValue('Outro nome');
});

test('each save and each delete that fails says so in its own words, and keeps what was typed @desktop', async ({
  browser,
  shop,
}) => {
  const operator = await openOperator(browser, shop.urls.store, '/atacado/admin/produtos');
  // Nothing of this reaches the shop that all tests share.
  await operator.route('**/api/staff/catalog**', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  const dialog = operator.getByRole('dialog');
  const form = dialog.locator('form');
  const said = (text: string) => operator.getByLabel('Avisos').getByRole('alert').filter({ hasText: text });
  // Of sizes and flavours the page says what the message says.
  const beside = (doing: 'criar' | 'atualizar' | 'excluir', what: string) =>
    what === 'o produto' || what === 'a categoria'
      ? `Erro ao ${doing} ${what.slice(2)}.`
      : `Ocorreu um erro ao ${doing === 'excluir' ? 'excluir' : 'salvar'} ${what}.`;
  for (const { tab, button, name, what } of [
    { tab: 'Produtos', button: 'Novo Produto', name: BUCKET, what: 'o produto' },
    {
      tab: 'Categorias',
      button: 'Nova Categoria',
      name: 'Picolés',
      what: 'a categoria',
    },
    {
      tab: 'Tamanhos',
      button: 'Novo Tamanho',
      name: '1 balde de 10 L',
      what: 'o tamanho',
    },
    { tab: 'Sabores', button: 'Novo Sabor', name: 'Tradicional', what: 'o sabor' },
  ]) {
    if (tab === 'Tamanhos') await operator.getByRole('tab', { name: 'Tamanhos/Sabores' }).click();
    await operator.getByRole('tab', { name: tab, exact: true }).click();
    await operator.getByRole('button', { name: button }).click();
    await dialog.getByLabel('Nome').fill('Novidade');
    if (tab === 'Produtos') await dialog.getByLabel('Preço (R$)').fill('9,90');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(said(`Ocorreu um erro ao salvar ${what}.`)).toBeVisible();
    await expect(form.getByRole('alert')).toContainText(beside('criar', what));
    await expect(dialog.getByLabel('Nome')).toHaveValue('Novidade');
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    // The next form has nothing to do with it.
    await operator.getByRole('button', { name: `Editar ${name}`, exact: true }).click();
    await expect(form.getByRole('alert')).toHaveCount(0);
    await dialog.getByLabel('Nome').fill(`${name} novo`);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(said(`Ocorreu um erro ao salvar ${what}.`)).toBeVisible();
    await expect(form.getByRole('alert')).toContainText(beside('atualizar', what));
    await expect(dialog.getByLabel('Nome')).toHaveValue(`${name} novo`);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();

    await operator.getByRole('button', { name: `Excluir ${name}`, exact: true }).click();
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    // It stays on the page when the toast has gone.
    await expect(
      operator
        .getByRole('tabpanel')
        .last()
        .getByRole('alert')
        .filter({ hasText: beside('excluir', what) }),
    ).toBeVisible();
    await expect(said(`Ocorreu um erro ao excluir ${what}.`)).toBeVisible();
    await expect(operator.getByRole('button', { name: `Excluir ${name}`, exact: true })).toBeVisible();
    await expect(operator.getByText('com sucesso')).toHaveCount(0);
  }
});

test('the field settings decide what the cart asks for @desktop', async ({ browser, ownShop }) => {
  const host = ownShop.urls.store;
  const operator = await openOperator(browser, host, '/atacado/admin/configuracoes');
  const field = (name: string) => operator.getByRole('group', { name });
  await field('Endereço').getByRole('switch', { name: 'Habilitado' }).uncheck();
  await seeToast(operator, 'Configuração atualizada', 'Campo atualizado com sucesso.');
  await expect(field('Endereço').getByRole('switch', { name: 'Obrigatório' })).toBeDisabled();
  const taxId = field('CPF/CNPJ').getByRole('switch', { name: 'Obrigatório' });
  await taxId.check();
  await expect(taxId).toBeChecked();
  // One attribute of one field: what somebody else set of it meanwhile stays.
  for (const required of [false, true]) {
    await expect(taxId).toBeEnabled();
    const asked = operator.waitForRequest('**/api/staff/catalog/wholesaleFields/cpf_cnpj');
    await taxId.setChecked(required);
    expect((await asked).postDataJSON()).toEqual({ required });
  }
  await expect(taxId).toBeEnabled();
  await operator.route('**/api/staff/catalog/**', (route) => route.abort());
  await field('Nome').getByRole('switch', { name: 'Obrigatório' }).click();
  await expect(operator.getByText(/^Erro ao atualizar configuração\./).first()).toBeVisible();

  const context = await browser.newContext();
  const buyer = await context.newPage();
  opened.push(buyer);
  await fillCart(buyer, host);
  await expect(buyer.getByLabel('Endereço')).toHaveCount(0);
  await finish(buyer);
  await expect(buyer.getByRole('alert').filter({ hasText: 'Campos obrigatórios' })).toContainText(
    'Nome é obrigatório, Telefone/WhatsApp é obrigatório, CPF/CNPJ é obrigatório',
  );
});

test('lists that do not load say so and can be asked for again @desktop', async ({ browser, shop }) => {
  const operator = await openOperator(browser, shop.urls.store);
  const panel = operator.url();
  for (const [tab, path, text] of [
    ['Produtos', '**/api/staff/catalog', 'Erro: Erro ao carregar produtos'],
    ['Categorias', '**/api/staff/catalog', 'Erro: Erro ao carregar categorias'],
    ['Tamanhos/Sabores', '**/api/staff/catalog', 'Erro: Erro ao carregar tamanhos'],
    ['Configurações', '**/api/staff/catalog', 'Erro: Erro ao carregar configurações'],
    ['Pedidos', '**/api/staff/wholesale/orders**', 'Erro: Erro ao carregar pedidos'],
  ] as const) {
    // The panel also asks by itself, as when its stream begins: what counts is what was asked after the tap.
    // No page is there to be asked about taps while it is left for the next, so none is left on the way.
    if (tab === 'Pedidos') await operator.goto('about:blank');
    const wasTapped = () => operator.evaluate(() => document.documentElement.hasAttribute('data-tapped'));
    await operator.route(path, async (route) =>
      (await wasTapped()) ? route.continue() : route.fulfill({ status: 500, body: '' }),
    );
    if (tab === 'Pedidos') await operator.goto(panel);
    await operator.getByRole('tab', { name: tab }).click();
    await expect(operator.getByText(text)).toBeVisible();
    await operator.evaluate(() =>
      addEventListener('click', () => document.documentElement.setAttribute('data-tapped', ''), {
        capture: true,
        once: true,
      }),
    );
    await operator.getByRole('button', { name: 'Tentar Novamente' }).click();
    await expect(operator.getByText(text)).toHaveCount(0);
    await operator.unroute(path);
    await operator.evaluate(() => document.documentElement.removeAttribute('data-tapped'));
  }
});

test('only who runs wholesale enters its panel @desktop', async ({ browser, shop }) => {
  const host = shop.urls.store;
  const context = await browser.newContext();
  await signedIn(context, host, 'KITCHEN');
  const page = await context.newPage();
  opened.push(page);
  await page.goto(`${host}/atacado/admin`);
  await expect(heading(page, 'Acesso Negado')).toBeVisible();
  await expect(page.getByText('Você não tem permissão para acessar esta área.')).toBeVisible();
});

test('a buyer who orders while the store restarts is told to wait, and the order arrives once @phone', async ({
  page,
  ownShop,
}) => {
  const phone = newPhone();
  await fillCart(page, ownShop.urls.relay);
  await giveDetails(page, phone);
  await ownShop.kill('store');
  await finish(page);
  await expect(heading(page, 'Aguardando a loja…')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Aguardando a loja…')).toBeVisible();
  await ownShop.start('store');
  await expect(page.getByText('Pedido enviado com sucesso!')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Carrinho: 0 itens' })).toBeVisible();
  expect(await ordersOf(ownShop.urls.store, phone)).toHaveLength(1);
});

test('no wholesale screen breaks a WCAG rule that a machine can see, nor scrolls sideways, in both themes', async ({
  browser,
  shop,
  viewport,
}) => {
  const phone = newPhone();
  await order(shop.urls.store, phone);
  const options = { reducedMotion: 'reduce', viewport } as const;
  const check = async (page: Page, what: string) => {
    await expect(page.getByLabel('Carregando')).toHaveCount(0);
    await expectSoundInBoth(page, what);
  };
  const context = await browser.newContext(options);
  const buyer = await context.newPage();
  opened.push(buyer);
  await openCatalogue(buyer, shop.urls.relay);
  await check(buyer, 'catalogue');
  await buyer.getByRole('button', { name: `Adicionar ${BUCKET}` }).click();
  await check(buyer, 'dialog');
  await buyer.getByRole('button', { name: 'Cancelar' }).click();
  await fillCart(buyer, shop.urls.relay);
  await finish(buyer);
  await expect(buyer.getByText('Nome é obrigatório', { exact: true })).toBeVisible();
  await check(buyer, 'cart');
  await buyer.goto(`${shop.urls.relay}/atacado/status`);
  await buyer.getByLabel('Telefone').fill(phone);
  await buyer.getByLabel('Telefone').press('Enter');
  await expect(buyer.getByText('1 pedido encontrado')).toBeVisible();
  await check(buyer, 'status');
  await buyer.goto(`${shop.urls.relay}/atacado/auth`);
  await expect(heading(buyer, 'Admin Atacado')).toBeVisible();
  await check(buyer, 'auth');

  const operator = await openOperator(browser, shop.urls.store, '/atacado/admin', options);
  await expect(operator.getByRole('button', { name: 'Iniciar Preparo' }).first()).toBeVisible();
  await check(operator, 'Pedidos');
  for (const tab of ['Categorias', 'Tamanhos/Sabores', 'Configurações', 'Produtos']) {
    await operator.getByRole('tab', { name: tab }).click();
    await check(operator, tab);
  }
  await operator.getByRole('button', { name: `Editar ${BUCKET}` }).click();
  await check(operator, 'product form');
});

test('minimum, prices by volume and day of delivery hold for the buyer; the operator sees who paid and what sold @desktop', async ({
  browser,
  page,
  ownShop,
}) => {
  const host = ownShop.urls.store;
  const admin = await asStaff(host, 'ADMIN');
  await admin('PATCH', '/api/staff/settings', {
    wholesaleMinimumCents: 40_000,
    wholesaleDeliveryWeekdays: [0, 1, 2, 3, 4, 5, 6],
    wholesaleLeadDays: 1,
    wholesaleTerms: '14 dias',
  });
  await openCatalogue(page, host);
  await expect(page.getByText('Pedido mínimo de R$ 400,00 · Pagamento: 14 dias')).toBeVisible();
  const product = page.getByRole('listitem').filter({ has: heading(page, CONES) });
  await expect(product).toContainText('a partir de 10 un.: R$ 39,90');
  await page.getByRole('button', { name: `Adicionar ${CONES}` }).click();
  await page.getByRole('link', { name: 'Carrinho: 1 item' }).click();
  await expect(page.getByText('Mais 9 un. e cada sai por R$ 39,90')).toBeVisible();
  await expect(page.getByText('Faltam R$ 355,10 para o pedido mínimo')).toBeVisible();
  const send = page.getByRole('button', { name: 'Finalizar Pedido' });
  await expect(send).toBeDisabled();
  await page.getByLabel(`Quantidade de ${CONES}`).fill('10');
  await expect(page.getByText('Faltam R$ 1,00 para o pedido mínimo')).toBeVisible();
  await page.getByLabel(`Quantidade de ${CONES}`).fill('11');
  await expect(page.getByText('para o pedido mínimo')).toHaveCount(0);
  await expect(send).toBeEnabled();
  await expect(page.getByRole('listitem').filter({ has: heading(page, CONES) })).toContainText(
    /R\$\s438,90.*R\$\s39,90 cada em vez de R\$\s44,90/,
  );
  await giveDetails(page, newPhone());
  const day = page.getByLabel('Data de entrega desejada');
  await day.selectOption({ index: 3 });
  const wished = await day.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.text ?? '');
  await page.reload();
  await expect(day.locator('option:checked')).toHaveText(wished);
  await expectSoundInBoth(page, 'cart with terms');
  await finish(page);
  const placed = page.getByRole('listitem').filter({ has: heading(page, 'Pedido nº 1') });
  await expect(placed).toContainText(`Entrega desejada: ${wished} · Pagamento: 14 dias`);
  await expect(placed).toContainText('Total R$ 438,90');
  await expect(placed).not.toContainText('Pago');

  const operator = await openOperator(browser, host);
  const card = operator.getByRole('listitem').filter({ has: heading(operator, 'Pedido nº 1') });
  await expect(card).toContainText(wished);
  await expect(card).toContainText('EndereçoRua das Flores, 9');
  await expect(card).toContainText('A receber');
  await card.getByRole('button', { name: 'Marcar como pago o pedido nº 1' }).click();
  const dialog = operator.getByRole('dialog', { name: 'Pagamento do pedido nº 1' });
  await dialog.getByLabel('Forma de pagamento').selectOption('Boleto');
  await dialog.getByRole('button', { name: 'Marcar como pago' }).click();
  await expect(card).toContainText(/Pago · Boleto, \d\d\/\d\d\/\d{4}/);
  await card.getByRole('button', { name: 'Desfazer o pagamento do pedido nº 1' }).click();
  await expect(card).toContainText('A receber');

  await operator.getByRole('link', { name: 'Clientes' }).click();
  await operator.getByRole('button', { name: 'Só com valor a receber' }).click();
  await expect(operator.getByText('1 cliente · R$ 438,90 a receber')).toBeVisible();
  await expectSoundInBoth(operator, 'buyers');
  await operator.getByRole('link', { name: 'Padaria Estrela do Norte' }).click();
  await expect(operator.getByText('Total comprado')).toBeVisible();
  await expect(heading(operator, 'Pedido nº 1')).toBeVisible();
  await operator.getByRole('link', { name: 'Todos os clientes' }).click();
  await operator.getByRole('link', { name: 'Pedidos' }).click();
  await operator.getByRole('link', { name: 'Relatórios' }).click();
  for (const [name, value] of [
    ['Vendido', 'R$ 438,90'],
    ['Recebido', 'R$ 0,00'],
    ['A receber', 'R$ 438,90'],
  ] as const)
    await expect(operator.getByText(name, { exact: true }).first().locator('..')).toContainText(value);
  await expect(operator.getByRole('row', { name: `${CONES} 11 R$ 438,90` })).toBeVisible();
  await expectSoundInBoth(operator, 'wholesale report');
});

test('the owner sets what holds for every order, and prices by volume of a product @desktop', async ({
  browser,
  ownShop,
}) => {
  const host = ownShop.urls.store;
  const context = await browser.newContext({ isMobile: false });
  await signedIn(context, host, 'ADMIN');
  const owner = await context.newPage();
  opened.push(owner);
  await owner.goto(`${host}/admin/relatorios`);
  await owner
    .getByRole('navigation', { name: 'Atacado' })
    .getByRole('link', { name: 'Pedido mínimo e entrega' })
    .click();
  await owner.getByLabel('Pedido mínimo (R$)').fill('150');
  await owner.getByRole('button', { name: 'quinta' }).click();
  await owner.getByLabel('Condição de pagamento').fill('À vista');
  await owner.getByLabel('Prazo (dias depois do pedido)').fill('31');
  await owner.getByRole('button', { name: 'Salvar condições' }).click();
  await expect(owner.getByText('Use dias de 0 a 30.').first()).toBeVisible();
  await owner.getByLabel('Prazo (dias depois do pedido)').fill('2');
  await owner.getByRole('button', { name: 'Salvar condições' }).click();
  await expect(owner.getByText('Condições do atacado salvas')).toBeVisible();
  const { rules } = (await (await fetch(`${host}/api/wholesale/catalogue`)).json()) as { rules: unknown };
  expect(rules).toEqual({ minimumCents: 15_000, weekdays: [4], leadDays: 2, terms: 'À vista' });
  await expectSoundInBoth(owner, 'wholesale terms');

  await owner.getByRole('tab', { name: 'Produtos' }).click();
  const card = owner.getByRole('listitem').filter({ has: heading(owner, 'Granola Crocante 5 kg') });
  await card.getByRole('button', { name: /Editar/ }).click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Adicionar faixa' }).click();
  await dialog.getByLabel('A partir de (un.)').fill('4');
  await dialog.getByLabel('Preço (R$)').last().fill('95');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText(/cada faixa deve ser mais barata/).first()).toBeVisible();
  await dialog.getByLabel('Preço (R$)').last().fill('79,90');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(card).toContainText('1 preço por volume');
});

test('the owner finds the wholesale customers from the panel: who owes, and all that one of them ordered @desktop', async ({
  browser,
  ownShop,
}) => {
  const host = ownShop.urls.store;
  const [star, other] = [newPhone(), newPhone()];
  const [first, second] = [await order(host, star), await order(host, star)];
  const third = await order(host, other, 'Mercearia do Bairro');
  const placed = (await ordersOf(host, star)).find(({ orderNumber }) => orderNumber === first);
  const operator = await asStaff(host, 'WHOLESALE');
  await operator('POST', `/api/staff/wholesale/orders/${placed?.id ?? ''}/payment`, {
    paid: { onDate: '2026-01-02', method: 'pix' },
  });
  const context = await browser.newContext({ isMobile: false });
  await signedIn(context, host, 'ADMIN');
  const owner = await context.newPage();
  opened.push(owner);
  await owner.goto(`${host}/admin`);
  await owner.getByRole('tab', { name: 'Relatórios' }).click();
  await owner.getByRole('navigation', { name: 'Atacado' }).getByRole('link', { name: 'Clientes' }).click();
  await expect(heading(owner, 'Clientes')).toBeVisible();
  const customers = owner.getByRole('listitem').filter({ has: owner.getByRole('heading', { level: 3 }) });
  await expect(customers).toHaveCount(2);
  const bakery = customers.filter({ hasText: 'Padaria Estrela do Norte' });
  // Two orders of two boxes at R$ 44,90 each.
  await expect(bakery).toContainText(/2 pedidos.*R\$\s179,60A receber R\$\s89,80/);
  await owner.getByLabel('Buscar por nome, telefone ou CNPJ').fill(other);
  await expect(customers).toHaveCount(1);
  await expect(customers).toContainText('Mercearia do Bairro');
  await owner.getByLabel('Buscar por nome, telefone ou CNPJ').fill('estrela');
  await expectSoundInBoth(owner, 'customers as the owner sees them');

  await bakery.getByRole('link', { name: 'Padaria Estrela do Norte' }).click();
  await expect(owner.getByText('Total comprado')).toBeVisible();
  await expect(owner.getByText('A receber', { exact: true }).first().locator('..')).toContainText(
    'R$ 89,80em 1 pedido',
  );
  for (const number of [first, second]) await expect(heading(owner, `Pedido nº ${number}`)).toBeVisible();
  await expect(heading(owner, `Pedido nº ${third}`)).toHaveCount(0);
  await expectSoundInBoth(owner, 'the history of a customer');
  await owner.getByRole('link', { name: 'Todos os clientes' }).click();
  await expect(customers).toHaveCount(2);
});
