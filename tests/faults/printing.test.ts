// The store's printing against the printer simulator, with every way in which a printer fails.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import { openDatabase, type Db } from '../../edge/storage/open.ts';
import { printJobs } from '../../edge/storage/schema/printing.ts';
import { inTransaction } from '../../edge/storage/transaction.ts';
import { createPrinting, type Printing } from '../../edge/printing/printing.ts';
import type { WorkerTimes } from '../../edge/printing/worker.ts';
import { anOrder } from './print-order.ts';
import type { PrinterFaultsPatch } from '../simulators/printer/faults.ts';
import { startPrinterSimulator } from '../simulators/printer/simulator.ts';
import type { PrinterSimulator } from '../simulators/printer/printer-simulator.ts';

const migrations = fileURLToPath(new URL('../../edge/storage/migrations', import.meta.url));
const errors: unknown[] = [];
const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: (...parts: unknown[]) => void errors.push(parts),
};
/** What a printer answers comes in time here however slow the machine is: only a silent one is waited for to the end. */
const PATIENT: WorkerTimes = {
  statusMs: 30_000,
  doneMs: 30_000,
  doneMsMax: 60_000,
  lookMs: 60,
  settleMs: 40,
  finishMs: 30_000,
  connectMs: 30_000,
  stallMs: 30_000,
  backoffMs: 20,
  checkEveryMs: 60,
  muteForMs: 600_000,
};

let folder: string;
let db: Db;
let printer: PrinterSimulator;
let bar: PrinterSimulator;
let printing: Printing;
let aheadMs: number;

const makePrinting = (times: Partial<WorkerTimes> = {}): Printing =>
  createPrinting({
    db,
    clock: () => Date.now() + aheadMs,
    log: quiet,
    timeZone: 'America/Sao_Paulo',
    simulators: true,
    onChange: () => undefined,
    times: { ...PATIENT, ...times },
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-print-'));
  db = openDatabase(join(folder, 'store.db'), migrations);
  printer = await startPrinterSimulator({ port: 0 });
  bar = await startPrinterSimulator({ port: 0, columns: 32 });
  aheadMs = 0;
  printing = makePrinting();
  printing.printers.saveFirst({
    printer_enabled: 'true',
    printer_ip: '127.0.0.1',
    printer_port: printer.port,
  });
  printing.start();
});

/** As after a power cut: nothing is known of what this printer can say. `times` is how long is waited for what it never says. */
async function restart(faults: PrinterFaultsPatch = {}, times: Partial<WorkerTimes> = {}): Promise<void> {
  await printing.stop();
  await printer.faults.set(faults);
  printing = makePrinting(times);
  printing.start();
}

afterEach(async () => {
  await printing.stop();
  await Promise.all([printer.close(), bar.close()]);
  db.$client.close();
  rmSync(folder, { recursive: true });
  const heard = errors.splice(0);
  if (heard.length > 0) throw new Error(`unexpected error in the log: ${inspect(heard)}`);
});

function order(change: Partial<Order> = {}): Order {
  const one = anOrder(change);
  inTransaction(db, () => printing.queue.enqueueTicket(one, 'kitchen', Date.now() + aheadMs));
  printing.wake();
  return one;
}

const stateOf = (one: Order): string | undefined =>
  printing.queue.list().find((job) => job.orderId === one.id)?.state;
const errorOf = (one: Order): string | null | undefined =>
  printing.queue.list().find((job) => job.orderId === one.id)?.lastError;
const state = (): string | undefined => printing.status()[0]?.stateText;
const complete = (): readonly { text: string }[] => printer.jobs().filter((job) => job.complete);

