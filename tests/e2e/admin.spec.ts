// The administrator's six tabs, each on the store's own address and through the tunnel on the relay's: what one does there on an
// ordinary day, in the words of the specification. What these tests make, they take away again.
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { csvLine, reais } from '@balcao/shared/csv.ts';
import { v7 as uuidv7 } from 'uuid';
import { expect, test, type Browser, type Page, type SharedShop } from '../support/browser-test.ts';
import { refuse, seeToast, withAnswer } from './altered.ts';
import { expectSoundInBoth } from './axe.ts';
import { newPhone } from './customer.ts';
import { asStaff, openScreens } from './staff.ts';

const WIDE = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const;
const ADDRESSES = [
  { where: 'in the store', hostOf: ({ urls }: SharedShop) => urls.store },
  { where: 'through the tunnel', hostOf: ({ urls }: SharedShop) => urls.relay },
];

const open = openScreens();

const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Avisos' }).getByText(text);
const phoneShown = (phone: string): string => phone.replace(/^(..)(.....)(....)$/, '($1) $2-$3');
let made = 0;
/** A name that nothing else on the menu has. */
const newName = (kind: string): string => `${kind} ${Date.now().toString(36)}${(made += 1)}`;

type Sold = { id: string; simpleId: number; code: string; totalCents: number };
type Menu = Record<'sizes' | 'bases' | 'iceCreams' | 'toppings', { id: string; name: string }[]>;

/** An açaí with a topping in each layer, sold at the counter and not paid. */
async function sell(
  shop: Pick<SharedShop, 'urls'>,
  phone: string,
  signedIn?: Awaited<ReturnType<typeof asStaff>>,
): Promise<{ order: Sold; trackingToken: string; says: string[] }> {
  const staff = signedIn ?? (await asStaff(shop.urls.store, 'ATTENDANT'));
  const menu = (await staff('GET', '/api/menu')) as Menu;
  const [size, base, iceCream] = [menu.sizes[1], menu.bases[0], menu.iceCreams[0]];
  const [bottom, top] = menu.toppings;
  const { order, trackingToken } = (await staff('POST', '/api/staff/orders', {
    id: uuidv7(),
    consumptionType: 'local',
    customerPhone: phone,
    observations: 'sem canudo',
    items: [
      {
        id: 'a',
        sizeId: size?.id,
        baseId: base?.id,
        iceCreamId: iceCream?.id,
        toppings: [
          { id: bottom?.id, layer: 'BOTTOM' },
          { id: top?.id, layer: 'TOP' },
        ],
      },
    ],
  })) as { order: Sold; trackingToken: string };
  return {
    order,
    trackingToken,
    says: [size, base, iceCream, bottom, top].map((one) => one?.name ?? '').concat('Fundo', 'Topo'),
  };
}

