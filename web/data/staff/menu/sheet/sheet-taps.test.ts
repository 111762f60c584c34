// A catalogue's file as an administrator handles it: saved, looked at row by row, and then imported whole or not at all.
import { describe, expect, it, vi } from 'vitest';
import { refusal, type Answers } from '../../../../testing/screen.ts';
import { openMenu } from '../../../../testing/menu-screen.ts';

const PATCH = 'PATCH /api/staff/catalog';
const FIELD = 'Arquivo CSV, XLSX ou JSON';
const HEAD = 'Código;Nome;Categoria;Preço';
const csv = (...lines: string[]) => new File([[HEAD, ...lines].join('\n')], 'lista.csv');
const open = async (answers: Answers = {}) => {
  const { screen } = await openMenu('complementos', answers);
  await screen.tap('Planilha');
  await screen.until(() => screen.words().includes('Importar Use um arquivo'));
  const give = async (file: File): Promise<void> => {
    await screen.give(FIELD, file);
    await screen.until(() => screen.words().includes(`${file.name}:`));
  };
  return { screen, give };
};

describe('a list as a file', () => {
  it('is saved whole, under its own name', async () => {
    const { screen } = await open();
    await screen.tap('CSV');
    const [[name, text] = ['', '']] = await screen.saved();
    expect(name).toBe('complementos.csv');
    expect(text.trim().split('\r\n')).toHaveLength(5);
  });
});

