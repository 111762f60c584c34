// What every way to make a store anew is told.
import type { RestoreState } from '@balcao/shared/http/restore.ts';

export type RestorePlace = {
  /** Where the store's database is, or will be. */
  file: string;
  migrationsFolder: string;
  timeZone: string;
  clock: () => number;
  onProgress: (progress: Pick<RestoreState, 'step' | 'done' | 'of'>) => void;
};

/**
 * `recoveryCode` is null when the sheet is lost: then nothing can be proven. `acceptUnproven`: a person takes what the relay gives
 * although it does not prove that this store wrote it, as of a store that never ran a version with proofs.
 */
export type Sheet = { recoveryCode: string | null; acceptUnproven: boolean };
