import type { Tender } from '@balcao/shared/order/order.ts';
import { expect, it } from 'vitest';
import { dueBack, moneyState, paymentLabel } from './money.ts';

const money = (receivedCents: number, returnedCents = 0, returning = false) => ({
  receivedCents,
  returnedCents,
  returning,
});

it.each([
  ['nothing came', 'pending', money(0), 'kept', null],
  ['it came and the store knows', 'approved', money(2500), 'kept', null],
  ['it came and the store has not heard', 'pending', money(2500), 'unheard', /volta sozinho/],
  ['it is going back', 'pending', money(2500, 0, true), 'returning', /Estamos devolvendo/],
  [
    'it went back, whatever the store knows',
    'pending',
    money(2500, 2500),
    'returned',
    /^Devolvemos R\$ 25,00\./,
  ],
  [
    'a part went back',
    'partially_refunded',
    money(2500, 1000),
    'returned-part',
    /^Devolvemos R\$ 10,00 deste/,
  ],
  ['the second of two went back', 'approved', money(5000, 2500), 'returned-second', /duas vezes.*R\$ 25,00/],
] as const)('says what became of the money when %s', (_case, status, given, state, text) => {
  const said = moneyState(status, given);
  expect(said.state).toBe(state);
  if (text === null) expect(said.text).toBeNull();
  else expect(said.text?.replaceAll(' ', ' ')).toMatch(text);
});

it.each([
  [
    'beside what went back online',
    money(2500, 1000),
    /^Devolvemos R\$ 10,00 deste.*\. No balcão devolvemos R\$ 3,60\.$/,
  ],
  ['alone', money(0), /^No balcão devolvemos R\$ 3,60\.$/],
] as const)('says what was handed back over the counter, %s', (_case, given, text) => {
  const said = moneyState('partially_refunded', { ...given, handedBackCents: 360 });
  expect(said.text?.replaceAll('\u00a0', ' ')).toMatch(text);
  expect(moneyState('partially_refunded', { ...given, handedBackCents: 0 })).toEqual(
    moneyState('partially_refunded', given),
  );
});

it.each([
  [
    'paid online',
    {},
    money(2500),
    /devolver os R\$ 25,00 que você pagou\. No PIX o valor volta em instantes/,
  ],
  ['a part of which is back', {}, money(2500, 1000), /devolver os R\$ 15,00/],
  ['paid at the counter', {}, money(0), /^Você pagou R\$ 30,00 no balcão/],
  ['that is on its way back', {}, money(2500, 0, true), null],
  ['that is back', {}, money(2500, 2500), null],
  ['that nobody paid', { paymentStatus: 'pending' }, money(0), null],
  ['that is made after all', { status: 'READY' }, money(2500), null],
] as const)(
  'says of an order that was called off what is still to come back: one %s',
  (_case, changes, given, text) => {
    const order = { status: 'CANCELLED', paymentStatus: 'approved', totalCents: 3000, ...changes } as const;
    const said = dueBack(order, given);
    if (text === null) expect(said).toBeNull();
    else expect(said?.replaceAll('\u00a0', ' ')).toMatch(text);
  },
);

const TENDER: Tender = {
  id: 'a',
  method: 'terminal',
  card: 'debito',
  cents: 1_000,
  receivedCents: null,
  atMs: 0,
};

it.each([
  ['Pago com Dinheiro', { paymentStatus: 'approved', paymentMethod: 'cash' }],
  [
    'Pago',
    { status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash', tenders: [TENDER, TENDER] },
  ],
  ['Pague em dinheiro no balcão', { paymentStatus: 'pending', paymentMethod: 'cash' }],
  [
    'Falta pagar R$ 3,65 no balcão',
    { paymentStatus: 'pending', paymentMethod: 'cash', tenders: [TENDER, TENDER] },
  ],
  ['Falta pagar R$ 13,65 no balcão', { paymentStatus: 'pending', paymentMethod: 'cash', tenders: [TENDER] }],
  ['Pago com PIX', { paymentStatus: 'approved', paymentMethod: 'pix' }],
  // It has grown since it was paid.
  [
    'Falta pagar R$ 4,00 no balcão',
    { status: 'READY', paymentStatus: 'approved', paymentMethod: 'pix', balanceCents: 400 },
  ],
  ['Pago com PIX', { status: 'READY', paymentStatus: 'approved', paymentMethod: 'pix', balanceCents: -400 }],
  ['Falta pagar R$ 9,00 no balcão', { paymentStatus: 'pending', paymentMethod: 'cash', leftCents: 900 }],
  [
    'Não foi pago',
    { status: 'CANCELLED', paymentStatus: 'pending', paymentMethod: 'cash', tenders: [TENDER] },
  ],
  ['Aguardando pagamento', { paymentStatus: 'pending', paymentMethod: 'pix' }],
  ['Aguardando pagamento', { paymentStatus: 'pending', paymentMethod: null }],
  ['Não foi pago', { status: 'CANCELLED', paymentStatus: 'pending', paymentMethod: null }],
  ['Não foi pago', { status: 'CANCELLED', paymentStatus: 'pending', paymentMethod: 'cash' }],
  ['Pago com PIX', { status: 'CANCELLED', paymentStatus: 'approved', paymentMethod: 'pix' }],
  ['Pagamento em análise', { paymentStatus: 'in_process', paymentMethod: 'credit_card' }],
  ['Pagamento recusado', { paymentStatus: 'rejected', paymentMethod: 'credit_card' }],
  ['Pagamento expirado', { paymentStatus: 'expired', paymentMethod: 'pix' }],
  ['Pagamento cancelado', { paymentStatus: 'cancelled', paymentMethod: 'pix' }],
  ['Contestado', { paymentStatus: 'charged_back', paymentMethod: 'credit_card' }],
  ['Devolvido em parte', { paymentStatus: 'partially_refunded', paymentMethod: 'pix' }],
  ['Devolvido', { paymentStatus: 'refunded', paymentMethod: 'cash' }],
  ['Pago com Cartão de crédito', { paymentStatus: 'approved', paymentMethod: 'credit_card' }],
  ['Pago com Cartão de débito', { paymentStatus: 'approved', paymentMethod: 'debit_card' }],
  ['Pago com PIX (manual)', { paymentStatus: 'approved', paymentMethod: 'pix_manual' }],
  ['Pago com Maquininha', { paymentStatus: 'approved', paymentMethod: 'terminal' }],
] as const)('a customer reads %s', (label, order) => {
  expect(paymentLabel({ status: 'PENDING', totalCents: 2_365, ...order }).replace('\u00a0', ' ')).toBe(label);
});

it.each([
  ['unheard', 'pending', 'Pagamento recebido'],
  ['unheard', 'rejected', 'Pagamento recebido'],
  ['returning', 'pending', 'Pagamento recebido'],
  ['returned', 'pending', 'Devolvido'],
  ['returned-part', 'pending', 'Devolvido em parte'],
  ['kept', 'pending', 'Aguardando pagamento'],
  // The store has it, and its word stands.
  ['returned', 'approved', 'Pago com PIX'],
] as const)('money that is %s of an order that is %s is called “%s”', (state, paymentStatus, text) => {
  const order = { status: 'PENDING', totalCents: 2_365, paymentStatus, paymentMethod: 'pix' } as const;
  expect(paymentLabel(order, state)).toBe(text);
});
