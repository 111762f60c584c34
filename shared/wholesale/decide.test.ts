import { describe, expect, it } from 'vitest';
import { wholesaleCatalogue } from './catalogue.ts';
import { PlaceWholesale } from './place.ts';
import { place, samplePlacement, sampleWholesale } from './sample.ts';

const errorsOf = (changes: Record<string, unknown>, catalogue = wholesaleCatalogue(sampleWholesale())) => {
  const placed = place(samplePlacement(changes), catalogue);
  if (placed.ok) return [];
  return placed.refusal.code === 'invalid-order' ? placed.refusal.errors : [placed.refusal];
};
const item = (changes: Record<string, unknown>) => ({
  items: [
    {
      id: 'a',
      productId: 'balde',
      selectedSize: '10 L',
      selectedFlavor: 'Banana',
      quantity: 1,
      ...changes,
    },
  ],
});

describe('[A1] prices', () => {
  it('come from the catalogue: price times quantity, summed', () => {
    const placed = place(samplePlacement());
    expect(placed).toMatchObject({
      ok: true,
      value: {
        orderNumber: 7,
        status: 'NOVO',
        totalCents: 3 * 12_000 + 2 * 4_550,
        customerName: 'Maria de Souza',
        customerPhone: '11987654321',
        items: [
          { productName: 'Açaí em balde', productPriceCents: 12_000, quantity: 3, totalPriceCents: 36_000 },
          { productName: 'Casquinhas', productPriceCents: 4_550, quantity: 2, totalPriceCents: 9_100 },
        ],
      },
    });
  });

  it('are not what the buyer says', () => {
    const lie = { price: 1, productPriceCents: 1, totalPriceCents: 1 };
    const placed = place(
      samplePlacement({ ...item(lie), totalCents: 1, total: 1, status: 'FINALIZADO', orderNumber: 1 }),
    );
    expect(placed).toMatchObject({ ok: true, value: { totalCents: 12_000, status: 'NOVO', orderNumber: 7 } });
  });

  it('that differ from what was shown refuse the order with the real total', () => {
    expect(place(samplePlacement({ expectedTotalCents: 45_100 })).ok).toBe(true);
    expect(place(samplePlacement({ expectedTotalCents: 45_000 }))).toEqual({
      ok: false,
      refusal: { code: 'price-changed', totalCents: 45_100 },
    });
  });
});

describe('[A4] what is wrong', () => {
  it('is named line by line and field by field, all at once', () => {
    expect(
      errorsOf({
        customerName: '',
        customerPhone: '123',
        customerCpfCnpj: '99',
        items: [
          { id: 'a', productId: 'nenhum', quantity: 1 },
          { id: 'a', productId: 'balde', selectedSize: '10 L', quantity: 1 },
        ],
      }).map((error) => ('field' in error ? error.field : error.code)),
    ).toEqual([
      'items[0].productId',
      'items[1].selectedFlavor',
      'items[1].id',
      'customerName',
      'customerPhone',
      'customerCpfCnpj',
    ]);
  });
});

describe('[A5] quantities', () => {
  it.each([
    [0, 'A quantidade mínima é 1'],
    [-1, 'A quantidade mínima é 1'],
    [1.5, 'A quantidade deve ser um número inteiro'],
    [1_000_000_000, 'A quantidade máxima por item é 9999'],
    ['3', 'A quantidade deve ser um número inteiro'],
    [null, 'A quantidade deve ser um número inteiro'],
    [Number.MAX_SAFE_INTEGER + 1, 'A quantidade deve ser um número inteiro'],
  ])('of %s are refused', (quantity, message) => {
    const parsed = PlaceWholesale.safeParse({ ...samplePlacement(), ...item({ quantity }) });
    expect(parsed.error?.issues.map((issue) => issue.message)).toContain(message);
  });

  it('from 1 to 9999 are taken', () => {
    expect(place(samplePlacement(item({ quantity: 9_999 })))).toMatchObject({
      ok: true,
      value: { totalCents: 9_999 * 12_000 },
    });
  });

  it('of an empty cart are none', () => {
    const parsed = PlaceWholesale.safeParse({ ...samplePlacement(), items: [] });
    expect(parsed.error?.issues[0]?.message).toBe('Carrinho vazio');
  });
});

