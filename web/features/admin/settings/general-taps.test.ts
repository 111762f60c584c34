// The shop's own data as an administrator types them: what is sent of it, what is mended, and how customers will see it.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { nameOf, openScreen, refusal, type Answers, type Sent } from '../../../testing/screen.ts';
import { Toaster } from '../../../ui/toast.tsx';
import { GeneralPanel } from './general-panel.tsx';

const SETTINGS = 'PATCH /api/staff/settings';
const CATALOG = 'GET /api/staff/catalog';
const given = {
  storeName: 'Açaí da Praça',
  storePhone: '(11) 3333-4444',
  storeAddress: 'Rua A, 1',
  kitchenWarnMinutes: 10,
  kitchenLateMinutes: 20,
  specialDiscountPercent: 0,
};
const open = (answers: Answers = {}, changes: object = {}) =>
  openScreen(createElement('div', null, createElement(GeneralPanel), createElement(Toaster)), {
    answers: {
      [CATALOG]: sampleCatalog({ ...given, ...changes }),
      [SETTINGS]: ({ body }: Sent) => ({
        ...sampleCatalog({ ...given, ...changes }).settings,
        ...Object(body),
      }),
      ...answers,
    },
  });

describe('the shop’s data', () => {
  it('are sent as far as they were changed', async () => {
    const screen = await open();
    expect(screen.buttons()).toContain('Salvar tudo (off)');
    expect(screen.words()).toContain('Tudo salvo.');
    await screen.type('Telefone', ' (11) 98765-4321 ');
    await screen.tap('Salvar tudo');
    expect(screen.changes()).toEqual([{ route: SETTINGS, body: { storePhone: '(11) 98765-4321' } }]);
    expect(screen.words()).toContain('Configurações salvas');
  });

  it('that come to what they were are not sent, and are all saved', async () => {
    const screen = await open();
    await screen.type('Telefone', ' (11) 3333-4444 ');
    expect(screen.words()).not.toContain('Tudo salvo.');
    await screen.tap('Salvar tudo');
    expect(screen.changes()).toEqual([]);
    expect(screen.words()).toContain('Tudo salvo.');
  });

  it('that were typed and not saved are thrown away by a button', async () => {
    const screen = await open();
    await screen.type('Nome da loja', 'Outra');
    expect(screen.words()).not.toContain('Tudo salvo.');
    await screen.tap('Descartar');
    expect(screen.valueOf('Nome da loja')).toBe('Açaí da Praça');
    expect(screen.words()).toContain('Tudo salvo.');
  });

  it('that are refused say why, and stay as they were typed', async () => {
    const screen = await open({ [SETTINGS]: refusal(400, 'invalid', 'Link inválido.') });
    await screen.type('Link do Instagram', 'x');
    await screen.tap('Salvar tudo');
    expect(screen.words()).toContain('Link inválido.');
    expect(screen.words()).not.toContain('Configurações salvas');
    expect(screen.words()).toContain('Erro ao atualizar configuração');
    expect(screen.valueOf('Link do Instagram')).toBe('x');
    await screen.tap('Descartar');
    expect(screen.words()).not.toContain('Link inválido.');
  });

  it('that are refused say so at each field that the store names', async () => {
    const wrong = ['Desconto especial', 'Desconto do balcão', 'amarelo', 'vermelho', 'Por telefone'];
    const names = [
      'specialDiscountPercent',
      'attendantDiscountPercentMax',
      'kitchenWarnMinutes',
      'kitchenLateMinutes',
      'unpaidPerPhoneMax',
    ];
    const errors = names.map((field, at) => ({ field, message: `Errado: ${wrong[at]}` }));
    const screen = await open({ [SETTINGS]: refusal(400, 'invalid', 'Confira os campos.', { errors }) });
    await screen.type('Por telefone', 'x');
    await screen.tap('Salvar tudo');
    expect(screen.all('[aria-invalid="true"]').map((one) => nameOf(screen.body, one))).toEqual([
      'Desconto especial (%)',
      'Desconto do balcão sem gerente (%)',
      'Cozinha: amarelo ▲ a partir de (min)',
      'Cozinha: vermelho ‼ a partir de (min)',
      'Por telefone',
    ]);
  });

  it('have a name before anything is sent', async () => {
    const screen = await open();
    await screen.type('Nome da loja', ' ');
    await screen.tap('Salvar tudo');
    expect(screen.changes()).toEqual([]);
    expect(screen.alerts()).toEqual(['Dê um nome à loja.']);
    expect(screen.words()).toContain('Dê um nome à loja. Descartar Salvar tudo');
  });

  it('that were refused say so no longer where the next try is not sent', async () => {
    const screen = await open({ [SETTINGS]: refusal(400, 'invalid', 'Link inválido.') });
    await screen.type('Link do Instagram', 'x');
    await screen.tap('Salvar tudo');
    await screen.type('Nome da loja', ' ');
    await screen.tap('Salvar tudo');
    expect(screen.words()).not.toContain('Link inválido.');
    expect(screen.words()).toContain('Dê um nome à loja. Descartar Salvar tudo');
  });

  it('that are refused are told as a logo that stayed where nothing but the logo was taken away', async () => {
    const refused = {
      [SETTINGS]: refusal(503, 'away', 'A loja não respondeu.'),
      'POST /api/staff/images': { hash: 'neu' },
    };
    const screen = await open(refused, { logo: 'a'.repeat(64) });
    const [restored, changed] = ['Falha ao restaurar logo padrão', 'Erro ao atualizar configuração'];
    await screen.give('Trocar imagem', new File(['x'], 'logo.png', { type: 'image/png' }));
    await screen.tap('Salvar tudo');
    expect(screen.words()).toContain(changed);
    expect(screen.words()).not.toContain(restored);
    await screen.tap('Restaurar logo padrão');
    await screen.tap('Salvar tudo');
    expect(screen.changes().at(-1)).toEqual({ route: SETTINGS, body: { logo: null } });
    expect(screen.words()).toContain(restored);
    expect(screen.words()).not.toContain(changed);
    await screen.type('Telefone', '(11) 98765-4321');
    await screen.tap('Salvar tudo');
    expect(screen.words()).toContain(changed);
    expect(screen.words()).not.toContain(restored);
  });

  it('have a discount from 0 to 100, mended when its field is left', async () => {
    const screen = await open();
    await screen.type('Desconto especial (%)', '150');
    await screen.leave('Desconto especial (%)');
    expect(screen.valueOf('Desconto especial (%)')).toBe('100');
    await screen.type('Desconto especial (%)', '7,50');
    await screen.leave('Desconto especial (%)');
    expect(screen.valueOf('Desconto especial (%)')).toBe('7,5');
    expect(screen.words()).toContain('7,5% de desconto');
  });

  it('have the kitchen’s red after its yellow', async () => {
    const screen = await open();
    expect(screen.words()).not.toContain('O vermelho precisa vir depois do amarelo.');
    await screen.type('Cozinha: vermelho ‼ a partir de (min)', '10');
    expect(screen.words()).toContain('O vermelho precisa vir depois do amarelo.');
  });

  it('have each bound against false orders by itself', async () => {
    const screen = await open();
    await screen.type('Por telefone', '3');
    await screen.type('Do site, esperando dinheiro', '9');
    await screen.tap('Salvar tudo');
    expect(screen.changes()[0]?.body).toEqual({ unpaidPerPhoneMax: 3, remoteCashOrdersMax: 9 });
  });
});

