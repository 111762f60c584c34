// What the reports say of figures that were read: each number in its own place, in reais, percent and minutes.
import type { Breakdown, Dashboard, SalesReport } from '@balcao/shared/http/reports.ts';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { openScreen } from '../../../testing/screen.ts';
import { markupOf, rowsIn, wordsIn, wordsOf } from '../../../testing/words.ts';
import { BreakdownCards } from './breakdown-cards.tsx';
import { DashboardCards } from './dashboard-panel.tsx';
import { DiscountsAndMaking, SalesByDay } from './day-cards.tsx';
import { FeesCard } from './fees-card.tsx';
import { HoursCard } from './hours-card.tsx';
import { Report } from './sales-panel.tsx';

const span = { from: '2026-11-01', to: '2026-11-07' };
const nothing = { name: '', count: 0, cents: 0 };

const SALES: SalesReport = {
  ...span,
  totalSalesCents: 123_450,
  totalOrders: 50,
  averageTicketCents: 2_469,
  weeklyGrowthPercent: 12.5,
  days: [
    { date: '2026-11-01', orders: 3, salesCents: 10_001 },
    { date: '2026-11-02', orders: 0, salesCents: 0 },
  ],
  methods: [{ method: 'pix', orders: 7, salesCents: 17_430 }],
  bestSellers: [],
  peakHours: [{ hour: 19, count: 8 }],
};

const PARTS: Breakdown = {
  ...span,
  totals: { orders: 50, salesCents: 123_450, averageTicketCents: 2_469 },
  before: {
    from: '2026-10-25',
    to: '2026-10-31',
    orders: 40,
    salesCents: 98_760,
    averageTicketCents: 2_500,
  },
  sold: [{ name: 'Médio 500 ml', count: 9, cents: 19_900 }],
  sources: [{ name: 'lan', count: 4, cents: 8_010 }],
  operators: [{ name: 'Nina', count: 6, cents: 12_020 }],
  ways: [{ name: 'debito', count: 5, cents: 10_030 }],
  cancelled: [
    { name: 'expirado', count: 2, cents: 4_040 },
    { name: 'loja', count: 1, cents: 1_000 },
  ],
  discounts: {
    orders: 1,
    cents: 250,
    reasons: [{ name: 'Promoção do dia', count: 1, cents: 250 }],
    givers: [{ name: 'Bia', count: 1, cents: 240 }],
  },
  fees: {
    grossCents: 20_000,
    returnedCents: 1_500,
    feeCents: 370,
    netCents: 18_130,
    ways: [
      {
        name: 'pix',
        count: 7,
        cents: 15_000,
        returnedCents: 1_500,
        percent: 0.99,
        feeCents: 149,
        netCents: 14_851,
      },
      { name: 'cash', count: 2, cents: 3_500, percent: 0, feeCents: 0, netCents: 3_500 },
    ],
  },
  made: { orders: 12, meanSeconds: 250 },
  days: [],
  hours: [],
};

describe('the sales of a period', () => {
  const wordsOfSales = (changes: Partial<SalesReport>, ofOne = false): string => {
    const props = { report: { ...SALES, ...changes }, ofOne, children: null };
    return wordsOf(createElement(Report, props));
  };

  it('has its days, what was sold, the mean, the orders and how the week grew, each under its own name', () => {
    expect(wordsOfSales({})).toContain(
      'De 01/11/2026 a 07/11/2026, só pedidos pagos. Vendas totais R$ 1.234,50 ' +
        'Ticket médio R$ 24,69 +12,5% em relação à semana anterior Total de pedidos 50 Crescimento semanal +12,5%',
    );
  });

  it('tells the ways of payment beside one customer alone, for the others are taken apart below', () => {
    expect(wordsOfSales({}, true)).toContain('Forma Pedidos Vendas PIX 7 R$ 174,30');
    expect(wordsOfSales({})).not.toContain('R$ 174,30');
  });

  it('has what an hour had of orders', () => {
    expect(wordsOfSales({})).toContain('19h 8');
  });
});

