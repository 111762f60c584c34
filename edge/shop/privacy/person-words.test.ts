// How the file with one person's data calls things: each by its own word, for the person reads it without the shop's help.
import { expect, it } from 'vitest';
import { AttemptStatus } from '@balcao/shared/payment/attempt-status.ts';
import { CancelReason, TerminalCard } from '@balcao/shared/order/order.ts';
import { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { JOB_STATES } from '../../printing/transitions.ts';
import * as words from './person-words.ts';

it('has a word of its own for each state of a payment', () => {
  expect(words.PAYMENT_STATUSES).toEqual({
    created: 'Iniciado',
    pending: 'Pendente',
    in_process: 'Em análise',
    approved: 'Aprovado',
    rejected: 'Recusado',
    expired: 'Expirado',
    cancelled: 'Cancelado',
    partially_refunded: 'Devolvido em parte',
    refunded: 'Devolvido',
    charged_back: 'Contestado',
  });
  expect(Object.keys(words.PAYMENT_STATUSES)).toEqual(expect.arrayContaining(AttemptStatus.options));
});

it('says where an order was placed, how it is eaten, and where each topping lies', () => {
  expect(words.SOURCES).toEqual({ relay: 'site', lan: 'Wi-Fi da loja', counter: 'balcão' });
  expect(words.CONSUMPTION).toEqual({ local: 'No local', takeaway: 'Para levar' });
  expect(words.LAYERS).toEqual({ BOTTOM: 'Fundo', MIDDLE: 'Meio', TOP: 'Topo' });
});

it('has a word for each card, each reason of a cancellation and all in which a payment can differ', () => {
  expect(words.CARDS).toEqual({ debito: 'débito', credito: 'crédito', vale: 'vale' });
  expect(Object.keys(words.CARDS)).toEqual(expect.arrayContaining(TerminalCard.options));
  expect(words.CANCEL_REASONS).toEqual({
    expirado: 'Não foi pago a tempo',
    retirado: 'Retirado pelo cliente',
    loja: 'Cancelado pela loja',
    cliente: 'Cancelado a pedido do cliente',
    estornado: 'Pagamento devolvido',
  });
  expect(Object.keys(words.CANCEL_REASONS)).toEqual(expect.arrayContaining(CancelReason.options));
  expect(words.MISMATCHES).toEqual({
    amount: 'valor',
    currency: 'moeda',
    payee: 'conta que recebeu',
    reference: 'referência',
  });
  expect(Object.keys(words.MISMATCHES)).toEqual(
    expect.arrayContaining(PaymentFact.shape.mismatch.unwrap().options),
  );
});

it('says what was sold, on which paper, and why the provider has a payment as it has it', () => {
  expect(words.ITEMS).toEqual({ acai: 'Açaí montado', cup: 'Taça', product: 'Produto' });
  expect(words.PAPERS).toEqual({
    kitchen: 'Cozinha',
    counter: 'Balcão',
    charge: 'Cobrança',
    cancelled: 'Cancelamento',
    added: 'Acréscimo',
    'taken-off': 'Itens cancelados',
    wholesale: 'Atacado',
  });
  expect(words.DETAILS).toEqual({
    accredited: 'Creditado',
    pending_waiting_transfer: 'Aguardando a transferência',
    pending_waiting_payment: 'Aguardando o pagamento',
    partially_refunded: 'Devolvido em parte',
    refunded: 'Devolvido',
    expired: 'Expirado',
  });
});

it('tells money that came from money that went', () => {
  expect(words.MOVEMENTS).toEqual({ in: 'recebido', back: 'devolvido' });
});

it('says what became of each paper', () => {
  expect(words.SLIP_STATES).toEqual({
    queued: 'na fila',
    sending: 'imprimindo',
    printed: 'impresso',
    sent: 'enviado à impressora',
    held: 'aguardando alguém da loja',
    failed: 'não saiu',
    discarded: 'descartado',
  });
  expect(Object.keys(words.SLIP_STATES)).toEqual([...JOB_STATES]);
});
