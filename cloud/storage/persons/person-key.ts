// The key that persons are sealed with at rest: made once, kept sealed by SECRETS_KEY, the same for all processes of a relay. A new
// SECRETS_KEY seals this one value anew and not every order.
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../open.ts';
import { seal, unsealWithAny } from '../sealing.ts';
import { relayFacts } from './schema.ts';

export const PERSON_KEY = 'person_key';
/** Stands while the key was given by another relay and no process has started with it yet. */
export const PERSON_KEY_ADOPTED = 'person_key_adopted';
/** What the key is bound to in its sealing. */
export const personKeyPlace = `relay_facts ${PERSON_KEY}`;

/**
 * Reads the key, or makes it. One that SECRETS_KEY no longer opens is replaced: what it sealed is shown as nothing from then on, and
 * the store still has it.
 */
export async function loadPersonKey(
  db: Db,
  secretsKey: Uint8Array,
  log: { error(details: object, message: string): void },
  previousSecretsKey: Uint8Array | null = null,
): Promise<Uint8Array> {
  const kept = async (): Promise<string | null> => {
    const [row] = await db.select().from(relayFacts).where(eq(relayFacts.name, PERSON_KEY));
    return row?.value ?? null;
  };
  const opened = (sealed: string | null): Uint8Array | null => {
    const text =
      sealed === null ? null : unsealWithAny([secretsKey, previousSecretsKey], personKeyPlace, sealed);
    return text === null ? null : Buffer.from(text, 'base64url');
  };
  const known = opened(await kept());
  if (known !== null) {
    await db.delete(relayFacts).where(eq(relayFacts.name, PERSON_KEY_ADOPTED));
    return known;
  }
  const sealed = seal(secretsKey, personKeyPlace, randomBytes(32).toString('base64url'));
  await db.insert(relayFacts).values({ name: PERSON_KEY, value: sealed }).onConflictDoNothing();
  // Another process may have been quicker: what is kept counts.
  const now = opened(await kept());
  if (now !== null) return now;
  log.error(
    {},
    'SECRETS_KEY is another one than before: phones and observations that were kept cannot be read',
  );
  await db.update(relayFacts).set({ value: sealed }).where(eq(relayFacts.name, PERSON_KEY));
  return opened(sealed) ?? Buffer.alloc(0);
}
