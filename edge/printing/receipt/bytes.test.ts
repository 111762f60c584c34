import { describe, expect, it } from 'vitest';
import { receiptBytes } from './bytes.ts';
import { wrapParagraph, type Paper } from './lines.ts';
import type { CodePage } from './text.ts';

const paper = (codePage: CodePage): Paper => ({ columns: 32, codePage });
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytesOf = (text: string, codePage: CodePage): string =>
  hex(receiptBytes(wrapParagraph(paper(codePage), text), paper(codePage)));

describe('receiptBytes', () => {
  // From the tables of the three code pages, not from a library: Á É Ã Õ ç ª.
  it.each([
    ['PC850', '1b7402', 'b590c7e587a6'],
    ['PC860', '1b7403', '86908e9987a6'],
    ['WPC1252', '1b7410', 'c1c9c3d5e7aa'],
  ] as const)('writes accents in %s, after choosing it', (codePage, choice, accents) => {
    const bytes = bytesOf('ÁÉÃÕçª', codePage);
    expect(bytes).toMatch(new RegExp(`^1b401c2e${choice}.*${accents}0a`));
    expect(bytes.split('1b74')).toHaveLength(2);
  });

  it('begins with a reset, leaves Chinese mode, and ends with a feed, a cut and a reset', () => {
    expect(bytesOf('oi', 'PC850')).toMatch(/^1b401c2e.*1b64041d56001b40$/);
  });

  it('feeds and cuts in plain type, whatever the last line looks like', () => {
    const look = { width: 2, height: 2, bold: true, invert: true } as const;
    const bytes = hex(receiptBytes(wrapParagraph(paper('PC850'), 'x', look), paper('PC850')));
    // GS ! 0, ESC E 0 and GS B 0: no printer that passes over the reset begins the next slip large, bold or white on black.
    expect(bytes).toMatch(/780a(?=.*1d2100)(?=.*1b4500)(?=.*1d4200).*1b64041d56001b40$/);
  });

  it('sets width and height as asked, each in its half of the byte', () => {
    const lines = wrapParagraph(paper('PC850'), 'x', { width: 1, height: 2 });
    expect(hex(receiptBytes(lines, paper('PC850')))).toContain('1d2101780a');
    const wide = wrapParagraph(paper('PC850'), 'x', { width: 4, height: 3 });
    expect(hex(receiptBytes(wide, paper('PC850')))).toContain('1d2132780a');
  });
});
