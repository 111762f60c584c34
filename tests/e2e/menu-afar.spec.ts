// A price that is put in from afar while the store is away: not called saved before the store has it, and never over another one that was
// put in at the shop meanwhile.
import { expect, test } from '../support/browser-test.ts';
import { expectSoundInBoth } from './axe.ts';
import { asStaff, openScreens, signIn } from './staff.ts';

const WIDE = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const;
const SIZE = 'Grande 700 ml';
const open = openScreens();

type Size = { id: string; name: string; priceCents: number };
type Admin = Awaited<ReturnType<typeof asStaff>>;
const sizeOf = async (admin: Admin): Promise<Size> => {
  const { sizes } = (await admin('GET', '/api/staff/catalog')) as { sizes: Size[] };
  return sizes.find(({ name }) => name === SIZE)!;
};

test('a price from afar waits for the store; where the store has another one by then, both are shown in both places and one is chosen @desktop', async ({
  page,
  browser,
  ownShop,
}) => {
  const { urls } = ownShop;
  const admin = await asStaff(urls.store, 'ADMIN');
  const { id } = await sizeOf(admin);
  await signIn(page, urls.relay, 'ADMIN');
  await page.goto(`${urls.relay}/admin/cardapio/tamanhos`);
  const price = page.getByLabel(`Preço de ${SIZE}`);
  const row = page.getByRole('row').filter({ hasText: SIZE });
  const banner = page.getByText('A loja está sem conexão.', { exact: false });
  await expect(price).toBeVisible();

  await ownShop.kill('store', 'SIGTERM');
  await expect(banner).toBeVisible();
  await price.fill('31,90');
  await price.press('Tab');
  await expect(row).toContainText('aguardando a loja');
  await expect(row).not.toContainText('✓ salvo');
  await ownShop.start('store');
  await ownShop.joined();
  await expect(banner).toHaveCount(0);
  await expect(row).toContainText('✓ salvo');
  expect(await sizeOf(admin)).toMatchObject({ priceCents: 3190 });

  // The internet goes, and the shop goes on: somebody there puts in another price.
  ownShop.cable.pull();
  await expect(banner).toBeVisible();
  await price.fill('33,90');
  await price.press('Tab');
  await expect(row).toContainText('aguardando a loja');
  await admin('PATCH', `/api/staff/catalog/sizes/${id}`, { priceCents: 3250 });
  ownShop.cable.plug();
  await ownShop.joined();

  const atTheShop = await open(browser, urls.store, 'ADMIN', '/admin/cardapio/tamanhos', WIDE);
  const words = `${SIZE} está a R$ 32,50 na loja. Dona Lúcia viu R$ 31,90 e pôs R$ 33,90.`;
  for (const screen of [page, atTheShop]) await expect(screen.getByText(words)).toBeVisible();
  await expect(row).not.toContainText('✓ salvo');
  await expect(price).toHaveValue('32,50');
  await expectSoundInBoth(atTheShop, 'two prices to choose from');
  await atTheShop.getByRole('button', { name: `Mudar ${SIZE} para R$ 33,90` }).click();
  for (const screen of [page, atTheShop]) await expect(screen.getByText(words)).toHaveCount(0);
  await expect(price).toHaveValue('33,90');
  const { rows } = (await admin('GET', '/api/staff/audit?subject=menu')) as { rows: { text: string }[] };
  expect(rows.map(({ text }) => text).slice(0, 2)).toEqual([
    `escolheu para o tamanho ${SIZE} o preço que Dona Lúcia pôs com a loja sem conexão: de R$ 32,50 para R$ 33,90`,
    `quis mudar o tamanho ${SIZE}: o preço de R$ 31,90 para R$ 33,90; ficou R$ 32,50, que a loja tinha posto, com a loja sem conexão`,
  ]);
});

test('a price from afar over a line that died without a word waits for the store, and is saved once it is heard again @desktop', async ({
  page,
  ownShop,
}) => {
  const { urls } = ownShop;
  const admin = await asStaff(urls.store, 'ADMIN');
  await signIn(page, urls.relay, 'ADMIN');
  await page.goto(`${urls.relay}/admin/cardapio/tamanhos`);
  const price = page.getByLabel(`Preço de ${SIZE}`);
  const row = page.getByRole('row').filter({ hasText: SIZE });
  await expect(price).toBeVisible();
  // The page has all that it asked for: a picture that is on its way would be another fault.
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));

  ownShop.cable.stall();
  const answered = page.waitForResponse((response) => response.request().method() === 'PATCH', {
    timeout: 60_000,
  });
  await price.fill('32,90');
  await price.press('Tab');
  expect((await answered).ok()).toBe(true);
  await expect(page.getByText('A loja está sem conexão.', { exact: false })).toBeVisible();
  await expect(row).toContainText('aguardando a loja');
  await expect(row).not.toContainText('✓ salvo');
  await expect(row).not.toContainText('inválido');
  ownShop.cable.plug();
  await expect(row).toContainText('✓ salvo');
  await expect(price).toHaveValue('32,90');
  expect(await sizeOf(admin)).toMatchObject({ priceCents: 3290 });
});
