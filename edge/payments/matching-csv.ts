// A day's payments at the provider against ours, as a spreadsheet.
import { z } from 'zod';
import { BOM, csvLine, reais } from '../reports/csv.ts';

const cents = z.number().nullable();
const text = z.string().nullable();
export const MatchingDay = z.looseObject({
  day: z.string(),
  rows: z.array(
    z.looseObject({
      providerPaymentId: text,
      orderCode: text,
      method: text,
      providerStatus: text,
      attemptStatus: text,
      orderPaymentStatus: text,
      paidCents: cents,
      expectedCents: cents,
      refundedCents: z.number(),
      differences: z.array(z.string()),
    }),
  ),
});

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
const amount = (value: number | null): number | null => (value === null ? null : reais(value));

export const matchingCsv = ({ rows }: z.infer<typeof MatchingDay>): string =>
  BOM +
  csvLine(HEADER) +
  rows
    .map((row) =>
      csvLine([
        row.providerPaymentId,
        row.orderCode,
        row.method,
        row.providerStatus,
        row.attemptStatus,
        row.orderPaymentStatus,
        amount(row.paidCents),
        amount(row.expectedCents),
        amount(row.refundedCents),
        row.differences.join(', '),
      ]),
    )
    .join('');
