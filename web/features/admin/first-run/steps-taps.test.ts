// The steps of the first run that change the shop, and what stands around them: the owner's account, the list on the panel, the addresses.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createElement, type ReactElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { firstRunOf, progressOf } from '../../../testing/first-run.ts';
import { openScreen, refusal, type Answers, type Sent } from '../../../testing/screen.ts';
import { AccountStep } from './account-step.tsx';
import { ChecklistCard } from './checklist-card.tsx';
import FirstRunPage from './first-run-page.tsx';
import { HoursStep } from './hours-step.tsx';
import { MenuStep } from './menu-step.tsx';
import { OwnerScreen } from './owner-screen.tsx';
import { ShopStep } from './shop-step.tsx';
import type { Progress } from './steps.ts';

const CATALOG = 'GET /api/staff/catalog';
const SETTINGS = 'PATCH /api/staff/settings';
const EVENING = { opens: '18:00', closes: '23:00' };
const openingHours = { weekly: [[], [EVENING], [], [], [], [], []], holidays: [] };
const catalog = () => sampleCatalog({ openingHours });
const open = (element: ReactElement, answers: Answers = {}) =>
  openScreen(element, {
    answers: { [CATALOG]: catalog(), [SETTINGS]: ({ body }: Sent) => body, ...answers },
  });
const path = (slug: string): string => `/admin/primeiros-passos/${slug}`;

describe('opening hours in the first run', () => {
  const openHours = (progress: Progress, answers: Answers = {}) =>
    open(createElement(HoursStep, { progress }), answers);

  it('count as answered also as they are proposed, and the next step comes', async () => {
    const progress = progressOf({});
    const screen = await openHours(progress);
    expect(screen.valueOf('Segunda: abre')).toBe('18:00');
    await screen.tap('Salvar e continuar');
    expect(screen.changes()).toEqual([{ route: SETTINGS, body: { openingHours } }]);
    expect(progress.reload).toHaveBeenCalledOnce();
    expect(screen.path()).toBe(path('cardapio'));
  });

  it('that were answered are saved again only once they differ', async () => {
    const screen = await openHours(progressOf({ hours: 'done' }));
    expect(screen.buttons()).not.toContain('Salvar e continuar');
    await screen.type('Segunda: abre', '17:00');
    await screen.tap('Salvar e continuar');
    expect(screen.changes()[0]?.body).toMatchObject({
      openingHours: { weekly: [[], [{ opens: '17:00', closes: '23:00' }], [], [], [], [], []] },
    });
  });

  it('that could not be saved are not left', async () => {
    const screen = await openHours(progressOf({}), { [SETTINGS]: refusal(400, 'invalid', 'Hora errada.') });
    await screen.tap('Salvar e continuar');
    expect(screen.alerts()).toContain('Hora errada.');
    expect(screen.path()).toBe('/');
  });
});

describe('the menu in the first run', () => {
  const SAMPLE = 'POST /api/staff/sample-menu';

  it('is the sample, which may take its time to be drawn; then the step is looked at again', async () => {
    const progress = progressOf({});
    const bounds = vi.spyOn(AbortSignal, 'timeout');
    const screen = await open(createElement(MenuStep, { progress }));
    await screen.tap('Usar o cardápio de exemplo');
    expect(screen.changes().map(({ route }) => route)).toEqual([SAMPLE]);
    // Three minutes: a small machine draws every picture.
    expect(bounds).toHaveBeenCalledWith(180_000);
    expect(screen.sent.at(-1)?.route).toBe(CATALOG);
    expect(progress.reload).toHaveBeenCalledOnce();
  });

  it('that could not be made says why, and can be asked for again', async () => {
    const screen = await open(createElement(MenuStep, { progress: progressOf({}) }), {
      [SAMPLE]: refusal(409, 'not-empty', 'Já há itens no cardápio.'),
    });
    await screen.tap('Usar o cardápio de exemplo');
    expect(screen.alerts()).toContain('Já há itens no cardápio.');
    expect(screen.buttons()).toContain('Usar o cardápio de exemplo');
  });

  it('that is there is told by how much it has, and no sample is offered', async () => {
    const screen = await open(createElement(MenuStep, { progress: progressOf({ menu: 'done' }) }));
    expect(screen.words()).toContain('2 tamanhos, 4 complementos, 3 produtos.');
    expect(screen.words()).toContain('O cardápio tem o que vender.');
    expect(screen.buttons()).not.toContain('Usar o cardápio de exemplo');
    const [size, ...others] = catalog().sizes;
    const small = {
      ...catalog(),
      sizes: [size, ...others.map((one) => ({ ...one, active: false }))],
      toppings: [],
    };
    const one = await open(createElement(MenuStep, { progress: progressOf({ menu: 'done' }) }), {
      [CATALOG]: small,
    });
    expect(one.words()).toContain('1 tamanho, 0 complementos, 3 produtos.');
  });
});

