// Looks for printers: on the network by mDNS (`_pdl-datastream._tcp`, raw port 9100), by trying that port around this machine (sweep.ts),
// and on USB. Suggests, never sends.
import { readdir } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import type { Logger } from 'pino';
import { allowedPrinterHost } from '../../printing/printer-host.ts';
import { hostsAround, PRINTER_PORT, sweepPrinters } from './sweep.ts';
import { openBonjour } from './mdns.ts';
import type { FoundPrinters } from '../../printing/found-printers.ts';

const WAIT_MS = 3000;
const FOUND_MAX = 32;
const USB_FOLDER = '/dev/usb';

/**
 * Everything heard within `waitMs`, by name, and then who answered at the port without a name; addresses that a printer may not have are
 * left out. Nothing is swept where printers are simulated: a demo stands in somebody else's network.
 */
export async function findPrinters(
  options: {
    waitMs?: number;
    simulators?: boolean;
    log?: Pick<Logger, 'warn'>;
    usbFolder?: string;
    sweep?: () => Promise<string[]>;
  } = {},
): Promise<FoundPrinters> {
  const { waitMs = WAIT_MS, simulators = false, log, usbFolder = USB_FOLDER } = options;
  const sweep = options.sweep ?? (() => (simulators ? Promise.resolve([]) : sweepPrinters(hostsAround())));
  const [named, swept, devices] = await Promise.all([
    browse(waitMs, simulators, log),
    sweep(),
    usbPrinters(usbFolder),
  ]);
  return { network: withSwept(named, swept), devices };
}

/** Each printer once: by its name where it has said one. */
export function withSwept(
  named: FoundPrinters['network'],
  swept: readonly string[],
): FoundPrinters['network'] {
  const known = new Set(named.map(({ host }) => host));
  const nameless = swept
    .filter((host) => !known.has(host))
    .map((host) => ({ name: 'Impressora na rede', host, port: PRINTER_PORT }));
  return [...named, ...nameless].slice(0, FOUND_MAX);
}

async function browse(
  waitMs: number,
  simulators: boolean,
  log: Pick<Logger, 'warn'> | undefined,
): Promise<FoundPrinters['network']> {
  const bonjour = openBonjour((error) => log?.warn({ err: error }, 'printers cannot be looked for'));
  const browser = bonjour.find({ type: 'pdl-datastream' });
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  const found = browser.services.flatMap(({ name, addresses = [], port }) => {
    const allowed = addresses.filter((address) => allowedPrinterHost(address, { simulators }));
    const host = allowed.find((address) => isIPv4(address)) ?? allowed[0];
    return host === undefined ? [] : [{ name, host, port }];
  });
  browser.stop();
  await new Promise<void>((resolve) => bonjour.destroy(resolve));
  return found.slice(0, FOUND_MAX).sort((one, other) => one.name.localeCompare(other.name, 'pt-BR'));
}

/** Paths of the USB printers that are plugged in, such as /dev/usb/lp0. */
export async function usbPrinters(folder: string = USB_FOLDER): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names
      .filter((name) => /^lp\d+$/.test(name))
      .sort()
      .map((name) => `${folder}/${name}`);
  } catch (error) {
    // No such folder until the first USB printer is plugged in.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
