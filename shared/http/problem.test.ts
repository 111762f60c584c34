// Every refusal as it goes over HTTP: status, name, title and the sentence that the person at the screen reads.
import { describe, expect, it } from 'vitest';
import type { Refusal, RefusalCode } from '../order/refusal.ts';
import { fieldPath, invalid, invalidFields, tooMany } from './problem.ts';
import { problemOf } from './refusals/order.ts';
import { TRACKING_REFUSALS } from './refusals/tracking.ts';

type Said = [refusal: Refusal, status: number, code: string, title: string, detail: string, extra?: object];

const CHANGE = 'O valor para troco deve ser maior que o total do pedido.';
const KEPT = 'Seu carrinho está guardado.';
const PAY_ONE = 'esperando pagamento. Pague um deles, ou peça no balcão.';
const SAID: Said[] = [
  [
    { code: 'price-changed', totalCents: 123_450 },
    409,
    'price-changed',
    'Os preços mudaram',
    'O total do pedido agora é R$ 1.234,50. Confira e confirme de novo.',
    { totalCents: 123_450 },
  ],
  [{ code: 'store-closed', reason: 'Abre às 10h.' }, 409, 'store-closed', 'Loja fechada', 'Abre às 10h.'],
  [
    { code: 'id-reused' },
    409,
    'id-reused',
    'Pedido repetido',
    'Este pedido já foi enviado com outro conteúdo. Recarregue a página e tente de novo.',
  ],
  [
    { code: 'order-not-found' },
    404,
    'order-not-found',
    'Pedido não encontrado',
    'Pedido não encontrado. Verifique o código do pedido.',
  ],
  [
    { code: 'stale', status: 'PREPARING' },
    409,
    'stale',
    'O pedido já mudou',
    'Outra pessoa mexeu neste pedido: ele está em preparo.',
    { orderStatus: 'PREPARING' },
  ],
  [{ code: 'unpaid' }, 409, 'unpaid', 'Pedido não pago', 'Confirme o pagamento primeiro'],
  [{ code: 'already-paid' }, 409, 'already-paid', 'Pedido já pago', 'Este pedido já foi pago.'],
  [
    { code: 'paid-otherwise', method: null },
    409,
    'already-paid',
    'Pedido já pago',
    'Este pedido já foi pago de outra forma. Nada foi registrado agora: devolva ao cliente o que você recebeu.',
    { paymentMethod: null },
  ],
  [
    { code: 'order-over', status: 'DELIVERED' },
    409,
    'order-over',
    'Pedido encerrado',
    'Este pedido já está entregue.',
    { orderStatus: 'DELIVERED' },
  ],
  [
    { code: 'not-from-here', status: 'RECEBIDO' },
    409,
    'not-from-here',
    'Passo fora de ordem',
    'O pedido está recebido: este passo não vale agora.',
    { orderStatus: 'RECEBIDO' },
  ],
  [
    { code: 'too-late-to-undo' },
    409,
    'too-late-to-undo',
    'Tarde demais',
    'Só dá para desfazer a entrega nos primeiros 2 minutos.',
  ],
  [
    { code: 'method-off' },
    409,
    'method-off',
    'Forma de pagamento indisponível',
    'Esta forma de pagamento não está disponível agora. Escolha outra.',
  ],
  [
    { code: 'change-too-small' },
    422,
    'change-too-small',
    'Valor menor que o total',
    CHANGE,
    { errors: [{ field: 'changeForCents', message: CHANGE }] },
  ],
  [
    { code: 'too-many-unpaid', by: 'phone', max: 3 },
    409,
    'too-many-unpaid',
    'Pedidos esperando pagamento',
    `Este telefone já tem 3 pedidos ${PAY_ONE} ${KEPT}`,
  ],
  [
    { code: 'too-many-unpaid', by: 'phone', max: 1 },
    409,
    'too-many-unpaid',
    'Pedidos esperando pagamento',
    `Este telefone já tem 1 pedido ${PAY_ONE} ${KEPT}`,
  ],
  [
    { code: 'too-many-unpaid', by: 'address', max: 6 },
    409,
    'too-many-unpaid',
    'Pedidos esperando pagamento',
    `Desta conexão já há 6 pedidos ${PAY_ONE} ${KEPT}`,
  ],
  [
    { code: 'too-many-unpaid', by: 'address', max: 1 },
    409,
    'too-many-unpaid',
    'Pedidos esperando pagamento',
    `Desta conexão já há 1 pedido ${PAY_ONE} ${KEPT}`,
  ],
  [
    { code: 'too-many-unpaid', by: 'store', max: 240 },
    409,
    'too-many-unpaid',
    'Pedidos esperando pagamento',
    `Há muitos pedidos do site esperando pagamento. Espere alguns minutos e tente de novo, ou peça no balcão. ${KEPT}`,
  ],
  [
    { code: 'cash-full' },
    409,
    'cash-full',
    'Dinheiro indisponível agora',
    'Há muitos pedidos esperando pagamento em dinheiro. Pague com PIX ou cartão, ou peça no balcão.',
  ],
  [
    { code: 'manager-needed', hasPin: true },
    403,
    'manager-needed',
    'Precisa de um gerente',
    'Peça a um gerente para digitar o PIN.',
    { hasPin: true },
  ],
  [
    { code: 'manager-needed', hasPin: false },
    403,
    'manager-needed',
    'Precisa de um gerente',
    'Só um administrador pode fazer isto. Ele pode cadastrar um PIN de gerente em Admin, Configurações, Usuários.',
    { hasPin: false },
  ],
  [
    { code: 'wholesale-stale', status: 'EM_ANDAMENTO' },
    409,
    'stale',
    'O pedido já mudou',
    'Outra pessoa mexeu neste pedido: ele está em “Em Preparo”.',
    { orderStatus: 'EM_ANDAMENTO' },
  ],
  [
    { code: 'partly-paid', leftCents: 1_500 },
    409,
    'partly-paid',
    'Pedido pago em parte',
    'Uma parte deste pedido já foi paga: faltam R$ 15,00. Receba o resto no balcão, em Pendentes.',
    { leftCents: 1_500 },
  ],
  [
    { code: 'part-came', method: 'pix_manual', cents: 1, partIds: ['p'], canNameParts: true },
    409,
    'part-came',
    'Esta parte já entrou sozinha',
    'Uma parte de R$ 0,01 já entrou sozinha, por PIX. Nada foi registrado agora. Se o cliente pagou outra além dela, toque de novo; se é a mesma, volte.',
    { partIds: ['p'] },
  ],
  [
    { code: 'part-came', method: 'terminal', cents: 100, partIds: ['p'], canNameParts: false },
    409,
    'part-came',
    'Esta parte já entrou sozinha',
    'Uma parte de R$ 1,00 já entrou sozinha, pela maquininha. Nada foi registrado agora. Se o cliente pagou outra além dela, recarregue a página e receba de novo; se é a mesma, volte.',
    { partIds: ['p'] },
  ],
  [
    { code: 'code-open', cents: 1_050, partIds: ['p'], canNameParts: true },
    409,
    'code-open',
    'Um código PIX ainda está aberto',
    'Um código PIX de R$ 10,50 deste pedido ainda pode ser pago: não deu para fechá-lo. Nada foi registrado agora. Se o cliente pagou por ele, volte: o dinheiro entra sozinho. Se pagou de outro jeito, toque de novo.',
    { partIds: ['p'] },
  ],
  [
    { code: 'code-open', cents: 1_050, partIds: ['p'], canNameParts: false },
    409,
    'code-open',
    'Um código PIX ainda está aberto',
    'Um código PIX de R$ 10,50 deste pedido ainda pode ser pago: não deu para fechá-lo. Nada foi registrado agora. Se o cliente pagou por ele, volte: o dinheiro entra sozinho. Se pagou de outro jeito, recarregue a página e receba de novo.',
    { partIds: ['p'] },
  ],
  [
    { code: 'tender-too-much', leftCents: 1 },
    409,
    'tender-too-much',
    'Valor acima do que falta',
    'Deste pedido faltam R$ 0,01. Nada foi registrado agora.',
    { leftCents: 1 },
  ],
  [
    { code: 'wholesale-over', status: 'FINALIZADO' },
    409,
    'order-over',
    'Pedido encerrado',
    'Este pedido já está em “Finalizado”.',
    { orderStatus: 'FINALIZADO' },
  ],
  [
    { code: 'wholesale-not-started', status: 'NOVO' },
    409,
    'not-from-here',
    'Passo fora de ordem',
    'Inicie o preparo do pedido antes de finalizar.',
    { orderStatus: 'NOVO' },
  ],
  [
    { code: 'lines-stale' },
    409,
    'lines-stale',
    'O pedido já mudou',
    'Outra pessoa mudou os itens deste pedido. Confira como ele está e faça a mudança de novo.',
  ],
  [
    { code: 'in-preparation' },
    409,
    'in-preparation',
    'Já em preparo',
    'A cozinha já começou este pedido: dá para acrescentar itens, mas não para tirar.',
  ],
  [
    { code: 'difference-due', cents: 500 },
    409,
    'difference-due',
    'Falta receber',
    'Faltam R$ 5,00 deste pedido. Receba no balcão antes de entregar.',
    { dueCents: 500 },
  ],
  [
    { code: 'difference-changed', cents: -500 },
    409,
    'difference-changed',
    'A diferença já mudou',
    'A diferença deste pedido agora é R$ 5,00. Nada foi registrado agora: confira e faça de novo.',
    { balanceCents: -500 },
  ],
  [
    { code: 'difference-changed', cents: 0 },
    409,
    'difference-changed',
    'A diferença já mudou',
    'Não há mais diferença neste pedido. Nada foi registrado agora.',
    { balanceCents: 0 },
  ],
];

