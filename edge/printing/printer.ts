// The port to a printer: a channel that takes bytes and may answer. Knows nothing of tickets, queues or retries.
import { allowedPrinterHost } from './printer-host.ts';
import { HOST_REFUSED, printerAddress, type Printer } from './printers.ts';
import { ChannelError } from './channel-error.ts';
import { openDevice } from './device-channel.ts';
import { openTcp } from './tcp-channel.ts';

/** An open way to one printer. At most one exists per printer at a time; whoever opened it closes it. */
export type Channel = {
  /** Hands bytes over; resolves when the system has taken them all, rejects when the channel breaks or stalls. */
  write(bytes: Uint8Array): Promise<void>;
  /** The one who hears what the printer says. */
  onBytes(listener: (bytes: Uint8Array) => void): void;
  /** False where the printer cannot answer at all. */
  readonly answers: boolean;
  /** Resolves when the channel ends without us asking: with the error, or null when the printer hung up. */
  readonly ended: Promise<Error | null>;
  /**
   * Says that nothing more comes and waits up to `waitMs` for the printer to hang up too, which it does once it has
   * taken everything. Answers whether it did, null where there is no hanging up; rejects when it broke off.
   */
  finish(waitMs: number): Promise<boolean | null>;
  /** Lets go at once. Safe to call twice. */
  close(): void;
  /** Lets go and takes back what the printer has not read yet, where that can be: the ticket will be sent again. */
  drop(): void;
};

export type ChannelTimes = { connectMs: number; stallMs: number };

/** Opens the way to a printer. Throws a ChannelError when it cannot be reached or may not be. */
export function openPrinter(
  printer: Pick<Printer, 'transport'>,
  { simulators, times, signal }: { simulators: boolean; times: ChannelTimes; signal: AbortSignal },
): Promise<Channel> {
  const { transport } = printer;
  if (transport.kind === 'file') return openDevice(transport.devicePath, times);
  // Checked here too: the row may be older than the rule, or the simulators off again.
  if (!allowedPrinterHost(transport.host, { simulators }))
    return Promise.reject(new ChannelError(HOST_REFUSED));
  return openTcp(transport.host, transport.port, printerAddress(printer), times, signal);
}
