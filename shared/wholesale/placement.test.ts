// What a wholesale placement comes to, whole: every refusal to the letter, both sides of each bound.
import { describe, expect, it } from 'vitest';
import { wholesaleCatalogue } from './catalogue.ts';
import { decidePlacement } from './decide.ts';
import { isPhone, formatTaxId } from './fields.ts';
import { PlaceWholesale, PlaceWholesaleBody } from './place.ts';
import { LINES_MAX, quantityOf } from './quantity.ts';
import { place, SAMPLE_WHOLESALE_ID, samplePlacement, sampleTaxIds, sampleWholesale } from './sample.ts';

const line = (changes: Record<string, unknown> = {}) => ({
  id: 'a',
  productId: 'balde',
  selectedSize: '10 L',
  selectedFlavor: 'Banana',
  quantity: 1,
  ...changes,
});
const errorsOf = (...items: Record<string, unknown>[]) => {
  const placed = place(samplePlacement({ items }));
  if (placed.ok || placed.refusal.code !== 'invalid-order') return [];
  return placed.refusal.errors.map(({ field, message }) => [field, message]);
};

describe('[A1] a wholesale order', () => {
  it('holds what was sold, with names and prices, and begins as new', () => {
    const request = samplePlacement({
      customerCpfCnpj: '529.982.247-25',
      customerAddress: ' Rua A, 1 ',
      observations: ' Portão azul ',
    });
    expect(place(request)).toEqual({
      ok: true,
      value: {
        id: SAMPLE_WHOLESALE_ID,
        orderNumber: 7,
        source: 'relay',
        customerName: 'Maria de Souza',
        customerPhone: '11987654321',
        customerCpfCnpj: '52998224725',
        customerAddress: 'Rua A, 1',
        observations: 'Portão azul',
        items: [
          {
            id: 'one',
            productId: 'balde',
            productName: 'Açaí em balde',
            productPriceCents: 12_000,
            selectedSize: '10 L',
            selectedFlavor: 'Banana',
            quantity: 3,
            totalPriceCents: 36_000,
          },
          {
            id: 'two',
            productId: 'casquinha',
            productName: 'Casquinhas',
            productPriceCents: 4_550,
            selectedSize: null,
            selectedFlavor: null,
            quantity: 2,
            totalPriceCents: 9_100,
          },
        ],
        totalCents: 45_100,
        status: 'NOVO',
        createdAtMs: 10_000,
        updatedAtMs: 10_000,
        startedAtMs: null,
        endedAtMs: null,
        wishedDate: null,
        terms: '',
        paid: null,
      },
    });
  });

  it.each([45_099, 45_101, 0])('that was shown with another total, %i, is refused', (expectedTotalCents) => {
    expect(place(samplePlacement({ expectedTotalCents }))).toEqual({
      ok: false,
      refusal: { code: 'price-changed', totalCents: 45_100 },
    });
  });

  it('takes a number only when it is accepted', () => {
    let taken = 0;
    const given = {
      number: () => (taken += 1),
      source: 'lan',
      nowMs: 1,
      today: '1970-01-01',
      readTaxId: sampleTaxIds,
    } as const;
    const catalogue = wholesaleCatalogue(sampleWholesale());
    decidePlacement(samplePlacement({ customerName: '' }), catalogue, given);
    decidePlacement(samplePlacement({ expectedTotalCents: 1 }), catalogue, given);
    expect(taken).toBe(0);
    expect(decidePlacement(samplePlacement(), catalogue, given)).toMatchObject({
      value: { orderNumber: 1, source: 'lan' },
    });
  });
});

