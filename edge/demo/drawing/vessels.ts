// What food is served in: glasses with layers, bowls, boats, dishes.
import { type Svg, COLORS, darker, lighter, n, ellipse, path, line, at, clipped } from './canvas.ts';
import { crumbs } from './toppings.ts';

/** A layer in a glass: its colour, its share of the height, and what is seen in it through the glass. */
export type Layer = { color: string; share: number; bits?: readonly string[] };

const wave = (y: number): string => `M100 ${n(y)} q24 -9 48 0 t48 0 t48 0 t48 0 t48 0 t48 0 V330 H100 Z`;

function layersBetween(top: number, bottom: number, layers: readonly Layer[], width: number): Svg {
  const whole = layers.reduce((sum, layer) => sum + layer.share, 0);
  let y = top;
  return layers
    .map((layer, index) => {
      const from = y;
      y += ((bottom - top) * layer.share) / whole;
      const bits = layer.bits
        ? crumbs(240, (from + y) / 2 + 2, width / 2, (y - from) / 2, layer.bits, 46, 11 + index, 4.5)
        : '';
      return (
        path(wave(from), layer.color) +
        path(
          `M100 ${n(from + 7)} q24 -9 48 0 t48 0 t48 0 t48 0 t48 0 t48 0 v5 q-24 -9 -48 0 t-48 0 t-48 0 t-48 0 t-48 0 t-48 0 Z`,
          lighter(layer.color, 0.3),
          'opacity=".5"',
        ) +
        bits
      );
    })
    .join('');
}

export const shine = (d: string, width = 7): Svg => line(d, '#ffffff', width, 'opacity=".55"');

/** The ice-cream parlour's goblet. Layers from top to bottom; what stands on it is drawn before, for the rim is in front. */
export function goblet(layers: readonly Layer[]): Svg {
  const bowl = 'M156 136 C158 206 186 262 224 274 H256 C294 262 322 206 324 136 Z';
  return (
    path('M234 270 h12 l4 36 q34 4 40 16 h-100 q6 -12 40 -16 Z', '#ffffff', 'opacity=".75"') +
    ellipse(240, 322, 50, 6, '#d9e6ea') +
    ellipse(240, 320, 50, 5, '#f4fafb') +
    path(bowl, '#f4fafb') +
    clipped(
      'goblet',
      'M161 138 C163 204 190 258 226 269 H254 C290 258 317 204 319 138 Z',
      layersBetween(138, 270, layers, 150) +
        path('M330 120 Q318 230 250 276 H340 Z', '#2a0a1e', 'opacity=".12"'),
    ) +
    shine('M176 152 Q180 206 206 242') +
    shine('M190 156 Q192 180 198 198', 3) +
    line('M156 136 H324', '#ffffff', 5, 'opacity=".85"')
  );
}

/** A straight cup of clear plastic, wider at the rim: how açaí goes over the counter. */
export function tumbler(layers: readonly Layer[], top = 130): Svg {
  const wall = `M170 ${top} H310 L294 308 Q292 320 280 320 H200 Q188 320 186 308 Z`;
  return (
    path(wall, '#f4fafb') +
    clipped(
      'tumbler',
      `M175 ${top + 2} H305 L289.5 306 Q288 315 279 315 H201 Q192 315 190.5 306 Z`,
      layersBetween(top + 2, 318, layers, 118) +
        path(`M312 ${top} L296 320 H262 Q284 240 284 ${top} Z`, '#2a0a1e', 'opacity=".1"'),
    ) +
    shine(`M190 ${top + 18} L201 ${top + 128}`) +
    shine(`M204 ${top + 20} L208 ${top + 62}`, 3) +
    `<rect x="163" y="${top - 6}" width="154" height="11" rx="5.5" fill="#ffffff" opacity=".92"/>`
  );
}

/** A tall glass on a foot: shakes. */
export function shakeGlass(color: string, drip: string): Svg {
  const wall = 'M186 128 H294 L280 296 Q279 304 270 304 H210 Q201 304 200 296 Z';
  return (
    path('M214 302 H266 Q272 316 292 322 H188 Q208 316 214 302 Z', '#f4fafb') +
    ellipse(240, 322, 52, 5, '#d9e6ea') +
    path(wall, '#f4fafb') +
    clipped(
      'shake',
      'M191 130 H289 L275.5 294 Q275 299 269 299 H211 Q205 299 204.5 294 Z',
      path('M180 130 H300 V310 H180 Z', color) +
        path(
          'M180 126 H300 V150 c0 40 -14 40 -14 6 c0 -8 -9 -8 -9 0 c0 60 -16 60 -16 4 c0 -8 -9 -8 -9 0 c0 36 -14 36 -14 0 c0 -8 -9 -8 -9 0 c0 52 -16 52 -16 -4 c0 -8 -9 -8 -9 0 c0 30 -14 30 -14 -6 Z',
          drip,
          'opacity=".85"',
        ) +
        path('M300 120 L280 310 H256 Q270 220 268 120 Z', '#2a0a1e', 'opacity=".1"'),
    ) +
    shine('M203 146 L212 268') +
    line('M186 128 H294', '#ffffff', 5, 'opacity=".9"')
  );
}

