import { describe, expect, it } from 'vitest';
import type { OrderItem } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { ticketOf, type Ticket } from '@balcao/shared/order/ticket.ts';
import type { Line, Paper } from './lines.ts';
import { paperText } from './paper-text.ts';
import { testPageLines } from './test-page.ts';
import { ticketLines } from './ticket-lines.ts';

const WIDE: Paper = { columns: 48, codePage: 'PC850' };
const NARROW: Paper = { columns: 32, codePage: 'PC850' };
const timeZone = 'America/Sao_Paulo';

const ticket: Ticket = {
  purpose: 'kitchen',
  panelNumber: 12,
  simpleId: 1042,
  code: '7K2MQ9XWTB',
  consumptionType: 'local',
  items: [
    {
      kind: 'acai',
      withoutToppings: false,
      title: 'Açaí 500 ml',
      details: ['Tradicional', 'Meio a meio: Morango / Creme de avelã com pedaços de castanha'],
      layers: [
        { layer: 'BOTTOM', toppings: ['Granola', 'Leite em pó'] },
        { layer: 'MIDDLE', toppings: ['Banana'] },
        { layer: 'TOP', toppings: ['Calda de chocolate belga ao leite com flor de sal'] },
      ],
      priceCents: 2200,
    },
    { kind: 'product', withoutToppings: false, title: 'Água', details: [], layers: [], priceCents: 400 },
  ],
  observations: 'bem gelado 🙏\nsem canudo',
  createdAtMs: Date.UTC(2026, 10, 21, 17, 32),
  totalCents: 2600,
  paymentMethod: 'cash',
  paid: true,
  changeForCents: 5000,
  late: false,
};

const linesOf = (change: Partial<Ticket> = {}, paper = WIDE, repeat = false): Line[] =>
  ticketLines({ ticket: { ...ticket, ...change }, repeat, timeZone }, paper);
const textOf = (change: Partial<Ticket> = {}, paper = WIDE, repeat = false): string =>
  paperText(linesOf(change, paper, repeat), paper);

