// Draws an SVG in a process of its own, which is ended when it takes too long. A drawing of a few kilobytes can ask for hours of work, and
// the library that draws looks at its clock only between two strips of the picture.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { DRAWING_SIDE, PIXELS_MAX, TooManyPixels } from './encode.ts';

const MS_MAX = 30_000;
/** A picture as large as a drawing gets, not compressed at all, is a quarter of it. */
const DRAWN_BYTES_MAX = 32 * 1024 * 1024;
const TOO_MANY_PIXELS = 3;

// SVG units are 1/72 inch to the rasteriser, as in encode.ts.
const DRAW = `
const [library, pixelsMax, side] = process.argv.slice(1);
const sharp = require(library);
sharp.concurrency(1);
async function draw() {
  const pieces = [];
  for await (const piece of process.stdin) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width * height > Number(pixelsMax)) return ${TOO_MANY_PIXELS};
  const density = Math.min(7200, Math.max(1, (72 * Number(side)) / Math.max(width, height)));
  const options = { density, failOn: 'error', limitInputPixels: Number(pixelsMax) };
  process.stdout.write(await sharp(bytes, options).png({ compressionLevel: 1 }).toBuffer());
  return 0;
}
draw().then((code) => { process.exitCode = code; }, () => { process.exitCode = 1; });`;

/** The drawing as a PNG. Rejects with what cannot be drawn, or not in time. */
export function drawSvg(bytes: Uint8Array, msMax = MS_MAX): Promise<Buffer> {
  const library = createRequire(import.meta.url).resolve('sharp');
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['--no-warnings', '-e', DRAW, '--', library, String(PIXELS_MAX), String(DRAWING_SIDE)],
      { timeout: msMax, killSignal: 'SIGKILL', encoding: 'buffer', maxBuffer: DRAWN_BYTES_MAX },
      (error, drawn) => {
        if (error === null) resolve(drawn);
        else reject(error.code === TOO_MANY_PIXELS ? new TooManyPixels('an SVG of too many pixels') : error);
      },
    );
    // One that is gone before it has read everything: how it ended is told above.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(bytes);
  });
}
