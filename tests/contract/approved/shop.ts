// A shop whose days are written down: its staff, its printers, its customers, and the record of all that it says and writes.
import { openTestStore, START_MS, type TestStore } from '../../../edge/testing/open-test-store.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { asRole } from '../../../edge/testing/sign-in.ts';
import { lanHost } from '../../../edge/machine/discovery/lan-address.ts';
import { isRepeat } from '../../../edge/printing/jobs.ts';
import { paperText } from '../../../edge/printing/receipt/paper-text.ts';
import { documentLines, readDocument } from '../../../edge/printing/receipt/document.ts';
import { fixTime, recordStore, type Asker, type StoreRecord } from '../../harness/store-record.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** A UUIDv7-shaped id for the n-th thing of a walk. */
export const nth = (n: number): string => `01890a5d-ac96-774b-8cce-${n.toString(16).padStart(12, '0')}`;

export type RecordedShop = {
  store: TestStore;
  record: StoreRecord;
  customer: Asker;
  /** The relay, over the link. */
  relay: Asker;
  admin: Asker;
  front: Asker;
  kitchen: Asker;
  wholesale: Asker;
  /** A customer's browser that sends these headers. */
  customerWith(name: string, headers: Record<string, string>): Asker;
  /** Lets time pass. */
  wait(ms: number): void;
  /** The slips that were queued since the last call, as they come out of their printers. */
  papers(): void;
  close(): Promise<void>;
};

export async function openRecordedShop(
  options: NonNullable<Parameters<typeof openTestStore>[0]> & {
    settings?: object;
    printers?: readonly object[];
    leaveOut?: string[];
  } = {},
): Promise<RecordedShop> {
  const { settings, printers = [], leaveOut = [], ...rest } = options;
  const store = await openTestStore({ ...rest, seed: false });
  fixTime(store, rest.nowMs ?? START_MS);
  store.menu.seed(sampleCatalog(settings));
  for (const printer of printers) {
    const saved = store.printing.printers.save(null, printer);
    if (!saved.ok) throw new Error(JSON.stringify(saved.refusal));
  }
  const staff = async (role: 'ADMIN' | 'ATTENDANT' | 'KITCHEN' | 'WHOLESALE', name: string) => ({
    name,
    ask: await asRole(store, role),
  });
  const admin = await staff('ADMIN', 'administrator');
  const front = await staff('ATTENDANT', 'attendant');
  const kitchen = await staff('KITCHEN', 'kitchen');
  const wholesale = await staff('WHOLESALE', 'wholesale');
  const record = recordStore(store, { isBrief: true, leaveOut: [...NOISE, ...leaveOut] });
  const newJobs = store.db.$client.prepare<[number], Job>(
    'select id, printer_id, content, copy, attempts from print_jobs where id > ? order by id',
  );
  let seenJob = 0;
  // A store without a site tells customers its address in the network, which is this machine's.
  const here = `http://${lanHost()}:`;

  return {
    store,
    record,
    customer: { name: 'customer', ask: store.ask },
    relay: { name: 'relay', ask: store.askLink },
    admin,
    front,
    kitchen,
    wholesale,
    customerWith: (name, headers) => ({
      name,
      ask: (path, init = {}) => store.ask(path, { ...init, headers: { ...init.headers, ...headers } }),
    }),
    wait: (ms) => fixTime(store, store.clock.nowMs + ms),
    papers() {
      for (const { id, printer_id: printerId, content, copy, attempts } of newJobs.all(seenJob)) {
        seenJob = id;
        const paper = store.printing.printers.byId(printerId);
        if (paper === null) throw new Error(`job ${id} is for no printer`);
        const print = { repeat: isRepeat({ copy, attempts }), timeZone: 'America/Sao_Paulo', logo: null };
        record.quote(
          `slip ${id} on ${paper.name}:`,
          paperText(documentLines(readDocument(content.replaceAll(here, SITE)), print, paper), paper),
        );
      }
    },
    close: () => store.close(),
  };
}

const SITE = 'http://192.168.0.10:';
type Job = { id: number; printer_id: string; content: string; copy: number; attempts: number };

/** What a slip holds is told by its paper; marks are made by chance. */
const NOISE = ['print_jobs.content', 'session.last_seen_at', 'meta copies_mark', 'meta leftovers_mark'];

/** Two printers: wide paper in the kitchen, narrow paper at the counter. */
export const PRINTERS = [
  {
    name: 'Cozinha',
    enabled: true,
    transport: { kind: 'tcp', host: '192.168.0.50', port: 9100 },
    columns: 48,
    codePage: 'PC850',
    family: 'EPSON',
    purposes: ['kitchen'],
  },
  {
    name: 'Balcão',
    enabled: true,
    transport: { kind: 'tcp', host: '192.168.0.51', port: 9100 },
    columns: 32,
    codePage: 'PC860',
    family: 'EPSON',
    pictures: false,
    purposes: ['counter', 'close', 'wholesale'],
  },
];

/** Of a shop that knows what a terminal costs it and sells cups. */
export const FEES_AND_CUPS = {
  feePercents: { terminal: 2.5, debito: 1.5, credito: 3.2 },
  enableTacaMontada: true,
};

/** An açaí of two halves with toppings in every layer, one of them twice. */
export const bigOne = (id: string) => ({
  id,
  sizeId: 'g',
  baseId: 'acai',
  iceCreamId: 'ninho',
  meioAMeio: true,
  secondaryIceCreamId: 'morango',
  toppings: [
    { id: 'banana', layer: 'BOTTOM' },
    { id: 'mel', layer: 'MIDDLE' },
    { id: 'mel', layer: 'TOP' },
    { id: 'nutella', layer: 'TOP' },
  ],
});
/** One flavour, nothing in it. */
export const smallOne = (id: string) => ({ id, sizeId: 'p', baseId: 'acai', iceCreamId: 'ninho' });
/** A cup as the house makes it, a cup of one's own, and a drink. */
export const houseCup = (id: string) => ({ id, productId: 'taca' });
export const ownCup = (id: string) => ({
  id,
  productId: 'livre',
  sizeId: 'p',
  baseId: 'acai',
  iceCreamId: 'morango',
  toppings: [{ id: 'granola', layer: 'TOP' }],
});
export const drink = (id: string) => ({ id, productId: 'agua' });
