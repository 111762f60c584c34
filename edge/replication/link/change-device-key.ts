// Another key for this machine's place at the relay. The new one is kept before the relay hears of it, so that whatever is cut off
// is found and ended: by the command once more, or by the next start.
import { z } from 'zod';
import {
  deleteMeta,
  loadIdentity,
  newKeyPair,
  readMeta,
  writeMeta,
  type Identity,
} from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { createDeviceTokens } from './device-token.ts';

const NEXT = 'device_key_next';
const KeyPair = z
  .object({ privateJwk: z.record(z.string(), z.unknown()), publicJwk: z.record(z.string(), z.unknown()) })
  .transform((pair) => pair as Identity['deviceKey']);
const ANSWER_MS_MAX = 10_000;

export type KeyChange = 'changed' | 'refused' | 'unreachable';

/** Whether a change was begun and its end is not known. */
export const isKeyChanging = (db: Db): boolean => readMeta(db, NEXT) !== null;

/** Changes the key, or ends a change that was cut off. Nothing may have the link open. */
export async function changeDeviceKey(db: Db, relayUrl: string): Promise<KeyChange> {
  const { storeId, deviceKey } = loadIdentity(db);
  const storedPair = readMeta(db, NEXT) ?? JSON.stringify(newKeyPair());
  writeMeta(db, NEXT, storedPair);
  const newKey = KeyPair.parse(JSON.parse(storedPair));
  const proof = await createDeviceTokens({ storeId, deviceKey: newKey });
  // The relay may know the new one already, and the answer got lost.
  for (const key of [deviceKey, newKey]) {
    const token = await createDeviceTokens({ storeId, deviceKey: key });
    const answer = await fetch(`${relayUrl}/edge/device-key`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await token()}` },
      body: JSON.stringify({ publicKey: newKey.publicJwk, proof: await proof() }),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    }).catch(() => null);
    if (answer === null || answer.status >= 500) return 'unreachable';
    if (!answer.ok) continue;
    inTransaction(db, () => {
      writeMeta(db, 'device_key', storedPair);
      deleteMeta(db, NEXT);
    });
    return 'changed';
  }
  // It knows neither: then this machine is paired anew, with the key that it has.
  deleteMeta(db, NEXT);
  return 'refused';
}
