// A catalogue while it is edited: what is thought better of, what another has changed, and what a row shows besides its words.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodies, openMenu, rowsOf } from '../../../../testing/menu-screen.ts';
import { openScreen, refusal, type Answers } from '../../../../testing/screen.ts';
import { awayAtom, menuTurnAtom } from '../../board/live.ts';
import { EntryField } from './entry-field.tsx';

const MANY = 'PATCH /api/staff/catalog';
const AWAY = refusal(503, 'away', 'A loja reinicia.');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});
const toppings = (answers: Answers = {}, changes?: (catalog: Catalog) => void) =>
  openMenu('complementos', answers, changes);

describe('thought better of', () => {
  it('nothing leaves the menu', async () => {
    const { screen } = await toppings();
    await screen.tap('Excluir Mel');
    expect(screen.words()).toContain('Tem certeza que deseja excluir o complemento "Mel"?');
    await screen.tap('Cancelar');
    expect(screen.all('dialog[open]')).toEqual([]);
    expect([screen.changes(), rowsOf(screen)]).toEqual([[], ['Banana', 'Mel', 'Granola', 'Nutella']]);
  });

  it('an unusual price is corrected in the form, which has all that was typed', async () => {
    const { screen } = await toppings();
    await screen.tap('Editar Nutella');
    await screen.type('Nome', 'Nutella cremosa');
    await screen.type('Preço (R$)', '400');
    await screen.tap('Salvar');
    await screen.tap('Corrigir');
    expect(screen.words()).not.toContain('Mudar o preço de');
    expect([screen.valueOf('Nome'), screen.valueOf('Preço (R$)')]).toEqual(['Nutella cremosa', '400']);
    expect(screen.changes()).toEqual([]);
  });

  it('one of those that were selected is none of them any more', async () => {
    const { screen } = await toppings();
    for (const name of ['Mel', 'Banana', 'Mel']) await screen.tap(`Selecionar ${name}`);
    expect(screen.words()).toContain('1 selecionado');
    await screen.tap('Desligar');
    expect(bodies(screen.changes())).toMatchObject([{ entries: [{ id: 'banana' }] }]);
  });

  it('an entry that is dropped where it stood moves nothing', async () => {
    const { screen } = await toppings();
    await screen.drag(1, 1);
    expect(screen.changes()).toEqual([]);
    await screen.drag(1, 0);
    expect(screen.changes()).toHaveLength(1);
  });
});

it('what somebody else has chosen meanwhile is told by its name, and of a picture that it is another one', async () => {
  const { screen, catalog, store } = await openMenu('produtos', {}, (begun) => {
    begun.categories = [...begun.categories, { ...begun.categories[0]!, id: 'gelados', name: 'Gelados' }];
    begun.products = begun.products.map((one) => ({ ...one, image: 'a'.repeat(64) }));
  });
  await screen.tap('Editar Água');
  await screen.type('Categoria', 'gelados');
  await screen.tap('Tirar a imagem');
  catalog.products = catalog.products.map((one) =>
    one.id === 'agua' ? { ...one, categoryId: 'classicas', image: 'b'.repeat(64) } : one,
  );
  await screen.when(() => store.set(menuTurnAtom, 1));
  expect(screen.words()).toContain('Categoria agora é “Clássicas”. Foto agora é “outra imagem”. Ao salvar');
});

