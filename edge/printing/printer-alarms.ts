// Notices printers that stay dead, and says so to the owner: while the shop is open, or while tickets wait for them.
import type { Settings } from '@balcao/shared/menu/menu.ts';
import { openState } from '@balcao/shared/store/opening.ts';
import type { PrinterStatus } from './printing.ts';
import type { Alarms } from '../shop/alarms/alarms.ts';

/** Paper is changed and a cable put back within this: no alarm for that. */
export const PRINTER_DEAD_MS = 3 * 60_000;
export const PRINTER_CHECK_EVERY_MS = 30_000;
const PREFIX = 'printer.';

/** What is wrong, null when nothing is, or 'unknown' when that cannot be told now. */
export function troubleOf(
  printer: PrinterStatus & { isOnCable: boolean },
  shopOpen: boolean,
  nowMs: number,
): { title: string; text: string } | null | 'unknown' {
  switch (printer.state) {
    case 'unknown':
      return 'unknown';
    case 'ok':
    case 'unconfirmed':
    case 'disabled':
      return null;
    case 'off':
    case 'paper-out': {
      // A printer that is switched off with the shop is no trouble, nor does that end one.
      if (isYoung(printer.sinceMs, nowMs) || (!shopOpen && printer.waiting === 0)) return 'unknown';
      const name = printer.name.slice(0, 60);
      return printer.state === 'paper-out'
        ? { title: 'Impressora sem papel', text: `A impressora ${name} está sem papel. Coloque papel.` }
        : {
            title: 'Impressora parada',
            text: `A impressora ${name} não responde. Veja se está ligada e ${printer.isOnCable ? 'com o cabo' : 'na rede'}.`,
          };
    }
  }
}

/** A trouble from the future began while the clock was wrong: it is not young. */
const isYoung = (sinceMs: number, nowMs: number): boolean =>
  sinceMs <= nowMs && nowMs - sinceMs < PRINTER_DEAD_MS;

export function createPrinterAlarms(deps: {
  status: () => PrinterStatus[];
  /** By USB, where no network is in the way. */
  isOnCable: (printerId: string) => boolean;
  settings: () => Pick<Settings, 'openingHours' | 'pausedUntilMs'>;
  alarms: Pick<Alarms, 'raise' | 'end' | 'open'>;
  clock: () => number;
  timeZone: string;
}) {
  const { status, isOnCable, settings, alarms, clock, timeZone } = deps;

  function checkPrinters(): void {
    const nowMs = clock();
    const shopOpen = openState(settings(), nowMs, timeZone).state !== 'closed';
    const printers = status();
    for (const printer of printers) {
      const trouble = troubleOf({ ...printer, isOnCable: isOnCable(printer.id) }, shopOpen, nowMs);
      if (trouble === null) alarms.end(PREFIX + printer.id);
      else if (trouble !== 'unknown') alarms.raise(PREFIX + printer.id, trouble.title, trouble.text);
    }
    for (const { id } of alarms.open()) {
      if (id.startsWith(PREFIX) && !printers.some((printer) => PREFIX + printer.id === id)) alarms.end(id);
    }
  }

  return {
    checkPrinters: checkPrinters,
  };
}