describe('how customers see the shop', () => {
  const seen = (screen: Awaited<ReturnType<typeof open>>): string =>
    screen.all('[aria-label="Como o cliente vê"]')[0]?.textContent ?? '';

  it('is as it is typed, before it is saved', async () => {
    const screen = await open();
    expect(seen(screen)).toContain('Açaí da Praça');
    expect(seen(screen)).not.toContain('de desconto');
    await screen.type('Nome da loja', 'Açaí do Parque');
    await screen.type('Endereço', 'Rua B, 2');
    await screen.type('Desconto especial (%)', '1');
    for (const said of ['Açaí do Parque', 'Rua B, 2', '1% de desconto']) expect(seen(screen)).toContain(said);
  });

  it('has the logo that it will have, and Balcão’s own mark where it has none', async () => {
    const pictures = (screen: Awaited<ReturnType<typeof open>>) =>
      screen.all('[aria-label="Como o cliente vê"] img').map((one) => one.getAttribute('src'));
    const logo = 'a'.repeat(64);
    const screen = await open({}, { logo });
    expect(pictures(screen)).toEqual([`/api/images/${logo}?w=128`]);
    await screen.tap('Restaurar logo padrão');
    expect(pictures(screen)).not.toContain(`/api/images/${logo}?w=128`);
  });

  it('has the hours in the shop’s own words where it has some', async () => {
    const screen = await open();
    expect(seen(screen)).toContain('Seg-Dom: 24 horas');
    await screen.type('Horário de funcionamento (texto do site)', 'Das 10 às 22');
    expect(seen(screen)).toContain('Das 10 às 22');
    expect(seen(screen)).not.toContain('Seg-Dom: 24 horas');
  });
});
