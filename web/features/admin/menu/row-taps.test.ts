// A row of the menu: its price, 'Acabou', its place, and what is off.
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodies, openMenu, priced, rowsOf } from '../../../testing/menu-screen.ts';
import { refusal, type Answers } from '../../../testing/screen.ts';
import { loadStoreAtom } from '../../../data/shop.ts';
import { awayAtom, menuTurnAtom } from '../../../data/staff/board/live.ts';

const NOW = Date.parse('2026-11-21T18:20:00-03:00');
const CATALOG = 'GET /api/staff/catalog';
const MANY = 'PATCH /api/staff/catalog';
const DIFFERS = refusal(409, 'price-differs', 'Este preço já é outro.');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const toppings = (answers: Answers = {}, changes?: (catalog: Catalog) => void) =>
  openMenu('complementos', answers, changes);

describe('a price in its row', () => {
  const PRICE = 'Preço de Nutella';

  it('is sent when the field is left, over the price that was seen, and said to be kept for a while', async () => {
    const { screen } = await toppings();
    await screen.type(PRICE, '4,2');
    await screen.leave(PRICE);
    expect(bodies(screen.changes())).toEqual([{ entries: [priced('nutella', 420, 350)] }]);
    expect(screen.words()).toContain('✓ salvo');
    await screen.later(2_500);
    expect(screen.words()).not.toContain('✓ salvo');
    expect(screen.valueOf(PRICE)).toBe('4,20');
    await screen.leave(PRICE);
    expect(screen.changes()).toHaveLength(1);
    expect(screen.valueOf(PRICE)).toBe('4,20');
  });

  it('that is left as it was, or thrown away by Escape, is not sent', async () => {
    const { screen } = await toppings();
    await screen.leave(PRICE);
    await screen.type(PRICE, '9');
    await screen.press('Escape', PRICE);
    expect(screen.valueOf(PRICE)).toBe('3,50');
    expect(screen.changes()).toEqual([]);
  });

  it('that is none is wrong; nothing is a price where it may be', async () => {
    const { screen } = await toppings();
    await screen.type(PRICE, 'x');
    await screen.leave(PRICE);
    expect(screen.words()).toContain('Preço inválido');
    await screen.type(PRICE, '0');
    await screen.leave(PRICE);
    expect(bodies(screen.changes())).toEqual([{ entries: [priced('nutella', 0, 350)] }]);
    const sizes = (await openMenu('tamanhos')).screen;
    await sizes.type('Preço de Grande', '0');
    await sizes.leave('Preço de Grande');
    expect(sizes.words()).toContain('Preço inválido');
    expect(sizes.changes()).toEqual([]);
  });

  it('that is unusual is asked about; what is corrected stays to be corrected', async () => {
    const { screen } = await toppings();
    await screen.type(PRICE, '350');
    await screen.leave(PRICE);
    expect(screen.words()).toContain('O preço passa de R$ 3,50 para R$ 350,00 . Está certo?');
    expect(screen.changes()).toEqual([]);
    await screen.tap('Corrigir');
    expect(screen.valueOf(PRICE)).toBe('350');
    await screen.leave(PRICE);
    await screen.tap('Sim, R$ 350,00');
    expect(bodies(screen.changes())).toEqual([{ entries: [priced('nutella', 35_000, 350)] }]);
  });

  it('of what cost nothing is compared with the others', async () => {
    const { screen } = await toppings();
    await screen.type('Preço de Mel', '40');
    await screen.leave('Preço de Mel');
    expect(screen.words()).toContain('R$ 40,00 é muito mais do que custam os outros.');
  });

  it('that somebody else changed meanwhile is asked about: which of the two counts', async () => {
    const answers: Answers = { [MANY]: DIFFERS };
    const { screen, catalog } = await toppings(answers);
    const set = (priceCents: number) => {
      catalog.toppings = catalog.toppings.map((one) => (one.id === 'nutella' ? { ...one, priceCents } : one));
    };
    set(390);
    await screen.type(PRICE, '4');
    await screen.leave(PRICE);
    expect(screen.sent.at(-1)?.route).toBe(CATALOG);
    expect(screen.words()).toContain(
      'Outra pessoa mudou este preço de R$ 3,50 para R$ 3,90 . Você digitou R$ 4,00 . Qual vale?',
    );
    await screen.leave(PRICE);
    expect(screen.changes()).toHaveLength(1);
    await screen.tap('Mudar para R$ 4,00');
    expect(bodies(screen.changes())[1]).toEqual({ entries: [priced('nutella', 400, 390)] });
    await screen.tap('Deixar R$ 3,90');
    expect(screen.valueOf(PRICE)).toBe('3,90');
    expect(screen.changes()).toHaveLength(2);
  });

  it('that somebody else changed while it was typed is sent over the one that was seen', async () => {
    const { screen, catalog, store } = await toppings();
    await screen.type(PRICE, '4');
    catalog.toppings = catalog.toppings.map((one) =>
      one.id === 'nutella' ? { ...one, priceCents: 390 } : one,
    );
    await screen.when(() => store.set(menuTurnAtom, 1));
    expect(screen.valueOf(PRICE)).toBe('4');
    await screen.leave(PRICE);
    expect(bodies(screen.changes())).toEqual([{ entries: [priced('nutella', 400, 350)] }]);
  });

  it('that somebody else changed while nobody typed is the one that stands there, and leaving it sends nothing', async () => {
    const { screen, catalog, store } = await toppings();
    catalog.toppings = catalog.toppings.map((one) =>
      one.id === 'nutella' ? { ...one, priceCents: 390 } : one,
    );
    await screen.when(() => store.set(menuTurnAtom, 1));
    expect(screen.valueOf(PRICE)).toBe('3,90');
    await screen.leave(PRICE);
    expect(screen.changes()).toEqual([]);
    // From there on that is the one that was seen.
    await screen.type(PRICE, '4');
    await screen.leave(PRICE);
    expect(bodies(screen.changes())).toEqual([{ entries: [priced('nutella', 400, 390)] }]);
  });

  it('that could not be kept says why, and stays as it was typed', async () => {
    const { screen } = await toppings({ [MANY]: refusal(503, 'away', 'A loja não respondeu.') });
    await screen.type(PRICE, '4');
    await screen.leave(PRICE);
    // In its row, where it stays once the message has passed.
    const beside = screen.all('td [role="status"]').map((one) => one.textContent);
    expect(beside.filter((text) => text !== '')).toEqual([expect.stringContaining('A loja não respondeu.')]);
    expect(screen.words()).not.toContain('✓ salvo');
    expect(screen.valueOf(PRICE)).toBe('4');
  });

  it('leads on to the next one by Enter', async () => {
    const { screen } = await toppings();
    await screen.press('Enter', 'Preço de Banana');
    expect(screen.focused()).toBe('Preço de Mel');
  });

  it('that is asked about after Enter leads on once it is said to be right', async () => {
    const { screen } = await toppings();
    await screen.type('Preço de Banana', '40');
    await screen.press('Enter', 'Preço de Banana');
    expect(screen.changes()).toEqual([]);
    await screen.tap('Sim, R$ 40,00');
    expect(bodies(screen.changes())).toEqual([{ entries: [priced('banana', 4_000, 0)] }]);
    expect(screen.focused()).toBe('Preço de Mel');
  });

  it('waits for a store that is away', async () => {
    const { screen, store } = await toppings();
    await screen.when(() => store.set(awayAtom, true));
    await screen.type(PRICE, '4');
    await screen.leave(PRICE);
    expect(screen.words()).toContain('aguardando a loja');
    expect(screen.words()).not.toContain('✓ salvo');
  });
});

