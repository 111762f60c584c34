// What the audit says of the menu, the settings and of prices from afar: the owner reads there who changed what, from which value to which.
import { describe, expect, it } from 'vitest';
import { UNTIL_FURTHER_NOTICE_MS } from '@balcao/shared/menu/availability.ts';
import type { EntryEdit } from '@balcao/shared/menu/edit.ts';
import { ENTRY_KINDS, ENTRY_SCHEMAS, Settings, type EntryKind } from '@balcao/shared/menu/menu.ts';
import * as sentences from './menu-sentences.ts';
import { priceChosenText, priceConflictText } from './price-sentences.ts';

const category = (id: string, name: string) => ({ id, name, description: null, position: 0, active: true });
const MENU = {
  categories: [category('classicas', 'Clássicas')],
  wholesaleCategories: [category('c1', 'Baldes')],
};
const { settingsText, unseenPriceText } = sentences;
const entryText = (kind: EntryKind, id: string, before: object | null, after: object): string | null =>
  sentences.entryText(
    { kind, id },
    before as Record<string, unknown> | null,
    after as Record<string, unknown>,
    MENU,
  );
const entriesTexts = (edits: EntryEdit[]) => sentences.entriesTexts(edits, MENU);
const batchText = (batch: 'selection' | 'import', edits: EntryEdit[]) =>
  sentences.batchText(batch, edits, MENU);

const edit = (change: Partial<EntryEdit>): EntryEdit =>
  ({ kind: 'toppings', id: 'kiwi', before: { name: 'Kiwi' }, fields: {}, value: {}, ...change }) as EntryEdit;

describe('one entry', () => {
  it.each([
    ['acabou, até segunda ordem', { soldOutUntilMs: null }, { soldOutUntilMs: UNTIL_FURTHER_NOTICE_MS }],
    ['acabou por um tempo', { soldOutUntilMs: null }, { soldOutUntilMs: 1_800_000_000_000 }],
  ])('that is sold out %s', (words, before, after) => {
    expect(entryText('toppings', 'kiwi', { name: 'Kiwi', ...before }, { name: 'Kiwi', ...after })).toBe(
      `mudou o complemento Kiwi: a disponibilidade de disponível para ${words}`,
    );
  });

  it('is called by the name that it had', () => {
    expect(entryText('products', 'agua', { name: 'Água' }, { name: 'Água com gás' })).toBe(
      'mudou o produto Água: o nome de Água para Água com gás',
    );
  });

  it('of the ways to pay is called by its name on the site, where it has no other', () => {
    const before = { displayName: 'PIX', enabled: true };
    expect(entryText('paymentMethods', 'pix', before, { ...before, enabled: false })).toBe(
      'mudou a forma de pagamento PIX: ligado de sim para não',
    );
    const both = { name: 'Granola', displayName: 'Granola crocante', priceCents: 200 };
    expect(entryText('toppings', 'granola', both, { ...both, priceCents: 250 })).toBe(
      'mudou o complemento Granola: o preço de R$ 2,00 para R$ 2,50',
    );
  });

  it('of the fields that a buyer fills in is called as the buyer reads it, and was as in a shop that never set it', () => {
    const off = { id: 'cpf_cnpj', enabled: false, required: false };
    expect(entryText('wholesaleFields', 'cpf_cnpj', null, off)).toBe(
      'mudou o campo do atacado CPF/CNPJ: ligado de sim para não',
    );
    expect(entryText('wholesaleFields', 'cpf_cnpj', off, { ...off, enabled: true })).toBe(
      'mudou o campo do atacado CPF/CNPJ: ligado de não para sim',
    );
    const address = edit({
      kind: 'wholesaleFields',
      id: 'address',
      before: null,
      fields: { id: 'address', enabled: true, required: true },
    });
    expect(entriesTexts([address])).toEqual([
      { text: 'mudou o campo do atacado Endereço: obrigatório de não para sim', isNew: false },
    ]);
    expect(batchText('import', [address])).toBe(
      'importou 1 campo do atacado de um arquivo: Endereço: obrigatório de não para sim',
    );
  });

  it('says of a long value only that it is another one, and of an empty one that it is empty', () => {
    expect(
      entryText(
        'products',
        'agua',
        { name: 'Água', description: 'Sem gás', color: '' },
        {
          name: 'Água',
          description: 'Gelada',
          color: 'azul',
        },
      ),
    ).toBe('mudou o produto Água: a descrição; a cor de vazio para azul');
  });

  it('says of a picture that it is another one, and not by which name it is kept', () => {
    const before = { name: 'Taça', image: 'a'.repeat(64) };
    expect(entryText('products', 'taca', before, { ...before, image: 'b'.repeat(64) })).toBe(
      'mudou o produto Taça: a imagem',
    );
  });

  it('cuts what is long at sixty letters', () => {
    const [long, longer] = ['a'.repeat(60), 'b'.repeat(61)];
    expect(entryText('products', 'agua', { name: long }, { name: longer })).toBe(
      `mudou o produto ${long}: o nome de ${long} para ${'b'.repeat(60)}`,
    );
  });

  it('is of a category by its name, and of a kind in words', () => {
    const juice = { name: 'Suco', categoryId: null, productType: 'PRONTO', cupMode: 'pronta' };
    const cup = { ...juice, categoryId: 'classicas', productType: 'TACA_MONTADA', cupMode: 'escolha' };
    expect(entryText('products', 'suco', juice, cup)).toBe(
      'mudou o produto Suco: a categoria de vazio para Clássicas; o tipo de produto pronto para taça; o modo da taça de pronta para à escolha',
    );
    expect(entryText('products', 'suco', cup, { ...cup, productType: 'ACAI_MONTADO' })).toBe(
      'mudou o produto Suco: o tipo de taça para açaí montado',
    );
    const bucket = edit({
      kind: 'wholesaleProducts',
      before: { name: 'Balde', categoryId: 'c1' },
      fields: { categoryId: null },
    });
    expect(entriesTexts([bucket])[0]?.text).toBe(
      'mudou o produto do atacado Balde: a categoria de Baldes para vazio',
    );
    expect(batchText('import', [bucket])).toContain('a categoria de Baldes para vazio');
  });

  it('of which nothing changed is no sentence', () => {
    expect(entryText('toppings', 'kiwi', { name: 'Kiwi' }, { name: 'Kiwi' })).toBeNull();
  });
});

