// An order that was placed: how its page follows it, what can be done with it, and where a payment provider sends its customer back to.
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createElement, useState, type ComponentType } from 'react';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleAttempt, sampleItem } from '../../cart/sample.ts';
import { stubStorage } from '../../data/testing/stub-storage.ts';
import '../../data/cancel-dialog.tsx';
import { closeScreen, openScreen } from '../../testing/screen.ts';
import { openShop, refused, sampleStore, streams } from '../../testing/shop.ts';
import { toastsAtom } from '../../ui/toast.tsx';
import './keep-copy.tsx';
import './others-order.tsx';
import './share-cup.tsx';
import './payment/called-off.tsx';
import PaymentPage from './payment-page.tsx';
import ReturnPage from './return-page.tsx';
import SuccessPage from './success-page.tsx';

const CODE = '7K2MQ9XWTB';
const READ = `GET /api/orders/${CODE}`;
const NOTHING = { receivedCents: 0, returnedCents: 0, returning: false };
const own = (changes: Partial<Order> = {}, money = NOTHING) => ({
  access: 'whole',
  order: sampleOrder({
    simpleId: 41,
    orderNumber: 99,
    totalCents: 2_365,
    panelNumber: 7,
    customerPhone: '11987654321',
    ...changes,
  }),
  ticket: 'ticket',
  money,
});
const paid = { paymentMethod: 'pix', paymentStatus: 'approved', status: 'RECEBIDO' } as const;

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
  stored.set('balcao-orders', JSON.stringify([{ code: CODE, token: 'token-1', atMs: 0 }]));
  vi.useFakeTimers({ now: 1_000_000 });
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function open(
  screen: ComponentType,
  path: string,
  answers: Record<string, unknown>,
  shop: Parameters<typeof openShop>[0] = {},
) {
  const { store, asked } = await openShop({ ...shop, answers });
  const routes = ['/pedido/sucesso/:orderCode', '/pedido/pagamento/:orderCode', '/pedido/retorno'];
  const pages = routes.map((route) =>
    createElement(Route, { key: route, path: route, element: createElement(screen) }),
  );
  const page = await openScreen(
    createElement(Routes, null, ...pages, createElement(Route, { path: '*', element: createElement('p') })),
    {
      store,
      path,
    },
  );
  return { ...page, asked, answers, store, said: () => store.get(toastsAtom).map(({ title }) => title) };
}
const success = (view: unknown, shop: Parameters<typeof openShop>[0] = {}, code = '7k2mq-9xwtb') =>
  open(SuccessPage, `/pedido/sucesso/${code}`, { [READ]: view }, shop);
/** Where the links of a screen lead. */
const ways = (markup: string): string[] =>
  [...markup.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to = '']) => to);