describe('a file for a list', () => {
  it('is told row by row before anything is written, what is wrong first', async () => {
    const { screen, give } = await open();
    await give(
      csv(
        'mel;Mel;caldas;0,00',
        ';Kiwi;frutas;2,00',
        'nutella;Nutella;caldas;4,00',
        'granola;Granola;crocantes;muito',
      ),
    );
    expect(screen.words()).toContain('lista.csv: 1 novo · 1 muda · 1 igual · 1 com erro');
    expect(screen.words()).toMatch(
      /linha 5 erro Granola.*linha 3 novo Kiwi.*linha 4 muda Nutella.*linha 2 igual Mel/,
    );
    expect(screen.words()).toContain('Corrija a linha com erro');
    // Nothing by halves.
    expect(screen.buttons()).toContain('Nada a importar (off)');
    expect(screen.changes()).toEqual([]);
  });

  it('is imported in one go, and the dialog goes', async () => {
    const { screen, give } = await open();
    await give(csv('nutella;Nutella;caldas;4,00', 'mel;Mel;caldas;0,00'));
    await screen.tap('Importar 1 item');
    expect(screen.changes()).toMatchObject([
      { route: PATCH, body: { entries: [{ kind: 'toppings', id: 'nutella', fields: { priceCents: 400 } }] } },
    ]);
    expect(screen.buttons()).not.toContain('Cancelar');
    expect(screen.words()).toContain('1 item importado');
  });

  it('has one id for what is new, however often it is looked at', async () => {
    const ids: unknown[] = [];
    const { screen, give } = await open({
      [PATCH]: ({ body }: { body: { entries: { id: string }[] } }) => {
        ids.push(body.entries[0]?.id);
        return refusal(503, 'away', 'A loja reinicia.');
      },
    });
    await give(csv(';Kiwi;frutas;2,00'));
    await screen.tap('Importar 1 item');
    expect(screen.alerts().join()).toContain('A loja reinicia.');
    await screen.tap('Importar 1 item');
    expect(ids).toEqual([expect.any(String), ids[0]]);
    // What is new in another file is something else, though the store may have the first.
    await give(new File([[HEAD, ';Manga;frutas;2,00'].join('\n')], 'outra.csv'));
    await screen.tap('Importar 1 item');
    expect(ids[2]).toEqual(expect.any(String));
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('whose prices somebody changed meanwhile is looked at again, and not imported', async () => {
    const { screen, give } = await open({
      [PATCH]: refusal(409, 'price-differs', 'Um preço já é outro.'),
    });
    await give(csv('nutella;Nutella;caldas;4,00'));
    await screen.tap('Importar 1 item');
    expect(screen.words()).toContain('Um preço mudou enquanto você conferia, e nada foi importado.');
    // Of another file nobody has said so.
    await give(new File([[HEAD, 'mel;Mel;caldas;0,50'].join('\n')], 'outra.csv'));
    expect(screen.words()).not.toContain('Um preço mudou');
  });

  it('that could not be imported for another reason says that one', async () => {
    const { screen, give } = await open({ [PATCH]: refusal(503, 'away', 'A loja reinicia.') });
    await give(csv('nutella;Nutella;caldas;4,00'));
    await screen.tap('Importar 1 item');
    expect(screen.words()).not.toContain('Um preço mudou');
    expect(screen.words()).toContain('Cancelar');
  });

  it('says how many prices are far from what they were', async () => {
    const { screen, give } = await open();
    await give(csv('nutella;Nutella;caldas;40,00', 'mel;Mel;caldas;0,00'));
    expect(screen.words()).toContain('1 preço foge muito do que era.');
    await give(csv('nutella;Nutella;caldas;4,00'));
    expect(screen.words()).not.toContain('muito do que era');
  });

  it('is chosen again once it was corrected: the same file is read anew', async () => {
    const { screen, give } = await open();
    const file = csv('granola;Granola;crocantes;muito');
    await give(file);
    expect(screen.words()).toContain('1 com erro');
    const mended = csv('granola;Granola;crocantes;3,00');
    vi.spyOn(file, 'arrayBuffer').mockImplementation(() => mended.arrayBuffer());
    vi.spyOn(file, 'text').mockImplementation(() => mended.text());
    await give(file);
    expect(screen.words()).toContain('0 com erro');
  });

  it('that takes long to be read does not take the place of one that was chosen after it', async () => {
    const { screen, give } = await open();
    const slow = csv('granola;Granola;crocantes;muito');
    const read = Promise.withResolvers<ArrayBuffer>();
    vi.spyOn(slow, 'arrayBuffer').mockReturnValue(read.promise);
    await screen.give(FIELD, slow);
    await give(new File([[HEAD, 'nutella;Nutella;caldas;4,00'].join('\n')], 'nova.csv'));
    await screen.when(() => read.resolve(new TextEncoder().encode(HEAD + '\nmel;Mel;caldas;9,00').buffer));
    expect(screen.words()).toContain('nova.csv: 0 novos · 1 muda');
    await screen.tap('Importar 1 item');
    expect(screen.changes()).toMatchObject([{ body: { entries: [{ id: 'nutella' }] } }]);
  });

  it('that is none says so', async () => {
    const { screen, give } = await open();
    await give(new File(['?'], 'foto.png'));
    expect(screen.alerts().join()).toContain('foto.png:');
  });

  it('that cannot be opened at all says why, and nothing can be imported', async () => {
    const { screen, give } = await open();
    await give(new File(['abc'], 'lista.xls'));
    expect(screen.alerts()).toEqual([
      'lista.xls: Este arquivo não é um XLSX. No Excel, salve como “Pasta de Trabalho do Excel (.xlsx)”.',
    ]);
    expect(screen.buttons()).toContain('Nada a importar (off)');
  });

  it('with several wrong lines and columns of its own says so, also of a line without a name', async () => {
    const { screen, give } = await open();
    const lines = [
      'Código;Nome;Categoria;Preço;Fornecedor;Lote',
      ';;caldas;1,00;Zé;1',
      'mel;Mel;caldas;muito;Zé;2',
    ];
    await give(new File([lines.join('\n')], 'lista.csv'));
    expect(screen.words()).toContain('2 com erro Corrija as linhas com erro e escolha');
    expect(screen.words()).toContain('Colunas que não são usadas: Fornecedor, Lote.');
    expect(screen.words()).toContain('linha 2 erro sem nome Falta o código ou o nome.');
  });

  it('says of each line what it changes, from what to what, and what goes on or off', async () => {
    const { screen } = await openMenu('bases', {}, (catalog) => {
      const [acai, cupuacu] = catalog.bases;
      Object.assign(acai ?? {}, { description: 'Puro', allergens: ['soja'] });
      Object.assign(cupuacu ?? {}, { color: '#ffffff' });
    });
    await screen.tap('Planilha');
    await screen.until(() => screen.words().includes('Importar Use um arquivo'));
    const lines = [
      'Código;Nome;Descrição;Cor no copo desenhado;Contém (alergênicos);Ativo',
      'acai;Açaí;;#7D2F96;leite | soja;não',
      'cupuacu;Cupuaçu branco;;#ffffff;;sim',
    ];
    await screen.give(FIELD, new File([lines.join('\n')], 'bases.csv'));
    await screen.until(() => screen.words().includes('bases.csv:'));
    expect(screen.words()).toContain(
      'linha 2 muda Açaí Descrição: Puro → vazio Cor no copo desenhado: vazio → #7d2f96 Contém (alergênicos): soja → leite, soja Fica desligado',
    );
    expect(screen.words()).toContain(
      'linha 3 muda Cupuaçu branco Nome: Cupuaçu → Cupuaçu branco Fica ligado',
    );
    await screen.tap('Importar 2 itens');
    expect(screen.changes()).toMatchObject([
      {
        body: {
          entries: [
            {
              id: 'acai',
              fields: { description: null, color: '#7d2f96', allergens: ['leite', 'soja'], active: false },
            },
            { id: 'cupuacu', fields: { name: 'Cupuaçu branco', active: true } },
          ],
        },
      },
    ]);
  });

  it('says of another choice that it changes, and names the field that is wrong', async () => {
    const { screen, give } = await open();
    await give(csv('mel;Mel;frutas;0,00'));
    expect(screen.words()).toContain('linha 2 muda Mel Categoria muda');
    const sizes = (await openMenu('tamanhos')).screen;
    await sizes.tap('Planilha');
    await sizes.until(() => sizes.words().includes('Importar Use um arquivo'));
    const bad = new File(['Código;Máximo de complementos\np;muitos'], 'tamanhos.csv');
    await sizes.give(FIELD, bad);
    await sizes.until(() => sizes.words().includes('tamanhos.csv:'));
    expect(sizes.words()).toContain('Máximo de complementos: Valor inválido');
  });
});
