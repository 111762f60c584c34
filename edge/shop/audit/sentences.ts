// What the audit says of orders, in Portuguese: one sentence per change, with values as people read them. Never a customer's phone.
import type { DifferenceAsk } from '@balcao/shared/http/difference.ts';
import type { StaffMove } from '@balcao/shared/http/staff.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type {
  CancelReason,
  ConcessionKind,
  GivenBack,
  Order,
  OrderItem,
  PaymentMethod,
  TerminalCard,
} from '@balcao/shared/order/order.ts';
import { leftOf } from '@balcao/shared/payment/tender.ts';
import { CARD_NAMES } from '@balcao/shared/payment/tender-names.ts';
import type { WholesaleOrder, WholesalePaid } from '@balcao/shared/wholesale/order.ts';
import { WHOLESALE_PAID_WITH_TEXTS, WHOLESALE_STATUS_TEXTS } from '@balcao/shared/wholesale/status-text.ts';

const STATUS_NAMES: Record<Order['status'], string> = {
  PENDING: 'Aguardando',
  RECEBIDO: 'Recebido',
  PREPARING: 'Em preparo',
  READY: 'Pronto',
  DELIVERED: 'Entregue',
  CANCELLED: 'Cancelado',
};
/** What came through the provider goes back there, and not over the counter. */
const BY_METHOD: Record<PaymentMethod, string> = {
  ...{ cash: 'em dinheiro', terminal: 'na maquininha', pix_manual: 'em PIX (manual)' },
  pix: 'pelo PIX do Mercado Pago',
  credit_card: 'no cartão de crédito, pelo Mercado Pago',
  debit_card: 'no cartão de débito, pelo Mercado Pago',
};

/** `R$ 5,00 na maquininha (débito)`. */
const wayText = (
  cents: number,
  { method, card }: { method: PaymentMethod; card?: TerminalCard | null | undefined },
): string =>
  `${formatCents(cents)} ${BY_METHOD[method]}${method === 'terminal' && card ? ` (${CARD_NAMES[card]})` : ''}`;

const CONCESSION_TEXTS: Record<ConcessionKind, string> = {
  discount: 'desconto',
  courtesy: 'cortesia',
  'staff-meal': 'refeição de funcionário',
};

export function moveText(
  before: Order,
  after: Order,
  move: StaffMove,
  back: readonly GivenBack[],
  stationName: (id: string | undefined) => string | undefined,
): string {
  const name = `pedido nº ${after.simpleId}`;
  switch (move.kind) {
    case 'confirm-payment':
      return `confirmou o pagamento do ${name}: ${wayText(after.totalCents, move)}`;
    case 'take-tender':
      return `recebeu uma parte do ${name}: ${wayText(move.cents, move)}; ${leftText(after)}`;
    case 'give-tender-back':
      return `devolveu uma parte do ${name}${back.length === 0 ? '' : `: ${backByText(back)}`}; ${leftText(after)}`;
    case 'cancel':
      return `${cancelText(after, move.reason)}${backText(back)}`;
    case 'mark-ready':
    case 'back-to-preparing': {
      const station = stationName(move.station);
      if (after.status === 'PREPARING' && station !== undefined)
        return move.kind === 'mark-ready'
          ? `marcou a parte de ${station} do ${name} como pronta`
          : `voltou a parte de ${station} do ${name} para o preparo`;
      return statusText(before, after, name);
    }
    default:
      return statusText(before, after, name);
  }
}

const leftText = (order: Order): string =>
  leftOf(order) === 0 ? 'está pago' : `faltam ${formatCents(leftOf(order))}`;

const backByText = (ways: readonly GivenBack[]): string =>
  ways.map((way) => wayText(way.cents, way)).join(' e ');

/** What goes back with an order that is over, as the drawer's books have it. */
export const backText = (back: readonly GivenBack[]): string =>
  back.length === 0 ? '' : `, devolvendo ${backByText(back)}`;

/** Of an order that was called off, what of it was paid online and stays with the shop. */
export const keptText = (cents: number): string =>
  cents === 0 ? '' : `, sem devolver ${formatCents(cents)}`;

const statusText = (before: Order, after: Order, name: string): string =>
  `mudou o ${name} de ${STATUS_NAMES[before.status]} para ${STATUS_NAMES[after.status]}`;

