// An order that was placed, and how it is paid, as it is read and heard; `outlines/` is read by whoever changes it.
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { sampleAttempt } from '../../cart/sample.ts';
import '../../data/cancel-dialog.tsx';
import '../../data/ready-notice-switch.tsx';
import { fullItems, fullCart, NOW_MS, openFullShop, standClock } from '../../testing/full-shop.ts';
import { refused, streams } from '../../testing/shop.ts';
import { createWalk } from '../../testing/walk.ts';
import '../../ui/install-offer.tsx';
import './keep-copy.tsx';
import './others-order.tsx';
import { cardText, cardTitle } from './payment/card-texts.ts';
import './payment/called-off.tsx';
import './payment/card-view.tsx';
import './payment/cash-view.tsx';
import './share-cup.tsx';
import PaymentPage from './payment-page.tsx';
import ReturnPage from './return-page.tsx';
import SuccessPage from './success-page.tsx';

const CODE = '7K2MQ9XWTB';
const READ = `GET /api/orders/${CODE}`;
const CANCEL = `POST /api/orders/${CODE}/cancel`;
const PIX = `POST /api/orders/${CODE}/pix`;
const LOOK = `GET /api/orders/${CODE}/pix/a1`;
const CASH = `POST /api/orders/${CODE}/cash`;
const NOTHING = { receivedCents: 0, returnedCents: 0, returning: false };
const paid = { paymentMethod: 'pix', paymentStatus: 'approved', status: 'RECEBIDO' } as const;
const view = (changes: Partial<Order> = {}, money = NOTHING) => ({
  access: 'whole',
  order: sampleOrder({
    status: 'PENDING',
    simpleId: 41,
    orderNumber: 99,
    totalCents: 2_365,
    panelNumber: 7,
    customerPhone: '11987654321',
    createdAtMs: NOW_MS - 300_000,
    observations: 'Cliente: Ana\nsem canudo',
    items: fullItems(),
    ...changes,
  }),
  ticket: 'ticket',
  money,
});
const kept = { 'balcao-orders': [{ code: CODE, token: 'token-1', atMs: NOW_MS - 300_000 }] };
const screens = createElement(
  Routes,
  null,
  createElement(Route, { path: '/pedido/sucesso/:orderCode', element: createElement(SuccessPage) }),
  createElement(Route, { path: '/pedido/pagamento/:orderCode', element: createElement(PaymentPage) }),
  createElement(Route, { path: '/pedido/retorno', element: createElement(ReturnPage) }),
  createElement(Route, { path: '*', element: createElement('p', null, 'Outra tela') }),
);
const SUCCESS = `/pedido/sucesso/${CODE}`;