describe('a price that is sent as the store goes', () => {
  /** The store is back, and has not decided yet. */
  const sent = async () => {
    const menu = await toppings({
      [MANY]: () => {
        menu.store.set(awayAtom, true);
        return menu.catalog;
      },
    });
    const { screen, store, catalog } = menu;
    await screen.type('Preço de Nutella', '4');
    await screen.leave('Preço de Nutella');
    await screen.when(() => store.set(awayAtom, false));
    const decide = async (priceCents: number) => {
      catalog.toppings = catalog.toppings.map((one) => (one.id === 'nutella' ? { ...one, priceCents } : one));
      await screen.when(() => store.set(menuTurnAtom, 1));
    };
    return { screen, decide };
  };

  it('waits for it, for the relay has taken it', async () => {
    const { screen } = await sent();
    expect(screen.words()).toContain('aguardando a loja');
    expect(screen.words()).not.toContain('✓ salvo');
  });

  it('is kept once the store has it', async () => {
    const { screen, decide } = await sent();
    await decide(400);
    expect(screen.words()).toContain('✓ salvo');
    expect(screen.words()).not.toContain('aguardando a loja');
    await screen.later(2_500);
    expect(screen.words()).not.toContain('✓ salvo');
  });

  it('is neither kept nor waited for where the store has another', async () => {
    const { screen, decide } = await sent();
    await decide(390);
    expect(screen.words()).not.toContain('aguardando a loja');
    expect(screen.words()).not.toContain('✓ salvo');
  });
});

