// The printer's answers to questions about itself, bit by bit as Epson defines them.

import type { PrinterFaults } from './faults.ts';

const isOffline = (faults: PrinterFaults): boolean => faults.paperOut || faults.coverOpen;

/** `DLE EOT n`: one byte; bits 1 and 4 are always set. */
export function realTimeStatus(n: number, faults: PrinterFaults): number {
  const fixed = 0x12;
  switch (n) {
    case 1:
      return fixed | (isOffline(faults) ? 0x08 : 0);
    case 2:
      return fixed | (faults.coverOpen ? 0x04 : 0) | (faults.paperOut ? 0x20 : 0);
    case 4:
      return fixed | (faults.paperNearEnd || faults.paperOut ? 0x0c : 0) | (faults.paperOut ? 0x60 : 0);
    default:
      return fixed;
  }
}

/** Automatic status (`GS a`): four bytes. */
export function automaticStatus(faults: PrinterFaults): Uint8Array {
  return Uint8Array.of(
    0x10 | (isOffline(faults) ? 0x08 : 0) | (faults.coverOpen ? 0x20 : 0),
    0x00,
    (faults.paperNearEnd || faults.paperOut ? 0x03 : 0) | (faults.paperOut ? 0x0c : 0),
    0x00,
  );
}

/** `GS r 1`: answered in turn, not in real time. */
export const paperStatus = (faults: PrinterFaults): number =>
  (faults.paperNearEnd || faults.paperOut ? 0x03 : 0) | (faults.paperOut ? 0x0c : 0);

/** The answer of `GS ( H` function 48: printing has come this far. */
export const processIdAnswer = (id: Uint8Array): Uint8Array => Uint8Array.of(0x37, 0x22, ...id, 0x00);

export function printerId(n: number): Uint8Array {
  const names: Record<number, string> = { 65: '1.00', 66: 'SIMULADOR', 67: 'BALCAO-SIM', 68: '00004010' };
  const name = names[n];
  return name === undefined ? Uint8Array.of(0x20) : Uint8Array.from(Buffer.from(`_${name}\0`, 'latin1'));
}

/** Finds `DLE EOT n` in what arrives, across chunks; a real printer answers them even inside other data. */
export function createRealTimeScanner() {
  let tail = Buffer.alloc(0);
  return (chunk: Uint8Array): number[] => {
    const bytes = Buffer.concat([tail, chunk]);
    const asked: number[] = [];
    for (let at = 0; at + 2 < bytes.length; at += 1) {
      const n = bytes[at + 2] ?? 0;
      if (bytes[at] === 0x10 && bytes[at + 1] === 0x04 && n >= 1 && n <= 4) {
        asked.push(n);
        at += 2;
      }
    }
    // Only what may still become a request is kept; a whole one at the end was answered already.
    const rest = bytes.subarray(Math.max(0, bytes.length - 2));
    tail =
      rest[0] === 0x10 && rest[1] === 0x04
        ? rest
        : rest.at(-1) === 0x10
          ? rest.subarray(-1)
          : Buffer.alloc(0);
    return asked;
  };
}