describe('[A6] a line that cannot be sold', () => {
  it.each([
    [
      { productId: 'x' },
      'productId',
      'Um produto do carrinho não está mais disponível. Tire-o para enviar o pedido.',
    ],
    [{ selectedSize: null }, 'selectedSize', 'Escolha o tamanho de Açaí em balde'],
    [{ selectedSize: '2 L' }, 'selectedSize', 'O tamanho 2 L de Açaí em balde não está mais disponível'],
    [{ selectedFlavor: null }, 'selectedFlavor', 'Escolha o sabor de Açaí em balde'],
    [{ selectedFlavor: 'Zero' }, 'selectedFlavor', 'O sabor Zero de Açaí em balde não está mais disponível'],
    [
      { productId: 'casquinha', selectedFlavor: null },
      'selectedSize',
      'Casquinhas não tem tamanhos para escolher',
    ],
    [
      { productId: 'casquinha', selectedSize: null },
      'selectedFlavor',
      'Casquinhas não tem sabores para escolher',
    ],
  ])('is told: %j', (changes, field, message) => {
    expect(errorsOf(line(), line({ id: 'b', ...changes }))).toEqual([[`items[1].${field}`, message]]);
  });

  it('is told of size and flavour at once', () => {
    expect(errorsOf(line({ selectedSize: null, selectedFlavor: null })).map(([field]) => field)).toEqual([
      'items[0].selectedSize',
      'items[0].selectedFlavor',
    ]);
  });

  it('is the second of two with one id', () => {
    expect(errorsOf(line(), line({ id: 'b' }), line())).toEqual([
      ['items[2].id', 'O mesmo item aparece duas vezes no pedido'],
    ]);
  });
});

describe('[A4] the buyer', () => {
  it.each([
    ['1198765432', true],
    ['11987654321', true],
    ['119876543', false],
    ['119876543210', false],
  ])('has a phone of 10 or 11 digits: %s', (customerPhone, right) => {
    expect(isPhone(customerPhone)).toBe(right);
    const message = 'Por favor, informe um telefone válido com pelo menos 10 dígitos';
    expect(place(samplePlacement({ customerPhone }))).toMatchObject(
      right
        ? { ok: true, value: { customerPhone } }
        : { ok: false, refusal: { errors: [{ field: 'customerPhone', message }] } },
    );
  });

  it('says nothing that was not asked for', () => {
    expect(place(samplePlacement())).toMatchObject({
      value: { customerCpfCnpj: null, customerAddress: null, observations: '' },
    });
  });
});

describe('what is sent', () => {
  const messagesOf = (changes: Record<string, unknown>) =>
    PlaceWholesale.safeParse({ ...samplePlacement(), ...changes }).error?.issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    ) ?? [];
  const lines = (count: number) => Array.from({ length: count }, (_, index) => line({ id: `${index}` }));

  it.each([
    ['customerName', 80, 'Nome: use no máximo 80 caracteres'],
    ['customerPhone', 40, 'Telefone/WhatsApp: use no máximo 40 caracteres'],
    ['customerCpfCnpj', 40, 'CPF/CNPJ: use no máximo 40 caracteres'],
    ['customerAddress', 300, 'Endereço: use no máximo 300 caracteres'],
    ['observations', 500, 'Observações: use no máximo 500 caracteres'],
  ])('holds of %s at most %i characters', (field, max, message) => {
    expect(messagesOf({ [field]: '1'.repeat(max) })).toEqual([]);
    expect(messagesOf({ [field]: '1'.repeat(max + 1) })).toEqual([`${field}: ${message}`]);
    expect(messagesOf({ [field]: 1 })[0]).toMatch(/ inválido$/);
    for (const nothing of [null, undefined, '  '])
      expect(PlaceWholesale.parse({ ...samplePlacement(), [field]: nothing })).toMatchObject({ [field]: '' });
  });

  it('holds 1 to 100 lines', () => {
    expect(LINES_MAX).toBe(100);
    expect(messagesOf({ items: [] })).toEqual(['items: Carrinho vazio']);
    expect(messagesOf({ items: lines(1) })).toEqual([]);
    expect(messagesOf({ items: lines(100) })).toEqual([]);
    expect(messagesOf({ items: lines(101) })).toEqual(['items: Um pedido pode ter no máximo 100 itens']);
  });

  it.each([
    [0, ['A quantidade mínima é 1']],
    [1, []],
    [9_999, []],
    [10_000, ['A quantidade máxima por item é 9999']],
  ])('holds %i of a line, or says why not', (quantity, messages) => {
    expect(messagesOf({ items: [line({ quantity })] })).toEqual(
      messages.map((message) => `items.0.quantity: ${message}`),
    );
  });

  it('takes an empty choice for none, and no choice of more than 80 characters', () => {
    const choice = (selectedSize: unknown) => messagesOf({ items: [line({ selectedSize })] });
    expect(choice('x'.repeat(80))).toEqual([]);
    expect(choice('x'.repeat(81))).toEqual(['items.0.selectedSize: Escolha inválida']);
    for (const nothing of ['', null, undefined])
      expect(samplePlacement({ items: [line({ selectedSize: nothing })] }).items[0]?.selectedSize).toBeNull();
  });

  it('is a total of zero or more centavos, and a claim only from a buyer', () => {
    expect(messagesOf({ expectedTotalCents: -1 })).toEqual(['expectedTotalCents: Total inválido']);
    expect(messagesOf({ expectedTotalCents: 0.5 })).toEqual(['expectedTotalCents: Total inválido']);
    expect(messagesOf({ expectedTotalCents: 0 })).toEqual([]);
    const claim = 'c'.repeat(22);
    expect(PlaceWholesaleBody.parse({ ...samplePlacement(), claim }).claim).toBe(claim);
    expect(PlaceWholesale.parse({ ...samplePlacement(), claim })).not.toHaveProperty('claim');
  });
});

