// The shop's printers as settings. Says what a printer is and which ones are on; it never speaks to one.
import { randomUUID } from 'node:crypto';
import { asc, eq, max } from 'drizzle-orm';
import { z } from 'zod';
import type { PrinterRefusal as PrinterRefusalCode } from '@balcao/shared/http/refusals/printing.ts';
import { FAMILY_CODE_PAGES, FAMILY_NAMES, PRINTER_FAMILIES } from '@balcao/shared/http/printer-families.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Db } from '../storage/open.ts';
import { readMeta, writeMeta } from '../storage/identity.ts';
import { inTransaction } from '../storage/transaction.ts';
import { printers } from '../storage/schema/printing.ts';
import { allowedPrinterHost } from './printer-host.ts';
import { familyFrom } from './receipt/families.ts';
import { CODE_PAGES } from './receipt/text.ts';

export const DEFAULT_PRINTER_PORT = 9100;
export const FIRST_PRINTER_ID = 'principal';
const PRINTERS_MAX = 16;
const CONFIRMED = 'printer_confirmed';

const SWITCH = 'Escolha entre habilitada e desabilitada.';
const WHAT = 'Escolha o que esta impressora imprime.';
const DEVICE = 'Use um dispositivo como /dev/usb/lp0.';
const host = z.string('Informe o IP da impressora.').trim().max(45, 'Endereço longo demais.');

export const PrinterPurpose = z.enum(['kitchen', 'counter', 'wholesale', 'close'], WHAT);
export type PrinterPurpose = z.infer<typeof PrinterPurpose>;

const port = z.preprocess(
  // As the spec says: what is not a number falls back to 9100.
  (value) =>
    value === undefined || value === null || Number.isNaN(Number(value)) || value === ''
      ? DEFAULT_PRINTER_PORT
      : Number(value),
  z
    .number('A porta vai de 1 a 65535.')
    .int('A porta vai de 1 a 65535.')
    .min(1, 'A porta vai de 1 a 65535.')
    .max(65535, 'A porta vai de 1 a 65535.'),
);

export const PrinterSettings = z.object({
  name: z
    .string('Dê um nome à impressora.')
    .trim()
    .min(1, 'Dê um nome à impressora.')
    .max(40, 'Use até 40 letras no nome.'),
  enabled: z.boolean(SWITCH),
  transport: z.discriminatedUnion(
    'kind',
    [
      /** An empty host is a printer that is not set up yet. */
      z.object({ kind: z.literal('tcp'), host, port }),
      z.object({
        kind: z.literal('file'),
        devicePath: z.string(DEVICE).regex(/^\/dev\/(usb\/)?lp\d{1,2}$/, DEVICE),
      }),
    ],
    'Escolha a ligação: rede (IP) ou cabo USB.',
  ),
  columns: z.union([z.literal(32), z.literal(48)], 'Escolha 58 mm (32 colunas) ou 80 mm (48 colunas).'),
  codePage: z.enum(CODE_PAGES, 'Escolha PC850, PC860 ou WPC1252.'),
  /** The commands it understands. */
  family: z.enum(PRINTER_FAMILIES, 'Escolha a família de comandos da impressora.').default('EPSON'),
  /** Whether it can print pictures; the logo is left out where it cannot. */
  pictures: z.boolean(SWITCH).default(true),
  purposes: z.array(PrinterPurpose, WHAT).transform((list) => [...new Set(list)]),
});
export type PrinterSettings = z.infer<typeof PrinterSettings>;

export type Printer = PrinterSettings & {
  id: string;
  position: number;
  /** A person has seen paper come out of it, at this address. */
  paperSeen: boolean;
};

/** The spec's three settings, which are the first printer's. */
export const FirstPrinterSettings = z.object({
  printer_enabled: z.preprocess(
    (value) => (value === 'true' ? true : value === 'false' ? false : value),
    z.boolean(SWITCH),
  ),
  printer_ip: host,
  printer_port: port,
});

export type PrinterRefusal =
  | { code: 'invalid'; fields: { field: string; message: string }[] }
  | { code: PrinterRefusalCode };

