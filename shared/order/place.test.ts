// What may be sent for an order: below, at and above each bound, with the words for what is beyond.
import { describe, expect, it } from 'vitest';
import { Claim, ClaimHash } from './claim.ts';
import { ConcessionAsk, PlaceCounterOrder, PlaceOrder, PlaceOrderBody } from './place.ts';
import { SAMPLE_ID } from './sample.ts';

const order = {
  id: SAMPLE_ID,
  customerPhone: '(11) 98765-4321',
  consumptionType: 'local',
  items: [{ id: 'a' }],
};
const messagesOf = (
  changes: Record<string, unknown>,
  schema: typeof PlaceOrder | typeof PlaceCounterOrder = PlaceOrder,
) =>
  schema
    .safeParse({ ...order, ...changes })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
const itemMessages = (changes: Record<string, unknown>) => messagesOf({ items: [{ id: 'a', ...changes }] });
const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

describe('an order as it is sent', () => {
  it('is read whole, with what was left out as nothing chosen', () => {
    expect(PlaceOrder.parse({ ...order, observations: ' sem canudo ' })).toEqual({
      id: SAMPLE_ID,
      customerPhone: '11987654321',
      consumptionType: 'local',
      observations: 'sem canudo',
      items: [
        {
          id: 'a',
          productId: null,
          sizeId: null,
          baseId: null,
          iceCreamId: null,
          meioAMeio: false,
          secondaryIceCreamId: null,
          toppings: [],
        },
      ],
    });
    expect(PlaceOrder.parse(order).observations).toBe('');
  });

  it.each([
    [0, ['items: Carrinho vazio']],
    [1, []],
    [40, []],
    [41, ['items: Um pedido pode ter no máximo 40 itens']],
  ])('of %i items', (count, messages) => {
    expect(messagesOf({ items: many(count, (at) => ({ id: `${at}` })) })).toEqual(messages);
  });

  it.each([
    ['119876543', false],
    ['1198765432', true],
    ['11987654321', true],
    ['119876543210', false],
    ['(11) 9876-5432', true],
    ['', false],
  ])('of the phone %j is taken: %s', (customerPhone, taken) => {
    const message = 'customerPhone: Por favor, informe um telefone válido com pelo menos 10 dígitos';
    expect(messagesOf({ customerPhone })).toEqual(taken ? [] : [message]);
    expect(messagesOf({ customerPhone }, PlaceCounterOrder)).toEqual(taken ? [] : [message]);
  });

  it('needs a phone from a customer, none from the counter', () => {
    for (const customerPhone of [undefined, null]) {
      expect(messagesOf({ customerPhone })).toEqual(['customerPhone: Telefone obrigatório']);
      expect(PlaceCounterOrder.parse({ ...order, customerPhone }).customerPhone).toBeNull();
    }
    expect(messagesOf({ customerPhone: `${'-'.repeat(30)}1198765432` })).toEqual([]);
    expect(messagesOf({ customerPhone: `${'-'.repeat(31)}1198765432` })).toEqual([
      'customerPhone: Telefone inválido',
    ]);
  });

  it.each([
    ['id', 'x', 'Identificação do pedido inválida. Recarregue a página e tente de novo.'],
    ['consumptionType', undefined, 'Tipo de consumo obrigatório'],
    ['consumptionType', 'delivery', 'Tipo de consumo obrigatório'],
    ['observations', 7, 'Observações inválidas'],
    ['observations', 'x'.repeat(501), 'As observações podem ter no máximo 500 caracteres'],
    ['items', 'x', 'Lista de itens inválida'],
    ['expectedTotalCents', -1, 'Total inválido'],
    ['expectedTotalCents', 0.5, 'Total inválido'],
  ])('is refused with %s %j', (field, value, message) => {
    expect(messagesOf({ [field]: value })).toEqual([`${field}: ${message}`]);
  });

  it.each(['local', 'takeaway'])('is had as %s', (consumptionType) => {
    expect(PlaceOrder.parse({ ...order, consumptionType })).toMatchObject({ consumptionType });
  });

  it('may be of 500 characters of observations, and of nothing to pay', () => {
    expect(messagesOf({ observations: 'x'.repeat(500), expectedTotalCents: 0 })).toEqual([]);
  });

  it('stands at the counter for up to 20 that were sent before it, and of a customer for none', () => {
    const replaced = (count: number) => ({ replaces: many(count, () => SAMPLE_ID) });
    expect(messagesOf(replaced(20), PlaceCounterOrder)).toEqual([]);
    expect(messagesOf(replaced(21), PlaceCounterOrder)).toHaveLength(1);
    expect(messagesOf({ replaces: ['x'] }, PlaceCounterOrder)).toEqual([
      'replaces.0: Identificação do pedido inválida.',
    ]);
    const concession = { kind: 'courtesy', reason: 'amigo' };
    const asked = { ...order, ...replaced(1), concession };
    expect(PlaceCounterOrder.parse(asked)).toMatchObject({ ...replaced(1), concession });
    for (const schema of [PlaceOrderBody, PlaceOrder])
      for (const field of ['replaces', 'concession']) expect(schema.parse(asked)).not.toHaveProperty(field);
  });

  it('says what was chosen by ids of 1 to 64 characters', () => {
    for (const field of ['productId', 'sizeId', 'baseId', 'iceCreamId', 'secondaryIceCreamId']) {
      expect(itemMessages({ [field]: 'x'.repeat(64) })).toEqual([]);
      for (const wrong of ['', 'x'.repeat(65), 7])
        expect(itemMessages({ [field]: wrong })).toEqual([`items.0.${field}: Escolha inválida`]);
    }
    expect(itemMessages({ id: 'x'.repeat(64) })).toEqual([]);
    expect(itemMessages({ id: 'x'.repeat(65) })).toEqual(['items.0.id: Identificação do item longa demais']);
    for (const wrong of ['', 7])
      expect(itemMessages({ id: wrong })).toEqual(['items.0.id: Item sem identificação']);
  });

  it('says of half-and-half yes or no, and of toppings a list of at most 50', () => {
    const topping = { id: 'mel', layer: 'TOP' };
    expect(itemMessages({ meioAMeio: 'x' })).toEqual(['items.0.meioAMeio: Meio a meio deve ser sim ou não']);
    expect(itemMessages({ toppings: 'x' })).toEqual(['items.0.toppings: Lista de complementos inválida']);
    expect(itemMessages({ toppings: many(50, () => topping) })).toEqual([]);
    expect(itemMessages({ toppings: many(51, () => topping) })).toEqual([
      'items.0.toppings: Complementos demais em um item',
    ]);
    expect(itemMessages({ toppings: [{ ...topping, layer: 'SIDE' }] })).toHaveLength(1);
  });
});

