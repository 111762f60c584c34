// What paying says when it does not go through. Texts of the specification stand here to the letter.

export const PAYMENT_TEXTS = {
  incomplete: 'Dados do pedido incompletos. Tente recarregar a página ou refazer o pedido.',
  pix: {
    noCode: 'Código do pedido não encontrado. Tente recarregar a página.',
    failed: 'Erro ao gerar PIX',
    rejected: { title: 'Pagamento não aprovado', text: 'O pagamento foi rejeitado. Tente novamente.' },
    notFinal: 'Erro ao finalizar pagamento aprovado. Contate o suporte.',
    notCopied: { title: 'Erro ao copiar', text: 'Tente selecionar e copiar manualmente.' },
  },
  cash: {
    failed: (message: string) => `Erro ao confirmar pedido: ${message}`,
    notFound: 'Pedido não encontrado. Verifique o código do pedido.',
    notProcessed: 'Erro ao processar pedido para pagamento em dinheiro',
  },
  card: {
    noToken: 'Token do cartão não foi gerado. Verifique os dados do cartão.',
    failed: 'Erro ao processar pagamento com cartão',
    toast: 'Erro no pagamento',
    form: { title: 'Erro no formulário', text: 'Verifique os dados do cartão e tente novamente.' },
    notConfigured: {
      title: 'Erro ao carregar pagamento',
      text: 'Configuração do Mercado Pago ausente ou inválida.',
    },
    notStarted: 'Não foi possível inicializar o pagamento.',
  },
} as const;
