// Copies of the store's database (ADMIN), encrypted to the recovery code. `GET /api/staff/backups` lists them, `POST` makes one
// now, `POST /api/staff/backups/rehearsal` tries whether those outside can be restored, `PUT` says how old one may get; `GET /api/staff/backups/:name` is the file: in the shop's own network only. So are
// `POST /api/staff/backups/sticks`, which takes a stick for copies, and `DELETE /api/staff/backups/sticks/:id`.
import { z } from 'zod';

/** Why a copy was made; the file's name begins with it. */
export const BACKUP_REASONS = [
  'noturna',
  'manual',
  'antes-de-limpar',
  'antes-de-restaurar',
  'antes-de-atualizar',
] as const;
/** A reason by name. */
export type BackupReason = (typeof BACKUP_REASONS)[number];

/** The name of a copy's file, and nothing that leads out of its folder: reason, local time, random part. */
export const BackupName = z
  .string()
  .regex(
    new RegExp(
      `^(${BACKUP_REASONS.join('|')})-\\d{4}-\\d{2}-\\d{2}-\\d{4}-[0-9a-f]{4}(\\.db|-[0-9a-f]{6}\\.db\\.age)$`,
    ),
    'Esta cópia não existe.',
  );

/** One copy as the list shows it. */
export const Backup = z.object({
  name: z.string(),
  reason: z.enum(BACKUP_REASONS),
  atMs: z.number(),
  bytes: z.number().int(),
  /** `store`: beside the database. `usb`: on a stick in the machine. */
  place: z.enum(['store', 'usb']),
  /** Encrypted: a restore asks for the recovery code. False only of copies from before that. */
  sealed: z.boolean(),
});
export type Backup = z.infer<typeof Backup>;

/** A USB drive that is in the machine, or that was enrolled. */
export const Stick = z.object({
  /** Of one that is not enrolled: good as long as it stays where it is. */
  id: z.string(),
  label: z.string(),
  bytes: z.number(),
  /** Whether copies go to it: an administrator said so. */
  enrolled: z.boolean(),
  /** Whether it is in the machine. */
  here: z.boolean(),
  /** False of one in the machine that is protected, or broken. */
  writable: z.boolean(),
  /** Of an enrolled one: when it was last in the machine. */
  seenAtMs: z.number().nullable(),
  /** It still holds copies with data that was erased since, or in clear; they go when it is in the machine. */
  holdsErased: z.boolean(),
});
export type Stick = z.infer<typeof Stick>;

/** The body of `POST …/sticks`: the id from the list. */
export const EnrolStick = z.object({ id: z.string().min(1).max(64) });

/** How old the newest copy outside the machine may get before somebody is told. */
export const BackupSettings = z.object({
  maxAgeDays: z.number().int().min(1, 'Use de 1 a 365 dias.').max(365, 'Use de 1 a 365 dias.'),
});
export type BackupSettings = z.infer<typeof BackupSettings>;

/** The newest copy of a place, brought back whole, opened and made a store beside this one, which then goes. */
export const Rehearsal = z.object({
  place: z.enum(['site', 'usb']),
  atMs: z.number(),
  /** Of when that copy is; null where none came. */
  copyAtMs: z.number().nullable(),
  /** How many it brought back; null when it came to nothing. */
  orders: z.number().int().nullable(),
  /** Why it came to nothing, in words; null when it went well. */
  failure: z.string().nullable(),
});
export type Rehearsal = z.infer<typeof Rehearsal>;

/** The answer of `GET /api/staff/backups`; instants in milliseconds since 1970. */
export const Backups = BackupSettings.extend({
  /** Newest first. */
  backups: z.array(Backup),
  /** When one was last made and found whole; null: never. */
  lastAtMs: z.number().nullable(),
  /** Set while the last try failed. */
  failure: z.object({ atMs: z.number(), text: z.string() }).nullable(),
  /** Those in the machine, and those that were enrolled. */
  sticks: z.array(Stick),
  /** Of when the copy is that the site has, sealed, and why the last try failed; null for a shop without a site. */
  site: z.object({ atMs: z.number().nullable(), failure: z.string().nullable() }).nullable(),
  running: z.boolean(),
  /** The last one of each place. */
  rehearsals: z.array(Rehearsal),
  rehearsing: z.boolean(),
  /** False for whoever comes over the site: files stay in the shop's network. */
  downloadable: z.boolean(),
});
export type Backups = z.infer<typeof Backups>;
