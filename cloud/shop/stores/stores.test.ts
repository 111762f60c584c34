// For how long what a store signed proves that it is that store: each token for a moment, by clocks that may differ by a minute.
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { isSignedBy } from './stores.ts';

const STORE = '01900000-0000-7000-8000-000000000001';
const NOW_SECONDS = Date.UTC(2026, 10, 21, 15) / 1000;
const DAY_SECONDS = 86_400;

let privateKey: CryptoKey;
let publicKey: JWK;
beforeAll(async () => {
  const pair = await generateKeyPair('EdDSA', { extractable: true });
  [privateKey, publicKey] = [pair.privateKey, await exportJWK(pair.publicKey)];
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW_SECONDS * 1000 }));
afterEach(() => void vi.useRealTimers());

const begin = (jti?: string): SignJWT =>
  new SignJWT(jti === undefined ? {} : { jti })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(STORE)
    .setAudience('balcao-relay');
/** Whether a token that was signed so long ago counts, which says of itself that it holds for so long. */
async function holds(secondsAgo: number, forSeconds: number): Promise<boolean> {
  const signedAt = NOW_SECONDS - secondsAgo;
  const token = begin('once')
    .setIssuedAt(signedAt)
    .setExpirationTime(signedAt + forSeconds);
  return isSignedBy(publicKey, STORE, await token.sign(privateKey));
}

it('a token holds for as long as it says, and for the minute by which clocks may differ', async () => {
  expect([await holds(0, 60), await holds(119, 60), await holds(121, 60)]).toEqual([true, true, false]);
});

it('a token holds for two minutes and that one at most, whatever it says', async () => {
  expect([await holds(179, DAY_SECONDS), await holds(181, DAY_SECONDS)]).toEqual([true, false]);
});

it('a token may be signed by a clock that is ahead by that minute, and by none that is further ahead', async () => {
  expect([await holds(-59, 60), await holds(-61, 60)]).toEqual([true, false]);
});

it('a token that does not say when it was signed, until when it holds or which one it is proves nothing', async () => {
  const until = NOW_SECONDS + 60;
  const signed = await Promise.all(
    [
      begin('once').setExpirationTime(until),
      begin('once').setIssuedAt(NOW_SECONDS),
      begin().setIssuedAt(NOW_SECONDS).setExpirationTime(until),
      begin('once').setIssuedAt(NOW_SECONDS).setExpirationTime(until),
    ].map((token) => token.sign(privateKey)),
  );
  expect(await Promise.all(signed.map((token) => isSignedBy(publicKey, STORE, token)))).toEqual([
    ...[false, false, false],
    true,
  ]);
});