describe('several entries', () => {
  const moved = (id: string): EntryEdit =>
    edit({ id, before: { name: id, position: 1 }, fields: { position: 2 } });

  it('that changed places are one sentence, and one that did alone is its own', () => {
    expect(entriesTexts([moved('kiwi'), moved('uva')])).toEqual([
      { text: 'mudou a ordem dos complementos', isNew: false },
    ]);
    expect(entriesTexts([moved('kiwi')])).toEqual([
      { text: 'mudou o complemento kiwi: a posição de 1 para 2', isNew: false },
    ]);
  });

  it.each([
    ['sizes', 'dos tamanhos'],
    ['bases', 'das bases'],
    ['iceCreams', 'dos sorvetes'],
    ['categories', 'das categorias'],
    ['products', 'dos produtos'],
    ['wholesaleCategories', 'das categorias do atacado'],
    ['wholesaleProducts', 'dos produtos do atacado'],
  ] as const)('that changed places are called as their list: %s', (kind, list) => {
    const both = ['a', 'b'].map((id) => ({ ...moved(id), kind }));
    expect(entriesTexts(both)).toEqual([{ text: `mudou a ordem ${list}`, isNew: false }]);
  });

  it('say which of them is new', () => {
    expect(
      entriesTexts([
        edit({ fields: { name: 'Kiwi verde' } }),
        edit({ id: 'uva', before: null, fields: { name: 'Uva' } }),
      ]),
    ).toEqual([
      { text: 'mudou o complemento Kiwi: o nome de Kiwi para Kiwi verde', isNew: false },
      { text: 'criou o complemento Uva', isNew: true },
    ]);
  });

  it('that were changed at once are counted by what became another one', () => {
    const off = edit({ before: { name: 'Kiwi', active: true }, fields: { active: false } });
    const same = edit({ id: 'uva', before: { name: 'Uva', active: false }, fields: { active: false } });
    expect(batchText('selection', [off, same])).toBe(
      'mudou 1 complemento de uma vez: Kiwi: ativo de sim para não',
    );
    expect(batchText('import', [same])).toBeNull();
  });

  it.each([
    ['sizes', '1 tamanho', '2 tamanhos'],
    ['bases', '1 base', '2 bases'],
    ['iceCreams', '1 sorvete', '2 sorvetes'],
    ['toppings', '1 complemento', '2 complementos'],
    ['categories', '1 categoria', '2 categorias'],
    ['products', '1 produto', '2 produtos'],
    ['paymentMethods', '1 forma de pagamento', '2 formas de pagamento'],
    ['wholesaleCategories', '1 categoria do atacado', '2 categorias do atacado'],
    ['wholesaleProducts', '1 produto do atacado', '2 produtos do atacado'],
    ['wholesaleSizes', '1 tamanho do atacado', '2 tamanhos do atacado'],
    ['wholesaleFlavors', '1 sabor do atacado', '2 sabores do atacado'],
    ['wholesaleFields', '1 campo do atacado', '2 campos do atacado'],
  ] as const)('that were changed at once are counted as what they are: %s', (kind, one, two) => {
    const off = (id: string) =>
      edit({ kind, id, before: { name: id, active: true }, fields: { active: false } });
    expect(batchText('selection', [off('a')])).toBe(`mudou ${one} de uma vez: a: ativo de sim para não`);
    expect(batchText('selection', [off('a'), off('b')])).toContain(`mudou ${two} de uma vez: a`);
  });

  it('of several kinds are items of the menu, one of them too where the others stayed as they were', () => {
    const off = edit({ before: { name: 'Kiwi', active: true }, fields: { active: false } });
    const base = edit({ kind: 'bases', id: 'b', before: { name: 'Cupuaçu', active: true } });
    const said = (fields: object) => batchText('selection', [off, { ...base, fields } as EntryEdit]);
    expect(said({ active: true })).toContain('mudou 1 item do cardápio de uma vez: Kiwi');
    expect(said({ active: false })).toContain('mudou 2 itens do cardápio de uma vez: Kiwi');
  });
});

