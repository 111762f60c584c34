// What the counter says while it takes money, gives some away and gives some back: which amounts, which names, and which buttons are off.
import type { ConcessionAsk } from '@balcao/shared/order/place.ts';
import type { Order, Tender } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createElement, type ComponentProps } from 'react';
import { describe, expect, it } from 'vitest';
import { buttonsIn, markupOf, wordsIn, wordsOf } from '../../testing/words.ts';
import { CashPay } from './cash-pay.tsx';
import { ConcessionDialog } from './concession-dialog.tsx';
import { DifferenceDialog } from './difference-dialog.tsx';
import { PaidDialog, PaidPanel, type PaidResult } from './paid.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { SplitAmounts } from './split-amounts.tsx';
import { resultOf } from './split-dialog.tsx';
import { TenderList } from './tender-list.tsx';
import { endOf } from './terminal-pay.tsx';

const order = (changes: Partial<Order> = {}): Order =>
  sampleOrder({ totalCents: 2_365, panelNumber: 7, status: 'RECEBIDO', ...changes });
const part = (changes: Partial<Tender> = {}): Tender => ({
  id: 'p',
  method: 'cash',
  card: null,
  cents: 1_000,
  receivedCents: null,
  atMs: 0,
  ...changes,
});
const nothing = (): void => {};

describe('cash', () => {
  const pay = (totalCents: number, busy = false): string[] =>
    buttonsIn(markupOf(createElement(CashPay, { totalCents, busy, onReceived: nothing }))).filter((name) =>
      /Exato|troco|Confirmar/.test(name),
    );

  it('offers the exact amount and the three notes next above it, each with its change', () => {
    expect(pay(1_999)).toEqual([
      'Exato · R$ 19,99',
      'R$ 20,00 troco R$ 0,01',
      'R$ 50,00 troco R$ 30,01',
      'R$ 100,00 troco R$ 80,01',
      'Confirmar (off)',
    ]);
    // A note of just as much is the exact amount.
    expect(pay(2_000)[1]).toBe('R$ 50,00 troco R$ 30,00');
    expect(pay(20_000)).toEqual(['Exato · R$ 200,00', 'Confirmar (off)']);
  });

  it('takes nothing while an answer is awaited', () => {
    expect(pay(10_000, true)).toEqual([
      'Exato · R$ 100,00 (off)',
      'R$ 200,00 troco R$ 100,00 (off)',
      'Confirmar (off)',
    ]);
  });
});

describe('taking the money for an order', () => {
  const dialog = (way: ComponentProps<typeof PayDialog>['way']): string =>
    markupOf(
      createElement(PayDialog, { way, subject: { order: order() }, onClose: nothing, onDone: nothing }),
    );

  it.each([
    ['cash', 'Dinheiro · R$ 23,65', 'Exato · R$ 23,65'],
    ['terminal', 'Maquininha · R$ 23,65', 'Passe R$ 23,65 na maquininha.'],
    ['pix', 'PIX do balcão · R$ 23,65', ''],
    ['later', 'Pagar depois · R$ 23,65', 'A cozinha só começa quando o dinheiro chegar. Guardar o pedido'],
    ['none', 'Nada a pagar · R$ 23,65', 'O pedido vai direto para a cozinha, sem pagamento. Registrar'],
  ] as const)('%s has its title, its amount and its own words', (way, title, words) => {
    expect(wordsIn(dialog(way))).toContain(title);
    expect(wordsIn(dialog(way))).toContain(words);
  });

  it.each([
    ['refused', 'cc_rejected_insufficient_amount', 'Cartão recusado: sem limite ou saldo.'],
    ['refused', 'cc_rejected_card_disabled', 'Cartão recusado: cartão desativado.'],
    ['refused', 'cc_rejected_bad_filled_security_code', 'Cartão recusado: senha ou código errado.'],
    [
      'refused',
      'cc_rejected_call_for_authorize',
      'Cartão recusado: o banco pede que o cliente autorize a compra.',
    ],
    ['refused', 'cc_rejected_max_attempts', 'Cartão recusado: tentativas demais com este cartão.'],
    ['refused', 'cc_rejected_high_risk', 'Cartão recusado: recusado por segurança.'],
    ['refused', 'cc_rejected_invalid_installments', 'Cartão recusado: parcelas não aceitas.'],
    ['refused', 'something_new', 'Cartão recusado.'],
    ['refused', null, 'Cartão recusado.'],
    ['cancelled', null, 'Cancelado na maquininha.'],
    ['expired', null, 'Ninguém passou o cartão a tempo.'],
    ['expired', 'never_created', 'O valor não chegou à maquininha.'],
    ['returned', null, 'O valor foi pago e já voltou ao cliente.'],
  ] as const)('a terminal that says %s (%s) is told as "%s"', (state, detail, said) => {
    expect(endOf(state, detail)).toBe(said);
  });
});

