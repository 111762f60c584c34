// The demo shop's pictures, drawn as text and named by the product (or 'logo') that they show.
// Rasterised by the same way in as any upload: nothing here is served as it is.
import type { Svg } from './drawing/canvas.ts';
import { CUP_PICTURES } from './drawing/cups.ts';
import { DRINK_PICTURES } from './drawing/drinks.ts';
import { logo } from './drawing/logo.ts';
import { WHOLESALE_PICTURES } from './drawing/wholesale.ts';

/** Every picture by the id of the entry that shows it. */
export const PICTURES: Readonly<Record<string, () => Svg>> = {
  logo,
  ...CUP_PICTURES,
  ...DRINK_PICTURES,
  ...WHOLESALE_PICTURES,
};