describe('the kitchen ticket', () => {
  it('reads so on 80 mm paper', () => {
    expect(`\n${textOf()}\n`).toMatchInlineSnapshot(`
      "
                           PAINEL
                          12

             CONSUMIR NO LOCAL
      ------------------------------------------------
      1. Açaí 500 ml                          R$ 22,00
         Tradicional
         Meio a meio: Morango / Creme de avelã com
         pedaços de castanha
         Fundo:
         - Granola
         - Leite em pó
         Meio:
         - Banana
         Topo:
         - Calda de chocolate belga ao leite com flor
           de sal
      ------------------------------------------------
      2. Água                                  R$ 4,00
      ------------------------------------------------
      +----------------------------------------------+
      | OBSERVAÇÕES                                  |
      | bem gelado                                   |
      | sem canudo                                   |
      +----------------------------------------------+
      TOTAL                                   R$ 26,00
      PAGO - Dinheiro
      Troco para R$ 50,00
      ------------------------------------------------
                   NÃO É DOCUMENTO FISCAL
      Pedido nº 1042                       7K2MQ-9XWTB
      21/11/2026 14:32
      "
    `);
  });

  it('reads so on 58 mm paper', () => {
    expect(`\n${textOf({}, NARROW)}\n`).toMatchInlineSnapshot(`
      "
                   PAINEL
                  12

           CONSUMIR NO
                 LOCAL
      --------------------------------
      1. Açaí 500 ml          R$ 22,00
         Tradicional
         Meio a meio: Morango / Creme
         de avelã com pedaços de
         castanha
         Fundo:
         - Granola
         - Leite em pó
         Meio:
         - Banana
         Topo:
         - Calda de chocolate belga ao
           leite com flor de sal
      --------------------------------
      2. Água                  R$ 4,00
      --------------------------------
      +------------------------------+
      | OBSERVAÇÕES                  |
      | bem gelado                   |
      | sem canudo                   |
      +------------------------------+
      TOTAL                   R$ 26,00
      PAGO - Dinheiro
      Troco para R$ 50,00
      --------------------------------
           NÃO É DOCUMENTO FISCAL
      Pedido nº 1042       7K2MQ-9XWTB
      21/11/2026 14:32
      "
    `);
  });

  it('has the panel number in the largest type, and where to eat in the next', () => {
    const lines = linesOf();
    const bySize = lines.toSorted((one, other) => other.width * other.height - one.width * one.height);
    expect(bySize.slice(0, 2).map((line) => line.text)).toEqual(['12', 'CONSUMIR NO LOCAL']);
    expect(textOf({ consumptionType: 'takeaway' })).toContain('LEVAR PARA CASA');
  });

  it('ends with the code and the time of the store, whatever the time of the machine', () => {
    const [code, time] = linesOf().slice(-2);
    expect(code?.text).toContain('7K2MQ-9XWTB');
    expect(time?.text).toBe('21/11/2026 14:32');
  });

  it('is marked when paper of it may be lying somewhere, and only then', () => {
    expect(linesOf({}, WIDE, true)[0]?.text).toBe('2ª VIA');
    expect(textOf()).not.toContain('VIA');
  });

  it('shows the permanent number until there is a panel number', () => {
    expect(textOf({ panelNumber: null })).toContain('PEDIDO 1042');
  });

  it('says when the order was paid late, when it is unpaid, and has no box without observations', () => {
    expect(textOf({ late: true })).toContain('PAGO DEPOIS DO PRAZO');
    expect(textOf({ paid: false, paymentMethod: 'pix_manual', changeForCents: null })).toContain(
      'A PAGAR - PIX (manual)',
    );
    expect(textOf({ observations: ' 🙏 ' })).not.toContain('OBSERVAÇÕES');
  });

  it.each([WIDE, NARROW])('adds up on $columns columns: items, discount, total', (paper) => {
    const order = sampleOrder();
    expect(order.discountCents).toBeGreaterThan(0);
    const text = paperText(
      ticketLines({ ticket: ticketOf(order, 'kitchen'), repeat: false, timeZone }, paper),
      paper,
    );
    const amount = (label: string): number =>
      Number(new RegExp(`${label} .*R\\$ (\\d+),(\\d\\d)`).exec(text)?.slice(1).join('') ?? 'NaN');
    expect(amount('1\\.')).toBe(amount('Subtotal'));
    expect(amount('Subtotal') - amount('Desconto Especial \\(10%\\)')).toBe(amount('TOTAL'));
    expect(amount('TOTAL')).toBe(order.totalCents);
  });

  it('names a discount of part of a percent as the screens do, and none where there is none', () => {
    const text = textOf({ discount: { percent: 7.5, cents: 195 } }, NARROW);
    expect(text).toContain('Subtotal                R$ 27,95');
    expect(text).toContain('Desconto Especial (7,5%)');
    expect(textOf()).not.toMatch(/Subtotal|Desconto/);
  });

  it('adds up with what staff gave away, and says that nothing is to be paid of what was given whole', () => {
    const part = textOf({ concession: { kind: 'discount', cents: 200 }, totalCents: 2400 }, NARROW);
    expect(part).toContain('Subtotal                R$ 26,00');
    expect(part).toContain('Desconto                -R$ 2,00');
    expect(part).toContain('PAGO - Dinheiro');
    const discount = { percent: 10, cents: 260 };
    const meal = { kind: 'staff-meal', cents: 2340 } as const;
    const whole = textOf({ discount, concession: meal, totalCents: 0, paymentMethod: null });
    expect(whole).toMatch(/Subtotal +R\$ 26,00/);
    expect(whole).toMatch(/Refeição de funcionário +-R\$ 23,40/);
    expect(whole).toContain('NADA A PAGAR - Refeição de funcionário');
    expect(whole).not.toContain('PAGO');
  });

  it('lists the parts in which it was paid, what went back of them, and what is left', () => {
    const tenders: NonNullable<Ticket['tenders']> = [
      { method: 'cash', card: null, cents: 1000, receivedCents: 5000 },
      { method: 'terminal', card: 'debito', cents: 1600, receivedCents: null },
    ];
    const paid = textOf({ tenders, changeForCents: null }, NARROW);
    expect(paid).toMatch(
      /PAGO EM PARTES\n- Dinheiro +R\$ 10,00\n +Troco de R\$ 40,00\n- Maquininha: débito +R\$ 16,00\n/,
    );
    expect(paid).not.toMatch(/FALTA|PAGO -/);
    const partly = textOf({ tenders: tenders.slice(1), paid: false, changeForCents: null }, NARROW);
    expect(partly).toMatch(/PAGO EM PARTE\n- Maquininha: débito +R\$ 16,00\nFALTA PAGAR +R\$ 10,00\n/);
  });

  it('says by which ways went back what a change left too much, and what still is to', () => {
    const givenBack: NonNullable<Ticket['givenBack']> = [
      { method: 'cash', card: null, cents: 360 },
      { method: 'terminal', card: 'debito', cents: 100 },
      { method: 'pix', card: null, cents: 720 },
    ];
    expect(textOf({ givenBack, balanceCents: -200 }, NARROW)).toMatch(
      /DEVOLVIDO\n- Dinheiro +R\$ 3,60\n- Maquininha: débito +R\$ 1,00\n- PIX +R\$ 7,20\nA DEVOLVER +R\$ 2,00\n/,
    );
    expect(textOf({}, NARROW)).not.toContain('DEVOLVI');
  });

  it('calls the customer by name under the number, and leaves the name out of the observations', () => {
    const text = textOf({ observations: 'Cliente: Ana\nsem canudo' }, NARROW);
    expect(text).toMatch(/12\n +Ana\n/);
    expect(text).toContain('sem canudo');
    expect(text).not.toContain('Cliente:');
    expect(textOf({ observations: 'Cliente: Ana' })).not.toContain('OBSERVAÇÕES');
  });

  it("says 'Sem toppings' where the screen does: of what could have had some", () => {
    const order = sampleOrder();
    const items = (item: Partial<OrderItem>) =>
      ticketOf({ ...order, items: [{ ...order.items[0]!, ...item }] }, 'kitchen').items;
    const none = { toppings: [] };
    expect(textOf({ items: items({ ...none, kind: 'acai' }) })).toContain('Sem toppings');
    expect(textOf({ items: items({ ...none, kind: 'cup', productName: 'Taça', sizeName: null }) })).toContain(
      'Sem toppings',
    );
    expect(
      textOf({ items: items({ ...none, kind: 'product', productName: 'Água', baseName: null }) }),
    ).not.toContain('Sem');
    expect(textOf()).not.toContain('Sem toppings');
  });

  it('always says that it is no fiscal document', () => {
    for (const purpose of ['kitchen', 'cancelled'] as const)
      expect(textOf({ purpose }, NARROW)).toContain('NÃO É DOCUMENTO FISCAL');
  });

  it.each([WIDE, NARROW])('cuts nothing and passes the edge of $columns columns never', (paper) => {
    const long = 'Superaçaíextraordinariamentegrandecomtudodentro de verdade '.repeat(3).trim();
    const lines = linesOf(
      {
        items: [
          {
            kind: 'acai',
            withoutToppings: false,
            title: long,
            details: [long],
            layers: [{ layer: 'TOP', toppings: [long] }],
            priceCents: 1234567,
          },
        ],
        observations: long,
      },
      paper,
    );
    for (const line of lines) expect(line.text.length * line.width).toBeLessThanOrEqual(paper.columns);
    const letters = lines
      .map((line) => line.text)
      .join('')
      .replace(/[ |]/g, '');
    expect(letters.split(long.replaceAll(' ', '')).length - 1).toBe(4);
    expect(letters).toContain('R$12.345,67');
  });
});

