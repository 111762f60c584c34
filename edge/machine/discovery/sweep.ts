// Knocks at port 9100 of each address in the shop's own network, for printers that announce themselves to nobody. Only around this machine's
// own addresses on real cards, only private ones, bounded in number and time; it connects, sends nothing, and hangs up.
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { allowedPrinterHost } from '../../printing/printer-host.ts';
import { isRealCard } from './lan-address.ts';

export const PRINTER_PORT = 9100;
/** A machine has a cable and Wi-Fi, and no more networks with a printer in them. */
const NETWORKS_MAX = 2;
const AT_ONCE = 96;
const TRY_MS_MAX = 900;
/** All of it, whatever the network does. */
const SWEEP_MS_MAX = 8_000;

type Interfaces = ReturnType<typeof networkInterfaces>;
type TryPort = (host: string, port: number, waitMs: number) => Promise<boolean>;

const PREFIX = 24;

/** The addresses to try: of each private network this machine stands in, at most the 254 around its own, without its own. */
export function hostsAround(interfaces: Interfaces = networkInterfaces()): string[] {
  const own = Object.entries(interfaces)
    .filter(([name]) => isRealCard(name))
    .flatMap(([, list = []]) => list)
    .filter(
      ({ family, internal, address }) =>
        family === 'IPv4' && !internal && allowedPrinterHost(address, { simulators: false }),
    );
  const mine = new Set(own.map(({ address }) => address));
  const networks = new Map(
    own.map(({ address, cidr }) => {
      const bits = Math.max(PREFIX, Number(cidr?.split('/')[1] ?? PREFIX));
      const size = 2 ** (32 - bits);
      const first = Math.floor(numberOf(address) / size) * size;
      return [first, size] as const;
    }),
  );
  return [...networks]
    .slice(0, NETWORKS_MAX)
    .flatMap(([first, size]) =>
      // Neither the network's own number nor the address of everybody.
      Array.from({ length: Math.max(0, size - 2) }, (_, at) => addressOf(first + 1 + at)),
    )
    .filter((address) => !mine.has(address));
}

const numberOf = (address: string): number =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const addressOf = (number: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');

/** Those of `hosts` where something answers at the port, in their order. */
export async function sweepPrinters(
  hosts: readonly string[],
  { tryPort = isPortOpen, nowMs = () => performance.now() }: { tryPort?: TryPort; nowMs?: () => number } = {},
): Promise<string[]> {
  const endMs = nowMs() + SWEEP_MS_MAX;
  const found = new Set<string>();
  const rest = hosts.values();
  const walk = async (): Promise<void> => {
    for (const host of rest) {
      const leftMs = endMs - nowMs();
      if (leftMs <= 0) return;
      if (await tryPort(host, PRINTER_PORT, Math.min(TRY_MS_MAX, leftMs))) found.add(host);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, hosts.length) }, walk));
  return hosts.filter((host) => found.has(host));
}

/** Whether somebody takes the connection within the time. Nothing is sent. */
export function isPortOpen(host: string, port: number, waitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.setTimeout(waitMs, () => end(false));
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
  });
}
