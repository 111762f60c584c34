// What staff screens say about orders and accounts. Texts of the specification stand here to the letter.
import { CONCESSION_NAMES } from '@balcao/shared/pricing/concession.ts';
import type { ConsumptionType, Order, OrderStatus, PaymentMethod } from '@balcao/shared/order/order.ts';
import { isTakenByHand } from '@balcao/shared/order/taken-by-hand.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { provedPartsOf } from '@balcao/shared/payment/paid-difference.ts';
import { tenderName, tenderWays } from '@balcao/shared/payment/tender-names.ts';
import { sumOfTenders } from '@balcao/shared/payment/tender.ts';
import { charsFor, PASSWORD_TEXTS } from '@balcao/shared/http/password.ts';
import type { Role } from '@balcao/shared/http/staff.ts';

export const ROLE_NAMES: Record<Role, string> = {
  ADMIN: 'Administrador',
  KITCHEN: 'Cozinha',
  ATTENDANT: 'Atendente',
  WHOLESALE: 'Atacado',
};

export const STATUS_NAMES: Record<OrderStatus, string> = {
  PENDING: 'Recebido',
  RECEBIDO: 'Recebido',
  PREPARING: 'Preparando',
  READY: 'Pronto',
  DELIVERED: 'Entregue',
  CANCELLED: 'Cancelado',
};

export const METHOD_NAMES: Record<PaymentMethod, string> = {
  pix: 'PIX',
  credit_card: 'Cartão de crédito',
  debit_card: 'Cartão de débito',
  cash: 'Dinheiro',
  pix_manual: 'PIX (manual)',
  terminal: 'Maquininha',
};

/** How an order is paid, in words; what was given away whole says so, and empty while no way is chosen. */
export const wayText = ({
  paymentMethod,
  concession,
  totalCents,
  tenders,
}: Pick<Order, 'paymentMethod' | 'concession' | 'totalCents' | 'tenders'>): string => {
  if (tenders !== undefined) return tenderWays(tenders);
  if (paymentMethod !== null) return METHOD_NAMES[paymentMethod];
  return concession && totalCents === 0 ? CONCESSION_NAMES[concession.kind] : '';
};

/**
 * What staff give back with their hands when an order is called off, each part by its way; null where they hold nothing of it. What goes
 * back by itself is none of it: `sentBackText`.
 */
export function moneyBackText(order: Order): string | null {
  const paidCents = order.totalCents - (order.balanceCents ?? 0);
  // Its PIX never came: what was taken beside it is in the drawer's books alone.
  if (order.paymentStatus === 'pending' && order.status !== 'PENDING')
    return order.changes === undefined ? null : 'só o que foi recebido além do PIX que não chegou';
  // What came with a change may have come another way: the drawer's books know which.
  if (order.changes !== undefined && order.status !== 'PENDING') {
    const heldCents = paidCents - sentBackCents(order);
    return heldCents > 0 ? formatCents(heldCents) : null;
  }
  if (order.tenders !== undefined) {
    const byHand = order.tenders.filter(({ proved }) => proved === undefined);
    return byHand.length === 0
      ? null
      : byHand.map((tender) => `${formatCents(tender.cents)} (${tenderName(tender)})`).join(' + ');
  }
  return order.status === 'PENDING' || order.totalCents === 0
    ? null
    : `${formatCents(order.totalCents)} (${wayText(order)})`;
}

/** That the parts which came through the provider go back there when an order is called off, as a sentence; null where there are none. */
export function sentBackText(order: Order): string | null {
  const cents = sentBackCents(order);
  return cents === 0 ? null : `${formatCents(cents)} voltam sozinhos pelo Mercado Pago: não devolva em mãos.`;
}

/** Both, what is given back by hand after those words; empty where nothing goes back. */
export function backSentences(order: Order, byHand: string): string {
  const back = moneyBackText(order);
  const sent = sentBackText(order);
  return [...(back === null ? [] : [`${byHand} ${back}.`]), ...(sent === null ? [] : [sent])].join(' ');
}

/** What of an order that is paid in parts, or of which a difference came so, the provider still has: of lines that were taken off what staff held went first. */
function sentBackCents(order: Order): number {
  const { status, totalCents, balanceCents = 0, changes } = order;
  const cameCents = sumOfTenders(provedPartsOf(order));
  if (status === 'PENDING') return cameCents;
  const differenceCents = sumOfTenders(order.paidDifferences);
  const wentCents =
    changes === undefined
      ? // Only money that went from the provider leaves an order owing whose lines nobody changed, and what was paid since took its place.
        Math.max(0, balanceCents) + differenceCents
      : sumOfTenders(
          changes.flatMap(({ givenBack = [] }) => givenBack.filter(({ method }) => !isTakenByHand(method))),
        );
  return Math.max(
    changes === undefined ? differenceCents : 0,
    Math.min(cameCents - wentCents, totalCents - balanceCents),
  );
}

/** As the kitchen reads it. */
export const CONSUMPTION: Record<ConsumptionType, string> = {
  local: 'CONSUMIR NO LOCAL',
  takeaway: 'LEVAR PARA CASA',
};

/** What a slip is called, by its purpose. */
export const PRINT_NAMES: Record<string, string> = {
  kitchen: 'Comanda',
  cancelled: 'Cancelado',
  close: 'Fechamento',
  counter: 'Via do cliente',
  charge: 'Cobrança',
  wholesale: 'Atacado',
  setup: 'Código de instalação',
  test: 'Teste',
};

export const AWAITS_PICKUP = 'Aguardando Retirada';

export const AUTH = {
  invalid: 'Email ou senha incorretos.',
  shortPassword: PASSWORD_TEXTS.short,
  other: 'Erro ao processar solicitação.',
  unexpected: 'Algo deu errado. Tente novamente.',
  created: {
    title: 'Conta criada!',
    text: 'Agora é só aguardar: um administrador precisa liberar o seu acesso.',
  },
  closed: {
    title: 'Esta loja não aceita contas novas por aqui.',
    text: 'Peça ao administrador da loja para criar a sua.',
  },
  signedIn: { title: 'Login realizado!' },
} as const;

/** What a field for a new password says below it. */
export const passwordHint = (role: Role | null): string =>
  `Pelo menos ${charsFor(role)} caracteres. Três palavras que não combinam são fáceis de lembrar.`;

export const UNSAVED = 'Há mudanças que não foram salvas.';
export const ITEM_NOT_SAVED = 'Erro ao salvar item. Tente novamente.';
export const NO_ACCESS = 'Não tem um acesso? Peça suas credenciais ao administrador da loja.';
export const PERIOD_BACKWARDS = 'A data final não pode ser antes da inicial.';
