import { expect, it } from 'vitest';
import { openDatabase } from './open.ts';
import {
  changeRecoveryCode,
  formatRecoveryCode,
  keyFrom,
  keyOf,
  purgePreviousCode,
  readRecoveryCode,
  recoveryCode,
  recoveryCodes,
} from './recovery-code.ts';

it('is made once, and read again as people write it: spaces, small letters, look-alikes', () => {
  const db = openDatabase(':memory:', 'edge/storage/migrations');
  const code = recoveryCode(db);
  expect(recoveryCode(db)).toBe(code);
  const printed = formatRecoveryCode(code);
  expect(printed).toMatch(/^([0-9A-Z]{4}-){6}[0-9A-Z]{4}$/);
  expect(readRecoveryCode(` ${printed.toLowerCase().replaceAll('-', ' ')} `)).toBe(code);
  expect(readRecoveryCode(printed.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(code);
});

it('notices a letter that is wrong or missing', () => {
  const code = recoveryCode(openDatabase(':memory:', 'edge/storage/migrations'));
  const letters = Array.from(code);
  const wrong = letters.map((letter, at) => letters.with(at, letter === 'A' ? 'B' : 'A').join(''));
  // Ten bits of check: one slip in a thousand gets through, and is told later, before anything changes.
  expect(wrong.filter((one) => readRecoveryCode(one) !== null).length).toBeLessThanOrEqual(2);
  expect(readRecoveryCode(code.slice(1))).toBeNull();
});

it('makes another key for each purpose, and another for another code', () => {
  const keys = (['sealing-1', 'sealing', 'rows'] as const).flatMap((purpose) =>
    ['A', 'B'].map((code) => keyFrom(code, purpose).toString('hex')),
  );
  expect(new Set(keys).size).toBe(6);
});

it('replaced, leaves all the ones before it until nothing is under them', () => {
  const db = openDatabase(':memory:', 'edge/storage/migrations');
  const first = recoveryCode(db);
  changeRecoveryCode(db);
  const second = recoveryCode(db);
  changeRecoveryCode(db);
  expect(new Set(recoveryCodes(db)).size).toBe(3);
  expect(recoveryCodes(db)).toEqual([recoveryCode(db), second, first]);
  purgePreviousCode(db);
  expect(recoveryCodes(db)).toEqual([recoveryCode(db)]);
});

it('replaced, makes another key at once', () => {
  let code = 'A';
  const key = keyOf(() => code, 'rows');
  const before = key().export().toString('hex');
  expect(before).toBe(keyFrom('A', 'rows').toString('hex'));
  code = 'B';
  expect(key().export().toString('hex')).toBe(keyFrom('B', 'rows').toString('hex'));
});

it('is read only whole: neither more nor fewer letters', () => {
  const code = recoveryCode(openDatabase(':memory:', 'edge/storage/migrations'));
  expect([readRecoveryCode(`${code}0`), readRecoveryCode(code.slice(0, -1))]).toEqual([null, null]);
});
