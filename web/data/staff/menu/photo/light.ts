// The light of a photo that was taken behind a counter in the evening: stretched to black and white, and brighter or darker by hand. Pure.

/** The darkest and the brightest that count, from 0 to 255. */
type Levels = { dark: number; bright: number };

/** As it was taken. */
export const AS_TAKEN: Levels = { dark: 0, bright: 255 };

/** Of all points: a few that shine, or lie in a shadow, say nothing of the light. */
const LEFT_OUT = 0.01;
/** No further than this: a dark drink in front of a dark wall is not made grey. */
const DARK_MAX = 64;
const BRIGHT_MIN = 160;

/** What a photo's points (RGBA, one byte each) are stretched from. */
export function levelsOf(points: Uint8ClampedArray): Levels {
  const counts = new Uint32Array(256);
  for (let at = 0; at < points.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = points.subarray(at, at + 3);
    const value = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
    counts[value] = (counts[value] ?? 0) + 1;
  }
  const out = (points.length / 4) * LEFT_OUT;
  const first = (order: readonly number[]): number => {
    let seen = 0;
    return order.find((value) => (seen += counts[value] ?? 0) > out) ?? 0;
  };
  const values = Array.from({ length: 256 }, (_, value) => value);
  return {
    dark: Math.min(DARK_MAX, first(values)),
    bright: Math.max(BRIGHT_MIN, first(values.toReversed())),
  };
}

/** What each of the 256 values of a colour becomes. `light`: from −1, half as bright in the middle, to 1. */
export function lightTable({ dark, bright }: Levels, light: number): Uint8ClampedArray {
  const gamma = 2 ** -light;
  return Uint8ClampedArray.from({ length: 256 }, (_, value) => {
    const share = Math.min(1, Math.max(0, (value - dark) / (bright - dark)));
    return Math.round(255 * share ** gamma);
  });
}

/** Changes the points in place; how opaque they are stays. */
export function applyLight(points: Uint8ClampedArray, table: Uint8ClampedArray): void {
  for (let at = 0; at < points.length; at += 1) if (at % 4 !== 3) points[at] = table[points[at] ?? 0] ?? 0;
}