export type Printers = ReturnType<typeof createPrinters>;

export const HOST_REFUSED = 'Use o IP da impressora na rede da loja, como 192.168.0.50.';

/** `onChange` is told, inside the transaction, what a printer is now; null when it is gone. */
export function createPrinters(
  db: Db,
  {
    simulators,
    onChange = () => undefined,
  }: { simulators: boolean; onChange?: ((id: string, printer: Printer | null) => void) | undefined },
) {
  const all = db.select().from(printers).orderBy(asc(printers.position), asc(printers.id)).prepare();
  const list = (): Printer[] => all.all().map(fromRow);
  const printed = db.$client.prepare<[string], { id: number }>(
    "select id from print_jobs where printer_id = ? and state = 'printed' limit 1",
  );
  const hasPrintedJob = (id: string): boolean => printed.get(id) !== undefined;
  const byId = (id: string): Printer | null => list().find((printer) => printer.id === id) ?? null;

  function write(id: string, settings: PrinterSettings): Result<Printer, PrinterRefusal> {
    const { transport, purposes } = settings;
    if (transport.kind === 'tcp') {
      const needed = settings.enabled || transport.host !== '';
      if (needed && transport.host === '') return invalid('transport.host', 'Configure o IP da impressora');
      if (needed && !allowedPrinterHost(transport.host, { simulators }))
        return invalid('transport.host', HOST_REFUSED);
    }
    const pages = FAMILY_CODE_PAGES[settings.family];
    if (!pages.includes(settings.codePage))
      return invalid('codePage', `${FAMILY_NAMES[settings.family]}: escolha ${pages.join(' ou ')}.`);
    const before = byId(id);
    // Another address is another printer, of which nobody has seen anything yet.
    const paperSeen =
      before !== null && before.paperSeen && printerAddress(before) === printerAddress(settings);
    const fields = {
      name: settings.name,
      enabled: settings.enabled,
      transport: transport.kind,
      host: transport.kind === 'tcp' ? transport.host : null,
      port: transport.kind === 'tcp' ? transport.port : null,
      devicePath: transport.kind === 'file' ? transport.devicePath : null,
      columns: settings.columns,
      codePage: settings.codePage,
      family: settings.family,
      purposes: JSON.stringify(purposes),
      pictures: settings.pictures,
      paperSeen,
    };
    const position =
      before?.position ??
      (db
        .select({ last: max(printers.position) })
        .from(printers)
        .get()?.last ?? -1) + 1;
    db.insert(printers)
      .values({ id, position, ...fields })
      .onConflictDoUpdate({ target: printers.id, set: fields })
      .run();
    const written = { ...settings, id, position, paperSeen };
    onChange(id, written);
    return accepted(written);
  }

  return {
    list,
    byId,

    /** Saves `input` as the printer `id`, or as a new one when `id` is null. */
    save(id: string | null, input: unknown): Result<Printer, PrinterRefusal> {
      const parsed = PrinterSettings.safeParse(input);
      if (!parsed.success) return refused({ code: 'invalid', fields: fieldsOf(parsed.error) });
      return inTransaction(db, () => {
        if (id !== null && !byId(id) && id !== FIRST_PRINTER_ID)
          return refused<PrinterRefusal>({ code: 'unknown-printer' });
        if (id === null && list().length >= PRINTERS_MAX)
          return refused<PrinterRefusal>({ code: 'too-many-printers' });
        return write(id ?? randomUUID(), parsed.data);
      });
    },

    /** The spec's `printer_enabled`, `printer_ip`, `printer_port`, made or changed on the first printer. */
    saveFirst(input: unknown): Result<Printer, PrinterRefusal> {
      const parsed = FirstPrinterSettings.safeParse(input);
      if (!parsed.success) return refused({ code: 'invalid', fields: fieldsOf(parsed.error) });
      const { printer_enabled: enabled, printer_ip: host, printer_port: number } = parsed.data;
      return inTransaction(db, () => {
        const first = byId(FIRST_PRINTER_ID) ?? NEW_FIRST_PRINTER;
        const saved = write(FIRST_PRINTER_ID, {
          ...first,
          enabled,
          transport: { kind: 'tcp', host, port: number },
        });
        if (saved.ok || saved.refusal.code !== 'invalid') return saved;
        return refused<PrinterRefusal>({
          code: 'invalid',
          fields: saved.refusal.fields.map(({ message }) => ({ field: 'printer_ip', message })),
        });
      });
    },

    /** The spec's three settings as they are; off and empty before anybody saved them. */
    first(): z.infer<typeof FirstPrinterSettings> {
      const { enabled, transport } = byId(FIRST_PRINTER_ID) ?? NEW_FIRST_PRINTER;
      return {
        printer_enabled: enabled,
        printer_ip: transport.kind === 'tcp' ? transport.host : '',
        printer_port: transport.kind === 'tcp' ? transport.port : DEFAULT_PRINTER_PORT,
      };
    },

    /** Notes that a person has seen paper come out of the printer. */
    sawPaper: (id: string): Result<Printer, PrinterRefusal> =>
      inTransaction(db, () => {
        db.update(printers).set({ paperSeen: true }).where(eq(printers.id, id)).run();
        const printer = byId(id);
        if (!printer) return refused<PrinterRefusal>({ code: 'unknown-printer' });
        onChange(id, printer);
        return accepted(printer);
      }),

    /** The printer reported that it printed. Its address is remembered: another address is another printer. */
    confirmed: (printer: Printer): void => writeMeta(db, CONFIRMED, printerAddress(printer)),

    /** Whether a printer that is on has printed: the printer reported so, or a person saw paper come out. */
    hasPrinted(): boolean {
      const confirmedAddress = readMeta(db, CONFIRMED);
      return list().some(
        (printer) =>
          printer.enabled &&
          (printer.paperSeen || printerAddress(printer) === confirmedAddress || hasPrintedJob(printer.id)),
      );
    },

    /** Jobs that wait for the printer stay, held, until a person moves or discards them. */
    remove: (id: string): void =>
      inTransaction(db, () => {
        const { changes } = db.delete(printers).where(eq(printers.id, id)).run();
        if (changes > 0) onChange(id, null);
      }),
  };
}

