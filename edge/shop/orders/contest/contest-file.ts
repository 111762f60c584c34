// What stands in the file that answers a dispute (MED): the order, its lines, its times, its money and what was told, in words. Pure. Of the customer
// only how the phone ends, and of the staff nobody: a bank needs no more.
import { describeItem } from '@balcao/shared/http/orders.ts';
import type { AttemptBody } from '@balcao/shared/http/payments.ts';
import { methodText, statusText } from '@balcao/shared/http/matching.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { formatCode } from '@balcao/shared/order/code.ts';
import type { Order, OrderItem } from '@balcao/shared/order/order.ts';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { staticPixTxid, type StaticPixState } from '@balcao/shared/payment/static-pix.ts';
import { tenderName } from '@balcao/shared/payment/tender-names.ts';
import { CONCESSION_NAMES } from '@balcao/shared/pricing/concession.ts';
import { METHOD_WORDS, STATUS_WORDS } from '../order-words.ts';

/** One heading with its lines; a line without a name is a sentence. */
export type ContestSection = { heading: string; rows: readonly (readonly [name: string, text: string])[] };
export type ContestFile = { title: string; sections: readonly ContestSection[] };

/** What the store and the relay know of one order. `attempts` null: the relay did not answer, and `facts` stand for it. */
export type ContestFacts = {
  order: Order;
  shop: { name: string; legalName: string; taxId: string; address: string };
  attempts: readonly AttemptBody[] | null;
  facts: readonly PaymentFact[];
  /** `part` empty: all of the order. */
  hand: readonly { kind: string; part: string; method: string; amountCents: number; atMs: number }[];
  staticPix: readonly { txid: string; state: StaticPixState; providerPaymentId: string | null }[];
  slips: readonly { purpose: string; copy: number; atMs: number }[];
  /** Disputes and suspicions that the provider told of, each with its sentence. */
  disputes: readonly { text: string; atMs: number }[];
};

const SOURCES: Record<Order['source'], string> = {
  relay: 'site',
  lan: 'aparelho na loja',
  counter: 'balcão',
};
const CONSUMPTION: Record<Order['consumptionType'], string> = { local: 'no local', takeaway: 'para levar' };
const SLIPS: Partial<Record<string, string>> = {
  kitchen: 'Comanda da cozinha',
  counter: 'Via do cliente',
  cancelled: 'Aviso de cancelamento',
  charge: 'Via de cobrança',
  added: 'Comanda de acréscimo',
  'taken-off': 'Aviso de item cancelado',
};
const REFUND_STATES: Record<AttemptBody['refunds'][number]['state'], string> = {
  asked: 'pedida',
  'under-way': 'em andamento',
  done: 'feita',
  failed: 'não aceita',
};
const STATIC_PIX: Record<StaticPixState, string> = {
  unconfirmed: 'não confirmado',
  proved: 'confirmado pelo Mercado Pago',
  received: 'conferido pela loja',
  'not-received': 'não recebido',
  'called-off': 'pedido cancelado, valor devolvido no balcão',
};

/** `text` writes a moment in the shop's zone. */
export function contestFileOf(facts: ContestFacts, text: (atMs: number) => string): ContestFile {
  const { order } = facts;
  return {
    title: `Arquivo para contestação: pedido ${order.simpleId}`,
    sections: [
      shopOf(facts),
      orderOf(order, text),
      linesOf(order),
      ...changesOf(order, text),
      timesOf(order, text),
      paymentOf(facts, text),
      refundsOf(facts, text),
      noticesOf(facts, text),
    ],
  };
}

const shopOf = ({ shop }: ContestFacts): ContestSection => ({
  heading: 'Estabelecimento',
  rows: [
    ['Nome', shop.name],
    ...ifAny('Razão social', shop.legalName),
    ...ifAny('CPF ou CNPJ', shop.taxId),
    ...ifAny('Endereço', shop.address),
  ],
});

