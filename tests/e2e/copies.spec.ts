// The copies' own screen: sticks that are taken for them, how old they get, and a recovery sheet that was lost.
import type { Backups, Stick } from '@balcao/shared/http/backups.ts';
import { expect, type Page } from '../support/browser-test.ts';
import { refuse, seeToast, withAnswer } from './altered.ts';
import { expectAccessible, expectApart } from './axe.ts';
import { test } from './staff.ts';

const PATH = '/admin/configuracoes/copias';
const PHONE = { viewport: { width: 360, height: 740 } };
const STICKS: Stick[] = [
  {
    id: 'one',
    label: 'PEN DO CAIXA',
    bytes: 31e9,
    enrolled: true,
    here: false,
    writable: true,
    seenAtMs: Date.UTC(2026, 10, 20, 15),
    holdsErased: true,
  },
  {
    id: 'two',
    label: 'DE UM CLIENTE',
    bytes: 8e9,
    enrolled: false,
    here: true,
    writable: true,
    seenAtMs: null,
    holdsErased: false,
  },
];

/** No machine of a test has a stick in it: what one would do to the answers, and what was asked of it. */
async function withSticks(page: Page): Promise<string[]> {
  const asked: string[] = [];
  const sticks = structuredClone(STICKS);
  await page.route('**/api/staff/backups', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const answer = await route.fetch();
    return route.fulfill({ json: { ...((await answer.json()) as Backups), sticks } });
  });
  await page.route('**/api/staff/backups/sticks**', async (route) => {
    const request = route.request();
    const id = (request.postDataJSON() as { id: string } | null)?.id ?? request.url().split('/').at(-1);
    asked.push(`${request.method()} ${id}`);
    for (const stick of sticks) if (stick.id === id) stick.enrolled = request.method() === 'POST';
    return route.fulfill({ json: {} });
  });
  return asked;
}

test('[46] a stick gets copies once an administrator says so, and says what it still holds @desktop', async ({
  device,
  shop,
}) => {
  const page = await device(shop.urls.store, 'ADMIN', '/admin', PHONE);
  const asked = await withSticks(page);
  await page.goto(shop.urls.store + PATH);
  const sticks = page.getByRole('region', { name: 'Pen drives' });
  const stick = (label: string) => sticks.getByRole('listitem').filter({ hasText: label });
  await expect(stick('PEN DO CAIXA')).toContainText('Desconectado. Visto em 20/11/2026 às 12:00.');
  await expect(stick('PEN DO CAIXA')).toContainText('Conecte-o à máquina da loja para limpá-lo.');
  await expect(stick('DE UM CLIENTE')).toContainText('Conectado. Nenhuma cópia vai para ele.');
  await expectAccessible(page);
  await expectApart(page, page.getByRole('main'));
  await refuse(page, '**/api/staff/backups/sticks', { status: 409, detail: 'O pen drive está cheio.' });
  const use = sticks.getByRole('button', { name: 'Usar este pen drive para cópias: DE UM CLIENTE' });
  await use.click();
  await expect(stick('DE UM CLIENTE').getByRole('alert')).toHaveText('O pen drive está cheio.');
  expect(asked).toEqual([]);
  await page.unroute('**/api/staff/backups/sticks');
  await use.click();
  await seeToast(page, 'Pen drive em uso', 'A primeira cópia já está nele.');
  await expect(stick('DE UM CLIENTE')).toContainText('Conectado. Recebe cada cópia.');
  await sticks.getByRole('button', { name: 'Parar de usar PEN DO CAIXA' }).click();
  await seeToast(page, 'Pen drive fora de uso', 'O que está nele continua lá.');
  expect(asked).toEqual(['POST two', 'DELETE one']);
});

