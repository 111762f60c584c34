// The public keys that a release trusts: one, and for a while two when the key is being changed (docs/release-keys.md).
import { verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Whether one of the keys in `file` (PEM, one after another) made this signature. */
export const isSignedByOne = (file, message, signature) =>
  readFileSync(file, 'utf8')
    .split(/(?=-----BEGIN )/)
    .filter((key) => key.startsWith('-----BEGIN '))
    .some((key) => verify(null, message, key, signature));