const orderOf = (order: Order, text: (atMs: number) => string): ContestSection => ({
  heading: 'Pedido',
  rows: [
    ['Número', String(order.simpleId)],
    ['Código', formatCode(order.code)],
    ['Identificação', order.id],
    ['Feito em', text(order.createdAtMs)],
    ['Feito por', SOURCES[order.source]],
    ['Consumo', CONSUMPTION[order.consumptionType]],
    ...ifAny('Senha do painel', order.panelNumber === null ? '' : String(order.panelNumber)),
    ...ifAny('Telefone', order.customerPhone === null ? '' : `termina em ${order.customerPhone.slice(-4)}`),
    ['Situação', STATUS_WORDS[order.status]],
  ],
});

function linesOf(order: Order): ContestSection {
  const { concession } = order;
  return {
    heading: 'Itens',
    rows: [
      ...order.items.map((item): [string, string] => [nameOf(item), formatCents(item.priceCents)]),
      ['Subtotal', formatCents(order.subtotalCents)],
      ...ifAny('Desconto', order.discountCents === 0 ? '' : `-${formatCents(order.discountCents)}`),
      ...(concession === null || concession === undefined
        ? []
        : ifAny(CONCESSION_NAMES[concession.kind], `-${formatCents(concession.cents)}`)),
      ['Total', formatCents(order.totalCents)],
    ],
  };
}

function nameOf(item: OrderItem): string {
  const toppings = item.toppings.map(({ name }) => name).join(', ');
  return `${describeItem(item)}${toppings === '' ? '' : ` (${toppings})`}`;
}

/** What came and what went after it was placed: the payment may be of another total than that of now. */
function changesOf({ items, changes = [] }: Order, text: (atMs: number) => string): ContestSection[] {
  // What came and went again is named where it went.
  const known = [...items, ...changes.flatMap(({ takenOff }) => takenOff)];
  const rows = changes.flatMap(({ atMs, addedIds, takenOff }) => [
    ...known
      .filter(({ id }) => addedIds.includes(id))
      .map((item) => [`Acrescentado em ${text(atMs)}`, lineText(item)] as const),
    ...takenOff.map((item) => [`Retirado em ${text(atMs)}`, lineText(item)] as const),
  ]);
  return rows.length === 0 ? [] : [{ heading: 'Mudanças do pedido', rows }];
}

const lineText = (item: OrderItem): string => `${nameOf(item)}, ${formatCents(item.priceCents)}`;

/** Of what was paid in parts each part: the order's own way is the one that brought the most, in the words of the counter. */
function wayOf({ paymentMethod, tenders = [] }: Order): string {
  if (tenders.length > 0)
    return `em partes: ${tenders.map((one) => `${tenderName(one)} ${formatCents(one.cents)}`).join(' + ')}`;
  return paymentMethod === null ? 'nenhuma' : METHOD_WORDS[paymentMethod];
}

function timesOf(order: Order, text: (atMs: number) => string): ContestSection {
  const steps = [
    ['Pedido feito', order.createdAtMs],
    ['Pagamento recebido', order.receivedAtMs],
    ['Preparo iniciado', order.preparingAtMs],
    ['Pronto', order.readyAtMs],
    ['Entregue ao cliente', order.deliveredAtMs],
    // The moment itself is not kept: a refund that came later moves this one.
    ['Cancelado (última mudança)', order.status === 'CANCELLED' ? order.updatedAtMs : null],
  ] as const;
  return {
    heading: 'Preparo e entrega',
    rows: [
      ...steps.flatMap(([name, atMs]): [string, string][] => (atMs === null ? [] : [[name, text(atMs)]])),
      [
        'Entrega',
        order.deliveredAtMs === null
          ? 'não registrada'
          : `em mãos, ${order.consumptionType === 'local' ? 'no local' : 'para levar'}`,
      ],
    ],
  };
}

