// A slip as plain text, one line of paper per line of text: for previews and for tests that a person can read.
import { isLine, type Line, type Paper, type Piece } from './lines.ts';

/** The words where they stand on the paper; the size of type does not show. */
export function paperText(pieces: Piece[], paper: Paper): string {
  return pieces
    .map((piece) =>
      isLine(piece) ? lineText(piece, paper) : piece.kind === 'code' ? `[QR ${piece.content}]` : '[imagem]',
    )
    .join('\n');
}

const lineText = (line: Line, paper: Paper): string =>
  ' '.repeat(line.align === 'center' ? margin(line, paper) : 0) + line.text.trimEnd();

const margin = (line: Line, paper: Paper): number =>
  Math.max(0, Math.floor((paper.columns - line.text.length * line.width) / 2));
