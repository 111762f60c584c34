import { describe, expect, it } from 'vitest';
import { receiptBytes } from './bytes.ts';
import { documentLines } from './document.ts';
import { wrapParagraph, type Paper } from './lines.ts';
import { receiptPicture } from './picture.ts';
import { SAMPLE_LOGO, SAMPLES, type SlipKind } from './samples.ts';
import { testPageLines } from './test-page.ts';

const PAPERS: Record<string, Paper> = {
  '58': { columns: 32, codePage: 'PC860' },
  '80': { columns: 48, codePage: 'PC850' },
};
const timeZone = 'America/Sao_Paulo';
const cases = Object.keys(SAMPLES).flatMap((kind) =>
  Object.keys(PAPERS).map((width) => [kind as SlipKind, width] as const),
);

describe('the picture of a slip', () => {
  // A changed picture is a changed ticket: look at it, then renew it with `vitest -u`.
  it.each(cases)('%s on %s mm is as it was last looked at', async (kind, width) => {
    const paper = PAPERS[width]!;
    const lines = documentLines(
      SAMPLES[kind],
      { repeat: kind === 'close', timeZone, logo: SAMPLE_LOGO },
      paper,
    );
    await expect(receiptPicture(lines, paper)).toMatchFileSnapshot(`pictures/${kind}-${width}.svg`);
  });

  it('of the test page is as it was last looked at', async () => {
    const paper = PAPERS['58']!;
    const page = {
      printerName: 'Cozinha',
      address: '192.168.0.50:9100',
      atMs: 0,
      timeZone,
      logo: SAMPLE_LOGO,
    };
    await expect(receiptPicture(testPageLines(page, paper), paper)).toMatchFileSnapshot(
      'pictures/test-58.svg',
    );
  });

  it('of a logo that is wider than high is as wide and as high as the logo, in the middle of the paper', () => {
    // A black line of sixteen dots, and below it the last four of the next.
    const dots = { widthDots: 16, heightDots: 2, rows: Uint8Array.of(0xff, 0xff, 0x00, 0x0f) };
    const svg = receiptPicture([{ kind: 'picture', dots }], PAPERS['58']!);
    expect(svg).toContain('transform="translate(184 24)" d="M0 0h16v1h-16zM12 1h4v1h-4z"');
    expect(svg).toContain('viewBox="0 0 432 50"');
  });

  it('shows no more than the bytes say, and lets nobody in', () => {
    const paper = PAPERS['80']!;
    const lines = wrapParagraph(paper, '<script>alert("1")</script> & 🙏 fim');
    const svg = receiptPicture(lines, paper);
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; fim</text>');
    expect(receiptBytes(lines, paper).toString('latin1')).toContain('<script>alert("1")</script> & fim');
  });
});
