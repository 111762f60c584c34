// What is sold closed: bottles, cans, tubs, bags, popsicles.
import {
  type Svg,
  COLORS,
  mix,
  darker,
  lighter,
  circle,
  ellipse,
  path,
  line,
  at,
  clipped,
} from './canvas.ts';
import { crumbs, GRANOLA } from './toppings.ts';
import { shine } from './vessels.ts';

export function waterBottle(cap: string, sparkling: boolean): Svg {
  const wall =
    'M214 92 H266 C266 116 296 124 296 158 V302 Q296 320 278 320 H202 Q184 320 184 302 V158 C184 124 214 116 214 92 Z';
  const bubbles = sparkling
    ? [
        [208, 262],
        [226, 292],
        [262, 276],
        [244, 250],
        [274, 300],
        [214, 300],
        [256, 298],
      ]
        .map(([x = 0, y = 0]) => circle(x, y, 4, '#ffffff', 'opacity=".85"'))
        .join('')
    : '';
  return (
    path(wall, '#e3f3f8') +
    clipped(
      'bottle',
      wall,
      path('M170 136 q18 -7 36 0 t36 0 t36 0 t36 0 V330 H170 Z', '#a9dbec') +
        path('M310 90 V330 H268 Q280 210 264 90 Z', '#2d7f9c', 'opacity=".25"') +
        path('M170 178 H310 V242 H170 Z', cap) +
        path('M170 178 H310 V186 H170 Z M170 234 H310 V242 H170 Z', lighter(cap, 0.45)) +
        path('M222 210 q9 -20 18 -26 q9 6 18 26 q0 18 -18 18 t-18 -18 Z', '#ffffff', 'opacity=".92"') +
        bubbles,
    ) +
    shine('M200 160 V170 M200 254 V296', 8) +
    `<rect x="210" y="64" width="60" height="30" rx="7" fill="${cap}"/><rect x="244" y="64" width="26" height="30" rx="7" fill="${darker(cap, 0.2)}"/>` +
    line('M220 70 V88 M230 70 V88', lighter(cap, 0.4), 2.5)
  );
}

export function can(color: string, accent: string): Svg {
  const wall = 'M186 112 Q186 98 200 96 H280 Q294 98 294 112 V300 Q294 316 278 320 H202 Q186 316 186 300 Z';
  return (
    path(wall, color) +
    clipped(
      'can',
      wall,
      path('M180 250 Q220 196 300 210 V330 H180 Z', darker(color, 0.14)) +
        path('M180 266 Q226 212 300 226 V240 Q226 226 180 280 Z', accent) +
        path('M300 90 V330 H270 Q282 210 270 90 Z', '#2a0a1e', 'opacity=".16"'),
    ) +
    ellipse(240, 97, 42, 9, '#d5dde0') +
    ellipse(240, 96, 35, 6, '#b4c0c5') +
    ellipse(244, 95, 11, 3.5, '#eef3f5') +
    at(
      240,
      170,
      circle(-15, 5, 15, '#c8102e') +
        circle(15, 9, 13, '#c8102e') +
        circle(-1, -15, 14, '#d7263d') +
        [
          [-15, 5],
          [15, 9],
          [-1, -15],
        ]
          .map(([x = 0, y = 0]) => circle(x, y + 1, 7, '#fff7ec') + circle(x, y + 1, 4, '#2b1208'))
          .join('') +
        path('M2 -26 q16 -18 34 -10 q-10 18 -34 10 Z', COLORS.leaf),
    ) +
    shine('M200 120 V284', 7) +
    path('M190 300 H290 Q288 316 278 320 H202 Q192 316 190 300 Z', '#c3ced2', 'opacity=".8"')
  );
}

export const greenCoconut = (): Svg =>
  path(
    'M240 108 C326 108 358 172 346 236 C336 290 296 320 240 320 C184 320 144 290 134 236 C122 172 154 108 240 108 Z',
    '#7fae3f',
  ) +
  path(
    'M346 236 C336 290 296 320 240 320 Q218 320 200 314 C290 300 318 220 290 120 C340 136 356 184 346 236 Z',
    '#5f8a2c',
  ) +
  line('M168 160 Q150 206 166 254 M200 140 Q188 170 190 200', '#b9dc7d', 6, 'opacity=".7"') +
  ellipse(240, 122, 62, 22, '#efe2c0') +
  ellipse(240, 121, 50, 16, '#fffdf6') +
  ellipse(240, 123, 34, 9.5, '#d9eef0');

