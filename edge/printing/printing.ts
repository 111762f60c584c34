// Everything about paper behind one port: the queue that orders write to, the workers that print, the printers'
// settings, and what screens show of it all.
import type { Traces } from '@balcao/shared/host/traces.ts';
import type { TestPrint } from '@balcao/shared/http/printing.ts';
import type { TestPrintRefusal } from '@balcao/shared/http/refusals/printing.ts';
import type { PrinterFamily } from '@balcao/shared/http/printer-families.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Db } from '../storage/open.ts';
import { OFFLINE } from './conversation.ts';
import { createJobs } from './jobs.ts';
import { createPrinters, HOST_REFUSED, type Printer, type PrinterRefusal } from './printers.ts';
import { allowedPrinterHost } from './printer-host.ts';
import { createPrintQueue } from './queue.ts';
import { createLogo, type LogoSource } from './logo.ts';
import { createPreview } from './preview.ts';
import { NO_FACTS, type SlipFacts } from './slips.ts';
import { createSpooler } from './spooler.ts';
import type { PrinterState, PrintLog } from './health.ts';
import { WORKER_TIMES, type WorkerDeps, type WorkerTimes } from './worker.ts';
import type { FoundPrinters } from './found-printers.ts';

export type PrinterStatus = {
  id: string;
  name: string;
  enabled: boolean;
  state: PrinterState | 'disabled';
  stateText: string;
  /** The reason in words, when there is trouble. */
  detail: string | null;
  paperLow: boolean;
  sinceMs: number;
  /** The commands it is spoken to with. */
  family?: PrinterFamily;
  waiting: number;
  held: number;
  failed: number;
};

const STATE_TEXTS: Record<PrinterStatus['state'], string> = {
  disabled: 'desativada',
  unknown: 'verificando',
  ok: 'ok',
  'paper-out': 'sem papel',
  off: 'desligada',
  unconfirmed: 'sem confirmação',
};

const CHECKLIST = [
  'A impressora está ligada?',
  'O IP da impressora está correto?',
  'A impressora está na mesma rede?',
];

const NO_LOGO: LogoSource = { hash: () => null, read: () => Promise.resolve(null) };

export type Printing = ReturnType<typeof createPrinting>;

type PrintingDeps = {
  /** Looks for printers; without it there are none to be found. */
  findPrinters?: (deps: { simulators: boolean; log: PrintLog }) => Promise<FoundPrinters>;
  db: Db;
  clock: () => number;
  /** How long ago a ticket was really queued, though the clock was set since. */
  ageMs?: WorkerDeps['ageMs'];
  log: PrintLog;
  traces?: Traces | null;
  timeZone: string;
  simulators: boolean;
  /** Told in the transaction what a printer's settings are now; null when it is gone. */
  onPrinter?: (id: string, printer: Printer | null) => void;
  /** Told after every change of a job or of a printer's state. */
  onChange: () => void;
  times?: Partial<WorkerTimes>;
  /** What customers' slips say besides the order. */
  facts?: SlipFacts;
  logo?: LogoSource;
};

