// The spreadsheet of a day's payments: each column holds what its heading says, and the ways stand below with their sums.
import { expect, it } from 'vitest';
import type { MatchedDay } from '@balcao/shared/http/matching.ts';
import { matchingCsv } from './matching-csv.ts';

const day: MatchedDay = {
  day: '2026-11-21',
  rows: [
    {
      providerPaymentId: '8801',
      attemptId: 'a1',
      orderId: 'o1',
      orderCode: '7K2MQ9XWTB',
      method: 'pix',
      providerStatus: 'approved',
      attemptStatus: 'pending',
      orderPaymentStatus: 'cancelled',
      paidCents: 2650,
      expectedCents: 2600,
      refundedCents: 0,
      createdAtMs: 1,
      differences: ['status', 'amount'],
    },
    {
      providerPaymentId: null,
      attemptId: 'a2',
      orderId: 'o2',
      orderCode: 'ABCDEFGHJK',
      method: 'credit_card',
      providerStatus: null,
      attemptStatus: 'approved',
      orderPaymentStatus: 'approved',
      paidCents: null,
      expectedCents: 1000,
      refundedCents: 300,
      createdAtMs: 2,
      differences: ['not-at-provider'],
    },
  ],
  totals: { approvedCents: 2650, refundedCents: 300, payments: 1, differences: 2 },
  foreign: 0,
  ways: [],
};

const HEADER =
  'Pagamento;Pedido;Forma;Situação no Mercado Pago;Situação na loja;Situação do pedido;Pago;Esperado;Devolvido;Diferenças';

it('has a line for each payment, its amounts in reais and nothing where nothing is known', () => {
  expect(matchingCsv(day)).toBe(
    `\uFEFF${[
      HEADER,
      '8801;7K2MQ9XWTB;PIX;aprovado;aguardando;cancelado;26,5;26;0;situação diferente, valor diferente',
      ';ABCDEFGHJK;Cartão de crédito;;aprovado;aprovado;;10;3;não está no Mercado Pago',
      '',
    ].join('\r\n')}`,
  );
});

it('has each way below an empty line, with what came, went, the fee and what is left', () => {
  const ways = [{ name: 'PIX', receivedCents: 2650, returnedCents: 150, feeCents: 25, netCents: 2475 }];
  expect(matchingCsv({ ...day, rows: [], ways })).toBe(
    `\uFEFF${[HEADER, '', 'Forma;Recebido;Devolvido;Taxa prevista;Líquido', 'PIX;26,5;1,5;0,25;24,75', ''].join('\r\n')}`,
  );
});
