// A kitchen of two stations: the owner says what is made where, the paper comes in two parts, and a screen shows one of them.
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { expect, type Page } from '../support/browser-test.ts';
import { expectAccessible, hiddenWidth } from './axe.ts';
import { CUP } from './counter.ts';
import { papers } from './outside.ts';
import { askAs, cardIn, openTool, test } from './staff.ts';

const SCREENSHOTS = process.env['SCREENSHOTS'];
const picture = async (page: Page, name: string): Promise<void> => {
  if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
};

type Menu = Record<'sizes' | 'bases' | 'iceCreams' | 'products', { id: string; name: string }[]>;

/** An açaí and a ready cup in one order, paid in cash. */
async function sellBoth(host: string): Promise<string> {
  const menu = await askAs<Menu>(host, 'ATTENDANT', '/api/menu');
  const [size, base, iceCream] = [menu.sizes[0], menu.bases[0], menu.iceCreams[0]];
  const { order } = await askAs<{ order: { id: string; simpleId: number } }>(
    host,
    'ATTENDANT',
    '/api/staff/orders',
    {
      id: uuidv7(),
      consumptionType: 'local',
      items: [
        { id: 'a', sizeId: size?.id, baseId: base?.id, iceCreamId: iceCream?.id, toppings: [] },
        { id: 'b', productId: menu.products.find(({ name }) => name === CUP)?.id },
      ],
    },
  );
  await askAs(host, 'ATTENDANT', `/api/staff/orders/${order.id}/moves`, {
    kind: 'confirm-payment',
    method: 'cash',
  });
  return String(order.simpleId);
}

test('the owner divides the kitchen: the paper comes in parts, and a screen shows one station @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  const host = urls.store;
  const admin = await device(host, 'ADMIN', '/admin/configuracoes/impressoras', {
    viewport: { width: 1280, height: 800 },
  });
  const form = admin.getByRole('form', { name: 'Estações da cozinha' });
  for (const [at, name] of ['Bar', 'Copa'].entries()) {
    await form.getByRole('button', { name: 'Acrescentar estação' }).click();
    await form.getByLabel('Nome da estação').nth(at).fill(name);
  }
  await form.getByLabel('Taças e copos prontos').selectOption({ label: 'Copa' });
  await form.getByRole('button', { name: 'Salvar estações' }).click();
  await expect(admin.getByRole('region', { name: 'Avisos' })).toContainText('Estações salvas');
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1280, 800],
    [1920, 1080],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await admin.setViewportSize({ width, height });
      await admin.emulateMedia({ colorScheme });
      await admin.reload();
      await expect(form.getByLabel('Nome da estação').first()).toHaveValue('Bar');
      await expect(form.getByLabel('Taças e copos prontos').locator('option:checked')).toHaveText('Copa');
      expect(await hiddenWidth(admin)).toBe(0);
      await picture(admin, `printers-${width}-${colorScheme}`);
    }
  await expectAccessible(admin);

  const number = await sellBoth(host);
  await expect.poll(() => papers(urls.printerPage, 'Parte 1 de 2')).toHaveLength(1);
  await expect.poll(() => papers(urls.printerPage, 'Parte 2 de 2')).toHaveLength(1);

  const kitchen = await device(host, 'KITCHEN', '/cozinha', { viewport: { width: 1280, height: 800 } });
  const card = cardIn(kitchen, 'Recebidos', number);
  await expect(card).toContainText(CUP);
  await openTool(kitchen, 'Tela');
  await kitchen.getByRole('group', { name: 'Estação' }).getByRole('button', { name: 'Copa' }).click();
  await kitchen.keyboard.press('Escape');
  await expect(card).toContainText('+ 1 item em Bar');
  await expect(card).toContainText(CUP);
  await expect(card).not.toContainText('Sorvete:');
  await expect(kitchen.getByRole('banner')).toContainText('Copa');
  await expectAccessible(kitchen);
  await picture(kitchen, 'kitchen-station');
  await kitchen.reload();
  await expect(card).toContainText('+ 1 item em Bar');

  // Its own share is ready, and the order is not until the other station says so too.
  await card.getByRole('button', { name: 'Iniciar Preparo' }).click();
  await cardIn(kitchen, 'Em Preparo', number).getByRole('button', { name: 'Marcar Pronto' }).click();
  const chip = cardIn(kitchen, 'Prontos', number);
  await expect(chip).toContainText('falta Bar');
  await expect(kitchen.getByRole('region', { name: 'Avisos' })).toContainText('Sua parte está pronta');
  await expectAccessible(kitchen);
  await picture(kitchen, 'kitchen-station-made');
  const bar = await device(host, 'KITCHEN', '/cozinha', { viewport: { width: 1280, height: 800 } });
  const half = cardIn(bar, 'Em Preparo', number);
  await expect(half).toContainText('Pronto em Copa');
  await openTool(bar, 'Tela');
  await bar.getByRole('group', { name: 'Estação' }).getByRole('button', { name: 'Bar' }).click();
  await bar.keyboard.press('Escape');
  await expect(half).toContainText('+ 1 item em Copa (pronto)');
  await half.getByRole('button', { name: 'Marcar Pronto' }).click();
  await expect(cardIn(bar, 'Prontos', number)).toBeVisible();
  await expect(chip).not.toContainText('falta');
});
