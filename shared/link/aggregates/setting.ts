// The settings that only the shop may read; what customers see is in the menu document. A setting that a newer store knows stays in
// the log for it.
import { z } from 'zod';
import { Deleted } from './deleted.ts';
import type { ReplicatedRow } from './replicated-row.ts';

const setting = { kind: 'setting', version: 1, sealed: true } as const;

/** The store's own PIX key; an empty one is switched off. */
export const pixKeyRow = {
  ...setting,
  ids: 'pix_key',
  body: z.object({ key: z.string(), holder: z.string(), city: z.string() }),
} as const satisfies ReplicatedRow;

/** What a person put off of the first steps, and whether the list is put away. */
export const firstRunRow = {
  ...setting,
  ids: 'first_run',
  body: z.object({ skipped: z.array(z.string()), dismissed: z.boolean() }),
} as const satisfies ReplicatedRow;

/** The sticks that copies go to. */
export const usbDrivesRow = {
  ...setting,
  ids: 'sticks',
  body: z.object({ sticks: z.array(z.object({ id: z.string(), label: z.string(), bytes: z.number() })) }),
} as const satisfies ReplicatedRow;

/** For how long copies are kept. */
export const copiesMaxAgeRow = {
  ...setting,
  ids: 'backups_max_age_days',
  body: z.object({ maxAgeDays: z.number() }),
} as const satisfies ReplicatedRow;

/** For how long phones and observations are kept. */
export const retentionRow = {
  ...setting,
  ids: 'retention_months',
  body: z.object({ retentionMonths: z.number() }),
} as const satisfies ReplicatedRow;

/** Whether anybody may ask for an account. */
export const signUpRow = {
  ...setting,
  ids: 'sign_up',
  body: z.object({ open: z.boolean() }),
} as const satisfies ReplicatedRow;

const PrinterBody = z.object({
  id: z.string(),
  position: z.number(),
  name: z.string(),
  enabled: z.boolean(),
  transport: z.union([
    z.object({ kind: z.literal('tcp'), host: z.string(), port: z.number() }),
    z.object({ kind: z.literal('file'), devicePath: z.string() }),
  ]),
  columns: z.number(),
  codePage: z.string(),
  /** The commands it understands; rows of before are of what most printers speak. */
  family: z.string().default('EPSON'),
  pictures: z.boolean(),
  /** A person has seen paper come out of it. */
  paperSeen: z.boolean(),
  purposes: z.array(z.string()),
});

/** One row a printer. */
export const printerRow = {
  ...setting,
  version: 2,
  ids: 'printer.*',
  body: z.union([Deleted, PrinterBody]),
} as const satisfies ReplicatedRow;

/**
 * A refund that the relay has not taken into its books yet; the last row says that it is over. Beside the settings, since what moves the
 * shop's money waits for a person where it comes back to a store that runs, and since an older store leaves what it does not know in the log.
 */
export const refundIntentRow = {
  ...setting,
  ids: 'refund.*',
  body: z.union([
    Deleted,
    z.object({
      orderId: z.string(),
      attemptId: z.string(),
      /** Null for all that is left. */
      amountCents: z.number().nullable(),
      cents: z.number(),
      /** The relay did not want it: a person decides. */
      refused: z.boolean(),
      lastError: z.string().nullable(),
      createdAtMs: z.number(),
    }),
  ]),
} as const satisfies ReplicatedRow;
