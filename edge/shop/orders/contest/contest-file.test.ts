// Each line of the file that answers a dispute, by itself: a bank reads it without knowing the shop.
import { describe, expect, it } from 'vitest';
import type { AttemptBody } from '@balcao/shared/http/payments.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { contestFileOf, type ContestFacts } from './contest-file.ts';

const text = (atMs: number): string => `às ${atMs}`;
const factsOf = (changes: Partial<ContestFacts> = {}): ContestFacts => ({
  order: sampleOrder({ status: 'DELIVERED', paymentStatus: 'approved', paymentMethod: 'pix' }),
  shop: { name: 'Açaí da Lúcia', legalName: 'Lúcia ME', taxId: '12.345.678/0001-95', address: 'Rua A, 1' },
  attempts: [],
  facts: [],
  hand: [],
  staticPix: [],
  slips: [],
  disputes: [],
  ...changes,
});
const under = (heading: string, facts: ContestFacts) =>
  contestFileOf(facts, text).sections.find((section) => section.heading === heading)?.rows;

type Refund = AttemptBody['refunds'][number];
const attemptWith = (...refunds: Pick<Refund, 'state' | 'amountCents' | 'createdAtMs'>[]): AttemptBody =>
  ({
    ...{ attemptId: 'a', method: 'credit_card', status: 'approved', amountCents: 2500, refundedCents: 0 },
    ...{ providerPaymentId: null, createdAtMs: 10, approvedAtMs: null, refunds },
  }) as unknown as AttemptBody;

it('names the shop as the law knows it, and leaves out what it has not said', () => {
  expect(under('Estabelecimento', factsOf())).toEqual([
    ['Nome', 'Açaí da Lúcia'],
    ['Razão social', 'Lúcia ME'],
    ['CPF ou CNPJ', '12.345.678/0001-95'],
    ['Endereço', 'Rua A, 1'],
  ]);
  const shop = { name: 'Açaí da Lúcia', legalName: '', taxId: '', address: '' };
  expect(under('Estabelecimento', factsOf({ shop }))).toEqual([['Nome', 'Açaí da Lúcia']]);
});

it.each([
  ['relay', 'site'],
  ['lan', 'aparelho na loja'],
  ['counter', 'balcão'],
] as const)('says of an order by way of %s that it was placed at: %s', (source, words) => {
  const rows = under('Pedido', factsOf({ order: sampleOrder({ source, panelNumber: 12 }) }));
  expect(rows).toEqual(
    expect.arrayContaining([
      ['Código', '7K2MQ-9XWTB'],
      ['Feito por', words],
      ['Senha do painel', '12'],
    ]),
  );
});

it.each([
  ['local', 'no local', 'em mãos, no local'],
  ['takeaway', 'para levar', 'em mãos, para levar'],
] as const)('says of %s how it was eaten and handed over', (consumptionType, eaten, handed) => {
  const order = sampleOrder({ consumptionType, deliveredAtMs: 5 });
  expect(under('Pedido', factsOf({ order }))).toContainEqual(['Consumo', eaten]);
  expect(under('Preparo e entrega', factsOf({ order }))).toContainEqual(['Entrega', handed]);
});

it('shows what the items cost, what is off, and what is left', () => {
  const order = sampleOrder({ subtotalCents: 2850, discountCents: 285, totalCents: 2565 });
  expect(under('Itens', factsOf({ order }))?.slice(1)).toEqual([
    ['Subtotal', 'R$ 28,50'],
    ['Desconto', '-R$ 2,85'],
    ['Total', 'R$ 25,65'],
  ]);
});

describe('what went back', () => {
  it('is each refund with how far it is, and the rest where no amount was named', () => {
    const attempts = [
      attemptWith(
        { state: 'asked', amountCents: 500, createdAtMs: 20 },
        { state: 'under-way', amountCents: 400, createdAtMs: 21 },
        { state: 'done', amountCents: null, createdAtMs: 22 },
        { state: 'failed', amountCents: 100, createdAtMs: 23 },
      ),
    ];
    expect(under('Devoluções', factsOf({ attempts }))).toEqual([
      ['Devolução pelo Mercado Pago, pedida', 'R$ 5,00, pedida em às 20'],
      ['Devolução pelo Mercado Pago, em andamento', 'R$ 4,00, pedida em às 21'],
      ['Devolução pelo Mercado Pago, feita', 'valor restante, pedida em às 22'],
      ['Devolução pelo Mercado Pago, não aceita', 'R$ 1,00, pedida em às 23'],
    ]);
  });

  it('is what went over the counter, and not what came there', () => {
    const hand = [
      { kind: 'in', part: '', method: 'cash', amountCents: 2500, atMs: 20 },
      { kind: 'back', part: '', method: 'cash', amountCents: 900, atMs: 21 },
    ];
    expect(under('Devoluções', factsOf({ hand }))).toEqual([
      ['Devolvido no balcão: Dinheiro', 'R$ 9,00 em às 21'],
    ]);
  });

  it('is said to be nothing where nothing did', () => {
    expect(under('Devoluções', factsOf())).toEqual([['', 'Nenhuma devolução foi pedida ou feita.']]);
  });
});

it('says that the site did not answer only where what stands there is the copy of the store', () => {
  const rows = under('Pagamento', factsOf({ attempts: null }));
  expect(rows).toEqual([['Forma de pagamento', 'PIX']]);
});

it('tells a further copy of a slip from the first, and says where nothing was noted', () => {
  const slips = [
    { purpose: 'kitchen', copy: 2, atMs: 14 },
    { purpose: 'kitchen', copy: 1, atMs: 13 },
  ];
  expect(under('Avisos e impressões', factsOf({ slips }))).toEqual([
    ['Comanda da cozinha', 'impressa em às 13'],
    ['Comanda da cozinha (2ª via)', 'impressa em às 14'],
  ]);
  expect(under('Avisos e impressões', factsOf())).toEqual([['', 'Nenhum registrado.']]);
});

it.each([
  ['kitchen', 'Comanda da cozinha'],
  // As the screens call it.
  ['counter', 'Via do cliente'],
  ['charge', 'Via de cobrança'],
  ['cancelled', 'Aviso de cancelamento'],
  ['added', 'Comanda de acréscimo'],
  ['taken-off', 'Aviso de item cancelado'],
])('calls a slip of the kind %s: %s', (purpose, words) => {
  const slips = [{ purpose, copy: 1, atMs: 13 }];
  expect(under('Avisos e impressões', factsOf({ slips }))).toEqual([[words, 'impressa em às 13']]);
});

it.each([
  ['unconfirmed', 'não confirmado'],
  ['proved', 'confirmado pelo Mercado Pago'],
  ['received', 'conferido pela loja'],
  ['not-received', 'não recebido'],
  ['called-off', 'pedido cancelado, valor devolvido no balcão'],
] as const)('says of a PIX to the shop’s own key that is %s: %s', (state, words) => {
  const staticPix = [{ txid: 'T1', state, providerPaymentId: null }];
  expect(under('Pagamento', factsOf({ staticPix }))).toContainEqual(['Situação do PIX', words]);
});
