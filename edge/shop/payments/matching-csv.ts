// A day's payments at the provider against ours, as a spreadsheet.
import { differenceText, methodText, statusText, type MatchedDay } from '@balcao/shared/http/matching.ts';
import { BOM, csvLine, reais } from '@balcao/shared/csv.ts';

const HEADER = [
  'Pagamento',
  'Pedido',
  'Forma',
  'Situação no Mercado Pago',
  'Situação na loja',
  'Situação do pedido',
  'Pago',
  'Esperado',
  'Devolvido',
  'Diferenças',
];
const WAYS_HEADER = ['Forma', 'Recebido', 'Devolvido', 'Taxa prevista', 'Líquido'];
const amount = (value: number | null): number | null => (value === null ? null : reais(value));

export const matchingCsv = ({ rows, ways }: MatchedDay): string =>
  BOM +
  csvLine(HEADER) +
  rows
    .map((row) =>
      csvLine([
        row.providerPaymentId,
        row.orderCode,
        methodText(row.method),
        statusText(row.providerStatus),
        statusText(row.attemptStatus),
        statusText(row.orderPaymentStatus),
        amount(row.paidCents),
        amount(row.expectedCents),
        amount(row.refundedCents),
        row.differences.map(differenceText).join(', '),
      ]),
    )
    .join('') +
  (ways.length === 0 ? '' : csvLine([]) + csvLine(WAYS_HEADER)) +
  ways
    .map(({ name, receivedCents, returnedCents, feeCents, netCents }) =>
      csvLine([name, ...[receivedCents, returnedCents, feeCents, netCents].map(reais)]),
    )
    .join('');
