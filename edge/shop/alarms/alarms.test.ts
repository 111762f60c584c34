import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AlarmBody } from '@balcao/shared/link/aggregates/alarm.ts';
import type { PrinterStatus } from '../../printing/printing.ts';
import { endFakeTime, fakeTimers } from '../../testing/fake-timers.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { createPrinterAlarms, PRINTER_DEAD_MS } from '../../printing/printer-alarms.ts';
import { readAlarmRows } from './replica.ts';

const HOURS = {
  weekly: Array.from({ length: 7 }, () => [{ opens: '10:00', closes: '22:00' }]),
  holidays: [],
};
let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => endFakeTime(store));

const told = () =>
  store.outbox
    .after(0, 1000)
    .filter((row) => row.kind === 'alarm')
    .map((row) => ({ id: row.aggregateId, ...AlarmBody.parse(JSON.parse(row.body ?? '')) }));

const anyJobRuns = async (): Promise<boolean> => {
  const { workers } = (await (await store.ask('/readyz')).json()) as { workers: { running: boolean }[] };
  return workers.some(({ running }) => running);
};

describe('an alarm', () => {
  it('is one row of the log however often it is raised, and one more when it is over', () => {
    store.alarms.raise('backup', 'Backup falhou', 'Confira o pendrive.');
    store.clock.nowMs += 60_000;
    store.alarms.raise('backup', 'Backup falhou', 'Confira o pendrive.');
    expect(store.alarms.open()).toEqual([
      { id: 'backup', title: 'Backup falhou', text: 'Confira o pendrive.', sinceMs: START_MS },
    ]);
    store.alarms.end('backup');
    store.alarms.end('backup');
    expect(store.alarms.open()).toEqual([]);
    expect(told()).toEqual([
      expect.objectContaining({ id: 'backup', sinceMs: START_MS, endedAtMs: null }),
      expect.objectContaining({ id: 'backup', sinceMs: START_MS, endedAtMs: START_MS + 60_000 }),
    ]);
  });

  it('keeps its beginning while its words change, and has a new one when it comes back', () => {
    store.alarms.raise('backup', 'Backup falhou', 'Uma vez.');
    store.clock.nowMs += 1000;
    store.alarms.raise('backup', 'Backup falhou', 'Duas vezes.');
    store.alarms.end('backup');
    store.clock.nowMs += 1000;
    store.alarms.raise('backup', 'Backup falhou', 'De novo.');
    expect(told().map((row) => row.sinceMs - START_MS)).toEqual([0, 0, 0, 2000]);
    expect(store.alarms.open()).toMatchObject([{ sinceMs: START_MS + 2000 }]);
  });

  it('has a row of its own once its title alone is another', () => {
    store.alarms.raise('backup', 'Cópia atrasada', 'Confira o pendrive.');
    store.alarms.raise('backup', 'Cópia falhou', 'Confira o pendrive.');
    expect(told().map(({ title }) => title)).toEqual(['Cópia atrasada', 'Cópia falhou']);
    expect(store.alarms.open()).toMatchObject([{ title: 'Cópia falhou' }]);
  });

  it('wakes whoever follows the log, and one that is told already wakes nobody', async () => {
    let woken = 0;
    store.orders.wake.on('log', () => (woken += 1));
    store.alarms.raise('backup', 'Cópia falhou', 'Confira o pendrive.');
    store.alarms.raise('backup', 'Cópia falhou', 'Confira o pendrive.');
    await Promise.resolve();
    expect(woken).toBe(1);
    store.alarms.end('backup');
    await Promise.resolve();
    expect(woken).toBe(2);
  });

  it('leaves nothing to be written later once it was', () => {
    expect(store.alarms.job.mayRun?.()).toBe(false);
    store.alarms.raise('backup', 'Cópia falhou', 'Confira o pendrive.');
    expect(store.alarms.job.mayRun?.()).toBe(false);
    store.writeGate.hold('behind');
    store.alarms.end('backup');
    expect(store.alarms.job.mayRun?.()).toBe(true);
    store.writeGate.release();
    void store.alarms.job.run();
    expect(store.alarms.job.mayRun?.()).toBe(false);
  });

  it('is no error message with blanks about it, and never a line without words', () => {
    store.alarms.raise('backup', ' \n Cópia falhou \n', '\n\u0000 ');
    expect(told()).toMatchObject([{ title: 'Cópia falhou', text: '–' }]);
  });

  it('comes back from the relay as it last was, however often its rows come', () => {
    const words = { title: 'Cópia falhou', text: 'Confira o pendrive.', sinceMs: 7 };
    const { restore } = readAlarmRows(store.db);
    const come = (body: AlarmBody) => restore('backup', { seq: 1, atMs: 7, text: JSON.stringify(body) });
    for (let n = 0; n < 2; n += 1) come({ ...words, endedAtMs: null });
    expect(store.alarms.open()).toEqual([{ id: 'backup', ...words }]);
    come({ ...words, endedAtMs: 9 });
    expect(store.alarms.open()).toEqual([]);
  });

  it('fits a phone whatever it is told', () => {
    store.alarms.raise('backup', 'x'.repeat(90), `linha um\n\u0000linha dois ${'y'.repeat(300)}`);
    const [row] = told();
    expect(row?.title).toHaveLength(60);
    expect(row?.text).toHaveLength(200);
    expect(row?.text).toMatch(/^linha um linha dois y+$/);
  });
});