describe('an error of ours', () => {
  const cannotBegin = (): void => {
    db.$client.exec(
      `create trigger begin before update on print_jobs when new.state = 'sending' begin select raise(abort, 'disk full'); end`,
    );
  };

  it('before the first byte is logged with its stack, blames no printer, and the ticket comes out later', async () => {
    await expect.poll(state).toBe('ok');
    cannotBegin();
    const one = order();
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    expect(inspect(errors.splice(0), { depth: 5 })).toMatch(/disk full[^]*at .*worker\.ts/);
    expect(state()).toBe('ok');
    expect(printer.jobs()).toHaveLength(0);
    db.$client.exec('drop trigger begin');
    printing.wake();
    await expect.poll(() => stateOf(one)).toBe('printed');
    expect(complete()).toHaveLength(1);
    expect(printer.jobs()[0]?.text).not.toContain('2ª VIA');
    errors.length = 0;
  });

  it('after the last byte, which leaves the ticket under way, prints it again, marked, as soon as it can be written', async () => {
    await expect.poll(state).toBe('ok');
    db.$client.exec(
      `create trigger ended before update on print_jobs when new.state in ('printed', 'sent') begin select raise(abort, 'disk full'); end`,
    );
    const one = order();
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    expect(complete().length).toBeGreaterThan(0);
    db.$client.exec('drop trigger ended');
    printing.wake();
    await expect.poll(() => stateOf(one)).toBe('printed');
    expect(complete().at(-1)?.text).toContain('2ª VIA');
    errors.length = 0;
  });
});

describe('a printer that nobody prints on', () => {
  it('is looked at all the same: without paper, and with it again', async () => {
    await expect.poll(state).toBe('ok');
    await printer.faults.set({ paperOut: true });
    await expect.poll(state).toBe('sem papel');
    await printer.faults.clear();
    await expect.poll(state).toBe('ok');
    expect(printer.jobs()).toEqual([]);
  });

  it('that had answered and says nothing any more is off until it answers again', async () => {
    await restart({}, { statusMs: 1000 });
    await expect.poll(state).toBe('ok');
    await printer.faults.set({ stalled: true });
    await expect.poll(state).toBe('desligada');
    expect(printing.status()[0]).toMatchObject({ detail: 'não responde' });
    await printer.faults.clear();
    await expect.poll(state).toBe('ok');
  });
});

describe('a healthy printer', () => {
  it('prints the ticket, says so itself, and knows every command in it', async () => {
    const one = order();
    const job = await printer.waitForJob();
    await expect.poll(() => stateOf(one)).toBe('printed');
    expect(job.complete).toBe(true);
    expect(job.paper.warnings).toEqual([]);
    for (const words of [
      'LEVAR PARA CASA',
      'Açaí 500 ml',
      'Topo:',
      '- Paçoca',
      'OBSERVAÇÕES',
      'sem granola @',
      'NÃO É DOCUMENTO FISCAL',
    ])
      expect(job.text).toContain(words);
    expect(job.text).not.toContain('2ª VIA');
    await expect.poll(state).toBe('ok');
  });

  it('prints in the order of asking', async () => {
    const all = Array.from({ length: 8 }, () => order());
    await printer.waitForJobs(8);
    expect(printer.jobs().map((job) => /Pedido nº (\d+)/.exec(job.text)?.[1])).toEqual(
      all.map((one) => String(one.simpleId)),
    );
  });

  it('prints the test page with accents, and says that it was printed', async () => {
    const result = await printing.testPrint('principal');
    expect(result).toMatchObject({ ok: true, value: { confirmed: true } });
    expect((await printer.waitForJob()).text).toContain('ÁÉÍÓÚ ÃÕ Ç R$');
  });
});

