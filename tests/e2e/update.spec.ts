// Updating the store from the admin, as it is seen; what the machine does with it is tried in tests/deploy.
import type { UpdateState } from '@balcao/shared/http/update.ts';
import { expect } from '../support/browser-test.ts';
import { brokenRules } from './axe.ts';
import { test } from './staff.ts';

const STATE: UpdateState = {
  version: '1.0.0',
  available: true,
  allowed: true,
  updateUrl: null,
  auto: true,
  channel: 'stable',
  source: null,
  looking: false,
  waitsFor: null,
  run: null,
};

test('an update is sent, followed through the store’s absence, and told when it went back @desktop', async ({
  device,
  shop,
}) => {
  let state: UpdateState = STATE;
  let away = false;
  const run = (of: NonNullable<UpdateState['run']>['state'], message: string): void => {
    state = { ...state, run: { state: of, message, version: '1.1.0', atMs: Date.now() } };
  };
  const page = await device(shop.urls.store, 'ADMIN', '/admin/configuracoes/atualizacao');
  // Where nothing updates it, as here, it says what does.
  await expect(page.getByText('Esta instalação não se atualiza por aqui.')).toBeVisible();
  await expect(page.getByText('Esta instalação não tem uma fonte de versões')).toBeVisible();

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

test('the owner sees what the source of releases said and when, chooses, and looks now @desktop', async ({
  device,
  shop,
}) => {
  const heardAtMs = Date.parse('2026-11-20T03:10:00-03:00');
  const source: NonNullable<UpdateState['source']> = {
    channel: 'stable',
    state: 'available',
    version: '1.1.0',
    heardAtMs,
    indexAtMs: Date.parse('2026-11-18T12:00:00-03:00'),
    trouble: 'none',
    message: '',
    askedAtMs: heardAtMs,
  };
  let state: UpdateState = {
    ...STATE,
    updateUrl: 'https://releases.example/balcao',
    source,
    waitsFor: 'closing',
  };
  const sent: string[] = [];
  const page = await device(shop.urls.store, 'ADMIN', '/admin/configuracoes/atualizacao');
  await page.route(/\/api\/staff\/update(\/\w+)?$/, (route) => {
    const asked = route.request();
    if (asked.method() !== 'GET')
      sent.push(`${asked.method()} ${new URL(asked.url()).pathname} ${asked.postData() ?? ''}`);
    if (asked.url().endsWith('/choice'))
      state = { ...state, ...(asked.postDataJSON() as Pick<UpdateState, 'auto' | 'channel'>) };
    if (asked.url().endsWith('/look')) state = { ...state, looking: true };
    return route.fulfill({ json: state });
  });
  await page.reload();
  const card = page.getByRole('region', { name: 'Versões pela internet' });
  await expect(card.getByText('20/11/2026 às 03:10: há a versão 1.1.0 (lista de 18/11/2026).')).toBeVisible();
  await expect(card.getByText('Ela vem sozinha quando a loja estiver fechada.')).toBeVisible();
  await expect(card.getByText('Fonte: https://releases.example/balcao')).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);

  await card.getByLabel('Canal').selectOption('Antecipado');
  await expect(card.getByLabel('Canal')).toHaveValue('early');
  await card.getByRole('switch', { name: 'Atualizar sozinha' }).click();
  await expect(
    card.getByText('Ela não vem sozinha: as atualizações automáticas estão desligadas.'),
  ).toBeVisible();
  await card.getByRole('button', { name: 'Procurar agora' }).click();
  await expect(card.getByText('Procurando…')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Procurar agora' })).toBeDisabled();

  // Away from the internet it says when it last could.
  state = {
    ...state,
    looking: false,
    source: { ...source, trouble: 'offline', askedAtMs: heardAtMs + 86_400_000 },
  };
  await expect(card.getByText('21/11/2026 às 03:10: a fonte não respondeu.')).toBeVisible();
  await expect(
    card.getByText('Da última vez que deu certo, 20/11/2026 às 03:10: há a versão 1.1.0'),
  ).toBeVisible();
  await card.getByRole('button', { name: 'Instalar a versão 1.1.0' }).click();
  await expect
    .poll(() => sent)
    .toEqual([
      'PUT /api/staff/update/choice {"auto":true,"channel":"early"}',
      'PUT /api/staff/update/choice {"auto":false,"channel":"early"}',
      'POST /api/staff/update/look ',
      'POST /api/staff/update {"from":"web"}',
    ]);

  const message = 'A lista de versões não tem a assinatura de quem faz o Balcão.';
  state = { ...state, source: { ...source, trouble: 'refused', message } };
  await page.reload();
  await expect(card.getByText(`recusada. ${message} Nada foi instalado.`)).toBeVisible();
  await expect(card.getByRole('button', { name: 'Instalar a versão' })).toHaveCount(0);
  expect(await brokenRules(page)).toEqual([]);

  // Nothing newer for months may be all there is, or a server that hides it: said, and no alarm.
  const newest = { ...source, state: 'newest' as const };
  state = { ...state, source: newest };
  await page.reload();
  await expect(card.getByText('a loja já tem a versão mais nova (lista de 18/11/2026).')).toBeVisible();
  const quiet = card.getByText('Esta fonte não traz nada novo há mais de quatro meses.');
  await expect(quiet).toHaveCount(0);
  state = { ...state, source: { ...newest, indexAtMs: Date.parse('2026-07-01T12:00:00-03:00') } };
  await page.reload();
  await expect(quiet).toBeVisible();
  await expect(card.getByRole('alert')).toHaveCount(0);
  expect(await brokenRules(page)).toEqual([]);
});
