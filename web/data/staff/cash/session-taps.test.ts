// The drawer from its opening to its close: what is sent, what is looked through before the count, and PIX that nothing proves.
import type { CashSession } from '@balcao/shared/http/cash.ts';
import type { UnprovedPix } from '@balcao/shared/http/counter-pix.ts';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { openScreen, refusal, type Answers } from '../../../testing/screen.ts';
import { Toaster } from '../../../ui/toast.tsx';
import { CashCloseReport } from './cash-close-report.tsx';
import { CashSessionPanel } from './cash-session.tsx';

const SESSION_ROUTE = 'GET /api/staff/cash-session';
const PIX_ROUTE = 'GET /api/staff/static-pix';
const OPEN = 'POST /api/staff/cash-session';
const MOVE = 'POST /api/staff/cash-session/movements';
const SESSION: CashSession = {
  id: 's',
  openedAtMs: 0,
  openedBy: 'Nina',
  floatCents: 10_000,
  movements: [],
  cashOrders: 1,
};
const PIX: UnprovedPix = {
  txid: 'T1',
  orderId: 'one',
  simpleId: 41,
  panelNumber: 7,
  amountCents: 2_365,
  atMs: 0,
  userName: 'Nina',
  state: 'unconfirmed',
};
const NONE = { unconfirmed: [], lost: [] };

const open = (session: CashSession | null, answers: Answers = {}) =>
  openScreen(createElement('div', null, createElement(CashSessionPanel), createElement(Toaster)), {
    answers: { [SESSION_ROUTE]: { session }, [PIX_ROUTE]: NONE, ...answers },
  });
/** One answer after the other; the last one from then on. */
const inTurn = (...answers: object[]) => {
  let next = 0;
  return () => answers[Math.min(next++, answers.length - 1)];
};
const bodyOf = (sent: { body: unknown } | undefined) => sent?.body as Record<string, unknown>;

describe('a closed drawer', () => {
  it('is opened with what is in it, or with nothing', async () => {
    const screen = await open(null, { [OPEN]: { session: SESSION } });
    for (const key of ['1', '00', '00']) await screen.tap(key);
    await screen.tap('Abrir caixa');
    expect(bodyOf(screen.changes()[0])).toEqual({ id: expect.any(String), floatCents: 10_000 });
    expect(screen.words()).toContain('Caixa aberto Desde');
    expect(screen.words()).toContain('Fundo de troco: R$ 100,00.');
    const empty = await open(null, { [OPEN]: { session: { ...SESSION, floatCents: 0 } } });
    await empty.tap('Abrir caixa');
    expect(bodyOf(empty.changes()[0])['floatCents']).toBe(0);
  });

  it('that somebody else has opened meanwhile is open', async () => {
    const screen = await open(null, {
      [OPEN]: refusal(409, 'already-open', 'O caixa já está aberto.'),
      [SESSION_ROUTE]: inTurn({ session: null }, { session: SESSION }),
    });
    await screen.tap('Abrir caixa');
    expect(screen.words()).toContain('Caixa aberto Desde');
    expect(screen.alerts()).toEqual([]);
  });

  it('that cannot be opened says why', async () => {
    const screen = await open(null, { [OPEN]: refusal(403, 'forbidden', 'Só quem atende abre o caixa.') });
    await screen.tap('Abrir caixa');
    expect(screen.alerts()).toContain('Só quem atende abre o caixa.');
    expect(screen.words()).not.toContain('Desde');
  });
});

it('a close that could not be printed once more says why above its button', async () => {
  const close = {
    number: 7,
    openedAtMs: 0,
    closedAtMs: 0,
    closedBy: 'Nina',
    floatCents: 0,
    cashSalesCents: 0,
    suprimentoCents: 0,
    sangriaCents: 0,
    expectedCents: 0,
    countedCents: 0,
    differenceCents: 0,
    methods: [],
    note: '',
  };
  const answers = { 'POST *': refusal(503, 'away', 'A loja reinicia.') };
  const screen = await openScreen(createElement(CashCloseReport, { close }), { answers });
  await screen.tap('Imprimir de novo');
  expect(screen.alerts()).toEqual(['A loja reinicia.']);
});