describe('the page of an order', () => {
  it('has what it holds and costs, under which code it is found, and where the shop is', async () => {
    const { words, markup } = await success(own(paid));
    expect(words()).toContain('Pedido nº 41 Pedido Recebido');
    expect(words()).toContain(
      'Código 7K2MQ-9XWTB Telefone (11) 98765-4321 Pagamento Pago com PIX Total R$ 23,65',
    );
    expect(words()).toContain('Obrigado por pedir em Açaí da Praça! Rua A, 1: ver no mapa');
    expect(ways(markup())).toContain('https://www.google.com/maps/search/?api=1&amp;query=Rua%20A%2C%201');
  });

  it('that is to be paid leads to the payment and can be called off, on the device that placed it', async () => {
    const page = await success(own({ status: 'PENDING' }));
    expect(ways(page.markup())).toContain(`/pedido/pagamento/${CODE}`);
    expect(page.words()).toContain('Pagar agora Acompanhar Pedido');
    expect(page.buttons()).toContain('Cancelar pedido');
    stored.delete('balcao-orders');
    const others = await success(own({ status: 'PENDING' }));
    expect(ways(others.markup())).not.toContain(`/pedido/pagamento/${CODE}`);
    expect(others.buttons()).not.toContain('Cancelar pedido');
  });

  it('in cash can be paid otherwise, and names the note that the change is for', async () => {
    const { words } = await success(own({ status: 'PENDING', paymentMethod: 'cash', changeForCents: 5_000 }));
    expect(words()).toContain('Pagar de outro jeito');
    expect(words()).toContain('Troco para R$ 50,00');
    const other = await success(own({ ...paid, changeForCents: 5_000 }));
    expect(other.words()).not.toContain('Troco para');
  });

  it('that is paid can be shown around, and not called off', async () => {
    const page = await success(own(paid));
    expect(page.buttons()).toContain('Compartilhar');
    expect(page.buttons()).not.toContain('Cancelar pedido');
    expect(page.words()).not.toContain('Pagar');
    for (const order of [{ status: 'PENDING' }, { ...paid, status: 'CANCELLED' }] as const)
      expect((await success(own(order))).buttons()).not.toContain('Compartilhar');
  });

  it('that was called off thanks nobody; one without a phone or a shop names neither', async () => {
    const over = await success(own({ status: 'CANCELLED' }));
    expect(over.words()).not.toContain('Obrigado');
    // Nobody pays for it, or calls it off twice.
    expect(ways(over.markup())).not.toContain(`/pedido/pagamento/${CODE}`);
    expect(over.buttons()).not.toContain('Cancelar pedido');
    expect((await success(own({ customerPhone: null }))).words()).not.toContain('Telefone');
  });

  it('tells what comes back of money that was paid twice', async () => {
    const { words } = await success(own(paid, { ...NOTHING, receivedCents: 4_730, returnedCents: 2_365 }));
    expect(words()).toContain('O pedido foi pago duas vezes: devolvemos R$ 23,65.');
    const unheard = await success(own({ status: 'PENDING' }, { ...NOTHING, receivedCents: 2_365 }));
    expect(unheard.words()).not.toContain('Pagar agora');
    expect(unheard.words().match(/Estamos avisando a loja/g)).toHaveLength(1);
  });

  it('that is paid tells how long making takes now, not when the page was opened', async () => {
    const page = await success(own({ status: 'PENDING' }));
    page.answers['GET /api/store'] = { ...sampleStore, readyTime: { fromMinutes: 40, toMinutes: 50 } };
    page.answers[READ] = own(paid);
    await page.when(() => streams[0]?.tell('order', {}));
    expect(page.words()).toMatch(/Tempo estimado de preparo: .*40.*50/);
  });

  it('hears at once what becomes of it, and looks again where the line was away', async () => {
    const page = await success(own(paid));
    expect(streams.map(({ url }) => url)).toEqual(['/api/live?ticket=ticket']);
    page.answers[READ] = own({ ...paid, status: 'PREPARING' });
    await page.when(() => streams[0]?.tell('order', {}));
    expect(page.words()).toContain('Em Preparo!');
    page.answers[READ] = own({ ...paid, status: 'READY' });
    await page.when(() => streams[0]?.tell('hello'));
    expect(page.words()).toContain('Venha buscar!');
    page.answers[READ] = own({ ...paid, status: 'DELIVERED' });
    await page.when(() => streams[0]?.dispatchEvent(new Event('error')));
    expect(page.words()).toContain('Bom apetite!');
    // How long making takes was asked as the page was opened, not with all that is heard.
    expect(page.asked.filter(({ route }) => route === 'GET /api/store')).toHaveLength(1);
  });

  it('comes back on a new line with the proof that it was read with last', async () => {
    const page = await success(own(paid));
    page.answers[READ] = { ...own(paid), ticket: 'newer' };
    await page.when(() => streams[0]?.tell('order', {}));
    expect(streams.map(({ url }) => url)).toEqual(['/api/live?ticket=ticket']);
    await page.when(() => streams[0]?.dispatchEvent(new Event('error')));
    await page.later(20_000);
    expect(streams.map(({ url }) => url)).toEqual(['/api/live?ticket=newer']);
  });

  it.each([
    ['while money is on its way that the shop has not heard of', { ...NOTHING, receivedCents: 2_365 }, 2],
    ['no more than once without', NOTHING, 1],
  ])('looks now and then %s', async (_, money, looks) => {
    const page = await success(own({ status: 'PENDING' }, money));
    await page.later(10_000);
    expect(page.asked.filter(({ route }) => route === READ)).toHaveLength(looks);
  });

  it('looks no more once the shop has heard of that money', async () => {
    const page = await success(own({ status: 'PENDING' }, { ...NOTHING, receivedCents: 2_365 }));
    page.answers[READ] = own(paid, { ...NOTHING, receivedCents: 2_365 });
    await page.later(10_000);
    expect(page.words()).toContain('Pedido confirmado!');
    const looks = page.asked.filter(({ route }) => route === READ).length;
    await page.later(10_000);
    expect(page.asked.filter(({ route }) => route === READ)).toHaveLength(looks);
  });

  it('that cannot be read any more stays as it was; one that never could says so', async () => {
    const page = await success(own(paid));
    page.answers[READ] = refused(503, 'fora');
    await page.when(() => streams[0]?.tell('order', {}));
    expect(page.words()).toContain('Pedido nº 41');
    expect((await success(refused(404, 'x'))).words()).toContain('Código do Pedido Não Encontrado');
    const away = await success(refused(503, 'Sem internet.'));
    expect(away.words()).toContain('Código do pedido não encontrado Sem internet. Tentar de novo');
    const reload = vi.fn<() => void>();
    Object.assign(away.window.location, { reload });
    await away.tap('Tentar de novo');
    expect(reload).toHaveBeenCalledTimes(1);
    const nothing = await success(own(), {}, '--');
    expect(nothing.words()).toContain('Código do Pedido Não Encontrado');
    expect(nothing.asked).toEqual([]);
  });

  it('of another device shows how it stands, and leads to the rest', async () => {
    const page = await success({
      access: 'status',
      order: { access: 'status', status: 'PREPARING', orderNumber: null, panelNumber: null },
      ticket: 't',
    });
    await page.until(() => page.words().includes('Em Preparo'));
    expect(page.words()).toContain('Em Preparo Pedido 7K2MQ-9XWTB Este pedido foi feito em outro aparelho.');
    expect(ways(page.markup())).toEqual([`/meu-pedido?codigo=${CODE}`, '/pedido']);
  });

  it('is called off by its customer, and read again then; what was refused is said', async () => {
    const cancel = `POST /api/orders/${CODE}/cancel`;
    const page = await success(own({ status: 'PENDING' }));
    page.answers[cancel] = refused(409, 'Já foi pago.');
    const reads = () => page.asked.filter(({ route }) => route === READ).length;
    await page.tap('Cancelar pedido');
    await page.until(() => page.words().includes('Cancelar este pedido?'));
    expect(reads()).toBe(1);
    await page.tap('Cancelar pedido');
    expect(page.words()).toContain('Já foi pago.');
    // It is not as this page had it.
    expect(reads()).toBe(2);
    let answer: (reply: object) => void = () => undefined;
    page.answers[cancel] = () => new Promise((resolve) => (answer = resolve));
    page.answers[READ] = own({ status: 'CANCELLED' });
    await page.tap('Cancelar pedido');
    // Once, however often it is pressed until that is answered.
    expect(page.buttons()).toContain('Cancelar pedido (off)');
    await page.when(() => answer({}));
    expect(page.words()).not.toContain('Cancelar este pedido?');
    expect(page.words()).toContain('Este pedido não será preparado.');
  });
});