it('the page of an order, in each state', async () => {
  standClock();
  vi.stubGlobal('navigator', {});
  const walk = createWalk();
  const open = async (answer: unknown, more: Parameters<typeof openFullShop>[2] = {}) => {
    const page = await openFullShop(walk, screens, {
      path: SUCCESS,
      kept,
      answers: { [READ]: answer, ...more.answers },
      ...more,
    });
    await page.later(0);
    return page;
  };
  const unpaid = await open(view());
  unpaid.see('to be paid');
  unpaid.answers[CANCEL] = refused(409, 'Já foi pago.');
  await unpaid.go('Cancelar pedido');
  await unpaid.until(() => unpaid.words().includes('Cancelar este pedido?'));
  unpaid.see('asked');
  await unpaid.go('Cancelar pedido');
  unpaid.answers[CANCEL] = {};
  unpaid.answers[READ] = view({ status: 'CANCELLED' });
  await unpaid.go('Cancelar pedido');
  for (const [what, changes] of [
    ['in cash, with a note for the change', { paymentMethod: 'cash', changeForCents: 5_000 }],
    ['by card, being decided', { paymentMethod: 'credit_card', paymentStatus: 'in_process' }],
    ['paid in cash', { ...paid, paymentMethod: 'cash' }],
    ['paid by PIX', paid],
    ['paid by card, to take along', { ...paid, paymentMethod: 'credit_card', consumptionType: 'takeaway' }],
    ['in the kitchen', { ...paid, status: 'PREPARING', consumptionType: 'local' }],
    ['ready', { ...paid, status: 'READY', readyAtMs: NOW_MS }],
    ['had', { ...paid, status: 'DELIVERED' }],
    ['called off', { status: 'CANCELLED' }],
    ['paid and called off', { ...paid, status: 'CANCELLED' }],
    [
      'without a phone, a number or an observation',
      { customerPhone: null, panelNumber: null, observations: '' },
    ],
  ] as const) {
    const page = await open(view(changes));
    page.see(what);
    if (what !== 'paid by PIX') continue;
    await page.go('Baixar o resumo do pedido');
    for (const [name, text] of await page.saved()) walk.note(`${name}:\n${text}`);
    page.window.print = () => undefined;
    await page.go('Imprimir o resumo do pedido');
  }
  for (const [what, money] of [
    ['paid twice', { receivedCents: 4_730, returnedCents: 2_365, returning: false }],
    ['on its way back', { receivedCents: 2_365, returnedCents: 0, returning: true }],
    ['gone back', { receivedCents: 2_365, returnedCents: 2_365, returning: false }],
  ] as const)
    (await open(view(paid, money))).see(what);
  const unheard = await open(view({}, { ...NOTHING, receivedCents: 2_365 }));
  unheard.see('paid, and the shop has not heard of it');
  unheard.answers[READ] = view(paid);
  await unheard.when(() => streams[0]?.tell('order', {}));
  unheard.see('and now it has');
  const others = await open(
    {
      access: 'status',
      order: { access: 'status', status: 'PREPARING', orderNumber: 12, panelNumber: 7 },
      ticket: 't',
    },
    { kept: {} },
  );
  others.see('of another device');
  (await open(refused(404, 'x'))).see('of no order');
  (await open(refused(503, 'Sem internet.'))).see('which did not come');
  (await open(view(), { path: '/pedido/sucesso/--' })).see('of an address without a code');
  (await open(view(), { store: { whatsappUrl: '', address: '', readyTime: null } })).see(
    'in a shop of few words',
  );
  await expect(walk.text()).toMatchFileSnapshot('./outlines/placed.txt');
});

