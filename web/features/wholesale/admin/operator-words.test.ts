// What the operator of wholesale reads of sales, of a buyer, and of an order's payment, and what may be done with an order as it stands.
import type { WholesaleBuyer, WholesaleReport } from '@balcao/shared/http/wholesale.ts';
import type { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { sampleWholesaleOrder } from '@balcao/shared/wholesale/sample.ts';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { buttonsIn, markupOf, rowsIn, wordsIn } from '../../../testing/words.ts';
import { BuyerCard } from './buyers-page.tsx';
import { OrderActions } from './order-actions.tsx';
import { PaymentMark } from './payment-mark.tsx';
import { Report } from './report-page.tsx';

const nothing = (): void => {};

describe('what was sold', () => {
  const REPORT: WholesaleReport = {
    from: '2026-11-01',
    to: '2026-11-30',
    totals: { orders: 3, cents: 90_000, paidCents: 50_000, openCents: 40_000 },
    cancelled: { orders: 1, cents: 12_000 },
    products: [{ name: 'Açaí em balde', units: 6, cents: 72_000 }],
    buyers: [{ name: 'Padaria Estrela', orders: 2, cents: 60_000 }],
    months: [{ month: '2026-11', orders: 3, cents: 90_000, paidCents: 50_000 }],
  };
  const markup = markupOf(createElement(Report, { report: REPORT }));

  it('is summed by what was sold, what came of it, what is owed, and what was called off', () => {
    expect(wordsIn(markup)).toContain(
      'Pedidos feitos de 01/11/2026 a 30/11/2026, sem os cancelados. Vendido R$ 900,00 em 3 pedidos ' +
        'Recebido R$ 500,00 A receber R$ 400,00 Cancelados 1 R$ 120,00 que não vieram',
    );
  });

  it('is told by month, by product and by buyer', () => {
    expect(rowsIn(markup)).toEqual([
      'Mês Vendas Recebido Pedidos',
      '11/2026 R$ 900,00 R$ 500,00 3',
      'Produto Unidades Vendas',
      'Açaí em balde 6 R$ 720,00',
      'Cliente Pedidos Vendas',
      'Padaria Estrela 2 R$ 600,00',
    ]);
  });
});

describe('a buyer', () => {
  const BUYER: WholesaleBuyer = {
    newestOrder: 9,
    name: 'Padaria Estrela',
    phone: '11987654321',
    taxId: '52998224725',
    orders: 2,
    totalCents: 60_000,
    lastOrderAtMs: Date.parse('2026-11-21T18:04:00-03:00'),
    open: { orders: 1, cents: 12_000 },
  };
  const card = (changes: Partial<WholesaleBuyer>): string =>
    markupOf(createElement(BuyerCard, { buyer: { ...BUYER, ...changes } }));

  it('has what was bought, when last, and what of it is not paid', () => {
    expect(wordsIn(card({}))).toBe(
      'Padaria Estrela (11) 98765-4321 · 529.982.247-25 2 pedidos · último em 21/11/2026 R$ 600,00 A receber R$ 120,00',
    );
    expect(card({})).toContain('href="/atacado/admin/clientes/9"');
    expect(wordsIn(card({ name: null, taxId: null, orders: 1, open: { orders: 0, cents: 0 } }))).toBe(
      'Sem nome (11) 98765-4321 1 pedido · último em 21/11/2026 R$ 600,00',
    );
  });
});

describe('an order', () => {
  const acts = (changes: Partial<WholesaleOrder>, isAway = false, busy = false): string =>
    markupOf(
      createElement(OrderActions, {
        order: sampleWholesaleOrder(changes),
        isAway,
        busy,
        onMove: nothing,
        onCancel: nothing,
        onPrint: nothing,
        onSeen: nothing,
      }),
    );
  const print = (order = sampleWholesaleOrder()): string => `Imprimir pedido nº ${order.orderNumber}`;

  it('that is new is begun, one in the making is finished, both are called off, and what is over only printed', () => {
    expect(buttonsIn(acts({ status: 'NOVO' }))).toEqual(['Iniciar Preparo', 'Cancelar', print()]);
    expect(buttonsIn(acts({ status: 'EM_ANDAMENTO' }))).toEqual(['Finalizar Pedido', 'Cancelar', print()]);
    for (const status of ['FINALIZADO', 'CANCELADO'] as const)
      expect(buttonsIn(acts({ status }))).toEqual([print()]);
    expect(buttonsIn(acts({ status: 'NOVO' }, false, true)).every((name) => name.endsWith('(off)'))).toBe(
      true,
    );
  });

  it('while the store is away is only talked about, by a phone that can be', () => {
    const away = acts({ status: 'NOVO', customerPhone: '11987654321' }, true);
    expect(buttonsIn(away)).toEqual([]);
    expect(away).toContain('https://wa.me/5511987654321');
    expect(acts({ customerPhone: '123' })).not.toContain('wa.me');
    expect(acts({ customerPhone: null })).not.toContain('wa.me');
  });

  const mark = (changes: Partial<WholesaleOrder>): string =>
    markupOf(createElement(PaymentMark, { order: sampleWholesaleOrder(changes), onChanged: nothing }));

  it('is to be paid until somebody says how and on which day', () => {
    expect(wordsIn(mark({ paid: null }))).toBe('A receber Marcar como pago');
    expect(wordsIn(mark({ paid: { method: 'pix', onDate: '2026-11-21' } }))).toBe(
      'Pago · PIX, 21/11/2026 Desfazer',
    );
    expect(mark({ status: 'CANCELADO', paid: null })).toBe('');
    // What was paid for it is still to be seen, and taken back.
    expect(
      wordsIn(
        mark({
          status: 'CANCELADO',
          paid: { method: 'pix', onDate: '2026-11-21' },
        }),
      ),
    ).toContain('Pago · PIX');
  });
});