describe('a card payment that is being decided', () => {
  const deciding = { status: 'PENDING', paymentMethod: 'credit_card', paymentStatus: 'in_process' } as const;

  it('is not asked for again, and comes back where the order is called off and it is approved after all', async () => {
    const page = await success(own(deciding));
    expect(page.words()).toContain(
      'Pagamento em análise A cozinha começa assim que o pagamento for confirmado.',
    );
    expect(page.words()).toContain('Ver o pagamento');
    for (const word of ['Falta pagar', 'Pagar agora']) expect(page.words()).not.toContain(word);
    await page.tap('Cancelar pedido');
    await page.until(() => page.words().includes('Cancelar este pedido?'));
    expect(page.words()).toContain('Se o pagamento em análise for aprovado, o valor volta para você.');
    expect(page.words()).not.toContain('nada será cobrado');
  });
});

describe('a copy of the order', () => {
  it('is saved under its number, and handed to another app where the device can', async () => {
    const saved: string[] = [];
    const share = vi.fn<(shared: ShareData) => Promise<void>>(() => Promise.resolve());
    vi.stubGlobal('navigator', { share });
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    const page = await success(own(paid));
    await page.until(() => page.words().includes('Guarde uma cópia'));
    const make = document.createElement.bind(document);
    vi.spyOn(document, 'createElement').mockImplementation((tag: string) => {
      const made = make(tag) as HTMLAnchorElement;
      made.click = () => void saved.push(made.download);
      return made;
    });
    await page.tap('Baixar o resumo do pedido');
    expect(saved).toEqual(['pedido-41.txt']);
    expect(page.said()).toEqual(['Resumo salvo']);
    await page.tap('Enviar o resumo do pedido');
    expect(share.mock.calls[0]?.[0]).toMatchObject({
      title: 'Pedido nº 41',
      text: expect.stringContaining('Código 7K2MQ-9XWTB'),
    });
    // Put away by the customer: that is all.
    share.mockRejectedValueOnce(new DOMException('', 'AbortError'));
    await page.tap('Enviar o resumo do pedido');
    expect(saved).toHaveLength(1);
    share.mockRejectedValueOnce(new Error('no'));
    await page.tap('Enviar o resumo do pedido');
    expect(saved).toHaveLength(2);
  });

  it('says of money that the shop has not heard of that it has come, as the page does', async () => {
    const share = vi.fn<(shared: ShareData) => Promise<void>>(() => Promise.resolve());
    vi.stubGlobal('navigator', { share });
    const page = await success(own({ status: 'PENDING' }, { ...NOTHING, receivedCents: 2_365 }));
    await page.until(() => page.words().includes('Guarde uma cópia'));
    await page.tap('Enviar o resumo do pedido');
    expect(share.mock.calls[0]?.[0].text).toContain('Pagamento recebido');
  });

  it('is printed by itself, and is gone from the page afterwards', async () => {
    vi.stubGlobal('navigator', {});
    const page = await success(own(paid));
    await page.until(() => page.words().includes('Guarde uma cópia'));
    expect(page.buttons().filter((name) => name.endsWith('o resumo do pedido'))).toEqual([
      'Baixar o resumo do pedido',
      'Imprimir o resumo do pedido',
    ]);
    const printed = vi.fn<() => void>();
    page.window.print = () => printed();
    await page.tap('Imprimir o resumo do pedido');
    expect(printed).toHaveBeenCalledTimes(1);
    expect(page.markup()).toMatch(
      /<article[^>]*><h1>Pedido nº 41<\/h1><h2>Quem vende<\/h2><p>Açaí da Praça<\/p>/,
    );
    // A print window that never told its end leaves one sheet, not two.
    await page.tap('Imprimir o resumo do pedido');
    expect(page.markup().match(/<h1>Pedido nº 41/g)).toHaveLength(1);
    await page.when(() => page.window.dispatchEvent(new page.window.Event('afterprint')));
    expect(page.markup()).not.toContain('<h1>Pedido nº 41');
    // Nothing of the sheet’s own look stays with the page.
    expect(document.head.querySelector('style')).toBeNull();
  });
});

