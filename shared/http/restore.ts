// A machine that has no owner yet becomes a store that was: from the relay's copy, from a copy on a stick or on its own disk,
// or from a file that is sent. In the shop only; each begins with the setup code, as making the owner does.
//   POST /api/setup/restore/sources  what there is to restore from
//   POST /api/setup/restore/relay    from the relay's copy, with the printed recovery sheet
//   POST /api/setup/restore/copy     from one of the copies that were listed
//   POST /api/setup/restore/file     the body is the file; the code is in the header SETUP_CODE_HEADER
//   GET  /api/setup/restore          how far it is; also after the store has become the restored one
// The three that restore answer 202 with RestoreState and go on by themselves.
import { z } from 'zod';
import { Backup } from './backups.ts';
import { PairWithRelay } from './relay-link.ts';

/** `x-restore-without-relay: 1` beside it stands for `withoutRelay`, RECOVERY_CODE_HEADER for `recoveryCode`. */
export const SETUP_CODE_HEADER = 'x-setup-code';
/** The recovery code beside a file, whose body is the file alone. */
export const RECOVERY_CODE_HEADER = 'x-recovery-code';
/** `withoutRelay` beside a file. */
export const WITHOUT_RELAY_HEADER = 'x-restore-without-relay';

const setupCode = z
  .string('Digite o código de instalação.')
  .trim()
  .min(1, 'Digite o código de instalação.')
  .max(40);

/** The body of `…/sources`. */
export const RestoreCode = z.object({ code: setupCode });

/** The answer of `…/sources`. */
export const RestoreSources = z.object({
  /** The address that this machine was given already, to begin the form with. */
  relayUrl: z.string().nullable(),
  /** Newest first. */
  copies: z.array(Backup),
});
export type RestoreSources = z.infer<typeof RestoreSources>;

/** The body of a restore from the relay's copy. */
export const RestoreFromRelay = z.object({
  code: setupCode,
  relayUrl: PairWithRelay.shape.relayUrl,
  pairingCode: z
    .string('Digite o código de pareamento.')
    .trim()
    .min(1, 'Digite o código de pareamento.')
    .max(64),
  /** From the recovery sheet; null when it is lost: then users, cash, printers and keys are not restored. */
  recoveryCode: z
    .string('Digite o código de recuperação.')
    .trim()
    .min(1, 'Digite o código de recuperação.')
    .max(64)
    .nullable(),
  /** What the relay gives is taken although it does not prove that the store wrote it. */
  acceptUnproven: z.boolean().default(false),
  /** From the store's own sealed copy that the relay kept, and not from what the relay followed; needs the recovery code. */
  keptCopy: z.boolean().default(false),
});

/** The body of a restore from a copy on this machine or a stick. */
export const RestoreFromCopy = z.object({
  code: setupCode,
  place: Backup.shape.place,
  name: z.string().min(1).max(120),
  /** From the recovery sheet, for an encrypted copy. */
  recoveryCode: z.string().trim().max(64).nullable().default(null),
  /** The site is gone for good: the store goes on without it, and does not wait for its word. */
  withoutRelay: z.boolean().default(false),
});

/** `receiving`: the file is being sent. `replacing`: the restored database takes its place; requests may fail for a second. */
export const RESTORE_STEPS = [
  'receiving',
  'pairing',
  'rows',
  'menu',
  'images',
  'checking',
  'replacing',
] as const;

/** How the restore does; asked for again and again until it is over. */
export const RestoreState = z.object({
  state: z.enum(['none', 'running', 'failed', 'done']),
  from: z.enum(['relay', 'file']).nullable(),
  /** The present or the last step; null when there was none. */
  step: z.enum(RESTORE_STEPS).nullable(),
  /** Of the step: rows, pictures or bytes. `of` is 0 where nobody knows. */
  done: z.number().int().nonnegative(),
  of: z.number().int().nonnegative(),
  /** How many orders are here now; null before it is done. */
  orders: z.number().int().nonnegative().nullable(),
  /** Done, and nobody can sign in: restored without the recovery sheet. A new setup code was printed. */
  ownerNeeded: z.boolean(),
  /** Why it failed, and what to do; `fields` are those of the form that was sent. */
  failure: z
    .object({
      code: z.string(),
      title: z.string(),
      detail: z.string(),
      errors: z.array(z.object({ field: z.string(), message: z.string() })),
    })
    .nullable(),
});
export type RestoreState = z.infer<typeof RestoreState>;