describe('a period taken apart', () => {
  const markup = (changes: Partial<Breakdown>): string =>
    markupOf(createElement(BreakdownCards, { value: { ...PARTS, ...changes }, onRates: () => {} }));
  const rowsUnder = (title: string, changes: Partial<Breakdown> = {}): string[] =>
    rowsIn((markup(changes).split(`${title}</h3>`)[1] ?? '').split('</section>')[0] ?? '');

  it('stands beside the days before it, which are named, and says how much more came', () => {
    expect(rowsUnder('Comparado com o período anterior')).toEqual([
      'O quê Agora 25/10 a 31/10 Diferença',
      'Vendas R$ 1.234,50 R$ 987,60 +25%',
      'Pedidos 50 40 +25%',
      'Média por pedido R$ 24,69 R$ 25,00 -1,2%',
    ]);
  });

  it('has no percentage over nothing, and one day as one day', () => {
    const before = { from: '2026-10-31', to: '2026-10-31', orders: 0, salesCents: 0, averageTicketCents: 0 };
    expect(rowsUnder('Comparado com o período anterior', { before })).toEqual([
      'O quê Agora 31/10 Diferença',
      'Vendas R$ 1.234,50 R$ 0,00 –',
      'Pedidos 50 0 –',
      'Média por pedido R$ 24,69 R$ 0,00 –',
    ]);
  });

  it('sums what was given away, how long making took, and what was called off', () => {
    expect(wordsIn(markup({}))).toContain(
      'Descontos dados R$ 2,50 em 1 pedido Tempo de preparo 4 min de recebido a pronto, em média ' +
        'Cancelados 3 R$ 50,40 que não vieram',
    );
    const two = { ...PARTS.discounts, orders: 2 };
    expect(wordsIn(markup({ discounts: two }))).toContain('em 2 pedidos');
  });

  it.each([
    [null, '–'],
    [29, '29 s'],
    [30, '1 min'],
    [89, '1 min'],
    [90, '2 min'],
  ])('a mean of %s seconds is said as "%s"', (meanSeconds, said) => {
    expect(wordsIn(markup({ made: { orders: 1, meanSeconds } }))).toContain(`Tempo de preparo ${said} de`);
  });

  it.each([
    ['O que vendeu', ['Produto Vezes Valor', 'Médio 500 ml 9 R$ 199,00']],
    ['Formas de pagamento', ['Forma Pedidos Vendas', 'Maquininha: débito 5 R$ 100,30']],
    ['Por onde pediram', ['Onde Pedidos Vendas', 'Wi-Fi da loja 4 R$ 80,10']],
    ['Quem recebeu', ['Pessoa Pedidos Vendas', 'Nina 6 R$ 120,20']],
    ['Descontos por motivo', ['Motivo Pedidos Desconto', 'Promoção do dia 1 R$ 2,50']],
    ['Descontos por pessoa', ['Pessoa Pedidos Desconto', 'Bia 1 R$ 2,40']],
    [
      'Cancelados e por quê',
      ['Motivo Pedidos Valor', 'Não foi pago a tempo 2 R$ 40,40', 'Cancelado pela loja 1 R$ 10,00'],
    ],
  ])('%s is a table of its own sums, with its own names', (title, rows) => {
    expect(rowsUnder(title)).toEqual(rows);
  });

  it('shows fifteen of a list, and says how many more are in the file', () => {
    const sold = Array.from({ length: 17 }, (_, at) => ({
      ...nothing,
      name: `Taça ${at + 1}`,
      cents: 17 - at,
    }));
    expect(rowsUnder('O que vendeu', { sold }).at(-1)).toBe('Taça 15 0 R$ 0,03');
    expect(wordsIn(markup({ sold }))).toContain('Mais 2 na planilha.');
    expect(wordsIn(markup({ sold: sold.slice(0, 15) }))).not.toContain('na planilha');
  });
});

describe('what each way of payment costs', () => {
  const markup = (fees: Breakdown['fees']): string =>
    markupOf(createElement(FeesCard, { fees, span, onRates: () => {} }));

  it('is what came with what went back, its rate, its fee and what stays, and all of it in the end', () => {
    expect(rowsIn(markup(PARTS.fees))).toEqual([
      'Forma Tarifa Líquido',
      'PIX 0,99 % Bruto R$ 165,00, devolvido R$ 15,00 R$ 1,49 R$ 148,51',
      'Dinheiro 0 % R$ 0,00 R$ 35,00',
      'Total Bruto R$ 200,00, devolvido R$ 15,00 R$ 3,70 R$ 181,30',
    ]);
  });
});