describe('a printer in trouble', () => {
  it('that is off keeps the ticket, shows why, and prints it unmarked when it comes back', async () => {
    await printer.faults.set({ offline: true });
    const one = order();
    await expect.poll(state).toBe('desligada');
    await expect.poll(() => errorOf(one)).toContain('recusou a conexão');
    expect(stateOf(one)).toBe('queued');
    await printer.faults.clear();
    const job = await printer.waitForJob((each) => each.complete);
    expect(job.text).not.toContain('2ª VIA');
    await expect.poll(() => stateOf(one)).toBe('printed');
  });

  it('without paper gets no bytes, is shown as sem papel, and prints unmarked once it has some', async () => {
    await printer.faults.set({ paperOut: true });
    const one = order();
    await expect.poll(state).toBe('sem papel');
    expect(stateOf(one)).toBe('queued');
    await printer.faults.clear();
    expect((await printer.waitForJob((each) => each.complete)).text).not.toContain('2ª VIA');
    await expect.poll(state).toBe('ok');
  });

  it('with its cover open is shown with the reason', async () => {
    await printer.faults.set({ coverOpen: true });
    order();
    await expect.poll(() => printing.status()[0]?.detail).toContain('tampa');
    await printer.faults.clear();
    await printer.waitForJob();
  });

  it('that runs out of paper within a ticket prints it again, marked', async () => {
    await printer.faults.set({ paperOutAfterLines: 3 });
    const one = order();
    await expect.poll(state).toBe('sem papel');
    await expect.poll(() => stateOf(one)).toBe('queued');
    await printer.faults.clear();
    await printer.waitForJob((each) => each.complete && each.text.includes('2ª VIA'));
    await expect.poll(() => stateOf(one)).toBe('printed');
  });

  it.each([20, 40, 200, 400])(
    'that dies after %d bytes of a ticket prints it again, marked',
    async (dieAfterBytes) => {
      await printer.faults.set({ dieAfterBytes });
      const one = order();
      const job = await printer.waitForJob((each) => each.complete);
      expect(job.text).toContain('2ª VIA');
      await expect.poll(() => stateOf(one)).toBe('printed');
      expect(complete()).toHaveLength(1);
    },
  );

  it('that dies within a ticket lets none overtake it', async () => {
    await printer.faults.set({ dieAfterBytes: 200 });
    const [one, two] = [order(), order()];
    await expect.poll(() => [stateOf(one), stateOf(two)]).toEqual(['printed', 'printed']);
    expect(complete().map(({ text }) => /Pedido nº (\d+)/.exec(text)?.[1])).toEqual(
      [one, two].map(({ simpleId }) => `${simpleId}`),
    );
  });

  it('that has stalled loses nothing: the ticket waits or is visibly failed, and every repeat is marked', async () => {
    await restart({}, { statusMs: 3000, finishMs: 3000 });
    order();
    await printer.waitForJob();
    await printer.faults.set({ stalled: true });
    const one = order();
    await expect.poll(state).toBe('desligada');
    await expect.poll(() => ['queued', 'sending', 'failed']).toContain(stateOf(one));
    await printer.faults.clear();
    await printer.waitForJob((each) => each.text.includes(`Pedido nº ${one.simpleId} `));
    await expect
      .poll(() => {
        // Whoever sees it failed has it printed again.
        if (stateOf(one) === 'failed') printing.queue.retry(printing.queue.list()[0]?.id ?? 0);
        return ['printed', 'sent'].includes(stateOf(one) ?? '');
      })
      .toBe(true);
    const copies = complete().filter((job) => job.text.includes(`Pedido nº ${one.simpleId} `));
    expect(copies.slice(1).every((job) => job.text.includes('2ª VIA'))).toBe(true);
  });

  it('that has stalled before it ever said a word is not believed, however often it is tried', async () => {
    await restart({ stalled: true, mute: true }, { statusMs: 150, finishMs: 200 });
    const one = order();
    await expect.poll(() => errorOf(one)).toContain('não deu sinal de ter impresso');
    await expect.poll(() => stateOf(one)).toBe('failed');
    expect(printing.status()[0]).toMatchObject({
      stateText: 'sem confirmação',
      detail: expect.stringContaining('confira o papel'),
      failed: 1,
    });
    const other = order();
    await expect.poll(() => errorOf(other)).not.toBeNull();
    expect(['queued', 'failed']).toContain(stateOf(other));
    await printer.faults.clear();
    const job = printing.queue.list().find((each) => each.orderId === one?.id);
    printing.queue.retry(job?.id ?? 0);
    await expect.poll(() => complete().some((each) => each.text.includes('2ª VIA'))).toBe(true);
  });

  it('that never says a word nor hangs up prints at once when a person has seen its paper', async () => {
    await restart({ mute: true, leavesOpen: true }, { statusMs: 150, finishMs: 200 });
    const test = await printing.testPrint('principal');
    expect(test).toMatchObject({ ok: true, value: { confirmed: false, unproven: true } });
    const before = order();
    await expect.poll(() => stateOf(before)).toBe('failed');
    expect(printing.printers.sawPaper('principal').ok).toBe(true);
    const after = order();
    await expect.poll(() => stateOf(after)).toBe('sent');
    const copies = complete().filter((job) => job.text.includes(`Pedido nº ${after.simpleId} `));
    expect(copies.map((job) => job.text.includes('2ª VIA'))).toEqual([false]);
    expect(printing.status()[0]).toMatchObject({ stateText: 'sem confirmação', detail: null });
  });

  it('that says nothing prints all the same, recorded as sent and sem confirmação', async () => {
    await restart({ mute: true }, { statusMs: 150 });
    const one = order();
    expect((await printer.waitForJob()).complete).toBe(true);
    await expect.poll(() => stateOf(one)).toBe('sent');
    expect(state()).toBe('sem confirmação');
    const two = order();
    await expect.poll(() => stateOf(two)).toBe('sent');
    expect(printer.jobs().map((job) => job.text.includes('2ª VIA'))).toEqual([false, false]);
  });

  it('that says nothing and dies within a ticket prints it again, marked', async () => {
    await restart({ mute: true, dieAfterBytes: 300 }, { statusMs: 150, settleMs: 2000 });
    const one = order();
    const job = await printer.waitForJob((each) => each.complete);
    expect(job.text).toContain('2ª VIA');
    await expect.poll(() => stateOf(one)).toBe('sent');
  });

  it('that is slow prints once, confirmed', async () => {
    await printer.faults.set({ slowBytesPerSecond: 1500 });
    const one = order();
    await expect.poll(() => stateOf(one)).toBe('printed');
    expect(printer.jobs()).toHaveLength(1);
  });

  it('that breaks off every time is given up after five attempts, visibly, and the next ticket has its turn', async () => {
    const stop = printer.onJob(() => queueMicrotask(() => void printer.faults.set({ dieAfterBytes: 200 })));
    await printer.faults.set({ dieAfterBytes: 200 });
    const one = order();
    await expect.poll(() => stateOf(one)).toBe('failed');
    expect(printing.status()[0]).toMatchObject({ failed: 1 });
    expect(db.select().from(printJobs).get()?.attempts).toBe(5);
    stop();
    await printer.faults.clear();
    const two = order();
    await expect.poll(() => stateOf(two)).toBe('printed');
    expect(stateOf(one)).toBe('failed');
  });

  const addBar = () =>
    printing.printers.save(null, {
      name: 'Bar',
      enabled: true,
      transport: { kind: 'tcp', host: '127.0.0.1', port: bar.port },
      columns: 32,
      codePage: 'WPC1252',
      purposes: ['kitchen'],
    });

  it('in the middle of a ticket is not taken for interrupted by another printer, which begins with its own', async () => {
    await restart({ slowBytesPerSecond: 50 }, { checkEveryMs: 600_000 });
    const one = order();
    await expect.poll(() => stateOf(one)).toBe('sending');
    addBar();
    order();
    await bar.waitForJob();
    expect(printing.queue.list().find(({ orderId }) => orderId === one.id)).toMatchObject({
      state: 'sending',
      lastError: null,
    });
  });

  it('does not hold up another printer', async () => {
    addBar();
    await printer.faults.set({ slowBytesPerSecond: 50 });
    const one = order();
    await bar.waitForJob();
    expect(printer.jobs()).toEqual([]);
    const held = () =>
      printing.queue.list().find((job) => job.orderId === one.id && job.printerId === 'principal');
    await expect.poll(() => held()?.state).toBe('sending');
    await printer.faults.set({ slowBytesPerSecond: null, stalled: true });
    order();
    order();
    expect((await bar.waitForJobs(3)).map((job) => job.paper.warnings)).toEqual([[], [], []]);
  });

  it('refuses the test page with the checklist when it cannot be reached', async () => {
    await printer.faults.set({ offline: true });
    const result = await printing.testPrint('principal');
    expect(result).toMatchObject({ ok: false, refusal: { code: 'not-connected' } });
    expect(!result.ok && result.refusal.checklist).toHaveLength(3);
  });
});

