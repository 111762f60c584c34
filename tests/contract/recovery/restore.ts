// A restore from the relay as the command line makes it, in a folder of its own.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pairAsStore } from '../../../edge/replication/recovery/restore-device.ts';
import {
  checkRecoveryCode,
  restoreFromRelay,
  type Restored,
} from '../../../edge/replication/recovery/restore.ts';
import { takeRestored } from '../../../edge/replication/recovery/restored-file.ts';
import { START_MS } from '../../../edge/testing/open-test-store.ts';
import type { TestRelay } from '../../harness/relay.ts';

export const emptyCard = (): string => mkdtempSync(join(tmpdir(), 'balcao-new-card-'));
/** A code for the machine that takes the store's place. */
export const replacing = async (relay: TestRelay, storeId: string): Promise<string> =>
  (await relay.relay.pairing.makeCode({ replaces: storeId })).code;

/** `sheet` is what was typed from it; null when it is lost. */
export async function restore(options: {
  relayUrl: string;
  folder: string;
  pairingCode: string;
  sheet: string | null;
  acceptUnproven?: boolean;
}): Promise<Restored> {
  const file = join(options.folder, 'store.db');
  const code = checkRecoveryCode(options.sheet);
  const device = await pairAsStore({ ...options, recoveryCode: code }, file);
  const restored = await restoreFromRelay(
    device,
    { recoveryCode: code, acceptUnproven: options.acceptUnproven === true },
    {
      file,
      migrationsFolder: 'edge/storage/migrations',
      timeZone: 'America/Sao_Paulo',
      clock: () => START_MS,
      onProgress: () => undefined,
    },
  );
  takeRestored(file);
  return restored;
}