describe('a row', () => {
  it('says what is sold out, and sends until when', async () => {
    const { screen } = await toppings();
    const NAME = 'Disponibilidade de Mel';
    expect(screen.valueOf(NAME)).toBe('available');
    await screen.type(NAME, 'two-hours');
    expect(screen.changes()).toEqual([
      { route: 'PATCH /api/staff/catalog/toppings/mel', body: { soldOutUntilMs: NOW + 2 * 3_600_000 } },
    ]);
    expect(screen.valueOf(NAME)).toBe('sold-out');
    expect(screen.words()).toContain('Acabou até 20:20');
    await screen.type(NAME, 'available');
    expect(bodies(screen.changes())[1]).toEqual({ soldOutUntilMs: null });
  });

  it('is sold out today until the day ends by the shop’s clock', async () => {
    const { screen, store } = await toppings({ 'GET /api/store': { timeZone: 'America/Manaus' } });
    await screen.when(() => void store.set(loadStoreAtom));
    await screen.type('Disponibilidade de Mel', 'today');
    expect(bodies(screen.changes())).toEqual([{ soldOutUntilMs: Date.parse('2026-11-22T04:00:00-04:00') }]);
  });

  it('is sold out for two hours from the tap on, however long the list was looked at', async () => {
    const { screen } = await toppings();
    await screen.later(50_000);
    await screen.type('Disponibilidade de Mel', 'two-hours');
    expect(bodies(screen.changes())).toEqual([{ soldOutUntilMs: NOW + 50_000 + 2 * 3_600_000 }]);
  });

  it('moves up and down: the fewest places that change are sent', async () => {
    const { screen } = await toppings({}, (catalog) => {
      catalog.toppings = catalog.toppings.map((one, at) => ({ ...one, position: at + 1 }));
    });
    expect(screen.buttons()).toContain('Subir Banana (off)');
    expect(screen.buttons()).toContain('Descer Nutella (off)');
    await screen.tap('Descer Banana');
    expect(bodies(screen.changes())).toEqual([
      {
        entries: [
          { kind: 'toppings', id: 'mel', fields: { position: 1 } },
          { kind: 'toppings', id: 'banana', fields: { position: 2 } },
        ],
      },
    ]);
  });

  it('that could not be changed is said beside the list', async () => {
    const { screen } = await toppings({ [MANY]: refusal(503, 'away', 'A loja não respondeu.') });
    await screen.tap('Descer Banana');
    expect(screen.all('p[role="alert"]').map((one) => one.textContent)).toEqual(['A loja não respondeu.']);
  });

  it('is moved no further while its place is on its way', async () => {
    const { screen } = await toppings({ [MANY]: () => new Promise(() => undefined) });
    expect(screen.buttons()).toEqual(expect.arrayContaining(['Subir Nutella', 'Descer Banana']));
    await screen.tap('Subir Nutella');
    expect(screen.buttons()).toEqual(expect.arrayContaining(['Subir Nutella (off)', 'Descer Banana (off)']));
  });

  it('in a part of the list goes to the place of the one beside it in the whole', async () => {
    const { screen } = await toppings({}, (catalog) => {
      catalog.toppings = catalog.toppings.map((one, at) => ({ ...one, position: at + 1 }));
    });
    await screen.type('Filtrar por Categoria', 'caldas');
    expect(rowsOf(screen)).toEqual(['Mel', 'Nutella']);
    await screen.tap('Subir Nutella');
    expect(bodies(screen.changes())).toEqual([
      {
        entries: [
          { kind: 'toppings', id: 'nutella', fields: { position: 2 } },
          { kind: 'toppings', id: 'mel', fields: { position: 3 } },
          { kind: 'toppings', id: 'granola', fields: { position: 4 } },
        ],
      },
    ]);
  });

  it('is dragged to the place of another', async () => {
    const { screen } = await toppings({}, (catalog) => {
      catalog.toppings = catalog.toppings.map((one, at) => ({ ...one, position: at + 1 }));
    });
    await screen.drag(0, 1);
    expect(bodies(screen.changes())).toEqual([
      {
        entries: [
          { kind: 'toppings', id: 'mel', fields: { position: 1 } },
          { kind: 'toppings', id: 'banana', fields: { position: 2 } },
        ],
      },
    ]);
  });

  it('is taken off after a question, and back at once', async () => {
    const { screen } = await toppings();
    await screen.tap('Excluir Mel');
    expect(screen.words()).toContain('Tem certeza que deseja excluir o complemento "Mel"?');
    expect(screen.changes()).toEqual([]);
    await screen.tap('Excluir');
    expect(bodies(screen.changes())).toEqual([{ active: false }]);
    expect(rowsOf(screen)).toEqual(['Banana', 'Granola', 'Nutella']);
    await screen.tap('Desfazer');
    expect(bodies(screen.changes())[1]).toEqual({ active: true });
    expect(screen.words()).toContain('Mel está de volta ao cardápio');
  });

  it('of what is off is shown on request, says so, and comes back', async () => {
    const { screen } = await toppings({}, (catalog) => {
      catalog.toppings = catalog.toppings.map((one) => ({ ...one, active: one.id !== 'mel' }));
    });
    expect(rowsOf(screen)).toEqual(['Banana', 'Granola', 'Nutella']);
    await screen.type('Filtrar por Situação', 'inactive');
    expect(rowsOf(screen)).toEqual(['Mel']);
    await screen.tap('Mostrar tudo');
    await screen.tap('Mostrar inativos (1)');
    expect(rowsOf(screen)).toEqual(['Banana', 'Mel', 'Granola', 'Nutella']);
    expect(screen.words().match(/Inativo /g)).toHaveLength(1);
    expect(screen.words()).toMatch(/Mel Inativo/);
    await screen.tap('Reativar Mel');
    expect(bodies(screen.changes())).toEqual([{ active: true }]);
  });
});
