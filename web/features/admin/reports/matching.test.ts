// What the day at the provider and the month's statement say of payments: what came, what went back, and what does not fit.
import type { MatchedDay, MatchingRow } from '@balcao/shared/http/matching.ts';
import type { StatementMatch, StatementRow } from '@balcao/shared/payment/statement.ts';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { markupOf, rowsIn, wordsIn, wordsOf } from '../../../testing/words.ts';
import { Matched as MatchedDayView } from './matching-panel.tsx';
import { Matched as MatchedMonth } from './statement-card.tsx';

const at = (time: string): number => Date.parse(`2026-11-21T${time}:00-03:00`);
const GOOD: MatchingRow = {
  providerPaymentId: '111',
  attemptId: 'a',
  orderId: 'one',
  orderCode: '7K2MQ9XWTB',
  method: 'pix',
  providerStatus: 'approved',
  attemptStatus: 'approved',
  orderPaymentStatus: 'approved',
  paidCents: 2_365,
  expectedCents: 2_365,
  refundedCents: 0,
  createdAtMs: at('18:00'),
  differences: [],
};
const DAY: MatchedDay = {
  day: '2026-11-21',
  rows: [],
  totals: { approvedCents: 5_000, refundedCents: 1_200, payments: 3, differences: 0 },
  foreign: 0,
  ways: [],
};

describe('a day at the provider', () => {
  const view = (changes: Partial<MatchedDay>) =>
    createElement(MatchedDayView, { value: { ...DAY, ...changes } });

  it('is summed by what came and what went back, and says that all fits', () => {
    expect(wordsOf(view({}))).toContain(
      'Pagamentos 3 Recebido R$ 50,00 Devolvido R$ 12,00 Diferenças nenhuma ✔',
    );
    expect(wordsOf(view({}))).toContain('Nenhum pagamento online neste dia.');
    expect(wordsOf(view({ totals: { ...DAY.totals, differences: 2 } }))).toContain('Diferenças ‼ 2');
  });

  it('has what does not fit first, then the older before the newer, with both sides of each', () => {
    const rows: MatchingRow[] = [
      { ...GOOD, createdAtMs: at('19:00'), attemptId: 'b', refundedCents: 500, method: 'credit_card' },
      GOOD,
      {
        ...GOOD,
        attemptId: null,
        orderCode: null,
        createdAtMs: at('20:00'),
        paidCents: null,
        providerStatus: 'approved',
        attemptStatus: null,
        differences: ['unknown-payment', 'order-missing'],
      },
    ];
    expect(rowsIn(markupOf(view({ rows }))).slice(1)).toEqual([
      '20:00 – PIX aprovado ID 111 – – – ‼ pagamento que o site não conhece, pedido não encontrado',
      '18:00 7K2MQ-9XWTB PIX aprovado ID 111 aprovado R$ 23,65 – ✔',
      '19:00 7K2MQ-9XWTB Cartão de crédito aprovado ID 111 aprovado R$ 23,65 R$ 5,00 ✔',
    ]);
  });

  it.each([
    [1, 'A conta tem mais 1 pagamento neste dia que não é de pedidos daqui.'],
    [2, 'A conta tem mais 2 pagamentos neste dia que não são de pedidos daqui.'],
  ])('says of %i payments that they are of somebody else', (foreign, said) => {
    expect(wordsOf(view({ foreign }))).toContain(said);
    expect(wordsOf(view({}))).not.toContain('A conta tem mais');
  });

  it('has each way with what went back and its fee as less', () => {
    const ways = [{ name: 'PIX', receivedCents: 5_000, returnedCents: 1_200, feeCents: 38, netCents: 3_762 }];
    expect(rowsIn(markupOf(view({ ways })))).toEqual([
      'Forma Recebido Devolvido Taxa prevista Líquido',
      'PIX Recebido R$ 50,00 Devolvido -R$ 12,00 Taxa prevista -R$ 0,38 Líquido R$ 37,62',
    ]);
  });
});

describe('the month by the statement', () => {
  const row: StatementRow = {
    providerPaymentId: '424242',
    orderCode: '7K2MQ9XWTB',
    statementCents: 2_000,
    ourCents: 2_365,
    statementReturnedCents: 150,
    ourReturnedCents: 0,
    feeCents: 20,
    differences: ['amount', 'refund'],
  };
  const MONTH: StatementMatch = {
    rows: [{ ...row, differences: [] }],
    totals: { grossCents: 9_000, returnedCents: 800, feeCents: 90, netCents: 8_110, differences: 0 },
    other: 0,
  };
  const view = (changes: Partial<StatementMatch>, proved = 0) =>
    createElement(MatchedMonth, { value: { ...MONTH, ...changes }, proved });

  it('is summed by what came, what went back, what it cost and what stays', () => {
    expect(wordsOf(view({}))).toBe(
      'Bruto R$ 90,00 Devolvido R$ 8,00 Tarifas R$ 0,90 Líquido R$ 81,10 Não batem nenhum ✔ 1 pagamento conferido.',
    );
  });

  it('names lines of something else and PIX that it proves, one and many', () => {
    expect(wordsOf(view({ other: 1 }, 1))).toContain(
      '1 linha do extrato não é de cobranças feitas daqui. 1 PIX do balcão foi confirmado pelo extrato.',
    );
    expect(wordsOf(view({ other: 2, rows: [] }, 3))).toContain(
      '0 pagamentos conferidos. 2 linhas do extrato não são de cobranças feitas daqui. 3 PIX do balcão foram confirmados pelo extrato.',
    );
  });

  it('lists what does not fit alone, the statement’s amounts beside the shop’s', () => {
    const markup = markupOf(
      view({
        rows: [
          row,
          { ...row, providerPaymentId: '5', differences: [] },
          {
            ...row,
            providerPaymentId: '6',
            orderCode: null,
            ourCents: null,
            ourReturnedCents: null,
            differences: ['unknown-payment'],
          },
          { ...row, providerPaymentId: '7', statementCents: null, differences: ['not-in-statement'] },
          { ...row, providerPaymentId: '8', differences: ['chargeback'] },
          { ...row, providerPaymentId: '9', differences: ['net'] },
        ],
        totals: { ...MONTH.totals, differences: 5 },
      }),
    );
    expect(wordsIn(markup)).toContain('Não batem ‼ 5');
    expect(rowsIn(markup)).toEqual([
      'Pagamento Pedido No extrato Na loja Devolvido no extrato Devolvido na loja Diferença',
      '424242 7K2MQ-9XWTB R$ 20,00 R$ 23,65 R$ 1,50 R$ 0,00 valor diferente, devolução diferente (de fim de mês, veja também o extrato seguinte)',
      '6 – R$ 20,00 – R$ 1,50 – pagamento que a loja não conhece',
      '7 7K2MQ-9XWTB – R$ 23,65 R$ 1,50 R$ 0,00 não está no extrato',
      '8 7K2MQ-9XWTB R$ 20,00 R$ 23,65 R$ 1,50 R$ 0,00 contestado no extrato',
      '9 7K2MQ-9XWTB R$ 20,00 R$ 23,65 R$ 1,50 R$ 0,00 bruto menos tarifa não dá o líquido',
    ]);
  });
});
