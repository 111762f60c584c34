import { describe, expect, it } from 'vitest';
import { sniffFormat } from './sniff.ts';

const of = (text: string, encoding: BufferEncoding = 'utf8') => sniffFormat(Buffer.from(text, encoding));

describe('what a file is', () => {
  it.each([
    ['jpeg', '\xff\xd8\xff\xe0'],
    ['png', '\x89PNG\r\n\x1a\n\0'],
    ['gif', 'GIF87a'],
    ['gif', 'GIF89a'],
    ['webp', 'RIFF\0\0\0\0WEBP'],
    ['avif', '\0\0\0\x20ftypavif'],
    ['avif', '\0\0\0\x20ftypmif1\0\0\0\0avis'],
    [null, '\xff\xd8'],
    [null, 'RIFF\0\0\0\0WAVE'],
    [null, '\0\0\0\x20ftypmp42'],
    [null, ''],
  ])('%s by its first bytes', (format, bytes) => expect(of(bytes, 'latin1')).toBe(format));

  it.each([
    '<svg>',
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '<SVG\nwidth="1">',
    '\uFEFF \n<svg>',
    '<?xml version="1.0"?><svg>',
    '<?xml version="1.0"?>\n<!-- a > b -->\n<!-- --><!---->\n<svg >',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd">\n<svg>',
    '<!doctype svg [ <!ENTITY a "b"> ] >\n<svg>',
  ])('a drawing: %j', (text) => expect(of(text)).toBe('svg'));

  it.each([
    '<svgs>',
    '<svg',
    'a<svg>',
    '<html><svg>',
    '<!doctype html><svg>',
    '<!doctypesvg><svg>',
    '<!-- <svg>',
    '<!-- --> a <svg>',
    '<!DOCTYPE svg [ <svg>',
    '<!DOCTYPE svg [] x><svg>',
    '<?xml <svg',
    `${' '.repeat(4096)}<svg>`,
  ])('no drawing: %j', (text) => expect(of(text)).toBeNull());

  // Each of these kept the expression that was here before busy for longer than a shop is open.
  it.each([
    ['comments', `${'<!---->'.repeat(27)}`],
    ['comments within each other', `${'<!-- --> <!-- '.repeat(200)}x`],
    ['declarations', `${'<?xml> '.repeat(580)}`],
    ['declarations within each other', `${'<?xml<?xml '.repeat(300)}`],
    ['doctypes', `${'<!DOCTYPE svg []> '.repeat(220)}`],
    ['open brackets', `<!DOCTYPE svg ${'['.repeat(4000)}`],
    ['spaces', `<!DOCTYPE svg${' '.repeat(4000)}`],
  ])('[44] is judged in one pass over nothing but %s', (_name, text) => expect(of(text)).toBeNull());
});
