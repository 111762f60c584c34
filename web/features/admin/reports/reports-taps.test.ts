// The sales report as an owner asks for it: which days, which customer, what is read anew and what goes into the files.
import type { SalesReport } from '@balcao/shared/http/reports.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createElement, type ComponentProps } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openScreen, refusal, type Answers } from '../../../testing/screen.ts';
import { SumsCard } from '../../../ui/staff/report/sums-card.tsx';
import { DashboardPanel } from './dashboard-panel.tsx';
import { FeesCard } from './fees-card.tsx';
import { SalesPanel } from './sales-panel.tsx';

beforeEach(() => {
  const now = Date.parse('2026-11-21T18:20:00-03:00');
  vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the dashboard', () => {
  const DAY = {
    todaySalesCents: 15_000,
    todayOrders: 6,
    meanSalesCents: 0,
    weekSalesCents: 0,
    previousWeekSalesCents: 0,
    weeklyGrowthPercent: null,
    hours: [
      { hour: 18, count: 4 },
      { hour: 20, count: 2 },
    ],
    top: {
      sizes: [{ name: 'Grande', count: 9 }],
      bases: [{ name: 'Cupuaçu', count: 8 }],
      iceCreams: [{ name: 'Ninho', count: 7 }],
      toppings: [{ name: 'Granola', count: 6 }],
    },
  };
  const open = (day: () => typeof DAY) =>
    openScreen(createElement(DashboardPanel), { answers: { 'GET /api/staff/reports/dashboard': day } });

  it('is read anew every minute, and shows what came meanwhile', async () => {
    let todayOrders = 6;
    const screen = await open(() => ({ ...DAY, todayOrders }));
    expect(screen.words()).toContain('Pedidos de hoje 6');
    todayOrders = 7;
    await screen.later(59_000);
    expect(screen.sent).toHaveLength(1);
    await screen.later(1_000);
    expect(screen.sent).toHaveLength(2);
    expect(screen.words()).toContain('Pedidos de hoje 7');
  });

  it('goes into files: each hour, also one without orders, and what people choose under its kind', async () => {
    const screen = await open(() => DAY);
    await screen.tap('Baixar Pedidos de hoje por hora (CSV)');
    await screen.tap('Baixar Os 3 preferidos (CSV)');
    const files = (await screen.saved()).map(([, text]) => text.replace('\uFEFF', '').trim().split('\r\n'));
    expect(files).toEqual([
      ['Hora;Pedidos', '18h;4', '19h;0', '20h;2'],
      [
        'Tipo;Nome;Vezes',
        'Tamanhos;Grande;9',
        'Bases;Cupuaçu;8',
        'Sorvetes;Ninho;7',
        'Complementos;Granola;6',
      ],
    ]);
  });
});

