// What an earlier version wrote is read by every later one: rows that were sealed, proofs that the relay keeps beside them, copies on a stick,
// links that customers have, devices that are known. Each of these words was made beside this program, by what docs and comments say of its form.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ReceivedRow } from '@balcao/shared/link/changes.ts';
import { openFile } from '../shop/copies/sealed-copy.ts';
import { createTrackingTokens } from '../shop/orders/tracking-token.ts';
import { createDeviceCookies } from '../shop/users/device-cookie.ts';
import { proverOf } from './row-proof.ts';
import { sealerOf, type SealedFor } from './sealing.ts';

const CODE = '0123456789ABCDEFGHJKMNPQRST1';
const PLACE: SealedFor = {
  kind: 'user',
  aggregateId: 'u1',
  seq: 7,
  lineage: '018f0000-0000-4000-8000-000000000001',
  epoch: 2,
};

it.each([
  ['2.AAECAwQFBgcICQoLx0HoxrdEtZfzHAjlj2IzxUnSAE1Yu4l0whXIoDvfeq29S2S2-kk', PLACE, '{"name":"Dona Lúcia"}'],
  ['2.AAECAwQFBgcICQoLArpUMsB7NoS8nKCEQbPc0QPBVxQC6J5602OW', { ...PLACE, part: 'phone' }, '11987654321'],
  // Before protocol 8.
  ['1.AAECAwQFBgcICQoLxaqOVw62cFFhGZyGC0IsNxLTAFllqVJQAG7v9gsotnkATq1RDYU', PLACE, '{"name":"Dona Lúcia"}'],
] as const)('what was sealed by the code of the sheet opens with it: %s', (sealed, place, plain) => {
  expect(sealerOf(() => CODE).open(place, sealed)).toBe(plain);
});

it('a row that was proven is proven, with and without its person, and so is who took the place of whom', () => {
  const prover = proverOf(() => CODE);
  const row = {
    ...{ ...PLACE, kind: 'order', aggregateId: 'o1', sealed: false, bodyHash: 'b'.repeat(64) },
    ...{ atMs: 1_795_284_240_000, hash: 'c'.repeat(64), body: null },
    proof: '1.e_LSGvhV5E_gJVl8KHqtaTHCEmAOXZ2w6R0xoIUQoGs.pQbOnfYtmVYIe3zlpjx2SI9MLKhkIN2CdwAHcx-INog',
  } satisfies ReceivedRow;
  expect(prover.proves('a'.repeat(64), row)).toBe(true);
  const order = { id: 'o1', totalCents: 100, customerPhone: null, observations: '' };
  expect(prover.provesCleaned(row, JSON.stringify({ trackingTokenHash: 't', order }))).toBe(true);
  expect(prover.succeeded('1.KEY.1795284240000.O26e-OZlMrUNYt09mrADpjMY28wR5pAs8U7XeuecRKM')).toEqual({
    key: 'KEY',
    atMs: 1_795_284_240_000,
  });
});

it('a copy that lies on a stick opens with the code of its sheet', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-earlier-'));
  try {
    const [sealed, plain] = [join(folder, 'sealed'), join(folder, 'plain')];
    const file =
      'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSA2c2NhTVV0eXhHcVlIUlBYZVJRRGpIdURnOWlodWRkRUVJcmtCZ1FPWUZvCmtBeFc2UmZ4RnNVZEJuRHNsdE4yRk44cFNQWDY5SW5Scm1jWituL0QvTjAKLS0tIEdoTlpadDFhVWx6ZzRiN212Y1l1di9FSVJtQytTMXBGREl1VjhPOCtMck0KOShvNBYcrGyb17qYeero54xMiZtJUdqhe4EiSFa5jcrZoiYnP7k=';
    writeFileSync(sealed, Buffer.from(file, 'base64'));
    await openFile(sealed, plain, [CODE]);
    expect(readFileSync(plain, 'utf8')).toBe('açaí');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('a customer’s link and a known device go on after an update', () => {
  expect(createTrackingTokens(Buffer.alloc(32, 7)).tokenOf('o1')).toBe('X6vUl8Rt2VVkvv9ApCIALEEjcPYaJn41');
  const cookie = 'balcao.device=AAAAAAAAAAAAAAAAAAAAAA.M2ZdzoTGDgvY-awaCeqEV0';
  expect(createDeviceCookies('segredo').deviceOf(cookie, 'ana@loja.com')).toBe('A'.repeat(22));
});
