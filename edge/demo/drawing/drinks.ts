// Pictures of shakes and drinks, by product.
import { type Svg, COLORS, scene, closer } from './canvas.ts';
import { strawberry, orangeSlice, blueberry, cherry, mint } from './fruit.ts';
import { waterBottle, can, greenCoconut } from './packs.ts';
import { crumbs, GRANOLA, CHOCOLATE_BITS, CONFETTI, sprinkles, whipped } from './toppings.ts';
import { shakeGlass, juiceGlass, straw } from './vessels.ts';

export const DRINK_PICTURES: Record<string, () => Svg> = {
  'milk-shake-acai': () =>
    scene(
      'lilac',
      92,
      straw(270, 116, COLORS.guarana, 14, 100),
      whipped(240, 132, 0.98),
      crumbs(240, 100, 36, 18, GRANOLA, 26, 3, 4),
      blueberry(246, 62, 1.1),
      mint(226, 66, 0.55, -30),
      shakeGlass('#8a4a9e', COLORS.acai),
    ),
  'milk-shake-morango': () =>
    scene(
      'rose',
      92,
      straw(270, 116, '#d7263d', 14, 100),
      whipped(240, 132, 0.98),
      sprinkles(240, 100, 34, 18, CONFETTI, 20, 5, 6),
      strawberry(240, 52, 0.95, 8),
      shakeGlass('#f5a3b0', '#c21f3a'),
    ),
  'milk-shake-ovomalte': () =>
    scene(
      'sand',
      92,
      straw(270, 116, COLORS.leaf, 14, 100),
      whipped(240, 132, 0.98),
      crumbs(240, 98, 36, 22, CHOCOLATE_BITS, 34, 6, 4),
      cherry(240, 52, 0.85),
      shakeGlass('#d9b38c', COLORS.chocolate),
    ),
  'suco-laranja': () =>
    scene(
      'sun',
      84,
      closer(
        1.08,
        straw(262, 140, COLORS.leaf, 12, 110),
        juiceGlass('#f9a11b'),
        orangeSlice(184, 106, 1.35, 10),
      ),
    ),
  'suco-abacaxi-hortela': () =>
    scene(
      'mint',
      84,
      closer(
        1.12,
        straw(262, 140, COLORS.guarana, 12, 110),
        mint(206, 110, 1.15, -18),
        mint(230, 116, 0.95, 12),
        juiceGlass('#f2dd6e'),
        mint(226, 196, 0.5, 50),
        mint(262, 246, 0.5, -60),
      ),
    ),
  'guarana-lata': () => scene('mint', 76, closer(1.16, can('#2f8a45', COLORS.guarana))),
  'agua-de-coco': () =>
    scene('sky', 116, closer(1.12, greenCoconut(), straw(252, 126, COLORS.guarana, 16, 92))),
  'agua-mineral': () => scene('sky', 78, closer(1.08, waterBottle('#2f7fb5', false))),
  'agua-com-gas': () => scene('mint', 78, closer(1.08, waterBottle('#2f8f6b', true))),
};