describe('what waits', () => {
  it('asks before printing when it is older than two hours', async () => {
    await printer.faults.set({ offline: true });
    const one = order();
    await expect.poll(state).toBe('desligada');
    aheadMs = 2 * 60 * 60_000 + 1000;
    await printer.faults.clear();
    printing.wake();
    await expect.poll(() => stateOf(one)).toBe('held');
    const two = order();
    await expect.poll(() => stateOf(two)).toBe('printed');
    expect(printer.jobs()).toHaveLength(1);
    const held = printing.queue.list().find((job) => job.orderId === one.id);
    expect(printing.queue.release(held?.id ?? 0).ok).toBe(true);
    await expect.poll(() => stateOf(one)).toBe('printed');
  });

  it('prints at once on another printer when someone moves it there', async () => {
    await printer.faults.set({ offline: true });
    const one = order();
    const added = printing.printers.save(null, {
      name: 'Bar',
      enabled: true,
      transport: { kind: 'tcp', host: '127.0.0.1', port: bar.port },
      columns: 32,
      codePage: 'PC860',
      purposes: [],
    });
    const job = printing.queue.list()[0];
    expect(printing.queue.move(job?.id ?? 0, added.ok ? added.value.id : '').ok).toBe(true);
    expect((await bar.waitForJob()).text).toContain(`Pedido nº ${one.simpleId} `);
  });

  it('goes on when the clock jumps back by a year', async () => {
    await printer.faults.set({ offline: true });
    const one = order();
    await expect.poll(() => errorOf(one)).toContain('recusou');
    aheadMs = -365 * 24 * 60 * 60_000;
    await printer.faults.clear();
    await expect.poll(() => stateOf(one)).toBe('printed');
  });

  it('is put aside, visibly, when its content cannot be read, and the next ticket has its turn', async () => {
    db.insert(printJobs)
      .values({
        printerId: 'principal',
        purpose: 'kitchen',
        orderId: 'broken',
        copy: 1,
        content: '{"kind":"ticket"}',
        state: 'queued',
        nextAtMs: 0,
        createdAtMs: Date.now(),
        updatedAtMs: Date.now(),
      })
      .run();
    const one = order();
    await expect.poll(() => stateOf(one)).toBe('printed');
    expect(printing.queue.list()[0]).toMatchObject({ state: 'failed', lastError: 'conteúdo ilegível' });
    expect(errors.splice(0)).toHaveLength(1);
  });

  it('is repeated and marked after a stop in the middle of it', async () => {
    await printer.faults.set({ slowBytesPerSecond: 200 });
    const one = order();
    await expect.poll(() => stateOf(one)).toBe('sending');
    // As a crash leaves it: the row says sending and nobody is at work.
    const row = db.select().from(printJobs).all()[0];
    await printing.stop();
    db.update(printJobs)
      .set({ state: 'sending', attempts: row?.attempts ?? 1 })
      .run();
    await printer.faults.clear();
    await restart();
    await printer.waitForJob((each) => each.complete && each.text.includes('2ª VIA'));
    await expect.poll(() => stateOf(one)).toBe('printed');
  });
});
