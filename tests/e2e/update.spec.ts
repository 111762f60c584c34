// Updating the store from the admin, as it is seen; what the machine does with it is tried in tests/deploy.
import type { UpdateState } from '@balcao/shared/http/update.ts';
import { expect } from '../support/browser-test.ts';
import { brokenRules } from './axe.ts';
import { test } from './staff.ts';

test('an update is sent, followed through the store’s absence, and told when it went back @desktop', async ({
  device,
  shop,
}) => {
  let state: UpdateState = { version: '1.0.0', available: true, allowed: true, updateUrl: null, run: null };
  let away = false;
  const run = (of: NonNullable<UpdateState['run']>['state'], message: string): void => {
    state = { ...state, run: { state: of, message, version: '1.1.0', atMs: Date.now() } };
  };
  const page = await device(shop.urls.store, 'ADMIN', '/admin/configuracoes/atualizacao');
  // Where nothing updates it, as here, it says what does.
  await expect(page.getByText('Esta instalação não se atualiza por aqui.')).toBeVisible();

  await page.route('**/api/staff/update', (route) => {
    if (away) return route.abort();
    if (route.request().method() === 'POST') run('asked', 'Pedido feito.');
    return route.fulfill({ status: route.request().method() === 'POST' ? 202 : 200, json: state });
  });
  const sums: (string | undefined)[] = [];
  await page.route('**/api/staff/update/file', (route) => {
    sums.push(route.request().headers()['x-sha256']);
    const wrong = {
      title: 'A atualização não começou',
      detail: 'O arquivo não é o da soma informada: baixe de novo e confira.',
      code: 'wrong-sum',
      errors: [{ field: 'sha256', message: 'A soma não confere com o arquivo.' }],
    };
    return sums.length === 1
      ? route.fulfill({ status: 422, json: wrong })
      : route.fulfill({ json: { sha256: 'a'.repeat(64), bytes: 7 } });
  });
  await page.reload();
  await page.getByLabel('Arquivo da versão').setInputFiles({
    name: 'balcao-store-1.1.0-linux-arm64.tar.gz',
    mimeType: 'application/gzip',
    buffer: Buffer.from('release'),
  });
  await page.getByLabel('Soma SHA-256 (se tiver)').fill('b'.repeat(64));
  expect(await brokenRules(page)).toEqual([]);
  const send = page.getByRole('button', { name: 'Enviar e instalar' });
  await send.click();
  await expect(page.getByText('A soma não confere com o arquivo.')).toBeVisible();
  await page.getByLabel('Soma SHA-256 (se tiver)').fill('');
  await send.click();
  await expect(page.getByRole('heading', { name: 'Atualização: pedida' })).toBeVisible();
  expect(sums).toEqual(['b'.repeat(64), undefined]);

  run('running', 'Parando a loja');
  await expect(page.getByRole('progressbar', { name: 'Parando a loja' })).toBeVisible();
  away = true;
  await expect(page.getByRole('progressbar', { name: 'A loja está sendo ligada de novo' })).toBeVisible();
  run('rolled-back', 'A versão 1.1.0 não respondeu. A loja voltou sozinha à versão 1.0.0.');
  away = false;
  await expect(page.getByText('A loja voltou sozinha à versão 1.0.0.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'voltou para a versão anterior' })).toBeVisible();
  // What is under way no more can be tried again.
  await expect(send).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
});