test('of the copy at the site it says when it was made and rehearsed, as a person would @desktop', async ({
  device,
  shop,
}) => {
  const page = await device(shop.urls.store, 'ADMIN', '/admin', PHONE);
  await page.clock.setFixedTime('2026-11-24T12:00:00-03:00');
  const copyAtMs = Date.parse('2026-11-23T03:10:00-03:00');
  const atMs = Date.parse('2026-11-01T05:02:00-03:00');
  await withAnswer<Backups>(page, '**/api/staff/backups', (backups) => {
    backups.rehearsals = [{ place: 'site', atMs, copyAtMs, orders: 12, failure: null }];
    backups.site = { atMs: copyAtMs, failure: null };
  });
  await page.goto(shop.urls.store + PATH);
  await expect(page.getByText('Última cópia fora: ontem às 03:10, ensaiada no dia 1º.')).toBeVisible();
});

test('[46] a copy fails aloud, has a maximum age, and a lost sheet gives way to a new one @desktop', async ({
  device,
  ownShop,
}) => {
  const page = await device(ownShop.urls.store, 'ADMIN', PATH, PHONE);
  await page.getByRole('button', { name: 'Fazer cópia agora' }).click();
  await seeToast(page, 'Cópia feita e conferida');
  await expect(page.getByRole('list', { name: 'Cópias guardadas' })).toContainText('Feita por você');

  const days = page.getByLabel('Dias');
  await days.fill('999');
  await page.getByRole('button', { name: 'Salvar prazo' }).click();
  await expect(page.getByText('Use de 1 a 365 dias.').first()).toBeVisible();
  await expectAccessible(page);
  await days.fill('14');
  await page.getByRole('button', { name: 'Salvar prazo' }).click();
  await seeToast(page, 'Prazo salvo');
  await page.reload();
  await expect(days).toHaveValue('14');

  const sheet = page.getByRole('dialog', { name: /^Folha de recuperação/ });
  const code = async () => /(\w{4}-){6}\w{4}/.exec(await sheet.innerText())?.[0] ?? 'none';
  await page.getByRole('button', { name: 'Mostrar', exact: true }).click();
  const before = await code();
  expect(before).not.toBe('none');
  await sheet.getByRole('button', { name: 'Já guardei' }).click();
  await page.getByRole('button', { name: 'Perdi a folha' }).click();
  const asks = page.getByRole('dialog', { name: 'Trocar o código de recuperação?' });
  await expect(asks).toContainText('A folha antiga deixa de valer');
  await expectAccessible(page);
  await asks.getByRole('button', { name: 'Voltar' }).click();
  await page.getByRole('button', { name: 'Mostrar', exact: true }).click();
  expect(await code()).toBe(before);
  await sheet.getByRole('button', { name: 'Já guardei' }).click();
  await page.getByRole('button', { name: 'Perdi a folha' }).click();
  await asks.getByRole('button', { name: 'Trocar o código' }).click();
  await expect(sheet).toContainText('O código mudou: só este vale agora.');
  expect(await code()).not.toBe(before);
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Já guardei' }).click();

  // What failed stands above everything, and only for those in the shop are there files and sheets.
  const answer = (await (
    await page.request.get(`${ownShop.urls.store}/api/staff/backups`)
  ).json()) as Backups;
  await page.route('**/api/staff/backups', (route) =>
    route.fulfill({
      json: {
        ...answer,
        downloadable: false,
        sticks: STICKS,
        failure: { atMs: answer.lastAtMs, text: 'O cartão está cheio: a cópia não foi feita.' },
      },
    }),
  );
  await page.route('**/api/staff/recovery-sheet', (route) =>
    route.fulfill({ json: { seenAtMs: null, showable: false } }),
  );
  await page.reload();
  const failure = page.getByRole('alert').filter({ hasText: 'O cartão está cheio' });
  await expect(failure).toBeVisible();
  expect((await failure.boundingBox())!.y).toBeLessThan(
    (await page.getByRole('heading', { name: 'Cópias de segurança' }).boundingBox())!.y,
  );
  for (const name of [/^Baixar/, 'Perdi a folha', /^Usar este pen drive/, /^Parar de usar/])
    await expect(page.getByRole('button', { name }).or(page.getByRole('link', { name }))).toHaveCount(0);
  await expectAccessible(page);
});
