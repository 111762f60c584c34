// A restore that the running server makes of itself: one at a time, told to whoever asks how far it is. What is restored waits
// beside the store's database; `replace` closes the store, puts it in place and opens the store again.
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { RestoreState } from '@balcao/shared/http/restore.ts';
import { restoreFromKeptCopy } from './kept-copy.ts';
import { pairAsStore } from './restore-device.ts';
import { RestoreFailed } from './restore-failed.ts';
import {
  checkCopyCode,
  checkRecoveryCode,
  restoreFromFile,
  restoreFromRelay,
  type Restored,
} from './restore.ts';
import type { RestorePlace } from './restore-place.ts';

const NONE: RestoreState = {
  state: 'none',
  from: null,
  step: null,
  done: 0,
  of: 0,
  orders: null,
  ownerNeeded: false,
  failure: null,
};

/** `recoveryCode`: as a person typed it, for an encrypted copy. */
type FileOptions = { withoutRelay: boolean; recoveryCode: string | null };

export type Restoring = ReturnType<typeof createRestoring>;

export function createRestoring(deps: {
  place: Omit<RestorePlace, 'onProgress'>;
  /** Resolves when the restored store is open; until then everybody is told why it is not. */
  replace: () => Promise<void>;
  log: { info(details: object, message: string): void; error(details: object, message: string): void };
}) {
  const { log } = deps;
  let state = NONE;
  const place: RestorePlace = {
    ...deps.place,
    onProgress: (progress) => {
      state = { ...state, ...progress };
    },
  };
  const begin = (from: 'relay' | 'file', step: RestoreState['step']): void => {
    state = { ...NONE, state: 'running', from, step };
  };

  function fail(error: unknown): RestoreFailed {
    const failed = RestoreFailed.of(error);
    log.error({ err: failed, cause: failed.cause }, 'a restore failed');
    state = { ...state, state: 'failed', failure: failed.failure };
    return failed;
  }

  /** Goes on by itself; how it ends stands in the state. */
  async function finish(building: Promise<Restored>): Promise<void> {
    try {
      const restored = await building;
      state = { ...state, step: 'replacing', done: 0, of: 0 };
      await deps.replace();
      state = { ...state, state: 'done', ...restored };
      log.info(restored, 'the store was restored');
    } catch (error) {
      fail(error);
    }
  }

  return {
    state: (): RestoreState => state,
    running: (): boolean => state.state === 'running',

    /** Resolves when this machine is paired; the rest follows. Rejects with RestoreFailed. */
    async fromRelay(asked: {
      relayUrl: string;
      pairingCode: string;
      recoveryCode: string | null;
      acceptUnproven: boolean;
      keptCopy: boolean;
    }): Promise<void> {
      begin('relay', 'pairing');
      try {
        const recoveryCode = checkRecoveryCode(asked.recoveryCode);
        const device = await pairAsStore({ ...asked, recoveryCode }, place.file);
        const sheet = { recoveryCode, acceptUnproven: asked.acceptUnproven };
        void finish(
          asked.keptCopy
            ? restoreFromKeptCopy(device, recoveryCode, place)
            : restoreFromRelay(device, sheet, place),
        );
      } catch (error) {
        throw fail(error);
      }
    },

    /** Resolves when the code is known to open the copy; the rest follows. Rejects with RestoreFailed. */
    async fromCopy(path: string, options: FileOptions): Promise<void> {
      begin('file', 'receiving');
      try {
        const recoveryCode = checkRecoveryCode(options.recoveryCode || null);
        await checkCopyCode(path, recoveryCode);
        void finish(restoreFromFile(path, { ...options, recoveryCode }, place));
      } catch (error) {
        throw fail(error);
      }
    },

    /** Resolves when the file has arrived; the rest follows. Rejects with RestoreFailed. */
    async fromUpload(file: { stream: Readable; bytes: number }, options: FileOptions): Promise<void> {
      begin('file', 'receiving');
      let recoveryCode: string | null;
      try {
        recoveryCode = checkRecoveryCode(options.recoveryCode || null);
      } catch (error) {
        throw fail(error);
      }
      const building = restoreFromFile(file, { ...options, recoveryCode }, place);
      void finish(building);
      await Promise.race([once(file.stream, 'end'), building]);
    },
  };
}
