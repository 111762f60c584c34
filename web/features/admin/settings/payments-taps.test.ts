// How the shop is paid, as an administrator sets it: the ways that are offered, its own PIX key, and its account at the provider.
import type { Me } from '@balcao/shared/http/staff.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { createElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { openScreen, refusal, type Answers, type Sent } from '../../../testing/screen.ts';
import { awayAtom } from '../../../data/staff/board/live.ts';
import { Toaster, toastsAtom } from '../../../ui/toast.tsx';
import { PaymentsPanel } from './payments-panel.tsx';
import { ProviderAccount } from './provider-account.tsx';

const CREDENTIALS = '/api/staff/payments/credentials';
const TEST = `POST ${CREDENTIALS}/test`;
const NO_ACCOUNT = {
  configured: false,
  source: null,
  payeeId: null,
  cards: false,
  notices: false,
  updatedAtMs: null,
  api: null,
};
const ACCOUNT = {
  ...NO_ACCOUNT,
  configured: true,
  source: 'store',
  cards: true,
  notices: true,
  api: 'orders',
};
const GOOD = { ok: true, message: 'Conta certa.', steps: [] };
const BAD = { ok: false, message: 'Token recusado.', steps: [] };

describe('a way to pay', () => {
  const CASH = 'PATCH /api/staff/catalog/paymentMethods/cash';
  const open = (answers: Answers = {}, store = createStore(), more: { me?: Partial<Me> } = {}) =>
    openScreen(createElement('div', null, createElement(PaymentsPanel), createElement(Toaster)), {
      store,
      ...more,
      answers: {
        'GET /api/staff/catalog': sampleCatalog(),
        [`GET ${CREDENTIALS}`]: NO_ACCOUNT,
        'GET /api/staff/pix-key': { key: 'loja@pix.example', holder: 'ACAI DA PRACA', city: 'SAO PAULO' },
        'PATCH *': ({ body }: Sent) => ({ ...sampleCatalog().paymentMethods[1], ...Object(body) }),
        ...answers,
      },
    });

  it('is offered or not by its switch, the others left as they are', async () => {
    const screen = await open();
    await screen.tap('Oferecer Dinheiro');
    expect(screen.changes()).toEqual([{ route: CASH, body: { enabled: false } }]);
    expect(screen.isChecked('Oferecer PIX')).toBe(true);
    expect(screen.words()).toContain('Forma de pagamento salva');
  });

  it('is told by the name that it has, not by one that is typed and not saved', async () => {
    const screen = await open();
    await screen.type('Nome no site: Dinheiro', 'Na retirada');
    await screen.tap('Oferecer Dinheiro');
    expect(screen.words()).toContain('Forma de pagamento salva Dinheiro');
  });

  it('whose switch is refused says so, and marks no field as wrong', async () => {
    const screen = await open({ 'PATCH *': refusal(503, 'away', 'A loja não respondeu.') });
    await screen.tap('Oferecer Dinheiro');
    expect(screen.all('p[role="alert"]').map((one) => one.textContent)).toEqual(['A loja não respondeu.']);
    expect(screen.all('[aria-invalid="true"]')).toEqual([]);
  });

  it('is called and described as it is typed; it has a name, and may have no description', async () => {
    const screen = await open();
    expect(screen.buttons().filter((name) => name.startsWith('Salvar'))).toEqual([
      'Salvar: PIX (off)',
      'Salvar: Dinheiro (off)',
      'Salvar chave PIX',
    ]);
    await screen.type('Nome no site: Dinheiro', ' ');
    expect(screen.buttons().filter((name) => name === 'Salvar: Dinheiro')).toEqual([]);
    await screen.type('Nome no site: Dinheiro', ' Na retirada ');
    await screen.type('Descrição: Dinheiro', ' ');
    await screen.tap('Salvar: Dinheiro');
    expect(screen.changes()).toEqual([
      { route: CASH, body: { displayName: 'Na retirada', description: null } },
    ]);
    // As it is kept.
    expect(screen.store.get(toastsAtom).map(({ text }) => text)).toEqual(['Na retirada']);
  });

  it('keeps what was typed for it, and no other does, while another tab is in sight', async () => {
    const store = createStore();
    const me = { me: { id: 'ana', role: 'ADMIN' as const } };
    const names = (screen: Awaited<ReturnType<typeof open>>) =>
      screen
        .all('li input:not([type])')
        .map((field) => (field instanceof HTMLInputElement ? field.value : ''));
    const screen = await open({}, store, me);
    await screen.type('Nome no site: PIX', 'PIX na hora');
    const typed = names(screen);
    expect(typed).toContain('PIX na hora');
    expect(typed).toContain('Dinheiro');
    expect(names(await open({}, store, me))).toEqual(typed);
  });

  it('by the shop’s own PIX has the key that is stored, and keeps another', async () => {
    const screen = await open();
    expect([
      screen.valueOf('Chave PIX'),
      screen.valueOf('Nome de quem recebe'),
      screen.valueOf('Cidade'),
    ]).toEqual(['loja@pix.example', 'ACAI DA PRACA', 'SAO PAULO']);
    await screen.type('Chave PIX', '+5511987654321');
    await screen.tap('Salvar chave PIX');
    expect(screen.changes()).toEqual([
      {
        route: 'PUT /api/staff/pix-key',
        body: { key: '+5511987654321', holder: 'ACAI DA PRACA', city: 'SAO PAULO' },
      },
    ]);
    expect(screen.words()).toContain('Chave PIX salva');
    const wrong = await open({ 'PUT /api/staff/pix-key': refusal(400, 'invalid', 'Esta chave não existe.') });
    await wrong.tap('Salvar chave PIX');
    expect(wrong.alerts()).toContain('Esta chave não existe.');
    expect(wrong.words()).not.toContain('Chave PIX salva');
  });

  it('is not saved before it is read: an empty one would switch the PIX of the counter off', async () => {
    let answer = (_: unknown): void => undefined;
    const screen = await open({
      'GET /api/staff/pix-key': () => new Promise((resolve) => (answer = resolve)),
    });
    expect(screen.buttons()).toContain('Salvar chave PIX (off)');
    await screen.when(() => answer({ key: 'loja@pix.example', holder: 'ACAI DA PRACA', city: 'SAO PAULO' }));
    expect(screen.valueOf('Chave PIX')).toBe('loja@pix.example');
    expect(screen.buttons()).toContain('Salvar chave PIX');
  });

  it('by a PIX key that could not be read has no empty fields, which would be kept in its place', async () => {
    const away = refusal(503, 'away', 'A loja não respondeu.');
    const screen = await open({ 'GET /api/staff/pix-key': away });
    expect(screen.words()).toContain('PIX do balcão, sem internet');
    expect(screen.words()).not.toContain('Chave PIX');
    expect(screen.words()).toContain('A loja não respondeu.');
  });

  it('that the store alone knows is not shown from afar while it is away', async () => {
    const store = createStore();
    store.set(awayAtom, true);
    const away = await open({}, store);
    expect(away.words()).toContain('O resto dos pagamentos fica na loja');
    expect(away.words()).not.toContain('Chave PIX');
    expect((await open()).words()).not.toContain('fica na loja');
  });
});

