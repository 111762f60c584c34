// Many entries of the menu at once, and prices that were put in from afar.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { menuTurnAtom } from '../../../data/staff/board/live.ts';
import { bodies, openMenu, priced } from '../../../testing/menu-screen.ts';
import { refusal, type Answers } from '../../../testing/screen.ts';

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

describe('what is selected', () => {
  const select = async (slug: string, ...names: string[]) => {
    const opened = await openMenu(slug);
    for (const name of names) await opened.screen.tap(`Selecionar ${name}`);
    return opened;
  };

  it('is counted, one by one or all that is in sight', async () => {
    const { screen } = await select('complementos', 'Mel');
    expect(screen.words()).toContain('1 selecionado');
    expect(screen.isChecked('Selecionar Mel')).toBe(true);
    expect(screen.isChecked('Selecionar Banana')).toBe(false);
    expect(screen.isChecked('Selecionar todos (4)')).toBe(false);
    await screen.tap('Selecionar todos (4)');
    expect(screen.words()).toContain('4 selecionados');
    // What is out of sight is not changed with the rest.
    await screen.type('Filtrar por Categoria', 'caldas');
    expect(screen.words()).toContain('2 selecionados');
    await screen.tap('Limpar');
    expect(screen.words()).not.toContain('selecionado');
  });

  it('in part has the box of all of them neither empty nor ticked', async () => {
    const { screen } = await openMenu('complementos');
    const isHalf = () =>
      screen.all('input').filter((one) => 'indeterminate' in one && one.indeterminate === true).length === 1;
    expect(isHalf()).toBe(false);
    await screen.tap('Selecionar Mel');
    expect(isHalf()).toBe(true);
    await screen.tap('Selecionar todos (4)');
    expect([isHalf(), screen.isChecked('Selecionar todos (4)')]).toEqual([false, true]);
  });

  it('in a part of the list is that part alone', async () => {
    const { screen } = await openMenu('complementos');
    await screen.type('Filtrar por Categoria', 'caldas');
    await screen.tap('Selecionar todos (2)');
    await screen.tap('Mostrar tudo');
    expect(screen.words()).toContain('2 selecionados');
  });

  it.each(['Planilha', 'Mudar preços'])(
    'that could not be switched off is no failure of %s',
    async (dialog) => {
      const { screen } = await openMenu('complementos', { [MANY]: refusal(503, 'away', 'A loja reinicia.') });
      await screen.tap('Selecionar Mel');
      await screen.tap('Desligar');
      expect(screen.alerts().join()).toContain('A loja reinicia.');
      await screen.tap(dialog);
      await screen.until(() => screen.all('dialog[open]').length > 0);
      expect(screen.alerts().join()).not.toContain('A loja reinicia.');
    },
  );

  it('is switched off in one go, said so, and taken back by one button', async () => {
    const { screen } = await select('complementos', 'Mel', 'Banana');
    expect(screen.buttons()).not.toContain('Ligar');
    await screen.tap('Desligar');
    const off = (id: string, active: boolean) => ({ kind: 'toppings', id, fields: { active } });
    expect(bodies(screen.changes())).toEqual([
      { entries: [off('banana', false), off('mel', false)], batch: 'selection' },
    ]);
    expect(screen.words()).toContain('✓ 2 itens desligados');
    expect(screen.words()).not.toContain('selecionados');
    await screen.tap('Desfazer');
    expect(bodies(screen.changes())[1]).toEqual({
      entries: [off('banana', true), off('mel', true)],
      batch: 'undo',
    });
    expect(screen.words()).toContain('Desfeito: 2 itens desligados');
    expect(screen.buttons()).not.toContain('Desfazer');
    await screen.tap('Fechar este aviso');
    expect(screen.words()).not.toContain('Desfeito');
    expect(screen.changes()).toHaveLength(2);
  });

  it('that could not be switched stays selected, and nothing is said to be done', async () => {
    const { screen } = await openMenu('complementos', {
      [MANY]: refusal(503, 'away', 'A loja não respondeu.'),
    });
    await screen.tap('Selecionar Mel');
    await screen.tap('Desligar');
    expect(screen.alerts()).toContain('A loja não respondeu.');
    expect(screen.words()).toContain('1 selecionado');
    expect(screen.words()).not.toContain('desligado');
  });

  it('has prices to change where it has prices', async () => {
    expect((await select('complementos', 'Mel')).screen.buttons()).toContain('Mudar preços');
    expect((await select('bases', 'Açaí')).screen.buttons()).not.toContain('Mudar preços');
  });
});

