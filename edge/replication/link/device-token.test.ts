// The word by which a store proves itself to the relay: good for a minute by the relay's clock, and each one another.
import { decodeJwt, importJWK, jwtVerify } from 'jose';
import { expect, it } from 'vitest';
import { newKeyPair } from '../../storage/identity.ts';
import { createDeviceTokens } from './device-token.ts';

const AT_MS = Date.UTC(2026, 10, 21, 18, 0, 0) + 999;
const AT_S = Date.UTC(2026, 10, 21, 18, 0, 0) / 1000;

it('is signed by the device, for the relay, from that second on and for sixty', async () => {
  const deviceKey = newKeyPair();
  const token = await (await createDeviceTokens({ storeId: 'loja', deviceKey }, () => AT_MS))();
  const { payload } = await jwtVerify(token, await importJWK(deviceKey.publicJwk, 'EdDSA'), {
    currentDate: new Date(AT_MS),
  });
  expect(payload).toMatchObject({ iss: 'loja', aud: 'balcao-relay', iat: AT_S, exp: AT_S + 60 });
});

it('is never the same twice: the relay takes each one once', async () => {
  const tokens = await createDeviceTokens({ storeId: 'loja', deviceKey: newKeyPair() }, () => AT_MS);
  const names = [await tokens(), await tokens()].map((token) => decodeJwt(token).jti);
  expect(new Set(names).size).toBe(2);
});
