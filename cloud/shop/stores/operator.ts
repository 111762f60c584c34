// Who is the relay's operator: whoever has its SECRETS_KEY, proven by a token that is good for a minute.
import { readBearerToken } from '@balcao/shared/host/bearer-token.ts';
import { hkdfSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

const AUDIENCE = 'balcao-operator';
const TOKEN_SECONDS = 60;

const keyOf = (secretsKey: Buffer): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secretsKey, '', AUDIENCE, 32));

export const operatorToken = (secretsKey: Buffer): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${TOKEN_SECONDS}s`)
    .sign(keyOf(secretsKey));

export async function isOperator(secretsKey: Buffer, authorization: string | undefined): Promise<boolean> {
  const token = readBearerToken(authorization);
  if (token === null) return false;
  try {
    await jwtVerify(token, keyOf(secretsKey), {
      audience: AUDIENCE,
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      maxTokenAge: TOKEN_SECONDS * 2,
    });
    return true;
  } catch {
    // A token that does not verify, for whatever reason, proves nothing.
    return false;
  }
}
