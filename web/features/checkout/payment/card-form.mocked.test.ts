// The card at the provider's own form: what the form is given and hands over, and what is said where it does not go on. The form itself and
// its script are the provider's.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { CardPayment, initMercadoPago } from '@mercadopago/sdk-react';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubStorage } from '../../../data/testing/stub-storage.ts';
import { closeScreen, openScreen } from '../../../testing/screen.ts';
import { openShop, refused } from '../../../testing/shop.ts';
import { toastsAtom } from '../../../ui/toast.tsx';
import './card-form.tsx';
import './card-view.tsx';
import { Payment } from './payment.tsx';

vi.mock('@mercadopago/sdk-react', () => ({
  CardPayment: vi.fn<() => null>(() => null),
  initMercadoPago: vi.fn<() => void>(),
}));

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
  stored.set('balcao-orders', JSON.stringify([{ code: 'MINE', token: 'token-1', atMs: 0 }]));
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.mocked(CardPayment).mockClear();
  vi.mocked(initMercadoPago).mockClear();
});

const KEY = 'GET /api/payments/public-key';
const CARD = 'POST /api/orders/MINE/card';
const SUBMITTED = {
  token: 'card-token',
  payment_method_id: 'visa',
  issuer_id: '24',
  installments: 3,
  transaction_amount: 23.65,
  payer: { email: 'ana@exemplo.com', identification: { type: 'CPF', number: '12345678909' } },
};
const answered = (status: string, statusDetail: string | null = null) => ({
  status,
  statusDetail,
  paymentId: '77',
  attemptId: 'a1',
});

/** The payment of an order, with the card chosen; `before` is done on the page as it stands until then. */
async function byCard(answers: Record<string, unknown> = {}, before = (_window: Window): void => {}) {
  const order = sampleOrder({ code: 'MINE', status: 'PENDING', totalCents: 2_365 });
  const money = { receivedCents: 0, returnedCents: 0, returning: false };
  const { store, asked } = await openShop({
    store: { paymentMethods: [{ method: 'credit_card', displayName: 'Cartão', description: null }] },
    answers: {
      'GET /api/orders/MINE': { access: 'whole', order, ticket: 't', money },
      [KEY]: { publicKey: 'TEST-key', sdkUrl: '' },
      ...answers,
    },
  });
  stored.delete('paymentMethod');
  const onDone = vi.fn<() => void>();
  const page = await openScreen(createElement(Payment, { code: 'MINE', onBack: null, onDone }), { store });
  before(page.window);
  await page.tap('Cartão Crédito ou débito, pelo Mercado Pago Visa Mastercard Elo Amex');
  await page.until(() => page.words().includes('Pagar com cartão'));
  const form = () => vi.mocked(CardPayment).mock.lastCall?.[0] ?? expect.fail('no form is drawn');
  return {
    ...page,
    asked,
    onDone,
    form,
    /** What the form's own button does; false where the form stays as it is. */
    submit: async (data: object = SUBMITTED): Promise<boolean> => {
      let isTaken = true;
      await page.when(async () => {
        await Reflect.apply(form().onSubmit, null, [data]).catch(() => (isTaken = false));
      });
      return isTaken;
    },
    paid: () => asked.filter(({ route }) => route === CARD).map(({ body }) => body),
    said: () => store.get(toastsAtom).map(({ title, text }) => `${title}: ${text}`),
  };
}

