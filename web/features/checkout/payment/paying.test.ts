// Paying an order: how each way goes from its first tap to its end, and what is said where the money does not come.
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubStorage } from '../../../data/testing/stub-storage.ts';
import { closeScreen, openHook, openScreen } from '../../../testing/screen.ts';
import { openShop, refused, serve } from '../../../testing/shop.ts';
import { toastsAtom } from '../../../ui/toast.tsx';
import CardView from './card-view.tsx';
import CashView from './cash-view.tsx';
import { CopyCode } from './copy-code.tsx';
import { MethodSelect } from './method-select.tsx';
import { PixQr } from './pix-qr.tsx';
import { PixView } from './pix-view.tsx';
import { useCardPayment, type CardData } from './use-card-payment.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
  stored.set('balcao-orders', JSON.stringify([{ code: 'MINE', token: 'token-1', atMs: 0 }]));
  vi.useFakeTimers({ now: 1_000_000 });
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const ORDER = { code: 'MINE', totalCents: 2_365 };
const MINUTE_MS = 60_000;

describe('by PIX', () => {
  const payment = {
    attemptId: 'a1',
    qrCode: '00020126',
    qrCodeBase64: 'iVBOR',
    expiresAtMs: 1_000_000 + 10 * MINUTE_MS,
  };
  const pix = async (answers: Record<string, unknown> = {}, changes = {}) => {
    const onApproved = vi.fn<() => void>();
    const all = Object.assign(answers, { 'POST /api/orders/MINE/pix': payment, ...answers });
    const { store, asked } = await openShop({ answers: all });
    const props = { order: { ...ORDER, ...changes }, onApproved, onBack: () => undefined };
    const page = await openScreen(createElement(PixView, props), { store });
    return {
      ...page,
      asked,
      onApproved,
      answers: all,
      said: () => store.get(toastsAtom).map(({ title }) => title),
    };
  };
  const stands = (status: string) => ({ 'GET /api/orders/MINE/pix/a1': { status } });
  const view = (paymentStatus: string, money = {}) => ({
    access: 'whole',
    order: { paymentStatus },
    money: { receivedCents: 0, returnedCents: 0, returning: false, ...money },
  });

  it('shows the code, what it is for and how long it can be paid, and looks every few seconds', async () => {
    const page = await pix(stands('pending'));
    expect(page.words()).toMatch(
      /^Pagar com PIX Expira em 10:00 PIX Copia e Cola 00020126 Copiar código PIX .* Confira R\$ 23,65 e pague\./,
    );
    expect(page.markup()).toContain('src="data:image/png;base64,iVBOR"');
    await page.later(59_500);
    expect(page.words()).toContain('Expira em 09:01');
    expect(page.asked.filter(({ route }) => route.startsWith('GET'))).toHaveLength(19);
    expect(page.asked.at(-1)?.proof).toBe('Bearer token-1');
  });

  it('that the provider lets stand longer is shown for half an hour', async () => {
    const page = await pix({
      'POST /api/orders/MINE/pix': { ...payment, expiresAtMs: 1_000_000 + 90 * MINUTE_MS },
    });
    expect(page.words()).toContain('Expira em 30:00');
  });

  it('is told once the shop has the money, and looks no more', async () => {
    const page = await pix({ ...stands('approved'), 'GET /api/orders/MINE': view('pending') });
    await page.later(3_000);
    expect(page.words()).toContain('Pagamento aprovado! Avisando a cozinha…');
    expect(page.onApproved).not.toHaveBeenCalled();
    page.answers['GET /api/orders/MINE'] = view('approved');
    await page.later(3_000);
    expect(page.onApproved).toHaveBeenCalledTimes(1);
  });

  it('that is on its way back is the order’s to tell', async () => {
    for (const money of [{ returning: true }, { returnedCents: 2_365 }]) {
      const page = await pix({ ...stands('approved'), 'GET /api/orders/MINE': view('pending', money) });
      await page.later(3_000);
      expect(page.onApproved).toHaveBeenCalledTimes(1);
    }
  });

  it('is paid all the same where a look at it, or at its order, did not get through', async () => {
    const page = await pix({
      'GET /api/orders/MINE/pix/a1': refused(503, 'fora'),
      'GET /api/orders/MINE': refused(503, 'fora'),
    });
    await page.later(3_000);
    expect(page.words()).toContain('Expira em');
    Object.assign(page.answers, stands('approved'));
    await page.later(3_000);
    expect(page.words()).toContain('Avisando a cozinha…');
    expect(page.onApproved).not.toHaveBeenCalled();
    page.answers['GET /api/orders/MINE'] = view('approved');
    await page.later(3_000);
    expect(page.onApproved).toHaveBeenCalledTimes(1);
  });

  it('of which the shop hears nothing for long says whom to ask', async () => {
    const page = await pix({ ...stands('approved'), 'GET /api/orders/MINE': view('pending') });
    await page.later(3_000 + 44_000);
    expect(page.words()).toContain('Avisando a cozinha…');
    await page.later(4_000);
    expect(page.words()).toContain('Erro ao finalizar pagamento aprovado. Contate o suporte.');
    expect(page.onApproved).not.toHaveBeenCalled();
  });

  it('whose time is over is still heard of, and another can be had', async () => {
    const page = await pix(stands('pending'));
    await page.later(10 * MINUTE_MS);
    expect(page.words()).toContain('Este código PIX expirou. Se você já pagou, espere um instante');
    page.answers['GET /api/orders/MINE'] = view('approved');
    page.answers['GET /api/orders/MINE/pix/a1'] = { status: 'approved' };
    await page.later(3_000);
    expect(page.onApproved).toHaveBeenCalledTimes(1);
  });

  it('whose time is over while the phone sleeps is over when it wakes', async () => {
    const page = await pix(stands('pending'));
    vi.setSystemTime(1_000_000 + 25 * MINUTE_MS);
    await page.later(1_000);
    expect(page.words()).toContain('Este código PIX expirou.');
    expect(page.words()).not.toContain('Expira em');
  });

  it('that the provider says is over is still heard of, as one whose time is over here', async () => {
    const page = await pix({ ...stands('expired'), 'GET /api/orders/MINE': view('approved') });
    await page.later(3_000);
    expect(page.words()).toContain('Este código PIX expirou.');
    page.answers['GET /api/orders/MINE/pix/a1'] = { status: 'approved' };
    await page.later(3_000);
    expect(page.onApproved).toHaveBeenCalledTimes(1);
  });

  it('is not looked at while one is in the bank’s app, and at once when one is back', async () => {
    const page = await pix({ ...stands('approved'), 'GET /api/orders/MINE': view('approved') });
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await page.later(30_000);
    expect(page.asked.filter(({ route }) => route.startsWith('GET'))).toEqual([]);
    seen.mockReturnValue('visible');
    await page.when(() => document.dispatchEvent(new page.window.Event('visibilitychange')));
    expect(page.onApproved).toHaveBeenCalledTimes(1);
  });

  it('that was refused says so until another code is there', async () => {
    const page = await pix(stands('rejected'));
    await page.later(3_000);
    expect(page.words()).toContain('Pagamento não aprovado O pagamento foi rejeitado. Tente novamente.');
    expect(page.said()).toEqual(['Pagamento não aprovado']);
    await page.tap('Gerar novo código PIX');
    expect(page.words()).toContain('Expira em');
    expect(page.said()).toEqual([]);
    expect(page.asked.filter(({ route }) => route === 'POST /api/orders/MINE/pix')).toHaveLength(2);
  });

  it('that has followed another is not told what became of the one before', async () => {
    const answer: { give?: (body: object) => void } = {};
    const page = await pix({
      'GET /api/orders/MINE/pix/a1': () => new Promise((resolve) => (answer.give = resolve)),
    });
    await page.later(10 * MINUTE_MS);
    page.answers['POST /api/orders/MINE/pix'] = {
      ...payment,
      attemptId: 'a2',
      expiresAtMs: Date.now() + 10 * MINUTE_MS,
    };
    await page.tap('Gerar novo código PIX');
    expect(page.words()).toContain('Expira em 10:00');
    await page.when(() => answer.give?.({ status: 'rejected' }));
    expect(page.words()).toContain('Expira em');
    expect(page.said()).toEqual([]);
  });

  it('that the provider says is over can be had anew', async () => {
    const page = await pix(stands('expired'));
    await page.later(3_000);
    expect(page.words()).toContain('Este código PIX expirou.');
  });

  it('that cannot be had says why, and goes on where it was paid before', async () => {
    const page = await pix({ 'POST /api/orders/MINE/pix': refused(503, 'Sem internet na loja.') });
    expect(page.words()).toBe('Pagar com PIX Erro ao gerar PIX Sem internet na loja. Tentar de novo');
    expect(page.said()).toEqual(['Erro ao gerar PIX']);
    expect(page.onApproved).not.toHaveBeenCalled();
    const paid = await pix({
      'POST /api/orders/MINE/pix': refused(409, 'Já pago.', { code: 'already-paid' }),
    });
    expect(paid.onApproved).toHaveBeenCalledTimes(1);
  });

  it('is not asked for an order without a code', async () => {
    const page = await pix({}, { code: '' });
    expect(page.words()).toBe('Pagar com PIX Código do pedido não encontrado. Tente recarregar a página.');
    expect(page.asked).toEqual([]);
  });

  it('the picture is drawn here where the provider sends none, or it does not load', async () => {
    vi.useRealTimers();
    const page = await openScreen(
      createElement(PixQr, { payment: { qrCode: '00020126', qrCodeBase64: '' } }),
    );
    await page.until(() => page.markup().includes('viewBox'));
    const drawn = page.markup();
    // The corner of every QR code: dark all along, and light inside, within a margin of one.
    expect(drawn).toMatch(
      /d="M1 1h1v1h-1zM2 1h1v1h-1zM3 1h1v1h-1zM4 1h1v1h-1zM5 1h1v1h-1zM6 1h1v1h-1zM7 1h1v1h-1zM/,
    );
    expect(drawn).toMatch(/M1 2h1v1h-1zM7 2/);
    const sent = await openScreen(
      createElement(PixQr, { payment: { qrCode: '00020126', qrCodeBase64: 'iVBOR' } }),
    );
    expect(sent.markup()).not.toContain('viewBox');
    await sent.happen('img', 'error');
    await sent.until(() => sent.markup().includes('viewBox'));
  });
});