for (const { where, hostOf } of ADDRESSES) {
  test(`Pedidos ${where}: found by phone, id and code, read whole, moved, printed and deleted @desktop @smoke`, async ({
    browser,
    shop,
  }) => {
    const phone = newPhone();
    const { order, says } = await sell(shop, phone);
    const page = await open(browser, hostOf(shop), 'ADMIN', '/admin', WIDE);
    const row = page.getByRole('row').filter({ hasText: `#${order.simpleId}` });
    const search = page.getByRole('search');
    const find = async (by: string, term: string) => {
      await search.getByLabel('Buscar por').selectOption(by);
      await search.getByRole('textbox').or(search.getByRole('searchbox')).fill(term);
      await search.getByRole('button', { name: 'Buscar' }).click();
    };

    await find('ID do pedido', '  ');
    await expect(search.getByRole('alert')).toHaveText('Digite algo para buscar.');
    await find('ID do pedido', 'zzz');
    await expect(page.getByText('Nenhum pedido encontrado.')).toBeVisible();
    for (const [by, term] of [
      ['Telefone', phone],
      ['ID do pedido', String(order.simpleId)],
      ['ID do pedido', order.id],
      ['ID do pedido', order.id.slice(0, 23)],
      ['Painel ou código', order.code],
      ['Painel ou código', String(order.simpleId)],
    ] as const) {
      await find(by, term);
      await expect(row).toHaveCount(1);
    }
    // The number is masked while it is typed.
    await search.getByLabel('Buscar por').selectOption('Telefone');
    await search.getByLabel('Telefone', { exact: true }).fill(`${phone}99`);
    await expect(search.getByLabel('Telefone', { exact: true })).toHaveValue(phoneShown(phone));
    await search.getByRole('button', { name: 'Buscar' }).click();

    await row.getByLabel(`Status do pedido ${order.simpleId}`, { exact: true }).selectOption('Preparando');
    const payFirst = page.getByRole('dialog', { name: 'Confirme o pagamento primeiro' });
    await payFirst.getByRole('button', { name: 'Recebi em Dinheiro' }).click();
    await expect(toast(page, 'Status atualizado')).toBeVisible();
    const status = row.getByLabel(`Status do pedido ${order.simpleId}`, { exact: true });
    await expect(status).toHaveValue('PREPARING');
    const total = (order.totalCents / 100).toFixed(2).replace('.', ',');
    await expect(row).toContainText(`R$ ${total}PagoDinheiro`);
    await expect(status.locator('option')).toHaveText(['Recebido', 'Preparando', 'Pronto', 'Entregue']);

    await row.getByRole('button', { name: `Ver pedido ${order.simpleId}` }).click();
    const whole = page.getByRole('dialog', { name: `#${order.simpleId})` });
    for (const text of [phoneShown(phone), 'sem canudo', 'Preparando', 'Total', ...says])
      await expect(whole).toContainText(text);
    await expect(whole).toContainText(/Feito: \d\d\/\d\d\/\d{4}/);
    await expect(whole).toContainText('Preparo iniciado: ');
    await expect(whole).not.toContainText('Pronto: ');
    await whole.getByRole('button', { name: 'Fechar' }).first().click();

    await row.getByRole('button', { name: `Imprimir pedido ${order.simpleId}` }).click();
    await expect(toast(page, 'Comanda enviada para a impressora')).toBeVisible();

    await status.selectOption('Entregue');
    await row.getByRole('button', { name: `Excluir pedido ${order.simpleId}` }).click();
    await page
      .getByRole('dialog', { name: 'Excluir pedido' })
      .getByRole('button', { name: 'Excluir' })
      .click();
    await expect(toast(page, 'Pedido excluído')).toBeVisible();
    await expect(row).toHaveCount(0);
  });

  test(`Pedidos ${where}: an open order is deleted after one question @desktop`, async ({
    browser,
    shop,
  }) => {
    const { order, trackingToken } = await sell(shop, newPhone());
    const page = await open(browser, hostOf(shop), 'ADMIN', '/admin', WIDE);
    const row = page.getByRole('row').filter({ hasText: `#${order.simpleId}` });
    await row.getByRole('button', { name: `Excluir pedido ${order.simpleId}` }).click();
    const asked = page.getByRole('dialog', { name: 'Excluir pedido' });
    await expect(asked).toContainText('Este pedido ainda está aberto e será cancelado.');
    await asked.getByRole('button', { name: 'Excluir', exact: true }).click();
    await expect(toast(page, 'Pedido excluído')).toBeVisible();
    await expect(row).toHaveCount(0);
    const gone = await fetch(`${shop.urls.store}/api/orders/${order.code}`, {
      headers: { authorization: `Bearer ${trackingToken}` },
    });
    expect(gone.status).toBe(404);
  });

  test(`Dinheiro ${where}: cash that waits is confirmed, and the code is said @desktop`, async ({
    browser,
    shop,
  }) => {
    const phone = newPhone();
    const { order, trackingToken } = await sell(shop, phone);
    const chosen = await fetch(`${shop.urls.store}/api/orders/${order.code}/cash`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${trackingToken}` },
      body: JSON.stringify({ changeForCents: 10_000 }),
    });
    expect(chosen.status).toBe(200);
    const page = await open(browser, hostOf(shop), 'ADMIN', '/admin/dinheiro', WIDE);
    const card = page.getByRole('listitem').filter({ hasText: `#${order.simpleId} ` });
    await expect(card).toContainText(phoneShown(phone));
    const change = ((10_000 - order.totalCents) / 100).toFixed(2).replace('.', ',');
    await expect(card).toContainText(`Troco para R$ 100,00: devolver R$ ${change}`);
    await card.getByRole('button', { name: 'Confirmar pagamento' }).click();
    await expect(toast(page, 'Pagamento confirmado')).toBeVisible();
    await expect(toast(page, new RegExp(`${order.code.slice(0, 5)}-${order.code.slice(5)}`))).toBeVisible();
    await expect(card).toHaveCount(0);
  });

  test(`Cardápio ${where}: an entry is made, corrected, moved, taken off and brought back @desktop @smoke`, async ({
    browser,
    shop,
  }) => {
    const name = newName('Sorvete');
    const page = await open(browser, hostOf(shop), 'ADMIN', '/admin/cardapio/sorvetes', WIDE);
    await page.getByRole('button', { name: 'Novo sorvete' }).click();
    const form = page.getByRole('dialog', { name: 'Novo sorvete' });
    await form.getByRole('button', { name: 'Salvar' }).click();
    await expect(form.getByText('O campo "Nome" é obrigatório.')).toBeVisible();
    await form.getByLabel('Nome').fill(name);
    await expect(form.getByText('O campo "Nome" é obrigatório.')).toHaveCount(0);
    await form.getByLabel('Descrição').fill('Só para este teste');
    await expect(form.locator('[data-preview]')).toContainText(name);
    await expect(form.locator('[data-preview]')).toContainText('Só para este teste');
    await form.getByRole('button', { name: 'Salvar' }).click();
    await expect(toast(page, `${name} está no cardápio`)).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: name });
    const place = () =>
      page
        .getByRole('row')
        .evaluateAll((rows, text) => rows.findIndex((one) => one.textContent?.includes(text)), name);
    await expect(row).toBeVisible();

    const last = await place();
    await row.getByRole('button', { name: `Subir ${name}` }).click();
    await expect.poll(place).toBe(last - 1);
    await row.getByTitle('Arraste para mudar a ordem').dragTo(page.getByRole('row').nth(last));
    await expect.poll(place).toBe(last);

    await row.getByRole('button', { name: `Editar ${name}` }).click();
    await page.getByRole('dialog').getByLabel('Descrição').fill('Corrigido');
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    await expect(toast(page, 'Alterações salvas')).toBeVisible();
    await expect(row).toContainText('Corrigido');

    const question = page.getByRole('dialog', { name: `Excluir ${name}` });
    await row.getByRole('button', { name: `Excluir ${name}` }).click();
    await expect(question).toContainText(`Tem certeza que deseja excluir o sorvete "${name}"?`);
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(question).toHaveCount(0);
    await expect(row).not.toContainText('Inativo');
    await row.getByRole('button', { name: `Excluir ${name}` }).click();
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect(row).toHaveCount(0);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(row).toHaveCount(1);
    await row.getByRole('button', { name: `Excluir ${name}` }).click();
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect(row).toHaveCount(0);
    await page.getByRole('button', { name: /Mostrar inativ[ao]s/ }).click();
    await expect(row).toContainText('Inativo');
    await expect(row.getByRole('button', { name: `Excluir ${name}` })).toHaveCount(0);
    await expect(row.getByRole('button', { name: `Reativar ${name}` })).toBeVisible();
  });

  test(`Taça ${where}: the switch of cups stands as it is set; a cup is made, priced in its row, and taken off @desktop`, async ({
    browser,
    shop,
  }) => {
    const name = newName('Taça');
    const page = await open(browser, hostOf(shop), 'ADMIN', '/admin/taca', WIDE);
    const feature = page.getByRole('switch', { name: 'Vender Taça Montada' });
    await expect(feature).toBeChecked();
    await page.getByRole('button', { name: 'Nova taça' }).click();
    const form = page.getByRole('dialog', { name: 'Nova taça' });
    await form.getByLabel('Nome').fill(name);
    await form.getByLabel(/Preço/).fill('0');
    await form.getByRole('button', { name: 'Salvar' }).click();
    await expect(form.getByText('Preço inválido: O preço deve ser maior que zero.')).toBeVisible();
    await form.getByLabel(/Preço/).fill('21,5');
    await form.getByLabel('Acompanha').fill('Morango\nGranola');
    await expect(form.locator('[data-preview]')).toContainText('R$ 21,50');
    await expect(form.locator('[data-preview]')).toContainText('Morango e Granola');
    await form.getByRole('button', { name: 'Salvar' }).click();
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row.getByLabel(`Preço de ${name}`)).toHaveValue('21,50');
    await row.getByLabel(`Preço de ${name}`).fill('22');
    await row.getByLabel(`Preço de ${name}`).press('Enter');
    await expect(row).toContainText('✓ salvo');
    await row.getByRole('button', { name: `Excluir ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
    await expect(row).toContainText('Inativo');
  });

  test(`Relatórios ${where}: filters, cards, customers, best sellers, hours, and the sheet @desktop`, async ({
    browser,
    shop,
  }) => {
    const page = await open(browser, hostOf(shop), 'ADMIN', '/admin/relatorios', WIDE);
    for (const card of ['Vendas totais', 'Ticket médio', 'Total de pedidos', 'Crescimento semanal'])
      await expect(page.getByRole('paragraph').filter({ hasText: new RegExp(`^${card}$`) })).toBeVisible();
    for (const heading of ['Top 3 Clientes do Mês', 'Mais vendidos', 'Horários de Pico', 'Vendas por dia'])
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    const best = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Top 3 Clientes do Mês' }) });
    const readAgain = page.waitForResponse((answer) => answer.url().endsWith('/api/staff/ranking'));
    await best.getByRole('button', { name: 'Atualizar' }).click();
    expect((await readAgain).status()).toBe(200);
    await expect(page.getByRole('heading', { level: 4 })).toHaveText([
      'Tamanhos',
      'Bases',
      'Sorvetes',
      'Complementos',
    ]);
    const asked: string[] = [];
    page.on('request', (one) => {
      if (one.url().includes('/reports/sales?')) asked.push(new URL(one.url()).search);
    });
    await page.getByLabel('Data inicial').fill('2001-02-01');
    await page.getByLabel('Data final').fill('2001-01-31');
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await expect(page.getByText('A data final não pode ser antes da inicial.')).toBeVisible();
    await page.getByLabel('Data final').fill('2001-02-28');
    await page.getByLabel('Telefone do cliente').fill('11900000000');
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await expect(page.getByText('De 01/02/2001 a 28/02/2001, só pedidos pagos.')).toBeVisible();
    await expect(page.getByText('Nenhum dado de horário disponível')).toBeVisible();
    // Days that run backwards were asked of nobody, and the file is of what is on the screen, not of what is typed meanwhile.
    const filtered = '?from=2001-02-01&to=2001-02-28&phone=11900000000';
    expect(asked).toEqual([filtered]);
    await page.getByLabel('Data inicial').fill('2001-02-05');
    await expect(page.getByRole('link', { name: 'Baixar planilha (CSV)' })).toHaveAttribute(
      'href',
      `/api/staff/reports/sales.csv${filtered}`,
    );
    // Of one customer the days are not taken apart: the ways of payment stand by themselves.
    await expect(page.getByRole('heading', { name: 'Formas de pagamento' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'O que vendeu' })).toHaveCount(0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Baixar planilha (CSV)' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('vendas-2001-02-01-a-2001-02-28.csv');
    await page.getByRole('tab', { name: 'Painel de vendas' }).click();
    await expect(page.getByText('Vendas de hoje')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Pedidos de hoje por hora' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Os 3 preferidos (últimos 30 dias)' })).toBeVisible();
  });

  test(`Configurações ${where}: one button saves everything, nonsense becomes a discount of 0, users come and go @desktop`, async ({
    browser,
    shop,
  }) => {
    const page = await open(browser, hostOf(shop), 'ADMIN', '/admin/configuracoes', WIDE);
    const address = page.getByLabel('Endereço', { exact: true });
    const before = await address.inputValue();
    const street = newName('Rua');
    await address.fill(street);
    const discount = page.getByLabel('Desconto especial (%)');
    const percent = await discount.inputValue();
    for (const [typed, becomes] of [
      ['150', '100'],
      ['-3', '0'],
      ['muito', '0'],
      [percent, percent],
    ] as const) {
      await discount.fill(typed);
      await discount.blur();
      await expect(discount).toHaveValue(becomes);
    }
    await expect(page.getByText('Há mudanças que não foram salvas.')).toBeVisible();
    const hours = page.getByLabel('Horário de funcionamento (texto do site)');
    const hoursText = newName('Todo dia');
    await hours.fill(hoursText);
    const asked: unknown[] = [];
    page.on('request', (one) => {
      if (one.url().endsWith('/api/staff/settings')) asked.push(one.postDataJSON());
    });
    await page.getByRole('button', { name: 'Salvar tudo' }).click();
    await expect(toast(page, 'Configurações salvas')).toBeVisible();
    // All that changed in one request, and nothing else.
    expect(asked).toEqual([{ storeAddress: street, openingHoursText: hoursText }]);
    await expect
      .poll(
        async () =>
          ((await (await fetch(`${hostOf(shop)}/api/store`)).json()) as { address: string }).address,
      )
      .toBe(street);
    await address.fill(before);
    await hours.fill('');
    await page.getByRole('button', { name: 'Salvar tudo' }).click();
    await expect(page.getByText('Tudo salvo.')).toBeVisible();

    await page.getByRole('tab', { name: 'Usuários' }).click();
    for (const [person, role] of [
      ['Dona Lúcia', 'Administrador'],
      ['Beto da Cozinha', 'Cozinha'],
      ['Nina do Balcão', 'Atendente'],
    ] as const)
      await expect(page.getByLabel(`Função de ${person}`).locator('option:checked')).toHaveText(role);
    await page.getByRole('button', { name: 'Criar usuário' }).click();
    const form = page.getByRole('dialog', { name: 'Criar usuário' });
    await expect(form.getByLabel('Função')).toHaveValue('KITCHEN');
    await form.getByRole('button', { name: 'Criar usuário' }).click();
    await expect(
      form.getByRole('paragraph').filter({ hasText: 'Todos os campos são obrigatórios' }).first(),
    ).toBeVisible();
    const email = `${uuidv7()}@acai.demo`;
    await form.getByLabel('Nome').fill('Pessoa de Teste');
    await form.getByLabel('Email').fill('dona@acai.demo');
    await form.getByLabel('Senha').fill('segredo-da-loja');
    await form.getByRole('button', { name: 'Criar usuário' }).click();
    await expect(form.getByText('Este email já está cadastrado.').first()).toBeVisible();
    await expect(toast(page, 'Erro').first()).toBeVisible();
    await form.getByLabel('Email').fill(email);
    await form.getByRole('button', { name: 'Criar usuário' }).click();
    await expect(toast(page, 'Usuário criado com sucesso')).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: email });
    await row.getByRole('button', { name: 'Excluir' }).click();
    const question = page.getByRole('dialog', { name: 'Excluir Pessoa de Teste' });
    await expect(question).toContainText('Tem certeza que deseja excluir este usuário?');
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect(toast(page, 'Usuário excluído com sucesso')).toBeVisible();
    await expect(row).toHaveCount(0);
    await page.getByRole('button', { name: 'Excluir Dona Lúcia' }).click();
    await expect(toast(page, 'Você não pode excluir seu próprio perfil')).toBeVisible();

    await page.getByRole('button', { name: 'Editar meu perfil' }).click();
    const own = page.getByRole('dialog', { name: 'Editar meu perfil' });
    await own.getByLabel('Nome').fill(' ');
    await own.getByRole('button', { name: 'Salvar' }).click();
    await expect(own.getByText('Nome e email são obrigatórios').first()).toBeVisible();
    await own.getByLabel('Nome').fill('Dona Lúcia');
    await own.getByLabel('Nova senha').fill('outra-palavra-passe');
    await own.getByRole('button', { name: 'Salvar' }).click();
    await expect(own.getByText('Senha atual é obrigatória para alterar a senha').first()).toBeVisible();
    await own.getByLabel('Nova senha').fill('');
    await own.getByRole('button', { name: 'Salvar' }).click();
    await expect(toast(page, 'Perfil atualizado com sucesso')).toBeVisible();
  });

  test(`pictures ${where}: what is no picture, too large, or a bomb is refused in words; an SVG loses its script @desktop`, async ({
    browser,
    shop,
  }) => {
    const host = hostOf(shop);
    const page = await open(browser, host, 'ADMIN', '/admin/cardapio/produtos', WIDE);
    await page.getByRole('button', { name: 'Novo produto' }).click();
    const form = page.getByRole('dialog', { name: 'Novo produto' });
    await form.getByLabel('Nome').fill('Produto que não será salvo');
    const photo = form.locator('input[type=file]');
    // What the file before it was told still hangs there as a toast: only the field says that it was judged.
    const choose = async (file: Parameters<typeof photo.setInputFiles>[0]) => {
      await expect(photo).toBeEnabled();
      await photo.setInputFiles(file);
    };
    const says = (text: string) =>
      expect(form.getByRole('alert').filter({ hasText: text }).first()).toBeVisible();
    await choose({
      name: 'nota.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7'),
    });
    await says('Por favor, selecione apenas arquivos de imagem');
    await choose({
      name: 'grande.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
    });
    await says('A imagem deve ter no máximo 5MB');
    // Its name and type say picture, its bytes do not: the store looks.
    await choose({
      name: 'foto.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<script>1</script>'),
    });
    await says('Por favor, selecione apenas arquivos de imagem');
    await choose({
      name: 'bomba.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"/>'),
    });
    await says('A imagem tem pontos demais');
    await expect(form.getByLabel('Nome')).toHaveValue('Produto que não será salvo');
    const good = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#7d2f96' } })
      .png()
      .toBuffer();
    await choose({ name: 'foto.png', mimeType: 'image/png', buffer: good });
    const sent = form.getByRole('img', { name: /^Foto de/ });
    await expect(sent).toBeVisible();
    const before = await sent.getAttribute('src');
    await form.getByRole('button', { name: 'Ajustar foto' }).click();
    const adjust = page.getByRole('dialog', { name: 'Ajustar foto' });
    await adjust.getByLabel('Aproximar').fill('2');
    await adjust.getByLabel('Luz', { exact: true }).fill('0.5');
    await adjust.getByRole('button', { name: 'Usar esta foto' }).click();
    await expect(sent).not.toHaveAttribute('src', before ?? '');
    await expect(adjust).toHaveCount(0);
    const width = () => sent.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBe(20);
    // Adjusted again, it is the photo as it was chosen, and not what was cut out of it.
    await form.getByRole('button', { name: 'Ajustar foto' }).click();
    await expect(adjust.getByLabel('Aproximar')).toHaveValue('2');
    await expect(adjust.getByRole('status')).toContainText('vai ficar sem nitidez');
    await adjust.getByRole('button', { name: 'Como saiu da câmera' }).click();
    await adjust.getByRole('button', { name: 'Usar esta foto' }).click();
    await expect.poll(width).toBe(40);
    await form.getByRole('button', { name: 'Cancelar' }).click();

    await page.goto(`${host}/admin/configuracoes`);
    const logo = page.locator('input[type=file]');
    const logoSays = (text: string) =>
      expect(page.getByRole('alert').filter({ hasText: text }).first()).toBeVisible();
    await logo.setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
    await logoSays('Formato não suportado');
    await logo.setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
    });
    await logoSays('Arquivo muito grande');
    const [reply] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/api/staff/images')),
      logo.setInputFiles({
        name: 'logo.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>document.title="roubado"</script><rect width="64" height="64" fill="#0a0"/></svg>',
        ),
      }),
    ]);
    const { hash } = (await reply.json()) as { hash: string };
    const served = await fetch(`${shop.urls.store}/api/images/${hash}`);
    expect(served.headers.get('content-type')).toMatch(/^image\/(avif|webp|png)$/);
    expect(Buffer.from(await served.arrayBuffer()).includes('script')).toBe(false);
    await page.getByRole('button', { name: 'Descartar' }).click();
    await expect(page.getByText('Tudo salvo.')).toBeVisible();
  });

  test(`a session that ends in mid-form ${where} keeps what was typed and saves it after signing in @desktop`, async ({
    browser,
    shop,
  }) => {
    const page = await open(browser, hostOf(shop), 'ADMIN', '/admin/configuracoes', WIDE);
    const text = page.getByLabel('Horário de funcionamento (texto do site)');
    await text.fill('Todo dia, o dia todo');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Salvar tudo' }).click();
    const again = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await again.getByLabel('Senha').fill('acai-da-dona-lucia');
    await again.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(again).toBeHidden();
    await expect(text).toHaveValue('Todo dia, o dia todo');
    await page.getByRole('button', { name: 'Salvar tudo' }).click();
    await expect(toast(page, 'Configurações salvas')).toBeVisible();
    await text.fill('');
    await page.getByRole('button', { name: 'Salvar tudo' }).click();
    await expect(page.getByText('Tudo salvo.')).toBeVisible();
  });
}

test('what was typed in a tab is still there when one comes back to it, and is saved or thrown away @desktop', async ({
  browser,
  shop,
}) => {
  const page = await open(browser, shop.urls.store, 'ADMIN', '/admin/configuracoes/geral', WIDE);
  const address = page.getByLabel('Endereço', { exact: true });
  const before = await address.inputValue();
  await address.fill('Rua que ninguém salvou, 1');
  await page.getByRole('tab', { name: 'Pagamentos' }).click();
  const name = page.getByLabel('Nome no site').first();
  const saved = await name.inputValue();
  await name.fill('Outro nome');
  await page.getByRole('tab', { name: 'Pedidos' }).click();
  await expect(page.getByRole('search')).toBeVisible();
  // The browser asks as it does while the form is in sight.
  const asks = await page.evaluate(
    () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  );
  expect(asks).toBe(true);

  await page.getByRole('tab', { name: 'Configurações' }).click();
  await expect(address).toHaveValue('Rua que ninguém salvou, 1');
  await expect(page.getByText('Há mudanças que não foram salvas.')).toBeVisible();
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect(address).toHaveValue(before);
  await page.getByRole('tab', { name: 'Pagamentos' }).click();
  await expect(name).toHaveValue('Outro nome');
  await name.fill(saved);
  await page.getByRole('tab', { name: 'Geral' }).click();
  await expect(address).toHaveValue(before);
  const stillAsks = await page.evaluate(
    () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  );
  expect(stillAsks).toBe(false);
});

test.describe('a price in its row', () => {
  const openPrice = async (browser: Browser, host: string) => {
    const admin = await asStaff(host, 'ADMIN');
    const name = newName('Calda');
    const id = uuidv7();
    await admin('PATCH', `/api/staff/catalog/toppings/${id}`, {
      name,
      category: 'caldas',
      priceCents: 200,
      position: 900,
    });
    const page = await open(browser, host, 'ADMIN', '/admin/cardapio/complementos', WIDE);
    const row = page.getByRole('row').filter({ hasText: name });
    const stored = async () => {
      const { toppings } = (await admin('GET', '/api/staff/catalog')) as {
        toppings: { id: string; priceCents: number }[];
      };
      return toppings.find((one) => one.id === id)?.priceCents;
    };
    const change = (fields: object) => admin('PATCH', `/api/staff/catalog/toppings/${id}`, fields);
    const done = () => change({ active: false });
    return { page, row, name, price: row.getByLabel(`Preço de ${name}`), stored, change, done };
  };

  test('is kept when Tab leaves it, and the next field has the focus @desktop', async ({ browser, shop }) => {
    const { row, name, price, stored, done } = await openPrice(browser, shop.urls.store);
    await price.fill('2,50');
    await price.press('Tab');
    await expect(row).toContainText('✓ salvo');
    await expect(row.getByLabel(`Disponibilidade de ${name}`)).toBeFocused();
    expect(await stored()).toBe(250);
    await done();
  });

  test('waits for the store, says why it was not kept, and takes that back once it is @desktop', async ({
    browser,
    shop,
  }) => {
    const { page, row, price, stored, done } = await openPrice(browser, shop.urls.store);
    let refuse: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (refuse = resolve));
    await page.route('**/api/staff/catalog', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      await held;
      await route.abort();
    });
    await price.fill('2,50');
    await price.press('Enter');
    await expect(row).toContainText('aguardando a loja');
    await expect(row).not.toContainText('✓ salvo');
    refuse();
    await expect(row).toContainText('Não deu para falar com a loja.');
    await expect(row).not.toContainText('Preço inválido');
    await expect(price).toHaveValue('2,50');
    await expect(toast(page, 'Erro ao salvar item. Tente novamente.')).toBeVisible();
    expect(await stored()).toBe(200);

    await page.unroute('**/api/staff/catalog');
    await price.press('Enter');
    await expect(row).toContainText('✓ salvo');
    await expect(toast(page, 'Erro ao salvar item. Tente novamente.')).toHaveCount(0);
    await expect(row).not.toContainText('Não deu para falar com a loja.');
    expect(await stored()).toBe(250);
    await done();
  });

  test('that somebody else changed meanwhile is not written over: both are shown, and one is chosen @desktop', async ({
    browser,
    shop,
  }) => {
    const { page, row, name, price, stored, change, done } = await openPrice(browser, shop.urls.relay);
    const question = page.getByRole('dialog', { name: `O preço de ${name} já mudou` });
    await price.fill('2,50');
    await change({ priceCents: 300, category: 'frutas' });
    await expect(row).toContainText('frutas');
    await expect(price).toHaveValue('2,50');
    await price.press('Enter');
    await expect(question).toContainText(
      'Outra pessoa mudou este preço de R$ 2,00 para R$ 3,00. Você digitou R$ 2,50.',
    );
    expect(await stored()).toBe(300);
    await question.getByRole('button', { name: 'Deixar R$ 3,00' }).click();
    await expect(price).toHaveValue('3,00');
    expect(await stored()).toBe(300);

    await price.fill('2,50');
    await change({ priceCents: 400, category: 'crocantes' });
    await expect(row).toContainText('crocantes');
    await price.press('Enter');
    await question.getByRole('button', { name: 'Mudar para R$ 2,50' }).click();
    await expect(row).toContainText('✓ salvo');
    expect(await stored()).toBe(250);
    await done();
  });

  test('more than three times the one before is asked about, in the row and in the form @desktop', async ({
    browser,
    shop,
  }) => {
    const { page, row, name, price, stored, done } = await openPrice(browser, shop.urls.store);
    const question = page.getByRole('dialog', { name: `Mudar o preço de ${name}?` });
    await price.fill('1.234,56');
    await price.press('Enter');
    await expect(question).toContainText('O preço passa de R$ 2,00 para R$ 1.234,56. Está certo?');
    await question.getByRole('button', { name: 'Corrigir' }).click();
    await expect(question).toHaveCount(0);
    await expect(price).toBeFocused();
    expect(await stored()).toBe(200);
    await price.fill('12,50');
    await price.press('Enter');
    await question.getByRole('button', { name: 'Sim, R$ 12,50' }).click();
    await expect(row).toContainText('✓ salvo');
    expect(await stored()).toBe(1250);

    await row.getByRole('button', { name: `Editar ${name}` }).click();
    const form = page.getByRole('dialog', { name: `Editar ${name}` });
    await form.getByLabel('Preço (R$)').fill('125');
    await form.getByRole('button', { name: 'Salvar' }).click();
    await expect(question).toContainText('O preço passa de R$ 12,50 para R$ 125,00.');
    expect(await stored()).toBe(1250);
    await question.getByRole('button', { name: 'Sim, R$ 125,00' }).click();
    await expect(form).toHaveCount(0);
    expect(await stored()).toBe(12_500);
    await done();
  });
});

test('a logo that cannot be put back to the standard one says so, and stays to be tried again @desktop', async ({
  browser,
  shop,
}) => {
  const page = await open(browser, shop.urls.store, 'ADMIN', '/admin', WIDE);
  // Nothing of this reaches the shop that all tests share.
  await withAnswer<{ settings: { logo: string } }>(page, '**/api/staff/catalog', ({ settings }) => {
    settings.logo = 'a'.repeat(64);
  });
  const asked: unknown[] = [];
  await page.route('**/api/staff/settings', (route) => {
    asked.push(route.request().postDataJSON());
    return route.abort();
  });
  await page.goto(`${shop.urls.store}/admin/configuracoes`);
  await page.getByRole('button', { name: 'Restaurar logo padrão' }).click();
  await page.getByRole('button', { name: 'Salvar tudo' }).click();
  await expect(toast(page, 'Falha ao restaurar logo padrão')).toBeVisible();
  expect(asked).toEqual([{ logo: null }]);
  await expect(page.getByText('logo padrão', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Salvar tudo' })).toBeEnabled();
});

test('two administrators on one entry, one in the shop and one far away: nobody loses a field, and the second is told @desktop', async ({
  browser,
  shop,
}) => {
  const name = newName('Cobertura');
  const admin = await asStaff(shop.urls.store, 'ADMIN');
  const id = uuidv7();
  await admin('PATCH', `/api/staff/catalog/toppings/${id}`, {
    name,
    category: 'caldas',
    priceCents: 100,
    position: 900,
  });
  const here = await open(browser, shop.urls.store, 'ADMIN', '/admin/cardapio/complementos', WIDE);
  const there = await open(browser, shop.urls.relay, 'ADMIN', '/admin/cardapio/complementos', WIDE);
  const form = there.getByRole('dialog', { name: `Editar ${name}` });
  await there.getByRole('button', { name: `Editar ${name}` }).click();
  await form.getByLabel(/Preço/).fill('2,50');

  await here.getByRole('button', { name: `Editar ${name}` }).click();
  const own = here.getByRole('dialog', { name: `Editar ${name}` });
  await own.getByLabel('Categoria').selectOption('Crocantes');
  await own.getByLabel(/Preço/).fill('3,00');
  await own.getByRole('button', { name: 'Salvar' }).click();
  await expect(own).toBeHidden();

  await expect(form.getByText(/Outra pessoa mudou este item.*Preço agora é “3,00”/)).toBeVisible();
  await expect(form.getByLabel('Categoria')).toHaveValue('crocantes');
  await expect(form.getByLabel(/Preço/)).toHaveValue('2,50');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(form).toBeHidden();
  const { toppings } = (await admin('GET', '/api/staff/catalog')) as {
    toppings: { id: string; category: string; priceCents: number }[];
  };
  expect(toppings.find((one) => one.id === id)).toMatchObject({ category: 'crocantes', priceCents: 250 });
  await admin('PATCH', `/api/staff/catalog/toppings/${id}`, { active: false });
});

test('the second of two administrators at one order gets its present state and a message @desktop', async ({
  browser,
  shop,
}) => {
  const phone = newPhone();
  const { order } = await sell(shop, phone);
  const admin = await asStaff(shop.urls.store, 'ADMIN');
  const move = (body: object) => admin('POST', `/api/staff/orders/${order.id}/moves`, body);
  await move({ kind: 'confirm-payment', method: 'cash' });
  const page = await open(browser, shop.urls.store, 'ADMIN', '/admin', WIDE);
  const status = page.getByLabel(`Status do pedido ${order.simpleId}`, { exact: true });
  await expect(status).toHaveValue('RECEBIDO');
  // The screen does not hear of the other's change before this one chooses.
  await page.context().setOffline(true);
  await move({ kind: 'set-status', status: 'READY' });
  await page.context().setOffline(false);
  await status.selectOption('PREPARING');
  await expect(toast(page, 'Outra pessoa mexeu neste pedido: ele está pronto.')).toBeVisible();
  await expect(status).toHaveValue('READY');
  await move({ kind: 'set-status', status: 'DELIVERED' });
});

test('tables sort by a column, down, and back @desktop', async ({ browser, shop }) => {
  const page = await open(browser, shop.urls.store, 'ADMIN', '/admin/configuracoes/usuarios', WIDE);
  const head = page.getByRole('columnheader', { name: 'Email' });
  const emails = () => page.getByRole('row').locator('td:nth-child(2)').allTextContents();
  await expect(head).toHaveAttribute('aria-sort', 'none');
  const given = await emails();
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  expect(await emails()).toEqual([...given].sort());
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  expect(await emails()).toEqual([...given].sort().reverse());
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'none');
  expect(await emails()).toEqual(given);
});

test('a list that cannot be read says so, and how to try again @desktop', async ({ browser, shop }) => {
  const page = await open(browser, shop.urls.store, 'ADMIN', '/admin', WIDE);
  await page.route('**/api/staff/users', (route) => route.abort());
  await page.goto(`${shop.urls.store}/admin/configuracoes/usuarios`);
  await expect(toast(page, 'Não foi possível carregar os usuários')).toBeVisible();
  await expect(page.getByRole('main').getByText('Não foi possível carregar os usuários')).toBeVisible();
  await page.unroute('**/api/staff/users');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'dona@acai.demo' })).toBeVisible();

  for (const [path, url, shown] of [
    ['relatorios', '**/api/staff/reports/sales**', /^Vendas totais$/],
    ['relatorios/painel', '**/api/staff/reports/dashboard**', /^Vendas de hoje$/],
    ['pedidos', '**/api/staff/orders?**', /^Ativos/],
  ] as const) {
    await page.route(url, (route) => route.abort());
    await page.goto(`${shop.urls.store}/admin/${path}`);
    const failed = page.getByRole('main').getByRole('alert').filter({ hasText: 'Tentar de novo' });
    await expect(failed.first()).toContainText('Não deu para falar com a loja.');
    await expect(page.getByRole('main').getByText(shown)).toHaveCount(0);
    await page.unroute(url);
    await failed.first().getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.getByRole('main').getByText(shown).first()).toBeVisible();
  }
});

test('a shop of its own: reports from nothing to the first sale, an expired panel number, and a history that goes only by CONFIRMAR @desktop', async ({
  browser,
  ownShop,
}) => {
  const host = ownShop.urls.store;
  const page = await open(browser, host, 'ADMIN', '/admin/relatorios', WIDE);
  await expect(page.getByText('Nenhum cliente encontrado neste mês')).toBeVisible();
  await expect(page.getByText('Nenhum dado de horário disponível')).toBeVisible();

  await page.getByRole('tab', { name: 'Taça', exact: true }).click();
  const cups = async () =>
    ((await (await fetch(`${host}/api/menu`)).json()) as { cupsEnabled: boolean }).cupsEnabled;
  expect(await cups()).toBe(true);
  await page.getByRole('switch', { name: 'Vender Taça Montada' }).click();
  await expect(toast(page, 'Taças desligadas')).toBeVisible();
  expect(await cups()).toBe(false);
  await page.goto(`${host}/admin/relatorios`);

  const { order } = await sell(ownShop, '11987654321');
  const admin = await asStaff(host, 'ADMIN');
  await admin('POST', `/api/staff/orders/${order.id}/moves`, { kind: 'confirm-payment', method: 'cash' });
  const total = (order.totalCents / 100).toFixed(2).replace('.', ',');
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await page.reload();
  await expect(page.getByText(`R$ ${total}`).first()).toBeVisible();
  const best = page.getByRole('listitem').filter({ hasText: 'Premium' });
  await expect(best).toContainText('(11) 98765-4321');
  await expect(best).toContainText('1 pedido');
  const fileOf = async (title: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Baixar ${title} (CSV)` }).click(),
    ]);
    return readFile(await file.path(), 'utf8');
  };
  expect(await fileOf('Top 3 Clientes do Mês')).toContain(
    csvLine([1, 'Premium', '(11) 98765-4321', 1, reais(order.totalCents)]),
  );
  await page.getByRole('tab', { name: 'Painel de vendas' }).click();
  expect(await fileOf('Os 3 preferidos')).toMatch(/^\uFEFFTipo;Nome;Vezes\r\n\p{L}+;.+;1\r\n/u);

  await page.getByRole('tab', { name: 'Pedidos', exact: true }).click();
  const search = page.getByRole('search');
  const find = async (term: string) => {
    await search.getByLabel('Buscar pedido').fill(term);
    await search.getByRole('button', { name: 'Buscar' }).click();
  };
  await find('1');
  await expect(page.getByRole('row').filter({ hasText: `#${order.simpleId}` })).toBeVisible();
  await expect(page.getByText('Número do Painel Expirado')).toHaveCount(0);
  await admin('POST', '/api/staff/panel/reset');
  await find('01');
  await expect(page.getByText('Número do Painel Expirado')).toBeVisible();
  await search.getByRole('button', { name: 'Limpar busca' }).click();

  await page.getByRole('tab', { name: /^Finalizados/ }).click();
  await page.getByRole('button', { name: 'Limpar histórico' }).click();
  const ask = page.getByRole('dialog', { name: 'Limpar histórico' });
  await expect(ask).toContainText('Há 1 pedido aberto.');
  await expect(ask.getByRole('button', { name: 'Continuar' })).toBeDisabled();
  await ask.getByRole('button', { name: 'Voltar' }).click();
  await admin('POST', `/api/staff/orders/${order.id}/moves`, { kind: 'set-status', status: 'DELIVERED' });
  await expect(page.getByRole('tab', { name: 'Finalizados (1)' })).toBeVisible();
  const later: number[] = [];
  for (let count = 0; count < 11; count += 1) {
    const { order: next } = await sell(ownShop, newPhone(), admin);
    later.push(next.simpleId);
    for (const json of [
      { kind: 'confirm-payment', method: 'cash' },
      { kind: 'set-status', status: 'DELIVERED' },
    ])
      await admin('POST', `/api/staff/orders/${next.id}/moves`, json);
  }
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Finalizados (10)' })).toBeVisible();
  const shownNumbers = page.getByRole('row').getByText(/^#\d+$/);
  await expect(shownNumbers).toHaveText(
    later
      .toReversed()
      .slice(0, 10)
      .map((number) => `#${number}`),
  );
  await page.getByRole('button', { name: 'Limpar histórico' }).click();
  await ask.getByRole('button', { name: 'Continuar' }).click();
  const sure = page.getByRole('dialog', { name: 'Tem certeza?' });
  const clear = sure.getByRole('button', { name: 'Apagar todo o histórico' });
  await sure.getByLabel('Digite CONFIRMAR para apagar tudo').fill('confirmar');
  await expect(clear).toBeDisabled();
  await sure.getByLabel('Digite CONFIRMAR para apagar tudo').fill('CONFIRMAR');
  // What fails is said, and can be tried again where it was asked for.
  const detail = 'A cópia de segurança não coube no disco.';
  await refuse(page, '**/api/staff/orders/clear', { status: 507, detail });
  await clear.click();
  await seeToast(page, 'Erro ao limpar histórico', detail);
  await page.unroute('**/api/staff/orders/clear');
  await clear.click();
  await expect(toast(page, 'Histórico limpo')).toBeVisible();
  await expect(page.getByText('Nenhum pedido finalizado ainda.')).toBeVisible();
});