describe('[102] an alarm that cannot be written when it is raised', () => {
  it('is told when the store is held no longer: the last word of each trouble, since when it was there', () => {
    store.alarms.raise('printer.1', 'Impressora parada', 'A impressora Cozinha não responde.');
    store.writeGate.hold('behind');
    store.clock.nowMs += 1000;
    store.alarms.raise('backup', 'Cópia falhou', 'Uma vez.');
    store.clock.nowMs += 1000;
    store.alarms.raise('backup', 'Cópia falhou', 'Duas vezes.');
    store.alarms.end('printer.1');
    store.alarms.raise('scrub', 'Dados não conferem', 'Já passou.');
    store.alarms.end('scrub');
    expect(told()).toHaveLength(1);

    store.writeGate.release();
    store.clock.nowMs += 1000;
    void store.alarms.job.run();
    expect(told().slice(1)).toEqual([
      { id: 'backup', title: 'Cópia falhou', text: 'Duas vezes.', sinceMs: START_MS + 1000, endedAtMs: null },
      expect.objectContaining({ id: 'printer.1', sinceMs: START_MS, endedAtMs: START_MS + 2000 }),
    ]);
    void store.alarms.job.run();
    expect(told()).toHaveLength(3);
  });

  it('rings anew where an earlier one of the same trouble was over meanwhile', () => {
    store.alarms.raise('device.ana', 'Entrada num aparelho novo', 'Ana entrou.');
    store.writeGate.hold('behind');
    store.alarms.end('device.ana');
    store.alarms.raise('device.ana', 'Entrada num aparelho novo', 'Ana entrou.');
    store.writeGate.release();
    void store.alarms.job.run();
    expect(told().map(({ endedAtMs }) => endedAtMs)).toEqual([null, START_MS, null]);
  });

  it('rings anew also where its words changed once more before it could be written', () => {
    store.alarms.raise('backup', 'Cópia falhou', 'Uma vez.');
    store.writeGate.hold('behind');
    store.alarms.end('backup');
    store.clock.nowMs += 1000;
    store.alarms.raise('backup', 'Cópia falhou', 'De novo.');
    store.alarms.raise('backup', 'Cópia falhou', 'De novo, duas vezes.');
    store.writeGate.release();
    void store.alarms.job.run();
    expect(told().map(({ sinceMs, endedAtMs }) => [sinceMs - START_MS, endedAtMs !== null])).toEqual([
      [0, false],
      [0, true],
      [1000, false],
    ]);
  });

  it('is over when it was said to be, not when it began, and goes on as one however its words changed', () => {
    store.alarms.raise('backup', 'Cópia falhou', 'Uma vez.');
    store.alarms.raise('printer.1', 'Impressora parada', 'Veja se está ligada.');
    store.writeGate.hold('behind');
    for (const text of ['Duas vezes.', 'Três vezes.', 'Quatro vezes.']) {
      store.clock.nowMs += 1000;
      store.alarms.raise('backup', 'Cópia falhou', text);
      store.alarms.raise('printer.1', 'Impressora parada', text);
    }
    store.clock.nowMs += 1000;
    store.alarms.end('printer.1');
    store.writeGate.release();
    void store.alarms.job.run();
    expect(told().slice(2)).toMatchObject([
      { id: 'backup', text: 'Quatro vezes.', sinceMs: START_MS, endedAtMs: null },
      { id: 'printer.1', sinceMs: START_MS, endedAtMs: START_MS + 4000 },
    ]);
  });

  it('is written in the order in which each was last heard of', () => {
    store.writeGate.hold('behind');
    for (const id of ['scrub', 'backup', 'scrub']) store.alarms.raise(id, 'Aviso', id);
    expect(() => store.alarms.job.run()).not.toThrow();
    store.writeGate.release();
    void store.alarms.job.run();
    expect(told().map(({ id }) => id)).toEqual(['backup', 'scrub']);
  });

  it('that fails for another reason is heard of by who raised it, and is not kept', () => {
    const { $client } = store.db;
    store.writeGate.hold('behind');
    store.alarms.raise('scrub', 'Dados não conferem', 'Uma vez.');
    store.writeGate.release();
    $client.exec(
      "create temp trigger broken before insert on alarms begin select raise(fail, 'broken'); end",
    );
    expect(() => store.alarms.job.run()).toThrow('broken');
    expect(() => store.alarms.raise('scrub', 'Dados não conferem', 'Duas vezes.')).toThrow('broken');
    $client.exec('drop trigger broken');
    expect(store.alarms.job.mayRun?.()).toBe(false);
    expect(told()).toEqual([]);
  });

  it('waits where the disk is full, but undoes the work that it was raised in: that must be heard of', () => {
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    store.db.$client.function('refuse', () => {
      throw full;
    });
    store.db.$client.exec('create temp trigger refused before insert on alarms begin select refuse(); end');
    const raise = () => store.alarms.raise('backup', 'Cópia falhou', 'Confira o pendrive.');
    expect(() => inTransaction(store.db, raise)).toThrow(full);
    expect(raise).not.toThrow();
    store.db.$client.exec('drop trigger refused');
    void store.alarms.job.run();
    expect(told()).toMatchObject([{ id: 'backup', endedAtMs: null }]);
  });

  it('is written by the store itself, without being raised again', async () => {
    fakeTimers();
    store.start();
    // What begins with the store speaks of alarms as it ends, and brings what waits along; the next of those comes after half a minute.
    await vi.advanceTimersByTimeAsync(0);
    while (await anyJobRuns()) await vi.advanceTimersByTimeAsync(0);
    store.writeGate.hold('behind');
    store.alarms.raise('backup', 'Cópia falhou', 'Confira o pendrive.');
    await vi.advanceTimersByTimeAsync(5000);
    expect(told()).toEqual([]);
    store.writeGate.release();
    await vi.advanceTimersByTimeAsync(5000);
    expect(told()).toMatchObject([{ id: 'backup', endedAtMs: null }]);
  });
});

