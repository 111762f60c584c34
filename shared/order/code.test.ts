import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeFromBytes, CODE_LENGTH } from '../ids.ts';
import { formatCode, isCode, normalizeCode } from './code.ts';

describe('the code of an order', () => {
  it('is ten letters and digits, none of which is mistaken for another', () => {
    expect(codeFromBytes(Uint8Array.from({ length: 10 }, (_, at) => at))).toBe('0123456789');
    expect(codeFromBytes(Uint8Array.from({ length: 10 }, (_, at) => at + 10))).toBe('ABCDEFGHJK');
    expect(codeFromBytes(Uint8Array.from({ length: 12 }, (_, at) => at + 20))).toBe('MNPQRSTVWX');
    // Five bits of each byte count.
    expect(codeFromBytes(Uint8Array.of(30, 31, 32, 33, 62, 63, 64, 127, 224, 255))).toBe('YZ01YZ0Z0Z');
    expect(CODE_LENGTH).toBe(10);
  });

  it('takes no less chance than it needs', () => {
    expect(() => codeFromBytes(new Uint8Array(9))).toThrow('an order code needs 10 random bytes');
    expect(codeFromBytes(new Uint8Array(10))).toBe('0000000000');
  });

  it('is read in two groups of five', () => {
    expect(formatCode('7K2MQ9XWTB')).toBe('7K2MQ-9XWTB');
  });

  it('is found again however it is typed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), (bytes) => {
        const code = codeFromBytes(bytes);
        expect(isCode(code)).toBe(true);
        expect(normalizeCode(formatCode(code).toLowerCase())).toBe(code);
        expect(normalizeCode(` ${code.replaceAll('0', 'o').replaceAll('1', 'l')} `)).toBe(code);
      }),
    );
  });

  it.each([
    ['OoIiLl', '001111'],
    ['7k2mq-9xwtb', '7K2MQ9XWTB'],
    ['#7 K2', '7K2'],
    ['', ''],
  ])('typed as %j is read as %j', (text, code) => expect(normalizeCode(text)).toBe(code));

  it.each([
    ['7K2MQ9XWTB', true],
    ['7K2MQ9XWT', false],
    ['7K2MQ9XWTBB', false],
    ['7K2MQ9XWTb', false],
    ['IK2MQ9XWTB', false],
    ['LK2MQ9XWTB', false],
    ['OK2MQ9XWTB', false],
    ['UK2MQ9XWTB', false],
    ['7K2MQ-9XWT', false],
    ['', false],
  ])('%j is one: %s', (text, isOne) => expect(isCode(text)).toBe(isOne));
});
