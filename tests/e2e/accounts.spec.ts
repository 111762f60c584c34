// Accounts as people meet them: asked for, refused in words, waiting for the owner, asked for a better password; and where one is
// signed in, with the question about a device where one had never been.
import { expect, type Page } from '../support/browser-test.ts';
import { startShop, type TestShop } from '../support/shop.ts';
import { seeToast } from './altered.ts';
import { expectAccessible, expectApart } from './axe.ts';
import { test as base } from './staff.ts';

/** A shop whose owner nobody knows beforehand: a demo's passwords are everybody's, and its new devices no news. */
const test = base.extend<{ realShop: TestShop }>({
  realShop: [
    async ({ browserName: _ }, use) => {
      const shop = await startShop({ demo: false, paired: false });
      await use(shop);
      await shop.stop();
    },
    { timeout: 300_000 },
  ],
});

const PHONE = { viewport: { width: 360, height: 740 } };

const failed = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
const enter = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Senha').fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
};

test('[57] an account is asked for, refused in words, waits, and counts once its password is good enough for its role @phone', async ({
  page,
  device,
  ownShop,
}) => {
  const { store } = ownShop.urls;
  await page.goto(`${store}/auth`);
  await page.getByRole('button', { name: 'Não tem conta? Criar conta' }).click();
  await expect(page.getByText('Para trabalhar na loja: pelo menos 10 caracteres.')).toBeVisible();
  await page.getByLabel('Nome completo').fill('Carla da Silva');
  await page.getByLabel('Email').fill('carla@loja.com');
  const ask = async (password: string) => {
    await page.getByLabel('Senha').fill(password);
    await page.getByRole('button', { name: 'Criar conta', exact: true }).click();
  };
  await ask('12345');
  await expect(failed(page, 'A senha deve ter pelo menos 6 caracteres.')).toBeVisible();
  await ask('123456');
  await expect(failed(page, 'Esta senha é fácil de adivinhar')).toBeVisible();
  await expectAccessible(page);
  await ask('x'.repeat(129));
  await expect(failed(page, 'A senha pode ter no máximo 128 caracteres.')).toBeVisible();
  await page.getByLabel('Nome completo').fill('Carla '.repeat(20));
  await ask('melroxo7');
  await expect(failed(page, 'O nome pode ter no máximo 80 caracteres.')).toBeVisible();
  await page.getByLabel('Nome completo').fill('Carla da Silva');
  await ask('melroxo7');
  await expect(page.getByRole('status').filter({ hasText: 'Conta criada!' }).first()).toBeVisible();
  await expectAccessible(page);

  // It waits: no screen opens, and one thing is said.
  await page.getByLabel('Senha').fill('melroxo7');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  const waits = page.getByRole('main').getByRole('status');
  await expect(waits).toContainText('Olá, Carla da Silva. Sua conta ainda não foi liberada');
  await expect(waits).toHaveCount(1);
  await expectAccessible(page);
  await page.goto(`${store}/balcao`);
  await expect(page.getByRole('heading', { name: 'Acesso Negado' })).toBeVisible();
  await expect(page.getByText('Sua conta ainda não foi liberada. Peça ao administrador.')).toBeVisible();

  // The owner's list on a phone of their own: every name and every role whole.
  const owner = await device(store, 'ADMIN', '/admin/configuracoes/usuarios', PHONE);
  await expect(owner.getByText('1 conta espera por você')).toBeVisible();
  const role = owner.getByLabel('Função de Carla da Silva');
  await role.selectOption('ADMIN');
  await seeToast(owner, 'Perfil atualizado com sucesso', 'pelo menos 12 caracteres');
  await expect(owner.getByText('falta senha nova')).toBeVisible();
  const table = owner.getByRole('table');
  await expectApart(owner, table);
  expect(await table.evaluate((of) => of.scrollWidth - of.parentElement!.clientWidth)).toBe(0);
  // A screen so tall that nothing lies under the bar at the bottom, where it would count as too small to hit.
  await owner.setViewportSize({ ...PHONE.viewport, height: 2000 });
  await expectAccessible(owner);

  // At the next sign-in the password is asked for, before anything else.
  await page.goto(`${store}/auth`);
  await enter(page, 'carla@loja.com', 'melroxo7');
  await expect(page.getByRole('heading', { name: 'Escolha uma senha nova' })).toBeVisible();
  await expect(
    page.getByText(/Quem entra como Administrador precisa de uma senha com pelo menos 12/),
  ).toBeVisible();
  const change = async (chosen: string) => {
    await page.getByLabel('Senha atual').fill('melroxo7');
    await page.getByLabel('Senha nova').fill(chosen);
    await page.getByRole('button', { name: 'Trocar a senha' }).click();
  };
  await change('mel-roxo-99');
  await expect(
    failed(page, 'Para administrar a loja, a senha precisa de pelo menos 12 caracteres.'),
  ).toBeVisible();
  await change('123456789012');
  await expect(failed(page, 'Esta senha é fácil de adivinhar').first()).toBeVisible();
  await expectAccessible(page);
  await change('três palavras soltas');
  await expect(page).toHaveURL(/\/admin$/);
  await owner.reload();
  await expect(role).toHaveValue('ADMIN');
  await expect(owner.getByText('falta senha nova')).toHaveCount(0);

  // The owner shuts the door: a stranger reads whom to ask, and there is nothing to fill in.
  const open = owner.getByRole('switch', { name: 'Pessoas podem criar a própria conta' });
  await open.click();
  await expect(open).not.toBeChecked();
  const stranger = await page.context().browser()!.newContext(PHONE);
  const door = await stranger.newPage();
  await door.goto(`${store}/auth`);
  await door.getByRole('button', { name: 'Não tem conta? Criar conta' }).click();
  await expect(door.getByText('Esta loja não aceita contas novas por aqui.')).toBeVisible();
  await expect(door.getByLabel('Senha')).toHaveCount(0);
  await expectAccessible(door);
  await door.getByRole('button', { name: 'Já tem conta? Entrar' }).click();
  await expect(door.getByLabel('Senha')).toBeVisible();
  await stranger.close();
});

