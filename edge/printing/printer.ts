// The port to a printer: a channel that takes bytes and may answer. Knows nothing of tickets, queues or retries.
import { allowedPrinterHost } from './printer-host.ts';
import { HOST_REFUSED, printerAddress, type Printer } from './printers.ts';
import { ChannelError } from './channel-error.ts';
import { openDevice } from './device-channel.ts';
import { openTcp } from './tcp-channel.ts';
import type { Channel, ChannelTimes } from './channel.ts';

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
