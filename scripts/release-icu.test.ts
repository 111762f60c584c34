import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stripProgram } from './release-elf.ts';
import { trimLanguages } from './release-icu.ts';
import { root } from './root.ts';

/** What a language decides, and what none does: asked of the whole Node and of the smaller one. */
const QUESTIONS = `
  const ask = (locale) => {
    const date = new Date(1795472019167);
    const zone = { timeZone: 'America/Sao_Paulo' };
    return [
      new Intl.DateTimeFormat(locale, { ...zone, dateStyle: 'full', timeStyle: 'full' }).format(date),
      new Intl.DateTimeFormat(locale, { ...zone, dateStyle: 'short', timeStyle: 'short' }).format(date),
      new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' }).format(1234.5),
      new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', unitDisplay: 'long' }).format(3),
      new Intl.NumberFormat(locale, { notation: 'compact' }).format(12345),
      ['z', 'ä', 'a', 'Á', 'ç', 'c'].sort(new Intl.Collator(locale).compare).join(''),
      new Intl.PluralRules(locale, { type: 'ordinal' }).select(2),
      new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-1, 'day'),
      new Intl.ListFormat(locale).format(['a', 'b', 'c']),
      new Intl.DisplayNames(locale, { type: 'region' }).of('BR'),
      new Intl.DisplayNames(locale, { type: 'currency' }).of('BRL'),
      [...new Intl.Segmenter(locale, { granularity: 'word' }).segment('olá, açaí! สวัสดีชาวโลก 你好世界')].map((part) => part.segment).join('|'),
    ];
  };
  const ours = ['pt-BR', 'pt', 'pt-PT', 'en', 'en-US', 'en-GB'].map(ask);
  const everywhere = [
    Intl.supportedValuesOf('timeZone').map((zone) => new Date(0).toLocaleString('pt-BR', { timeZone: zone })),
    Intl.supportedValuesOf('currency').length,
    ['latin1', 'windows-1252', 'shift_jis', 'gb18030', 'koi8-r'].map((name) => new TextDecoder(name).decode(Uint8Array.of(0xc1, 0xe3))),
    'e\\u0301'.normalize('NFC'), 'AÇAÍ'.toLocaleLowerCase('pt'), /^\\p{Lu}$/u.test('Ç'), new URL('http://açaí.com.br').host,
  ];
  // Another language is answered in the usual one, and ends nothing.
  const others = ['fr', 'de', 'ja', 'zh-Hans-CN', 'ar-EG', 'th', 'sr-Latn', 'he', 'und'].map(ask).length;
  console.log(JSON.stringify({ ours, everywhere, others }));`;

describe('Node without the languages that no shop of ours speaks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-icu-'));
  const node = join(folder, 'node');
  const whole = readFileSync(process.execPath);
  let trimmed: Buffer;
  const told = (program: string, script: string, env: NodeJS.ProcessEnv = {}): string =>
    execFileSync(program, ['-e', script], { cwd: root, env: { ...process.env, ...env } }).toString();
  beforeAll(() => {
    trimmed = trimLanguages(stripProgram(whole));
    writeFileSync(node, trimmed, { mode: 0o755 });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is eighteen million bytes smaller, and the same bytes every time', () => {
    expect(stripProgram(whole).length - trimmed.length).toBeGreaterThan(18_000_000);
    expect(trimLanguages(stripProgram(whole)).equals(trimmed)).toBe(true);
  });

  it('says the same in Portuguese and English, of every time zone, encoding and kind of letter', () => {
    expect(JSON.parse(told(node, QUESTIONS))).toEqual(JSON.parse(told(process.execPath, QUESTIONS)));
  });

  it.each(['pt_BR.UTF-8', 'de_DE.UTF-8', 'C'])('starts on a machine that speaks %s', (lang) => {
    const env = { LANG: lang, LC_ALL: lang };
    expect(told(node, "console.log(new Date(0).toLocaleDateString('pt-BR', { timeZone: 'UTC' }))", env)).toBe(
      '01/01/1970\n',
    );
  });

  it('loads packages with native code, runs threads, and has a stack that names its places', () => {
    const script = `
      const { hashSync } = require('@node-rs/argon2');
      const { Worker } = require('node:worker_threads');
      require('sharp');
      new Worker('require("node:worker_threads").parentPort.postMessage(new Error("told").stack.includes("[worker"))', { eval: true })
        .on('message', (told) => console.log(hashSync('a').slice(0, 9), told));`;
    expect(told(node, script)).toBe('$argon2id true\n');
  });

  it('is not made of a program that has no such data', () => {
    expect(() => trimLanguages(Buffer.alloc(10_000))).toThrow('0 places in Node may be its ICU data');
    expect(() => trimLanguages(Buffer.concat([whole, whole]))).toThrow('2 places');
  });
});