describe('many prices', () => {
  const open = async (answers: Answers = {}) => {
    const opened = await openMenu('complementos', answers);
    for (const name of ['Banana', 'Mel', 'Nutella']) await opened.screen.tap(`Selecionar ${name}`);
    await opened.screen.tap('Mudar preços');
    return opened;
  };

  it('go up by an amount, each shown as it is and as it will be; then nothing is selected any more', async () => {
    const { screen } = await open();
    expect(screen.buttons()).toContain('Nenhum preço muda (off)');
    await screen.type('Quanto', '0,50');
    expect(screen.words()).toContain(
      'Banana sem custo R$ 0,00 R$ 0,50 Mel sem custo R$ 0,00 R$ 0,50 Nutella R$ 3,50 R$ 4,00',
    );
    await screen.tap('Deixar sem custo o que não custa nada (2)');
    expect(screen.words()).toContain('Mel sem custo R$ 0,00 igual Nutella R$ 3,50 R$ 4,00');
    await screen.tap('Aplicar a 1 preço');
    expect(bodies(screen.changes())).toEqual([
      { entries: [priced('nutella', 400, 350)], batch: 'selection' },
    ]);
    expect(screen.words()).toContain('✓ 1 preço mudado');
    expect(screen.words()).not.toContain('selecionados');
    expect(screen.buttons()).not.toContain('Cancelar');
  });

  it('go down, to the least that a price may be', async () => {
    const { screen } = await open();
    await screen.tap('Subtrair');
    await screen.type('Quanto', '9');
    expect(screen.words()).toContain('no mínimo');
    await screen.tap('%');
    await screen.type('Quanto', '10');
    expect(screen.words()).toContain('Nutella R$ 3,50 R$ 3,15');
  });

  it('are not sent while none changes', async () => {
    const { screen } = await open();
    await screen.submit();
    expect(screen.changes()).toEqual([]);
    expect(screen.buttons()).toContain('Nenhum preço muda (off)');
  });

  it('that changed meanwhile are shown as they are now, and nothing was changed', async () => {
    const { screen } = await open({ [MANY]: DIFFERS });
    await screen.type('Quanto', '1');
    await screen.tap('Aplicar a 3 preços');
    expect(screen.alerts()).toContainEqual(
      expect.stringContaining('Um preço mudou enquanto você conferia, e nada foi mudado.'),
    );
    expect(screen.sent.at(-1)?.route).toBe(CATALOG);
    expect(screen.buttons()).toContain('Aplicar a 3 preços');
  });

  it('that could not be sent say why', async () => {
    const { screen } = await open({ [MANY]: refusal(503, 'away', 'A loja não respondeu.') });
    await screen.type('Quanto', '1');
    await screen.tap('Aplicar a 3 preços');
    expect(screen.words()).not.toContain('Um preço mudou enquanto');
    expect(screen.alerts()).toContain('A loja não respondeu.');
    expect(screen.buttons()).toContain('Aplicar a 3 preços');
  });
});

describe('prices that were put in from afar', () => {
  const LIST = 'GET /api/staff/price-conflicts';
  const CONFLICT = {
    kind: 'toppings',
    id: 'nutella',
    name: 'Nutella',
    by: 'Nina',
    seenCents: 350,
    storedCents: 380,
    wantedCents: 400,
  };
  const CHOOSE = 'POST /api/staff/price-conflicts/toppings/nutella';

  it.each([
    ['Deixar Nutella a R$ 3,80', 'stored'],
    ['Mudar Nutella para R$ 4,00', 'wanted'],
  ])('are chosen between: %s', async (button, choice) => {
    const { screen } = await openMenu('complementos', {
      [LIST]: { conflicts: [CONFLICT] },
      [CHOOSE]: { conflicts: [] },
    });
    expect(screen.words()).toContain('Nutella está a R$ 3,80 na loja. Nina viu R$ 3,50 e pôs R$ 4,00 .');
    await screen.tap(button);
    expect(screen.changes()).toEqual([
      { route: CHOOSE, body: { choice, storedCents: 380, wantedCents: 400 } },
    ]);
    expect(screen.words()).not.toContain('Um preço para escolher');
    expect(screen.sent.at(-1)?.route).toBe(CATALOG);
  });

  it('are read again when the menu has changed elsewhere', async () => {
    let conflicts = [CONFLICT];
    const { screen } = await openMenu('complementos', { [LIST]: () => ({ conflicts }) });
    conflicts = [];
    await screen.when(() => screen.store.set(menuTurnAtom, 1));
    expect(screen.words()).not.toContain('Um preço para escolher');
  });

  it('that are others by now are read again', async () => {
    const { screen } = await openMenu('complementos', {
      [LIST]: { conflicts: [CONFLICT] },
      [CHOOSE]: DIFFERS,
    });
    await screen.tap('Deixar Nutella a R$ 3,80');
    expect(screen.alerts()).toContain('Este preço já é outro.');
    expect(screen.sent.at(-1)?.route).toBe(LIST);
  });
});
