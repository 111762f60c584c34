// Pictures by content address, the same on both hosts: which variants exist, which one a browser gets, what the relay copies.
//
// `GET /api/images/:hash?w=320`           for browsers, on store and relay: the variant that `chooseVariant` names, cached for ever.
// `GET /link/images/:hash`                for the relay: an `ImageListing`; asking makes every variant that was not made yet.
// `GET /link/images/:hash/:variant`       for the relay: the raw bytes of one variant, with their SHA-256 as `content-digest`
//                                         (RFC 9530); makes no other variant, so this is the one to ask on a visitor's behalf.
// `:hash` is the SHA-256 of the `master` variant, so a copy proves itself.
import { z } from 'zod';

/** SHA-256 in lower-case hex. */
export const ImageHash = z.string().regex(/^[0-9a-f]{64}$/);

/** Best first. PNG is for whoever names neither of the others. */
export const IMAGE_FORMATS = ['avif', 'webp', 'png'] as const;
/** In pixels of a logo beside the shop's name, of a card and of a wide phone; narrowest first. An image that is narrower stays as it is. */
export const IMAGE_WIDTHS = [128, 320, 960] as const;

/** A format by name. */
export type ImageFormat = (typeof IMAGE_FORMATS)[number];
/** A variant for browsers: format and width. */
export type WebVariant = `${ImageFormat}-${(typeof IMAGE_WIDTHS)[number]}`;
/** `master`: what every other variant is made from. `print`: black on white for the receipt printer, never copied. */
export type ImageVariant = 'master' | 'print' | WebVariant;

/** Every variant that a browser can be given. */
export const WEB_VARIANTS: readonly WebVariant[] = IMAGE_FORMATS.flatMap((format) =>
  IMAGE_WIDTHS.map((width): WebVariant => `${format}-${width}`),
);
/** What the relay keeps of every image. */
export const COPIED_VARIANTS: readonly ImageVariant[] = ['master', ...WEB_VARIANTS];

/** `GET /link/images/:hash`. */
export const ImageListing = z.object({
  hash: ImageHash,
  variants: z.array(
    z.object({
      variant: z.enum(['master', ...WEB_VARIANTS]),
      mediaType: z.enum(['image/avif', 'image/webp', 'image/png']),
      size: z.number().int().positive(),
      sha256: ImageHash,
    }),
  ),
});
export type ImageListing = z.infer<typeof ImageListing>;

/** What `Content-Type` says of each format. */
export const MEDIA_TYPES = {
  avif: 'image/avif',
  webp: 'image/webp',
  png: 'image/png',
} as const satisfies Record<ImageFormat, string>;

/**
 * The variant for a browser's `Accept` and the `?w=` it asked for, in pixels: the best format that it names,
 * the narrowest width that fills the place. Without a width, or with nonsense, the widest.
 */
export function chooseVariant(accept: string, width: string | undefined): WebVariant {
  const accepted = new Set(
    accept
      .toLowerCase()
      .split(',')
      .map((range) => range.split(';').map((part) => part.trim()))
      .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
      .map(([type]) => type),
  );
  const format = IMAGE_FORMATS.find((one) => accepted.has(MEDIA_TYPES[one])) ?? 'png';
  const wanted = /^\d{1,5}$/.test(width ?? '') ? Number(width) : Number.POSITIVE_INFINITY;
  const [, , widest] = IMAGE_WIDTHS;
  return `${format}-${IMAGE_WIDTHS.find((width) => wanted <= width) ?? widest}`;
}

/** What a relay asks for instead, of a store of an older release that does not make this one; null where every release makes it. */
export function standInFor(variant: WebVariant): WebVariant | null {
  const [format, width] = variant.split('-') as [ImageFormat, string];
  return width === '128' ? `${format}-320` : null;
}

/** What goes with the bytes of one variant: for ever, but by `Accept`; never run, never sniffed. */
export const imageHeaders = (
  hash: string,
  variant: WebVariant,
  mediaType: string,
): { etag: string } & Record<string, string> => ({
  'content-type': mediaType,
  'cache-control': 'public, max-age=31536000, immutable',
  etag: `"${hash.slice(0, 22)}-${variant}"`,
  vary: 'accept',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
});