/** The first printer before anybody said what it is. */
export const NEW_FIRST_PRINTER: PrinterSettings = {
  name: 'Cozinha',
  enabled: false,
  transport: { kind: 'tcp', host: '', port: DEFAULT_PRINTER_PORT },
  columns: 48,
  codePage: 'PC850',
  family: 'EPSON',
  pictures: true,
  // A slip for every customer is the owner's choice: most shops have one printer, and it stands in the kitchen.
  purposes: ['kitchen', 'wholesale', 'close'],
};

const invalid = (field: string, message: string): Result<never, PrinterRefusal> =>
  refused({ code: 'invalid', fields: [{ field, message }] });

const fieldsOf = (error: z.ZodError): { field: string; message: string }[] =>
  error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }));

function fromRow(row: typeof printers.$inferSelect): Printer {
  return {
    id: row.id,
    position: row.position,
    name: row.name,
    enabled: row.enabled,
    transport:
      row.transport === 'file'
        ? { kind: 'file', devicePath: row.devicePath ?? '' }
        : { kind: 'tcp', host: row.host ?? '', port: row.port ?? DEFAULT_PRINTER_PORT },
    columns: row.columns === 32 ? 32 : 48,
    codePage: CODE_PAGES.find((page) => page === row.codePage) ?? 'PC850',
    family: familyFrom(row.family),
    pictures: row.pictures,
    paperSeen: row.paperSeen,
    purposes: JSON.parse(row.purposes) as PrinterPurpose[],
  };
}

/** Where the printer is, as people write it. */
export const printerAddress = ({ transport }: Pick<Printer, 'transport'>): string =>
  transport.kind === 'file'
    ? transport.devicePath
    : `${transport.host.includes(':') ? `[${transport.host}]` : transport.host}:${transport.port}`;