describe('the code', () => {
  const copy = async (allowed: boolean, old: boolean, isSecureContext = true) => {
    const { store } = await openShop();
    const writeText = vi.fn<(text: string) => Promise<void>>(() =>
      allowed ? Promise.resolve() : Promise.reject(new Error('no')),
    );
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    const page = await openScreen(createElement(CopyCode, { code: '00020126' }), { store });
    Object.assign(document, { execCommand: () => old });
    Object.defineProperty(page.window, 'isSecureContext', { value: isSecureContext });
    await page.tap('Copiar código PIX');
    return { ...page, writeText, said: () => store.get(toastsAtom).map(({ title }) => title) };
  };

  it('is copied by a tap, which says so for a moment', async () => {
    const page = await copy(true, false);
    expect(page.writeText).toHaveBeenCalledWith('00020126');
    expect(page.buttons()).toEqual(['Copiado!']);
    await page.later(1_999);
    expect(page.buttons()).toEqual(['Copiado!']);
    await page.later(1);
    expect(page.buttons()).toEqual(['Copiar código PIX']);
  });

  it('is copied the old way where the browser lets nothing into the clipboard, or says that it was not', async () => {
    expect((await copy(false, true)).buttons()).toEqual(['Copiado!']);
    const page = await copy(false, false);
    expect(page.buttons()).toEqual(['Copiar código PIX']);
    expect(page.said()).toEqual(['Erro ao copiar']);
    // Copied after all, nothing says otherwise.
    Object.assign(document, { execCommand: () => true });
    await page.tap('Copiar código PIX');
    expect(page.buttons()).toEqual(['Copiado!']);
    expect(page.said()).toEqual([]);
    // Nor is it said to be copied where it was once, and is not any more.
    Object.assign(document, { execCommand: () => false });
    await page.tap('Copiado!');
    expect(page.buttons()).toEqual(['Copiar código PIX']);
    expect(page.said()).toEqual(['Erro ao copiar']);
  });

  it('is copied the old way at once on the shop’s own Wi-Fi, whose browser has no clipboard to ask for', async () => {
    const page = await copy(true, true, false);
    expect(page.buttons()).toEqual(['Copiado!']);
    expect(page.writeText).not.toHaveBeenCalled();
    expect(console.warn).not.toHaveBeenCalled();
  });

  it('is marked whole for the old way, which copies what is marked', async () => {
    const page = await copy(false, true);
    const [field] = page.all('textarea') as HTMLTextAreaElement[];
    expect([field?.selectionStart, field?.selectionEnd]).toEqual([0, '00020126'.length]);
    expect(document.activeElement).toBe(field);
  });

  it('is marked whole for who copies it by hand, as soon as the keyboard or a finger is in it', async () => {
    const page = await openScreen(createElement(CopyCode, { code: '00020126' }));
    const [field] = page.all('textarea') as HTMLTextAreaElement[];
    field?.setSelectionRange(0, 0);
    await page.happen('textarea', 'focusin');
    expect([field?.selectionStart, field?.selectionEnd]).toEqual([0, '00020126'.length]);
  });
});

