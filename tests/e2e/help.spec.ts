// "Ajuda remota": opened in the shop, read out, looked at from the site by somebody who is nobody's staff, and ended.
import { expect } from '../support/browser-test.ts';
import { expectAccessible, expectApart } from './axe.ts';
import { test } from './staff.ts';

const PHONE = { viewport: { width: 360, height: 740 } };

test('[94] the owner opens remote help, somebody far away sees diagnostics alone, and the owner ends it @desktop', async ({
  device,
  ownShop,
  browser,
}) => {
  const { store, relay } = ownShop.urls;
  const owner = await device(store, 'ADMIN', '/admin/configuracoes/diagnostico', PHONE);
  const card = owner.getByRole('region', { name: 'Ajuda remota' });
  await card.getByRole('button', { name: 'Abrir por uma hora' }).click();
  await expect(card).toContainText('Leia este código para quem vai ajudar:');
  await expect(card).toContainText(`${relay.replace('http://', '')}/ajuda`);
  const code = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(await card.innerText())?.[0] ?? 'none';
  const banner = owner.getByRole('status').filter({ hasText: 'Ajuda remota aberta desde' });
  await expect(banner).toContainText('Ninguém viu.');
  await expectAccessible(owner);
  await expectApart(owner, owner.getByRole('main'));

  const far = await (await browser.newContext(PHONE)).newPage();
  await far.goto(`${relay}/ajuda`);
  const typed = far.getByLabel('Código de ajuda');
  const ask = far.getByRole('button', { name: 'Ver diagnóstico' });
  await ask.click();
  await expect(far.getByRole('alert')).toHaveText('Digite o código que o dono da loja leu para você.');
  await typed.fill('AAAAA-AAAAA');
  await ask.click();
  await expect(far.getByRole('alert')).toContainText('Este código não abre a ajuda remota.');
  await expectAccessible(far);
  await typed.fill(code.toLowerCase());
  await ask.click();
  await expect(far.getByRole('listitem').filter({ hasText: 'Internet e site: tudo certo' })).toBeVisible();
  await expect(far.getByRole('main')).toContainText('Só para ver. O código vale até');
  await expectAccessible(far);
  // What the store's Wi-Fi is called and who works there is nobody's business.
  await expect(far.getByRole('main')).not.toContainText('balcao.local:');

  await expect(banner).toContainText('Vista 1 vez, às');
  await far.getByRole('button', { name: 'Ver de novo' }).click();
  await expect(banner).toContainText('Vista 2 vezes, a última às');
  // From afar it can be seen and ended, and not opened.
  const atTheSite = await device(relay, 'ADMIN', '/admin/pedidos', PHONE);
  const theirs = atTheSite.getByRole('status').filter({ hasText: 'Ajuda remota aberta desde' });
  await expect(theirs).toContainText('Vista 2 vezes');
  await theirs.getByRole('button', { name: 'Encerrar' }).click();
  await expect(theirs).toHaveCount(0);
  await expect(banner).toHaveCount(0);
  await expect(card).toContainText('foi encerrada aqui. Vista 2 vezes');
  await far.getByRole('button', { name: 'Ver de novo' }).click();
  await expect(far.getByRole('alert')).toContainText('Este código não abre a ajuda remota.');
  await expect(far.getByRole('listitem')).toHaveCount(0);
  await atTheSite.goto(`${relay}/admin/configuracoes/diagnostico`);
  const afar = atTheSite.getByRole('region', { name: 'Ajuda remota' });
  await expect(afar).toContainText('Para abrir, use um aparelho ligado à rede da loja.');
  await expect(afar.getByRole('button')).toHaveCount(0);

  // With the store started again it stays shut, whatever was open.
  await card.getByRole('button', { name: 'Abrir por uma hora' }).click();
  await expect(banner).toBeVisible();
  await ownShop.kill('store');
  await ownShop.start('store');
  await owner.reload();
  await expect(card.getByRole('button', { name: 'Abrir por uma hora' })).toBeVisible({ timeout: 60_000 });
  await expect(banner).toHaveCount(0);
  await far.context().close();
});
