import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, CODE_PAGES, wrapText } from './text.ts';

describe('cleanText', () => {
  it.each(CODE_PAGES)('keeps all that Portuguese needs in %s', (page) => {
    const text = 'ÁÉÍÓÚ ÂÊÔ ÃÕ À Ç Ü áéíóú âêô ãõ à ç ü 2ª nº R$';
    expect(cleanText(text, page)).toBe(text);
  });

  it('drops emoji of every make, and the spaces around them', () => {
    expect(cleanText('sem granola 🙏🏽 por favor 👨‍👩‍👧 🇧🇷 1️⃣ ❤️', 'PC850')).toBe('sem granola por favor 1');
  });

  it('makes a no-break space an ordinary one, as Intl puts it after R$', () => {
    expect(cleanText('R$\u00a010,00\u202f!', 'PC850')).toBe('R$ 10,00 !');
  });

  it('leaves no byte that a printer could take for a command', () => {
    expect(cleanText('a\x1b@b\x1dV\x00c\x10\x04\x01d\x7f\u0085\u009b', 'PC850')).toBe('a@bVcd');
  });

  it('puts letters together that came apart, and writes plainly what the page lacks', () => {
    expect(cleanText('Ac\u0327ai\u0301', 'PC850')).toBe('Açaí');
    expect(cleanText('“x” – ‘y’… €5 𝓪 ﬁ Ł', 'PC850')).toBe('"x" - \'y\'... EUR5 a fi ?');
    expect(cleanText('maïs', 'PC860')).toBe('mais');
    expect(cleanText('€', 'WPC1252')).toBe('€');
  });

  it('keeps the lines of a text and drops the empty ones', () => {
    expect(cleanText('um\r\ndois\n\n \ntrês\u2028quatro\n', 'PC850')).toBe('um\ndois\ntrês\nquatro');
  });

  it('never lets a control byte, a wide character or a character outside the page through', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...CODE_PAGES), (text, page) => {
        const clean = cleanText(text, page);
        expect(clean).not.toMatch(/[\p{Cc}--\n]|\p{Cs}|\p{Emoji_Presentation}/v);
        expect(clean.replace(/[ -~\n]/g, '').length).toBeLessThanOrEqual(text.normalize('NFC').length);
        expect(cleanText(clean, page)).toBe(clean);
      }),
    );
  });
});

describe('wrapText', () => {
  it('breaks at spaces, and inside a word only when it must', () => {
    expect(wrapText('Calda de chocolate belga', 10)).toEqual(['Calda de', 'chocolate', 'belga']);
    expect(wrapText('ab Supercalifragilistico', 8)).toEqual(['ab', 'Supercal', 'ifragili', 'stico']);
  });

  it('sets the lines after the first in', () => {
    expect(wrapText('1. Açaí com tudo', 9, 3)).toEqual(['1. Açaí', '   com', '   tudo']);
  });

  it('cuts nothing and passes the edge never', () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'ç'), minLength: 1, maxLength: 60 }));
    fc.assert(
      fc.property(
        words,
        fc.integer({ min: 8, max: 48 }),
        fc.integer({ min: 0, max: 3 }),
        (list, columns, indent) => {
          const lines = wrapText(list.join(' '), columns, indent);
          for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
          expect(lines.join('').replaceAll(' ', '')).toBe(list.join(''));
        },
      ),
    );
  });
});
