// The owner takes the shop off its site and puts it back with a code from the relay's operator, on the phone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../cloud/command.ts';
import { expect, test } from '../support/browser-test.ts';
import { brokenRules } from './axe.ts';
import { signIn } from './staff.ts';

test('leaves the site and comes back with a code, told what is wrong on the way @phone', async ({
  page,
  ownShop,
}) => {
  const { store, relay } = ownShop.urls;
  await signIn(page, store, 'ADMIN');
  await page.goto(`${store}/admin/configuracoes/site`);
  await expect(page.getByText('Ligada ao site.')).toBeVisible();

  await page.getByRole('button', { name: 'Desligar do site' }).click();
  await page.getByRole('button', { name: 'Desligar', exact: true }).click();
  await expect(page.getByText('Esta loja ainda não está ligada a um site.')).toBeVisible();
  expect((await fetch(`${relay}/api/store`)).status).toBe(503);

  await page.getByLabel('Endereço do site').fill(relay);
  await page.getByLabel('Código de pareamento').fill('ABCDE-12345');
  await page.getByRole('button', { name: 'Ligar ao site' }).click();
  await expect(page.getByText(/está errado, já foi usado ou passou dos 10 minutos/).first()).toBeVisible();
  await expect(page.getByLabel('Endereço do site')).toHaveValue(relay);
  expect(await brokenRules(page)).toEqual([]);

  const { secretsKey } = JSON.parse(readFileSync(join(ownShop.dataDir, 'shop.json'), 'utf8')) as {
    secretsKey: string;
  };
  const said: string[] = [];
  const config = {
    operatorHost: '127.0.0.1',
    operatorPort: ownShop.ports.operator ?? 0,
    secretsKey: Buffer.from(secretsKey, 'hex'),
    publicUrl: relay,
    databaseUrl: null,
    databaseDirectUrl: null,
  };
  expect(await runCommand(['pair'], config, (line) => said.push(line))).toBe(true);
  const code = /Código: (\S+)/.exec(said.join('\n'))?.[1] ?? '';
  await page.getByLabel('Código de pareamento').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Ligar ao site' }).click();
  await expect(page.getByText('Ligada ao site.')).toBeVisible();
  await expect.poll(async () => (await fetch(`${relay}/api/store`)).status).toBe(200);
});