describe('what came of it', () => {
  const panel = (result: PaidResult): string =>
    markupOf(createElement(PaidPanel, { result, onDone: nothing }));
  const paid = (changes: Partial<Order>, receivedCents: number | null = null): PaidResult => ({
    kind: 'paid',
    order: order(changes),
    receivedCents,
  });
  const given = { kind: 'staff-meal', reason: 'Almoço', cents: 2_365 } as const;

  it.each([
    ['Pago', paid({})],
    ['Pedido guardado', paid({ status: 'PENDING' })],
    ['Refeição de funcionário', paid({ concession: given, totalCents: 0 })],
    // A part was given away, and the rest was paid.
    ['Pago', paid({ concession: { kind: 'discount', reason: 'Promoção do dia', cents: 200 } })],
    ['Venda guardada', { kind: 'kept', totalCents: 2_365, receivedCents: 2_365 }],
  ] as const)('is called "%s"', (title, result) => {
    expect(panel(result)).toContain(`aria-label="${title}"`);
    expect(wordsOf(createElement(PaidDialog, { result, onDone: nothing }))).toContain(title);
  });

  it('has the customer’s number, or the order’s own while there is none', () => {
    expect(wordsIn(panel(paid({})))).toContain('Número do cliente 7');
    expect(wordsIn(panel(paid({ panelNumber: null })))).toContain('Número do cliente #41');
  });

  it('says the change of what was handed over, and none of the exact amount', () => {
    expect(wordsIn(panel(paid({}, 5_000)))).toContain('Troco: R$ 26,35');
    for (const received of [2_365, null]) expect(wordsIn(panel(paid({}, received)))).not.toContain('Troco');
    expect(wordsIn(panel({ kind: 'kept', totalCents: 2_365, receivedCents: 3_000 }))).toContain(
      'Troco: R$ 6,35',
    );
  });

  it('is printed once more of an order, and not of a sale that the store does not have', () => {
    expect(buttonsIn(panel(paid({})))).toEqual(['Imprimir via', 'Nova venda']);
    expect(buttonsIn(panel({ kind: 'kept', totalCents: 1, receivedCents: 1 }))).toEqual(['Nova venda']);
  });

  it('in parts gives the change of the last part alone', () => {
    const parts = [part({ receivedCents: 5_000 }), part({ id: 'q', cents: 1_365, receivedCents: 2_000 })];
    expect(resultOf(order({ tenders: parts }))).toMatchObject({ receivedCents: 2_365 + 635 });
    expect(resultOf(order({ tenders: parts.toReversed() }))).toMatchObject({ receivedCents: 2_365 + 4_000 });
    expect(resultOf(order({ tenders: [part({ method: 'terminal' })] }))).toMatchObject({
      receivedCents: null,
    });
  });
});

describe('giving away', () => {
  const dialog = (concession: ConcessionAsk | null): string =>
    markupOf(
      createElement(ConcessionDialog, { chargedCents: 2_365, concession, onGive: nothing, onClose: nothing }),
    );
  const chosen = (concession: ConcessionAsk | null): string[] =>
    buttonsIn(dialog(concession)).filter((name) => /Aplicar|Tirar|pressed/.test(name));

  it('begins with a discount of nothing, which cannot be given', () => {
    expect(chosen(null)).toEqual(['Desconto (pressed)', 'Aplicar (off)']);
    // Nothing is wrong yet: no amount was typed.
    expect(dialog(null)).not.toContain('role="alert"');
    expect(buttonsIn(dialog(null))).toEqual(
      expect.arrayContaining(['5%', '10%', '15%', '20%', '30%', '50%']),
    );
  });

  it('that was chosen before stands as it was, and can be taken off', () => {
    expect(chosen({ kind: 'discount', reason: 'Promoção do dia', off: { percent: 10 } })).toEqual([
      'Desconto (pressed)',
      '10% (pressed)',
      'Promoção do dia (pressed)',
      'Aplicar −R$ 2,37 · fica R$ 21,28',
      'Tirar',
    ]);
    const inReais = { kind: 'discount', reason: 'Vizinho', off: { cents: 365 } } as const;
    expect(chosen(inReais)).toEqual(['Desconto (pressed)', 'Aplicar −R$ 3,65 · fica R$ 20,00', 'Tirar']);
    expect(dialog(inReais)).toContain('value="Vizinho"');
    expect(wordsIn(dialog(inReais))).toContain('R$ 3,65');
  });

  it('of all has no amount, its own reasons, and leaves nothing to pay', () => {
    const whole = { kind: 'courtesy', reason: 'Aniversário' } as const;
    expect(chosen(whole)).toEqual([
      'Cortesia (pressed)',
      'Aniversário (pressed)',
      'Aplicar −R$ 23,65 · fica R$ 0,00',
      'Tirar',
    ]);
    expect(wordsIn(dialog(whole))).not.toContain('10%');
    // Nothing is typed of it.
    expect(buttonsIn(dialog(whole))).not.toContain('7');
    expect(buttonsIn(dialog(null))).toContain('7');
  });

  it('needs a reason, and no more than the sale costs', () => {
    expect(chosen({ kind: 'courtesy', reason: '' })).toContain('Aplicar −R$ 23,65 · fica R$ 0,00 (off)');
    const tooMuch = { kind: 'discount', reason: 'Vizinho', off: { cents: 2_366 } } as const;
    expect(chosen(tooMuch)).toContain('Aplicar (off)');
    expect(wordsIn(dialog(tooMuch))).toContain('O desconto não pode passar do total da venda.');
  });
});

