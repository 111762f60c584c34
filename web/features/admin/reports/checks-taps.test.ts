// The owner's checks: a day at the provider, the month's statement read in the browser, and the tables of the reports as files.
import { createStore } from 'jotai';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadStoreAtom } from '../../../data/shop.ts';
import { openScreen, refusal, type Answers } from '../../../testing/screen.ts';
import { sampleStore } from '../../../testing/shop.ts';
import { BestSellers } from './best-sellers.tsx';
import { DiscountsAndMaking, SalesByDay } from './day-cards.tsx';
import { HoursCard } from './hours-card.tsx';
import { MatchingPanel } from './matching-panel.tsx';
import { StatementCard } from './statement-card.tsx';
import { TopClientsCard } from './top-clients.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T18:20:00-03:00'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a day at the provider', () => {
  const at = (day: string): string => `GET /api/staff/payments/matching?day=${day}`;
  const DAY = {
    rows: [],
    totals: { approvedCents: 0, refundedCents: 0, payments: 0, differences: 0 },
    foreign: 0,
    ways: [],
  };
  const open = async (timeZone = sampleStore.timeZone) => {
    const store = createStore();
    const screen = await openScreen(createElement(MatchingPanel), {
      store,
      answers: {
        'GET /api/store': { ...sampleStore, timeZone },
        [at('2026-11-21')]: DAY,
        [at('2026-11-20')]: DAY,
      },
    });
    await screen.when(() => store.set(loadStoreAtom));
    const csv = () =>
      screen
        .all('a')
        .map((one) => one.getAttribute('href'))
        .find((href) => href?.includes('matching.csv'));
    return { screen, csv };
  };

  it('is today’s, or the one that is typed, and so is its file', async () => {
    const { screen, csv } = await open();
    expect(screen.sent.map(({ route }) => route)).toContain(at('2026-11-21'));
    expect(csv()).toBe('/api/staff/payments/matching.csv?day=2026-11-21');
    await screen.type('Dia', '2026-11-20');
    expect(screen.sent.at(-1)?.route).toBe(at('2026-11-20'));
    expect(csv()).toBe('/api/staff/payments/matching.csv?day=2026-11-20');
    // The month of the statement is this one, whatever day is looked at.
    await screen.type('Dia', '2026-10-31');
    expect(screen.valueOf('Mês')).toBe('2026-11');
  });

  it('is no later than today by the shop’s own date', async () => {
    vi.setSystemTime(Date.parse('2026-11-21T23:30:00-03:00'));
    const last = async (timeZone: string) =>
      (await open(timeZone)).screen.all('input[type="date"]')[0]?.getAttribute('max');
    expect(await last('America/Sao_Paulo')).toBe('2026-11-21');
    expect(await last('America/Noronha')).toBe('2026-11-22');
  });

  it('that is not there yet is not asked for', async () => {
    const { screen } = await open();
    const before = screen.sent.length;
    await screen.type('Dia', '');
    expect(screen.sent).toHaveLength(before);
  });
});