it('how it is paid', async () => {
  standClock();
  const walk = createWalk();
  const open = async (more: Parameters<typeof openFullShop>[2] = {}) => {
    const page = await openFullShop(walk, screens, {
      path: `/pedido/pagamento/${CODE}`,
      kept,
      ...more,
      answers: { [READ]: view(), ...more.answers },
    });
    await page.later(0);
    return page;
  };
  const code = { attemptId: 'a1', qrCode: '00020126', qrCodeBase64: 'iVBOR', expiresAtMs: NOW_MS + 600_000 };
  const ways = await open();
  ways.see('the ways');
  ways.answers[PIX] = refused(503, 'Sem internet na loja.');
  await ways.go('PIX Cai na hora PIX');
  ways.answers[PIX] = () => code;
  ways.answers[LOOK] = { status: 'pending' };
  await ways.go('Tentar de novo');
  await ways.later(3_000);
  ways.see('three seconds later');
  ways.answers[LOOK] = { status: 'rejected' };
  await ways.later(3_000);
  ways.see('rejected');
  ways.answers[PIX] = { ...code, expiresAtMs: NOW_MS + 20_000 };
  ways.answers[LOOK] = { status: 'pending' };
  await ways.go('Gerar novo código PIX');
  await ways.later(15_000);
  ways.see('its time is over');
  ways.answers[LOOK] = { status: 'approved' };
  await ways.later(3_000);
  ways.see('paid after all');
  await ways.later(50_000);
  ways.see('of which the shop hears nothing');
  const plain = await open({
    answers: { [PIX]: { ...code, qrCodeBase64: '' }, [LOOK]: { status: 'expired' } },
  });
  await plain.tap('PIX Cai na hora PIX');
  await plain.until(() => plain.all('svg[role="img"]').length > 0);
  plain.see('a code without a picture, which is drawn here');
  await plain.later(3_000);
  plain.see('over, says the provider');
  walk.note('in cash');
  for (const [what, answer] of [
    ['refused', refused(409, 'Loja fechada.')],
    ['unknown', refused(404, 'x')],
    ['the server fails', refused(500, 'x')],
    ['taken', {}],
  ] as const) {
    const cash = await open({ answers: { [CASH]: answer } });
    await cash.tap('Dinheiro Pague no balcão');
    await cash.until(() => cash.words().includes('Troco'));
    if (what === 'refused') {
      cash.see('asked');
      await cash.go('Escolher outra forma de pagamento');
      await cash.tap('Dinheiro Pague no balcão');
      for (const note of ['vinte', '10', '23,65', '50']) {
        await cash.type('Troco para quanto?', note);
        cash.see(`type: ${note}`);
      }
    }
    if (what === 'taken') await cash.type('Troco para quanto?', '23,65');
    await cash.tap('Confirmar Pedido');
    cash.see(what);
  }
  walk.note('by card');
  const wifi = await open({ store: { host: 'store' } });
  await wifi.tap('Cartão Crédito ou débito, pelo Mercado Pago Visa Mastercard Elo Amex');
  await wifi.until(() => wifi.words().includes('Pagar com cartão'));
  wifi.see('in the shop’s own Wi-Fi');
  for (const status of ['in_process', 'approved']) {
    const answer = { status, statusDetail: null, paymentId: '9', attemptId: 'c1' };
    const card = await open({
      kept: { ...kept, paymentMethod: 'credit_card', cardAttempt: `${CODE} c1` },
      answers: { [`GET /api/orders/${CODE}/card/c1`]: answer },
    });
    await card.until(() => card.words().includes('cartão') || card.path() === SUCCESS);
    await card.later(4_000);
    card.see(`a card payment that is ${status}`);
  }
  walk.note('what is said of a card payment');
  for (const status of ['approved', 'rejected', 'in_process', 'cancelled', 'odd'])
    for (const statusDetail of [null, 'cc_rejected_insufficient_amount', 'pending_review_manual', 'odd'])
      walk.note(
        `${status}, ${statusDetail}: ${cardTitle(status)}: ${cardText({ status, statusDetail, paymentId: '9' })}`,
      );
  walk.note('what keeps it from being paid');
  (await open({ store: { paymentMethods: [] } })).see('no way at all');
  (await open({ answers: { [READ]: refused(404, 'x') } })).see('no such order');
  (await open({ answers: { [READ]: refused(503, 'Sem internet.') } })).see('it did not come');
  const ordered = fullCart.slice(0, 1);
  const cart = { ...kept, orderCode: CODE, checkout: sampleAttempt(CODE, ordered), 'acai-cart': ordered };
  (await open({ kept: cart, answers: { [READ]: view(paid) } })).see('paid already');
  (await open({ answers: { [READ]: view({ status: 'CANCELLED' }) } })).see('called off');
  (await open({ kept: cart, answers: { [READ]: view({ status: 'CANCELLED' }) } })).see(
    'called off, with its cart',
  );
  (await open({ answers: { [READ]: view({}, { ...NOTHING, receivedCents: 2_365 }) } })).see('paid, unheard');
  (
    await open({
      kept: {},
      answers: { [READ]: { access: 'status', order: { access: 'status', status: 'PENDING' } } },
    })
  ).see('of another device');
  (await open({ kept: {}, path: `/pedido/pagamento/${CODE}#${'t'.repeat(16)}` })).see(
    'with the proof behind the address',
  );
  await expect(walk.text()).toMatchFileSnapshot('./outlines/payment.txt');
});

it('back from a payment provider', async () => {
  standClock();
  const walk = createWalk();
  const back = (search: string, answer: unknown, orderCode: string | null = CODE) =>
    openFullShop(walk, screens, {
      path: `/pedido/retorno?${search}`,
      kept: {
        ...kept,
        'acai-cart': fullCart.slice(0, 1),
        ...(orderCode !== null && { orderCode, checkout: sampleAttempt(orderCode, fullCart.slice(0, 1)) }),
      },
      answers: { [READ]: answer },
    });
  const page = await back('status=approved', view());
  page.see('it says that it was paid');
  page.answers[READ] = view(paid);
  await page.later(3_000);
  page.see('and so says the order');
  await page.later(2_000);
  page.see('two seconds later');
  for (const search of ['collection_status=rejected', 'status=pending', 'status=odd', ''])
    (await back(search, view())).see(search || 'without a word');
  (await back('status=approved', view(), null)).see('of no order of this device');
  await expect(walk.text()).toMatchFileSnapshot('./outlines/return.txt');
});