/** A wholesale tub with its label and lid; `pattern` is drawn on the label around 0, 0. */
export function tub(color: string, lid: string, pattern: Svg, x = 240, y = 322, scale = 1): Svg {
  const label = mix(color, '#fff8ec', 0.9);
  return at(
    x,
    y,
    path('M-98 -174 H98 L84 -10 Q83 0 72 0 H-72 Q-83 0 -84 -10 Z', color) +
      path('M98 -174 L84 -10 Q83 0 72 0 H24 Q52 -80 56 -174 Z', darker(color, 0.18)) +
      path('M-94.4 -128 H94.4 L86.6 -36 H-86.6 Z', label) +
      path('M94.4 -128 L86.6 -36 H50 Q58 -84 60 -128 Z', darker(label, 0.08)) +
      path('M-94.4 -128 H94.4 L93.7 -120 H-93.7 Z M-87.3 -44 H87.3 L86.6 -36 H-86.6 Z', lid) +
      at(0, -82, pattern) +
      `<rect x="-108" y="-196" width="216" height="28" rx="9" fill="${lid}"/><rect x="44" y="-196" width="64" height="28" rx="9" fill="${darker(lid, 0.15)}"/>` +
      line('M-94 -186 H20', lighter(lid, 0.45), 4, 'opacity=".8"') +
      line('M-80 -158 L-78 -136', '#ffffff', 5, 'opacity=".45"'),
    0,
    scale,
  );
}

/** A bag standing on the counter, with a window that shows what is in it. */
export const bag = (color: string, bits: readonly string[] = GRANOLA): Svg =>
  path('M160 96 H320 L334 304 Q334 320 318 320 H162 Q146 320 146 304 Z', color) +
  path('M320 96 L334 304 Q334 320 318 320 H268 Q294 200 280 96 Z', darker(color, 0.14)) +
  path('M156 74 H324 V98 H156 Z', darker(color, 0.1)) +
  line('M160 86 H320', darker(color, 0.3), 2.5, 'stroke-dasharray="5 6"') +
  clipped(
    'bagWindow',
    'M240 146 m-58 46 a58 62 0 1 0 116 0 a58 62 0 1 0 -116 0 Z',
    path('M150 120 H330 V270 H150 Z', '#e9c48c') + crumbs(240, 192, 62, 66, bits, 190, 5, 7),
  ) +
  line('M182 192 a58 62 0 1 0 116 0 a58 62 0 1 0 -116 0', '#fff8ec', 6) +
  line('M170 116 L164 280', lighter(color, 0.6), 6, 'opacity=".55"') +
  path('M212 284 q28 -22 56 0 q-28 22 -56 0 Z', COLORS.leaf);

/** A squeeze bottle of sauce. */
export const sauceBottle = (x: number, color: string, scale = 1): Svg =>
  at(
    x,
    320,
    path('M-9 -214 L-5 -250 H5 L9 -214 Z', '#fff8ec') +
      `<rect x="-24" y="-218" width="48" height="24" rx="6" fill="#fff8ec"/><rect x="6" y="-218" width="18" height="24" rx="6" fill="#e6d8c2"/>` +
      path(
        'M-26 -194 H26 Q46 -176 46 -150 V-16 Q46 0 30 0 H-30 Q-46 0 -46 -16 V-150 Q-46 -176 -26 -194 Z',
        color,
      ) +
      path('M26 -194 Q46 -176 46 -150 V-16 Q46 0 30 0 H8 Q24 -90 10 -194 Z', darker(color, 0.2)) +
      `<rect x="-46" y="-124" width="92" height="74" fill="#fff8ec"/><rect x="22" y="-124" width="24" height="74" fill="#eaddc9"/>` +
      path('M0 -114 Q22 -86 14 -72 Q0 -56 -14 -72 Q-22 -86 0 -114 Z', color) +
      line('M-32 -166 V-136 M-32 -36 V-20', lighter(color, 0.6), 6, 'opacity=".7"'),
    0,
    scale,
  );

/** A popsicle on its stick, its middle at x, y. `bite` leaves a corner missing. */
export const popsicle = (
  x: number,
  y: number,
  color: string,
  turn: number,
  coat: string | null = null,
): Svg =>
  at(
    x,
    y,
    `<rect x="-9" y="60" width="18" height="62" rx="8" fill="#e2b877"/><rect x="1" y="60" width="8" height="62" rx="4" fill="#c99a55"/>` +
      path('M-42 70 V-52 Q-42 -96 0 -96 Q42 -96 42 -52 V70 Q42 80 32 80 H-32 Q-42 80 -42 70 Z', color) +
      path('M42 -52 V70 Q42 80 32 80 H6 Q22 0 14 -94 Q42 -86 42 -52 Z', darker(color, 0.16)) +
      (coat
        ? path(
            'M-42 10 V-52 Q-42 -96 0 -96 Q42 -96 42 -52 V22 q-7 16 -14 0 t-14 0 t-14 6 t-14 -8 t-14 4 t-14 -14 Z',
            coat,
          )
        : '') +
      line('M-17 -50 V54 M17 -50 V54', darker(coat ?? color, 0.22), 6, 'opacity=".35"') +
      line('M-31 -54 Q-30 -74 -14 -84', '#ffffff', 6, 'opacity=".6"'),
    turn,
  );
