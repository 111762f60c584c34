// The shop's logo as dots, made once per picture. A slip without its logo is still a slip: whatever goes wrong here is
// logged and the slip comes out without.
import type { Dots } from './receipt/dots.ts';
import { dotsOfGrey } from './receipt/dots.ts';
import type { PrintLog } from './health.ts';

export type LogoSource = {
  /** Names the picture; null when the shop has none. */
  hash: () => string | null;
  /** In eight-bit grey, black and white already, no wider than 58 mm paper. */
  read: (hash: string) => Promise<{ pixels: Uint8Array; width: number; height: number } | null>;
};

export function createLogo(source: LogoSource, log: PrintLog): () => Promise<Dots | null> {
  let cached: { hash: string; dots: Promise<Dots | null> } | null = null;

  async function renderLogo(hash: string): Promise<Dots | null> {
    try {
      const image = await source.read(hash);
      return image && dotsOfGrey(image.pixels, image.width, image.height);
    } catch (error) {
      log.error({ logo: hash, err: error }, 'the logo cannot be printed');
      return null;
    }
  }

  return () => {
    const hash = source.hash();
    if (hash === null) return Promise.resolve(null);
    if (cached?.hash !== hash) cached = { hash, dots: renderLogo(hash) };
    return cached.dots;
  };
}
