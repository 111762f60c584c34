// Many entries of the menu at once: selected, moved, switched, found, copied, and typed one after the other.
import { readFile } from 'node:fs/promises';
import { v7 as uuidv7 } from 'uuid';
import { expect, test, type Page } from '../support/browser-test.ts';
import { expectSoundInBoth, hiddenWidth } from './axe.ts';
import { asStaff, openScreens } from './staff.ts';

const WIDE = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const;
const TABLE = '/admin/cardapio/complementos';
const open = openScreens();

type Topping = { id: string; name: string; category: string; priceCents: number; active: boolean };
type Admin = Awaited<ReturnType<typeof asStaff>>;
const toppingsOf = async (admin: Admin): Promise<Topping[]> =>
  ((await admin('GET', '/api/staff/catalog')) as { toppings: Topping[] }).toppings;
const auditOf = async (admin: Admin): Promise<string[]> =>
  ((await admin('GET', '/api/staff/audit?subject=menu')) as { rows: { text: string }[] }).rows.map(
    ({ text }) => text,
  );

let made = 0;
/** Entries of a name that no other test has, in the shop that all share; they are switched off at the end. */
async function threeToppings(admin: Admin) {
  const word = `Lote${Date.now().toString(36)}${(made += 1)}`;
  const entries = ['Um', 'Dois', 'Três'].map((name, index) => ({
    kind: 'toppings',
    id: uuidv7(),
    fields: { name: `${word} ${name}`, category: index === 0 ? 'caldas' : 'frutas', priceCents: 200 },
  }));
  await admin('PATCH', '/api/staff/catalog', { entries });
  const names = entries.map(({ fields }) => fields.name);
  const ids = new Set(entries.map(({ id }) => id));
  return {
    word,
    names: names as [string, string, string],
    ids: entries.map(({ id }) => id) as [string, string, string],
    stored: async () =>
      (await toppingsOf(admin)).filter(({ id }) => ids.has(id)).map(({ priceCents }) => priceCents),
    done: () =>
      admin('PATCH', '/api/staff/catalog', {
        entries: entries.map(({ kind, id }) => ({ kind, id, fields: { active: false } })),
      }),
  };
}

/** Counts what a person does: one for each thing pressed, one for each field typed into. */
function counting() {
  let actions = 0;
  return {
    did: async (work: Promise<void>) => {
      actions += 1;
      await work;
    },
    total: () => actions,
  };
}

const search = (page: Page) => page.getByRole('searchbox', { name: 'Procurar em Complementos' });
const price = (page: Page, name: string) => page.getByLabel(`Preço de ${name}`, { exact: true });

test('28 toppings and R$ 0,50 on each: five actions at most, shown before, one line of the audit, and taken back by one @desktop', async ({
  browser,
  ownShop,
}) => {
  const host = ownShop.urls.store;
  const admin = await asStaff(host, 'ADMIN');
  const missing = 28 - (await toppingsOf(admin)).filter(({ active }) => active).length;
  if (missing > 0)
    await admin('PATCH', '/api/staff/catalog', {
      entries: Array.from({ length: missing }, (_, index) => ({
        kind: 'toppings',
        id: uuidv7(),
        fields: { name: `Mais um ${index}`, category: 'frutas', priceCents: 100 + index },
      })),
    });
  const before = (await toppingsOf(admin)).filter(({ active }) => active);
  expect(before).toHaveLength(28);

  const page = await open(browser, host, 'ADMIN', TABLE, WIDE);
  const { did, total } = counting();
  await did(page.getByLabel('Selecionar todos (28)').check());
  await did(page.getByRole('button', { name: 'Mudar preços' }).click());
  const dialog = page.getByRole('dialog', { name: 'Mudar 28 preços' });
  // The amount has the focus already.
  await expect(dialog.getByLabel('Quanto')).toBeFocused();
  await did(page.keyboard.type('0,50'));
  const [first] = before;
  await expect(dialog.getByRole('row').nth(1)).toContainText(
    `R$ ${(first!.priceCents / 100).toFixed(2).replace('.', ',')}`,
  );
  await expect(dialog.getByRole('row').nth(1)).toContainText(first!.name);
  await expect(dialog.getByRole('row')).toHaveCount(29);
  await did(dialog.getByRole('button', { name: 'Aplicar a 28 preços' }).click());
  await expect(page.getByText('✓ 28 preços mudados')).toBeVisible();
  expect(total()).toBeLessThanOrEqual(5);
  expect(
    (await toppingsOf(admin)).filter(({ active }) => active).map(({ priceCents }) => priceCents),
  ).toEqual(before.map(({ priceCents }) => priceCents + 50));
  expect((await auditOf(admin))[0]).toMatch(/^mudou 28 complementos de uma vez: /);

  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByText('✓ Desfeito: 28 preços mudados')).toBeVisible();
  expect((await toppingsOf(admin)).filter(({ active }) => active)).toEqual(before);
  await expect(page.getByRole('button', { name: 'Desfazer' })).toHaveCount(0);
});