describe('a printer', () => {
  let printers: PrinterStatus[];
  const printer = (change: Partial<PrinterStatus>): PrinterStatus => ({
    id: '1',
    name: 'Cozinha',
    enabled: true,
    state: 'off',
    stateText: '',
    detail: null,
    paperLow: false,
    sinceMs: START_MS,
    waiting: 0,
    held: 0,
    failed: 0,
    ...change,
  });
  const look = () =>
    createPrinterAlarms({
      status: () => printers,
      isOnCable: () => false,
      settings: () => ({ openingHours: HOURS, pausedUntilMs: null }),
      alarms: store.alarms,
      clock: () => store.clock.nowMs,
      timeZone: 'America/Sao_Paulo',
    }).checkPrinters();

  it('that stays dead while the shop is open raises one, which ends when it works again', () => {
    printers = [printer({})];
    look();
    expect(store.alarms.open()).toEqual([]);
    store.clock.nowMs += PRINTER_DEAD_MS;
    look();
    look();
    expect(store.alarms.open()).toMatchObject([{ id: 'printer.1', title: 'Impressora parada' }]);
    printers = [printer({ state: 'unknown' })];
    look();
    expect(store.alarms.open()).toHaveLength(1);
    printers = [printer({ state: 'ok' })];
    look();
    expect(store.alarms.open()).toEqual([]);
    expect(told()).toHaveLength(2);
  });

  it('that was removed or switched off in the settings has none left', () => {
    printers = [printer({ state: 'paper-out' }), printer({ id: '2', name: 'Balcão' })];
    store.clock.nowMs += PRINTER_DEAD_MS;
    look();
    expect(store.alarms.open().map((alarm) => alarm.title)).toEqual([
      'Impressora sem papel',
      'Impressora parada',
    ]);
    printers = [printer({ state: 'disabled' })];
    look();
    expect(store.alarms.open()).toEqual([]);
  });

  it('whose trouble began while the clock was a day ahead is told of, and not a day later', () => {
    printers = [printer({ sinceMs: store.clock.nowMs + 86_400_000 })];
    look();
    expect(store.alarms.open()).toMatchObject([{ id: 'printer.1', title: 'Impressora parada' }]);
  });

  it('that is off while the shop is closed is left in peace, unless tickets wait for it', () => {
    store.clock.nowMs = Date.parse('2026-11-21T03:00:00-03:00');
    printers = [printer({ sinceMs: store.clock.nowMs - PRINTER_DEAD_MS })];
    look();
    expect(store.alarms.open()).toEqual([]);
    printers = [printer({ sinceMs: store.clock.nowMs - PRINTER_DEAD_MS, waiting: 2 })];
    look();
    expect(store.alarms.open()).toHaveLength(1);
  });
});
