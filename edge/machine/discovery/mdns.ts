// The store on its own network by name: announces `_http._tcp` as balcao.local, so that nobody types an address.
// A convenience: whatever goes wrong here is told to the log and never reaches the shop's work.
import { EventEmitter } from 'node:events';
import { networkInterfaces } from 'node:os';
import { Bonjour } from 'bonjour-service';
import type { Logger } from 'pino';
import { z } from 'zod';

export const STORE_HOST = 'balcao.local';

const LOOK_AT_NETWORK_MS = 15_000;
const GOODBYE_MS_MAX = 1000;
/** A label of a DNS name holds 63 bytes. */
const NAME_BYTES_MAX = 63;

export type Mdns = { start(): void; stop(): Promise<void> };

/** Announces the store on `port` as `name`, with balcao.local as its host, until stopped. */
export function createMdns(deps: { port: number; name: string; log?: Pick<Logger, 'warn'> }): Mdns {
  const name = shorten(deps.name.trim() || 'Balcão');
  let bonjour: Bonjour | null = null;
  let addresses = '';
  let timer: NodeJS.Timeout | null = null;

  const complain = (error: unknown): void => deps.log?.warn({ err: error }, 'mDNS is not working');

  function announce(): void {
    addresses = ownAddresses();
    bonjour = openBonjour(complain);
    bonjour.publish({
      name,
      type: 'http',
      port: deps.port,
      host: STORE_HOST,
      txt: { path: '/' },
      // No probing: beside another machine of the same name it would stop announcing, and two answers are better than none.
      probe: false,
    });
  }

  // A Wi-Fi that comes up after us, or a new address from the router: what was announced is wrong then.
  async function follow(): Promise<void> {
    if (!bonjour || ownAddresses() === addresses) return;
    const old = bonjour;
    bonjour = null;
    await goodbye(old);
    if (timer) announce();
  }

  return {
    start() {
      if (timer) return;
      announce();
      timer = setInterval(() => void follow().catch(complain), LOOK_AT_NETWORK_MS);
      timer.unref();
    },

    /** Takes the announcement back, so that browsers forget us at once. */
    async stop() {
      if (timer) clearInterval(timer);
      timer = null;
      const last = bonjour;
      bonjour = null;
      if (last) await goodbye(last);
    },
  };
}

/** Where the library keeps its socket, for whose errors it does not listen. */
const BonjourInside = z.object({ server: z.object({ mdns: z.instanceof(EventEmitter) }) });

/** A Bonjour whose socket errors are heard: unheard, a taken port or a missing network would end the process. */
export function openBonjour(complain: (error: unknown) => void): Bonjour {
  const bonjour = new Bonjour({}, complain);
  BonjourInside.parse(bonjour).server.mdns.on('error', complain);
  return bonjour;
}

function goodbye(bonjour: Bonjour): Promise<void> {
  return new Promise((resolve) => {
    // Without a network the packet may never leave.
    const limit = setTimeout(() => bonjour.destroy(resolve), GOODBYE_MS_MAX);
    bonjour.unpublishAll(() => {
      clearTimeout(limit);
      bonjour.destroy(resolve);
    });
  });
}

const ownAddresses = (): string =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter((one) => !one.internal)
    .map((one) => one.address)
    .sort()
    .join(' ');

function shorten(name: string): string {
  let short = name;
  while (Buffer.byteLength(short) > NAME_BYTES_MAX) short = Array.from(short).slice(0, -1).join('');
  return short.trim();
}