/** `aprovado por Fulana`, where somebody else than who did it approved it. */
export const approvedText = (
  actor: { userId: string | null },
  approver: { id: string; name: string } | null,
): string => (approver === null || approver.id === actor.userId ? '' : `, aprovado por ${approver.name}`);

export function concessionText(
  order: Order,
  actor: { userId: string | null },
  approver: { id: string; name: string } | null,
): string {
  const { kind = 'discount', cents = 0, reason = '' } = order.concession ?? {};
  const charged = formatCents(order.totalCents + cents);
  return `deu ${CONCESSION_TEXTS[kind]} de ${formatCents(cents)} (de ${charged}) no pedido nº ${order.simpleId}: ${reason}${approvedText(actor, approver)}`;
}

/** What came, what went, and the total before and now. */
export function linesText(before: Order, after: Order): string {
  const change = after.changes?.at(-1);
  const names = (items: readonly OrderItem[]) => items.map((item) => itemName(item)).join(', ');
  const added = after.items.filter(({ id }) => change?.addedIds.includes(id));
  const parts = [
    ...(added.length > 0 ? [`acrescentou ${names(added)}`] : []),
    ...(change !== undefined && change.takenOff.length > 0 ? [`tirou ${names(change.takenOff)}`] : []),
  ];
  return `mudou o pedido nº ${after.simpleId}: ${parts.join('; ')}; total de ${formatCents(before.totalCents)} para ${formatCents(after.totalCents)}`;
}

/** What a change of lines left open, settled; of what went back each amount with its way. */
export const differenceText = (order: Order, ask: DifferenceAsk, back: readonly GivenBack[] = []): string =>
  ask.kind === 'take'
    ? `recebeu a diferença do pedido nº ${order.simpleId}: ${wayText(ask.cents, ask)}`
    : `devolveu a diferença do pedido nº ${order.simpleId}: ${backByText(back)}`;

/** What found a PIX to the shop's own code: the month's statement, or the search at the provider. */
export type ProvedBy = 'statement' | 'search';
const PROVED_BY: Record<ProvedBy, string> = {
  statement: 'confirmou pelo extrato',
  search: 'encontrou no Mercado Pago',
};
/** `simpleId` null: of an order that was deleted; `isBack`: somebody had said that it did not come. */
export const provedPixText = (
  by: ProvedBy,
  { cents, simpleId, isBack }: { cents: number; simpleId: number | null; isBack: boolean },
): string =>
  `${PROVED_BY[by]} o PIX de ${formatCents(cents)} ${simpleId === null ? 'de um pedido excluído' : `do pedido nº ${simpleId}`}${isBack ? ', que constava como não recebido' : ''}`;

const itemName = ({ productName, sizeName }: OrderItem): string =>
  productName ?? `Açaí ${sizeName ?? ''}`.trim();

/** `R$ 50,00 do pedido nº 1`; money that was set aside may be of no order. */
export const moneyOfText = (cents: number, order: Pick<Order, 'simpleId'> | null): string =>
  `${formatCents(cents)}${order === null ? '' : ` do pedido nº ${order.simpleId}`}`;

export const replacedText = (before: Order, after: Order): string =>
  `trocou o pedido nº ${before.simpleId}, que não estava pago, pelo nº ${after.simpleId}`;

export const cancelText = (order: Order, reason: CancelReason): string =>
  `cancelou o pedido nº ${order.simpleId} (motivo: ${reason})`;

export const wholesaleMoveText = (before: WholesaleOrder, after: WholesaleOrder): string =>
  `mudou o pedido de atacado nº ${after.orderNumber} de ${WHOLESALE_STATUS_TEXTS[before.status]} para ${WHOLESALE_STATUS_TEXTS[after.status]}`;

const paidText = ({ onDate, method }: WholesalePaid): string =>
  `${WHOLESALE_PAID_WITH_TEXTS[method]}, em ${onDate.split('-').reverse().join('/')}`;

/** What the mark of a payment says, or the taking back of `before`. */
export const wholesalePaidText = (before: WholesaleOrder, after: WholesaleOrder): string =>
  after.paid
    ? `marcou o pedido de atacado nº ${after.orderNumber} como pago (${paidText(after.paid)}; ${formatCents(after.totalCents)})`
    : `desfez o pagamento do pedido de atacado nº ${after.orderNumber}${before.paid ? ` (${paidText(before.paid)})` : ''}`;
