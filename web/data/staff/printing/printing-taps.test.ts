// Paper: what is said over a screen when a printer is in trouble, and what one tap does about a slip that waits.
import type { PrinterView, PrintingView, PrintJobView } from '@balcao/shared/http/printing.ts';
import { createStore } from 'jotai';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { openScreen, refusal, type Answers } from '../../../testing/screen.ts';
import { orderEventAtom, printerTurnAtom } from '../board/live.ts';
import { PrinterTrouble } from './printer-notice.tsx';

const STATE = 'GET /api/staff/printing';
const PRINTER: PrinterView = {
  id: 'k',
  name: 'Cozinha',
  enabled: true,
  state: 'off',
  stateText: 'sem resposta',
  detail: 'não atende em 192.168.0.50',
  paperLow: false,
  sinceMs: 0,
  waiting: 0,
  held: 0,
  failed: 0,
};
const FINE: PrinterView = { ...PRINTER, state: 'ok', stateText: 'pronta', detail: null };
const JOB: PrintJobView = {
  id: 5,
  printerId: 'k',
  purpose: 'kitchen',
  orderId: 'one',
  code: null,
  panelNumber: 7,
  simpleId: 41,
  copy: 1,
  state: 'failed',
  stateText: 'não saiu',
  attempts: 3,
  nextAtMs: 0,
  lastError: 'sem papel',
  createdAtMs: Date.parse('2026-11-21T18:04:00-03:00'),
  updatedAtMs: 0,
};

const open = (view: PrintingView, answers: Answers = {}) =>
  openScreen(createElement(PrinterTrouble), { answers: { [STATE]: view, ...answers } });
const notice = async (printers: PrinterView[], jobs: PrintJobView[] = []): Promise<string> =>
  (await open({ printers, jobs })).words();
const dialog = async (view: PrintingView, answers: Answers = {}) => {
  const screen = await open(view, answers);
  await screen.tap(screen.buttons()[0] ?? '');
  return screen;
};

describe('over a screen it is said', () => {
  it('that a printer does not answer or has no paper, and how many slips did not come out', async () => {
    expect(await notice([PRINTER])).toBe('Impressora Cozinha: sem resposta Ver');
    expect(await notice([{ ...PRINTER, state: 'paper-out', stateText: 'sem papel' }])).toBe(
      'Impressora Cozinha: sem papel Ver',
    );
    expect(await notice([FINE], [JOB])).toBe('1 comanda não saiu no papel Ver');
    expect(await notice([PRINTER], [JOB, { ...JOB, id: 6, state: 'held' }])).toBe(
      'Impressora Cozinha: sem resposta · 2 comandas não saíram no papel Ver',
    );
  });

  it('and nothing while all is well', async () => {
    expect(await notice([FINE], [{ ...JOB, state: 'queued' }])).toBe('');
    expect(await notice([{ ...PRINTER, state: 'disabled' }])).toBe('');
  });
});

it('the printers are read again as soon as the store has news of one', async () => {
  const store = createStore();
  let printers = [FINE];
  const screen = await openScreen(createElement(PrinterTrouble), {
    store,
    answers: { [STATE]: () => ({ printers, jobs: [] }) },
  });
  expect(screen.words()).toBe('');
  printers = [PRINTER];
  await screen.when(() => store.set(printerTurnAtom, 1));
  expect(screen.words()).toBe('Impressora Cozinha: sem resposta Ver');
});

it('the print queue is read again with every fifth order: a paid one asks for a slip', async () => {
  const store = createStore();
  const screen = await openScreen(createElement(PrinterTrouble), {
    store,
    answers: { [STATE]: { printers: [FINE], jobs: [] } },
  });
  const asked = async (turn: number) => {
    await screen.when(() => store.set(orderEventAtom, { turn, order: null }));
    return screen.sent.length;
  };
  expect([await asked(4), await asked(5), await asked(9), await asked(10)]).toEqual([1, 2, 2, 3]);
});