export function createPrinting(deps: PrintingDeps) {
  const { db, clock, log, traces = null, timeZone, simulators, onChange } = deps;
  const printers = createPrinters(db, { simulators, onChange: deps.onPrinter });
  const jobs = createJobs(db);
  const queue = createPrintQueue(db, clock, jobs, deps.facts);
  const logo = createLogo(deps.logo ?? NO_LOGO, log);
  const times = { ...WORKER_TIMES, ...deps.times };
  const spooler = createSpooler({
    printers,
    jobs,
    clock,
    ageMs: deps.ageMs,
    log,
    traces,
    timeZone,
    simulators,
    times,
    logo,
    onChange,
  });

  // Whatever a person changes has its effect at once.
  const woken =
    <A extends unknown[], R extends Result<unknown, unknown>>(act: (...args: A) => R) =>
    (...args: A): R => {
      const result = act(...args);
      if (result.ok) {
        spooler.wake();
        onChange();
      }
      return result;
    };

  const preview = createPreview({ queue, printers, facts: deps.facts ?? NO_FACTS, logo, timeZone, clock });
  let finding: Promise<FoundPrinters> | null = null;
  const search = deps.findPrinters ?? (() => Promise.resolve({ network: [], devices: [] }));

  return {
    preview,

    /** Printers on the network and on USB: a few seconds, one search at a time whoever asks. */
    find: (): Promise<FoundPrinters> =>
      (finding ??= search({ simulators, log }).finally(() => (finding = null))),

    queue: {
      ...queue,
      reprint: woken(queue.reprint),
      retry: woken(queue.retry),
      cancel: woken(queue.cancel),
      move: woken(queue.move),
      release: woken(queue.release),
    },

    printers: {
      list: printers.list,
      byId: printers.byId,
      first: () => printers.first(),
      hasPrinted: printers.hasPrinted,
      save: woken((id: string | null, input: unknown): Result<Printer, PrinterRefusal> =>
        printers.save(id, input),
      ),
      saveFirst: woken((input: unknown): Result<Printer, PrinterRefusal> => printers.saveFirst(input)),
      sawPaper: woken((id: string): Result<Printer, PrinterRefusal> => printers.sawPaper(id)),
      remove: woken((id: string): Result<null, never> => {
        printers.remove(id);
        return accepted(null);
      }),
    },

    wake: spooler.wake,
    reports: spooler.reports,
    start: () => spooler.start(),
    stop: () => spooler.stop(),

    status(): PrinterStatus[] {
      const counts = jobs.counts();
      const count = (printerId: string, state: string): number =>
        counts.find((row) => row.printerId === printerId && row.state === state)?.count ?? 0;
      return printers.list().map((printer) => {
        const health = spooler.healthOf(printer.id) ?? {
          state: 'unknown',
          detail: null,
          paperLow: false,
          sinceMs: clock(),
        };
        const state = printer.enabled ? health.state : 'disabled';
        return {
          id: printer.id,
          name: printer.name,
          enabled: printer.enabled,
          state,
          stateText:
            state === 'off' && health.detail === OFFLINE.message ? 'fora de linha' : STATE_TEXTS[state],
          detail: printer.enabled ? health.detail : null,
          paperLow: health.paperLow,
          sinceMs: health.sinceMs,
          family: printer.family,
          waiting: count(printer.id, 'queued') + count(printer.id, 'sending'),
          held: count(printer.id, 'held'),
          failed: count(printer.id, 'failed'),
        };
      });
    },

    /** Prints the test page on one printer, past the queue, and waits for how it went. */
    async testPrint(printerId: string): Promise<Result<TestPrint, TestPrintRefusal>> {
      const refuse = (code: TestPrintRefusal['code'], message: string, checklist: string[] = []) =>
        refused<TestPrintRefusal>({ code, message, checklist });
      const printer = printers.byId(printerId);
      if (!printer) return refuse('unknown-printer', 'Impressora não encontrada');
      if (!printer.enabled) return refuse('disabled', 'Habilite a impressora antes de testar');
      const { transport } = printer;
      if (transport.kind === 'tcp' && transport.host === '')
        return refuse('no-address', 'Configure o IP da impressora');
      if (transport.kind === 'tcp' && !allowedPrinterHost(transport.host, { simulators })) {
        return refuse('address-refused', HOST_REFUSED);
      }
      const delivery = await spooler.testPage(printer);
      switch (delivery.outcome) {
        case 'done':
          if (delivery.confirmed) printers.confirmed(printer);
          return accepted({
            confirmed: delivery.confirmed,
            unproven: delivery.unproven,
            message: delivery.confirmed
              ? 'Página de teste impressa'
              : 'Página de teste enviada; esta impressora não confirma a impressão',
          });
        case 'broke':
          return refuse('broke-off', `A impressão começou e parou: ${delivery.trouble.message}`);
        case 'withdrawn':
          return refuse('not-connected', 'O servidor da loja está encerrando');
        case 'not-sent':
          if (delivery.trouble.kind === 'paper-out') return refuse('paper-out', 'Impressora sem papel');
          if (delivery.trouble.kind === 'offline')
            return refuse('not-connected', `Impressora ${delivery.trouble.message}`);
          return refuse('not-connected', `Impressora não conectada: ${delivery.trouble.message}`, CHECKLIST);
      }
    },
  };
}
