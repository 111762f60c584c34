// What the drawer says while it is open and once it is closed, and of PIX that nothing proves.
import type { CashClose, CashSession } from '@balcao/shared/http/cash.ts';
import type { UnprovedPix } from '@balcao/shared/http/counter-pix.ts';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { buttonsIn, markupOf, rowsIn, wordsIn, wordsOf } from '../../../testing/words.ts';
import { CashCloseReport } from './cash-close-report.tsx';
import { OpenSession } from './cash-session.tsx';
import { UnprovedPixList } from './unproved-pix.tsx';

const at = (time: string): number => Date.parse(`2026-11-21T${time}:00-03:00`);

describe('a closed drawer', () => {
  const CLOSE: CashClose = {
    number: 7,
    openedAtMs: at('10:05'),
    closedAtMs: at('22:31'),
    closedBy: 'Nina',
    floatCents: 10_000,
    cashSalesCents: 23_000,
    cashReturnsCents: 500,
    suprimentoCents: 5_000,
    sangriaCents: 2_000,
    expectedCents: 36_000,
    countedCents: 36_000,
    differenceCents: 0,
    methods: [],
    note: '',
  };
  const words = (changes: Partial<CashClose>): string =>
    wordsOf(createElement(CashCloseReport, { close: { ...CLOSE, ...changes } }));

  it('says when, by whom, and how what should be in it comes about: what went back is told apart', () => {
    expect(words({})).toBe(
      'Fechamento nº 7 De 21/11, 10:05 a 21/11, 22:31, por Nina Fundo de troco R$ 100,00 ' +
        'Vendas em dinheiro R$ 235,00 Devoluções em dinheiro -R$ 5,00 Suprimentos R$ 50,00 Sangrias -R$ 20,00 ' +
        'Esperado na gaveta R$ 360,00 Contado R$ 360,00 Bateu Imprimir de novo',
    );
    expect(words({ cashReturnsCents: 0, cashSalesCents: 23_500 })).not.toContain('Devoluções');
  });

  it.each([
    [-150, 'R$ 358,50', 'Faltou R$ 1,50'],
    [150, 'R$ 361,50', 'Sobrou R$ 1,50'],
  ])('of a difference of %i centavos, %s counted, it says "%s"', (differenceCents, counts, said) => {
    const counted = { countedCents: 36_000 + differenceCents, differenceCents };
    expect(words(counted)).toContain(`Contado ${counts} ${said} Imprimir`);
    expect(words(counted)).not.toContain('Bateu');
    const isGreen = (close: CashClose) =>
      markupOf(createElement(CashCloseReport, { close })).includes('bg-success');
    expect([isGreen(CLOSE), isGreen({ ...CLOSE, ...counted })]).toEqual([true, false]);
  });

  it('names beside it what came and went while it was closed, what came in other ways, and the note', () => {
    const beside = words({
      takenClosedCents: 1_990,
      returnedClosedCents: 300,
      methods: [
        { name: 'PIX', orders: 3, salesCents: 7_095 },
        { name: 'Maquininha', orders: 1, salesCents: 2_365 },
      ],
      note: 'faltou conferir a moeda',
    });
    expect(beside).toContain('Recebido com o caixa fechado R$ 19,90 Devolvido com o caixa fechado -R$ 3,00');
    expect(beside).toContain('Fora da gaveta: PIX R$ 70,95 (3) · Maquininha R$ 23,65 (1)');
    expect(beside).toContain('Observação: faltou conferir a moeda');
    for (const text of ['com o caixa fechado', 'Fora da gaveta', 'Observação'])
      expect(words({})).not.toContain(text);
    // A close in which nothing was taken has no table of ways without a row.
    expect(words({ ways: [] })).toBe(words({}));
  });
});

describe('an open drawer', () => {
  const SESSION: CashSession = {
    id: 's',
    openedAtMs: at('10:05'),
    openedBy: 'Nina',
    floatCents: 10_000,
    movements: [],
    cashOrders: 1,
  };
  const view = (session: CashSession, busy = false): string =>
    markupOf(createElement(OpenSession, { session, busy, failed: null, onAsk: () => {} }));

  it('says since when, by whom and with how much it is open, and how many sales were in cash', () => {
    expect(wordsIn(view(SESSION))).toContain(
      'Desde 21/11, 10:05, por Nina · fundo R$ 100,00 1 venda em dinheiro Suprimento Sangria Fechar caixa ' +
        'Nenhuma entrada ou saída registrada.',
    );
    expect(wordsIn(view({ ...SESSION, cashOrders: 2 }))).toContain('2 vendas em dinheiro');
    expect(buttonsIn(view(SESSION, true))).toEqual(['Suprimento', 'Sangria', 'Fechar caixa (off)']);
  });

  it('lists what was put in and taken out by its time, its note and who did it', () => {
    const moved = { amountCents: 2_000, userName: 'Bia', atMs: at('11:15') };
    const movements: CashSession['movements'] = [
      { ...moved, id: 'a', kind: 'sangria', note: 'cofre' },
      { ...moved, id: 'b', kind: 'suprimento', note: '' },
    ];
    expect(rowsIn(view({ ...SESSION, movements }))).toEqual([
      'Hora Movimento Observação Por Valor',
      '11:15 Sangria cofre Bia − R$ 20,00',
      '11:15 Suprimento Bia + R$ 20,00',
    ]);
  });
});

describe('PIX that nothing proves', () => {
  const PIX: UnprovedPix = {
    txid: 'T1',
    orderId: 'one',
    simpleId: 41,
    panelNumber: 7,
    amountCents: 2_365,
    atMs: at('18:04'),
    userName: 'Nina',
    state: 'unconfirmed',
  };
  const view = (unconfirmed: UnprovedPix[], lost: UnprovedPix[]): string =>
    markupOf(
      createElement(UnprovedPixList, { pix: { unconfirmed, lost }, inDialog: false, onChange: () => {} }),
    );

  it('is named by its order, its time, who took it and its transaction', () => {
    expect(wordsIn(view([PIX], []))).toContain(
      'R$ 23,65 Pedido 7 (#41), 21/11, 18:04, por Nina Transação T1 Recebi Não recebi',
    );
    expect(wordsIn(view([{ ...PIX, panelNumber: null }], []))).toContain('Pedido #41, 21/11');
  });

  it('that did not come may come later, and is nothing to look for in the bank', () => {
    const lost = view([], [{ ...PIX, state: 'not-received' }]);
    expect(buttonsIn(lost)).toEqual(['Chegou depois']);
    expect(wordsIn(lost)).toContain('R$ 23,65 não recebido Pedido 7 (#41)');
    expect(wordsIn(lost)).not.toContain('Procure cada um no extrato');
    expect(wordsIn(view([PIX], []))).toContain('Procure cada um no extrato');
    expect(view([], [])).toBe('');
  });
});
