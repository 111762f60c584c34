// A picture as a thermal head knows it: black dots and white ones. Knows nothing of file formats.

/** Rows from the top, each padded to whole bytes; the most significant bit is left, 1 is black. */
export type Dots = { widthDots: number; heightDots: number; rows: Uint8Array };

/** Eight-bit grey to dots; what is darker than the middle is black. */
export function dotsOfGrey(grey: Uint8Array, width: number, height: number): Dots {
  const bytesWide = Math.ceil(width / 8);
  const rows = new Uint8Array(bytesWide * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((grey[y * width + x] ?? 255) >= 128) continue;
      const byteIndex = y * bytesWide + (x >> 3);
      rows[byteIndex] = (rows[byteIndex] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return { widthDots: width, heightDots: height, rows };
}

export const isBlack = ({ widthDots, rows }: Dots, x: number, y: number): boolean =>
  ((rows[y * Math.ceil(widthDots / 8) + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
