// A slip as plain text, one line of paper per line of text: for previews and for tests that a person can read.
import type { Line, Paper } from './lines.ts';

/** The words where they stand on the paper; the size of type does not show. */
export function paperText(lines: Line[], paper: Paper): string {
  return lines
    .map((line) => ' '.repeat(line.align === 'center' ? margin(line, paper) : 0) + line.text.trimEnd())
    .join('\n');
}

const margin = (line: Line, paper: Paper): number =>
  Math.max(0, Math.floor((paper.columns - line.text.length * line.width) / 2));
