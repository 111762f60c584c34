// Everything that the shop keeps about one phone: counted, and whole as a file that its person can read. What repeats an order (the
// log, answers to commands, slips) is named, not repeated; a digest or a secret that nobody could read is left out.
import type { PersonSummary } from '@balcao/shared/http/privacy.ts';
import { formatCode } from '@balcao/shared/ids.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { Order, OrderItem } from '@balcao/shared/order/order.ts';
import { CONCESSION_NAMES } from '@balcao/shared/pricing/concession.ts';
import { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { TENDER_NAMES, tenderName } from '@balcao/shared/payment/tender-names.ts';
import { formatPhone } from '@balcao/shared/phone.ts';
import type { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { WHOLESALE_PAID_WITH_TEXTS, WHOLESALE_STATUS_TEXTS } from '@balcao/shared/wholesale/status-text.ts';
import type { Db } from '../../storage/open.ts';
import { yieldToEventLoop } from '../../storage/yield-to-event-loop.ts';
import { METHOD_WORDS, STATUS_WORDS } from '../orders/order-words.ts';
import { IS_BY_HAND } from '../cash/hand-rows.ts';
import type { OrderRepository } from '../orders/order-repository.ts';
import type { Wholesale } from '../wholesale/wholesale.ts';
import * as words from './person-words.ts';

const wordOf = (known: words.Words, value: string | null): string | null =>
  value === null ? null : (known[value] ?? value);

type HandPayment = {
  kind: string;
  method: keyof typeof METHOD_WORDS;
  card: string | null;
  amountCents: number;
  atMs: number;
};
type Slip = { purpose: string; copy: number; state: string; createdAtMs: number; updatedAtMs: number };
type Month = { month: string; orders: number; cents: number };

export type Person = ReturnType<typeof createPerson>;

export function createPerson(deps: {
  db: Db;
  repository: Pick<OrderRepository, 'byId'>;
  wholesale: Pick<Wholesale['repository'], 'byId'>;
  shopName: () => string;
  timeZone: string;
  clock: () => number;
}) {
  const sqlite = deps.db.$client;
  const retail = sqlite.prepare<[string], PersonSummary['orders']>(
    `select count(*) as count, min(created_at_ms) as firstAtMs, max(created_at_ms) as lastAtMs,
            count(nullif(observations, '')) as withObservations
     from orders where customer_phone = ?`,
  );
  const wholesale = sqlite.prepare<[string], PersonSummary['wholesale']>(
    `select count(*) as count, min(created_at_ms) as firstAtMs, max(created_at_ms) as lastAtMs,
            count(nullif(customer_name, '')) as withName, count(nullif(customer_cpf_cnpj, '')) as withTaxId,
            count(nullif(customer_address, '')) as withAddress, count(nullif(observations, '')) as withObservations
     from wholesale_orders where customer_phone = ?`,
  );
  const inOrders = 'order_id in (select id from orders where customer_phone = :phone)';
  const inAny = `(${inOrders} or order_id in (select id from wholesale_orders where customer_phone = :phone))`;
  const countOf = (table: string, where: string) =>
    sqlite.prepare<{ phone: string }, number>(`select count(*) from ${table} where ${where}`).pluck();
  const onlinePayments = countOf('payments', inOrders);
  const handPayments = countOf('hand_payments', inOrders);
  const slips = countOf('print_jobs', inAny);
  const months = countOf('report_clients', 'phone = :phone');

  const retailIds = sqlite
    .prepare<[string], string>('select id from orders where customer_phone = ? order by number')
    .pluck();
  const wholesaleIds = sqlite
    .prepare<[string], string>('select id from wholesale_orders where customer_phone = ? order by number')
    .pluck();
  const callerOf = sqlite.prepare<[string], string | null>('select caller from orders where id = ?').pluck();
  const factsOf = sqlite.prepare<[string], { fact: string; attention: string | null; updatedAtMs: number }>(
    'select fact, attention, updated_at_ms as updatedAtMs from payments where order_id = ? order by updated_at_ms',
  );
  const handPaymentsOf = sqlite.prepare<[string], HandPayment>(
    `select kind, method, card, amount_cents as amountCents, at_ms as atMs from hand_payments
     where order_id = ? and ${IS_BY_HAND} order by id`,
  );
  const slipsOf = sqlite.prepare<[string], Slip>(
    'select purpose, copy, state, created_at_ms as createdAtMs, updated_at_ms as updatedAtMs from print_jobs where order_id = ? order by id',
  );
  const monthsOf = sqlite.prepare<[string], Month>(
    'select month, orders, cents from report_clients where phone = ? order by month',
  );

  // 2026-11-21 15:00:00, as the shop's clock has it.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: deps.timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const time = (atMs: number | null): string | null => (atMs === null ? null : format.format(atMs));
  const money = (cents: number | null): string | null => (cents === null ? null : formatCents(cents));

  const slipsIn = (orderId: string) =>
    slipsOf.all(orderId).map((slip) => ({
      papel: words.PAPERS[slip.purpose] ?? slip.purpose,
      via: slip.copy,
      situacao: words.SLIP_STATES[slip.state] ?? slip.state,
      pedidoEm: time(slip.createdAtMs),
      mudadoEm: time(slip.updatedAtMs),
    }));

  const itemOf = (item: OrderItem) => ({
    tipo: words.ITEMS[item.kind] ?? item.kind,
    produto: item.productName,
    tamanho: item.sizeName,
    base: item.baseName,
    sorvete: item.iceCreamName,
    meioAMeio: item.meioAMeio,
    segundoSorvete: item.secondaryIceCreamName,
    complementos: item.toppings.map((topping) => ({
      nome: topping.name,
      tipo: topping.category,
      camada: words.LAYERS[topping.layer] ?? topping.layer,
      valor: money(topping.priceCents),
    })),
    valor: money(item.priceCents),
  });

  const onlinePaymentsOf = (orderId: string) =>
    factsOf.all(orderId).map(({ fact: text, attention, updatedAtMs }) => {
      const fact = PaymentFact.parse(JSON.parse(text));
      return {
        empresa: 'Mercado Pago',
        numeroNaEmpresa: fact.providerPaymentId,
        forma: METHOD_WORDS[fact.method],
        situacao: words.PAYMENT_STATUSES[fact.status] ?? fact.status,
        detalhe: wordOf(words.DETAILS, fact.statusDetail),
        valor: money(fact.amountCents),
        devolvido: money(fact.refundedCents),
        divergencia: wordOf(words.MISMATCHES, fact.mismatch),
        aConferir: attention,
        vistoEm: time(fact.observedAtMs),
        mudadoEm: time(updatedAtMs),
      };
    });

  const orderOf = (order: Order) => ({
    numero: order.simpleId,
    codigo: formatCode(order.code),
    senhaNoPainel: order.panelNumber,
    diaDaSenha: order.panelDate,
    serieDaSenha: order.panelSeries,
    feitoPor: words.SOURCES[order.source] ?? order.source,
    enderecoDeInternetCodificado: callerOf.get(order.id) ?? null,
    telefone: order.customerPhone,
    consumo: words.CONSUMPTION[order.consumptionType] ?? order.consumptionType,
    observacoes: order.observations,
    itens: order.items.map(itemOf),
    subtotal: money(order.subtotalCents),
    descontoPorCento: order.discountPercent,
    desconto: money(order.discountCents),
    dadoPelaLoja: order.concession
      ? {
          como: CONCESSION_NAMES[order.concession.kind],
          motivo: order.concession.reason,
          valor: money(order.concession.cents),
        }
      : null,
    mudancas: (order.changes ?? []).map((change) => ({
      em: time(change.atMs),
      acrescentados: order.items.filter(({ id }) => change.addedIds.includes(id)).map(itemOf),
      cancelados: change.takenOff.map(itemOf),
      devolvido: (change.givenBack ?? []).map(({ method, card, cents }) => ({
        forma: card === null ? METHOD_WORDS[method] : TENDER_NAMES[card],
        valor: money(cents),
      })),
    })),
    total: money(order.totalCents),
    aPagarOuDevolver: money(order.balanceCents ?? null),
    situacao: STATUS_WORDS[order.status],
    pagamento: words.PAYMENT_STATUSES[order.paymentStatus] ?? order.paymentStatus,
    formaDePagamento: order.paymentMethod === null ? null : METHOD_WORDS[order.paymentMethod],
    trocoPara: money(order.changeForCents),
    pagoEmPartes: (order.tenders ?? []).map((part) => ({
      forma: tenderName(part),
      valor: money(part.cents),
      recebido: money(part.receivedCents),
      em: time(part.atMs),
    })),
    diferencasPagas: (order.paidDifferences ?? []).map(({ cents, atMs, proved }) => ({
      forma: METHOD_WORDS[proved.method],
      valor: money(cents),
      em: time(atMs),
    })),
    motivoDoCancelamento: wordOf(words.CANCEL_REASONS, order.cancelReason),
    pagoDepoisDoPrazo: order.late,
    feitoEm: time(order.createdAtMs),
    mudadoEm: time(order.updatedAtMs),
    recebidoEm: time(order.receivedAtMs),
    emPreparoEm: time(order.preparingAtMs),
    prontoEm: time(order.readyAtMs),
    entregueEm: time(order.deliveredAtMs),
    pagamentosPelaInternet: onlinePaymentsOf(order.id),
    pagamentosNaLoja: handPaymentsOf.all(order.id).map((paid) => ({
      movimento: words.MOVEMENTS[paid.kind] ?? paid.kind,
      forma: METHOD_WORDS[paid.method],
      cartao: wordOf(words.CARDS, paid.card),
      valor: money(paid.amountCents),
      em: time(paid.atMs),
    })),
    impressos: slipsIn(order.id),
  });

  const wholesaleOf = (order: WholesaleOrder) => ({
    numero: order.orderNumber,
    feitoPor: words.SOURCES[order.source] ?? order.source,
    nome: order.customerName,
    telefone: order.customerPhone,
    cpfOuCnpj: order.customerCpfCnpj,
    endereco: order.customerAddress,
    observacoes: order.observations,
    itens: order.items.map((item) => ({
      produto: item.productName,
      tamanho: item.selectedSize,
      sabor: item.selectedFlavor,
      quantidade: item.quantity,
      preco: money(item.productPriceCents),
      valor: money(item.totalPriceCents),
    })),
    total: money(order.totalCents),
    situacao: WHOLESALE_STATUS_TEXTS[order.status],
    entregaDesejada: order.wishedDate,
    condicao: order.terms,
    pagoEm: order.paid?.onDate ?? null,
    pagoCom: order.paid === null ? null : WHOLESALE_PAID_WITH_TEXTS[order.paid.method],
    feitoEm: time(order.createdAtMs),
    mudadoEm: time(order.updatedAtMs),
    iniciadoEm: time(order.startedAtMs),
    encerradoEm: time(order.endedAtMs),
    impressos: slipsIn(order.id),
  });

  /** A piece at a time: orders are taken in between. */
  async function each<T, R>(ids: string[], read: (id: string) => T | null, put: (one: T) => R): Promise<R[]> {
    const all: R[] = [];
    for (const id of ids) {
      const one = read(id);
      if (one !== null) all.push(put(one));
      await yieldToEventLoop();
    }
    return all;
  }

  return {
    summary: (phone: string): PersonSummary => ({
      orders: retail.get(phone) ?? { ...NO_ORDERS, withObservations: 0 },
      wholesale: wholesale.get(phone) ?? {
        ...NO_ORDERS,
        withName: 0,
        withTaxId: 0,
        withAddress: 0,
        withObservations: 0,
      },
      onlinePayments: onlinePayments.get({ phone }) ?? 0,
      handPayments: handPayments.get({ phone }) ?? 0,
      slips: slips.get({ phone }) ?? 0,
      months: months.get({ phone }) ?? 0,
    }),

    file: async (phone: string) => ({
      sobre: {
        loja: deps.shopName(),
        telefone: formatPhone(phone),
        geradoEm: time(deps.clock()),
        fusoHorario: deps.timeZone,
        oQueEIsto: words.WHAT_THIS_IS,
      },
      pedidos: await each(retailIds.all(phone), deps.repository.byId, orderOf),
      pedidosAtacado: await each(wholesaleIds.all(phone), deps.wholesale.byId, wholesaleOf),
      comprasPorMes: monthsOf.all(phone).map(({ month, orders, cents }) => ({
        mes: month,
        pedidos: orders,
        valor: money(cents),
      })),
      ondeMaisEstao: words.WHERE_ELSE,
    }),
  };
}

const NO_ORDERS = { count: 0, firstAtMs: null, lastAtMs: null };
