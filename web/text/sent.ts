// What is said of an order on its way to the shop, and of looking for orders; of açaí and of wholesale alike.
export const FOLLOWS_BY_ITSELF =
  'Seu pedido está guardado e segue sozinho assim que a loja responder. Não precisa pedir de novo.';
export const SEARCH_FAILED = 'Erro ao buscar pedidos. Tente novamente.';
export const LAPSED =
  'A loja não respondeu a tempo e o pedido não foi feito. Seu carrinho continua aqui: tente de novo em alguns minutos.';