describe('the account at the provider', () => {
  const open = (state: object, answers: Answers = {}) =>
    openScreen(createElement('div', null, createElement(ProviderAccount), createElement(Toaster)), {
      answers: { [`GET ${CREDENTIALS}`]: state, [TEST]: GOOD, [`PUT ${CREDENTIALS}`]: GOOD, ...answers },
    });
  const routes = (screen: Awaited<ReturnType<typeof open>>) =>
    screen.changes().map(({ route, body }) => [route, body]);

  it('is kept as it was typed, tried whole, and leaves no secret on the screen', async () => {
    const screen = await open(NO_ACCOUNT, { [TEST]: BAD });
    expect(screen.buttons()).toEqual(['Testar a conta guardada (off)', 'Guardar a conta (off)']);
    await screen.type('Access Token', 'APP_USR-1');
    await screen.type('Public Key', 'APP_PUB');
    await screen.type('Assinatura secreta do webhook', 'abc');
    const bounds = vi.spyOn(AbortSignal, 'timeout');
    await screen.tap('Guardar a conta');
    // Half a minute to keep it and another to try it, as the provider is asked for both; what is only read is waited for as ever.
    expect(bounds.mock.calls.map(([ms]) => ms).filter((ms) => ms > 12_000)).toEqual([30_000, 30_000]);
    bounds.mockRestore();
    expect(routes(screen)).toEqual([
      [`PUT ${CREDENTIALS}`, { accessToken: 'APP_USR-1', publicKey: 'APP_PUB', webhookSecret: 'abc' }],
      [TEST, {}],
    ]);
    expect(screen.valueOf('Access Token')).toBe('');
    expect(screen.words()).toContain('Conta do Mercado Pago guardada');
    expect(screen.alerts()).toContain('‼ Token recusado.');
    expect(screen.sent.filter(({ route }) => route === `GET ${CREDENTIALS}`)).toHaveLength(2);
  });

  it('is tried as it was typed before it is kept, or as it is kept', async () => {
    const typed = await open(NO_ACCOUNT);
    await typed.type('Access Token', 'APP_USR-1');
    const bounds = vi.spyOn(AbortSignal, 'timeout');
    await typed.tap('Testar');
    expect(bounds).toHaveBeenLastCalledWith(30_000);
    bounds.mockRestore();
    expect(routes(typed)).toEqual([[TEST, { accessToken: 'APP_USR-1', publicKey: '', webhookSecret: '' }]]);
    expect(typed.words()).toContain('✔ Conta certa.');
    const kept = await open(ACCOUNT);
    await kept.tap('Testar a conta guardada');
    expect(routes(kept)).toEqual([[TEST, {}]]);
  });

  it('of the shop is forgotten after a question, and what its test said with it; that of the server is not', async () => {
    const screen = await open(ACCOUNT);
    await screen.tap('Testar a conta guardada');
    await screen.tap('Remover a conta');
    expect(screen.words()).toContain('O site deixa de cobrar por PIX e cartão.');
    expect(routes(screen)).toHaveLength(1);
    // The one of the question: it lies on top.
    await screen.tap('Remover a conta');
    expect(routes(screen).at(-1)).toEqual([`DELETE ${CREDENTIALS}`, undefined]);
    expect(screen.words()).toContain('Conta do Mercado Pago removida');
    expect(screen.words()).not.toContain('Conta certa.');
    const fixed = await open({ ...ACCOUNT, source: 'environment' });
    expect(fixed.buttons()).not.toContain('Remover a conta');
    expect(fixed.words()).not.toContain('Jeito de cobrar');
  });

  it('that a test praised is not praised by it once another is kept in its place', async () => {
    const screen = await open(ACCOUNT, {
      [`PUT ${CREDENTIALS}`]: refusal(422, 'refused', 'Token inválido.'),
    });
    await screen.tap('Testar a conta guardada');
    expect(screen.words()).toContain('Conta certa.');
    await screen.type('Access Token', 'APP_USR-2');
    await screen.tap('Guardar a conta');
    expect(screen.words()).toContain('Token inválido.');
    expect(screen.words()).not.toContain('Conta certa.');
    const charged = await open(ACCOUNT);
    await charged.tap('Testar a conta guardada');
    await charged.type('Jeito de cobrar', 'payments');
    expect(charged.words()).not.toContain('Conta certa.');
  });

  it('is asked about without what failed before', async () => {
    const screen = await open(ACCOUNT, {
      [`DELETE ${CREDENTIALS}`]: refusal(503, 'away', 'A loja não respondeu.'),
    });
    await screen.tap('Remover a conta');
    await screen.tap('Remover a conta');
    expect(screen.alerts().join()).toContain('A loja não respondeu.');
    await screen.tap('Voltar');
    await screen.tap('Remover a conta');
    expect(screen.alerts().join()).not.toContain('A loja não respondeu.');
  });

  it('charges the new way or the old one, as is chosen; the terminals are those of the new', async () => {
    const screen = await open(ACCOUNT, { 'GET /api/staff/terminals': { terminals: [] } });
    const terminals = screen.sent.map(({ route }) => route).filter((route) => route.includes('terminals'));
    expect(terminals).not.toEqual([]);
    await screen.type('Jeito de cobrar', 'payments');
    expect(routes(screen)).toEqual([[`PUT ${CREDENTIALS}/api`, { api: 'payments' }]]);
    expect(screen.words()).toContain('Jeito de cobrar mudado');
    const old = await open({ ...ACCOUNT, api: 'payments' });
    expect(old.words()).toContain('O Mercado Pago anunciou o fim desta.');
    expect(old.sent.map(({ route }) => route).filter((route) => route.includes('terminals'))).toEqual([]);
  });
});
