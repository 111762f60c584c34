// Under which name a store is reached once it takes the place of another one, and whose name is free: the use cases alone, on a database of
// their own. Over HTTP: pairing.test.ts and operator.test.ts.
import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createPairing } from '../../../cloud/shop/stores/pairing.ts';
import { createStores } from '../../../cloud/shop/stores/stores.ts';
import { pairingCodes } from '../../../cloud/storage/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(() => database.clear());

const places = (pairingCode: string | null = null) =>
  createPairing({
    ...{ db: database.db, stores: { invalidate: () => undefined }, pairingCode, clock: () => 1_000_000 },
  });
/** A machine of its own, with a key of its own. */
function machine() {
  const [storeId, x] = [randomUUID(), randomUUID()];
  return { storeId, publicKey: { kty: 'OKP', crv: 'Ed25519', x }, name: 'Loja' };
}
const pairAs = async (request: ReturnType<typeof machine>, purpose: { host?: string; replaces?: string }) => {
  const { code } = await places().makeCode(purpose);
  return places().pair({ ...request, code });
};

it('who takes the place of another store is reached by that one’s name, also with one of its own', async () => {
  const [old, known] = [machine(), machine()];
  await pairAs(old, { host: 'um.example' });
  await pairAs(known, { host: 'dois.example' });
  expect(await pairAs(known, { replaces: old.storeId })).toEqual({
    ...{ paired: true, storeId: known.storeId, host: 'um.example' },
  });
  expect(await pairAs(machine(), { host: 'dois.example' })).toMatchObject({ paired: true });
});

it('a machine that knows no store takes the place that its code names; a code for a new store is nothing to it, and stays good', async () => {
  const [store, other] = [machine(), machine()];
  await pairAs(store, { host: 'um.example' });
  const codeFor = async (purpose: { host?: string; replaces?: string }) =>
    (await places().makeCode(purpose)).code;
  const unknown = (code: string, { publicKey } = other) => places().pair({ publicKey, code });
  expect(await unknown('AAAA-BBBB-CCCC')).toEqual({ paired: false, reason: 'wrong-code' });
  const ofNew = await codeFor({ host: 'dois.example' });
  expect(await unknown(ofNew)).toEqual({ paired: false, reason: 'new-store' });
  expect(await places().pair({ ...machine(), code: ofNew })).toMatchObject({ host: 'dois.example' });
  const code = await codeFor({ replaces: store.storeId });
  const taken = { paired: true, storeId: store.storeId, host: 'um.example' };
  expect(await unknown(code)).toEqual(taken);
  // An answer that got lost is asked for again, by that machine and by no other.
  expect(await unknown(code)).toEqual(taken);
  expect(await unknown(code, machine())).toEqual({ paired: false, reason: 'wrong-code' });
  const { byId } = createStores({ db: database.db, clock: () => 1_000_000 });
  expect(await byId(store.storeId)).toMatchObject({ name: 'Loja', publicKey: other.publicKey });
});

it('a name is taken as long as its store is not shut out, and a code is not used up by that', async () => {
  const [first, second] = [machine(), machine()];
  await pairAs(first, { host: 'um.example' });
  const { code } = await places().makeCode({ host: 'um.example' });
  const again = () => places().pair({ ...second, code });
  expect(await again()).toEqual({ paired: false, reason: 'host-taken' });
  expect(await places().revoke(first.storeId)).toBe(true);
  expect(await again()).toMatchObject({ paired: true, host: 'um.example' });
});

it('a store that was shut out and is let in again comes without the name that it had, which is free', async () => {
  const [store, other] = [machine(), machine()];
  await pairAs(store, { host: 'um.example' });
  await places().revoke(store.storeId);
  expect(await pairAs(store, {})).toMatchObject({ paired: true, host: null });
  expect(await pairAs(other, { host: 'um.example' })).toMatchObject({ paired: true, host: 'um.example' });
});

it('a relay of one store without a name takes another one once that is shut out', async () => {
  const [first, second] = [machine(), machine()];
  expect(await pairAs(first, {})).toMatchObject({ paired: true, host: null });
  expect(await pairAs(second, {})).toEqual({ paired: false, reason: 'host-taken' });
  await places().revoke(first.storeId);
  expect(await pairAs(second, {})).toMatchObject({ paired: true, host: null });
});

it('the code of the settings makes one store known, and never a second one', async () => {
  const [first, second] = [machine(), machine()];
  const pair = (request: ReturnType<typeof machine>) => places('ABCDE').pair({ ...request, code: 'ABCDE' });
  expect(await pair(first)).toMatchObject({ paired: true });
  expect(await pair(second)).toEqual({ paired: false, reason: 'second-store' });
  await places().revoke(first.storeId);
  expect(await pair(second)).toEqual({ paired: false, reason: 'second-store' });
});

it('a machine in the place of the one before it begins a past of its own, and one that is only paired again goes on with its', async () => {
  const store = machine();
  await pairAs(store, { host: 'um.example' });
  const stores = () => createStores({ db: database.db, clock: () => 1_000_000 });
  const past = { lineage: randomUUID(), condition: 'quarantined' } as const;
  await stores().update(store.storeId, past);
  await pairAs(store, {});
  expect(await stores().byId(store.storeId)).toMatchObject(past);
  await pairAs({ ...machine(), storeId: store.storeId }, { replaces: store.storeId });
  expect(await stores().byId(store.storeId)).toMatchObject({ lineage: null, condition: 'following' });
});

