// From an old SECRETS_KEY to the present one: what was sealed under SECRETS_KEY_PREVIOUS is sealed again, a piece per call. Every value is
// changed only if it still is what was read, and one that opens with the present key already is left: begun again at any time, by any
// process, it does what is left to do.
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from './storage/open.ts';
import { commands } from './storage/schema.ts';
import { tokenPlace } from './shop/orders/command-sealing.ts';
import { credentialPlace } from './payments/provider/credentials.ts';
import type { Resealed } from '@balcao/shared/http/operator.ts';
import { providerCredentials } from './payments/schema.ts';
import { PERSON_KEY, personKeyPlace } from './storage/persons/person-key.ts';
import { relayFacts } from './storage/persons/schema.ts';
import { pushKeyPlace } from './notifications/keys.ts';
import { pushKeys } from './notifications/schema.ts';
import { seal, unseal } from './storage/sealing.ts';

const PIECE = 200;

export type Reseal = ReturnType<typeof createReseal>;

export function createReseal(deps: {
  db: Db;
  secretsKey: Uint8Array;
  previousSecretsKey: Uint8Array | null;
}) {
  const { db, secretsKey, previousSecretsKey } = deps;

  return {
    /** Begins with 0. */
    async piece(after: number): Promise<Resealed> {
      const done: Resealed = { resealed: 0, lost: 0, next: null };
      const anew: Anew = (place, sealed) => {
        if (unseal(secretsKey, place, sealed) !== null) return null;
        const plain = previousSecretsKey === null ? null : unseal(previousSecretsKey, place, sealed);
        if (plain === null) {
          done.lost += 1;
          return null;
        }
        done.resealed += 1;
        return seal(secretsKey, place, plain);
      };
      if (after === 0) {
        await resealCredentials(db, anew);
        await resealPersonKey(db, anew);
        await resealPushKeys(db, anew);
      }
      // Before it is read: the tokens are counted too.
      const next = await resealTokens(db, anew, after);
      return { ...done, next };
    },
  };
}

/** The value under the present key; null when there is nothing to write. */
type Anew = (place: string, sealed: string) => string | null;

async function resealCredentials(db: Db, anew: Anew): Promise<void> {
  for (const row of await db.select().from(providerCredentials)) {
    const place = (column: string): string => credentialPlace(row.storeId, row.provider, column);
    const accessToken = anew(place('access_token'), row.sealedAccessToken);
    const webhookSecret =
      row.sealedWebhookSecret === null ? null : anew(place('webhook_secret'), row.sealedWebhookSecret);
    if (accessToken === null && webhookSecret === null) continue;
    await db
      .update(providerCredentials)
      .set({
        ...(accessToken === null ? {} : { sealedAccessToken: accessToken }),
        ...(webhookSecret === null ? {} : { sealedWebhookSecret: webhookSecret }),
      })
      .where(
        and(
          eq(providerCredentials.storeId, row.storeId),
          eq(providerCredentials.provider, row.provider),
          eq(providerCredentials.sealedAccessToken, row.sealedAccessToken),
        ),
      );
  }
}

/** One value for every person's data. */
async function resealPersonKey(db: Db, anew: Anew): Promise<void> {
  for (const row of await db.select().from(relayFacts).where(eq(relayFacts.name, PERSON_KEY))) {
    const value = anew(personKeyPlace, row.value);
    if (value === null) continue;
    await db
      .update(relayFacts)
      .set({ value })
      .where(and(eq(relayFacts.name, PERSON_KEY), eq(relayFacts.value, row.value)));
  }
}

async function resealPushKeys(db: Db, anew: Anew): Promise<void> {
  for (const row of await db.select().from(pushKeys)) {
    const sealedPrivateKey = anew(pushKeyPlace(row.storeId), row.sealedPrivateKey);
    if (sealedPrivateKey === null) continue;
    await db
      .update(pushKeys)
      .set({ sealedPrivateKey })
      .where(and(eq(pushKeys.storeId, row.storeId), eq(pushKeys.sealedPrivateKey, row.sealedPrivateKey)));
  }
}

/** A piece of the answers that carry a token, after that position; where the next one begins, or null. */
async function resealTokens(db: Db, anew: Anew, after: number): Promise<number | null> {
  const token = sql<string>`${commands.outcome}->>'trackingToken'`;
  const rows = await db
    .select({
      storeId: commands.storeId,
      id: commands.id,
      orderId: commands.orderId,
      position: commands.position,
      token,
    })
    .from(commands)
    .where(and(gt(commands.position, after), sql`coalesce(${token}, '') <> ''`))
    .orderBy(asc(commands.position))
    .limit(PIECE);
  for (const row of rows) {
    const again = anew(tokenPlace(row), row.token);
    if (again === null) continue;
    await db
      .update(commands)
      .set({
        outcome: sql`jsonb_set(${commands.outcome}, '{trackingToken}', to_jsonb(${again}::text))`,
      })
      .where(and(eq(commands.storeId, row.storeId), eq(commands.id, row.id), sql`${token} = ${row.token}`));
  }
  return rows.length < PIECE ? null : (rows.at(-1)?.position ?? null);
}