describe('what staff ask to give away', () => {
  const messages = (ask: Record<string, unknown>) =>
    ConcessionAsk.safeParse(ask).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ??
    [];
  const HOW_MUCH = 'Diga o desconto em reais ou em %, de 1 a 100.';

  it.each([
    [{ percent: 0 }, 'off.percent'],
    [{ percent: 1 }, null],
    [{ percent: 100 }, null],
    [{ percent: 101 }, 'off.percent'],
    [{ percent: 2.5 }, 'off'],
    [{ cents: 0 }, 'off.cents'],
    [{ cents: 1 }, null],
    [{ cents: 10_000_000 }, null],
    [{ cents: 10_000_001 }, 'off.cents'],
    [{}, 'off'],
  ])('of a discount of %j complains of %s', (off, field) => {
    expect(messages({ kind: 'discount', off, reason: 'amigo' })).toEqual(
      field === null ? [] : [`${field}: ${HOW_MUCH}`],
    );
  });

  it.each([
    ['', ['reason: Diga o motivo.']],
    ['   ', ['reason: Diga o motivo.']],
    ['x', []],
    [` ${'x'.repeat(60)} `, []],
    ['x'.repeat(61), ['reason: O motivo pode ter no máximo 60 caracteres.']],
  ])('has a reason, as %j', (reason, expected) => {
    for (const kind of ['courtesy', 'staff-meal']) expect(messages({ kind, reason })).toEqual(expected);
    expect(messages({ kind: 'discount', off: { percent: 10 }, reason })).toEqual(expected);
  });
});

describe('the claim of an order', () => {
  const INVALID = 'Comprovante do pedido inválido. Recarregue a página e tente de novo.';
  it.each([
    ['a'.repeat(21), false],
    ['a'.repeat(22), true],
    [`${'a'.repeat(20)}-_`, true],
    ['a'.repeat(128), true],
    ['a'.repeat(129), false],
    [`${'a'.repeat(22)} `, false],
    [`${'a'.repeat(22)}\n`, false],
    [7, false],
  ])('%j is one: %s', (claim, isOne) => {
    expect(Claim.safeParse(claim).error?.issues[0]?.message).toBe(isOne ? undefined : INVALID);
  });

  it.each([
    ['0123456789abcdef'.repeat(4), true],
    ['0123456789ABCDEF'.repeat(4), false],
    ['a'.repeat(63), false],
    ['a'.repeat(65), false],
    ['g'.repeat(64), false],
  ])('%j is its hash: %s', (hash, isOne) => expect(ClaimHash.safeParse(hash).success).toBe(isOne));

  it('comes from a customer as it is, and to a store as its hash alone', () => {
    const both = { ...order, claim: 'c'.repeat(22), claimHash: 'a'.repeat(64) };
    expect(PlaceOrderBody.parse(both)).toHaveProperty('claim');
    expect(PlaceOrderBody.parse(both)).not.toHaveProperty('claimHash');
    expect(PlaceOrder.parse(both)).toHaveProperty('claimHash');
    expect(PlaceOrder.parse(both)).not.toHaveProperty('claim');
  });
});
