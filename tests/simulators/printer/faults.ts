// The ways in which the simulated printer fails, as one value: what is set stays until it is taken back.

import { z } from 'zod';

export const printerFaultsSchema = z.strictObject({
  /** No paper: what arrives waits in the buffer and comes out when there is paper again. */
  paperOut: z.boolean(),
  paperNearEnd: z.boolean(),
  /** Runs out of paper after so many more printed lines; then `paperOut` is set. */
  paperOutAfterLines: z.int().min(1).max(1000).nullable(),
  /** Says that it is off line and prints nothing, but still answers. */
  coverOpen: z.boolean(),
  /** Refuses connections: switched off, or off the network. */
  offline: z.boolean(),
  /** Accepts connections and never reads a byte. */
  stalled: z.boolean(),
  /** Prints, but answers no status request and no process id: as cheap printers do. */
  mute: z.boolean(),
  /** Does not hang up when it has taken everything: waits for the other side to vanish. */
  leavesOpen: z.boolean(),
  slowBytesPerSecond: z.int().min(1).max(1_000_000).nullable(),
  /** Loses power after so many bytes of a ticket, once; what it had not printed is gone. */
  dieAfterBytes: z.int().min(1).max(1_000_000).nullable(),
});

export const printerFaultsPatchSchema = printerFaultsSchema.partial();

export type PrinterFaults = z.infer<typeof printerFaultsSchema>;
export type PrinterFaultsPatch = z.infer<typeof printerFaultsPatchSchema>;

export const noFaults = (): PrinterFaults => ({
  paperOut: false,
  paperNearEnd: false,
  paperOutAfterLines: null,
  coverOpen: false,
  offline: false,
  stalled: false,
  mute: false,
  leavesOpen: false,
  slowBytesPerSecond: null,
  dieAfterBytes: null,
});
