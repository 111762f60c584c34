// A self-signed certificate for one host name or IPv4 address.
import 'reflect-metadata';
import { createPrivateKey } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';

export type SelfSigned = { cert: string; key: string };

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

export const makeKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

export async function selfSigned(options: {
  name: string;
  fromMs: number;
  toMs: number;
  /** Of an earlier one, which is renewed with the key that it has. */
  keys?: CryptoKeyPair;
}): Promise<SelfSigned> {
  const { name, keys = await makeKeys() } = options;
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    keys,
    signingAlgorithm: ALGORITHM,
    notBefore: new Date(options.fromMs),
    notAfter: new Date(options.toMs),
    extensions: [new SubjectAlternativeNameExtension([{ type: isIPv4(name) ? 'ip' : 'dns', value: name }])],
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  return {
    cert: `${certificate.toString('pem')}\n`,
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
