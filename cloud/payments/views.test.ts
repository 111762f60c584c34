// An attempt as the store's routes and whoever waits beside a terminal see it, from its rows alone.
import { expect, it } from 'vitest';
import type { AttemptRow, RefundRow, ReviewItemRow } from './schema.ts';
import { terminalPayment } from './terminals.ts';
import { attemptView, refundView, reviewItemView } from './views.ts';

const ZONE = 'America/Sao_Paulo';
/** 21 November 2026, 12:00 in the shop. */
const NOON_MS = Date.UTC(2026, 10, 21, 15);

const attempt = (changes: Partial<AttemptRow> = {}): AttemptRow =>
  ({
    ...{ storeId: 'store', id: 'one', orderId: 'order', orderCode: 'CODE', method: 'credit_card' },
    ...{ partId: null, terminalId: null, status: 'approved', statusDetail: null, amountCents: 2490 },
    ...{ paidCents: null, mismatch: null, createdAtMs: 1 },
    ...changes,
  }) as AttemptRow;
const refund = (changes: Partial<RefundRow> = {}): RefundRow =>
  ({
    id: 'refund',
    attemptId: 'one',
    amountCents: 300,
    reason: 'asked',
    state: 'sent',
    ...changes,
  }) as RefundRow;
const item = (changes: Partial<ReviewItemRow> = {}): ReviewItemRow =>
  ({ attemptId: 'one', kind: 'claim', dueAtMs: null, raisedAtMs: 5, ...changes }) as ReviewItemRow;

it.each([
  ['planned', 'asked'],
  ['sent', 'asked'],
  ['in-process', 'under-way'],
  ['done', 'done'],
  ['refused', 'failed'],
  // Tried daily: nobody is to give it back at the counter meanwhile.
  ['to-review', 'asked'],
] as const)('[P18] a refund that is %s is told as %s', (state, told) => {
  expect(refundView(refund({ state })).state).toBe(told);
});

it('a PIX is told with the moment until which its code is shown, and not with that of the provider', () => {
  const row = attempt({ method: 'pix', expiresAtMs: NOON_MS, providerExpiresAtMs: NOON_MS + 60_000 });
  expect(attemptView(row, [], [], ZONE).expiresAtMs).toBe(NOON_MS);
  expect(reviewItemView(item(), row, ZONE).attempt.expiresAtMs).toBe(NOON_MS);
});

it('a payment is told with when the provider approved it, and with when the store answered for it', () => {
  const row = attempt({ approvedAtMs: NOON_MS - 1, paidAtMs: NOON_MS, acknowledgedAtMs: NOON_MS + 1 });
  const told = { createdAtMs: 1, approvedAtMs: NOON_MS - 1, acknowledgedAtMs: NOON_MS + 1 };
  expect(attemptView(row, [], [], ZONE)).toMatchObject(told);
  expect(reviewItemView(item(), row, ZONE).attempt).toMatchObject(told);
});

it('an attempt is told with its own refunds, and with what payer and provider said against it', () => {
  const refunds = [refund(), refund({ id: 'another', attemptId: 'two' })];
  const items = [
    item({ kind: 'charged-back' }),
    item({ kind: 'claim', dueAtMs: NOON_MS }),
    item({ kind: 'stop-delivery' }),
    item({ kind: 'late' }),
    item({ attemptId: 'two' }),
  ];
  const seen = attemptView(attempt(), refunds, items, ZONE);
  const { notices = [] } = seen;
  expect(seen.refunds.map(({ refundId }) => refundId)).toEqual(['refund']);
  expect(notices.map(({ kind }) => kind)).toEqual(['charged-back', 'claim', 'stop-delivery']);
  // The deadline in the shop's own time.
  expect(notices[1]?.text).toContain('21/11/2026, 12:00');
  expect(attemptView(attempt(), [], [item({ dueAtMs: NOON_MS })], 'UTC').notices?.[0]?.text).toContain(
    '15:00',
  );
});