describe('the settings', () => {
  it.each([
    [{ pausedUntilMs: null }, { pausedUntilMs: 5 }, 'a pausa dos pedidos de sem pausa para em pausa'],
    [{ pausedUntilMs: 5 }, { pausedUntilMs: null }, 'a pausa dos pedidos de em pausa para sem pausa'],
    [{ specialDiscountPercent: 5 }, { specialDiscountPercent: 7.5 }, 'o desconto especial de 5% para 7,5%'],
    [
      { kitchenWarnMinutes: 8, kitchenLateMinutes: 15 },
      { kitchenWarnMinutes: 10, kitchenLateMinutes: 20 },
      'os minutos até o amarelo na cozinha de 8 para 10; os minutos até o vermelho na cozinha de 15 para 20',
    ],
    [
      { wholesaleMinimumCents: 10_000 },
      { wholesaleMinimumCents: 25_000 },
      'o pedido mínimo do atacado de R$ 100,00 para R$ 250,00',
    ],
    [
      { wholesaleDeliveryWeekdays: [1, 3], wholesaleLeadDays: 2 },
      { wholesaleDeliveryWeekdays: [2], wholesaleLeadDays: 3 },
      'os dias de entrega do atacado; o prazo de entrega do atacado de 2 para 3',
    ],
    [{ storePhone: '' }, { storePhone: '1133334444' }, 'o telefone da loja de vazio para 1133334444'],
  ])('say what was and what is: %o', (before, after, words) => {
    expect(settingsText(before, after)).toBe(`mudou ${words}`);
  });
});

describe('what was changed', () => {
  it.each([
    ...ENTRY_KINDS.map((kind) => [kind, Object.keys(ENTRY_SCHEMAS[kind].shape)] as const),
    ['settings', Object.keys(Settings.shape)] as const,
  ])('in %s has for each field a name in Portuguese that no other field there has', (_kind, fields) => {
    const said = fields
      .filter((field) => field !== 'id')
      .map((field) => ({ field, words: settingsText({ [field]: 1 }, { [field]: 2 }) ?? '' }));
    expect(said.filter(({ field, words }) => words.startsWith(`mudou ${field}`))).toEqual([]);
    const sentences = said.map(({ words }) => words);
    expect(sentences.filter((words, at) => sentences.indexOf(words) !== at)).toEqual([]);
  });
});

describe('a price that another person had changed meanwhile', () => {
  const differs = {
    code: 'price-differs',
    kind: 'sizes',
    id: 'g',
    name: 'Grande',
    seenCents: 2500,
    storedCents: 2700,
    wantedCents: 2600,
    others: 0,
  } as const;

  it('is told with the one that was seen, wanted and kept', () => {
    expect(unseenPriceText(differs)).toBe(
      'quis mudar o tamanho Grande: o preço de R$ 25,00 para R$ 26,00; ficou R$ 27,00, que outra pessoa tinha posto',
    );
  });

  it('says how many others had changed', () => {
    expect(unseenPriceText({ ...differs, others: 1 })).toMatch(
      / \(e mais 1 que tinham mudado; nada foi escrito\)$/,
    );
  });
});

describe('a price from afar', () => {
  const conflict = {
    kind: 'sizes',
    id: 'g',
    name: 'Grande',
    seenCents: 2500,
    storedCents: 2700,
    wantedCents: 2600,
    by: 'Rui',
    atMs: 1,
  } as const;

  it('that is not taken', () => {
    expect(priceConflictText(conflict)).toBe(
      'quis mudar o tamanho Grande: o preço de R$ 25,00 para R$ 26,00; ficou R$ 27,00, que a loja tinha posto',
    );
  });

  it('that a person chose', () => {
    expect(priceChosenText(conflict, 'wanted')).toBe(
      'escolheu para o tamanho Grande o preço que Rui pôs com a loja sem conexão: de R$ 27,00 para R$ 26,00',
    );
  });

  it('that a person did not choose', () => {
    expect(priceChosenText(conflict, 'stored')).toBe(
      'deixou o tamanho Grande em R$ 27,00; Rui tinha posto R$ 26,00 com a loja sem conexão',
    );
  });
});
