// Copies of the store's database (ADMIN). `GET /api/staff/backups` lists them, `POST` makes one now,
// `GET /api/staff/backups/:name` is the file: in the shop's own network only, for the relay must not read what is in it.
import { z } from 'zod';

/** Why a copy was made; the file's name begins with it. */
export const BACKUP_REASONS = [
  'noturna',
  'manual',
  'antes-de-limpar',
  'antes-de-restaurar',
  'antes-de-atualizar',
] as const;
export type BackupReason = (typeof BACKUP_REASONS)[number];

export const BackupName = z
  .string()
  .regex(
    new RegExp(`^(${BACKUP_REASONS.join('|')})-\\d{4}-\\d{2}-\\d{2}-\\d{4}-[0-9a-f]{4}\\.db$`),
    'Esta cópia não existe.',
  );

export const Backup = z.object({
  name: z.string(),
  reason: z.enum(BACKUP_REASONS),
  atMs: z.number(),
  bytes: z.number().int(),
  /** `store`: beside the database. `usb`: on a stick in the machine. */
  place: z.enum(['store', 'usb']),
});
export type Backup = z.infer<typeof Backup>;

export const Backups = z.object({
  /** Newest first. */
  backups: z.array(Backup),
  /** When one was last made and found whole; null: never. */
  lastAtMs: z.number().nullable(),
  /** Set while the last try failed. */
  failure: z.object({ atMs: z.number(), text: z.string() }).nullable(),
  /** Whether a stick is there to copy to. */
  usb: z.boolean(),
  running: z.boolean(),
  /** False for whoever comes over the site: files stay in the shop's network. */
  downloadable: z.boolean(),
});
export type Backups = z.infer<typeof Backups>;
