import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { weaknessOfKey, weaknessOfText } from './weak-secret.ts';

const sum = (text: string) => createHash('sha256').update(text).digest();
const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
/** 32 bytes, the first `distinct` of which are all different ones, in no order. */
const withDistinct = (distinct: number) =>
  Uint8Array.from({ length: 32 }, (_, at) => ((at % distinct) * 37 + (at % distinct) ** 2) & 255);

describe('a key of 32 bytes', () => {
  it.each(['', 'secret', 'password', 'changeme', 'change-me', 'balcao', 'test', 'admin', '123456'])(
    'that is the sum of %j is known to everybody',
    (text) => expect(weaknessOfKey(sum(text))).toBe('everybody knows it'),
  );

  it('that stands in a published test is known to everybody', () => {
    const published = '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4';
    expect(weaknessOfKey(bytes(published))).toBe('everybody knows it');
    // One bit beside it is chance.
    expect(weaknessOfKey(bytes(`${published.slice(0, -1)}5`))).toBeNull();
    expect(weaknessOfKey(bytes(published).slice(0, 31))).toBeNull();
  });

  it('of chance is none', () => {
    for (let number = 0; number < 50; number += 1) expect(weaknessOfKey(sum(`chance ${number}`))).toBeNull();
  });

  it.each([
    [1, 'it repeats itself'],
    [16, 'it repeats itself'],
    [19, 'it repeats itself'],
    [20, null],
    [32, null],
  ])('of %i different bytes: %j', (distinct, weakness) => {
    expect(new Set(withDistinct(distinct)).size).toBe(distinct);
    expect(weaknessOfKey(withDistinct(distinct))).toBe(weakness);
  });

  it.each([1, 3, 255, 7])('that counts by %i counts, past 255 too', (step) => {
    const counted = Uint8Array.from({ length: 32 }, (_, at) => (200 + at * step) & 255);
    expect(weaknessOfKey(counted)).toBe('it counts');
    const broken = counted.slice();
    broken[31] = ((broken[31] ?? 0) + 1) & 255;
    expect(weaknessOfKey(broken)).toBeNull();
    const off = counted.slice();
    off[16] = ((off[16] ?? 0) + 100) & 255;
    expect(weaknessOfKey(off)).toBeNull();
  });
});

describe('a text between machines', () => {
  it.each(
    `changeme replaceme yourpassword yoursecret yourcode troque troqueisto suasenha example exemplo sample secret segredo senha
    password postgres balcao test teste testtest admin codigo code pairingcode codigodepareamento qwerty abc`.split(
      /\s+/,
    ),
  )('that is %s is a sample, with signs, digits and capitals too', (word) => {
    for (const text of [word, word.toUpperCase(), `${word}123`, `${word}-2024!`, Array.from(word).join('-')])
      expect(weaknessOfText(text)).toBe('it is a sample');
  });

  it.each(['', '---', '12345', '1234567890', '90123', '0987654321', '54321', '7'])(
    '%j is a sample',
    (text) => {
      expect(weaknessOfText(text)).toBe('it is a sample');
    },
  );

  it.each([
    ['aaaa', 'it repeats itself'],
    ['abab', 'it repeats itself'],
    ['13131', 'it repeats itself'],
    ['xyx', 'it repeats itself'],
    ['xyz', null],
    ['135790', null],
    ['12346', null],
    ['admin1x', null],
    ['1admin', null],
    ['xadmin', null],
    ['adminx', null],
    ['7K2MQ-9XWTB', null],
  ])('%j: %j', (text, weakness) => expect(weaknessOfText(text)).toBe(weakness));
});
