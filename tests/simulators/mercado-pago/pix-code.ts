// The PIX code of a payment: the BR Code text with its checksum, and the same as a PNG. Written from the
// standard and not from the project's own BR Code, so that one cannot hide a mistake of the other.

import { createHash } from 'node:crypto';
import { PNG } from 'pngjs';
import { encode } from 'uqr';

export type PixCode = { text: string; pngBase64: string };

const PIXELS_PER_MODULE = 6;
const QUIET_MODULES = 4;

const field = (id: string, value: string): string => id + String(value.length).padStart(2, '0') + value;

/** CRC-16/CCITT-FALSE over ASCII text, as four upper-case hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'ascii')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
    crc &= 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

export function pixCode(paymentId: number, amountCents: number): PixCode {
  const digest = createHash('sha256').update(`simulador-pix-${paymentId}`).digest('hex');
  const key = digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const open =
    field('00', '01') +
    field('01', '12') +
    field('26', field('00', 'br.gov.bcb.pix') + field('01', key)) +
    field('52', '0000') +
    field('53', '986') +
    field('54', (amountCents / 100).toFixed(2)) +
    field('58', 'BR') +
    field('59', 'LOJA DO SIMULADOR') +
    field('60', 'SAO PAULO') +
    field('62', field('05', `mpsim${paymentId}`)) +
    '6304';
  const text = open + crc16(open);
  return { text, pngBase64: qrPng(text).toString('base64') };
}

function qrPng(text: string): Buffer {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_MODULES });
  const png = new PNG({ width: size * PIXELS_PER_MODULE, height: size * PIXELS_PER_MODULE });
  png.data.fill(0xff);
  data.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (dark) darken(png, x * PIXELS_PER_MODULE, y * PIXELS_PER_MODULE);
    }),
  );
  return PNG.sync.write(png, { colorType: 0 });
}

function darken(png: PNG, left: number, top: number): void {
  for (let y = top; y < top + PIXELS_PER_MODULE; y += 1) {
    for (let x = left; x < left + PIXELS_PER_MODULE; x += 1) {
      const at = (y * png.width + x) * 4;
      png.data.fill(0, at, at + 3);
    }
  }
}
