// The slips that leave the shop or close its day, as text on both papers; bytes and pictures are held elsewhere.
import { describe, expect, it } from 'vitest';
import { paperText } from './paper-text.ts';
import { isLine, type Paper } from './lines.ts';
import { documentLines } from './document.ts';
import { SAMPLES, SAMPLE_LOGO } from './samples.ts';

const WIDE: Paper = { columns: 48, codePage: 'PC850' };
const NARROW: Paper = { columns: 32, codePage: 'PC860' };
const print = { repeat: false, timeZone: 'America/Sao_Paulo', logo: null };

const text = (name: keyof typeof SAMPLES, paper = NARROW, change = {}): string =>
  paperText(documentLines(SAMPLES[name], { ...print, ...change }, paper), paper);

describe('every slip', () => {
  it.each(Object.keys(SAMPLES) as (keyof typeof SAMPLES)[])(
    '%s says that it is no fiscal document, and its repeats say so',
    (name) => {
      expect(text(name)).toContain('NÃO É DOCUMENTO FISCAL');
      expect(text(name)).not.toContain('VIA');
      expect(text(name, WIDE, { repeat: true })).toContain('2ª VIA');
    },
  );

  it.each(Object.keys(SAMPLES) as (keyof typeof SAMPLES)[])('%s passes the edge of no paper', (name) => {
    for (const paper of [WIDE, NARROW])
      for (const piece of documentLines(SAMPLES[name], { ...print, logo: SAMPLE_LOGO }, paper))
        if (isLine(piece)) expect(piece.text.length * piece.width).toBeLessThanOrEqual(paper.columns);
        else if (piece.kind === 'picture')
          expect(piece.dots.widthDots).toBeLessThanOrEqual(paper.columns * 12);
  });
});

describe("the customer's slip", () => {
  it('reads so before it is paid, by PIX without a provider', () => {
    expect(`\n${text('counter')}\n`).toMatchInlineSnapshot(`
      "
               Açaí da Praça
         Rua das Flores, 12, Centro
               (11) 3333-4444
      --------------------------------
                 SUA SENHA
                   12
              Levar para casa
      --------------------------------
      1. Açaí 500 ml          R$ 22,00
         Tradicional
         Meio a meio: Morango / Creme
         de avelã
         Granola, Leite em pó, Banana,
         Calda de chocolate belga
      2. Água                  R$ 4,00
      --------------------------------
      TOTAL                   R$ 26,00
      A PAGAR - PIX (manual)
      --------------------------------
               Pague com PIX
      [QR 00020126330014br.gov.bcb.pix0111exemplo@pix520400005303986540526.005802BR5913Acai da Praca6009Sao Paulo62140510EXEMPLO0016304ABCD]
      PIX copia e cola:
      00020126330014br.gov.bcb.pix0111
      exemplo@pix520400005303986540526
      .005802BR5913Acai da
      Praca6009Sao
      Paulo62140510EXEMPLO0016304ABCD
      --------------------------------
            Acompanhe seu pedido
      [QR https://acai.example/meu-pedido?codigo=7K2MQ9XWTB]
      https://acai.example/meu-pedido?
             codigo=7K2MQ9XWTB

      --------------------------------
           NÃO É DOCUMENTO FISCAL
      Pedido nº 1042       7K2MQ-9XWTB
      21/11/2026 14:32
      "
    `);
  });

  it('adds up, with the discount and the change', () => {
    const { slip } = SAMPLES.counter;
    const paidInCash = {
      ...slip.ticket,
      totalCents: 2340,
      discount: { percent: 10, cents: 260 },
      paid: true,
      paymentMethod: 'cash',
      changeForCents: 5000,
    } as const;
    const lines = documentLines({ kind: 'customer', slip: { ...slip, ticket: paidInCash } }, print, NARROW);
    expect(`\n${paperText(lines, NARROW)}\n`).toContain(`
2. Água                  R$ 4,00
--------------------------------
Subtotal                R$ 26,00
Desconto Especial (10%) -R$ 2,60
TOTAL                   R$ 23,40
PAGO - Dinheiro
Troco para R$ 50,00
Troco                   R$ 26,60
--------------------------------
`);
  });

  it('has no PIX code once it is paid, and the logo where the printer can', () => {
    const { slip } = SAMPLES.counter;
    const paid = { kind: 'customer', slip: { ...slip, ticket: { ...slip.ticket, paid: true } } } as const;
    const lines = documentLines(paid, { ...print, logo: SAMPLE_LOGO }, WIDE);
    expect(paperText(lines, WIDE)).not.toMatch(/copia e cola|br\.gov/);
    expect(lines[0]).toEqual({ kind: 'picture', dots: SAMPLE_LOGO });
    expect(documentLines(paid, print, WIDE).some((piece) => !isLine(piece) && piece.kind === 'picture')).toBe(
      false,
    );
  });

  it('leaves the link out where nobody knows the address', () => {
    const { slip } = SAMPLES.counter;
    const lines = documentLines({ kind: 'customer', slip: { ...slip, trackingUrl: null } }, print, WIDE);
    expect(paperText(lines, WIDE)).not.toContain('Acompanhe');
  });
});

describe('the wholesale order', () => {
  it('reads so', () => {
    expect(`\n${text('wholesale')}\n`).toMatchInlineSnapshot(`
      "
               PEDIDO ATACADO
              Nº 77
              Pedido Recebido
      --------------------------------
      Mercado São João Ltda.
      Telefone: (11) 98765-4321
      CPF/CNPJ: 12.345.678/0001-95
      Endereço: Avenida Brasil, 1500,
        galpão 3, São Paulo
      --------------------------------
      12 x Açaí balde      R$ 1.176,00
         10 litros - Tradicional
         R$ 98,00 cada
      1 x Polpa de cupuaçu    R$ 45,00
      --------------------------------
      +------------------------------+
      | OBSERVAÇÕES                  |
      | Entregar pela doca, antes    |
      | das 9h.                      |
      +------------------------------+
      Unidades                      13
      TOTAL                R$ 1.221,00
      Pagamento a combinar com a loja.
      --------------------------------
           NÃO É DOCUMENTO FISCAL
      21/11/2026 14:32
      "
    `);
  });
});
