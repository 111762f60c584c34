// A slip as a picture: SVG drawn from the very lines that the bytes are made from, one unit per dot of the head.
// Text enters escaped and nothing else from outside does.
import { encode } from 'uqr';
import { isBlack, type Dots } from './dots.ts';
import { CODE_CORRECTION, isLine, paperDots, type Code, type Line, type Paper, type Piece } from './lines.ts';

const MARGIN = 24;
const COLUMN_DOTS = 12;
const TYPE_DOTS = 24;
/** What a printer feeds for a line of ordinary type. */
const LINE_DOTS = 30;
/** Where letters stand in their cell, as a share of its height. */
const BASELINE = 0.77;
const CODE_SPACE = 6;

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

type Drawn = { svg: string; height: number };

export function receiptPicture(pieces: Piece[], paper: Paper): string {
  const width = paperDots(paper);
  const drawn: string[] = [];
  let top = MARGIN;
  for (const piece of pieces) {
    const { svg, height } = draw(piece, width, top);
    if (svg !== '') drawn.push(svg);
    top += height;
  }
  const [outer, total] = [width + 2 * MARGIN, top + MARGIN];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${outer} ${total}" width="${outer}" height="${total}">`,
    `<rect width="${outer}" height="${total}" fill="#fff"/>`,
    `<g transform="translate(${MARGIN} 0)" font-family="'DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,monospace">`,
    ...drawn,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function draw(piece: Piece, width: number, top: number): Drawn {
  if (isLine(piece)) return drawLine(piece, width, top);
  return piece.kind === 'code' ? drawCode(piece, width, top) : drawDots(piece.dots, width, top);
}

function drawLine(line: Line, paperWidth: number, top: number): Drawn {
  const typeHeight = TYPE_DOTS * line.height;
  const height = Math.max(LINE_DOTS, typeHeight);
  const width = Array.from(line.text).length * COLUMN_DOTS * line.width;
  const x = line.align === 'center' ? (paperWidth - width) / 2 : 0;
  if (line.text === '') return { svg: '', height };
  const box = line.invert ? `<rect x="${x}" y="${top}" width="${width}" height="${typeHeight}"/>` : '';
  const look = `${line.bold ? ' font-weight="700"' : ''}${line.invert ? ' fill="#fff"' : ''}`;
  const size = `font-size="20" textLength="${width / line.width}" lengthAdjust="spacingAndGlyphs"`;
  const at = `translate(${x} ${top + typeHeight * BASELINE})`;
  const scale = line.width === 1 && line.height === 1 ? '' : ` scale(${line.width} ${line.height})`;
  const svg = `${box}<text transform="${at}${scale}" ${size} xml:space="preserve"${look}>${escape(line.text)}</text>`;
  return { svg, height };
}

function drawCode({ content, cellDots }: Code, paperWidth: number, top: number): Drawn {
  const { data, size } = encode(content, { ecc: CODE_CORRECTION, border: 0 });
  const left = Math.floor((paperWidth - size * cellDots) / 2);
  const isDark = (x: number, y: number): boolean => data[y]?.[x] === true;
  const cells = runs(size, size, isDark);
  return {
    svg: `<path shape-rendering="crispEdges" transform="translate(${left} ${top + CODE_SPACE}) scale(${cellDots})" d="${cells}"/>`,
    height: size * cellDots + 2 * CODE_SPACE,
  };
}

function drawDots(dots: Dots, paperWidth: number, top: number): Drawn {
  const left = Math.floor((paperWidth - dots.widthDots) / 2);
  const black = runs(dots.widthDots, dots.heightDots, (x, y) => isBlack(dots, x, y));
  return {
    svg: `<path shape-rendering="crispEdges" transform="translate(${left} ${top})" d="${black}"/>`,
    height: dots.heightDots,
  };
}

/** One bar for each run of dark cells in a row. */
function runs(width: number, height: number, isDark: (x: number, y: number) => boolean): string {
  let path = '';
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isDark(x, y)) continue;
      const from = x;
      while (x < width && isDark(x, y)) x += 1;
      path += `M${from} ${y}h${x - from}v1h-${x - from}z`;
    }
  }
  return path;
}
