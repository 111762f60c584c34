// Draws the paper of a ticket to scale: one SVG unit is one dot of the print head. Text only ever enters
// escaped.

import { PNG } from 'pngjs';
import { encode } from 'uqr';
import { dotsOf, FONT_DOTS } from './paper.ts';
import type { Align, Paper, PaperItem, TextRun } from './paper.ts';

const MARGIN = 32;
const INK = '#1b1b1f';
const PAPER = '#fffdf7';
const TOOTH = 12;
const QR_QUIET_CELLS = 0;
const BARCODE_HEIGHT = 90;
const CUT_HEIGHT = 36;
/** Where letters stand in their cell, as a share of its height. */
const BASELINE = 0.77;

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

type Drawn = { svg: string; height: number };

export function paperSvg(paper: Paper): string {
  const width = dotsOf(paper.columns);
  let top = MARGIN;
  let body = '';
  for (const item of paper.items) {
    const drawn = draw(item, width, top);
    body += drawn.svg;
    top += drawn.height;
  }
  const total = top + MARGIN;
  const outer = width + 2 * MARGIN;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${outer} ${total}" width="${outer}" height="${total}" role="img" aria-label="Cupom impresso">` +
    `<path d="${outline(outer, total)}" fill="${PAPER}"/>` +
    `<g transform="translate(${MARGIN} 0)" fill="${INK}" font-family="'DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,monospace">${body}</g></svg>`
  );
}

/** Paper torn at both ends. */
function outline(width: number, height: number): string {
  let path = `M0 ${TOOTH}`;
  for (let x = 0; x < width; x += TOOTH) path += `L${x + TOOTH / 2} 0L${Math.min(width, x + TOOTH)} ${TOOTH}`;
  path += `V${height - TOOTH}`;
  for (let x = width; x > 0; x -= TOOTH)
    path += `L${x - TOOTH / 2} ${height}L${Math.max(0, x - TOOTH)} ${height - TOOTH}`;
  return `${path}Z`;
}

function left(align: Align, content: number, width: number): number {
  if (align === 'left') return 0;
  return align === 'center' ? (width - content) / 2 : width - content;
}

function draw(item: PaperItem, width: number, top: number): Drawn {
  switch (item.kind) {
    case 'line':
      return { svg: drawLine(item, width, top), height: item.heightDots };
    case 'feed':
      return { svg: '', height: item.dots };
    case 'image':
      return drawImage(item, width, top);
    case 'qr':
      return drawQr(item, width, top);
    case 'barcode':
      return drawBarcode(item, width, top);
    case 'cut':
      return {
        svg: `<path d="M${-MARGIN} ${top + CUT_HEIGHT / 2}H${width + MARGIN}" stroke="#8a8577" stroke-width="3" stroke-dasharray="${item.partial ? '6 14' : '16 10'}"/>`,
        height: CUT_HEIGHT,
      };
    case 'drawer':
      return note(`gaveta aberta (pino ${item.pin})`, width, top);
    case 'beep':
      return note(`bipe ×${item.times}`, width, top);
  }
}

function note(text: string, width: number, top: number): Drawn {
  return {
    svg: `<text x="${width / 2}" y="${top + 20}" font-size="16" text-anchor="middle" fill="#8a4b00">${text}</text>`,
    height: 28,
  };
}

function drawLine(item: Extract<PaperItem, { kind: 'line' }>, width: number, top: number): string {
  const widthOf = (run: TextRun): number =>
    Array.from(run.text).length * FONT_DOTS[run.style.font].width * run.style.width;
  let x = left(
    item.align,
    item.runs.reduce((sum, run) => sum + widthOf(run), 0),
    width,
  );
  let svg = '';
  for (const run of item.runs) {
    svg += drawRun(run, x, top + item.heightDots, widthOf(run));
    x += widthOf(run);
  }
  const upsideDown = item.runs.some((run) => run.style.upsideDown);
  return upsideDown ? `<g transform="rotate(180 ${width / 2} ${top + item.heightDots / 2})">${svg}</g>` : svg;
}

function drawRun(run: TextRun, x: number, bottom: number, widthDots: number): string {
  const { style } = run;
  const font = FONT_DOTS[style.font];
  const height = font.height * style.height;
  const top = bottom - height;
  const box = style.invert ? `<rect x="${x}" y="${top}" width="${widthDots}" height="${height}"/>` : '';
  const line =
    style.underline === 0
      ? ''
      : `<rect x="${x}" y="${bottom - style.underline - 1}" width="${widthDots}" height="${style.underline * 2}"/>`;
  if (run.text.trim() === '') return box + line;
  const bold = style.bold ? ' font-weight="700"' : '';
  const colour = style.invert ? ` fill="${PAPER}"` : '';
  return (
    `${box}<text transform="translate(${x} ${top + height * BASELINE}) scale(${style.width} ${style.height})"` +
    ` font-size="${font.width / 0.6}" textLength="${widthDots / style.width}" lengthAdjust="spacingAndGlyphs"` +
    ` style="white-space:pre"${bold}${colour}>${escape(run.text)}</text>${line}`
  );
}

function drawImage(item: Extract<PaperItem, { kind: 'image' }>, width: number, top: number): Drawn {
  const png = new PNG({ width: Math.max(1, item.widthDots), height: Math.max(1, item.heightDots) });
  const bytesWide = item.widthDots / 8;
  for (let y = 0; y < item.heightDots; y += 1) {
    for (let x = 0; x < item.widthDots; x += 1) {
      const black = ((item.rows[y * bytesWide + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
      png.data[(y * item.widthDots + x) * 4 + 3] = black ? 0xff : 0;
    }
  }
  const shown = { width: item.widthDots * item.scaleX, height: item.heightDots * item.scaleY };
  const data = PNG.sync.write(png).toString('base64');
  return {
    svg: `<image x="${left(item.align, shown.width, width)}" y="${top}" width="${shown.width}" height="${shown.height}" preserveAspectRatio="none" style="image-rendering:pixelated" href="data:image/png;base64,${data}"/>`,
    height: shown.height,
  };
}

function drawQr(item: Extract<PaperItem, { kind: 'qr' }>, width: number, top: number): Drawn {
  const { data, size } = encode(item.content, { ecc: item.correction, border: QR_QUIET_CELLS });
  const cell = item.cellDots;
  const startX = left(item.align, size * cell, width);
  let path = '';
  data.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (dark) path += `M${startX + x * cell} ${top + 6 + y * cell}h${cell}v${cell}h-${cell}z`;
    }),
  );
  return { svg: `<path d="${path}" shape-rendering="crispEdges"/>`, height: size * cell + 12 };
}

/** Bars for the eye only: nobody scans the picture, the content is in words below. */
function drawBarcode(item: Extract<PaperItem, { kind: 'barcode' }>, width: number, top: number): Drawn {
  const bars = Buffer.from(item.content);
  const total = Math.min(width, bars.length * 22);
  const startX = left(item.align, total, width);
  let path = '';
  bars.forEach((byte, index) => {
    for (let bit = 0; bit < 7; bit += 1) {
      const x = startX + index * 22 + bit * 3;
      if ((byte & (1 << bit)) !== 0 && x < startX + total)
        path += `M${x} ${top}h2v${BARCODE_HEIGHT - 30}h-2z`;
    }
  });
  const label = escape(`${item.symbology} ${item.content}`);
  return {
    svg: `<path d="${path}"/><text x="${startX}" y="${top + BARCODE_HEIGHT - 8}" font-size="18">${label}</text>`,
    height: BARCODE_HEIGHT,
  };
}