it.each<[string, Partial<AttemptRow>, ReviewItemRow['kind'], string]>([
  [
    'another amount, with what came',
    { mismatch: 'amount', paidCents: 2090 },
    'mismatch',
    'Pedido CODE, R$ 24,90: pagamento separado (valor diferente do pedido: R$ 20,90). Confira no Mercado Pago.',
  ],
  [
    'money of another account, without an amount',
    { mismatch: 'payee', paidCents: 2090 },
    'mismatch',
    'Pedido CODE, R$ 24,90: pagamento separado (recebido por outra conta). Confira no Mercado Pago.',
  ],
  [
    'money of another order',
    { mismatch: 'reference' },
    'mismatch',
    'Pedido CODE, R$ 24,90: pagamento separado (referência de outro pedido). Confira no Mercado Pago.',
  ],
  [
    'money in another currency',
    { mismatch: 'currency' },
    'mismatch',
    'Pedido CODE, R$ 24,90: pagamento separado (moeda diferente de real). Confira no Mercado Pago.',
  ],
  [
    'what was paid twice, that it goes back by itself',
    {},
    'second-approval',
    'Pedido CODE, R$ 24,90: pago duas vezes. O segundo pagamento está sendo devolvido.',
  ],
  [
    'a refund without an answer, that nobody is to give it back at the counter',
    {},
    'refund-unanswered',
    'Pedido CODE, R$ 24,90: o Mercado Pago ainda não respondeu à devolução. Não devolva no balcão: continuamos tentando.',
  ],
  [
    'what went back in the panel, with how much of it',
    { refundedCents: 500 },
    'refunded-outside',
    'Pedido CODE, R$ 24,90: devolvido fora da loja, pelo painel do Mercado Pago (R$ 5,00). Confira o pedido.',
  ],
])('a person reads of %s', (_what, changes, kind, text) => {
  const seen = reviewItemView(item({ kind }), attempt(changes), ZONE).text;
  expect(seen.replaceAll('\u00a0', ' ')).toBe(text);
});

it.each([
  [{ terminalId: 'PAX_1' }, { terminal: true }],
  [{}, { terminal: false, part: null, mismatch: null }],
  [
    { partId: 'part', mismatch: 'amount', paidCents: 1 },
    { part: 'part', mismatch: 'amount', paidCents: 1 },
  ],
] as const)('of an attempt with %j it is told so', (changes, told) => {
  expect(attemptView(attempt(changes), [], [], ZONE)).toMatchObject(told);
  expect(reviewItemView(item({ kind: 'late' }), attempt(changes), ZONE).attempt).toMatchObject(told);
});

const OPEN = { status: 'pending', statusDetail: 'pending_terminal', terminalId: 'PAX_1' } as const;
it.each<[string, Partial<AttemptRow>, object]>([
  // With which card is known once it was held there.
  [
    'that is shown, not how it will be paid',
    OPEN,
    { state: 'shown', method: null, statusDetail: OPEN.statusDetail },
  ],
  [
    'that was paid, how',
    { status: 'approved', method: 'debit_card', terminalId: 'PAX_1' },
    { state: 'approved', method: 'debit_card', amountCents: 2490, terminalId: 'PAX_1' },
  ],
])('who waits at the terminal is told of an amount %s', (_what, changes, told) => {
  expect(terminalPayment(attempt(changes))).toMatchObject(told);
});

it.each<[string, Partial<AttemptRow>, true | undefined]>([
  ['money that is another amount', { mismatch: 'amount' }, true],
  ['money that is another amount and went back', { mismatch: 'amount', status: 'refunded' }, true],
  ['the right amount', {}, undefined],
  ['another amount of which no money came', { mismatch: 'amount', status: 'rejected' }, undefined],
  ['another amount that is open', { ...OPEN, mismatch: 'amount' }, undefined],
])('[P36] who waits there is told that it is set aside: of %s', (_what, changes, isSetAside) => {
  expect(terminalPayment(attempt(changes)).isSetAside).toBe(isSetAside);
});