describe('the month’s statement', () => {
  const BOOKED = 'GET /api/staff/payments/booked?month=2026-10';
  const PROVED = 'POST /api/staff/static-pix/proved';
  const HEAD =
    'SOURCE_ID,EXTERNAL_REFERENCE,TRANSACTION_TYPE,TRANSACTION_AMOUNT,FEE_AMOUNT,SETTLEMENT_NET_AMOUNT';
  const statement = (...lines: string[]) => new File([[HEAD, ...lines].join('\n')], 'extrato.csv');
  const pix = (txid: string, amountCents: number) => ({ txid, orderId: txid, amountCents });
  const open = async (answers: Answers = {}) => {
    const screen = await openScreen(createElement(StatementCard, { thisMonth: '2026-11' }), {
      answers: {
        [BOOKED]: {
          payments: [
            {
              providerPaymentId: '111',
              orderCode: '7K2MQ9XWTB',
              status: 'approved',
              paidCents: 2_000,
              refundedCents: 0,
              approvedAtMs: Date.parse('2026-10-10T12:00:00-03:00'),
              refunds: [],
            },
          ],
          fromMs: Date.parse('2026-10-01T00:00:00-03:00'),
          toMs: Date.parse('2026-11-01T00:00:00-03:00'),
        },
        'GET /api/staff/static-pix': { unconfirmed: [pix('BALCAO01', 700)], lost: [pix('BALCAO02', 900)] },
        [PROVED]: { proved: 2 },
        ...answers,
      },
    });
    await screen.type('Mês', '2026-10');
    return screen;
  };
  const FILE = 'Extrato do Mercado Pago (CSV)';

  it('is held against the shop’s payments of that month, and proves PIX of the counter, also one said not to have come', async () => {
    const screen = await open();
    await screen.give(
      FILE,
      statement(
        '111,x,SETTLEMENT,20.00,-0.20,19.80',
        '222,BALCAO01,SETTLEMENT,7.00,0,7.00',
        '333,BALCAO02,SETTLEMENT,9.00,0,9.00',
        '444,BALCAO02,REFUND,-9.00,0,-9.00',
      ),
    );
    expect(screen.changes()).toEqual([
      {
        route: PROVED,
        body: {
          proved: [
            { txid: 'BALCAO01', providerPaymentId: '222', amountCents: 700 },
            { txid: 'BALCAO02', providerPaymentId: '333', amountCents: 900 },
          ],
        },
      },
    ]);
    expect(screen.words()).toContain('2 PIX do balcão foram confirmados pelo extrato.');
    expect(screen.words()).toContain('Bruto R$ 20,00');
    expect(screen.words()).toContain('Líquido R$ 19,80');
  });

  it('that proves nothing sends nothing, and stays in sight where no other is chosen', async () => {
    const screen = await open();
    await screen.give(FILE, statement('111,x,SETTLEMENT,20.00,-0.20,19.80'));
    expect(screen.words()).toContain('1 pagamento conferido.');
    await screen.happen('input[type="file"]', 'change');
    expect(screen.words()).toContain('1 pagamento conferido.');
    expect(screen.changes()).toEqual([]);
  });

  it('that is another file says what it lacks, and then the right one is read', async () => {
    const screen = await open();
    await screen.give(FILE, new File(['SOURCE_ID;OUTRA\n1;2'], 'outro.csv'));
    expect(screen.alerts().join()).toContain(
      'Este arquivo não é o relatório de transações: faltam as colunas',
    );
    await screen.give(FILE, new File([`${HEAD.replace(',FEE_AMOUNT', '')}\n`], 'sem-tarifa.csv'));
    expect(screen.alerts().join()).toContain('falta a coluna FEE_AMOUNT.');
    await screen.give(FILE, statement('111,x,SETTLEMENT,muito,0,0'));
    expect(screen.alerts()).toEqual(['Não deu para ler a linha 2, coluna TRANSACTION_AMOUNT.']);
    await screen.give(FILE, statement('111,x,SETTLEMENT,20.00,-0.20,19.80'));
    expect(screen.alerts()).toEqual([]);
  });

  it('that was chosen under another month is chosen again under its own', async () => {
    const september = { payments: [], fromMs: 0, toMs: 0 };
    const screen = await open({ 'GET /api/staff/payments/booked?month=2026-09': september });
    const file = statement('111,x,SETTLEMENT,20.00,-0.20,19.80');
    await screen.type('Mês', '2026-09');
    await screen.give(FILE, file);
    expect(screen.words()).not.toContain('1 pagamento conferido.');
    await screen.type('Mês', '2026-10');
    await screen.give(FILE, file);
    expect(screen.words()).toContain('1 pagamento conferido.');
  });

  it('of which one was read is not in sight any more where the next could not be', async () => {
    let isAway = false;
    const booked = { payments: [], fromMs: 0, toMs: 0 };
    const away = refusal(503, 'away', 'A loja não respondeu.');
    const screen = await open({ [BOOKED]: () => (isAway ? away : booked) });
    await screen.give(FILE, statement('111,x,SETTLEMENT,20.00,-0.20,19.80'));
    expect(screen.words()).toContain('Bruto');
    isAway = true;
    await screen.give(FILE, statement('111,x,SETTLEMENT,20.00,-0.20,19.80'));
    expect(screen.alerts()).toEqual(['A loja não respondeu.']);
    expect(screen.words()).not.toContain('Bruto');
  });

  it('that is too large for a browser is not read', async () => {
    const screen = await open();
    const large = statement('111,x,SETTLEMENT,20.00,-0.20,19.80');
    Object.defineProperty(large, 'size', { value: 20 * 1024 * 1024 + 1 });
    await screen.give(FILE, large);
    expect(screen.alerts()).toEqual(['O arquivo passa de 20 MB.']);
    expect(screen.sent).toEqual([]);
  });

  it('needs its month', async () => {
    const screen = await open();
    const isOff = () => screen.all('input[type="file"]')[0]?.hasAttribute('disabled');
    expect(isOff()).toBe(false);
    await screen.type('Mês', '');
    expect(isOff()).toBe(true);
  });
});

