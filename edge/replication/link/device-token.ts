// The device token: a short-lived EdDSA JWT by which the store proves itself to the relay, signed with the key that pairing made known.
import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT, type JWK } from 'jose';
import type { Identity } from '../../storage/identity.ts';

const TOKEN_SECONDS = 60;

/** `nowMs`: by the relay's clock, as far as it is known. */
export async function createDeviceTokens(
  { storeId, deviceKey }: Pick<Identity, 'storeId' | 'deviceKey'>,
  nowMs: () => number = Date.now,
): Promise<() => Promise<string>> {
  const key = await importJWK(deviceKey.privateJwk as JWK, 'EdDSA');
  return () => {
    const issuedAt = Math.floor(nowMs() / 1000);
    return new SignJWT({})
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(storeId)
      .setAudience('balcao-relay')
      .setJti(randomUUID())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + TOKEN_SECONDS)
      .sign(key);
  };
}