describe('a difference of a paid order', () => {
  const dialog = (changes: Partial<Order>): string =>
    wordsOf(createElement(DifferenceDialog, { order: order(changes), onClose: nothing }));

  it('that is still to be paid may be paid in three ways, or later', () => {
    expect(dialog({ balanceCents: 390 })).toMatch(
      /Falta R\$ 3,90 · pedido 7 O pedido continua na cozinha\. .* Dinheiro Maquininha PIX Receber depois \(fica em Pendentes\)/,
    );
  });

  it('that is too much goes back by hand, or through the provider where it came so', () => {
    expect(dialog({ balanceCents: -390, paymentMethod: 'cash' })).toContain(
      'Devolver R$ 3,90 · pedido 7 Devolva R$ 3,90 ao cliente (Dinheiro). O caixa registra a saída. Devolvi R$ 3,90',
    );
    const online = dialog({ balanceCents: -390, paymentMethod: 'pix' });
    expect(online).toContain('O resto um administrador devolve pelo Mercado Pago (PIX). Devolver R$ 3,90');
    expect(online).not.toContain('Devolvi');
  });
});

describe('an order in parts', () => {
  const amounts = (changes: Partial<ComponentProps<typeof SplitAmounts>>): string => {
    const props = {
      leftCents: 2_365,
      share: 788,
      cents: 788,
      persons: 3,
      busy: false,
      onPersons: nothing,
      onTyped: nothing,
      onWay: nothing,
      children: null,
      ...changes,
    };
    return markupOf(createElement(SplitAmounts, props));
  };
  const off = (changes: Partial<ComponentProps<typeof SplitAmounts>>): string[] =>
    buttonsIn(amounts(changes)).filter((name) => name.endsWith('(off)'));

  it('says what is left, what the next one pays and what this part is', () => {
    expect(wordsIn(amounts({ cents: 500 }))).toMatch(
      /^Falta R\$ 23,65 − 3 pessoas a próxima paga R\$ 7,88 \+ R\$ 5,00 /,
    );
    expect(wordsIn(amounts({ persons: 1, share: 2_365 }))).toContain('1 pessoa paga R$ 23,65');
  });

  it('is divided among one at least, and takes no part of nothing', () => {
    expect(off({})).toEqual([]);
    expect(off({ persons: 1 })).toEqual(['Uma pessoa a menos (off)']);
    expect(off({ cents: 0 })).toEqual(['Dinheiro (off)', 'Maquininha (off)', 'PIX (off)']);
    expect(off({ busy: true })).toEqual(['Dinheiro (off)', 'Maquininha (off)', 'PIX (off)']);
  });

  it('names each part by its way and its amount, with the change that was given', () => {
    const tenders = [
      part({ receivedCents: 1_500 }),
      part({ id: 'q', method: 'terminal', card: 'vale', cents: 365 }),
    ];
    const list = (busy: boolean) =>
      markupOf(createElement(TenderList, { tenders, busy, onGiveBack: () => Promise.resolve() }));
    expect(wordsIn(list(false))).toBe('Dinheiro Troco: R$ 5,00 R$ 10,00 Maquininha: vale R$ 3,65');
    expect(buttonsIn(list(true))).toEqual([
      'Devolver R$ 10,00, Dinheiro (off)',
      'Devolver R$ 3,65, Maquininha: vale (off)',
    ]);
  });
});
