// A new owner's phone in the shop: from the setup code to a paid test order, with steps put off and taken up again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DEMO_ACCESS_TOKEN,
  DEMO_PUBLIC_KEY,
  DEMO_WEBHOOK_SECRET,
} from '../simulators/mercado-pago/demo-credentials.ts';
import { expect, type Page } from '../support/browser-test.ts';
import { expectAccessible } from './axe.ts';
import { test } from './box.ts';
import { papers, payAtBank } from './outside.ts';

const step = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const skip = (page: Page) => page.getByRole('button', { name: 'Pular por enquanto' }).click();
const next = (page: Page) => page.getByRole('button', { name: 'Continuar' }).click();

test('a new owner goes from the setup code to a paid test order @phone @smoke', async ({ page, box }) => {
  const { urls, ports } = box;
  const code = /Código de instalação: (\S+)/.exec(box.log('store').join('\n'))?.[1] ?? '';
  const { pairingCode } = JSON.parse(readFileSync(join(box.dataDir, 'shop.json'), 'utf8')) as {
    pairingCode: string;
  };

  // Whatever the phone opens leads here.
  await page.goto(urls.store);
  await expect(page).toHaveURL(/\/admin\/primeiros-passos$/);
  // Who has no code is told where it stands.
  await expect(page.getByText('no papel que saiu dela')).toBeVisible();
  await page.getByRole('button', { name: 'Criar a conta e começar' }).click();
  await expect(page.getByText('Digite o código de instalação.')).toBeVisible();
  await page.getByLabel('Código de instalação').fill('AAAAA-AAAAA');
  await page.getByLabel('Nome completo').fill('Dona Ana');
  await page.getByLabel('Email').fill('ana@loja.com');
  await page.getByLabel('Senha').fill('segredo-da-ana');
  await page.getByRole('button', { name: 'Criar a conta e começar' }).click();
  await expect(page.getByText('Código de instalação incorreto.').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Código de instalação').fill(code);
  await page.getByRole('button', { name: 'Criar a conta e começar' }).click();

  await expect(step(page, 'Como se chama a loja?')).toBeVisible();
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  await expect(page.getByText('Dê um nome à loja.')).toBeVisible();
  await page.getByLabel('Nome da loja').fill('Açaí da Ana');
  await page.getByLabel('Telefone', { exact: true }).fill('(11) 98765-4321');
  await page.getByLabel('Endereço').fill('Rua das Flores, 10');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();

  // Put off, closed, and found again where it was left.
  await expect(step(page, 'Quando a loja abre?')).toBeVisible();
  await expectAccessible(page);
  await skip(page);
  await expect(step(page, 'O que a loja vende?')).toBeVisible();
  await page.getByRole('link', { name: 'Fechar e ir para o painel' }).click();
  const card = page.getByRole('region', { name: 'Primeiros passos' });
  await expect(card.getByText('2 de 8 prontos.')).toBeVisible();
  await page.goto(`${urls.store}/admin`);
  await card.getByRole('link', { name: 'Continuar' }).click();
  await expect(step(page, 'O que a loja vende?')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Usar o cardápio de exemplo' }).click();
  await expect(page.getByText('O cardápio tem o que vender.')).toBeVisible({ timeout: 60_000 });
  await next(page);

  await expect(step(page, 'A impressora da cozinha')).toBeVisible();
  await page.getByLabel('IP da impressora').fill('127.0.0.1');
  await page.getByLabel('Porta').fill(String(ports.printer));
  await page.getByRole('button', { name: 'Salvar impressora' }).click();
  await page.getByRole('button', { name: 'Imprimir teste' }).click();
  await expect(page.getByText('A impressora imprimiu.')).toBeVisible();
  expect(await papers(urls.printerPage, 'TESTE DE IMPRESSÃO')).not.toEqual([]);
  await expectAccessible(page);
  await next(page);

  await expect(step(page, 'Pedidos pela internet')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Endereço do site').fill(box.cable.url);
  await page.getByLabel('Código de pareamento').fill('ERRADO-99');
  await page.getByRole('button', { name: 'Ligar ao site' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.getByLabel('Código de pareamento').fill(pairingCode);
  await page.getByRole('button', { name: 'Ligar ao site' }).click();
  await expect(page.getByText('A loja está ligada ao site.')).toBeVisible();
  await next(page);

  await expect(step(page, 'Receber com PIX e cartão')).toBeVisible();
  await page.getByLabel('Access Token').fill(DEMO_ACCESS_TOKEN);
  await page.getByLabel('Public Key').fill(DEMO_PUBLIC_KEY);
  await page.getByLabel('Assinatura secreta do webhook').fill(DEMO_WEBHOOK_SECRET);
  await page.getByRole('button', { name: 'Guardar a conta' }).click();
  await expect(page.getByText('A conta foi testada e está pronta para receber.')).toBeVisible();
  await expectAccessible(page);
  await next(page);

  await expect(step(page, 'Um PIX de verdade')).toBeVisible();
  await page.getByRole('button', { name: 'Criar o PIX de teste' }).click();
  const pix = await page.getByLabel('PIX Copia e Cola').inputValue();
  await expectAccessible(page);
  await payAtBank(urls.payments, pix);
  await expect(page.getByText('recebido. O pedido nº 1 está na cozinha.')).toBeVisible();
  await expect.poll(() => papers(urls.printerPage, 'Pedido de teste')).toHaveLength(1);
  await page.getByRole('button', { name: 'Devolver R$' }).click();
  await expect(page.getByText('O valor foi devolvido e o pedido de teste foi cancelado.')).toBeVisible();
  await next(page);

  // What was put off is all that is left, and ends the list.
  await expect(step(page, 'Já dá para abrir a loja')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Horário de funcionamento' }).click();
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  await expect(step(page, 'Sua loja está pronta!')).toBeVisible();
  const listed = page.waitForResponse('**/api/staff/first-run');
  await page.getByRole('link', { name: 'Ir para o painel' }).click();
  await listed;
  await expect(page.getByText('Admin Master')).toBeVisible();
  await expect(card).toHaveCount(0);
});

test('a shop is brought back with every word of how it goes @phone', async ({ page, shop }) => {
  // The answers of the restore, in the place of a second machine; what it really does is tried with real stores.
  const idle = { state: 'none', from: null, step: null, done: 0, of: 0, orders: null, ownerNeeded: false };
  let state: object = { ...idle, failure: null };
  await page.route('**/api/setup', (route) => route.fulfill({ json: { needed: true } }));
  await page.route('**/api/setup/restore', (route) => route.fulfill({ json: state }));
  await page.route('**/api/setup/restore/sources', (route) =>
    route.fulfill({ json: { relayUrl: 'https://acai.example', copies: [] } }),
  );
  await page.goto(`${shop.urls.store}/admin/primeiros-passos`);
  await page.getByRole('link', { name: 'Já tive uma loja no Balcão: recuperar' }).click();
  await page.getByRole('button', { name: 'Procurar o que recuperar' }).click();
  await expect(page.getByText('Digite o código de instalação.')).toBeVisible();
  await page.getByLabel('Código de instalação').fill('ABCDE-12345');
  await page.getByRole('button', { name: 'Procurar o que recuperar' }).click();
  await expect(page.getByLabel('Endereço do site')).toHaveValue('https://acai.example');
  await expectAccessible(page);

  // A refusal stands at its field; without the sheet the form asks for less.
  await page.route('**/api/setup/restore/relay', (route) =>
    route.fulfill({
      status: 422,
      json: {
        title: 'Confira os dados',
        detail: 'O código de pareamento não vale mais.',
        code: 'wrong-code',
        errors: [{ field: 'pairingCode', message: 'O código de pareamento não vale mais.' }],
      },
    }),
  );
  await page.getByLabel('Código de pareamento').fill('AAAAA-11111');
  await page.getByRole('button', { name: 'Recuperar do site' }).click();
  await expect(page.getByText('O código de pareamento não vale mais.').first()).toBeVisible();
  await expect(page.getByLabel('Código de pareamento')).toHaveValue('AAAAA-11111');
  await page.getByLabel('Perdi a folha de recuperação').check();
  await expect(page.getByLabel('Código de recuperação')).toHaveCount(0);
  await page.getByText('De um pendrive').click();
  await expect(page.getByText('Nenhuma cópia foi achada.')).toBeVisible();

  // A file on its way, the steps of the work, a reason when it fails, and the shop as it was.
  await page.getByText('De um arquivo').click();
  await page.route('**/api/setup/restore/file', (route) => {
    state = { ...idle, state: 'running', from: 'file', step: 'images', done: 3, of: 12, failure: null };
    return route.fulfill({ status: 202, json: state });
  });
  await page.getByLabel('Arquivo da cópia de segurança').setInputFiles({
    name: 'noturna.db',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('SQLite'),
  });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Recuperar deste arquivo' }).click();
  await expect(page.getByRole('progressbar', { name: 'Imagens' })).toHaveAttribute('value', '25');
  state = {
    ...idle,
    state: 'failed',
    from: 'file',
    step: 'checking',
    failure: {
      code: 'not-a-backup',
      title: 'Este arquivo não serve',
      detail: 'Este arquivo não é uma cópia de segurança do Balcão.',
      errors: [],
    },
  };
  await expect(page.getByText('Este arquivo não é uma cópia de segurança do Balcão.')).toBeVisible();
  state = { ...idle, state: 'running', from: 'file', step: 'replacing', failure: null };
  await page.reload();
  await expect(page.getByRole('progressbar', { name: 'Colocando no lugar' })).toBeVisible();
  state = { ...idle, state: 'done', from: 'file', step: 'replacing', orders: 1234, failure: null };
  await expect(page.getByText('1.234 pedidos recuperados.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Entrar' })).toHaveAttribute('href', '/auth');
  await expectAccessible(page);
});