describe('back from a payment provider', () => {
  const back = (search: string, view: unknown, code: string | null = CODE) => {
    if (code !== null) {
      stored.set('orderCode', code);
      stored.set('checkout', JSON.stringify(sampleAttempt(code)));
    }
    stored.set('acai-cart', JSON.stringify([sampleItem]));
    return open(ReturnPage, `/pedido/retorno?${search}`, { [READ]: view });
  };

  it('what the address claims is believed once the order says so', async () => {
    const page = await back('status=approved', own({ status: 'PENDING' }));
    expect(page.words()).toContain('Pagamento Pendente');
    expect(page.words()).toContain('Ver o pagamento Acompanhar Pedido');
    await page.later(2_999);
    expect(page.asked.filter(({ route }) => route === READ)).toHaveLength(1);
    // However long the bank takes.
    await page.later(30_000);
    expect(page.words()).toContain('Pagamento Pendente');
    // Nor does it matter that a look did not get through.
    page.answers[READ] = refused(503, 'fora');
    await page.later(3_000);
    expect(page.words()).toContain('Pagamento Pendente');
    page.answers[READ] = own(paid);
    await page.later(3_000);
    expect(page.words()).toContain('Pagamento Aprovado!');
    expect(page.words()).not.toContain('Ver o pagamento');
    expect(stored.has('acai-cart')).toBe(true);
    await page.later(2_000);
    expect(page.path()).toBe(`/pedido/sucesso/${CODE}`);
    expect(stored.has('acai-cart')).toBe(false);
    expect(stored.has('orderCode')).toBe(false);
  });

  it('what the address says did not go through is believed no more once the order is paid', async () => {
    const page = await back('status=rejected', own(paid));
    expect(page.words()).toContain('Pagamento Aprovado!');
    expect(page.words()).not.toContain('Tentar de novo');
  });

  it('what did not go through can be tried again', async () => {
    const page = await back('collection_status=rejected', own({ status: 'PENDING' }));
    expect(page.words()).toContain('Pagamento Rejeitado');
    expect(page.words()).toContain('Tentar de novo Acompanhar Pedido Início');
    expect(ways(page.markup())).toEqual([`/pedido/pagamento/${CODE}`, '/meu-pedido', '/']);
  });

  it.each(['approved', 'pending'] as const)(
    '(%s) one who goes on is left in peace',
    async (paymentStatus) => {
      const page = await back('status=pending', own({ status: 'PENDING', paymentStatus }));
      await page.later(1_000);
      await page.tap('Início');
      expect(page.path()).toBe('/');
      const asked = page.asked.length;
      await page.later(10_000);
      expect([page.path(), page.asked.length]).toEqual(['/', asked]);
      // What was ordered lies in the cart still, for its own page to empty.
      expect(stored.has('acai-cart')).toBe(true);
    },
  );

  it('of no order of this device leads to the search alone', async () => {
    const page = await back('status=approved', own(paid), null);
    await page.later(6_000);
    expect(page.asked).toEqual([]);
    expect(ways(page.markup())).toEqual(['/meu-pedido', '/']);
  });
});