/** A drinking glass of juice with ice. */
export function juiceGlass(color: string): Svg {
  const ice = (x: number, y: number, turn: number): Svg =>
    at(
      x,
      y,
      `<rect x="-17" y="-17" width="34" height="34" rx="7" fill="#ffffff" opacity=".38"/><rect x="-11" y="-11" width="12" height="6" rx="3" fill="#ffffff" opacity=".6"/>`,
      turn,
    );
  return (
    path('M178 104 H302 L290 308 Q289 322 276 322 H204 Q191 322 190 308 Z', '#ffffff', 'opacity=".72"') +
    clipped(
      'juice',
      'M184 126 H296 L284.5 304 Q284 315 274 315 H206 Q196 315 195.5 304 Z',
      path('M170 132 q18 -7 36 0 t36 0 t36 0 t36 0 V330 H170 Z', color) +
        path(
          'M170 140 q18 -7 36 0 t36 0 t36 0 t36 0 v6 q-18 -7 -36 0 t-36 0 t-36 0 t-36 0 Z',
          lighter(color, 0.4),
          'opacity=".8"',
        ) +
        path('M310 110 L290 330 H258 Q278 220 276 110 Z', darker(color, 0.2), 'opacity=".35"') +
        ice(218, 166, 14) +
        ice(262, 182, -22) +
        ice(228, 214, 38),
    ) +
    shine('M196 122 L206 270') +
    line('M178 104 H302', '#ffffff', 5, 'opacity=".95"')
  );
}

export const straw = (x: number, y: number, color: string, turn = 12, length = 190): Svg =>
  at(
    x,
    y,
    `<rect x="-5.5" y="${-length}" width="11" height="${length}" rx="5" fill="${color}"/><rect x="1" y="${-length}" width="4.5" height="${length}" rx="2" fill="${darker(color, 0.18)}"/>` +
      Array.from({ length: Math.floor(length / 22) }, (_, index) =>
        line(
          `M-4.5 ${-length + 14 + index * 22} L4.5 ${-length + 8 + index * 22}`,
          '#ffffff',
          3.5,
          'opacity=".75"',
        ),
      ).join(''),
    turn,
  );

/** A ceramic bowl. What is heaped in it is drawn before: the front wall hides its foot. */
export const bowlFront = (color: string): Svg =>
  path('M112 214 H368 C364 276 318 318 240 318 C162 318 116 276 112 214 Z', color) +
  path('M368 214 C364 276 318 318 240 318 Q226 318 213 316 C300 308 336 262 340 214 Z', darker(color, 0.16)) +
  line('M134 234 Q146 274 184 294', lighter(color, 0.55), 7, 'opacity=".7"') +
  `<rect x="196" y="312" width="88" height="12" rx="6" fill="${darker(color, 0.25)}"/>`;

export const bowlBack = (color: string, filling: string): Svg =>
  ellipse(240, 214, 128, 34, darker(color, 0.3)) + ellipse(240, 216, 118, 28, filling);

/** A long boat of wood. */
export const boat = (): Svg =>
  path('M44 220 Q240 250 436 220 Q420 308 356 316 H124 Q60 308 44 220 Z', COLORS.wood) +
  path('M436 220 Q420 308 356 316 H250 Q386 300 412 224 Z', darker(COLORS.wood, 0.2)) +
  line('M64 246 Q240 276 416 246 M82 274 Q240 300 398 274', darker(COLORS.wood, 0.26), 2.5, 'opacity=".7"') +
  line('M62 236 Q70 262 86 280', lighter(COLORS.wood, 0.5), 6, 'opacity=".6"');

export const boatBack = (filling: string): Svg =>
  ellipse(240, 222, 196, 30, darker(COLORS.wood, 0.35)) + ellipse(240, 224, 184, 24, filling);

/** The long glass dish of a banana split. */
export const dish = (): Svg =>
  path('M70 226 Q240 262 410 226 Q396 292 330 300 H150 Q84 292 70 226 Z', '#ffffff', 'opacity=".8"') +
  path('M410 226 Q396 292 330 300 H230 Q366 288 384 232 Z', '#bcd4da', 'opacity=".55"') +
  line('M92 244 Q102 270 128 284', '#ffffff', 7, 'opacity=".9"') +
  path('M196 299 H284 Q290 314 316 322 H164 Q190 314 196 299 Z', '#eef6f8') +
  ellipse(240, 322, 76, 5, '#d9e6ea') +
  line('M70 226 Q240 262 410 226', '#ffffff', 5);

export const plate = (): Svg =>
  ellipse(240, 300, 176, 30, '#e8dccb') +
  ellipse(240, 294, 176, 30, '#ffffff') +
  ellipse(240, 293, 128, 19, '#f6eee2');
