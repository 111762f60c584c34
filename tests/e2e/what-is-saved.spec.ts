// What an owner saves in the editor is bought: asked first what it is, found in the wizard, sold at the counter, named on the slip.
import { expect, type Page } from '../support/browser-test.ts';
import { COUNTER, openDrawer } from './counter.ts';
import { papers } from './outside.ts';
import { test } from './staff.ts';

const made = Date.now().toString(36);
const KINDS = [
  { is: 'Bebida ou produto pronto', name: `Coca-Cola ${made}`, shelf: 'Bebidas e produtos' },
  { is: 'Taça pronta: vem como descrita', name: `Taça pronta ${made}`, shelf: 'Taças' },
  { is: 'Taça à escolha: o cliente monta', name: `Taça livre ${made}`, shelf: 'Taças' },
] as const;
type Kind = (typeof KINDS)[number];
const isBuilt = ({ is }: Kind): boolean => is === 'Taça à escolha: o cliente monta';

const card = (page: Page, name: string) => page.locator('label').filter({ hasText: name }).first();
/** A tap on the last choice of a step leads on by itself. */
async function go(page: Page, ...choices: string[]): Promise<void> {
  for (const choice of choices) await card(page, choice).click();
}

async function save(admin: Page, { is, name }: Kind): Promise<void> {
  await admin.getByRole('button', { name: 'Novo produto' }).click();
  const form = admin.getByRole('dialog', { name: 'Novo produto' });
  await form.getByLabel('Nome').fill(name);
  await form.getByLabel(/Preço/).fill('12,50');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(form.getByText('O campo "O que é?" é obrigatório.')).toBeVisible();
  await form.getByLabel('O que é?').selectOption(is);
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(admin.getByRole('row').filter({ hasText: name })).toBeVisible();
}

async function buyInWizard(page: Page, host: string, kind: Kind): Promise<void> {
  await page.goto(`${host}/pedido`);
  if (kind.shelf !== 'Taças') await page.getByRole('button', { name: `Adicionar ${kind.name}` }).click();
  else if (isBuilt(kind)) await go(page, 'Taça Montada', kind.name, 'Açaí Tradicional', 'Flocos');
  else await go(page, 'Taça Montada', 'Outras taças', kind.name);
  if (kind.shelf === 'Taças') await page.getByRole('button', { name: 'Finalizar Pedido' }).click();
  else await page.goto(`${host}/carrinho`);
  await expect(page.getByRole('heading', { name: kind.name })).toBeVisible();
}

async function sell(counter: Page, kind: Kind): Promise<void> {
  const tap = (name: string | RegExp) => counter.getByRole('button', { name }).first().click();
  await tap(kind.shelf);
  await tap(new RegExp(`^${kind.name}`));
  if (isBuilt(kind)) {
    await tap(/^Açaí Tradicional/);
    await tap(/^Flocos/);
    await tap(new RegExp(`^${kind.name}`));
  }
  await tap('Dinheiro');
  await tap(/^Exato/);
  await expect(counter.getByRole('dialog', { name: 'Pago' })).toBeVisible();
  await tap('Nova venda');
}

test('what is saved in the editor is bought in the wizard, at the counter and on paper @desktop', async ({
  device,
  page,
  ownShop: { urls },
}) => {
  const admin = await device(urls.store, 'ADMIN', '/admin/cardapio/produtos', {
    viewport: { width: 1280, height: 900 },
  });
  for (const kind of KINDS) await save(admin, kind);
  await openDrawer(urls.store);
  const counter = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  for (const kind of KINDS) {
    await buyInWizard(page, urls.store, kind);
    await sell(counter, kind);
    await expect.poll(() => papers(urls.printerPage, kind.name)).toHaveLength(1);
  }
});
