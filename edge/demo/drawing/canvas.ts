// The drawing table: colours, the sheet that every picture lies on, and the hand that scatters crumbs the same way each time.
// Pictures are text: no fonts, no links, nothing outside the file.

export type Svg = string;

export const COLORS = {
  acai: '#4a1259',
  acaiLight: '#7a2f8f',
  cream: '#fff3dc',
  leaf: '#3f8f3f',
  leafDark: '#2b6a30',
  guarana: '#e2521d',
  banana: '#ffd65c',
  strawberry: '#d7263d',
  chocolate: '#4e2a1a',
  caramel: '#c77a1f',
  wood: '#b9783f',
} as const;

/** `amount` of `other` (0–1) in `color`. */
export function mix(color: string, other: string, amount: number): string {
  const channel = (from: number): string => {
    const [a, b] = [color, other].map((one) => Number.parseInt(one.slice(from, from + 2), 16)) as [
      number,
      number,
    ];
    return Math.round(a + (b - a) * amount)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

export const darker = (color: string, amount = 0.22): string => mix(color, '#2a0a1e', amount);
export const lighter = (color: string, amount = 0.35): string => mix(color, '#ffffff', amount);

/** Whole tenths: a picture need not be finer. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

export const circle = (x: number, y: number, r: number, fill: string, more = ''): Svg =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`;
export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): Svg =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`;
export const path = (d: string, fill: string, more = ''): Svg => `<path d="${d}" fill="${fill}" ${more}/>`;
export const line = (d: string, color: string, width: number, more = ''): Svg =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
/** Moved to x, y, turned and scaled; what is inside is drawn around 0, 0. */
export const at = (x: number, y: number, inside: Svg, turn = 0, scale = 1): Svg =>
  `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${scale})">${inside}</g>`;

/** Draws `inside` only where `shape` (a path) is. `id` is unique in its picture. */
export const clipped = (id: string, shape: string, inside: Svg): Svg =>
  `<clipPath id="${id}"><path d="${shape}"/></clipPath><g clip-path="url(#${id})">${inside}</g>`;

/** Numbers in [0, 1) that are the same for the same seed: a picture must keep its content address. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** Backgrounds by kind of product, so that a page of pictures has a rhythm. */
export const TONES = {
  sun: ['#ffe6a8', '#ffefc6'],
  rose: ['#fbd3cf', '#fde3df'],
  lilac: ['#e6d2ee', '#f0e2f5'],
  mint: ['#cfe6c8', '#e0f0da'],
  sky: ['#cbe4ea', '#def0f3'],
  sand: ['#f3ddc0', '#f9ead4'],
  plum: ['#5a1a6e', '#6d2a82'],
} as const;
export type Tone = keyof typeof TONES;

export const WIDTH = 480;
export const HEIGHT = 360;

/** The sheet of a product picture, 4:3: warm paper, a round of light, a table edge and the shadow that things stand in. */
export function scene(tone: Tone, shadowWidth: number, ...parts: Svg[]): Svg {
  const [back, light] = TONES[tone];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="720" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${back}"/>` +
    circle(240, 168, 158, light) +
    path(`M0 292 Q120 284 240 290 T480 288 V360 H0 Z`, darker(back, 0.1)) +
    ellipse(240, 324, shadowWidth, 12, darker(back, 0.3), 'opacity=".55"') +
    parts.join('') +
    '</svg>'
  );
}

/** The same things, larger, standing where they stood. */
export const closer = (scale: number, ...parts: Svg[]): Svg =>
  `<g transform="translate(240 322) scale(${scale}) translate(-240 -322)">${parts.join('')}</g>`;