describe('a refusal', () => {
  it.each(SAID)('%j is told', (refusal, status, code, title, detail, extra = {}) => {
    expect(problemOf(refusal)).toEqual({ type: 'about:blank', status, code, title, detail, ...extra });
  });

  it('of any kind is told', () => {
    const every: Record<Exclude<RefusalCode, 'invalid-order'>, true> = {
      'price-changed': true,
      'store-closed': true,
      'id-reused': true,
      'order-not-found': true,
      stale: true,
      'lines-stale': true,
      'in-preparation': true,
      'difference-due': true,
      'difference-changed': true,
      unpaid: true,
      'already-paid': true,
      'paid-otherwise': true,
      'partly-paid': true,
      'part-came': true,
      'code-open': true,
      'tender-too-much': true,
      'order-over': true,
      'not-from-here': true,
      'too-late-to-undo': true,
      'method-off': true,
      'change-too-small': true,
      'too-many-unpaid': true,
      'cash-full': true,
      'manager-needed': true,
      'wholesale-stale': true,
      'wholesale-over': true,
      'wholesale-not-started': true,
    };
    expect([...new Set(SAID.map(([{ code }]) => code))].toSorted()).toEqual(Object.keys(every).toSorted());
  });

  it.each([
    ['PENDING', 'aguardando pagamento'],
    ['RECEBIDO', 'recebido'],
    ['PREPARING', 'em preparo'],
    ['READY', 'pronto'],
    ['DELIVERED', 'entregue'],
    ['CANCELLED', 'cancelado'],
  ] as const)('calls an order that is %s %s', (status, name) => {
    expect(problemOf({ code: 'order-over', status }).detail).toBe(`Este pedido já está ${name}.`);
  });
});

