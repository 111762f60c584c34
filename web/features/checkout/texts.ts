// What the checkout says. Texts of the specification stand here to the letter.
import { LAPSED } from '../../text/sent.ts';

export const CHECKOUT_TEXTS = {
  phoneMissing: {
    title: 'Telefone obrigatório',
    text: 'Você precisa preencher o telefone para acompanhar seu pedido',
  },
  phoneInvalid: {
    title: 'Telefone inválido',
    text: 'Por favor, informe um telefone válido com pelo menos 10 dígitos',
  },
  typeMissing: { title: 'Tipo de consumo obrigatório', text: 'Diga se vai comer aqui ou levar' },
  emptyCart: { title: 'Carrinho vazio', text: 'Escolha algo gostoso antes de continuar' },
  closed: 'A loja não está recebendo pedidos',
  failed: {
    title: 'Erro ao criar pedido',
    message: (message: string) => `Erro ao criar pedido: ${message}`,
    unknown: 'Erro desconhecido ao criar pedido',
  },
  lapsed: LAPSED,
} as const;

export const PHONE_LENGTH_MIN = 10;
