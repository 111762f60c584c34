// The keys that a store's notifications are signed with. Made once and kept, the private half sealed: with another pair
// every phone would have to subscribe anew.
import { eq } from 'drizzle-orm';
import type { Db } from '../storage/open.ts';
import { seal, unsealWithAny } from '../storage/sealing.ts';
import { pushKeys } from './schema.ts';

export type PushKeyPair = { publicKey: string; privateKey: string };
export type PushKeys = ReturnType<typeof createPushKeys>;

export const pushKeyPlace = (storeId: string): string => `${storeId}/push/private_key`;

export function createPushKeys({
  db,
  secretsKey,
  previousSecretsKey = null,
}: {
  db: Db;
  secretsKey: Uint8Array;
  previousSecretsKey?: Uint8Array | null | undefined;
}) {
  async function loadKeys(storeId: string): Promise<PushKeyPair | null> {
    const [row] = await db.select().from(pushKeys).where(eq(pushKeys.storeId, storeId));
    const privateKey =
      row && unsealWithAny([secretsKey, previousSecretsKey], pushKeyPlace(storeId), row.sealedPrivateKey);
    return row && privateKey ? { publicKey: row.publicKey, privateKey } : null;
  }

  return {
    async loadOrCreateKeys(storeId: string): Promise<PushKeyPair> {
      const known = await loadKeys(storeId);
      if (known !== null) return known;
      const { generateVAPIDKeys } = (await import('web-push')).default;
      const made = generateVAPIDKeys();
      const row = {
        publicKey: made.publicKey,
        sealedPrivateKey: seal(secretsKey, pushKeyPlace(storeId), made.privateKey),
      };
      await db
        .insert(pushKeys)
        .values({ storeId, ...row })
        .onConflictDoNothing();
      // Another process may have been quicker: what is kept counts.
      const now = await loadKeys(storeId);
      if (now !== null) return now;
      // Sealed with a SECRETS_KEY that is gone: nothing signed with it can be sent any more.
      await db.update(pushKeys).set(row).where(eq(pushKeys.storeId, storeId));
      return made;
    },
  };
}