describe('the account in the first run', () => {
  const CREDENTIALS = 'GET /api/staff/payments/credentials';

  it('needs the site first, and switches each way to pay by itself', async () => {
    const screen = await open(createElement(AccountStep, { progress: progressOf({}) }), {
      'PATCH *': ({ body }: Sent) => ({ ...catalog().paymentMethods[1], ...Object(body) }),
    });
    expect(screen.words()).toContain('Ligue a loja ao site primeiro');
    expect(screen.sent.map(({ route }) => route)).not.toContain(CREDENTIALS);
    await screen.tap('Oferecer Dinheiro');
    expect(screen.changes()).toEqual([
      { route: 'PATCH /api/staff/catalog/paymentMethods/cash', body: { enabled: false } },
    ]);
  });

  it('is asked for once the shop is joined, and the step looked at again when it is kept', async () => {
    const progress = progressOf({ site: 'done' });
    const screen = await open(createElement(AccountStep, { progress }), {
      [CREDENTIALS]: {
        configured: false,
        source: null,
        payeeId: null,
        cards: false,
        notices: false,
        updatedAtMs: null,
        api: null,
      },
      'PUT /api/staff/payments/credentials': { ok: true, message: 'Conta certa.', steps: [] },
      'POST /api/staff/payments/credentials/test': { ok: true, message: 'Conta certa.', steps: [] },
    });
    expect(screen.words()).not.toContain('Ligue a loja ao site primeiro');
    expect(screen.words()).not.toContain('A conta foi testada');
    await screen.type('Access Token', 'APP_USR-1');
    await screen.tap('Guardar a conta');
    expect(progress.reload).toHaveBeenCalled();
    const account = { configured: true, source: 'store', payeeId: null, cards: true, notices: true };
    const done = await open(
      createElement(AccountStep, { progress: progressOf({ site: 'done', account: 'done' }) }),
      { [CREDENTIALS]: { ...account, updatedAtMs: null, api: 'orders' } },
    );
    expect(done.words()).toContain('A conta foi testada e está pronta para receber.');
    // One thing at a time: terminals are for the settings.
    expect(done.words()).toContain('PIX e cartão online ligados');
    expect(done.words()).not.toContain('Maquininhas do balcão');
  });
});

it('the name of the shop is asked for, kept with its address, and leads to the hours', async () => {
  const progress = progressOf({});
  const screen = await open(createElement(ShopStep, { progress }));
  await screen.tap('Salvar e continuar');
  expect(screen.words()).toContain('Dê um nome à loja.');
  expect(screen.changes()).toEqual([]);
  await screen.type('Nome da loja', ' Açaí da Praça ');
  await screen.type('Telefone', '(11) 98765-4321');
  await screen.type('Endereço', 'Rua A, 1');
  await screen.tap('Este número atende no WhatsApp');
  await screen.submit();
  expect(screen.changes()).toEqual([
    {
      route: SETTINGS,
      body: {
        storeName: 'Açaí da Praça',
        storePhone: '(11) 98765-4321',
        storeAddress: 'Rua A, 1',
        logo: null,
      },
    },
  ]);
  expect(progress.reload).toHaveBeenCalledOnce();
  expect(screen.path()).toBe(path('horario'));
});

it('the name of a shop that has one can be kept once it differs', async () => {
  const screen = await open(createElement(ShopStep, { progress: progressOf({ shop: 'done' }) }));
  expect(screen.buttons()).not.toContain('Salvar e continuar');
  await screen.type('Nome da loja', 'Açaí do Largo');
  await screen.tap('Salvar e continuar');
  expect(screen.changes()[0]?.body).toMatchObject({ storeName: 'Açaí do Largo' });
});

describe('the list on the panel', () => {
  const FIRST = 'GET /api/staff/first-run';
  const CHOICES = 'PUT /api/staff/first-run';
  const card = (first: unknown, answers: Answers = {}) =>
    open(createElement(ChecklistCard), { [FIRST]: first, ...answers });
  const ONE_LEFT = { owner: 'done', shop: 'done', hours: 'done', menu: 'done', printer: 'done' } as const;

  it('says how much is done and left, and leads to what is', async () => {
    const screen = await card(firstRunOf({ owner: 'done', shop: 'done', hours: 'skipped' }));
    expect(screen.words()).toContain('2 de 8 prontos. Faltam 6.');
    expect(screen.words()).toContain('Horário de funcionamento para depois');
    expect(screen.words()).toContain('Cardápio falta fazer');
    expect(screen.words()).toContain('Conta do dono : feito');
    expect(screen.words()).toContain('Dados da loja : feito');
    // What is done leads nowhere.
    expect(screen.buttons().filter((name) => name.startsWith('Dados da loja'))).toEqual([]);
    await screen.tap('Cardápio falta fazer');
    expect(screen.path()).toBe(path('cardapio'));
    const last = await card(firstRunOf({ ...ONE_LEFT, site: 'done', account: 'done' }));
    expect(last.words()).toContain('7 de 8 prontos. Falta só um.');
  });

  it('is put away by a tap, and gone when all is done', async () => {
    const first = firstRunOf({ shop: 'skipped' });
    const screen = await card(first, { [CHOICES]: { ...first, dismissed: true } });
    await screen.tap('Não mostrar mais');
    expect(screen.changes()).toEqual([{ route: CHOICES, body: { skipped: ['shop'], dismissed: true } }]);
    expect(screen.words()).toBe('');
    const away = await card(first, { [CHOICES]: refusal(503, 'away', 'A loja não respondeu.') });
    await away.tap('Não mostrar mais');
    expect(away.alerts()).toEqual(['A loja não respondeu.']);
    const all = firstRunOf({ ...ONE_LEFT, site: 'done', account: 'done', pix: 'done' });
    expect((await card(all)).words()).toBe('');
  });
});