test('a selection is found by a filter, moved by a share, and refused whole where a price changed meanwhile @desktop', async ({
  browser,
  shop,
}) => {
  const admin = await asStaff(shop.urls.store, 'ADMIN');
  const { word, names, ids, stored, done } = await threeToppings(admin);
  const page = await open(browser, shop.urls.relay, 'ADMIN', TABLE, WIDE);
  await search(page).fill(word.toLowerCase());
  await expect(page.getByLabel('Selecionar todos (3)')).toBeVisible();
  await page.getByLabel('Filtrar por Categoria').selectOption('frutas');
  await page.getByLabel('Selecionar todos (2)').check();
  await page.getByRole('button', { name: 'Mudar preços' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mudar 2 preços' });
  await dialog.getByRole('radio', { name: '%' }).check();
  await dialog.getByLabel('Quanto').fill('12,25');
  await expect(dialog.getByRole('row').filter({ hasText: names[1] })).toContainText('R$ 2,25');
  await expectSoundInBoth(page, 'the dialog of many prices');

  // Somebody else is quicker, and the news of it do not reach this screen in time.
  let isFirst = true;
  await page.route('**/api/staff/catalog', async (route) => {
    if (route.request().method() === 'PATCH' && isFirst) {
      isFirst = false;
      await admin('PATCH', `/api/staff/catalog/toppings/${ids[1]}`, { priceCents: 300 });
    }
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Aplicar a 2 preços' }).click();
  await expect(dialog.getByText('Um preço mudou enquanto você conferia, e nada foi mudado.')).toBeVisible();
  expect((await stored()).toSorted((one, other) => one - other)).toEqual([200, 200, 300]);
  await expect(dialog.getByRole('row').filter({ hasText: names[1] })).toContainText('R$ 3,37');
  await dialog.getByRole('button', { name: 'Aplicar a 2 preços' }).click();
  await expect(dialog).toHaveCount(0);
  expect((await stored()).toSorted((one, other) => one - other)).toEqual([200, 225, 337]);

  await page.getByRole('button', { name: 'Mostrar tudo' }).click();
  await search(page).fill(word);
  await page.getByLabel(`Selecionar ${names[0]}`).check();
  await page.getByRole('button', { name: 'Desligar' }).click();
  await expect(page.getByText('✓ 1 item desligado')).toBeVisible();
  await expect(page.getByLabel('Selecionar todos (2)')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByLabel('Selecionar todos (3)')).toBeVisible();
  await search(page).fill('não há nada assim');
  await expect(page.getByText('Nada encontrado com essa busca.')).toBeVisible();
  await done();
});

test('Enter saves a price and goes on to the next, after a question too @desktop', async ({
  browser,
  shop,
}) => {
  const admin = await asStaff(shop.urls.store, 'ADMIN');
  const { word, names, stored, done } = await threeToppings(admin);
  const page = await open(browser, shop.urls.store, 'ADMIN', TABLE, WIDE);
  await search(page).fill(word);
  await expect(page.getByLabel('Selecionar todos (3)')).toBeVisible();
  await price(page, names[0]).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('2,50');
  await page.keyboard.press('Enter');
  await expect(price(page, names[1])).toBeFocused();
  // What stands there is selected: it is typed over.
  await page.keyboard.type('6,01');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: `Mudar o preço de ${names[1]}?` });
  await expect(question).toContainText('O preço passa de R$ 2,00 para R$ 6,01.');
  await question.getByRole('button', { name: 'Sim, R$ 6,01' }).press('Enter');
  await expect(price(page, names[2])).toBeFocused();
  // Three times as much is not asked about.
  await page.keyboard.type('6');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row').filter({ hasText: names[2] })).toContainText('✓ salvo');
  await expect.poll(stored).toEqual([250, 601, 600]);
  await done();
});

test('an entry is duplicated: all of it is there, under a name that tells them apart @desktop', async ({
  browser,
  shop,
}) => {
  const admin = await asStaff(shop.urls.store, 'ADMIN');
  const { word, names, done } = await threeToppings(admin);
  const page = await open(browser, shop.urls.store, 'ADMIN', TABLE, WIDE);
  await search(page).fill(word);
  await page.getByRole('button', { name: `Duplicar ${names[0]}`, exact: true }).click();
  const form = page.getByRole('dialog', { name: `Duplicar ${names[0]}` });
  await expect(form.getByLabel('Nome')).toHaveValue(`${names[0]} (cópia)`);
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(form).toHaveCount(0);
  const copy = (await toppingsOf(admin)).find(({ name }) => name === `${names[0]} (cópia)`);
  expect(copy).toMatchObject({ category: 'caldas', priceCents: 200, active: true });
  await admin('PATCH', `/api/staff/catalog/toppings/${copy!.id}`, { active: false });
  await done();
});

test('the wholesale catalogue is selected and moved in the same way, and nothing of either scrolls sideways on a phone @desktop', async ({
  browser,
  shop,
}) => {
  const host = shop.urls.store;
  const page = await open(browser, host, 'WHOLESALE', '/atacado/admin/produtos', WIDE);
  await page.getByLabel(/^Selecionar todos/).check();
  await page.getByRole('button', { name: 'Mudar preços' }).click();
  const dialog = page.getByRole('dialog', { name: /^Mudar \d+ preços$/ });
  await dialog.getByLabel('Quanto').fill('1');
  await expect(dialog.getByRole('button', { name: /^Aplicar a \d+ preços$/ })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expectSoundInBoth(page, 'a selection of the wholesale catalogue');

  const phone = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' } as const;
  const small = await open(browser, host, 'ADMIN', TABLE, phone);
  await small.getByLabel(/^Selecionar todos/).check();
  await expect(small.getByRole('button', { name: 'Mudar preços' })).toBeVisible();
  expect(await hiddenWidth(small)).toBe(0);
  await expectSoundInBoth(small, 'a selection on a phone');
});

test('a list is exported and imported: looked at first, refused whole with its errors, written at once, and taken back @desktop', async ({
  browser,
  shop,
}) => {
  const admin = await asStaff(shop.urls.store, 'ADMIN');
  const { names, ids, stored, done } = await threeToppings(admin);
  const page = await open(browser, shop.urls.store, 'ADMIN', TABLE, WIDE);
  await page.getByRole('button', { name: 'Planilha' }).click();
  const dialog = page.getByRole('dialog', { name: 'Complementos: planilha' });
  const chosen = (name: string, content: string | Buffer) =>
    dialog
      .getByLabel('Arquivo CSV, XLSX ou JSON')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

  for (const [button, ending] of [
    ['CSV', 'csv'],
    ['Excel (XLSX)', 'xlsx'],
    ['JSON', 'json'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: button, exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`complementos.${ending}`);
    await chosen(`complementos.${ending}`, await readFile(await download.path()));
    await expect(
      dialog.getByText(/^complementos\.\w+: 0 novos · 0 mudam · \d+ iguais · 0 com erro$/),
    ).toBeVisible();
  }

  const head = 'Código;Nome;Preço;Categoria';
  const fine = `${ids[0]};${names[0]};3,50;Caldas\r\n${ids[1]};${names[1]};2,00;Frutas`;
  await chosen('novos.csv', `${head}\r\n${fine}\r\n${ids[2]};${names[2]};três;Frutas\r\n`);
  await expect(dialog.getByText('novos.csv: 0 novos · 1 muda · 1 igual · 1 com erro')).toBeVisible();
  await expect(dialog.getByRole('listitem').first()).toContainText(
    'Preço inválido: use um valor como 12,50.',
  );
  await expect(dialog.getByRole('button', { name: 'Nada a importar' })).toBeDisabled();
  await expectSoundInBoth(page, 'what a file would change');
  // As Excel in Brazil saves it: Windows-1252.
  await chosen(
    'novos.csv',
    Buffer.from(`${head}\r\n${fine}\r\n;${names[2]} a\u00e7a\u00ed;1,25;Frutas\r\n`, 'latin1'),
  );
  await expect(dialog.getByText('novos.csv: 1 novo · 1 muda · 1 igual · 0 com erro')).toBeVisible();
  expect(await stored()).toEqual([200, 200, 200]);
  await dialog.getByRole('button', { name: 'Importar 2 itens' }).click();
  await expect(page.getByText('✓ 2 itens importados')).toBeVisible();
  expect(await stored()).toEqual([350, 200, 200]);
  const created = (await toppingsOf(admin)).find(({ name }) => name === `${names[2]} açaí`);
  expect(created).toMatchObject({ priceCents: 125, active: true });
  expect((await auditOf(admin))[0]).toMatch(/^importou 2 complementos de um arquivo: /);

  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByText('✓ Desfeito: 2 itens importados')).toBeVisible();
  expect(await stored()).toEqual([200, 200, 200]);
  expect((await toppingsOf(admin)).find(({ id }) => id === created?.id)).toMatchObject({ active: false });
  await done();
});
