// Paper as staff live with it: the printers' settings, the test page, tickets that wait, repeats, and this browser's own
// print. What spoils a printer has a shop of its own.
import Database from 'better-sqlite3';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { PrinterConfig } from '@balcao/shared/http/printing.ts';
import { expect, type Locator, type Page } from '../support/browser-test.ts';
import { startPrinterSimulator } from '../simulators/printer/simulator.ts';
import type { PrinterFaultsPatch } from '../simulators/printer/faults.ts';
import { noteWaits, withAnswer } from './altered.ts';
import { expectAccessible, hiddenWidth } from './axe.ts';
import { COUNTER, orderAt, sellCup } from './counter.ts';
import { papers } from './outside.ts';
import { asStaff, openTicket, test } from './staff.ts';
import type { PrinterSimulator } from '../simulators/printer/printer-simulator.ts';

const PRINTERS = '/admin/configuracoes/impressoras';

async function setFaults(printerPage: string, faults: PrinterFaultsPatch): Promise<void> {
  const response = await fetch(`${printerPage}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });
  expect(response.status).toBe(200);
}

const form = (page: Page, name: string): Locator => page.getByRole('form', { name: `Impressora ${name}` });
const toast = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Avisos' }).getByText(text, { exact: true }).first();

/** A second printer, at the counter. */
async function addBar(
  host: string,
  bar: Pick<PrinterSimulator, 'port'>,
  purposes: string[] = ['counter'],
): Promise<void> {
  const admin = await asStaff(host, 'ADMIN');
  await admin('PUT', '/api/staff/printers/new', {
    name: 'Balcão',
    enabled: true,
    transport: { kind: 'tcp', host: '127.0.0.1', port: bar.port },
    columns: 32,
    codePage: 'PC860',
    purposes,
  });
}

test('a printer is switched on, found out about and tested, in the words of the shop @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  const page = await device(urls.store, 'ADMIN', PRINTERS);
  const kitchen = form(page, 'Cozinha');
  const test = kitchen.getByRole('button', { name: 'Imprimir teste' });
  await expect(kitchen.getByText('ok', { exact: true })).toBeVisible();

  const waits = await noteWaits(page);
  await test.click();
  await expect(toast(page, 'Teste de impressão enviado')).toBeVisible();
  await expect(toast(page, 'Página de teste impressa')).toBeVisible();
  await expect.poll(() => papers(urls.printerPage, 'ÁÉÍÓÚ ÃÕ Ç R$')).toHaveLength(1);
  expect(await waits()).toContain(6_000);
  expect(await waits()).not.toContain(8_000);

  for (const [faults, state, detail] of [
    [{ paperOut: true }, 'sem papel', 'Impressora sem papel'],
    [
      { paperOut: false, coverOpen: true },
      'fora de linha',
      /^Impressora fora de linha: confira a tampa e os botões$/,
    ],
    [{ coverOpen: false, offline: true }, 'desligada', /^Impressora não conectada: .* recusou a conexão/],
  ] as const) {
    await setFaults(urls.printerPage, faults);
    await test.click();
    await expect(kitchen.getByRole('alert')).toContainText(detail);
    await expect(toast(page, 'Erro no teste de impressão')).toBeVisible();
    expect(await waits()).toContain(8_000);
    await expect(kitchen.getByText(state, { exact: true })).toBeVisible();
  }
  for (const question of [
    'A impressora está ligada?',
    'O IP da impressora está correto?',
    'A impressora está na mesma rede?',
  ])
    await expect(kitchen.getByRole('listitem').filter({ hasText: question })).toBeVisible();
  await setFaults(urls.printerPage, { offline: false, mute: true });
  await test.click();
  await expect(
    toast(page, 'Página de teste enviada; esta impressora não confirma a impressão'),
  ).toBeVisible();
  await expect(kitchen.getByRole('alert')).toBeHidden();
  await expect(kitchen.getByText('sem confirmação', { exact: true })).toBeVisible();

  await kitchen.getByLabel('IP da impressora').fill('8.8.8.8');
  await kitchen.getByRole('button', { name: 'Salvar' }).click();
  await expect(kitchen.getByRole('alert')).toContainText('Use o IP da impressora na rede da loja');
  await expect(toast(page, 'Erro ao salvar configurações da impressora')).toBeVisible();
  await expect(kitchen.getByLabel('IP da impressora')).toHaveValue('8.8.8.8');

  await kitchen.getByLabel('Impressora habilitada').uncheck();
  await kitchen.getByLabel('IP da impressora').fill('');
  await kitchen.getByLabel('Porta').fill('abc');
  await kitchen.getByRole('button', { name: 'Salvar' }).click();
  await expect(toast(page, 'Configurações da impressora salvas')).toBeVisible();
  await expect(kitchen.getByText('desativada', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('balcao-printer'))).toBe(
    JSON.stringify({ printer_enabled: 'false', printer_ip: '', printer_port: '9100' }),
  );
  await test.click();
  await expect(kitchen.getByRole('alert')).toHaveText('Habilite a impressora antes de testar');

  await kitchen.getByLabel('Impressora habilitada').check();
  await kitchen.getByRole('button', { name: 'Salvar' }).click();
  await expect(kitchen.getByText('Configure o IP da impressora')).toBeVisible();

  // One that is on and has no address, as nothing lets it be saved.
  await withAnswer<{ printers: PrinterConfig[] }>(page, '**/api/staff/printers', ({ printers }) => {
    for (const printer of printers) Object.assign(printer, { enabled: true });
  });
  await page.reload();
  await test.click();
  await expect(kitchen.getByRole('alert')).toHaveText('Configure o IP da impressora');
});

test('each printer is given its own maker by name, and is spoken to in that one’s commands @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  // A Daruma that says nothing about itself: what it is sent is all that there is to see.
  const sent: Buffer[] = [];
  const daruma = createServer((socket) => {
    socket.on('data', (bytes) => sent.push(bytes));
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(daruma, 'listening');
  await addBar(urls.store, { port: (daruma.address() as AddressInfo).port }, []);
  const page = await device(urls.store, 'ADMIN', PRINTERS);
  const makers = [
    ['Cozinha', 'Tanca'],
    ['Balcão', 'Daruma'],
  ] as const;
  const ofPrinter = (name: string) => form(page, name).getByLabel('Comandos');
  for (const [name, maker] of makers) {
    await expect(ofPrinter(name).locator('option:checked')).toHaveText('Epson e compatíveis (ESC/POS)');
    await ofPrinter(name).selectOption({ label: maker });
    await form(page, name).getByRole('button', { name: 'Salvar' }).click();
    await expect(toast(page, 'Configurações da impressora salvas')).toBeVisible();
  }
  await page.reload();
  for (const [name, maker] of makers)
    await expect(ofPrinter(name).locator('option:checked')).toHaveText(maker);

  // Normal size and no double height, as Daruma alone writes it; a Tanca prints what a printer of ESC/POS can read.
  const inDaruma = () => Buffer.concat(sent).toString('hex').includes('1b2100121b7700');
  await form(page, 'Cozinha').getByRole('button', { name: 'Imprimir teste' }).click();
  await expect.poll(() => papers(urls.printerPage, 'ÁÉÍÓÚ ÃÕ Ç R$')).toHaveLength(1);
  expect(inDaruma()).toBe(false);
  await form(page, 'Balcão').getByRole('button', { name: 'Imprimir teste' }).click();
  await expect.poll(inDaruma).toBe(true);
  await new Promise((closed) => daruma.close(closed));
});

test('a printer without any sign is believed once somebody says that its page came out @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  await setFaults(urls.printerPage, { mute: true, leavesOpen: true });
  const page = await device(urls.store, 'ADMIN', PRINTERS);
  const kitchen = form(page, 'Cozinha');
  const question = page.getByRole('dialog', { name: 'A página de teste saiu?' });
  await kitchen.getByRole('button', { name: 'Imprimir teste' }).click();
  await question.getByRole('button', { name: 'Não saiu' }).click();
  await expect(kitchen.getByRole('alert')).toContainText('A página de teste não saiu.');
  await kitchen.getByRole('button', { name: 'Imprimir teste' }).click();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Saiu no papel' }).click();
  await expect(toast(page, 'Impressora confirmada')).toBeVisible();
  await expect(kitchen.getByText('sem confirmação', { exact: true })).toBeVisible();
  const counter = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  const { panel } = await sellCup(counter);
  const { number } = await orderAt(urls.store, panel);
  const row = page.getByRole('row').filter({ hasText: `#${number} ` });
  await expect(row).toContainText('enviado');
});