it.each([
  [PaymentPage, `/pedido/pagamento/${CODE}`],
  [ReturnPage, '/pedido/retorno?status=approved'],
])('a payment that is over is not come back to by a step back', async (screen, path) => {
  stored.set('orderCode', CODE);
  const { store, asked } = await openShop({ answers: { [READ]: own(paid) } });
  const Order = () => {
    const navigate = useNavigate();
    return createElement('button', { onClick: () => void navigate(-1) }, 'Um passo atrás');
  };
  const pages = [
    createElement(Route, { key: 'order', path: '/pedido/sucesso/:orderCode', element: createElement(Order) }),
    createElement(Route, {
      key: 'pay',
      path: '/pedido/pagamento/:orderCode',
      element: createElement(screen),
    }),
    createElement(Route, { key: 'back', path: '/pedido/retorno', element: createElement(screen) }),
  ];
  const page = await openScreen(createElement(Routes, null, ...pages), { store, path });
  await page.later(2_000);
  expect(page.path()).toBe(`/pedido/sucesso/${CODE}`);
  const before = asked.length;
  await page.tap('Um passo atrás');
  expect(page.path()).toBe(`/pedido/sucesso/${CODE}`);
  // Not by way of the payment either, which would lead here again at each step back.
  expect(asked).toHaveLength(before);
});