describe('each slip that waits', () => {
  const BAR: PrinterView = { ...FINE, id: 'b', name: 'Copa' };
  const OLD: PrinterView = { ...FINE, id: 'o', name: 'Velha', enabled: false };

  it('has its number, its kind, its order, how it stands and why', async () => {
    const screen = await dialog({ printers: [PRINTER], jobs: [JOB] });
    expect(screen.words()).toContain(
      'Cozinha : sem resposta não atende em 192.168.0.50 Nº 7 · Comanda · #41 não saiu · 21/11, 18:04 · sem papel',
    );
    // Its buttons are called as those of every other.
    expect(screen.all('[role="group"][aria-label="Nº 7 · Comanda · #41"] button')).toHaveLength(2);
    const plain = await dialog({
      printers: [{ ...PRINTER, detail: 'sem resposta' }],
      jobs: [{ ...JOB, panelNumber: null, simpleId: null, lastError: null }],
    });
    expect(plain.words()).toContain('Cozinha : sem resposta Comanda não saiu · 21/11, 18:04 Tentar de novo');
  });

  it('is listed until it is on paper or thrown away, and left alone while it is sent', async () => {
    const states = ['failed', 'held', 'queued', 'sending', 'printed', 'sent', 'discarded'] as const;
    const jobs = states.map((state, id): PrintJobView => ({ ...JOB, id, state, stateText: `está ${state}` }));
    const screen = await dialog({ printers: [PRINTER], jobs });
    const listed = states.filter((state) => screen.words().includes(`está ${state}`));
    expect(listed).toEqual(['failed', 'held', 'queued', 'sending']);
    expect(screen.buttons().filter((name) => name === 'Descartar')).toHaveLength(3);
  });

  it.each([
    ['failed', 'Tentar de novo', 'POST /api/staff/print-jobs/5/retry'],
    ['held', 'Imprimir', 'POST /api/staff/print-jobs/5/release'],
    ['failed', 'Descartar', 'POST /api/staff/print-jobs/5/cancel'],
    ['failed', 'Mandar para Copa', 'POST /api/staff/print-jobs/5/move-to/b'],
  ] as const)('that is %s: "%s" is %s, and the list is read again', async (state, button, route) => {
    const screen = await dialog({ printers: [PRINTER, BAR, OLD], jobs: [{ ...JOB, state }] });
    await screen.tap(button);
    expect(screen.sent.map((one) => one.route).slice(-2)).toEqual([route, STATE]);
  });

  it('goes to another printer that is switched on', async () => {
    const { buttons } = await dialog({ printers: [PRINTER, BAR, OLD], jobs: [JOB] });
    expect(buttons().filter((name) => name.startsWith('Mandar'))).toEqual(['Mandar para Copa']);
  });

  it('that cannot be helped says why, and how it stands now', async () => {
    const screen = await dialog(
      { printers: [PRINTER], jobs: [JOB] },
      { 'POST /api/staff/print-jobs/5/retry': refusal(409, 'stale', 'Ela já saiu.') },
    );
    await screen.tap('Tentar de novo');
    expect(screen.alerts()).toEqual(['Ela já saiu.']);
    expect(screen.sent.at(-1)?.route).toBe(STATE);
  });

  it('none of them, and no printer at all, are said too', async () => {
    const screen = await dialog({ printers: [], jobs: [JOB] });
    expect(screen.words()).toContain('Nenhuma impressora configurada.');
    expect((await dialog({ printers: [PRINTER], jobs: [] })).words()).toContain(
      'Nada esperando para ser impresso.',
    );
  });
});

it('the list that was looked at goes by closing it; what is in trouble is said on', async () => {
  const screen = await dialog({ printers: [PRINTER], jobs: [JOB] });
  expect(screen.words()).toContain('Nº 7');
  await screen.tap('Fechar');
  expect(screen.all('dialog[open]')).toEqual([]);
  expect(screen.words()).toContain('Impressora Cozinha: sem resposta · 1 comanda não saiu no papel');
  expect(screen.changes()).toEqual([]);
});
