// The code of the first run on paper, once in each start of a store that has nobody yet. A card that was just written knows no printer: then
// the one on the machine's own USB becomes the first one. One in the network is only ever suggested (found-printers.ts).
import type { Printing } from './printing.ts';
import { FIRST_PRINTER_ID, NEW_FIRST_PRINTER } from './printers.ts';

/** Its cable may be put in, or its power come, after the machine's. */
export const SETUP_SLIP_EVERY_MS = 15_000;

export type SetupSlipDeps = {
  /** Its code is null once there is an owner. */
  setup: { code(): string | null };
  printing: Pick<Printing, 'printers' | 'queue' | 'wake'>;
  /** Paths of the USB printers that are plugged in. */
  usbPrinters: () => Promise<string[]>;
  /** Where a phone in the shop finds this store. */
  address: () => string;
  clock: () => number;
};

/** @returns what `setup-slip` repeats until the slip is queued or an owner is there. */
export function createSetupSlip({ setup, printing, usbPrinters, address, clock }: SetupSlipDeps) {
  const { printers, queue, wake } = printing;
  let isQueued = false;

  async function takeUsbPrinter(): Promise<void> {
    const devicePath = (await usbPrinters())[0];
    // Meanwhile an owner may have come and said otherwise.
    if (devicePath === undefined || setup.code() === null || printers.list().length > 0) return;
    const transport = { kind: 'file', devicePath };
    printers.save(FIRST_PRINTER_ID, { ...NEW_FIRST_PRINTER, enabled: true, transport });
  }

  return {
    async printCode(): Promise<void> {
      if (isQueued || setup.code() === null) return;
      if (printers.list().length === 0) await takeUsbPrinter();
      const code = setup.code();
      if (code === null) return;
      isQueued = queue.enqueueSetup({ code, address: address(), atMs: clock() }) > 0;
      if (isQueued) wake();
    },
  };
}
