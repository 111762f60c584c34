// `GET /api/staff/printing`: printers and waiting tickets as staff see them.
import { z } from 'zod';
import { PRINTER_FAMILIES } from './printer-families.ts';

/** One printer, and how many jobs wait, are held and failed. */
export const PrinterView = z.object({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  state: z.enum(['disabled', 'unknown', 'ok', 'paper-out', 'off', 'unconfirmed']),
  stateText: z.string(),
  /** The reason in words, when there is trouble. */
  detail: z.string().nullable(),
  paperLow: z.boolean(),
  sinceMs: z.number(),
  family: z.enum(PRINTER_FAMILIES).optional(),
  waiting: z.number(),
  held: z.number(),
  failed: z.number(),
});

/** One job; instants in milliseconds since 1970. */
export const PrintJobView = z.object({
  id: z.number(),
  printerId: z.string(),
  purpose: z.string(),
  orderId: z.string().nullable(),
  code: z.string().nullable(),
  panelNumber: z.number().nullable(),
  simpleId: z.number().nullable(),
  copy: z.number(),
  state: z.enum(['queued', 'sending', 'printed', 'sent', 'held', 'failed', 'discarded']),
  stateText: z.string(),
  attempts: z.number(),
  nextAtMs: z.number(),
  lastError: z.string().nullable(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
});

/** The answer. */
export const PrintingView = z.object({ printers: z.array(PrinterView), jobs: z.array(PrintJobView) });

/** `GET /api/staff/printers` → `{ printers }`, `PUT /api/staff/printers/:id` (`new` adds one). */
export const PrinterConfig = z.object({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  transport: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('tcp'), host: z.string(), port: z.number() }),
    z.object({ kind: z.literal('file'), devicePath: z.string() }),
  ]),
  columns: z.union([z.literal(32), z.literal(48)]),
  codePage: z.enum(['PC850', 'PC860', 'WPC1252']),
  /** The commands it understands. */
  family: z.enum(PRINTER_FAMILIES),
  /** Whether it can print pictures: the logo on customers' slips. */
  pictures: z.boolean(),
  purposes: z.array(z.enum(['kitchen', 'counter', 'wholesale', 'close'])),
});

/** `GET /api/staff/printers`: every printer as it is set up. */
export const PrinterConfigs = z.object({ printers: z.array(PrinterConfig) });
/** What is to be kept, as it was typed: printing judges it, and says which field is wrong. */
export const PrinterDraft = z.record(z.string(), z.unknown());

/** How the test page went. */
export const TestPrint = z.object({
  confirmed: z.boolean(),
  /** Only a person can tell whether it came out: to be asked, and told with `paper-seen`. */
  unproven: z.boolean(),
  message: z.string(),
});
export type TestPrint = z.infer<typeof TestPrint>;

/** Whether there was something to do. */
export const PrintDone = z.object({ done: z.boolean() });

/** The slips that can be looked at before there is an order. */
export const SampleSlip = z.enum(['kitchen', 'cancelled', 'counter', 'wholesale', 'close', 'test']);
/** Letters in a line: 32 on paper of 58 mm, 48 on 80 mm. */
export const PaperWidth = z
  .enum(['32', '48'])
  .default('48')
  .transform((text) => (text === '32' ? 32 : 48));
/** The paper that a sample is drawn on. */
export const PaperForm = z.object({
  columns: PaperWidth,
  codePage: z.enum(['PC850', 'PC860', 'WPC1252']).default('PC850'),
  family: z.enum(PRINTER_FAMILIES).default('EPSON'),
  pictures: z
    .enum(['0', '1'])
    .default('1')
    .transform((text) => text === '1'),
});

/** `GET /api/staff/found-printers` (ADMIN): what is heard within a few seconds. */
export const FoundPrinters = z.object({
  network: z.array(z.object({ name: z.string(), host: z.string(), port: z.number() })),
  devices: z.array(z.string()),
});
export type FoundPrinters = z.infer<typeof FoundPrinters>;

/*
 * Pictures of slips, as SVG (ADMIN for samples; ADMIN, KITCHEN and ATTENDANT for the others):
 * `GET /api/staff/print-preview/samples/:kind?columns=32|48&codePage=…&pictures=0|1`
 * `GET /api/staff/print-preview/orders/:id/kitchen|counter?columns=32|48`
 * `GET /api/staff/print-preview/jobs/:id`
 */

export type PrinterView = z.infer<typeof PrinterView>;
export type PrintJobView = z.infer<typeof PrintJobView>;
export type PrintingView = z.infer<typeof PrintingView>;
export type PrinterConfig = z.infer<typeof PrinterConfig>;