it('a row shows its picture as small as it needs it, or the colour of its cup', async () => {
  const image = 'a'.repeat(64);
  const { screen } = await openMenu('produtos', {}, (begun) => {
    begun.products = begun.products.map((one) => (one.id === 'agua' ? { ...one, image } : one));
  });
  expect(screen.all('td img').map((one) => one.getAttribute('src'))).toEqual([`/api/images/${image}?w=320`]);
  const bases = await openMenu('bases', {}, (begun) => {
    begun.bases = begun.bases.map((one) => ({ ...one, color: '#7d2f96' }));
  });
  expect(bases.screen.all('td [style]').map((one) => one.getAttribute('style'))).toEqual([
    expect.stringMatching(/#7d2f96|rgb\(125, 47, 150\)/),
  ]);
});

it('a price that is kept is said to be, though its field is left once more', async () => {
  const { screen } = await toppings();
  await screen.type('Preço de Nutella', '4');
  await screen.leave('Preço de Nutella');
  await screen.leave('Preço de Nutella');
  expect(screen.words()).toContain('✓ salvo');
  expect(screen.changes()).toHaveLength(1);
});

it.each([
  ['complementos', 'Banana', 'Mel', 'abc'],
  ['complementos', 'Banana', 'Mel', ''],
  ['produtos', 'Água', 'Suco', '0'],
])(
  'in %s Enter on the price of %s does not lead on to %s where "%s" is none',
  async (slug, name, next, typed) => {
    const { screen } = await openMenu(slug, {}, (catalog) => {
      const [water] = catalog.products.filter(({ id }) => id === 'agua');
      if (water) catalog.products = [water, { ...water, id: 'suco', name: 'Suco' }];
    });
    expect(screen.all('[data-price]').map((one) => one.getAttribute('aria-label'))).toContain(
      `Preço de ${next}`,
    );
    await screen.type(`Preço de ${name}`, typed);
    await screen.press('Enter', `Preço de ${name}`);
    expect(screen.focused()).not.toBe(`Preço de ${next}`);
    expect(screen.words()).toContain('Preço inválido');
    expect(screen.changes()).toEqual([]);
  },
);

describe('what was done to many', () => {
  const switchOff = async (answers: Answers = {}) => {
    const opened = await toppings(answers);
    await opened.screen.tap('Selecionar Mel');
    await opened.screen.tap('Desligar');
    return opened;
  };

  it('waits for a store that is away, and is said to', async () => {
    const { screen, store } = await switchOff();
    expect(screen.words()).toContain('✓ 1 item desligado');
    await screen.when(() => store.set(awayAtom, true));
    expect(screen.words()).toContain('1 item desligado · aguardando a loja');
    expect(screen.words()).not.toContain('✓ 1 item desligado');
  });

  it('and could not be taken back stands as it was, with the button for another try', async () => {
    let sent = 0;
    const { screen } = await switchOff({ [MANY]: () => ((sent += 1) === 2 ? AWAY : sampleCatalog()) });
    await screen.tap('Desfazer');
    expect(screen.alerts()).toContain('A loja reinicia.');
    expect(screen.words()).toContain('✓ 1 item desligado');
    await screen.tap('Desfazer');
    expect(screen.words()).toContain('✓ Desfeito: 1 item desligado');
  });
});

it('two prices from afar are counted, and each is chosen by itself', async () => {
  const conflict = (id: string, name: string) => ({
    ...{ kind: 'toppings', id, name, by: 'Nina' },
    ...{ seenCents: 350, storedCents: 380, wantedCents: 400 },
  });
  const [nutella, mel] = [conflict('nutella', 'Nutella'), conflict('mel', 'Mel')];
  const { screen } = await toppings({
    'GET /api/staff/price-conflicts': { conflicts: [nutella, mel] },
    'POST /api/staff/price-conflicts/toppings/mel': { conflicts: [nutella] },
  });
  expect(screen.words()).toContain('2 preços para escolher');
  await screen.tap('Deixar Mel a R$ 3,80');
  expect(screen.words()).toContain('Um preço para escolher');
  expect(screen.buttons()).not.toContain('Deixar Mel a R$ 3,80');
});

it('a price that was asked about leads on once, and takes the keyboard from nowhere else later', async () => {
  const { screen } = await toppings();
  await screen.type('Preço de Banana', '40');
  await screen.press('Enter', 'Preço de Banana');
  await screen.tap('Sim, R$ 40,00');
  expect(screen.focused()).toBe('Preço de Mel');
  await screen.type('Preço de Banana', '39');
  const [granola] = screen.all('[aria-label="Preço de Granola"]');
  await screen.when(() => (granola as HTMLInputElement).focus());
  await screen.leave('Preço de Banana');
  expect(screen.changes()).toHaveLength(2);
  expect(screen.focused()).toBe('Preço de Granola');
});

it('a price from afar that somebody else has settled meanwhile is said to be, and is none to choose any more', async () => {
  const conflict = {
    ...{ kind: 'toppings', id: 'mel', name: 'Mel', by: 'Nina' },
    ...{ seenCents: 350, storedCents: 380, wantedCents: 400 },
  };
  let isSettled = false;
  const { screen } = await toppings({
    'GET /api/staff/price-conflicts': () => ({ conflicts: isSettled ? [] : [conflict] }),
    'POST *': () => {
      isSettled = true;
      return refusal(409, 'stale', 'Outra pessoa já escolheu.');
    },
  });
  await screen.tap('Mudar Mel para R$ 4,00');
  expect(screen.words()).toContain('Outra pessoa já escolheu.');
  expect(screen.words()).not.toContain('Um preço para escolher');
});

it('a list to choose from that is empty says where it is filled', async () => {
  const field = { key: 'sizes', label: 'Tamanhos', type: 'choices', listed: () => [] } as const;
  const more = { value: '', error: undefined, catalog: sampleCatalog(), name: 'Polpa' };
  const screen = await openScreen(createElement(EntryField, { field, ...more, onValue: () => undefined }));
  expect(screen.words()).toContain('Tamanhos Cadastre em Tamanhos/Sabores para escolher aqui.');
});