function paymentOf(facts: ContestFacts, text: (atMs: number) => string): ContestSection {
  const { order, attempts, staticPix } = facts;
  const rows: [string, string][] = [['Forma de pagamento', wayOf(order)]];
  // Staff took it for paid, and it never came.
  const isLost = (part: string): boolean =>
    staticPix.some(({ txid, state }) => state === 'not-received' && txid === staticPixTxid(order.code, part));
  if (attempts === null)
    for (const fact of facts.facts) rows.push(...attemptRows({ ...fact, approvedAtMs: null }, text));
  for (const attempt of attempts ?? [])
    rows.push(...attemptRows(attempt, text), ['Código ou cobrança criada em', text(attempt.createdAtMs)]);
  for (const { kind, part, method, amountCents, atMs } of facts.hand)
    if (kind === 'in')
      rows.push([
        `${method === 'pix_manual' && isLost(part) ? 'Anotado' : 'Recebido'} no balcão: ${METHOD_WORDS[method as keyof typeof METHOD_WORDS] ?? method}`,
        `${formatCents(amountCents)} em ${text(atMs)}`,
      ]);
  for (const { txid, state, providerPaymentId } of staticPix)
    rows.push(
      ['Transação PIX (txid)', txid],
      ['Situação do PIX', STATIC_PIX[state]],
      ...ifAny('Identificação no Mercado Pago', providerPaymentId ?? ''),
    );
  const { balanceCents = 0 } = order;
  if (balanceCents !== 0)
    rows.push([balanceCents > 0 ? 'Falta receber' : 'Falta devolver', formatCents(Math.abs(balanceCents))]);
  if (attempts === null && facts.facts.length > 0)
    rows.push(['', 'O site não respondeu: os dados acima são os da cópia da loja.']);
  return { heading: 'Pagamento', rows };
}

type Shown = Pick<AttemptBody, 'method' | 'status' | 'amountCents' | 'providerPaymentId' | 'approvedAtMs'>;

const attemptRows = (one: Shown, text: (atMs: number) => string): [string, string][] => [
  [
    `${methodText(one.method)} pelo Mercado Pago`,
    `${formatCents(one.amountCents)}, ${statusText(one.status)}`,
  ],
  ...ifAny('Identificação no Mercado Pago', one.providerPaymentId ?? ''),
  ...ifAny('Aprovado em', one.approvedAtMs === null ? '' : text(one.approvedAtMs)),
];

function refundsOf(facts: ContestFacts, text: (atMs: number) => string): ContestSection {
  const refunds = (facts.attempts ?? []).flatMap((attempt) =>
    attempt.refunds.map((refund): [string, string] => [
      `Devolução pelo Mercado Pago, ${REFUND_STATES[refund.state]}`,
      `${refund.amountCents === null ? 'valor restante' : formatCents(refund.amountCents)}, pedida em ${text(refund.createdAtMs)}`,
    ]),
  );
  const shown = facts.attempts ?? facts.facts;
  const totalCents = shown.reduce((sum, { refundedCents }) => sum + refundedCents, 0);
  const byHand = facts.hand
    .filter(({ kind }) => kind === 'back')
    .map(({ method, amountCents, atMs }): [string, string] => [
      `Devolvido no balcão: ${METHOD_WORDS[method as keyof typeof METHOD_WORDS] ?? method}`,
      `${formatCents(amountCents)} em ${text(atMs)}`,
    ]);
  const rows = [
    ...refunds,
    ...ifAny('Devolvido pelo Mercado Pago', totalCents === 0 ? '' : formatCents(totalCents)),
    ...byHand,
  ];
  return {
    heading: 'Devoluções',
    rows: rows.length > 0 ? rows : [['', 'Nenhuma devolução foi pedida ou feita.']],
  };
}

function noticesOf({ slips, disputes }: ContestFacts, text: (atMs: number) => string): ContestSection {
  const rows = [
    ...slips
      .toSorted((a, b) => a.atMs - b.atMs)
      .map(({ purpose, copy, atMs }): [string, string] => [
        `${SLIPS[purpose] ?? purpose}${copy > 1 ? ` (${copy}ª via)` : ''}`,
        `impressa em ${text(atMs)}`,
      ]),
    ...disputes.map(({ text: said, atMs }): [string, string] => [`Aviso de ${text(atMs)}`, said]),
  ];
  return { heading: 'Avisos e impressões', rows: rows.length > 0 ? rows : [['', 'Nenhum registrado.']] };
}

const ifAny = (name: string, text: string): [string, string][] => (text === '' ? [] : [[name, text]]);