test('tickets that wait are seen in kitchen, counter and admin, and go on with one tap @desktop @smoke', async ({
  device,
  ownShop: { urls },
}) => {
  const bar = await startPrinterSimulator({ port: 0, columns: 32 });
  await addBar(urls.store, bar, []);
  const counter = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  const kitchen = await device(urls.store, 'KITCHEN', '/cozinha', { colorScheme: 'dark' });
  await expect(kitchen.getByRole('button', { name: 'Impressão: ok', exact: true })).toBeVisible();
  await setFaults(urls.printerPage, { paperOut: true });
  const numbers: string[] = [];
  for (let count = 0; count < 3; count += 1)
    numbers.push((await orderAt(urls.store, (await sellCup(counter)).panel)).number);
  const [moved = '', dropped = '', kept = ''] = numbers;

  for (const screen of [kitchen, counter])
    await expect(screen.getByRole('button', { name: /Impressora Cozinha: sem papel/ })).toBeVisible();
  await expect(kitchen.getByRole('button', { name: 'Impressão: sem papel, 3 na fila' })).toBeVisible();
  await kitchen.getByRole('button', { name: 'Impressão: sem papel, 3 na fila' }).click();
  const paper = kitchen.getByRole('dialog', { name: 'Impressão' });
  const waiting = (number: string) => paper.getByRole('listitem').filter({ hasText: `#${number}` });
  await expect(paper.getByRole('list', { name: 'Impressoras' })).toContainText('Cozinha: sem papel');
  await expect(paper.getByRole('list', { name: 'Impressoras' })).toContainText('Balcão: ok');
  await expect(waiting(kept)).toContainText('na fila');
  await expectAccessible(kitchen);
  for (const button of await paper.getByRole('list', { name: 'Esperando papel' }).getByRole('button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(64);

  await waiting(moved).getByRole('button', { name: 'Mandar para Balcão' }).click();
  await expect(waiting(moved)).toBeHidden();
  expect((await bar.waitForJob((job) => job.complete)).text).toContain(`Pedido nº ${moved} `);

  const admin = await device(urls.store, 'ADMIN', PRINTERS);
  const row = (number: string) => admin.getByRole('row').filter({ hasText: `#${number} ` });
  await expect(form(admin, 'Cozinha').getByText('sem papel', { exact: true })).toBeVisible();
  await row(dropped).getByRole('button', { name: 'Descartar' }).click();
  await expect(row(dropped)).toContainText('descartado');
  await expect(waiting(dropped)).toBeHidden();
  await expectAccessible(admin);
  expect(await hiddenWidth(admin)).toBe(0);

  await setFaults(urls.printerPage, { paperOut: false });
  await waiting(kept).getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(paper).toContainText('Nada esperando para ser impresso.');
  await expect(row(kept)).toContainText('impresso');
  const [slip = ''] = await papers(urls.printerPage, `Pedido nº ${kept} `);
  expect(slip).not.toContain('2ª VIA');
  expect(await papers(urls.printerPage, `Pedido nº ${dropped} `)).toEqual([]);
  await expect(counter.getByRole('button', { name: /Impressora Cozinha/ })).toBeHidden();
  await bar.close();
});

test('a backlog of more than two hours asks before it comes out @desktop', async ({ device, ownShop }) => {
  const { urls, dataDir } = ownShop;
  await setFaults(urls.printerPage, { offline: true });
  const counter = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  const numbers: string[] = [];
  for (let count = 0; count < 2; count += 1)
    numbers.push((await orderAt(urls.store, (await sellCup(counter)).panel)).number);
  const [wanted = '', unwanted = ''] = numbers;
  await ownShop.kill('store');
  const db = new Database(join(dataDir, 'edge', 'store.db'));
  db.exec('update print_jobs set created_at_ms = created_at_ms - 2 * 3600000 - 1000');
  db.close();
  await setFaults(urls.printerPage, { offline: false });
  await ownShop.start('store');

  const kitchen = await device(urls.store, 'KITCHEN', '/cozinha');
  await kitchen.getByRole('button', { name: /2 comandas não saíram no papel/ }).click();
  const paper = kitchen.getByRole('dialog', { name: 'Impressão' });
  const held = (number: string) => paper.getByRole('listitem').filter({ hasText: `#${number}` });
  await expect(held(wanted)).toContainText('aguardando confirmação');
  expect(await papers(urls.printerPage, 'Pedido nº')).toEqual([]);
  await held(wanted).getByRole('button', { name: 'Imprimir', exact: true }).click();
  // The one below moves up as it goes.
  await expect(held(wanted)).toBeHidden();
  await held(unwanted).getByRole('button', { name: 'Descartar' }).click();
  await expect(paper).toContainText('Nada esperando para ser impresso.');
  await expect.poll(() => papers(urls.printerPage, `Pedido nº ${wanted} `)).toHaveLength(1);
  expect(await papers(urls.printerPage, `Pedido nº ${unwanted} `)).toEqual([]);
});

test('a ticket is printed again from kitchen, counter and admin, and every repeat says so @desktop', async ({
  device,
  shop: { urls },
}) => {
  const counter = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  const { panel } = await sellCup(counter);
  const { number } = await orderAt(urls.store, panel);
  const tickets = async (): Promise<boolean[]> =>
    (await papers(urls.printerPage, `Pedido nº ${number} `)).map((text) => text.includes('2ª VIA'));
  await expect.poll(tickets).toEqual([false]);

  const kitchen = await device(urls.store, 'KITCHEN', '/cozinha');
  const again = (await openTicket(kitchen, 'Recebidos', number)).getByRole('button', {
    name: /^Imprimir de novo/,
  });
  await kitchen.route('**/reprint', (route) => route.abort(), { times: 1 });
  await again.click();
  await expect(toast(kitchen, 'Erro na impressão')).toBeVisible();
  await again.click();
  await expect(toast(kitchen, 'Na fila de impressão')).toBeVisible();
  await expect.poll(tickets).toEqual([false, true]);

  await counter.getByRole('button', { name: 'Pedidos' }).click();
  await counter.getByRole('button', { name: `Imprimir de novo o pedido ${panel}`, exact: true }).click();
  await expect(toast(counter, '2ª via enviada para a impressora')).toBeVisible();
  await expect.poll(tickets).toEqual([false, true, true]);

  const admin = await device(urls.store, 'ADMIN', '/admin');
  const dialog = await openOrder(admin, number);
  await dialog.getByRole('button', { name: 'Ver no papel' }).click();
  const picture = dialog.getByRole('img', { name: 'Prévia: Comanda da cozinha, papel de 80 mm' });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await dialog.getByLabel('O quê').selectOption('Via do cliente');
  await admin.route('**/reprint*', (route) => route.abort(), { times: 1 });
  await dialog.getByRole('button', { name: 'Imprimir na loja' }).click();
  await expect(toast(admin, 'Erro ao imprimir pedido')).toBeVisible();
  await dialog.getByRole('button', { name: 'Imprimir na loja' }).click();
  await expect(toast(admin, 'Na fila de impressão')).toBeVisible();
  await expect.poll(() => papers(urls.printerPage, 'Acompanhe seu pedido')).not.toEqual([]);
});

async function openOrder(admin: Page, number: string): Promise<Locator> {
  await admin.getByRole('button', { name: `#${number}`, exact: true }).click();
  return admin.getByRole('dialog', { name: new RegExp(`^Pedido \\d+ \\(#${number}\\)$`) });
}

test('a machine with its own printer prints a slip alone, on 58 and on 80 mm, and says when it cannot @desktop', async ({
  device,
  shop: { urls },
}) => {
  const page = await device(urls.store, 'ADMIN', PRINTERS);
  // The browser's own print window would hold the test up: what it would print is looked at instead.
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  const kitchen = form(page, 'Cozinha');
  await kitchen.getByRole('button', { name: 'Ver como sai no papel' }).click();
  const here = kitchen.getByRole('button', { name: 'Imprimir neste aparelho' });
  for (const [columns, mm] of [
    ['32', 58],
    ['48', 80],
  ] as const) {
    await kitchen.getByLabel('Papel').selectOption(columns);
    const picture = kitchen.getByRole('img', { name: `Prévia: Comanda da cozinha, papel de ${mm} mm` });
    await expect(picture).toBeVisible();
    await here.click();
    const slip = page.locator('#slip-on-paper');
    await expect(slip).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(slip).toBeVisible();
    await expect(page.locator('#root')).toBeHidden();
    const width = (await slip.boundingBox())?.width ?? 0;
    // Ours in CSS pixels, 96 to the inch: the printed width of the paper, which leaves a margin on both sides.
    expect(width / (96 / 25.4)).toBeGreaterThan(mm * 0.8);
    expect(width / (96 / 25.4)).toBeLessThanOrEqual(mm);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const sizes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
    expect(sizes).toHaveLength(1);
    expect((Number(sizes[0]?.[1]) / 72) * 25.4).toBeCloseTo(mm, 0);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(slip).toHaveCount(0);
    await page.emulateMedia({ media: null });
  }

  await page.route('**/api/staff/print-preview/**', (route) => route.abort());
  await here.click();
  await expect(
    toast(
      page,
      'Não foi possível conectar à impressão local. Confira se o servidor da loja está ligado e tente de novo.',
    ),
  ).toBeVisible();
  await page.evaluate(() => Reflect.deleteProperty(window, 'print'));
  await page.evaluate(() => Object.defineProperty(window, 'print', { value: undefined }));
  await here.click();
  await expect(
    toast(
      page,
      'A impressão local não está instalada neste aparelho. Abra esta tela em um computador com impressora.',
    ),
  ).toBeVisible();
});
