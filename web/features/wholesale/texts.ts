// What wholesale says to buyers and to its operator. Texts of the specification stand here to the letter.
import { LINES_MAX } from '@balcao/shared/wholesale/quantity.ts';
import { LAPSED, SEARCH_FAILED } from '../../text/sent.ts';

const ROOM = `Cabem até ${LINES_MAX} linhas em um pedido.`;

export const BUYER = {
  emptyCart: {
    title: 'Carrinho vazio',
    text: 'Adicione produtos ao carrinho antes de finalizar o pedido.',
  },
  cartFull: { title: 'Carrinho cheio', text: ROOM, tone: 'error' },
  required: 'Campos obrigatórios',
  sendFailed: {
    title: 'Erro ao enviar pedido',
    text: 'Ocorreu um erro ao processar seu pedido. Tente novamente.',
  },
  sent: 'Pedido enviado com sucesso!',
  lapsed: LAPSED,
  phoneMissing: { title: 'Telefone obrigatório', text: 'Digite seu telefone para buscar os pedidos.' },
  noneFound: { title: 'Nenhum pedido encontrado', text: 'Não encontramos pedidos com este telefone.' },
  searchFailed: { title: 'Erro', text: SEARCH_FAILED },
  noProducts: 'Nenhum produto encontrado',
  loadFailed: 'Erro: Erro ao carregar produtos',
  tryAgain: 'Tentar Novamente',
} as const;

export const LOGIN = {
  title: 'Admin Atacado',
  incomplete: 'Por favor, preencha email e senha.',
  texts: {
    invalid: 'Credenciais inválidas',
    other: 'Erro interno do servidor',
    unexpected: 'Ocorreu um erro inesperado. Tente novamente.',
  },
  failed: 'Erro no login',
} as const;

export const OPERATOR = {
  statusChanged: { title: 'Status atualizado', text: 'Status do pedido alterado com sucesso.' },
  statusFailed: 'Erro ao alterar status do pedido.',
  statusNotUpdated: 'Erro ao atualizar status do pedido',
  payFailed: 'Não foi possível marcar o pagamento',
  unpayFailed: 'Não foi possível desfazer o pagamento',
  rulesFailed: 'Não foi possível salvar as condições',
  fieldChanged: { title: 'Configuração atualizada', text: 'Campo atualizado com sucesso.' },
  fieldFailed: 'Erro ao atualizar configuração.',
  invalid: 'Erro de validação',
  success: 'Sucesso',
} as const;

/** The four things that the operator keeps, as the messages name them. */
export const KINDS = {
  category: { one: 'categoria', article: 'a', done: 'a' },
  product: { one: 'produto', article: 'o', done: 'o' },
  size: { one: 'tamanho', article: 'o', done: 'o' },
  flavor: { one: 'sabor', article: 'o', done: 'o' },
} as const;
export type WholesaleKind = keyof typeof KINDS;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const doneText = (kind: WholesaleKind, what: 'cri' | 'atualiz' | 'exclu'): string => {
  const { one, done } = KINDS[kind];
  return `${capital(one)} ${what}${what === 'exclu' ? 'íd' : 'ad'}${done} com sucesso.`;
};
export const saveFailedText = (kind: WholesaleKind): string =>
  `Ocorreu um erro ao salvar ${KINDS[kind].article} ${KINDS[kind].one}.`;
export const deleteFailedText = (kind: WholesaleKind): string =>
  `Ocorreu um erro ao excluir ${KINDS[kind].article} ${KINDS[kind].one}.`;

export const NAME_REQUIRED = 'Nome é obrigatório.';
export const CATEGORY_NAME_REQUIRED = 'Nome da categoria é obrigatório.';
export const PRODUCT_REQUIRED = 'Nome e preço são obrigatórios e o preço deve ser maior que zero.';
export const POSITION_WRONG = 'A posição deve ser um número inteiro, a partir de 0.';
