import type { Order, Tender } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { expect, it } from 'vitest';
import { backSentences, moneyBackText, sentBackText, wayText } from './staff.ts';

const cash = (cents: number): Tender => ({
  id: 'a',
  method: 'cash',
  card: null,
  cents,
  receivedCents: null,
  atMs: 1,
});
const PROOF = { attemptId: '01890a5d-ac96-774b-bcce-b302099a8057', method: 'pix' } as const;
const proved = (cents: number): Tender => ({
  ...cash(cents),
  id: 'b',
  method: 'pix_manual',
  proved: PROOF,
});
const change = { id: 'c', atMs: 2, addedIds: [], takenOff: [], inKitchen: true };
/** R$ 30,00 of which R$ 20,00 came in cash and R$ 10,00 by a proved PIX. */
const inParts = (changes: Partial<Order> = {}): Order =>
  sampleOrder({
    status: 'RECEBIDO',
    paymentStatus: 'approved',
    paymentMethod: 'cash',
    totalCents: 3000,
    tenders: [cash(2000), proved(1000)],
    ...changes,
  });
const said = (order: Order) =>
  [moneyBackText(order), sentBackText(order)].map((text) => text?.replaceAll('\u00a0', ' ') ?? null);
const sent = (amount: string) => `R$ ${amount} voltam sozinhos pelo Mercado Pago: não devolva em mãos.`;

it('an order is said to be paid in each way that it came, or given away, or in none yet', () => {
  expect(wayText(inParts())).toBe('Dinheiro + PIX');
  expect(wayText(sampleOrder({ paymentMethod: 'terminal' }))).toBe('Maquininha');
  const courtesy = { kind: 'courtesy', reason: 'demora', cents: 2565 } as const;
  expect(wayText(sampleOrder({ paymentMethod: null, concession: courtesy, totalCents: 0 }))).toBe('Cortesia');
  expect(wayText(sampleOrder({ paymentMethod: null }))).toBe('');
});

it('of an order that was given away whole nothing is handed back', () => {
  const given = sampleOrder({
    status: 'RECEBIDO',
    paymentStatus: 'approved',
    concession: { kind: 'courtesy', reason: 'demora', cents: 2565 },
    totalCents: 0,
  });
  expect(said(given)).toEqual([null, null]);
  expect(said({ ...given, totalCents: 100, paymentMethod: 'cash' })).toEqual(['R$ 1,00 (Dinheiro)', null]);
});

it.each<[string, Order, string | null, string | null]>([
  ['paid', inParts(), 'R$ 20,00 (Dinheiro)', sent('10,00')],
  [
    'paid in part',
    inParts({ status: 'PENDING', paymentStatus: 'pending', totalCents: 5000 }),
    'R$ 20,00 (Dinheiro)',
    sent('10,00'),
  ],
  ['paid through the provider alone', inParts({ tenders: [proved(3000)] }), null, sent('30,00')],
  ['paid by hand alone', inParts({ tenders: [cash(3000)] }), 'R$ 30,00 (Dinheiro)', null],
  ['changed', inParts({ changes: [change] }), 'R$ 20,00', sent('10,00')],
  [
    'added to, which is not paid yet',
    inParts({ changes: [change], totalCents: 3500, balanceCents: 500 }),
    'R$ 20,00',
    sent('10,00'),
  ],
  [
    'less, which went back from the drawer',
    inParts({
      changes: [{ ...change, givenBack: [{ method: 'cash', card: null, cents: 500 }] }],
      totalCents: 2500,
    }),
    'R$ 15,00',
    sent('10,00'),
  ],
  [
    'less than what the drawer held: the rest went over the provider',
    inParts({
      changes: [
        {
          ...change,
          givenBack: [
            { method: 'cash', card: null, cents: 2000 },
            { method: 'pix', card: null, cents: 400 },
          ],
        },
      ],
      totalCents: 600,
    }),
    null,
    sent('6,00'),
  ],
  [
    'made, and its PIX never came',
    inParts({ tenders: undefined, paymentStatus: 'pending', paymentMethod: 'pix_manual' }),
    null,
    null,
  ],
  [
    'made and changed, and its PIX never came',
    inParts({ tenders: undefined, paymentStatus: 'pending', paymentMethod: 'pix_manual', changes: [change] }),
    'só o que foi recebido além do PIX que não chegou',
    null,
  ],
  ['whose PIX the bank took back', inParts({ balanceCents: 1000 }), 'R$ 20,00 (Dinheiro)', null],
  [
    'whose PIX the bank took back, and that was paid anew by a code',
    inParts({ paidDifferences: [{ id: 'd', cents: 1000, atMs: 3, proved: PROOF }] }),
    'R$ 20,00 (Dinheiro)',
    sent('10,00'),
  ],
  [
    'paid in cash, with a difference that came by the provider’s code',
    inParts({
      tenders: undefined,
      changes: [change],
      paidDifferences: [{ id: 'd', cents: 1000, atMs: 3, proved: PROOF }],
    }),
    'R$ 20,00',
    sent('10,00'),
  ],
])(
  'staff give back with their hands only what they hold, of an order that is %s',
  (_, order, byHand, byItself) => {
    expect(said(order)).toEqual([byHand, byItself]);
  },
);

it('each amount is said in a sentence of its own', () => {
  expect(backSentences(inParts(), 'Devolva ao cliente:').replaceAll('\u00a0', ' ')).toBe(
    `Devolva ao cliente: R$ 20,00 (Dinheiro). ${sent('10,00')}`,
  );
  expect(backSentences(inParts({ tenders: [proved(3000)] }), 'Devolva ao cliente:')).not.toContain('Devolva');
  expect(backSentences(sampleOrder({ status: 'PENDING' }), 'Devolva ao cliente:')).toBe('');
});
