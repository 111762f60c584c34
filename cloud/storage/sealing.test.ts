import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSecretsKey, seal, unseal } from './sealing.ts';

const key = randomBytes(32);

test('a sealed secret opens with its key, in its place, and nowhere else', () => {
  const sealed = seal(key, 'store-a/access_token', 'APP_USR-secret');
  expect(sealed).not.toContain('secret');
  expect(unseal(key, 'store-a/access_token', sealed)).toBe('APP_USR-secret');
  expect(unseal(key, 'store-b/access_token', sealed)).toBeNull();
  expect(unseal(randomBytes(32), 'store-a/access_token', sealed)).toBeNull();
  for (const at of [3, sealed.length - 3]) {
    const other = sealed[at] === 'A' ? 'B' : 'A';
    expect(
      unseal(key, 'store-a/access_token', sealed.slice(0, at) + other + sealed.slice(at + 1)),
    ).toBeNull();
  }
  expect(unseal(key, 'store-a/access_token', 'v1.short')).toBeNull();
});

test('the same secret looks different each time it is sealed', () => {
  expect(seal(key, 'p', 'x')).not.toBe(seal(key, 'p', 'x'));
});

test('a key is 32 bytes in hex or base64, or a long text; a short one is refused', () => {
  expect(readSecretsKey('ab'.repeat(32))).toEqual(Buffer.from('ab'.repeat(32), 'hex'));
  expect(readSecretsKey(key.toString('base64'))).toEqual(key);
  expect(readSecretsKey('uma frase longa o bastante para servir de chave')).toHaveLength(32);
  expect(() => readSecretsKey('curta')).toThrow('SECRETS_KEY');
  expect(() => readSecretsKey('ç'.repeat(31))).toThrow('SECRETS_KEY');
  expect(readSecretsKey('ç'.repeat(32))).toHaveLength(32);
});
