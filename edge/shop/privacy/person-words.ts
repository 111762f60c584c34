// What the file with one person's data says, in Portuguese. A value that has no word here is given as it is kept.
export type Words = Readonly<Record<string, string>>;

export const PAYMENT_STATUSES: Words = {
  created: 'Iniciado',
  pending: 'Pendente',
  in_process: 'Em análise',
  approved: 'Aprovado',
  rejected: 'Recusado',
  expired: 'Expirado',
  cancelled: 'Cancelado',
  partially_refunded: 'Devolvido em parte',
  refunded: 'Devolvido',
  charged_back: 'Contestado',
};
export const SOURCES: Words = { relay: 'site', lan: 'Wi-Fi da loja', counter: 'balcão' };
export const CONSUMPTION: Words = { local: 'No local', takeaway: 'Para levar' };
export const ITEMS: Words = { acai: 'Açaí montado', cup: 'Taça', product: 'Produto' };
export const LAYERS: Words = { BOTTOM: 'Fundo', MIDDLE: 'Meio', TOP: 'Topo' };
export const CARDS: Words = { debito: 'débito', credito: 'crédito', vale: 'vale' };
/** Of the reasons that the provider gives, those that come with nearly every payment. */
export const DETAILS: Words = {
  accredited: 'Creditado',
  pending_waiting_transfer: 'Aguardando a transferência',
  pending_waiting_payment: 'Aguardando o pagamento',
  partially_refunded: 'Devolvido em parte',
  refunded: 'Devolvido',
  expired: 'Expirado',
};
export const MISMATCHES: Words = {
  amount: 'valor',
  currency: 'moeda',
  payee: 'conta que recebeu',
  reference: 'referência',
};
export const CANCEL_REASONS: Words = {
  expirado: 'Não foi pago a tempo',
  retirado: 'Retirado pelo cliente',
  loja: 'Cancelado pela loja',
  cliente: 'Cancelado a pedido do cliente',
  estornado: 'Pagamento devolvido',
};
export const MOVEMENTS: Words = { in: 'recebido', back: 'devolvido' };
export const PAPERS: Words = {
  kitchen: 'Cozinha',
  counter: 'Balcão',
  charge: 'Cobrança',
  cancelled: 'Cancelamento',
  added: 'Acréscimo',
  'taken-off': 'Itens cancelados',
  wholesale: 'Atacado',
};
export const SLIP_STATES: Words = {
  queued: 'na fila',
  sending: 'imprimindo',
  printed: 'impresso',
  sent: 'enviado à impressora',
  held: 'aguardando alguém da loja',
  failed: 'não saiu',
  discarded: 'descartado',
};

export const WHAT_THIS_IS =
  'Tudo o que a loja guarda sobre este telefone. Pedidos são achados pelo telefone; a loja não pede cadastro para vender. Ficam de fora só códigos internos que não dizem nada sobre a pessoa e senhas técnicas.';

export const WHERE_ELSE = [
  'O registro interno da loja e as respostas ao site repetem os pedidos acima; nada há neles que não esteja aqui.',
  'As cópias de segurança repetem o banco de dados, criptografadas, pelo prazo que a loja definiu.',
  'O site, quando a loja tem um, guarda os mesmos pedidos, com telefone e observações cifrados, e, enquanto um pedido anda e no máximo por um dia, o endereço de notificações do navegador de quem pediu para ser avisado.',
  'Os impressos acima trazem o que o pedido traz; o papel que já saiu não é guardado pelo sistema.',
  'Pagamentos por PIX e cartão são feitos pelo Mercado Pago, que guarda os dados dele: a loja recebe só o que está acima, nunca o número do cartão.',
  'No aparelho de quem pediu ficam o carrinho, o telefone e os códigos dos pedidos: na página Privacidade do site, "Esquecer meus dados" os apaga.',
];
