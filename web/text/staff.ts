// What staff screens say about orders and accounts. Texts of the specification stand here to the letter.
import type {
  CancelReason,
  ConsumptionType,
  OrderStatus,
  PaymentMethod,
} from '@balcao/shared/order/order.ts';
import { charsFor, PASSWORD_CHARS, PASSWORD_TEXTS } from '@balcao/shared/http/password.ts';
import type { Role } from '@balcao/shared/http/staff.ts';

export const CHECKING = 'Verificando autenticação...';
export const DENIED = 'Acesso Negado';
export const DENIED_KITCHEN =
  'Esta área é restrita para funcionários da cozinha. Entre com uma conta da cozinha para continuar.';
export const DENIED_OTHER = 'Você não tem permissão para acessar esta área.';

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

export const CANCEL_REASONS: Record<CancelReason, string> = {
  expirado: 'Não foi pago a tempo',
  retirado: 'Retirado pelo cliente',
  loja: 'Cancelado pela loja',
  cliente: 'Cancelado a pedido do cliente',
  estornado: 'Pagamento devolvido',
};

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

export const NO_TOPPINGS = 'Sem toppings';
export const AWAITS_PAYMENT = 'Aguardando pagamento';
export const AWAITS_PICKUP = 'Aguardando Retirada';
export const CONFIRM_PAYMENT_FIRST = 'Confirme o pagamento primeiro';

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

export const PASSWORD_LENGTH_MIN = PASSWORD_CHARS.min;

/** What a field for a new password says below it. */
export const passwordHint = (role: Role | null): string =>
  `Pelo menos ${charsFor(role)} caracteres. Três palavras que não combinam são fáceis de lembrar.`;

/** `one`: 'a categoria', 'o produto'. */
export const deleteQuestion = (one: string, name: string): string =>
  `Tem certeza que deseja excluir ${one} "${name}"?`;