describe('what the catalogue offers', () => {
  const offered = () => wholesaleCatalogue(sampleWholesale());

  it('is what is switched on, without saying so', () => {
    const { categories, products } = offered();
    expect(categories.map(({ id }) => id)).toEqual(['acai']);
    expect(products.map(({ id }) => id)).toEqual(['balde', 'casquinha']);
    expect([...categories, ...products].filter((one) => 'active' in one)).toEqual([]);
  });

  it('has no category that is not shown, and no choice that is off', () => {
    expect(offered().products).toMatchObject([
      { categoryId: 'acai', sizes: ['10 L', '5 L'], flavors: ['Tradicional', 'Banana'] },
      { categoryId: null, sizes: null, flavors: null },
    ]);
  });

  it('takes an empty list for none', () => {
    const wholesaleProducts = sampleWholesale().wholesaleProducts.map((one) => ({
      ...one,
      categoryId: null,
      sizes: [],
      flavors: [],
    }));
    expect(wholesaleCatalogue(sampleWholesale({ wholesaleProducts })).products[0]).toMatchObject({
      categoryId: null,
      sizes: null,
      flavors: null,
    });
  });

  it('[A9] asks for all five fields in the order of the form, as set or as standard', () => {
    expect(offered().fields).toEqual([
      { id: 'name', enabled: true, required: true },
      { id: 'phone', enabled: true, required: true },
      { id: 'cpf_cnpj', enabled: true, required: false },
      { id: 'address', enabled: true, required: false },
      { id: 'observations', enabled: true, required: false },
    ]);
    const set = { id: 'phone', enabled: false, required: false } as const;
    expect(wholesaleCatalogue(sampleWholesale({ wholesaleFields: [set] })).fields[1]).toEqual(set);
  });
});

it.each([
  ['52998224725', '529.982.247-25'],
  ['12ABC34501DE35', '12.ABC.345/01DE-35'],
  ['5299822472', '5299822472'],
  ['529982247250', '529982247250'],
  ['12ABC34501DE3', '12ABC34501DE3'],
  ['12ABC34501DE355', '12ABC34501DE355'],
  ['', ''],
])('the number %j stands on paper as %j', (plain, text) => expect(formatTaxId(plain)).toBe(text));

it.each([
  ['0', 1],
  ['0,9', 1],
  ['1', 1],
  ['2', 2],
  ['9999', 9_999],
  ['10000', 9_999],
  ['Infinity', 1],
])('a typed quantity of %j is %i', (text, quantity) => expect(quantityOf(text)).toBe(quantity));