describe('the form', () => {
  it('is the shop’s own account’s, over the order’s amount in reais', async () => {
    const page = await byCard();
    expect(initMercadoPago).toHaveBeenCalledExactlyOnceWith('TEST-key', { locale: 'pt-BR' });
    expect(page.form()).toMatchObject({ locale: 'pt-BR', initialization: { amount: 23.65 } });
    expect(page.words()).toContain('Total R$ 23,65 . Os dados vão direto para o Mercado Pago.');
    expect(page.markup()).toContain('Carregando o formulário do cartão');
    await page.when(() => page.form().onReady?.());
    expect(page.markup()).not.toContain('Carregando o formulário do cartão');
  });

  it('hands over the card’s token and what was chosen with it, and no number', async () => {
    const page = await byCard({ [CARD]: answered('approved') });
    expect(await page.submit()).toBe(true);
    expect(page.paid()).toEqual([
      {
        token: 'card-token',
        payment_method_id: 'visa',
        issuer_id: '24',
        installments: 3,
        payer: {
          email: 'ana@exemplo.com',
          first_name: 'Cliente',
          identification: { type: 'CPF', number: '12345678909' },
        },
      },
    ]);
    expect(page.onDone).toHaveBeenCalledTimes(1);
    expect(page.words()).toContain(
      'Pagamento aprovado! Pagamento aprovado. Seu pedido já vai para a cozinha.',
    );
  });

  it('that leaves things out has one instalment, no issuer and no half of a document', async () => {
    const page = await byCard({ [CARD]: answered('approved') });
    await page.submit({
      token: 'card-token',
      payment_method_id: 'master',
      issuer_id: '',
      payer: { email: 'ana@exemplo.com', identification: { type: 'CPF', number: '' } },
    });
    expect(page.paid()).toEqual([
      {
        token: 'card-token',
        payment_method_id: 'master',
        issuer_id: null,
        installments: 1,
        payer: { email: 'ana@exemplo.com', first_name: 'Cliente' },
      },
    ]);
  });

  it('is left for another way to pay', async () => {
    const page = await byCard();
    expect(stored.get('paymentMethod')).toBe('credit_card');
    await page.tap('Escolher outra forma de pagamento');
    expect(page.words()).not.toContain('Pagar com cartão');
    // A reload begins with the choice as well.
    expect(stored.has('paymentMethod')).toBe(false);
    expect(page.buttons()).toContain('Cartão Crédito ou débito, pelo Mercado Pago Visa Mastercard Elo Amex');
  });

  it('that gave no token is not sent, and stays as it is', async () => {
    const page = await byCard({ [CARD]: answered('approved') });
    expect(await page.submit({ ...SUBMITTED, token: '' })).toBe(false);
    expect(page.paid()).toEqual([]);
    expect(page.said()).toEqual([
      'Erro no pagamento: Token do cartão não foi gerado. Verifique os dados do cartão.',
    ]);
    expect(page.words()).toContain('Token do cartão não foi gerado.');
  });

  it.each([
    ['non_critical', 'Erro no formulário: Verifique os dados do cartão e tente novamente.'],
    ['critical', 'Erro no pagamento: Não foi possível inicializar o pagamento.'],
  ] as const)('that reports something %s says "%s"', async (type, said) => {
    const page = await byCard();
    await page.when(() => page.form().onError?.({ type, cause: 'x', message: 'x' }));
    expect(page.said()).toEqual([said]);
  });
});

describe('a card that was refused', () => {
  it.each(['rejected', 'cancelled'])(
    '(%s) says why, and is asked for anew: a token is good for one try',
    async (status) => {
      const page = await byCard({ [CARD]: answered(status) });
      const { Element } = page.window;
      const shown: (string | null)[] = [];
      Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
        shown.push(this.textContent);
      };
      await page.when(() => page.form().onReady?.());
      expect(page.markup()).not.toContain('Carregando o formulário do cartão');
      expect(await page.submit()).toBe(true);
      expect(page.words()).toContain(
        status === 'rejected' ? 'Pagamento rejeitado. Tente outro cartão' : 'Pagamento cancelado.',
      );
      expect(page.said()[0]).toMatch(/^Erro no pagamento: /);
      // The button that was pressed is a screen further down.
      expect(shown).toEqual([expect.stringContaining(status === 'rejected' ? 'rejeitado' : 'cancelado')]);
      // Another form stands there, which is still to be drawn.
      expect(page.markup()).toContain('Carregando o formulário do cartão');
      expect(page.onDone).not.toHaveBeenCalled();
      // Whoever is at that form by now is left there.
      await page.when(() => page.form().onError?.({ type: 'non_critical', cause: 'x', message: 'x' }));
      expect(page.said()).toEqual(['Erro no formulário: Verifique os dados do cartão e tente novamente.']);
      expect(shown).toHaveLength(1);
    },
  );

  it('by the relay leaves the form with what was typed, and what is said goes with the next try', async () => {
    const bank = Promise.withResolvers<object>();
    let isClosed = true;
    const page = await byCard({ [CARD]: () => (isClosed ? refused(409, 'A loja fechou.') : bank.promise) });
    const { initialization, customization } = page.form();
    expect(await page.submit()).toBe(false);
    expect(page.said()).toEqual(['Erro no pagamento: A loja fechou.']);
    expect(page.words()).toContain('A loja fechou.');
    // The provider draws its form anew, and empty, for whatever is another object.
    expect(page.form().initialization).toBe(initialization);
    expect(page.form().customization).toBe(customization);
    // While the next try is under way nothing of the one before is said, here or above the page.
    isClosed = false;
    await page.when(() => void Reflect.apply(page.form().onSubmit, null, [SUBMITTED]));
    expect(page.words()).toContain('Processando o pagamento…');
    expect([page.said(), page.alerts()]).toEqual([[], []]);
    await page.when(() => bank.resolve(answered('approved')));
    expect(page.onDone).toHaveBeenCalledTimes(1);
  });
});

