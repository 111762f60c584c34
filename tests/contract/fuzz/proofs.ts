// What strangers bring to prove something: tickets, claims, cookies, tokens, copies. Altered, they prove what they proved before, or nothing.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { hash } from 'node:crypto';
import fc from 'fast-check';
import { isOperator, operatorToken } from '../../../cloud/shop/stores/operator.ts';
import { openSealed, sealFile } from '../../../edge/shop/copies/sealed-copy.ts';
import { createStreamTokens } from '@balcao/shared/host/stream-tokens.ts';
import { holdsClaim } from '@balcao/shared/host/claim.ts';
import { createDeviceCookies } from '../../../edge/shop/users/device-cookie.ts';
import { mutatedBytes, mutatedText } from '../../support/mutated.ts';

const KEY = Buffer.alloc(32, 7);
const CODE = 'ABCD-EFGH-JKMN-PQRS';
const CLAIM = 'c0ffee'.repeat(8);
const CONTENT = Buffer.from('the whole shop '.repeat(6000));

const tokens = createStreamTokens(KEY, () => 0);
const cookies = createDeviceCookies('secret');
const ticket = tokens.issue({ orders: [['order', 'public']], phone: null });
const cookie = cookies.after(null, 'a@b.c').split(';')[0] ?? '';
const operator = `Bearer ${await operatorToken(KEY)}`;

function sealedCopy(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-sealed-'));
  const [plain, sealed] = [join(folder, 'plain'), join(folder, 'sealed')];
  writeFileSync(plain, CONTENT);
  return sealFile(plain, sealed, CODE)
    .then(() => readFileSync(sealed))
    .finally(() => rmSync(folder, { recursive: true }));
}
const sealed = await sealedCopy();

async function contentOf(bytes: Uint8Array): Promise<Buffer | null> {
  try {
    const opened = await openSealed(Readable.from([Buffer.from(bytes)], { objectMode: false }), CODE);
    return Buffer.concat(await opened.toArray());
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/** One bit changed and the length as it was: what a look at the length does not find. */
const oneBitOff = fc.tuple(fc.nat(), fc.nat(7)).map(([at, bit]) => {
  const bytes = Buffer.from(ticket, 'base64url');
  const place = at % bytes.length;
  bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
  return bytes.toString('base64url');
});

/** Altered as text, or in the bytes that it stands for. */
const alteredTicket = fc.oneof(
  oneBitOff,
  mutatedText(ticket),
  mutatedBytes(Buffer.from(ticket, 'base64url')).map((bytes) => Buffer.from(bytes).toString('base64url')),
);

const mustBe = (right: boolean, what: string): void => {
  if (!right) throw new Error(what);
};

export const PROOFS: { name: string; property: fc.IProperty<unknown> | fc.IAsyncProperty<unknown> }[] = [
  {
    name: 'tickets of the live stream',
    property: fc.property(alteredTicket, (text) => {
      const grant = tokens.read(text);
      mustBe(grant === null || JSON.stringify(grant.orders) === '[["order","public"]]', 'another grant');
    }),
  },
  {
    name: 'claims of orders',
    property: fc.property(mutatedText(`Bearer ${CLAIM}`), (text) => {
      mustBe(holdsClaim(hash('sha256', CLAIM), text) === (text === `Bearer ${CLAIM}`), 'another claim');
      mustBe(!holdsClaim(null, text), 'a claim on nothing');
    }),
  },
  {
    name: 'cookies of devices',
    property: fc.property(mutatedText(`a=b; ${cookie}`, cookie), (text) => {
      mustBe(cookies.deviceOf(text, 'x@y.z') === null, 'known to another account');
      if (cookies.deviceOf(text, 'a@b.c') !== null) mustBe(text.includes(cookie.slice(0, 36)), 'made up');
      cookies.after(text, 'a@b.c');
    }),
  },
  {
    name: 'tokens of operators',
    property: fc.asyncProperty(mutatedText(operator), async (text) => {
      // Base64 may write the same bytes with another last letter.
      if (text.slice(0, -1) !== operator.slice(0, -1)) mustBe(!(await isOperator(KEY, text)), 'believed');
    }),
  },
  {
    name: 'copies for a restore',
    property: fc.asyncProperty(mutatedBytes(sealed), async (bytes) => {
      const content = await contentOf(bytes);
      mustBe(content === null || content.equals(CONTENT), 'another content');
    }),
  },
];
