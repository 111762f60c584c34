// Pictures of what is sold by the tub and the box, by product.
import { type Svg, COLORS, circle, ellipse, path, line, at, scene, closer } from './canvas.ts';
import { strawberry } from './fruit.ts';
import { tub, bag, sauceBottle, popsicle } from './packs.ts';
import { crumbs, GRANOLA, PACOCA, sauce, scoop, ICE } from './toppings.ts';

/** A cluster of açaí berries with their leaf. */
const berries = (scale = 1): Svg =>
  at(
    0,
    0,
    [
      [-15, 4],
      [13, 8],
      [-1, 20],
      [-2, -11],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 12.5, COLORS.acai) + ellipse(x - 4, y - 4, 3.6, 2.6, '#a874bb'))
      .join('') +
      path('M6 -18 Q14 -42 42 -36 Q38 -12 6 -18 Z', COLORS.leaf) +
      line('M8 -19 Q22 -28 36 -33', COLORS.leafDark, 2),
    0,
    scale,
  );

/** An empty cone, its tip at 0, 0. */
function cone(): Svg {
  const lines = [-44, -22, 0, 22, 44]
    .map((x) => `M${x} -150 L${x * 0.1 + 6} 0 M${-x} -150 L${x * 0.2} -60`)
    .join(' ');
  return (
    path('M-52 -156 H52 L5 -3 Q0 4 -5 -3 Z', '#dca15a') +
    path('M52 -156 L5 -3 Q2 2 0 1 L20 -156 Z', '#c4853f') +
    line(`${lines} M-44 -128 H44 M-36 -100 H36 M-27 -72 H27 M-18 -44 H18`, '#9a6128', 2, 'opacity=".75"') +
    ellipse(0, -158, 58, 15, '#e8b573') +
    ellipse(0, -158, 47, 10, '#8a5423')
  );
}

export const WHOLESALE_PICTURES: Record<string, () => Svg> = {
  'atacado-acai-tradicional': () =>
    scene('lilac', 120, closer(1.22, tub(COLORS.acai, COLORS.leafDark, berries(0.95)))),
  'atacado-acai-premium': () =>
    scene(
      'rose',
      120,
      closer(1.22, tub('#6a1f4f', COLORS.guarana, at(-26, 4, berries(0.8)) + strawberry(34, 2, 1.15, 12))),
    ),
  'atacado-cupuacu': () =>
    scene(
      'sun',
      120,
      closer(
        1.22,
        tub(
          '#fbe9bd',
          COLORS.wood,
          ellipse(-10, 4, 40, 25, '#8a5a32', 'transform="rotate(-18 -10 4)"') +
            ellipse(20, 6, 27, 22, '#fffaf0') +
            ellipse(14, 2, 7, 5, '#5a3a20') +
            ellipse(27, 10, 6, 5, '#5a3a20') +
            path('M-40 -14 q-2 -22 18 -26 q10 18 -18 26 Z', COLORS.leaf),
        ),
      ),
    ),
  'atacado-sorvete-massa': () =>
    scene(
      'sky',
      165,
      closer(
        1.16,
        tub('#f5a3b0', '#c8465e', scoop(0, 6, 28, ICE.strawberry, 'p1'), 150, 322, 0.74),
        tub('#fbe6b0', '#d9a53a', scoop(0, 6, 28, ICE.vanilla, 'p2'), 330, 322, 0.74),
        tub('#7b4a32', COLORS.chocolate, scoop(0, 6, 28, ICE.chocolate, 'p3'), 240, 328, 0.86),
      ),
    ),
  'atacado-sorvete-premium': () =>
    scene(
      'plum',
      120,
      closer(
        1.22,
        tub(
          '#2b1733',
          '#d9b04c',
          scoop(-24, 8, 25, '#b9cf8a', 'p1') +
            scoop(24, 8, 25, ICE.caramel, 'p2') +
            scoop(0, -18, 25, ICE.milk, 'p3') +
            sauce(0, -18, 25, COLORS.caramel),
        ),
      ),
    ),
  'atacado-picole-fruta': () =>
    scene(
      'sun',
      150,
      closer(
        1.1,
        popsicle(140, 190, '#f58aa0', -14),
        popsicle(340, 190, '#8cc63f', 14),
        popsicle(240, 178, '#f9a11b', 0),
      ),
    ),
  'atacado-picole-cremoso': () =>
    scene(
      'sand',
      130,
      closer(
        1.14,
        popsicle(176, 188, ICE.milk, -12, '#c21f3a'),
        popsicle(304, 182, ICE.caramel, 10, COLORS.chocolate),
        crumbs(302, 124, 32, 30, PACOCA, 26, 8, 3.6),
      ),
    ),
  'atacado-granola': () =>
    scene('mint', 110, closer(1.1, bag('#e8b04a'), at(372, 312, crumbs(0, 0, 34, 7, GRANOLA, 40, 3, 5)))),
  'atacado-caldas': () =>
    scene(
      'rose',
      150,
      sauceBottle(150, '#c21f3a', 0.92),
      sauceBottle(330, COLORS.caramel, 0.92),
      sauceBottle(240, COLORS.chocolate),
    ),
  'atacado-casquinhas': () =>
    scene(
      'sand',
      130,
      closer(1.3, at(160, 316, cone(), -16), at(320, 316, cone(), 16), at(240, 322, cone())),
    ),
};