describe('the sales', () => {
  const SALES: SalesReport = {
    from: '2026-11-01',
    to: '2026-11-21',
    totalSalesCents: 123_450,
    totalOrders: 50,
    averageTicketCents: 2_469,
    weeklyGrowthPercent: null,
    days: [],
    methods: [{ method: 'pix', orders: 7, salesCents: 17_430 }],
    bestSellers: [],
    peakHours: [],
  };
  const REPORT = 'GET /api/staff/reports/sales';
  const PARTS = 'GET /api/staff/reports/breakdown';
  const open = async () => {
    const days = '?from=2026-11-01&to=2026-11-02';
    const answers: Answers = Object.fromEntries(
      ['', days, '?phone=11987654321', '?from=2026-11-21&to=2026-11-21'].map((query) => [
        REPORT + query,
        SALES,
      ]),
    );
    const screen = await openScreen(createElement(SalesPanel), { answers });
    const asked = () => screen.sent.splice(0).map(({ route }) => route);
    const csv = () =>
      screen
        .all('a')
        .find((one) => one.getAttribute('href')?.includes('sales.csv') === true)
        ?.getAttribute('href');
    asked();
    return { screen, answers, asked, csv };
  };

  it('of typed days are read once they are asked for, and the file is of those that are shown', async () => {
    const { screen, asked, csv } = await open();
    await screen.type('Data inicial', '2026-11-01');
    await screen.type('Data final', '2026-11-02');
    expect(asked()).toEqual([]);
    expect(csv()).toBe('/api/staff/reports/sales.csv');
    // Of no shortcut: this month has more days.
    await screen.tap('Filtrar');
    expect(screen.all('[aria-pressed="true"]')).toEqual([]);
    const query = '?from=2026-11-01&to=2026-11-02';
    expect(asked()).toEqual([REPORT + query, PARTS + query]);
    expect(csv()).toBe(`/api/staff/reports/sales.csv${query}`);
    expect(screen.words()).toContain('Vendas totais R$ 1.234,50');
    expect(screen.words()).toContain('Ticket médio R$ 24,69');
  });

  it('taken apart are read again once other rates are kept: what stays is another amount', async () => {
    const none = { salesCents: 0, orders: 0, averageTicketCents: 0 };
    const span = { from: '2026-11-01', to: '2026-11-21' };
    const lists = { sold: [], hours: [], ways: [], sources: [], operators: [], cancelled: [] };
    const partsWith = (feeCents: number) => {
      const sums = { feeCents, netCents: 10_000 - feeCents };
      const ways = [{ name: 'pix_manual', count: 1, cents: 10_000, percent: 1, ...sums }];
      return {
        ...span,
        ...lists,
        totals: none,
        before: { ...none, ...span },
        discounts: { cents: 0, orders: 0, reasons: [], givers: [] },
        made: { meanSeconds: null },
        fees: { grossCents: 10_000, ...sums, ways },
      };
    };
    let feeCents = 100;
    const keep = () => {
      feeCents = 1_000;
      return sampleCatalog().settings;
    };
    const answers = {
      [REPORT]: SALES,
      [PARTS]: () => partsWith(feeCents),
      'PATCH /api/staff/settings': keep,
    };
    const screen = await openScreen(createElement(SalesPanel), {
      answers: { ...answers, 'GET /api/staff/catalog': sampleCatalog() },
    });
    expect(screen.words()).toContain('Total Bruto R$ 100,00 R$ 1,00 R$ 99,00');
    await screen.tap('Taxas');
    await screen.tap('Salvar taxas');
    expect(screen.words()).toContain('Total Bruto R$ 100,00 R$ 10,00 R$ 90,00');
  });

  it('are not asked for again while they are being read', async () => {
    const { screen, answers } = await open();
    expect(screen.buttons()).toContain('Filtrar');
    answers['GET *'] = () => new Promise(() => undefined);
    await screen.type('Data inicial', '2026-11-01');
    await screen.tap('Filtrar');
    expect(screen.buttons()).toContain('Filtrar (off)');
  });

  it('of days the wrong way round are not asked for; one day alone is', async () => {
    const { screen, asked } = await open();
    await screen.type('Data inicial', '2026-11-02');
    await screen.type('Data final', '2026-11-01');
    await screen.tap('Filtrar');
    expect(asked()).toEqual([]);
    expect(screen.words()).toContain('A data final não pode ser antes da inicial.');
    await screen.type('Data final', '2026-11-02');
    await screen.tap('Filtrar');
    expect(asked()[0]).toBe(`${REPORT}?from=2026-11-02&to=2026-11-02`);
    expect(screen.words()).not.toContain('antes da inicial');
  });

  it('of a shortcut are right, whatever was typed before', async () => {
    const { screen } = await open();
    await screen.type('Data inicial', '2026-11-02');
    await screen.type('Data final', '2026-11-01');
    await screen.tap('Filtrar');
    expect(screen.words()).toContain('antes da inicial');
    await screen.tap('Hoje');
    expect(screen.words()).not.toContain('antes da inicial');
  });

  it('of a shortcut count at once, stand in the fields, and the shortcut is the pressed one', async () => {
    const { screen, asked } = await open();
    const pressed = () => screen.all('[aria-pressed="true"]').map((one) => one.textContent);
    expect(pressed()).toEqual([]);
    await screen.tap('Hoje');
    expect(asked()[0]).toBe(`${REPORT}?from=2026-11-21&to=2026-11-21`);
    expect([screen.valueOf('Data inicial'), screen.valueOf('Data final')]).toEqual([
      '2026-11-21',
      '2026-11-21',
    ]);
    expect(pressed()).toEqual(['Hoje']);
    await screen.tap('7 dias');
    expect(pressed()).toEqual(['7 dias']);
  });

  it('of one customer are told by way of paying, and not taken apart', async () => {
    const { screen, asked } = await open();
    expect(screen.words()).not.toContain('Formas de pagamento');
    await screen.type('Telefone do cliente', '119876543210');
    expect(screen.valueOf('Telefone do cliente')).toBe('(11) 98765-4321');
    await screen.tap('Filtrar');
    expect(asked()).toContain(`${REPORT}?phone=11987654321`);
    expect(asked().filter((route) => route.startsWith(PARTS))).toEqual([]);
    expect(screen.words()).toContain('Formas de pagamento');
  });
});

