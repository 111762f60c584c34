// The release key as apt wants to see it: one Ed25519 key, worn as an OpenPGP key (RFC 4880 with EdDSA, as gpgv, sqv and apt read it).
// Only what an apt repository needs: the public key, a detached signature, a signed text. The same key and time give the same bytes.
import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';

const EDDSA = 22;
const SHA512 = 10;
const CURVE = Buffer.from('2b06010401da470f01', 'hex');
const PUBLIC_KEY = 6;
const USER_ID = 13;
const SIGNATURE = 2;
const OF_BYTES = 0x00;
const OF_TEXT = 0x01;
const OF_USER_ID = 0x13;
/** The time is part of what names the key: the same for each, so that a key has one name. */
const MADE_AT_S = Date.UTC(2026, 0, 1) / 1000;

export type OpenPgp = {
  /** 40 hexadecimal digits, in capitals. */
  fingerprint: string;
  /** What goes to /etc/apt/keyrings. */
  publicKey: string;
  detached: (content: string, atS: number) => string;
  clearSigned: (text: string, atS: number) => string;
};

/** `key`: PEM of an Ed25519 private key. */
export function openPgp(key: string, userId: string): OpenPgp {
  const secret = createPrivateKey(key);
  if (secret.asymmetricKeyType !== 'ed25519') throw new Error('the release key is no Ed25519 key');
  const { x = '' } = createPublicKey(secret).export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([0x40]), Buffer.from(x, 'base64url')]);
  const body = Buffer.concat([
    Buffer.from([4]),
    uint32(MADE_AT_S),
    Buffer.from([EDDSA, CURVE.length]),
    CURVE,
    mpi(point),
  ]);
  const named = Buffer.concat([Buffer.from([0x99]), uint16(body.length), body]);
  const fingerprint = createHash('sha1').update(named).digest();
  const user = Buffer.from(userId);
  const signed = (kind: number, content: Buffer, atS: number, more: Buffer[] = []): Buffer =>
    signaturePacket(secret, fingerprint, kind, content, atS, more);
  return {
    fingerprint: fingerprint.toString('hex').toUpperCase(),
    publicKey: armor(
      'PUBLIC KEY BLOCK',
      Buffer.concat([
        packet(PUBLIC_KEY, body),
        packet(USER_ID, user),
        signed(
          OF_USER_ID,
          Buffer.concat([named, Buffer.from([0xb4]), uint32(user.length), user]),
          MADE_AT_S,
          // Certifies itself and signs.
          [subpacket(27, Buffer.from([0x03]))],
        ),
      ]),
    ),
    detached: (content, atS) => armor('SIGNATURE', signed(OF_BYTES, Buffer.from(content), atS)),
    clearSigned: (text, atS) => {
      const lines = text.replace(/\n$/, '').split('\n');
      if (lines.some((line) => /[ \t\r]$|^-|^From /.test(line)))
        throw new Error('a line that would change when it is signed');
      const signature = armor('SIGNATURE', signed(OF_TEXT, Buffer.from(lines.join('\r\n')), atS));
      return `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n${lines.join('\n')}\n${signature}`;
    },
  };
}

function signaturePacket(
  key: KeyObject,
  fingerprint: Buffer,
  kind: number,
  content: Buffer,
  atS: number,
  more: Buffer[],
): Buffer {
  const hashed = Buffer.concat([
    subpacket(2, uint32(atS)),
    subpacket(33, Buffer.concat([Buffer.from([4]), fingerprint])),
    ...more,
  ]);
  const head = Buffer.concat([Buffer.from([4, kind, EDDSA, SHA512]), uint16(hashed.length), hashed]);
  const digest = createHash('sha512')
    .update(content)
    .update(head)
    .update(Buffer.from([4, 0xff]))
    .update(uint32(head.length))
    .digest();
  const signature = sign(null, digest, key);
  const issuer = subpacket(16, fingerprint.subarray(-8));
  return packet(
    SIGNATURE,
    Buffer.concat([
      head,
      uint16(issuer.length),
      issuer,
      digest.subarray(0, 2),
      mpi(signature.subarray(0, 32)),
      mpi(signature.subarray(32)),
    ]),
  );
}

const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A number of any size: its length in bits, then its bytes without the zeros before it. */
function mpi(bytes: Buffer): Buffer {
  const from = bytes.findIndex((byte) => byte !== 0);
  const rest = from === -1 ? Buffer.alloc(0) : bytes.subarray(from);
  const [first = 0] = rest;
  return Buffer.concat([uint16(rest.length * 8 - (rest.length > 0 ? Math.clz32(first) - 24 : 0)), rest]);
}

/** None of ours has 192 bytes or more. */
const subpacket = (kind: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([body.length + 1, kind]), body]);

const packet = (tag: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xc0 | tag, 0xff]), uint32(body.length), body]);

function armor(what: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN PGP ${what}-----\n\n${lines.join('\n')}\n=${crc24(bytes)}\n-----END PGP ${what}-----\n`;
}

function crc24(bytes: Buffer): string {
  let crc = 0xb704ce;
  for (const byte of bytes) {
    crc ^= byte << 16;
    for (let bit = 0; bit < 8; bit += 1) {
      crc <<= 1;
      if ((crc & 0x1000000) !== 0) crc ^= 0x1864cfb;
    }
  }
  return Buffer.from([(crc >> 16) & 0xff, (crc >> 8) & 0xff, crc & 0xff]).toString('base64');
}
