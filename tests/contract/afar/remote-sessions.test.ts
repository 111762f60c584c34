// By which word of the store somebody is known at the relay while it is away, and what ends that.
import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRemoteSessions, sessionHashOf } from '../../../cloud/shop/staff/remote-sessions.ts';
import { remoteSessions } from '../../../cloud/shop/staff/schema.ts';
import { aggregates } from '../../../cloud/storage/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 15);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SESSION = 'a'.repeat(64);
const OTHER_SESSION = 'b'.repeat(64);

let database: TestDatabase;
let key: { privateKey: CryptoKey; public: object };
let otherKey: CryptoKey;
let nowMs: number;
let storeId: string;
let sessions: ReturnType<typeof createRemoteSessions>;

async function newKey() {
  const pair = await generateKeyPair('EdDSA', { extractable: true });
  const { kty, crv, x } = await exportJWK(pair.publicKey);
  return { privateKey: pair.privateKey, public: { kty, crv, x } };
}
beforeAll(async () => {
  [database, key, { privateKey: otherKey }] = [await openDatabase('pglite'), await newKey(), await newKey()];
});
afterAll(() => database.close());
beforeEach(async () => {
  [nowMs, storeId] = [NOW_MS, randomUUID()];
  sessions = createRemoteSessions({ db: database.relaysDb, clock: () => nowMs });
  await sessions.learnKey(storeId, key.public);
});

type Told = {
  role?: string;
  seq?: number;
  issuer?: string;
  audience?: string;
  by?: CryptoKey;
  signedAtMs?: number;
  holdsForMinutes?: number;
};
function sign({
  role = 'ADMIN',
  seq = 5,
  issuer = storeId,
  audience = 'balcao-relay/staff',
  by = key.privateKey,
  signedAtMs = NOW_MS,
  holdsForMinutes = 15,
}: Told = {}) {
  return new SignJWT({ name: 'Ana', email: 'ana@loja.example', role, seq })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setSubject('u1')
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(signedAtMs / 1000)
    .setExpirationTime(signedAtMs / 1000 + holdsForMinutes * 60)
    .sign(by);
}
const say = async (told: Told = {}, session = SESSION): Promise<void> =>
  sessions.saveAssertion(storeId, session, await sign(told));
const roleOf = async (session = SESSION): Promise<string | null> =>
  (await sessions.find(storeId, session))?.role ?? null;
const rowOf = (kind: string, aggregateId: string, seq: number) =>
  database.db.insert(aggregates).values({ storeId, kind, aggregateId, seq, sealed: true, body: 'x' });

describe('whoever holds a session', () => {
  it('is who the store says', async () => {
    await say();
    expect(await sessions.find(storeId, SESSION)).toMatchObject({
      ...{ userId: 'u1', name: 'Ana', email: 'ana@loja.example', role: 'ADMIN', seq: 5 },
    });
    expect(await roleOf(OTHER_SESSION)).toBeNull();
    expect(await sessions.find(randomUUID(), SESSION)).toBeNull();
  });

  it('is who the store says last', async () => {
    await say();
    await say({ role: 'WHOLESALE', seq: 6 });
    expect(await roleOf()).toBe('WHOLESALE');
  });

  it.each<[string, Told]>([
    ['of another store', { issuer: randomUUID() }],
    ['for something else', { audience: 'balcao-relay' }],
    ['of a role that has no business from afar', { role: 'KITCHEN' }],
    ['of half an hour ago', { signedAtMs: NOW_MS - 30 * MINUTE_MS }],
    ['of more than a minute from now', { signedAtMs: NOW_MS + 61_000 }],
    [
      'whose fifteen minutes were over more than a minute ago',
      { signedAtMs: NOW_MS - 15 * MINUTE_MS - 61_000 },
    ],
    [
      'of more than sixteen minutes ago that says to hold for a day',
      { signedAtMs: NOW_MS - 15 * MINUTE_MS - 61_000, holdsForMinutes: 1440 },
    ],
    [
      'of half an hour ago that says to hold for a day',
      { signedAtMs: NOW_MS - 30 * MINUTE_MS, holdsForMinutes: 1440 },
    ],
  ])('is nobody by a word %s', async (_what, told) => {
    await say(told);
    expect(await roleOf()).toBeNull();
  });

  it('is nobody by a word that another key has signed', async () => {
    await say({ by: otherKey });
    expect(await roleOf()).toBeNull();
  });

  it('is nobody by the word of a store whose key is not known', async () => {
    storeId = randomUUID();
    await say();
    expect(await roleOf()).toBeNull();
  });

  it('is known by a word whose clock is a minute off, either way', async () => {
    for (const signedAtMs of [NOW_MS + 59_000, NOW_MS - 15 * MINUTE_MS - 59_000]) {
      await sessions.deleteSession(storeId, SESSION);
      await say({ signedAtMs });
      expect(await roleOf()).toBe('ADMIN');
    }
  });

  it('is known by the store’s newest key alone', async () => {
    const next = await newKey();
    await sessions.learnKey(storeId, next.public);
    await say();
    expect(await roleOf()).toBeNull();
    await say({ by: next.privateKey });
    expect(await roleOf()).toBe('ADMIN');
  });
});

