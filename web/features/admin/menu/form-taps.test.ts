// The form of an entry of the menu, and the lists that lead to it.
import { createElement, type ComponentProps } from 'react';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodies, openMenu, priced, rowsOf } from '../../../testing/menu-screen.ts';
import { openScreen, refusal, type Answers } from '../../../testing/screen.ts';
import { EntryField } from '../../../data/staff/menu/editor/entry-field.tsx';
import { NONE } from '../../../data/staff/menu/editor/find.ts';
import { awayAtom, menuTurnAtom } from '../../../data/staff/board/live.ts';

const NOW = Date.parse('2026-11-21T18:20:00-03:00');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const toppings = (answers: Answers = {}, changes?: (catalog: Catalog) => void) =>
  openMenu('complementos', answers, changes);

describe('the form of an entry', () => {
  it('sends what changed alone, and a price over the one that was shown', async () => {
    const { screen } = await toppings();
    await screen.tap('Editar Nutella');
    await screen.type('Nome', 'Nutella cremosa');
    await screen.tap('Salvar');
    expect(screen.changes()).toEqual([
      { route: 'PATCH /api/staff/catalog/toppings/nutella', body: { name: 'Nutella cremosa' } },
    ]);
    expect(screen.words()).toContain('Alterações salvas');
    expect(screen.buttons()).not.toContain('Salvar');
    await screen.tap('Editar Nutella cremosa');
    await screen.type('Preço (R$)', '4');
    await screen.tap('Salvar');
    expect(bodies(screen.changes())[1]).toEqual({ entries: [priced('nutella', 400, 350)] });
  });

  it('of what stands in a category that is off says so, and offers it to nothing else', async () => {
    const { screen } = await openMenu('produtos', {}, (catalog) => {
      catalog.categories = catalog.categories.map((one) => ({ ...one, active: false }));
    });
    const offered = () => screen.all('dialog[open] option').map((one) => one.textContent);
    await screen.tap('Editar Taça da Casa');
    expect(screen.valueOf('Categoria')).toBe('classicas');
    expect(offered()).toContain('Clássicas');
    await screen.tap('Cancelar');
    await screen.tap('Editar Água');
    expect(screen.valueOf('Categoria')).toBe('');
    expect(offered()).not.toContain('Clássicas');
  });

  it('without a change sends nothing', async () => {
    const { screen } = await toppings();
    await screen.tap('Editar Nutella');
    await screen.tap('Salvar');
    expect(screen.changes()).toEqual([]);
  });

  it('asks about an unusual price once all else is right', async () => {
    const { screen } = await toppings();
    await screen.tap('Editar Nutella');
    await screen.type('Nome', ' ');
    await screen.type('Preço (R$)', '400');
    await screen.tap('Salvar');
    expect(screen.buttons()).not.toContain('Sim, R$ 400,00');
    await screen.type('Nome', 'Nutella');
    await screen.tap('Salvar');
    expect(screen.words()).toContain('O preço passa de R$ 3,50 para R$ 400,00 .');
    expect(screen.changes()).toEqual([]);
    await screen.tap('Sim, R$ 400,00');
    expect(bodies(screen.changes())).toEqual([{ entries: [priced('nutella', 40_000, 350)] }]);
  });

  it('that the store refuses stays open', async () => {
    const { screen } = await toppings({
      'PATCH /api/staff/catalog/toppings/mel': refusal(503, 'away', 'A loja não respondeu.'),
    });
    await screen.tap('Editar Mel');
    await screen.type('Nome', 'Mel puro');
    await screen.tap('Salvar');
    expect(screen.alerts()).toContain('A loja não respondeu.');
    expect(screen.words()).not.toContain('Alterações salvas');
    expect(screen.valueOf('Nome')).toBe('Mel puro');
  });

  it('of a new one is another entry; a copy begins as what it is copied from, under a name of its own', async () => {
    const { screen } = await toppings();
    await screen.tap('Novo complemento');
    await screen.type('Nome', 'Paçoca');
    await screen.type('Categoria', 'crocantes');
    await screen.tap('Salvar');
    const [made] = screen.changes();
    expect(made?.route).toMatch(/^PATCH \/api\/staff\/catalog\/toppings\/[0-9a-f-]{36}$/);
    // Where nobody dragged anything, none has a place of its own.
    expect(made?.body).toMatchObject({ name: 'Paçoca', category: 'crocantes', position: 0 });
    expect(screen.words()).toContain('Paçoca está no cardápio');
    expect(screen.buttons()).toContain('Editar Paçoca');
    await screen.tap('Duplicar Nutella');
    expect(screen.words()).toContain('Duplicar Nutella');
    expect([screen.valueOf('Nome'), screen.valueOf('Preço (R$)')]).toEqual(['Nutella (cópia)', '3,50']);
    await screen.tap('Salvar');
    expect(screen.changes()[1]?.route).not.toContain('nutella');
    expect(screen.changes()[1]?.body).toMatchObject({ name: 'Nutella (cópia)', priceCents: 350 });
  });

  it('of a new one stands behind those that were dragged', async () => {
    const { screen } = await toppings({}, (catalog) => {
      catalog.toppings = catalog.toppings.map((one, at) => ({ ...one, position: (at + 1) * 2 }));
    });
    await screen.tap('Novo complemento');
    await screen.type('Nome', 'Paçoca');
    await screen.type('Categoria', 'crocantes');
    await screen.tap('Salvar');
    expect(screen.changes()[0]?.body).toMatchObject({ position: 9 });
  });

  it('says what somebody else has made of the same field meanwhile', async () => {
    const { screen, catalog, store } = await toppings();
    await screen.tap('Editar Nutella');
    await screen.type('Nome', 'Nutella cremosa');
    catalog.toppings = catalog.toppings.map((one) =>
      one.id === 'nutella' ? { ...one, name: 'Creme de avelã' } : one,
    );
    await screen.when(() => store.set(menuTurnAtom, 1));
    expect(screen.words()).toContain(
      'Outra pessoa mudou este item enquanto você editava. Nome agora é “Creme de avelã”. Ao salvar, vale o que está aqui.',
    );
    expect(screen.valueOf('Nome')).toBe('Nutella cremosa');
  });

  it('waits for a store that is away', async () => {
    const { screen, store } = await toppings();
    await screen.when(() => store.set(awayAtom, true));
    await screen.tap('Editar Mel');
    await screen.type('Nome', 'Mel puro');
    await screen.tap('Salvar');
    expect(screen.words()).toContain('Aguardando a loja Vale na loja quando ela voltar.');
    expect(screen.words()).not.toContain('Alterações salvas');
  });

  it('waits also for a store that goes as it is sent', async () => {
    const { screen, store } = await toppings({
      'PATCH /api/staff/catalog/toppings/mel': () => {
        store.set(awayAtom, true);
        return { ...sampleCatalog().toppings[1], name: 'Mel puro' };
      },
    });
    await screen.tap('Editar Mel');
    await screen.type('Nome', 'Mel puro');
    await screen.tap('Salvar');
    expect(screen.words()).toContain('Aguardando a loja');
    expect(screen.words()).not.toContain('Alterações salvas');
  });

  it('has its allergens as a list to tick, in the order of the list', async () => {
    const { screen } = await toppings({}, (catalog) => {
      const allergens: string[] = ['pólen', 'soja'];
      const [, mel] = catalog.toppings;
      Object.assign(mel ?? {}, { allergens });
    });
    await screen.tap('Editar Mel');
    expect(screen.isChecked('soja')).toBe(true);
    expect(screen.isChecked('pólen (fora da lista)')).toBe(true);
    expect(screen.isChecked('ovo')).toBe(false);
    await screen.tap('ovo');
    await screen.tap('soja');
    await screen.tap('Salvar');
    expect(bodies(screen.changes())).toEqual([{ allergens: ['ovo', 'pólen'] }]);
  });
});