describe('where no form can be drawn', () => {
  it('for want of an account, that is said', async () => {
    const said = 'Erro ao carregar pagamento: Configuração do Mercado Pago ausente ou inválida.';
    for (const answer of [{ publicKey: null, sdkUrl: '' }, refused(503, 'fora')]) {
      const page = await byCard({ [KEY]: answer });
      await page.until(() => page.said().length > 0);
      expect(page.said()).toEqual([said]);
      expect(CardPayment).not.toHaveBeenCalled();
    }
  });

  it('after one has chosen another way, nothing is said of it', async () => {
    const key = Promise.withResolvers<object>();
    const page = await byCard({ [KEY]: () => key.promise });
    await page.tap('Escolher outra forma de pagamento');
    await page.when(() => key.resolve({ publicKey: null, sdkUrl: '' }));
    expect(page.said()).toEqual([]);
  });

  it('the provider’s own script is the library’s to load, once', async () => {
    const scripts: unknown[] = [];
    const page = await byCard(
      { [KEY]: { publicKey: 'TEST-key', sdkUrl: 'https://sdk.mercadopago.com/js/v2' } },
      ({ document }) => {
        document.head.append = (script) => void scripts.push(script);
      },
    );
    expect(scripts).toEqual([]);
    expect(initMercadoPago).toHaveBeenCalledTimes(1);
    expect(page.form()).toMatchObject({ initialization: { amount: 23.65 } });
  });

  it('before the script of its address is there, it is waited for', async () => {
    const sdkUrl = 'https://simulador.exemplo/sdk.js';
    const here = await byCard({ [KEY]: { publicKey: 'TEST-key', sdkUrl } }, (window) =>
      Object.assign(window, { MercadoPago: {} }),
    );
    expect(here.window.document.head.querySelector('script')).toBeNull();
    expect(initMercadoPago).toHaveBeenCalledTimes(1);
    const page = await byCard({ [KEY]: { publicKey: 'TEST-key', sdkUrl } });
    await page.until(() => page.said().length > 0);
    expect(page.said()).toEqual(['Erro no pagamento: Não foi possível inicializar o pagamento.']);
    expect(initMercadoPago).toHaveBeenCalledTimes(1);
    expect(page.window.document.head.querySelector('script')).toBeNull();
  });

  it('once that script has come, it is drawn', async () => {
    const sdkUrl = 'https://simulador.exemplo/sdk.js';
    const scripts: HTMLScriptElement[] = [];
    const page = await byCard({ [KEY]: { publicKey: 'TEST-key', sdkUrl } }, ({ document }) => {
      document.head.append = (script) => void scripts.push(script as HTMLScriptElement);
    });
    await page.until(() => scripts.length === 1);
    expect(scripts[0]?.src).toBe(sdkUrl);
    expect(initMercadoPago).not.toHaveBeenCalled();
    await page.when(() => scripts[0]?.dispatchEvent(new page.window.Event('load')));
    expect(initMercadoPago).toHaveBeenCalledTimes(1);
    expect(page.form()).toMatchObject({ initialization: { amount: 23.65 } });
    expect(page.said()).toEqual([]);
  });

  it('where its script neither comes nor fails, that is said after a while', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sdkUrl = 'https://simulador.exemplo/sdk.js';
    const page = await byCard({ [KEY]: { publicKey: 'TEST-key', sdkUrl } }, ({ document }) => {
      document.head.append = () => undefined;
    });
    await page.later(19_999);
    expect(page.said()).toEqual([]);
    await page.later(1);
    expect(page.said()).toEqual(['Erro no pagamento: Não foi possível inicializar o pagamento.']);
  });

  it.each([
    ['https://praca.example/carrinho?passo=pagamento', 0],
    ['https://praca.example/pedido/pagamento/MINE', 0],
    ['https://praca.example/carrinho', 1],
    ['https://praca.example/', 1],
  ])('on a document that began as %s it is loaded anew %i times', async (address, times) => {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([new PerformanceMark(address)]);
    const reload = vi.fn<() => void>();
    const page = await byCard({}, (window) => Object.assign(window.location, { reload }));
    expect(page.words()).toContain('Pagar com cartão');
    expect(reload).toHaveBeenCalledTimes(times);
  });
});
