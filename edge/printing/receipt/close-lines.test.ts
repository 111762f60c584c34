import { expect, it } from 'vitest';
import { closeLines } from './close-lines.ts';

const close = {
  number: 7,
  openedAtMs: Date.parse('2026-11-21T10:00:00-03:00'),
  closedAtMs: Date.parse('2026-11-21T22:00:00-03:00'),
  closedBy: 'Nina',
  floatCents: 10_000,
  cashSalesCents: 5000,
  suprimentoCents: 0,
  sangriaCents: 3000,
  expectedCents: 12_000,
  countedCents: 11_900,
  differenceCents: -100,
  methods: [{ name: 'PIX', orders: 3, salesCents: 7500 }],
  note: 'faltou 1 real',
};
const paper = { columns: 32, codePage: 'PC850' } as const;
const text = (repeat: boolean) =>
  closeLines({ close, repeat, timeZone: 'America/Sao_Paulo' }, paper).map((line) =>
    line.text.trim().replace(/\s+/g, ' '),
  );

it('shows what was expected, counted and missing, with its number, and that it is no tax document', () => {
  const lines = text(false);
  for (const line of [
    'Nº 7',
    'Esperado na gaveta R$ 120,00',
    'Contado R$ 119,00',
    'Fundo de troco R$ 100,00',
    'Fora da gaveta',
    'Faltou R$ 1,00',
    'PIX (3) R$ 75,00',
    'Observação: faltou 1 real',
    'NÃO É DOCUMENTO FISCAL',
  ])
    expect(lines).toContain(line);
  expect(lines).not.toContain('2ª VIA');
});

it('says of each way what came, what went back, the fee and what stays', () => {
  const ways = [
    { name: 'Dinheiro', receivedCents: 5000, returnedCents: 0, feeCents: 0, netCents: 5000 },
    { name: 'PIX', receivedCents: 5000, returnedCents: 1000, feeCents: 40, netCents: 3960 },
  ];
  const lines = closeLines(
    { close: { ...close, ways }, repeat: false, timeZone: 'America/Sao_Paulo' },
    paper,
  );
  expect(lines.map((line) => line.text.trim().replace(/\s+/g, ' ')).join('\n')).toContain(
    [
      'Dinheiro R$ 50,00',
      'PIX R$ 39,60',
      'Recebido R$ 50,00',
      'Devolvido -R$ 10,00',
      'Taxa prevista -R$ 0,40',
    ].join('\n'),
  );
});

it('marks a further copy', () => {
  expect(text(true)).toContain('2ª VIA');
});

it.each([
  [-1, 'Faltou R$ 0,01'],
  [0, 'Bateu'],
  [1, 'Sobrou R$ 0,01'],
])('of a difference of %i centavos says, as the screen does, "%s"', (differenceCents, said) => {
  const lines = closeLines(
    { close: { ...close, differenceCents }, repeat: false, timeZone: 'America/Sao_Paulo' },
    paper,
  );
  expect(lines.map((line) => line.text.trim().replace(/\s+/g, ' '))).toContain(said);
});

it('names what was given back, and what came while the drawer was closed, only where there was any', () => {
  const more = { cashReturnsCents: 700, takenClosedCents: 1350, returnedClosedCents: 200 };
  const lines = closeLines(
    { close: { ...close, ...more }, repeat: false, timeZone: 'America/Sao_Paulo' },
    { ...paper, columns: 48 },
  ).map((line) => line.text.trim().replace(/\s+/g, ' '));
  for (const line of [
    'Vendas em dinheiro R$ 57,00',
    'Devoluções em dinheiro -R$ 7,00',
    'Recebido com o caixa fechado R$ 13,50',
    'Devolvido com o caixa fechado -R$ 2,00',
    'Não entra na conta acima. Se este dinheiro está',
  ])
    expect(lines).toContain(line);
  expect(text(false).join()).not.toMatch(/Devol|caixa fechado|Não entra/);
});