describe('a table of the reports as a file', () => {
  const span = { from: '2026-11-01', to: '2026-11-07' };
  const linesOf = (text: string): string[] => text.replace('\uFEFF', '').trim().split('\r\n');

  it('of what sells has all of each kind under its name, also what is not shown', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => ({
      type: 'ice_cream' as const,
      name: `s${at}`,
      count: 9 - at,
    }));
    const screen = await openScreen(createElement(BestSellers, { rows, span }));
    expect(screen.words()).toContain('s7');
    expect(screen.words()).not.toContain('s8');
    await screen.tap('Baixar Mais vendidos (CSV)');
    const [[name, text] = ['', '']] = await screen.saved();
    expect(name).toBe('mais-vendidos-2026-11-01-a-2026-11-07.csv');
    expect(linesOf(text)).toHaveLength(10);
    expect(linesOf(text).at(-1)).toBe('Sorvetes;s8;1');
  });

  it('of days has reais and minutes with one decimal, and its days in its name', async () => {
    const days = [
      {
        date: '2026-11-01',
        orders: 3,
        salesCents: 10_001,
        discountCents: 250,
        discountOrders: 1,
        meanSeconds: 190,
        madeOrders: 3,
      },
      {
        date: '2026-11-02',
        orders: 1,
        salesCents: 500,
        discountCents: 0,
        discountOrders: 0,
        meanSeconds: null,
        madeOrders: 0,
      },
    ];
    const screen = await openScreen(
      createElement(
        'div',
        null,
        createElement(SalesByDay, { days }),
        createElement(DiscountsAndMaking, { days }),
      ),
    );
    for (const title of [
      'Vendas por dia',
      'Ticket médio por dia',
      'Descontos por dia',
      'Tempo de preparo por dia',
    ])
      await screen.tap(`Baixar ${title} (CSV)`);
    expect((await screen.saved()).map(([name, text]) => [name, linesOf(text).slice(1)])).toEqual([
      ['vendas-por-dia-2026-11-01-a-2026-11-02.csv', ['01/11/2026;100,01;3', '02/11/2026;5;1']],
      ['ticket-medio-2026-11-01-a-2026-11-02.csv', ['01/11/2026;33,34;3', '02/11/2026;5;1']],
      ['descontos-por-dia-2026-11-01-a-2026-11-01.csv', ['01/11/2026;2,5;1']],
      ['preparo-por-dia-2026-11-01-a-2026-11-01.csv', ['01/11/2026;3,2;3']],
    ]);
  });

  it('of hours has the day’s name and reais', async () => {
    const hours = [{ weekday: 0, hour: 19, orders: 2, salesCents: 4_050 }];
    const screen = await openScreen(createElement(HoursCard, { hours, span }));
    await screen.tap('Baixar Quando vende (CSV)');
    const [[name, text] = ['', '']] = await screen.saved();
    expect(name).toBe('horarios-2026-11-01-a-2026-11-07.csv');
    expect(linesOf(text)).toEqual(['Dia;Hora;Pedidos;Vendas', 'Dom;19;2;40,5']);
  });

  it('of the best customers has their place from one on, and is read anew by a button', async () => {
    const RANKING = 'GET /api/staff/ranking';
    const answers: Answers = {
      [RANKING]: { clients: [{ phone: '11987654321', orderCount: 4, totalSpentCents: 12_345 }] },
    };
    const screen = await openScreen(createElement(TopClientsCard), { answers });
    await screen.tap('Baixar Top 3 Clientes do Mês (CSV)');
    const [[, text] = ['', '']] = await screen.saved();
    expect(linesOf(text)).toEqual([
      'Lugar;Nome;Telefone;Pedidos;Total',
      '1;Premium;(11) 98765-4321;4;123,45',
    ]);
    await screen.tap('Atualizar');
    expect(screen.sent.map(({ route }) => route)).toEqual([RANKING, RANKING]);
    answers[RANKING] = () => new Promise(() => undefined);
    await screen.tap('Atualizar');
    expect(screen.buttons()).toContain('Atualizar (off)');
  });

  it('of the best customers has the three that its name says, however many the store tells of', async () => {
    const clients = [9, 8, 7, 6].map((orderCount) => ({
      phone: `1198765432${orderCount}`,
      orderCount,
      totalSpentCents: orderCount * 1_000,
    }));
    const screen = await openScreen(createElement(TopClientsCard), {
      answers: { 'GET /api/staff/ranking': { clients } },
    });
    await screen.tap('Baixar Top 3 Clientes do Mês (CSV)');
    const [[, text] = ['', '']] = await screen.saved();
    expect(linesOf(text).slice(1)).toEqual([
      '1;Premium;(11) 98765-4329;9;90',
      '2;Fidelidade;(11) 98765-4328;8;80',
      '3;Especial;(11) 98765-4327;7;70',
    ]);
  });
});