it('a store that another process shut out is known no more as soon as its row is read again', async () => {
  const [store, other] = [machine(), machine()];
  await pairAs(store, { host: 'um.example' });
  await pairAs(other, { host: 'dois.example' });
  const stores = createStores({ db: database.db, clock: () => 1_000_000 });
  expect(await stores.byId(store.storeId)).toMatchObject({ host: 'um.example' });
  await places().revoke(store.storeId);
  stores.invalidateOne(store.storeId);
  expect(await stores.byId(store.storeId)).toBeNull();
  expect(await stores.byId(other.storeId)).toMatchObject({ host: 'dois.example' });
});

it('who is let in, has another key or is shut out is so for the process that did it from its next question on', async () => {
  const clock = () => 1_000_000;
  const stores = createStores({ db: database.db, clock });
  const { makeCode, pair, changeKey, revoke } = createPairing({
    ...{ db: database.db, stores, pairingCode: null, clock },
  });
  const [store, other] = [machine(), machine()];
  const keysKnown = async () => (await stores.all()).map(({ storeId, publicKey }) => [storeId, publicKey.x]);
  expect(await keysKnown()).toEqual([]);
  await pair({ ...store, code: (await makeCode({ host: 'um.example' })).code });
  expect(await keysKnown()).toEqual([[store.storeId, store.publicKey.x]]);
  expect(await changeKey(store.storeId, other.publicKey)).toBe(true);
  expect(await keysKnown()).toEqual([[store.storeId, other.publicKey.x]]);
  expect(await revoke(store.storeId)).toBe(true);
  expect(await keysKnown()).toEqual([]);
  expect([await stores.byId(store.storeId), await stores.byHost('um.example')]).toEqual([null, null]);
});

it('a store is meant by its name however a browser writes it, with a port or without', async () => {
  const [store, other] = [machine(), machine()];
  await pairAs(store, { host: 'um.example' });
  await pairAs(other, { host: 'dois.example' });
  const { byHost } = createStores({ db: database.db, clock: () => 1_000_000 });
  const meant = async (host: string) => (await byHost(host))?.storeId ?? null;
  expect(
    await Promise.all(['um.example', 'UM.Example', 'um.example:8443', 'Dois.example:80'].map(meant)),
  ).toEqual([...[store.storeId, store.storeId, store.storeId, other.storeId]]);
  expect(await meant('tres.example')).toBeNull();
});

it('when each store was heard of is written of each by itself, and known here without a look', async () => {
  const [store, other, silent] = [machine(), machine(), machine()];
  for (const [at, one] of [store, other, silent].entries()) await pairAs(one, { host: `${at}.example` });
  const open = () => createStores({ db: database.db, clock: () => 1_000_000 });
  const seenBy = async ({ byId }: ReturnType<typeof open>) =>
    Promise.all([store, other, silent].map(async ({ storeId }) => (await byId(storeId))?.lastSeenMs));
  const here = open();
  expect(await seenBy(here)).toEqual([0, 0, 0]);
  await here.saveSeen(
    new Map([
      [store.storeId, 500],
      [other.storeId, 700],
    ]),
  );
  expect([await seenBy(here), await seenBy(open())]).toEqual([
    [500, 700, 0],
    [500, 700, 0],
  ]);
});

it('a code stays good while others are made, and is forgotten ten minutes after it was good for the last time', async () => {
  let nowMs = 1_000_000;
  const codes = createPairing({
    ...{ db: database.db, stores: { invalidate: () => undefined }, pairingCode: null, clock: () => nowMs },
  });
  const hostsOfCodes = async () => {
    const { host } = pairingCodes;
    return (await database.db.select({ host }).from(pairingCodes).orderBy(host)).map((one) => one.host);
  };
  const { code } = await codes.makeCode({ host: 'a.example' });
  await codes.makeCode({ host: 'b.example' });
  expect(await codes.pair({ ...machine(), code })).toMatchObject({ paired: true, host: 'a.example' });
  // Who used it may still ask once more, for an answer that got lost.
  nowMs += 20 * 60_000;
  await codes.makeCode({ host: 'c.example' });
  expect(await hostsOfCodes()).toEqual(['a.example', 'b.example', 'c.example']);
  nowMs += 1;
  await codes.makeCode({ host: 'd.example' });
  expect(await hostsOfCodes()).toEqual(['c.example', 'd.example']);
});

it('a store whose token another key has signed has its place taken by another machine; one whose clock is wrong has not', async () => {
  const [own, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
  const { x = '' } = own.publicKey.export({ format: 'jwk' });
  const store = { ...machine(), publicKey: { kty: 'OKP', crv: 'Ed25519', x } };
  const { code } = await places().makeCode({});
  await places().pair({ ...store, code, succession: 'the word of the present machine' });
  const stores = createStores({ db: database.db, clock: () => 1_000_000 });
  const nowSeconds = Math.floor(Date.now() / 1000);
  const by = async (key: KeyObject, madeAt = nowSeconds, storeId = store.storeId): Promise<string> => {
    const token = new SignJWT({ jti: 'once' }).setProtectedHeader({ alg: 'EdDSA' }).setIssuer(storeId);
    token
      .setAudience('balcao-relay')
      .setIssuedAt(madeAt)
      .setExpirationTime(madeAt + 60);
    return `Bearer ${await token.sign(key)}`;
  };
  expect(await stores.replacing(await by(other.privateKey))).toMatchObject({
    ...{ storeId: store.storeId, succession: 'the word of the present machine' },
  });
  const rightly = await by(own.privateKey);
  expect([await stores.authenticate(rightly), await stores.replacing(rightly)]).toEqual([
    store.storeId,
    null,
  ]);
  for (const none of [
    await by(own.privateKey, nowSeconds - 86_400),
    await by(other.privateKey, nowSeconds, randomUUID()),
    'Bearer none',
    undefined,
  ])
    expect([await stores.authenticate(none), await stores.replacing(none)]).toEqual([null, null]);
});