describe('a field', () => {
  const field = async (given: Partial<ComponentProps<typeof EntryField>>) => {
    const onValue = vi.fn<(value: string) => void>();
    const props = { value: '', error: undefined, catalog: sampleCatalog(), name: 'Mel', onValue, ...given };
    const screen = await openScreen(createElement(EntryField, props as ComponentProps<typeof EntryField>));
    return { screen, onValue };
  };

  it('to switch is off until it is switched on', async () => {
    const spec = { key: 'x', label: 'Mostrar preço', type: 'switch' } as const;
    const { screen, onValue } = await field({ field: spec });
    expect(screen.isChecked('Mostrar preço')).toBe(false);
    await screen.tap('Mostrar preço');
    expect(onValue).toHaveBeenCalledWith('true');
  });

  it('to choose of a list has what is active of it', async () => {
    const listed = () => [
      { name: 'Pote', active: true },
      { name: 'Balde', active: false },
    ];
    const { screen } = await field({ field: { key: 'x', label: 'Tamanhos', type: 'choices', listed } });
    expect(screen.words()).toContain('Pote');
    expect(screen.words()).not.toContain('Balde');
  });

  it('of a picture is empty once it is taken away', async () => {
    const { screen, onValue } = await field({
      field: { key: 'x', label: 'Foto', type: 'image' },
      value: 'abc',
    });
    await screen.tap('Tirar a imagem');
    expect(onValue).toHaveBeenCalledWith('');
  });
});