describe('the slip that takes a ticket back', () => {
  it('reads so', () => {
    expect(`\n${textOf({ purpose: 'cancelled' }, NARROW)}\n`).toMatchInlineSnapshot(`
      "
             CANCELADO
                   PAINEL
                  12

      --------------------------------
      1. Açaí 500 ml
      2. Água
      --------------------------------
         Não preparar este pedido.
           NÃO É DOCUMENTO FISCAL
      Pedido nº 1042       7K2MQ-9XWTB
      21/11/2026 14:32
      "
    `);
  });
});

describe('the test page', () => {
  it('reads so', () => {
    const page = {
      printerName: 'Cozinha',
      address: '192.168.0.50:9100',
      atMs: ticket.createdAtMs,
      timeZone,
      logo: null,
    };
    expect(`\n${paperText(testPageLines(page, NARROW), NARROW)}\n`).toMatchInlineSnapshot(`
      "
              TESTE DE
             IMPRESSÃO
      --------------------------------
      Impressora               Cozinha
      Endereço       192.168.0.50:9100
      Papel          58 mm, 32 colunas
      Acentos                    PC850
      --------------------------------
               ÁÉÍÓÚ ÃÕ Ç R$
           áéíóú ãõ ç âêô à 2ª nº
         ÁÉÍÓÚ ÃÕ Ç R$
      12345678901234567890123456789012
      --------------------------------
      Se os acentos acima estão certos
      e a régua ocupa uma linha só, a
      impressora está pronta.

           NÃO É DOCUMENTO FISCAL
      21/11/2026 14:32
      "
    `);
  });
});
