// Paper that no customer gets: the recovery sheet, the code of the first run, and what a wholesale order says of its day and its payment.
import { describe, expect, it } from 'vitest';
import { documentLines, type Document } from './document.ts';
import type { Paper } from './lines.ts';
import { paperText } from './paper-text.ts';
import { SAMPLES } from './samples.ts';
import { testPageLines } from './test-page.ts';

const NARROW: Paper = { columns: 32, codePage: 'PC860' };
const timeZone = 'America/Sao_Paulo';
// 21/11/2026 14:32 in São Paulo.
const AT_MS = Date.UTC(2026, 10, 21, 17, 32);

const textOf = (document: Document, paper = NARROW): string =>
  paperText(documentLines(document, { repeat: false, timeZone, logo: null }, paper), paper);

describe('the recovery sheet', () => {
  const sheet = {
    storeName: 'Açaí da Praça',
    storeId: '0198c0de-0000-7000-8000-000000000001',
    siteUrl: 'https://acai.example',
    code: 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF-GGGG',
    atMs: AT_MS,
  };

  it('has the whole code in its order, the site and the shop', () => {
    expect(`\n${textOf({ kind: 'recovery', sheet })}\n`).toBe(`
      FOLHA DE RECUPERAÇÃO
         Açaí da Praça

      AAAA-BBBB-CCCC-DDDD
         EEEE-FFFF-GGGG

Site: https://acai.example
Loja:
0198c0de-0000-7000-8000-00000000
0001
--------------------------------
Guarde longe da máquina da loja.
Se ela se perder, uma nova volta
a ser esta loja com este código
e um código de pareamento de
quem cuida do site.
Quem tem este papel pode ler os
dados da loja. Não fotografe.
     NÃO É DOCUMENTO FISCAL
21/11/2026 14:32
`);
  });

  it('says nothing of a site where there is none', () => {
    expect(textOf({ kind: 'recovery', sheet: { ...sheet, siteUrl: null } })).not.toContain('Site:');
  });
});

describe('the code of the first run', () => {
  it('says where it is typed and when it was printed', () => {
    const slip = { code: '7K2MQ-9XWTB', address: 'http://192.168.0.10', atMs: AT_MS };
    expect(`\n${textOf({ kind: 'setup', slip })}\n`).toBe(`
      CÓDIGO DE INSTALAÇÃO

     7K2MQ-9XWTB

No Wi-Fi da loja, abra
http://192.168.0.10 e digite
este código.
--------------------------------
Vale uma vez, até o servidor ser
ligado de novo. Quem tem este
papel pode ser o dono.
     NÃO É DOCUMENTO FISCAL
21/11/2026 14:32
`);
  });
});

describe('the wholesale order', () => {
  it('says its day of delivery, its terms, and that it is paid', () => {
    const { wholesale } = SAMPLES.wholesale;
    const paid = { ...wholesale, wishedDate: '2026-12-02', terms: '30 dias', isPaid: true };
    const text = textOf({ kind: 'wholesale', wholesale: paid });
    expect(text).toContain('Entrega: qua., 02/12/2026\nCondição: 30 dias\nPAGO\n');
    expect(text).not.toContain('Pagamento a combinar');
  });

  it('says nothing of a field that the buyer was not asked for', () => {
    const { wholesale } = SAMPLES.wholesale;
    const customer = { ...wholesale.customer, cpfCnpj: '', address: '' };
    expect(textOf({ kind: 'wholesale', wholesale: { ...wholesale, customer } })).not.toMatch(
      /CPF|Endereço|Entrega:|Condição/,
    );
  });
});

describe('the test page', () => {
  const page = { printerName: 'Cozinha', address: '192.168.0.50:9100', atMs: AT_MS, timeZone, logo: null };
  const pageOn = (paper: Paper): string[] => paperText(testPageLines(page, paper), paper).split('\n');

  it.each([
    [32, 'Papel        58 mm, 32 colunas', '12345678901234567890123456789012'],
    [
      48,
      'Papel                        80 mm, 48 colunas',
      '123456789012345678901234567890123456789012345678',
    ],
  ] as const)('names the paper of %i columns, with a ruler from edge to edge', (columns, words, ruler) => {
    const lines = pageOn({ columns, codePage: 'PC860' });
    expect(lines.map((line) => line.replace(/ +/g, ' '))).toContain(words.replace(/ +/g, ' '));
    expect(lines).toContain(ruler);
  });

  it('names the page of letters, and the commands where they were chosen', () => {
    const words = pageOn({ columns: 32, codePage: 'PC860', family: 'STAR' }).map((line) =>
      line.replace(/ +/g, ' '),
    );
    expect(words).toContain('Acentos PC860');
    expect(words).toContain('Comandos STAR');
    expect(pageOn(NARROW).join('\n')).not.toContain('Comandos');
  });
});