describe('[A6] what is not on offer is refused', () => {
  it.each([
    [{ productId: 'antigo' }, 'items[0].productId', /não está mais disponível/],
    [{ productId: 'nenhum' }, 'items[0].productId', /não está mais disponível/],
    [{ selectedSize: '2 L' }, 'items[0].selectedSize', /O tamanho 2 L de Açaí em balde não está mais/],
    [{ selectedFlavor: 'Zero' }, 'items[0].selectedFlavor', /O sabor Zero de Açaí em balde não está mais/],
    [{ selectedSize: '3 L' }, 'items[0].selectedSize', /não está mais disponível/],
    [{ selectedSize: null }, 'items[0].selectedSize', /Escolha o tamanho/],
    [{ selectedFlavor: '' }, 'items[0].selectedFlavor', /Escolha o sabor/],
    [{ productId: 'casquinha', selectedFlavor: null }, 'items[0].selectedSize', /não tem tamanhos/],
    [{ productId: 'casquinha', selectedSize: null }, 'items[0].selectedFlavor', /não tem sabores/],
  ])('%j', (changes, field, message) => {
    expect(errorsOf(item(changes))).toEqual([{ field, message: expect.stringMatching(message) as string }]);
  });

  it('also a product all of whose sizes are switched off', () => {
    const catalogue = wholesaleCatalogue(
      sampleWholesale({ wholesaleSizes: ['10 L', '5 L', '2 L'].map((name) => off(name)) }),
    );
    expect(errorsOf(item({}), catalogue)).toEqual([
      { field: 'items[0].selectedSize', message: 'Açaí em balde não está disponível no momento' },
    ]);
  });

  it('but a name that stands in no list stays on offer, and so does one that is there again', () => {
    const catalogue = wholesaleCatalogue(
      sampleWholesale({ wholesaleSizes: [off('10 L'), { id: 'again', name: '10 L', active: true }] }),
    );
    expect(errorsOf(item({ selectedFlavor: 'Banana' }), catalogue)).toEqual([]);
  });
});
const off = (name: string) => ({ id: `off-${name}`, name, active: false });

describe('[A9] the field settings', () => {
  const fields = (changes: Record<string, { enabled: boolean; required: boolean }>) =>
    wholesaleCatalogue(
      sampleWholesale({
        wholesaleFields: (['name', 'phone', 'cpf_cnpj', 'address', 'observations'] as const).map((id) => ({
          id,
          enabled: true,
          required: true,
          ...changes[id],
        })),
      }),
    );
  const nothing = {
    customerName: '  ',
    customerPhone: '',
    customerCpfCnpj: '',
    customerAddress: '',
    observations: ' ',
  };

  it('that require everything are told one message per field', () => {
    expect(errorsOf(nothing, fields({}))).toEqual([
      { field: 'customerName', message: 'Nome é obrigatório' },
      { field: 'customerPhone', message: 'Telefone/WhatsApp é obrigatório' },
      { field: 'customerCpfCnpj', message: 'CPF/CNPJ é obrigatório' },
      { field: 'customerAddress', message: 'Endereço é obrigatório' },
      { field: 'observations', message: 'Observações é obrigatório' },
    ]);
  });

  it('that switch a field off neither ask for it nor keep it, wrong or right', () => {
    const off = { enabled: false, required: true };
    const placed = place(
      samplePlacement({ customerPhone: '1', customerCpfCnpj: 'x', customerAddress: 'Rua A' }),
      fields({
        phone: off,
        cpf_cnpj: off,
        address: { enabled: true, required: false },
        observations: off,
      }),
    );
    expect(placed).toMatchObject({
      ok: true,
      value: { customerPhone: null, customerCpfCnpj: null, customerAddress: 'Rua A', observations: '' },
    });
  });

  it('that were never made ask for name and phone', () => {
    expect(errorsOf(nothing).map((error) => ('field' in error ? error.field : ''))).toEqual([
      'customerName',
      'customerPhone',
    ]);
  });
});

describe('[A10] CPF and CNPJ', () => {
  it('are kept without punctuation, and refused when wrong', () => {
    expect(place(samplePlacement({ customerCpfCnpj: '12.abc.345/01de-35' }))).toMatchObject({
      ok: true,
      value: { customerCpfCnpj: '12ABC34501DE35' },
    });
    expect(errorsOf({ customerCpfCnpj: '123' })).toEqual([
      { field: 'customerCpfCnpj', message: 'CPF ou CNPJ inválido. Confira o que foi digitado.' },
    ]);
  });
});
