// How large numbers may stand on the TV so that all of them are seen.

/** In em of the display face: a digit, what stands between two numbers, a line. */
const DIGIT_EM = 0.64;
export const GAP_EM = 0.45;
const LINE_EM = 1.12;

type Box = { width: number; height: number };

/** The columns and the size in pixels with which `count` numbers of so many digits fill the box, none larger than `max`. */
export function fitNumbers(
  count: number,
  digits: number,
  { width, height }: Box,
  max: number,
  { gap = GAP_EM, line = LINE_EM }: { gap?: number; line?: number } = {},
): { columns: number; size: number } {
  let best = { columns: 1, size: 0 };
  for (let columns = 1; columns <= count; columns += 1) {
    const wide = width / columns / (digits * DIGIT_EM + gap);
    const high = height / Math.ceil(count / columns) / line;
    const size = Math.min(max, wide, high);
    // Where both are as large as may be, beside each other is read like a line.
    if (size >= best.size) best = { columns, size };
  }
  return best;
}
