// What the crawler trusts: that a secret is found however it is wrapped, and that nothing else is taken for one.
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createScanner, type Secret } from './scanner.ts';

const ID = '019abcde-ac96-774b-bcce-b302099a8f57';
const secret = (what: string, text: string, more: Partial<Secret> = {}): Secret => ({
  what,
  of: 'Bia',
  text,
  ...more,
});
const find = createScanner([
  secret('id', ID),
  secret('token', 'q3Jt-0_aZkP9sWmXyT1uVbNcRdEf4gHi'),
  secret('phone', '71993142037', { digits: true }),
  secret('words', 'sem açúcar, por favor'),
]);
const found = (said: string | Buffer): string[] => find(said).map(({ what }) => what);

const bytes = Buffer.from(ID.replaceAll('-', ''), 'hex');
const ticket = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each<[string, string | Buffer]>([
  ['as it is', `<p>${ID}</p>`],
  ['in capitals', ID.toUpperCase()],
  ['without its dashes', ID.replaceAll('-', '')],
  ['as bytes', Buffer.concat([Buffer.from('x'), bytes, Buffer.from('y')])],
  ['as bytes in base64', `{"key":"${bytes.toString('base64')}"}`],
  ['in a signed ticket that is only base64url', `{"ticket":"${ticket({ orders: [ID] })}.c2lnbmF0dXJl"}`],
  ['in JSON in JSON', JSON.stringify({ body: JSON.stringify({ inner: JSON.stringify({ ID }) }) })],
  ['URL-encoded in base64', Buffer.from(encodeURIComponent(JSON.stringify({ ID }))).toString('base64')],
  ['in hex of text', Buffer.from(ID).toString('hex')],
  ['in base64 of base64url', Buffer.from(ticket({ ID })).toString('base64')],
  ['behind a word that runs into it', `ticket${ticket({ ID })}`],
  ['packed, in base64', gzipSync(JSON.stringify({ ID })).toString('base64')],
  ['with each letter escaped', Array.from(ID, (one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('')],
])('an id is found %s', (_, said) => {
  expect(found(said)).toEqual(['id']);
});

test.each([
  '71993142037',
  '(71) 99314-2037',
  '+55 71 9.9314.2037',
  '"phone":"5571993142037"',
  '%2871%29+99314-2037',
  '***2037',
  '(••) •••••-2037',
])('a phone is found in %s', (said) => {
  expect(found(said)).toEqual(['phone']);
});

test('three digits after stars are no phone', () => {
  expect(found('***037')).toEqual([]);
});

test('words are found with their accents escaped', () => {
  expect(found('{"observations":"sem a\\u00e7\\u00facar, por favor"}')).toEqual(['words']);
});

test('a token is found as it is, and as the bytes it stands for', () => {
  const token = 'q3Jt-0_aZkP9sWmXyT1uVbNcRdEf4gHi';
  expect(found(`Bearer ${token}`)).toEqual(['token']);
  expect(found(Buffer.from(token, 'base64').toString('hex'))).toEqual(['token']);
});

test.each([
  ['another id', '019abcde-ac96-774b-bcce-b302099a8f58'],
  ['another phone of the same area', '(71) 99225-1148'],
  ['times and totals', '{"createdAtMs":1795420800123,"totalCents":71993,"simpleId":142}'],
  ['a menu', '{"sizes":[{"id":"g","name":"Grande"}],"note":"sem açúcar"}'],
  ['somebody else’s ticket', ticket({ orders: ['019abcde-ac96-774b-bcce-b302099a8f00'] })],
  ['random bytes', Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919) % 251))],
  ['nothing', ''],
])('%s is no secret of hers', (_, said) => {
  expect(found(said)).toEqual([]);
});
