// What devices on the shop's network and files that people bring may hold: mDNS packets, pictures, printers that talk as they like.
import { createRequire } from 'node:module';
import type { EventEmitter } from 'node:events';
import fc from 'fast-check';
import sharp from 'sharp';
import { openBonjour } from '../../../edge/machine/discovery/mdns.ts';
import { encodeMaster, encodeVariant } from '../../../edge/shop/images/encode.ts';
import { sniffFormat } from '../../../edge/shop/images/sniff.ts';
import { createConversation, newHabits } from '../../../edge/printing/conversation.ts';
import { mutatedBytes } from '../../support/mutated.ts';
import type { Channel } from '../../../edge/printing/channel.ts';

type Packets = { encode(packet: object): Buffer; decode(bytes: Uint8Array): { type: string } };
// The library's own reader of packets, which it does not export.
const packets = createRequire(createRequire(import.meta.url).resolve('multicast-dns'))(
  'dns-packet',
) as Packets;

const HOST = 'impressora.local';
const PRINTER = 'Impressora._pdl-datastream._tcp.local';
const answer = packets.encode({
  type: 'response',
  flags: 0x400,
  answers: [
    { name: '_pdl-datastream._tcp.local', type: 'PTR', ttl: 120, data: PRINTER },
    { name: PRINTER, type: 'SRV', ttl: 120, data: { port: 9100, target: HOST, priority: 0, weight: 0 } },
    { name: PRINTER, type: 'TXT', ttl: 120, data: [Buffer.from('ty=Térmica'), Buffer.from('rp=')] },
    { name: HOST, type: 'A', ttl: 120, data: '192.168.0.9' },
    { name: HOST, type: 'AAAA', ttl: 120, data: 'fe80::1' },
  ],
});
const goodbye = packets.encode({
  type: 'response',
  answers: [{ name: '_pdl-datastream._tcp.local', type: 'PTR', ttl: 0, data: PRINTER }],
});
const question = packets.encode({
  type: 'query',
  questions: [
    { name: '_http._tcp.local', type: 'PTR' },
    { name: '_services._dns-sd._udp.local', type: 'ANY' },
    { name: 'balcao.local', type: 'A' },
  ],
});

/** As `multicast-dns` hands on what came from the network: what it cannot decode it drops by itself. */
function hear(mdns: EventEmitter, bytes: Uint8Array): void {
  let packet: { type: string };
  try {
    packet = packets.decode(bytes);
  } catch {
    return;
  }
  mdns.emit('packet', packet);
  mdns.emit(packet.type, packet, { address: '192.168.0.9', port: 5353 });
}

type Neighbour = { hear: (bytes: Uint8Array) => void; printers: () => string[] };

/** A browser and an announcement: what one packet leaves behind meets the next. */
function openNeighbour(): Neighbour {
  const bonjour = openBonjour(() => undefined);
  const { mdns } = (bonjour as unknown as { server: { mdns: EventEmitter & { send: unknown } } }).server;
  mdns.send = () => undefined;
  bonjour.publish({ name: 'Loja', type: 'http', port: 3000, host: 'balcao.local', probe: false });
  const browser = bonjour.find({ type: 'pdl-datastream' });
  return { hear: (bytes) => hear(mdns, bytes), printers: () => browser.services.map(({ name }) => name) };
}
const neighbour = openNeighbour();

/** The names of the printers that the unaltered packet tells of: altered ones would else be read by nobody. */
export function hearPrinter(): string[] {
  const other = openNeighbour();
  other.hear(answer);
  return other.printers();
}

const TIMES = { statusMs: 4, doneMs: 4, doneMsMax: 8, lookMs: 2, settleMs: 1, finishMs: 2 };
const OUTCOMES = new Set(['not-sent', 'withdrawn', 'broke', 'done']);

/** Says each of `words` after one of our writes, the last one for ever, and hangs up after `ends` of them. */
function talker(words: Uint8Array[], ends: number): Channel {
  const ended = Promise.withResolvers<Error | null>();
  let tell: (bytes: Uint8Array) => void = () => undefined;
  let writes = 0;
  return {
    answers: true,
    ended: ended.promise,
    onBytes: (listener) => (tell = listener),
    write() {
      const word = words[Math.min(writes, words.length - 1)];
      writes += 1;
      // Byte by byte now and then: a reply comes in as many pieces as the network likes.
      if (word !== undefined)
        for (const piece of writes % 2 === 0 ? [word] : Array.from(word, (byte) => Uint8Array.of(byte)))
          setImmediate(() => tell(piece));
      if (writes >= ends) ended.resolve(null);
      return Promise.resolve();
    },
    finish: () => Promise.resolve(writes % 3 === 0 ? null : writes % 3 === 1),
    close: () => undefined,
    drop: () => undefined,
  };
}

const pixel = sharp({ create: { width: 9, height: 7, channels: 4, background: '#80ff0080' } });
const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="7"><defs><filter id="f"><feGaussianBlur stdDeviation="1"/></filter></defs><rect width="9" height="7" filter="url(#f)"/><use href="#f"/></svg>',
);
const pictures = [
  drawing,
  ...(await Promise.all([
    pixel.clone().png().toBuffer(),
    pixel.clone().jpeg().toBuffer(),
    pixel.clone().webp().toBuffer(),
    pixel.clone().avif({ effort: 0 }).toBuffer(),
  ])),
];

export const DEVICES: { name: string; property: fc.IAsyncProperty<unknown>; runs: number }[] = [
  {
    name: 'packets of mDNS',
    runs: 2000,
    property: fc.asyncProperty(mutatedBytes(answer, goodbye, question), async (bytes) => {
      neighbour.hear(bytes);
      await Promise.resolve();
    }),
  },
  {
    name: 'a printer that talks as it likes',
    runs: 100,
    property: fc.asyncProperty(
      fc.array(
        mutatedBytes(
          Uint8Array.of(0x12, 0x12),
          Uint8Array.of(0x37, 0x22, 0x61, 0x62, 0x63, 0x64, 0),
          Uint8Array.of(0x1c, 0, 0x0f, 0, 0x1a, 0x1e),
        ),
        { maxLength: 6 },
      ),
      fc.integer({ min: 1, max: 30 }),
      async (words, ends) => {
        const conversation = createConversation(talker(words, ends), newHabits(), TIMES);
        const { outcome } = await conversation.deliver(Buffer.from('ticket'), 'abcd', () => true);
        if (!OUTCOMES.has(outcome)) throw new Error(outcome);
      },
    ),
  },
  {
    name: 'pictures',
    runs: 150,
    property: fc.asyncProperty(mutatedBytes(...pictures), async (bytes) => {
      const format = sniffFormat(bytes);
      if (format === null) return;
      let master: Buffer;
      try {
        master = await encodeMaster(bytes, format);
      } catch (error) {
        // What cannot be decoded is refused by whoever uploads.
        if (error instanceof Error) return;
        throw error;
      }
      const { width, height } = await sharp(master).metadata();
      if (Math.max(width, height) > 1600) throw new Error(`${width} × ${height}`);
      await encodeVariant(master, 'print');
    }),
  },
];
