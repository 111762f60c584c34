// Pixels in, pixels out: opens a picture within bounds and makes the variants that pages ask for. Nothing of the file
// that was sent survives but its pixels: no scripts, no metadata, no place where a photo was taken. Only the process for pictures loads this.
import sharp, { type Sharp } from 'sharp';
import {
  IMAGE_WIDTHS,
  MEDIA_TYPES,
  type ImageFormat,
  type ImageVariant,
} from '@balcao/shared/http/images.ts';
import type { Encoded, Grey } from './picture-job.ts';
import type { SourceFormat } from './sniff.ts';

const PIXELS_MAX = 40_000_000;
const MASTER_SIDE_MAX = 1600;
/** A drawing has no size of its own: it is rasterised so that its longer side comes out like this. */
const DRAWING_SIDE = 1280;
const SECONDS_MAX = 20;
/** 80 mm paper at 203 dpi is 576 dots wide; a logo need not fill it. */
const PRINT_WIDTH = 384;
const PRINT_HEIGHT = 200;
/** Paper knows black and white: what is lighter than this stays white. */
const PRINT_THRESHOLD = 150;

// One thread per picture and no cache of operations: on a Pi the memory and the cores belong to orders.
sharp.cache(false);
sharp.concurrency(1);

export class TooManyPixels extends Error {}

/** Decodes a picture and brings it into the one form that is kept. Throws on whatever cannot be decoded. */
export async function encodeMaster(bytes: Uint8Array, format: SourceFormat): Promise<Buffer> {
  const options = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const;
  const { width, height } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
  if (width * height > PIXELS_MAX) throw new TooManyPixels(`${width} × ${height} pixels`);
  const source =
    format === 'svg'
      ? sharp(bytes, { ...options, density: densityFor(width, height) })
      : sharp(bytes, options).autoOrient();
  const resized = bounded(source.timeout({ seconds: SECONDS_MAX }), MASTER_SIDE_MAX, MASTER_SIDE_MAX);
  return resized.webp({ quality: 90, alphaQuality: 95, effort: 2, smartSubsample: true }).toBuffer();
}

// SVG units are 1/72 inch to the rasteriser.
const densityFor = (width: number, height: number): number =>
  Math.min(7200, Math.max(1, (72 * DRAWING_SIDE) / Math.max(width, height)));

const bounded = (image: Sharp, width: number, height?: number): Sharp =>
  image.resize({ width, ...(height ? { height } : {}), fit: 'inside', withoutEnlargement: true });

/** Makes one variant from a master. */
export async function encodeVariant(
  master: Uint8Array,
  variant: Exclude<ImageVariant, 'master'>,
): Promise<Encoded> {
  const image = sharp(master).timeout({ seconds: SECONDS_MAX });
  if (variant === 'print') {
    const paper = bounded(image, PRINT_WIDTH, PRINT_HEIGHT)
      .flatten({ background: '#ffffff' })
      .threshold(PRINT_THRESHOLD);
    return { mediaType: MEDIA_TYPES.png, bytes: await paper.png({ colours: 2 }).toBuffer() };
  }
  const [format, width] = variant.split('-') as [ImageFormat, string];
  const sized = bounded(image, IMAGE_WIDTHS.find((one) => String(one) === width) ?? IMAGE_WIDTHS[0]);
  return { mediaType: MEDIA_TYPES[format], bytes: await compressed(sized, format).toBuffer() };
}

function compressed(image: Sharp, format: ImageFormat): Sharp {
  switch (format) {
    case 'avif':
      return image.avif({ quality: 55, effort: 2 });
    case 'webp':
      return image.webp({ quality: 78, effort: 4 });
    case 'png':
      return image.png({ palette: true, quality: 85, effort: 4 });
  }
}

export async function greyOf(bytes: Uint8Array): Promise<Grey> {
  const pixels = sharp(bytes).flatten({ background: '#ffffff' }).greyscale().raw();
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

/** Rejects where the library does not make one of the formats that pages ask for. */
export async function tryLibrary(): Promise<void> {
  const pixel = { width: 1, height: 1, channels: 3 as const, background: '#000' };
  for (const format of ['webp', 'avif', 'png'] as const)
    await sharp({ create: pixel }).toFormat(format).toBuffer();
}