describe('by card', () => {
  const CARD: CardData = {
    token: 't',
    installments: 1,
    payment_method_id: 'visa',
    issuer_id: null,
    payer: { email: 'a@b.c' },
  };
  const answer = (status: string) => ({ status, statusDetail: null, paymentId: '9', attemptId: 'a1' });
  const paying = async (answers: Record<string, unknown>) => {
    const asked = serve(answers);
    const onApproved = vi.fn<() => void>();
    const hook = await openHook(() => useCardPayment('MINE', onApproved));
    const pay = async () => {
      const end: { outcome?: unknown } = {};
      await hook.when(async () => (end.outcome = await hook.now().pay(CARD)));
      return end.outcome;
    };
    return { ...hook, asked, onApproved, pay };
  };

  it('is told once it is approved, and nothing of it is kept', async () => {
    const page = await paying({ 'POST /api/orders/MINE/card': answer('approved') });
    expect(await page.pay()).toEqual({ kind: 'answered', answer: answer('approved') });
    expect(page.onApproved).toHaveBeenCalledTimes(1);
    expect(page.now().busy).toBe(false);
    expect(page.asked[0]).toMatchObject({ body: CARD, proof: 'Bearer token-1' });
    expect(stored.has('cardAttempt')).toBe(false);
  });

  it('is waited for, and said to be under way, for as long as a bank takes', async () => {
    const patience = vi.spyOn(AbortSignal, 'timeout');
    const bank = Promise.withResolvers<object>();
    const page = await paying({ 'POST /api/orders/MINE/card': () => bank.promise });
    const paid = page.when(() => void page.now().pay(CARD));
    await paid;
    expect(page.now().busy).toBe(true);
    expect(patience).toHaveBeenLastCalledWith(60_000);
    await page.when(() => bank.resolve(answer('approved')));
    expect(page.now().busy).toBe(false);
  });

  it('that is being decided is kept over a reload, and looked at until its end', async () => {
    const answers: Record<string, unknown> = {
      'POST /api/orders/MINE/card': answer('in_process'),
      'GET /api/orders/MINE/card/a1': answer('in_process'),
    };
    const page = await paying(answers);
    await page.pay();
    expect(stored.get('cardAttempt')).toBe('MINE a1');
    expect(page.onApproved).not.toHaveBeenCalled();
    // At once, and then every four seconds.
    await page.later(3_999);
    expect(page.asked).toHaveLength(2);
    answers['GET /api/orders/MINE/card/a1'] = answer('approved');
    await page.later(1);
    expect(page.onApproved).toHaveBeenCalledTimes(1);
    expect(stored.has('cardAttempt')).toBe(false);
    const looks = page.asked.length;
    await page.later(8_000);
    expect(page.asked).toHaveLength(looks);
  });

  it('that was being decided and is refused is kept no more: a reload asks for another card', async () => {
    for (const status of ['rejected', 'cancelled']) {
      stored.set('cardAttempt', 'MINE a1');
      const page = await paying({ 'GET /api/orders/MINE/card/a1': answer(status) });
      expect(page.now().answer).toMatchObject({ status });
      expect(stored.has('cardAttempt')).toBe(false);
      expect(page.onApproved).not.toHaveBeenCalled();
    }
  });

  it('that was left being decided is looked at again, of this order alone, and forgotten where nobody knows it', async () => {
    stored.set('cardAttempt', 'OTHER a1');
    expect((await paying({})).now().answer).toBeNull();
    stored.set('cardAttempt', 'MINE a1');
    const page = await paying({ 'GET /api/orders/MINE/card/a1': refused(404, 'Não há') });
    expect(page.now().answer).toBeNull();
    expect(stored.has('cardAttempt')).toBe(false);
    stored.set('cardAttempt', 'MINE a1');
    const away = await paying({ 'GET /api/orders/MINE/card/a1': refused(503, 'fora') });
    expect(away.now().answer).toMatchObject({ status: 'in_process', attemptId: 'a1' });
  });

  it('of an order of which another payment is being decided waits for that one', async () => {
    const page = await paying({
      'POST /api/orders/MINE/card': refused(409, 'Já há um', { code: 'payment-in-process', attemptId: 'a1' }),
      'GET /api/orders/MINE/card/a1': answer('in_process'),
    });
    expect(await page.pay()).toMatchObject({
      kind: 'answered',
      answer: { status: 'in_process', attemptId: 'a1' },
    });
  });

  it('that did not go through says whose fault it is', async () => {
    const failed = async (status: number) =>
      await (await paying({ 'POST /api/orders/MINE/card': refused(status, 'Loja fechada.') })).pay();
    expect(await failed(409)).toEqual({ kind: 'failed', message: 'Loja fechada.' });
    expect(await failed(500)).toEqual({
      kind: 'failed',
      message: 'Erro ao processar pagamento com cartão. Loja fechada.',
    });
    expect(await (await paying({})).pay()).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('Erro ao processar pagamento com cartão. '),
    });
  });

  it('on the shop’s own Wi-Fi is paid on a safe page, with the proof of whose order it is', async () => {
    const card = async (shop: Parameters<typeof openShop>[0]) => {
      const { store } = await openShop(shop);
      return await openScreen(
        createElement(CardView, { order: ORDER, onApproved: () => undefined, onBack: () => undefined }),
        { store },
      );
    };
    const { markup } = await card({ store: { host: 'store' } });
    expect(markup()).toContain('href="https://praca.example/pedido/pagamento/MINE#token-1"');
    expect((await card({ store: { host: 'store', publicUrl: null } })).words()).toContain(
      'Não foi possível inicializar o pagamento.',
    );
    stored.set('cardAttempt', 'MINE a1');
    const waiting = await card({ answers: { 'GET /api/orders/MINE/card/a1': answer('in_process') } });
    expect(waiting.words()).toContain('Status do pagamento: em processamento');
    expect(waiting.words()).not.toContain('Os dados vão direto');
    const approved = await card({ answers: { 'GET /api/orders/MINE/card/a1': answer('approved') } });
    expect(approved.words()).toContain('Pagamento aprovado!');
  });
});