describe('what is wrong with what was sent', () => {
  it('is told with the first sentence, and field by field', () => {
    const errors = [
      { field: 'items[0].sizeId', message: 'Escolha o tamanho' },
      { field: 'customerPhone', message: 'Telefone inválido' },
    ];
    const said = {
      type: 'about:blank',
      status: 422,
      code: 'invalid-order',
      title: 'Confira os dados',
      detail: 'Escolha o tamanho',
      errors,
    };
    expect(invalid(errors)).toEqual(said);
    expect(problemOf({ code: 'invalid-order', errors })).toEqual({ ...said, title: 'Confira o pedido' });
    expect(
      invalidFields([
        { path: ['items', 0, 'sizeId'], message: 'Escolha o tamanho' },
        { path: ['customerPhone'], message: 'Telefone inválido' },
      ]),
    ).toEqual(said);
    expect(invalid([]).detail).toBe('Confira os dados e tente de novo.');
  });

  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a.b'],
    [['items', 0, 'toppings', 12, 'id'], 'items[0].toppings[12].id'],
    [[0, 'a'], '[0].a'],
  ])('the path %j is written %j', (path, text) => expect(fieldPath(path)).toBe(text));
});

describe('who asks too often', () => {
  it.each([
    [1, '1 s'],
    [119, '119 s'],
    [120, '120 s'],
    [121, '3 min'],
    [180, '3 min'],
    [181, '4 min'],
    [7_200, '120 min'],
    [7_201, '3 h'],
    [10_800, '3 h'],
    [86_400, '24 h'],
  ])('waits %i seconds: %s', (seconds, words) => {
    expect(tooMany(seconds)).toEqual({
      type: 'about:blank',
      status: 429,
      code: 'too-many',
      title: 'Muitas tentativas',
      detail: `Muitas tentativas seguidas. Espere ${words} e tente de novo.`,
      retryAfterSeconds: seconds,
    });
  });

  it('to search is told what else there is', () => {
    expect(TRACKING_REFUSALS.problemOf({ code: 'number-searches-spent', retryAfterSeconds: 60 })).toEqual({
      type: 'about:blank',
      status: 429,
      code: 'number-searches-spent',
      title: 'Muitas buscas por número',
      detail:
        'Já houve muitas buscas por número. Busque pelo telefone ou pelo código do pedido, ou pergunte no balcão.',
      retryAfterSeconds: 60,
    });
    expect(TRACKING_REFUSALS.problemOf({ code: 'phone-searches-spent', retryAfterSeconds: 60 })).toEqual({
      type: 'about:blank',
      status: 429,
      code: 'phone-searches-spent',
      title: 'Muitas buscas por telefone',
      detail:
        'Já houve muitas buscas por telefone sem resultado. Espere um pouco, busque pelo código do pedido ou pergunte no balcão.',
      retryAfterSeconds: 60,
    });
    expect(TRACKING_REFUSALS.problemOf({ code: 'digits-spent' })).toEqual({
      type: 'about:blank',
      status: 429,
      code: 'digits-spent',
      title: 'Tentativas esgotadas',
      detail:
        'Acabaram as tentativas de hoje para este pedido. Pergunte no balcão ou abra no aparelho que fez o pedido.',
      triesLeft: 0,
    });
  });

  it.each([
    [0, 'Não restam tentativas hoje: pergunte no balcão ou abra no aparelho que fez o pedido.'],
    [1, 'Resta 1 tentativa hoje.'],
    [2, 'Restam 2 tentativas hoje.'],
    [4, 'Restam 4 tentativas hoje.'],
  ])('with wrong digits has %i tries left', (triesLeft, words) => {
    expect(TRACKING_REFUSALS.problemOf({ code: 'wrong-digits', triesLeft })).toEqual({
      type: 'about:blank',
      status: 403,
      code: 'wrong-digits',
      title: 'Dígitos não conferem',
      detail: `Estes não são os 4 últimos dígitos do telefone do pedido. ${words}`,
      triesLeft,
    });
  });
});