describe('the page of a payment', () => {
  const pay = (path: string, view: unknown = own({ status: 'PENDING' })) => {
    stored.delete('balcao-orders');
    const paymentMethods = (['pix', 'credit_card', 'cash'] as const).map((method) => ({
      method,
      displayName: { pix: 'PIX', credit_card: 'Cartão', cash: 'Dinheiro' }[method],
      description: null,
    }));
    return open(PaymentPage, path, { [READ]: view }, { store: { paymentMethods } });
  };

  it('keeps the proof that came behind the address, and takes it out of there', async () => {
    const page = await pay(`/pedido/pagamento/7k2mq-9xwtb#${'t'.repeat(16)}`);
    expect(JSON.parse(stored.get('balcao-orders') ?? '')).toEqual([
      { code: CODE, token: 't'.repeat(16), atMs: 1_000_000 },
    ]);
    expect(page.asked.find(({ route }) => route === READ)?.proof).toBe(`Bearer ${'t'.repeat(16)}`);
    expect(page.window.location.pathname).toBe('/pedido/pagamento/7k2mq-9xwtb');
    expect(page.window.location.hash).toBe('');
    stored.delete('balcao-orders');
    await pay(`/pedido/pagamento/7k2mq-9xwtb#${'t'.repeat(15)}`);
    expect(stored.has('balcao-orders')).toBe(false);
  });

  it('keeps its place among the pages as it takes the proof out of the address: steps back count on it', async () => {
    const place = { idx: 3 };
    const Came = () => {
      useState(() => history.replaceState(place, ''));
      return createElement(PaymentPage);
    };
    const path = `/pedido/pagamento/${CODE}#${'t'.repeat(16)}`;
    const page = await open(Came, path, { [READ]: own({ status: 'PENDING' }) });
    expect(page.window.location.pathname).toBe(`/pedido/pagamento/${CODE}`);
    expect(page.window.history.state).toEqual(place);
  });

  it('of an order whose money has come, though the shop has not heard of it, asks nobody to pay again', async () => {
    const page = await pay(
      `/pedido/pagamento/${CODE}`,
      own({ status: 'PENDING' }, { ...NOTHING, receivedCents: 2_365 }),
    );
    expect(page.path()).toBe(`/pedido/sucesso/${CODE}`);
    const going = await pay(
      `/pedido/pagamento/${CODE}`,
      own({ status: 'CANCELLED' }, { ...NOTHING, receivedCents: 2_365, returning: true }),
    );
    expect(going.words()).toContain('Este pedido foi cancelado');
  });

  it('of an order whose card is being decided says so, and offers another way instead of the same again', async () => {
    const page = await pay(`/pedido/pagamento/${CODE}`, own({ status: 'PENDING' }));
    expect(page.words()).toMatch(/Falta pagar R\$.23,65 .*Como você quer pagar\?/);
    page.answers[READ] = own({
      status: 'PENDING',
      paymentStatus: 'in_process',
      paymentMethod: 'credit_card',
    });
    await page.when(() => streams.at(-1)?.tell('order', { access: 'public', code: CODE, status: 'PENDING' }));
    expect(page.words()).toMatch(/Pagamento em análise R\$.23,65 .*Pagar de outro jeito/);
    expect(page.words()).not.toMatch(/Falta pagar|Como você quer pagar/);
  });

  it('of an order that staff took a part of asks for the rest alone, in cash', async () => {
    const part = {
      id: 'a',
      method: 'pix_manual',
      card: null,
      cents: 1_000,
      receivedCents: null,
      atMs: 0,
    } as const;
    const partly = own({ status: 'PENDING', paymentMethod: 'cash', tenders: [part] });
    const placed = await success(partly);
    expect(placed.words()).toMatch(/Pagamento Falta pagar R\$.13,65 no balcão/);
    // Of what staff hold money of, no other way is left, and it is theirs to call off.
    expect(placed.words()).not.toContain('Pagar de outro jeito');
    // Nor does it end by itself while that money is there.
    expect(placed.words()).not.toContain('depois disso o pedido é cancelado');
    expect(placed.buttons()).not.toContain('Cancelar pedido');
    // Also where this device remembers another way, chosen before staff took that part.
    for (const way of [null, 'pix', 'credit_card']) {
      if (way !== null) stored.set('paymentMethod', way);
      const page = await pay(`/pedido/pagamento/${CODE}`, partly);
      expect([way, page.words()]).toEqual([
        way,
        expect.stringMatching(/Falta pagar R\$.13,65 .*Como você quer pagar\? .*Dinheiro/),
      ]);
      expect(page.words()).not.toMatch(/PIX|Cartão/);
      expect(page.asked.map(({ route }) => route)).not.toContain(`POST /api/orders/${CODE}/pix`);
    }
  });

  it('by PIX has its code, and back the other ways; once it is paid the order’s own page follows', async () => {
    const PIX = 'PIX Aprovação na hora PIX';
    const page = await pay(`/pedido/pagamento/${CODE}`);
    page.answers[`POST /api/orders/${CODE}/pix`] = {
      attemptId: 'a1',
      qrCode: '00020126',
      qrCodeBase64: 'iVBOR',
      expiresAtMs: 1_000_000 + 600_000,
    };
    await page.tap(PIX);
    expect(page.words()).toMatch(/Expira em 10:00 .*Confira R\$.23,65 e pague/);
    expect(stored.get('paymentMethod')).toBe('pix');
    await page.tap('Escolher outra forma de pagamento');
    expect(page.words()).toContain('Como você quer pagar?');
    expect(stored.has('paymentMethod')).toBe(false);
    await page.tap(PIX);
    page.answers[`GET /api/orders/${CODE}/pix/a1`] = { status: 'approved' };
    page.answers[READ] = own(paid);
    await page.later(3_000);
    expect(page.path()).toBe(`/pedido/sucesso/${CODE}`);
  });

  it('by PIX asks no more about a code that was left for another way', async () => {
    const page = await pay(`/pedido/pagamento/${CODE}`);
    const LOOK = `GET /api/orders/${CODE}/pix/a1`;
    page.answers[`POST /api/orders/${CODE}/pix`] = {
      attemptId: 'a1',
      qrCode: '00020126',
      qrCodeBase64: 'iVBOR',
      expiresAtMs: 1_000_000 + 600_000,
    };
    page.answers[LOOK] = { status: 'pending' };
    await page.tap('PIX Aprovação na hora PIX');
    await page.later(3_000);
    const looks = () => page.asked.filter(({ route }) => route === LOOK).length;
    expect(looks()).toBe(1);
    await page.tap('Escolher outra forma de pagamento');
    await page.later(9_000);
    expect(looks()).toBe(1);
    // Nor when one comes back from another app.
    await page.when(() => document.dispatchEvent(new page.window.Event('visibilitychange')));
    expect(looks()).toBe(1);
  });

  it('of an order that is paid leads to it, and forgets the way that was chosen', async () => {
    stored.set('paymentMethod', 'pix');
    const page = await pay(`/pedido/pagamento/${CODE}`, own(paid));
    expect(page.path()).toBe(`/pedido/sucesso/${CODE}`);
    expect(stored.has('paymentMethod')).toBe(false);
  });

  it('of an order that was called off leads to the cart, or where that is empty to another order', async () => {
    const off = () => pay(`/pedido/pagamento/${CODE}`, own({ status: 'CANCELLED' }));
    const empty = await off();
    expect(empty.words()).toContain('Este pedido foi cancelado e não pode mais ser pago. Fazer outro pedido');
    expect(empty.words()).not.toContain('carrinho');
    expect(ways(empty.markup())).toEqual(['/pedido']);
    stored.set('acai-cart', JSON.stringify([sampleItem]));
    const filled = await off();
    expect(filled.words()).toContain('Seu carrinho continua aqui: é só pedir de novo. Ver o carrinho');
    expect(ways(filled.markup())).toEqual(['/carrinho']);
  });

  it('of what is in the cart empties it once that is paid; of an earlier order the cart stays', async () => {
    const left = async (orderCode: string) => {
      stored.set('orderCode', orderCode);
      stored.set('checkout', JSON.stringify(sampleAttempt(orderCode)));
      stored.set('acai-cart', JSON.stringify([sampleItem]));
      await pay(`/pedido/pagamento/${CODE}`, own(paid));
      return ['acai-cart', 'orderCode'].filter((key) => stored.has(key));
    };
    expect(await left('ANOTHER')).toEqual(['acai-cart', 'orderCode']);
    expect(await left(CODE)).toEqual([]);
  });
});
