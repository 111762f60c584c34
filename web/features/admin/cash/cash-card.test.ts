// What a customer who pays in cash owes, and what goes back; and how many unpaid orders are called off.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { buttonsIn, markupOf, wordsIn } from '../../../testing/words.ts';
import { CancelUnpaidDialog } from './cancel-unpaid-dialog.tsx';
import { CashCard } from './cash-tab.tsx';

const madeAtMs = Date.parse('2026-11-21T18:04:59-03:00');
const order = sampleOrder({
  createdAtMs: madeAtMs,
  panelNumber: null,
  totalCents: 2_365,
  paymentMethod: 'cash',
  customerPhone: '11987654321',
});

describe('an order that waits for its cash', () => {
  const card = (changes: Partial<Order>, nowMs = madeAtMs + 119_999): string =>
    markupOf(
      createElement(CashCard, {
        order: { ...order, ...changes },
        now: nowMs,
        onDone: () => {},
        onStale: () => {},
      }),
    );

  it('has its number, its code, its age and its phone', () => {
    expect(wordsIn(card({}))).toMatch(/^#41 #41 · 7K2MQ-9XWTB 18:04 há 1 min \(11\) 98765-4321 /);
    expect(wordsIn(card({ panelNumber: 7 }, madeAtMs + 120_000))).toMatch(/^Nº 7 #41 · .* há 2 min /);
    expect(wordsIn(card({ customerPhone: null }))).toContain('Sem telefone');
  });

  it('says what goes back of what is brought', () => {
    expect(wordsIn(card({ changeForCents: null }))).toContain('R$ 23,65 Sem troco Confirmar pagamento');
    expect(wordsIn(card({ changeForCents: 5_000 }))).toContain(
      'R$ 23,65 Troco para R$ 50,00: devolver R$ 26,35 Confirmar pagamento',
    );
  });

  it('of which a part is paid says what is left, and is not confirmed here', () => {
    const part = { id: 'p', method: 'cash', card: null, cents: 365, receivedCents: null, atMs: 0 } as const;
    const partly = card({ tenders: [part] });
    expect(wordsIn(partly)).toContain('Falta R$ 20,00. Receba o resto no balcão, em Pendentes.');
    expect(buttonsIn(partly)).toEqual([]);
    expect(wordsIn(card({ tenders: [part], changeForCents: 5_000 }))).toContain(
      'Troco para R$ 50,00: devolver R$ 30,00 Falta',
    );
  });
});

describe('calling off many unpaid orders', () => {
  const made = (id: string, customerPhone: string | null, panelNumber: number | null) => ({
    ...order,
    id,
    customerPhone,
    panelNumber,
  });
  const dialog = (orders: readonly Order[]): string =>
    markupOf(
      createElement(CancelUnpaidDialog, {
        orders,
        now: madeAtMs + 600_000,
        onClose: () => {},
        onDone: () => {},
      }),
    );

  it('begins with half an hour, with nobody having come to pay, and with none marked', () => {
    const markup = dialog([made('a', null, null)]);
    expect(markup).toMatch(/<input[^>]* value="30"/);
    const reasons = [...markup.matchAll(/<input type="radio"([^>]*)>([^<]*)/g)];
    expect(reasons.map(([, attributes = '', text]) => [text, attributes.includes('checked')])).toEqual([
      ['Ninguém veio pagar', true],
      ['O cliente pediu', false],
      ['A loja não pode fazer', false],
    ]);
    expect(buttonsIn(markup)).toEqual([
      expect.any(String),
      'Marcar esses',
      'Marcar todos',
      'Desmarcar (off)',
      'Marque os pedidos (off)',
      'Voltar',
    ]);
  });

  it('names each order by its number, its age, its phone and what it costs, and a phone of several once', () => {
    const markup = dialog([
      made('a', '11987654321', 7),
      made('b', '11987654321', null),
      made('c', null, null),
      made('d', null, null),
      made('e', '11900000001', null),
    ]);
    const lines = markup
      .split('<li')
      .slice(1)
      .map((line) => wordsIn(`<li${line.split('</li>')[0] ?? ''}`));
    expect(lines).toEqual([
      'Nº 7 · 18:04 · há 10 min · (11) 98765-4321 Marcar os 2 deste telefone R$ 23,65',
      '#41 · 18:04 · há 10 min · (11) 98765-4321 R$ 23,65',
      '#41 · 18:04 · há 10 min · Sem telefone R$ 23,65',
      '#41 · 18:04 · há 10 min · Sem telefone R$ 23,65',
      '#41 · 18:04 · há 10 min · (11) 90000-0001 R$ 23,65',
    ]);
  });
});
