// What came back from the site and waits for an administrator, and a store that the site says is none, as the owner sees them.
import { KEEP_SELLING_WORD, type Resync } from '@balcao/shared/http/resync.ts';
import { expect, type Page } from '../support/browser-test.ts';
import { brokenRules } from './axe.ts';
import { test } from './staff.ts';

const PATH = '**/api/staff/relay/resync';
const WAITING: Resync = {
  held: null,
  waiting: [
    {
      seq: 7,
      what: 'Conta da equipe',
      now: 'Bia (bia@loja.com), Atendente',
      offered: 'Bia (bia@loja.com), Administrador',
      secretDiffers: true,
    },
    {
      seq: 8,
      what: 'Chave PIX da loja',
      now: null,
      offered: 'loja@example.com, de Loja',
      secretDiffers: false,
    },
  ],
};

/** The shop's server answers as one that got its past back; what is decided comes back as it was sent. */
async function answering(page: Page, told: Resync): Promise<unknown[]> {
  const sent: unknown[] = [];
  let present = told;
  for (const path of [PATH, '**/api/staff/relay/keep-selling'])
    await page.route(path, async (route) => {
      if (route.request().method() === 'GET') return route.fulfill({ json: present });
      sent.push(route.request().postDataJSON());
      present = { held: null, waiting: [] };
      return route.fulfill({ status: 204 });
    });
  await page.reload();
  return sent;
}

test.describe('the screen of the site', () => {
  test('[T6] shows which accounts and settings came back, beside those of now, and accepts or refuses all', async ({
    device,
    shop,
  }) => {
    const page = await device(shop.urls.store, 'ADMIN', '/admin/configuracoes/site');
    const sent = await answering(page, WAITING);
    const region = page.getByRole('region', { name: 'Voltou do site e espera por você' });
    await expect(region.getByRole('listitem')).toHaveCount(2);
    await expect(region).toContainText('Bia (bia@loja.com), Administrador, com outra senha');
    await expect(region).toContainText('não existe');
    expect(await brokenRules(page)).toEqual([]);
    await region.getByRole('button', { name: 'Recusar tudo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Recusar' }).click();
    await expect(region).toHaveCount(0);
    expect(sent).toEqual([{ decision: 'refuse', seen: [7, 8] }]);
  });

  test('[T8] says why the shop is shut, and lets an administrator sell with words typed out', async ({
    device,
    shop,
  }) => {
    const page = await device(shop.urls.store, 'ADMIN', '/admin/configuracoes/site');
    const sent = await answering(page, { held: 'fenced', waiting: [] });
    const region = page.getByRole('region', { name: 'A loja está parada' });
    await expect(region).toContainText('outra máquina');
    await region.getByRole('button', { name: 'Vender nesta máquina' }).click();
    const dialog = page.getByRole('dialog');
    const sell = dialog.getByRole('button', { name: 'Vender nesta máquina' });
    await expect(sell).toBeDisabled();
    await dialog.getByLabel(`Digite ${KEEP_SELLING_WORD} para confirmar`).fill(KEEP_SELLING_WORD);
    expect(await brokenRules(page)).toEqual([]);
    await sell.click();
    await expect(region).toHaveCount(0);
    expect(sent).toEqual([{ confirm: KEEP_SELLING_WORD }]);
  });
});