describe('day by day', () => {
  it('each day has what it sold and how many, and a day without orders has no mean', () => {
    const rows = rowsIn(markupOf(createElement(SalesByDay, { days: SALES.days })));
    expect(rows).toEqual([
      'Dia Vendas Pedidos',
      '01/11/2026 R$ 100,01 3',
      '02/11/2026 R$ 0,00 0',
      'Dia Ticket médio Pedidos',
      '01/11/2026 R$ 33,34 3',
    ]);
  });

  it('discounts stand on days that had any, and making on days on which something was made, in minutes', () => {
    const days = [
      { date: '2026-11-01', discountOrders: 2, discountCents: 500, madeOrders: 4, meanSeconds: 243 },
      { date: '2026-11-02', discountOrders: 0, discountCents: 0, madeOrders: 0, meanSeconds: null },
    ];
    expect(rowsIn(markupOf(createElement(DiscountsAndMaking, { days })))).toEqual([
      'Dia Desconto Pedidos',
      '01/11/2026 R$ 5,00 2',
      'Dia Média (min) Pedidos',
      '01/11/2026 4,1 4',
    ]);
  });
});

it('the hours of a week stand under their own day, with what came of money beside the orders', () => {
  const hours = [
    { weekday: 0, hour: 18, orders: 3, salesCents: 6_000 },
    { weekday: 6, hour: 20, orders: 5, salesCents: 9_900 },
  ];
  const markup = markupOf(createElement(HoursCard, { hours, span }));
  const cells = markup
    .split('<tr')
    .slice(2)
    .map((row) =>
      row
        .split(/<t[hd]/)
        .slice(1)
        .map((cell) => wordsIn(`<td${cell}`)),
    );
  expect(cells).toEqual([
    ['18h', '3', '', '', '', '', '', ''],
    ['19h', '', '', '', '', '', '', ''],
    ['20h', '', '', '', '', '', '', '5'],
  ]);
  expect(markup.replaceAll('\u00a0', ' ')).toContain('title="Sáb, 20h: R$ 99,00"');
});

describe('the dashboard', () => {
  const DAY: Dashboard = {
    todaySalesCents: 15_000,
    todayOrders: 6,
    meanSalesCents: 12_000,
    weekSalesCents: 84_000,
    previousWeekSalesCents: 80_000,
    weeklyGrowthPercent: 5,
    top: {
      sizes: [{ name: 'Grande', count: 9 }],
      bases: [{ name: 'Cupuaçu', count: 8 }],
      iceCreams: [{ name: 'Ninho', count: 7 }],
      toppings: [{ name: 'Granola', count: 6 }],
    },
    hours: [
      { hour: 18, count: 4 },
      { hour: 20, count: 2 },
    ],
  };
  const words = (changes: Partial<Dashboard>): string =>
    wordsOf(createElement(DashboardCards, { value: { ...DAY, ...changes } }));

  it('holds today against the mean of the last days, and this week against the one before', () => {
    expect(words({})).toContain(
      'Vendas de hoje R$ 150,00 +25% em relação à média dos últimos 7 dias Pedidos de hoje 6 ' +
        'Últimos 7 dias R$ 840,00 +5% em relação aos 7 dias anteriores 7 dias anteriores R$ 800,00',
    );
    expect(words({ todaySalesCents: 9_000 })).toContain('R$ 90,00 -25% em relação à média');
    expect(words({ meanSalesCents: 0 })).toContain('R$ 150,00 Ainda sem vendas para comparar');
  });

  it('has every hour between the first and the last one, and none where nothing was ordered', () => {
    expect(words({})).toContain('18h 4 19h 0 20h 2');
    expect(words({ hours: [] })).toContain('Nenhum pedido hoje ainda.');
  });

  it('names what people choose under its own kind', () => {
    expect(words({})).toMatch(
      /Tamanhos .*Grande 9 Bases .*Cupuaçu 8 Sorvetes .*Ninho 7 Complementos .*Granola 6$/,
    );
  });
});

it('the comparison is a file of orders and reais', async () => {
  const screen = await openScreen(createElement(BreakdownCards, { value: PARTS, onRates: () => {} }));
  await screen.tap('Baixar Comparado com o período anterior (CSV)');
  const [[name, text] = ['', '']] = await screen.saved();
  expect(name).toBe('comparado-2026-10-25-a-2026-11-07.csv');
  expect(text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'O quê;Agora;Antes',
    'Vendas;1234,5;987,6',
    'Pedidos;50;40',
    'Média por pedido;24,69;25',
  ]);
});