test('[56] a sign-in on a new device is asked about on the one before, and ends from there, alone or with all others @phone', async ({
  page,
  realShop: shop,
}) => {
  const { store } = shop.urls;
  const owner = { email: 'ana@loja.com', password: 'segredo-da-ana' };
  await page.goto(store);
  await page
    .getByLabel('Código de instalação')
    .fill(/Código de instalação: (\S+)/.exec(shop.log('store').join('\n'))?.[1] ?? '');
  await page.getByLabel('Nome completo').fill('Ana Souza');
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Senha').fill(owner.password);
  await page.getByRole('button', { name: 'Criar a conta e começar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Como se chama a loja?' })).toBeVisible();

  // Somebody who knows the password, elsewhere: that device is not asked, for it would say yes.
  const elsewhere = async () => {
    const other = await (await page.context().browser()!.newContext()).newPage();
    await other.goto(`${store}/auth`);
    await enter(other, owner.email, owner.password);
    await expect(other).toHaveURL(/\/admin/);
    await expect(other.getByText('Admin Master')).toBeVisible();
    return other;
  };
  const other = await elsewhere();
  const question = (of: Page) => of.getByRole('dialog', { name: 'Foi você que entrou?' });
  await expect(question(other)).toHaveCount(0);
  await page.goto(`${store}/admin`);
  await expect(question(page)).toContainText(
    /alguém entrou com a sua conta num aparelho novo: .+, na rede da loja/,
  );
  await expectAccessible(page);

  await question(page).getByRole('button', { name: 'Não fui eu' }).click();
  const list = page.getByRole('dialog', { name: 'Meus acessos' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('listitem').filter({ hasText: 'este aparelho' })).toHaveCount(1);
  const stranger = list.getByRole('listitem').filter({ hasText: 'novo' });
  // Alike by name: the hour tells them apart.
  await expect(stranger).toContainText(/desde \d\d\/\d\d, \d\d:\d\d, visto em/);
  await expectAccessible(page);
  await expectApart(page, list);
  await stranger.getByRole('button', { name: /^Sair deste/ }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await other.reload();
  await expect(other).toHaveURL(/\/auth$/);

  // The next one is the owner's own: said once, not asked again.
  const own = await elsewhere();
  await page.reload();
  await question(page).getByRole('button', { name: 'Fui eu', exact: true }).click();
  await expect(question(page)).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'Meus acessos' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByText('novo', { exact: true })).toHaveCount(0);
  await list.getByRole('button', { name: 'Sair de todos' }).click();
  await expect(page.getByRole('dialog', { name: 'Sua sessão terminou' })).toBeVisible();
  await own.reload();
  await expect(own).toHaveURL(/\/auth$/);
  for (const one of [other, own]) await one.context().close();
});
