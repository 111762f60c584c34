// The store's word to the relay: a short EdDSA token, signed with the key that pairing made known.
import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT, type JWK } from 'jose';
import type { Identity } from '../db/identity.ts';

const TOKEN_SECONDS = 60;

export async function createDeviceTokens({
  storeId,
  deviceKey,
}: Pick<Identity, 'storeId' | 'deviceKey'>): Promise<() => Promise<string>> {
  const key = await importJWK(deviceKey.privateJwk as JWK, 'EdDSA');
  return () =>
    new SignJWT({})
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(storeId)
      .setAudience('balcao-relay')
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime(`${TOKEN_SECONDS}s`)
      .sign(key);
}