describe('the owner’s account', () => {
  const MAKE = 'POST /api/setup';
  const SIGN_IN = 'POST /api/auth/sign-in/email';
  const fill = async (answers: Answers) => {
    const onMade = vi.fn<() => void>();
    const screen = await open(createElement(OwnerScreen, { onMade }), answers);
    await screen.type('Código de instalação', ' ABCDE-12345 ');
    await screen.type('Nome completo', 'Ana Lima');
    await screen.type('Email', 'ana@loja.com');
    await screen.type('Senha', 'três cavalos verdes');
    await screen.tap('Criar a conta e começar');
    return { screen, onMade };
  };

  it('is made by the code, signed in, and goes on', async () => {
    const { screen, onMade } = await fill({ 'GET /api/staff/me': { id: 'u', role: 'ADMIN' } });
    expect(screen.changes()).toEqual([
      {
        route: MAKE,
        body: {
          code: 'ABCDE-12345',
          name: 'Ana Lima',
          email: 'ana@loja.com',
          password: 'três cavalos verdes',
        },
      },
      { route: SIGN_IN, body: { email: 'ana@loja.com', password: 'três cavalos verdes' } },
    ]);
    // Who is there now is known before the first step asks for it.
    expect(screen.sent.at(-1)?.route).toBe('GET /api/staff/me');
    expect(onMade).toHaveBeenCalledOnce();
  });

  it('is not asked for without each of its fields, nor with a password too short for an owner', async () => {
    const screen = await open(createElement(OwnerScreen, { onMade: vi.fn<() => void>() }));
    await screen.type('Senha', '12345678901');
    await screen.tap('Criar a conta e começar');
    for (const said of ['Digite o código de instalação.', 'Informe seu nome completo.', 'Informe seu email.'])
      expect(screen.words()).toContain(said);
    expect(screen.words()).toContain('a senha precisa de pelo menos 12 caracteres');
    expect(screen.changes()).toEqual([]);
  });

  it('that somebody else was quicker to make is told, and looked for again', async () => {
    const { screen, onMade } = await fill({ [MAKE]: refusal(404, 'not-found', 'A loja já tem dono.') });
    expect(screen.alerts()).toContain('A loja já tem dono.');
    expect(onMade).toHaveBeenCalledOnce();
    const wrong = await fill({ [MAKE]: refusal(403, 'wrong-code', 'O código não confere.') });
    expect(wrong.onMade).not.toHaveBeenCalled();
  });

  it('that is refused for one of its fields says so there, and not once more in general', async () => {
    const errors = [{ field: 'code', message: 'Este código venceu.' }];
    const { screen } = await fill({ [MAKE]: refusal(400, 'invalid', 'Confira os campos.', { errors }) });
    expect(screen.words()).toContain('Este código venceu.');
    expect(screen.words()).not.toContain('Confira os campos.');
  });
});

describe('the address of the first run', () => {
  const SETUP = 'GET /api/setup';
  const page = (slug: string, answers: Answers) =>
    openScreen(
      createElement(
        Routes,
        null,
        createElement(Route, {
          path: '/admin/primeiros-passos/:slug?',
          element: createElement(FirstRunPage),
        }),
      ),
      {
        path: path(slug),
        me: { id: 'u', role: 'ADMIN' },
        answers: { [CATALOG]: catalog(), ...answers },
      },
    );
  const steps = (states: Parameters<typeof firstRunOf>[0]) => ({
    [SETUP]: { needed: false },
    'GET /api/staff/first-run': firstRunOf(states),
  });

  it('of a store without an owner asks for one, or for the shop that there was', async () => {
    const needed = { [SETUP]: { needed: true } };
    expect((await page('loja', needed)).words()).toContain('Crie a conta do dono');
    expect((await page('recuperar', needed)).words()).toContain('Recuperar uma loja');
  });

  it('is each step’s own, and goes on where it was left without one', async () => {
    const states = { shop: 'done', hours: 'skipped' } as const;
    expect((await page('site', steps(states))).words()).toContain('Passo 5 de 7');
    expect((await page('pix', steps(states))).words()).toContain('Um PIX de verdade');
    expect((await page('pronto', steps(states))).words()).toContain('Já dá para abrir a loja');
    const left = await page('', steps(states));
    expect(left.path()).toBe(path('cardapio'));
  });

  it('is also the relay’s, which knows of no setup', async () => {
    const screen = await page('horario', { ...steps({}), [SETUP]: refusal(404, 'not-found', 'Não há.') });
    expect(screen.words()).toContain('Quando a loja abre?');
  });
});
