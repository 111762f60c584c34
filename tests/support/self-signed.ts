// A self-signed certificate for one host name or IPv4 address, made of bytes: Node reads X.509 and cannot write it.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

export type SelfSigned = { cert: string; key: string };

const ECDSA_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const COMMON_NAME = [0x55, 0x04, 0x03];
const SUBJECT_ALT_NAME = [0x55, 0x1d, 0x11];

function der(tag: number, ...parts: (Buffer | number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const identifier = (bytes: number[]): Buffer => der(0x06, bytes);
const time = (ms: number): Buffer =>
  der(0x18, Buffer.from(new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '')));

export function selfSigned(given: { name: string; fromMs: number; toMs: number }): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(identifier(ECDSA_SHA256));
  const who = sequence(der(0x31, sequence(identifier(COMMON_NAME), der(0x0c, Buffer.from(given.name)))));
  const names = sequence(
    isIPv4(given.name) ? der(0x87, given.name.split('.').map(Number)) : der(0x82, Buffer.from(given.name)),
  );
  const body = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1], randomBytes(8)),
    algorithm,
    who,
    sequence(time(given.fromMs), time(given.toMs)),
    who,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(identifier(SUBJECT_ALT_NAME), der(0x04, names)))),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = sequence(body, algorithm, der(0x03, [0], signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