describe('products', () => {
  it('without a photo are told by name, three of them, while they are sold', async () => {
    const without = async (count: number) => {
      const { screen } = await openMenu('produtos', {}, (catalog) => {
        const [sample] = catalog.products;
        catalog.products = Array.from({ length: count }, (_, at) => ({
          ...sample,
          id: `p${at}`,
          name: `P${at}`,
          active: at !== 0,
        })) as Catalog['products'];
      });
      return screen.words();
    };
    expect(await without(4)).toContain('3 sem foto: P1, P2, P3. Com foto');
    expect(await without(5)).toContain('4 sem foto: P1, P2, P3 e mais 1. Com foto');
    expect(await without(2)).toContain('1 sem foto: P1.');
    expect(await without(1)).not.toContain('sem foto:');
  });

  it('say below what they are where customers find them', async () => {
    const { screen } = await openMenu('produtos');
    await screen.tap('Editar Água');
    // What it is, and nothing before that.
    expect(screen.words()).toContain('Água Produto pronto');
    expect(screen.words()).toContain('No site, em “Para acompanhar”. No balcão, em “Bebidas e produtos”.');
  });
});

it('a list is narrowed by what its entries have: also by none of it, and by Acabou where it is sold', async () => {
  const { screen } = await openMenu('produtos');
  await screen.type('Filtrar por Categoria', NONE);
  expect(rowsOf(screen)).toEqual(['Taça Livre', 'Água']);
  expect(screen.words()).toContain('Categoria: todas');
  expect(screen.words()).toContain('Situação: todas Ligados Desligados Acabou Mostrar tudo');
  // Each further one narrows what the others left.
  await screen.type('Filtrar por O que é?', 'ready');
  await screen.type('Filtrar por Categoria', NONE);
  expect(rowsOf(screen)).toEqual(['Água']);
  expect(screen.words()).toContain('Nome Preço Disponível Ações');
  expect((await openMenu('complementos')).screen.words()).not.toContain('Escolha…');
  const { words } = (await openMenu('categorias')).screen;
  expect(words()).not.toContain('Acabou');
  // Said of what it is: 'a categoria'.
  expect(words()).toContain('Situação: todas Ligadas Desligadas');
  expect(words()).toContain('Nome Ações');
});

it('each list is named with how many it has, and its addresses lead to it', async () => {
  const { screen } = await openMenu('bases');
  for (const name of ['Tamanhos (2)', 'Bases (2)', 'Complementos (4)', 'Produtos (3)'])
    expect(screen.words()).toContain(name);
  expect(rowsOf(screen)).toEqual(['Açaí']);
});