describe('a list of sums', () => {
  const open = (length: number, changes: Partial<ComponentProps<typeof SumsCard>> = {}) =>
    openScreen(
      createElement(SumsCard, {
        title: 'Vendas por origem',
        file: 'origem',
        span: { from: '2026-11-01', to: '2026-11-07' },
        nameName: 'Origem',
        countName: 'Pedidos',
        centsName: 'Vendas',
        sums: Array.from({ length }, (_, at) => ({ name: `n${at}`, count: at, cents: at * 100 + 5 })),
        names: { n1: 'Balcão' },
        empty: 'Nada.',
        hint: 'Antes do desconto.',
        ...changes,
      }),
    );

  it('shows fifteen, and says how many more are in the file, each under its own name', async () => {
    const rows = async (length: number) => (await open(length)).body.querySelectorAll('tr').length - 1;
    expect(await rows(15)).toBe(15);
    expect((await open(15)).words()).not.toContain('na planilha');
    const screen = await open(16);
    expect(screen.all('tr')).toHaveLength(16);
    expect(screen.words()).toContain('Mais 1 na planilha.');
    await screen.tap('Baixar Vendas por origem (CSV)');
    const [[name, text] = ['', '']] = await screen.saved();
    expect(name).toBe('origem-2026-11-01-a-2026-11-07.csv');
    expect(text.split('\r\n').slice(0, 3)).toEqual(['Origem;Pedidos;Vendas', 'n0;0;0,05', 'Balcão;1;1,05']);
    expect(text).toContain('n15;15;15,05');
  });

  it('has its hint over rows alone', async () => {
    expect((await open(2)).words()).toContain('Antes do desconto.');
    expect((await open(0)).words()).toBe('Vendas por origem Nada.');
  });
});

describe('fees and what stays', () => {
  const FEES: ComponentProps<typeof FeesCard>['fees'] = {
    grossCents: 11_000,
    returnedCents: 1_000,
    feeCents: 99,
    netCents: 9_901,
    ways: [
      {
        name: 'pix_manual',
        count: 4,
        cents: 10_000,
        returnedCents: 1_000,
        percent: 0.99,
        feeCents: 99,
        netCents: 9_901,
      },
    ],
  };
  const open = async (answers: Answers = {}) => {
    const onRates = vi.fn<() => void>();
    const span = { from: '2026-11-01', to: '2026-11-07' };
    const screen = await openScreen(createElement(FeesCard, { fees: FEES, span, onRates }), {
      answers: {
        'GET /api/staff/catalog': sampleCatalog({ feePercents: { pix_manual: 0.99 } }),
        'PATCH /api/staff/settings': sampleCatalog().settings,
        ...answers,
      },
    });
    return { screen, onRates };
  };

  it('are read anew once other rates are kept', async () => {
    const { screen, onRates } = await open();
    await screen.tap('Taxas');
    expect(onRates).not.toHaveBeenCalled();
    await screen.tap('Salvar taxas');
    expect(screen.changes()).toHaveLength(1);
    expect(onRates).toHaveBeenCalledOnce();
    expect(screen.buttons()).not.toContain('Salvar taxas');
  });

  it('are as they were where nobody keeps others, and where the store refuses them, which is said', async () => {
    const { screen, onRates } = await open();
    await screen.tap('Taxas');
    await screen.tap('Fechar');
    expect(screen.buttons()).not.toContain('Salvar taxas');
    const refused = refusal(503, 'away', 'A loja não respondeu.');
    const away = await open({ 'PATCH /api/staff/settings': refused });
    await away.screen.tap('Taxas');
    await away.screen.tap('Salvar taxas');
    expect(away.screen.alerts().join()).toContain('A loja não respondeu.');
    expect(away.screen.buttons()).toContain('Salvar taxas');
    for (const { mock } of [onRates, away.onRates]) expect(mock.calls).toEqual([]);
  });

  it('of a way that has no name here are told by the way itself', async () => {
    const ways = FEES.ways.map((way) => ({ ...way, name: 'boleto' }));
    const span = { from: '2026-11-01', to: '2026-11-07' };
    const card = createElement(FeesCard, { fees: { ...FEES, ways }, span, onRates: () => undefined });
    expect((await openScreen(card)).words()).toContain('boleto 0,99 %');
  });

  it('are drawn as what stays beside what goes, of all that came', async () => {
    const { screen } = await open();
    const widths = screen.all('rect').map((one) => Number.parseFloat(one.getAttribute('width') ?? ''));
    // 99,01 % stays of all that came, and the rest goes.
    expect(widths).toEqual([100, expect.closeTo(99.01), expect.closeTo(0.99)]);
  });

  it('go into a file as what came, what went back, the rate, the fee and what stays', async () => {
    const { screen } = await open();
    await screen.tap('Baixar Tarifas e líquido (CSV)');
    const [[name, text] = ['', '']] = await screen.saved();
    expect(name).toBe('tarifas-2026-11-01-a-2026-11-07.csv');
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      'Forma;Pedidos;Bruto;Devolvido;Taxa %;Tarifa;Líquido',
      expect.stringMatching(/;4;110;10;0,99;0,99;99,01$/),
    ]);
  });
});
