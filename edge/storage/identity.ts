// Who this database is: store, lineage, epoch, and the secrets that never leave it. Made once, on first opening.
import { generateKeyPairSync, randomBytes, randomUUID, type JsonWebKey } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from './open.ts';
import { meta } from './schema/identity.ts';
import { inTransaction } from './transaction.ts';

export type Identity = {
  storeId: string;
  lineage: string;
  /** Raised at each restore; `raiseEpoch` writes it. */
  epoch: number;
  /** This run of this machine. */
  instance: string;
  /** Signs tracking tokens and stream tokens. */
  tokenSecret: Buffer;
  authSecret: string;
  /** The device key, Ed25519 as JWKs: the relay knows the store by it. */
  deviceKey: KeyPair;
  /** An Ed25519 key pair too: signs the assertions for administrators. */
  assertionKey: KeyPair;
};
type KeyPair = { privateJwk: JsonWebKey; publicJwk: JsonWebKey };

export function loadIdentity(db: Db): Identity {
  return inTransaction(db, () => {
    return {
      storeId: once(db, 'store_id', randomUUID),
      lineage: once(db, 'lineage', randomUUID),
      epoch: Number(once(db, 'epoch', () => '1')),
      instance: randomUUID(),
      tokenSecret: Buffer.from(
        once(db, 'token_secret', () => randomBytes(32).toString('hex')),
        'hex',
      ),
      authSecret: once(db, 'auth_secret', () => randomBytes(32).toString('hex')),
      deviceKey: keyPair(db, 'device_key'),
      assertionKey: keyPair(db, 'assertion_key'),
    };
  });
}

// Plain SQL, prepared once for each database: a row of the log reads the recovery code, and building the statement took longer than
// running it.
const prepared = new WeakMap<Db, ReturnType<typeof prepareMeta>>();
const prepareMeta = (db: Db) => ({
  read: db.$client.prepare<[string], string>('select value from meta where key = ?').pluck(),
  write: db.$client.prepare<[string, string]>(
    'insert into meta (key, value) values (?, ?) on conflict do update set value = excluded.value',
  ),
});
function metaOf(db: Db): ReturnType<typeof prepareMeta> {
  let made = prepared.get(db);
  if (!made) prepared.set(db, (made = prepareMeta(db)));
  return made;
}

/** Reads a fact of this database, or null. */
export const readMeta = (db: Db, key: string): string | null => metaOf(db).read.get(key) ?? null;

export const writeMeta = (db: Db, key: string, value: string): void => void metaOf(db).write.run(key, value);

function keyPair(db: Db, key: string): KeyPair {
  return JSON.parse(once(db, key, () => JSON.stringify(newKeyPair()))) as KeyPair;
}

export function newKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateJwk: privateKey.export({ format: 'jwk' }),
    publicJwk: publicKey.export({ format: 'jwk' }),
  };
}

export function deleteMeta(db: Db, key: string): void {
  db.delete(meta).where(eq(meta.key, key)).run();
}

/** Raises the epoch: rows that are written from now on cannot be taken for rows that were lost. */
export function raiseEpoch(db: Db, identity: Identity, above: number): void {
  const epoch = Math.max(identity.epoch, above) + 1;
  writeMeta(db, 'epoch', String(epoch));
  identity.epoch = epoch;
}

function once(db: Db, key: string, make: () => string): string {
  const known = readMeta(db, key);
  if (known !== null) return known;
  const made = make();
  writeMeta(db, key, made);
  return made;
}