describe('an open drawer', () => {
  it('says what went wrong in the dialog where it did, and in no other', async () => {
    const screen = await open(SESSION, { [MOVE]: refusal(409, 'closed', 'Outra tela fechou o caixa.') });
    await screen.tap('Suprimento');
    await screen.tap('7');
    await screen.tap('Registrar');
    expect(screen.all('form [role="alert"]')).toHaveLength(1);
    await screen.tap('Fechar');
    await screen.tap('Sangria');
    expect(screen.all('form [role="alert"]')).toHaveLength(0);
  });

  it('whose close cannot be begun says so beside the button, until something else is asked', async () => {
    const answers = inTurn(NONE, refusal(503, 'away', 'A loja reinicia.'));
    const screen = await open(SESSION, { [PIX_ROUTE]: answers });
    await screen.tap('Fechar caixa');
    const told = () => screen.all('[aria-label="Caixa aberto"] [role="alert"]').map((one) => one.textContent);
    expect(told()).toEqual(['Não deu para começar o fechamento. A loja reinicia.']);
    await screen.tap('Sangria');
    expect(told()).toEqual([]);
  });

  it.each([
    ['Sangria', 'sangria', 'Sangria registrada'],
    ['Suprimento', 'suprimento', 'Suprimento registrado'],
  ])('is told of a %s with its note', async (button, kind, said) => {
    const screen = await open(SESSION, { [MOVE]: { session: { ...SESSION, cashOrders: 2 } } });
    await screen.tap(button);
    for (const key of ['2', '00']) await screen.tap(key);
    await screen.type('Observação', 'cofre');
    await screen.tap('Registrar');
    expect(bodyOf(screen.changes()[0])).toEqual({
      id: expect.any(String),
      kind,
      amountCents: 200,
      note: 'cofre',
    });
    expect(screen.words()).toContain(said);
    expect(screen.words()).toContain('2 vendas em dinheiro');
    expect(screen.buttons()).not.toContain('Registrar');
  });

  it('that was not told of it says why, and keeps what was typed', async () => {
    const screen = await open(SESSION, { [MOVE]: refusal(503, 'away', 'A loja não respondeu.') });
    await screen.tap('Sangria');
    await screen.tap('2');
    await screen.tap('Registrar');
    expect(screen.alerts()).toContain('A loja não respondeu.');
    expect(screen.words()).not.toContain('Sangria registrada');
    expect(screen.words()).toContain('R$ 0,02');
  });

  it('is counted at once where all PIX is proved, and its close stands in its place', async () => {
    const close = {
      number: 7,
      openedAtMs: 0,
      closedAtMs: 0,
      closedBy: 'Nina',
      floatCents: 0,
      cashSalesCents: 0,
      suprimentoCents: 0,
      sangriaCents: 0,
      expectedCents: 0,
      countedCents: 0,
      differenceCents: 0,
      methods: [],
      note: '',
    };
    const screen = await open(SESSION, { 'POST /api/staff/cash-session/close': close });
    await screen.tap('Fechar caixa');
    expect(screen.words()).toContain('Conte todo o dinheiro da gaveta.');
    screen.sent.splice(0);
    await screen.tap('Fechar caixa');
    expect(screen.words()).toContain('Fechamento nº 7');
    expect(screen.sent.map(({ route }) => route)).toEqual([
      'POST /api/staff/cash-session/close',
      SESSION_ROUTE,
    ]);
  });

  it('is not counted before what nothing proves was looked through, also what was sold since', async () => {
    const screen = await open(SESSION, {
      [PIX_ROUTE]: inTurn(NONE, { unconfirmed: [PIX], lost: [] }),
      'POST /api/staff/static-pix/T1': { unconfirmed: [], lost: [{ ...PIX, state: 'not-received' }] },
    });
    expect(screen.words()).not.toContain('PIX não confirmados');
    await screen.tap('Fechar caixa');
    expect(screen.words()).toContain('Antes de fechar o caixa');
    expect(screen.buttons()).toContain('Contar a gaveta e conferir este PIX depois');
    await screen.tap('Não recebi');
    expect(screen.changes()).toEqual([
      { route: 'POST /api/staff/static-pix/T1', body: { said: 'not-received' } },
    ]);
    expect(screen.words()).toContain('não recebido');
    await screen.tap('Contar a gaveta');
    expect(screen.words()).toContain('Conte todo o dinheiro da gaveta.');
  });

  it('whose PIX could not be read at first is closed after they were looked through all the same', async () => {
    const screen = await open(SESSION, {
      [PIX_ROUTE]: inTurn(refusal(503, 'away', 'A loja reinicia.'), { unconfirmed: [PIX], lost: [] }),
    });
    await screen.tap('Fechar caixa');
    expect(screen.words()).toContain('Antes de fechar o caixa');
    expect(screen.words()).toContain('Transação T1');
  });

  it.each([
    ['unconfirmed', 'Recebi'],
    ['lost', 'Chegou depois'],
  ] as const)('has beside it what nothing proves: %s, "%s"', async (list, button) => {
    const screen = await open(SESSION, { [PIX_ROUTE]: { ...NONE, [list]: [PIX] } });
    await screen.tap(button);
    expect(screen.changes()).toEqual([
      { route: 'POST /api/staff/static-pix/T1', body: { said: 'received' } },
    ]);
  });
});