const DIALOGS = [
  ['/admin/cardapio/produtos', 'Novo produto'],
  ['/admin/cardapio/complementos', 'Novo complemento'],
  ['/admin/configuracoes/usuarios', 'Criar usuário'],
  ['/admin/configuracoes/usuarios', 'Editar meu perfil'],
] as const;
const SCREENS = [
  '/auth',
  '/admin/pedidos/finalizados',
  '/admin/pedidos/resolver',
  '/admin/dinheiro/caixa',
  '/admin/dinheiro/fechamentos',
  '/admin/relatorios/painel',
  '/admin/relatorios/conferencia',
  '/admin/configuracoes/pagamentos',
  '/admin/configuracoes/produtos',
  '/admin/configuracoes/tv',
  '/admin/configuracoes/site',
  '/admin/configuracoes/avisos',
  '/admin/configuracoes/diagnostico',
  '/admin/configuracoes/atualizacao',
  '/admin/configuracoes/auditoria',
  '/admin/configuracoes/privacidade',
];

test("neither the administrator's dialogs nor the smaller screens break a WCAG rule that a machine can see, on a tablet, in both themes @desktop", async ({
  browser,
  shop,
}) => {
  const page = await open(browser, shop.urls.store, 'ADMIN', '/admin', {
    viewport: { width: 820, height: 1180 },
    reducedMotion: 'reduce',
  });
  for (const path of SCREENS) {
    await page.goto(shop.urls.store + path);
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page.getByLabel('Carregando')).toHaveCount(0);
    await expectSoundInBoth(page, path);
  }
  for (const [path, button] of DIALOGS) {
    await page.goto(shop.urls.store + path);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog', { name: button })).toBeVisible();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Salvar|Criar usuário)$/ })
      .click();
    await expectSoundInBoth(page, button);
  }
});