describe('in cash', () => {
  const cash = async (answer: unknown, changes = {}) => {
    const { store, asked } = await openShop({ answers: { 'POST /api/orders/MINE/cash': answer } });
    const onDone = vi.fn<() => void>();
    const props = { order: { ...ORDER, ...changes }, onDone, onBack: () => undefined };
    const page = await openScreen(createElement(CashView, props), { store });
    const pay = async (note: string) => {
      await page.type('Troco para quanto?', note);
      await page.tap('Confirmar Pedido');
    };
    return { ...page, asked, onDone, pay, said: () => store.get(toastsAtom).map(({ title }) => title) };
  };

  it.each([
    ['', null, ''],
    ['23,65', null, ''],
    ['50', 5_000, 'Seu troco: R$ 26,35'],
  ])('with "%s" asks for change of %s', async (note, changeForCents, said) => {
    const page = await cash({});
    await page.pay(note);
    expect(page.asked).toMatchObject([{ body: { changeForCents } }]);
    expect(page.onDone).toHaveBeenCalledTimes(1);
    expect(page.words().includes('Seu troco')).toBe(said !== '');
    expect(page.words()).toContain(said);
  });

  it('that did not work is asked for again by the same button', async () => {
    let isAway = true;
    const counter = Promise.withResolvers<object>();
    const page = await cash(() => (isAway ? refused(503, 'A loja não respondeu.') : counter.promise));
    await page.pay('');
    expect(page.onDone).not.toHaveBeenCalled();
    expect(page.buttons()).toContain('Confirmar Pedido');
    expect(page.said()).toEqual(['Não deu para confirmar']);
    isAway = false;
    await page.tap('Confirmar Pedido');
    // While that is under way nothing in red says otherwise.
    expect([page.said(), page.alerts()]).toEqual([[], []]);
    await page.when(() => counter.resolve({}));
    expect(page.asked).toHaveLength(2);
    expect(page.onDone).toHaveBeenCalledTimes(1);
    expect(page.alerts()).toEqual([]);
  });

  it('is sent once, however often one presses', async () => {
    const page = await cash(() => new Promise(() => undefined));
    await page.pay('');
    expect(page.buttons()).toContain('Confirmando…');
    await page.submit();
    expect(page.asked).toHaveLength(1);
  });

  it('with less than it costs, or what is no amount, is not sent', async () => {
    const page = await cash({});
    await page.type('Troco para quanto?', '23,64');
    expect(page.words()).toContain('O valor precisa ser pelo menos R$ 23,65.');
    expect(page.buttons()).toContain('Confirmar Pedido (off)');
    await page.type('Troco para quanto?', 'vinte');
    expect(page.words()).toContain('Escreva um valor em reais, por exemplo 50 ou 50,00.');
    expect(page.buttons()).toContain('Confirmar Pedido (off)');
    await page.type('Troco para quanto?', '10');
    await page.submit();
    expect(page.asked).toEqual([]);
  });

  it.each([
    [404, 'Pedido não encontrado. Verifique o código do pedido.'],
    [409, 'Erro ao confirmar pedido: Loja fechada.'],
    [500, 'Erro ao processar pedido para pagamento em dinheiro'],
  ])('that is answered with %i says "%s"', async (status, said) => {
    const page = await cash(refused(status, 'Loja fechada.'));
    await page.pay('');
    expect(page.words()).toContain(said);
    expect(page.onDone).not.toHaveBeenCalled();
  });

  it('of an order that was never placed is not sent', async () => {
    for (const code of ['', 'temp-order']) {
      const page = await cash({}, { code });
      await page.pay('');
      expect(page.words()).toContain('Pedido não encontrado.');
      expect(page.asked).toEqual([]);
    }
  });
});

it('each way is chosen by its own button, and the cards that are taken are named with theirs', async () => {
  const methods = (['pix', 'credit_card', 'cash'] as const).map((method) => ({
    method,
    displayName: method,
    description: null,
  }));
  const chosen: string[] = [];
  const page = await openScreen(
    createElement(MethodSelect, {
      title: 'Como você quer pagar?',
      methods,
      loading: false,
      onChoose: (method) => chosen.push(method),
    }),
  );
  expect(page.buttons()).toEqual([
    'pix Aprovação na hora PIX',
    'credit_card Crédito ou débito, pelo Mercado Pago Visa Mastercard Elo Amex',
    'cash Pague no balcão ao retirar',
  ]);
  for (const button of page.buttons()) await page.tap(button);
  expect(chosen).toEqual(['pix', 'credit_card', 'cash']);
});