describe('who somebody is', () => {
  it('holds for twelve hours after the store’s last word, and is dropped then', async () => {
    await say();
    nowMs = NOW_MS + 12 * HOUR_MS - 1;
    await sessions.purgeExpired();
    expect(await roleOf()).toBe('ADMIN');
    nowMs += 2;
    expect(await roleOf()).toBeNull();
    await sessions.purgeExpired();
    nowMs = NOW_MS;
    expect(await roleOf()).toBeNull();
  });

  it('ends with what the log says later of them: the store has to be asked again', async () => {
    await say({ seq: 5 });
    await rowOf('user', 'u1', 5);
    expect(await roleOf()).toBe('ADMIN');
    await database.db.delete(aggregates);
    await rowOf('user', 'u1', 6);
    expect(await roleOf()).toBeNull();
    await say({ seq: 6 });
    expect(await roleOf()).toBe('ADMIN');
  });

  it('does not end with what the log says of others, or of something else', async () => {
    await say({ seq: 5 });
    await rowOf('user', 'u2', 9);
    await rowOf('order', 'u1', 9);
    expect(await roleOf()).toBe('ADMIN');
  });

  it('ends when they sign out, until the store says it again, be it by the same word', async () => {
    await say();
    await say({}, OTHER_SESSION);
    await sessions.deleteSession(storeId, SESSION);
    expect([await roleOf(), await roleOf(OTHER_SESSION)]).toEqual([null, 'ADMIN']);
    await say();
    expect(await roleOf()).toBe('ADMIN');
  });

  it('is written down once, however many answers carry the same word', async () => {
    const word = await sign();
    await sessions.saveAssertion(storeId, SESSION, word);
    nowMs += MINUTE_MS;
    await sessions.saveAssertion(storeId, SESSION, word);
    const rows = await database.db.select().from(remoteSessions);
    expect(rows.filter((row) => row.storeId === storeId)).toMatchObject([{ confirmedAtMs: NOW_MS }]);
  });
});

describe('the session of a request', () => {
  const hash = sessionHashOf('balcao.session_token=abc');

  it.each([
    ['alone', 'balcao.session_token=abc'],
    ['among others', 'a=b; balcao.session_token=abc; c=d'],
    ['without a space', 'a=b;balcao.session_token=abc'],
  ])('is found %s', (_where, cookies) => {
    expect(sessionHashOf(cookies)).toBe(hash);
  });

  it.each([
    ['', null],
    ['a=b', null],
    ['x-balcao.session_token=abc', null],
    ['balcao.session_token=', null],
  ])('is none in %j', (cookies, none) => {
    expect(sessionHashOf(cookies)).toBe(none);
  });

  it('is kept as a hash, never as it is', () => {
    // SHA-256 of "abc", as FIPS 180 has it.
    expect(hash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sessionHashOf(null)).toBeNull();
  });
});
