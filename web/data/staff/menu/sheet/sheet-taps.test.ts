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
  });

  it('whose prices somebody changed meanwhile is looked at again, and not imported', async () => {
    const { screen, give } = await open({
      [PATCH]: refusal(409, 'price-differs', 'Um preço já é outro.'),
    });
    await give(csv('nutella;Nutella;caldas;4,00'));
    await screen.tap('Importar 1 item');
    expect(screen.words()).toContain('Um preço mudou enquanto você conferia, e nada foi importado.');
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

  it('that is none says so', async () => {
    const { screen, give } = await open();
    await give(new File(['?'], 'foto.png'));
    expect(screen.alerts().join()).toContain('foto.png:');
  });
});
