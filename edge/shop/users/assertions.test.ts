// What the relay is told of who is signed in: said anew when it is old, and believed of deeds of its time.
import { decodeJwt, importJWK, SignJWT, type JWK, type JWTPayload } from 'jose';
import { beforeEach, expect, it } from 'vitest';
import type { Me } from '@balcao/shared/http/staff.ts';
import { newKeyPair } from '../../storage/identity.ts';
import { createAssertions } from './assertions.ts';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
const SIGNED_AT_MS = 1_800_000_000_000;
const LUCIA = { id: 'u1', name: 'Lúcia', email: 'lucia@loja.com', role: 'ADMIN' } as const satisfies Me;

const identity = { storeId: 'store', assertionKey: newKeyPair() };

let nowMs: number;
let seq: number;
let assertions: ReturnType<typeof createAssertions>;
beforeEach(() => {
  nowMs = SIGNED_AT_MS;
  seq = 7;
  assertions = createAssertions({ identity, seq: () => seq, clock: () => nowMs });
});

it.each([
  ['again while it is not a minute old', MINUTE - 1, true],
  ['anew once it is', MINUTE, false],
  ['anew after the clock was set back, for it is of a time that has not come', -SECOND, false],
])('is said %s', async (_when, laterMs, isSame) => {
  const token = await assertions.issueAssertion(LUCIA);
  nowMs += laterMs;
  expect((await assertions.issueAssertion(LUCIA)) === token).toBe(isSame);
});

it.each([{ name: 'Lúcia M' }, { email: 'lucia@casa.com' }, { role: 'WHOLESALE' as const }])(
  'is said anew at once of somebody with another %o',
  async (change) => {
    await assertions.issueAssertion(LUCIA);
    const token = await assertions.issueAssertion({ ...LUCIA, ...change });
    expect(await assertions.verify(token ?? '', SIGNED_AT_MS)).toMatchObject(change);
  },
);

it('is said anew once the log says something newer of them: the relay believes nothing before that', async () => {
  await assertions.issueAssertion(LUCIA);
  seq = 8;
  assertions.remove('another');
  expect(await assertions.verify((await assertions.issueAssertion(LUCIA)) ?? '', nowMs)).toMatchObject({
    seq: 7,
  });
  assertions.remove(LUCIA.id);
  expect(await assertions.verify((await assertions.issueAssertion(LUCIA)) ?? '', nowMs)).toMatchObject({
    seq: 8,
  });
});

it.each(['KITCHEN', 'ATTENDANT', null] as const)('is said of nobody whose role is %s', async (role) => {
  expect(await assertions.issueAssertion({ ...LUCIA, role })).toBeNull();
});

it.each([{ aud: 'another' }, { iss: 'another store' }])(
  'is not believed, though the key is ours, with %o in it',
  async (other) => {
    const said = decodeJwt((await assertions.issueAssertion(LUCIA)) ?? '');
    const key = await importJWK(identity.assertionKey.privateJwk as JWK, 'EdDSA');
    const sign = (claims: JWTPayload) => new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA' }).sign(key);
    expect(await assertions.verify(await sign(said), SIGNED_AT_MS)).toMatchObject({ name: 'Lúcia' });
    expect(await assertions.verify(await sign({ ...said, ...other }), SIGNED_AT_MS)).toBeNull();
  },
);

it.each(['iat', 'exp'])('is not believed without %s, though the key is ours', async (missing) => {
  const said = decodeJwt((await assertions.issueAssertion(LUCIA)) ?? '');
  const key = await importJWK(identity.assertionKey.privateJwk as JWK, 'EdDSA');
  const claims: JWTPayload = Object.fromEntries(Object.entries(said).filter(([name]) => name !== missing));
  const token = await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA' }).sign(key);
  expect(await assertions.verify(token, SIGNED_AT_MS)).toBeNull();
});

it('is kept of a hundred people at most, who are more than a shop has', async () => {
  const seqOf = async (): Promise<unknown> => {
    const token = (await assertions.issueAssertion(LUCIA)) ?? '';
    return decodeJwt(token)['seq'];
  };
  expect(await seqOf()).toBe(7);
  seq = 8;
  for (let count = 1; count < 100; count += 1)
    await assertions.issueAssertion({ ...LUCIA, id: `u1-${count}` });
  expect(await seqOf()).toBe(7);
  await assertions.issueAssertion({ ...LUCIA, id: 'u1-100' });
  expect(await seqOf()).toBe(8);
});

it.each([
  ['of its moment', 0, true],
  ['by a clock that is ten minutes behind', -10 * MINUTE, true],
  ['by one that is further behind', -10 * MINUTE - SECOND, false],
  ['of twelve hours later, by a clock that is ten minutes ahead', 12 * HOUR + 10 * MINUTE, true],
  ['of later than that', 12 * HOUR + 10 * MINUTE + SECOND, false],
])('vouches for a deed %s: %s', async (_when, laterMs, isBelieved) => {
  const token = await assertions.issueAssertion(LUCIA);
  const claims = await assertions.verify(token ?? '', SIGNED_AT_MS + laterMs);
  expect(claims?.name ?? null).toBe(isBelieved ? 'Lúcia' : null);
});
