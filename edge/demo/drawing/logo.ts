// The shop's badge.
import { type Svg, COLORS, darker, circle, path, at } from './canvas.ts';
import { strawberry, bananaSlice, blueberry, mint } from './fruit.ts';

/** The shop's badge: a cup of açaí under a leaf. Round on nothing, so that it stands on any page and on paper. */
export const logo = (): Svg =>
  '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 256 256">' +
  circle(128, 128, 124, COLORS.acai) +
  circle(128, 128, 112, 'none', `stroke="${COLORS.banana}" stroke-width="4"`) +
  circle(128, 128, 104, '#5f1c73') +
  path('M78 122 H178 L164 204 Q162 214 152 214 H104 Q94 214 92 204 Z', COLORS.cream) +
  path('M178 122 L164 204 Q162 214 152 214 H132 Q150 170 150 122 Z', darker(COLORS.cream, 0.12)) +
  path('M83 148 H173.6 L170 170 H86.6 Z', COLORS.acaiLight) +
  path('M86.6 170 H170 L166.5 190 H89.5 Z', COLORS.banana) +
  path(
    'M70 124 C66 84 96 62 128 62 C160 62 190 84 186 124 C186 134 174 134 168 128 C160 120 152 120 146 128 C140 136 130 136 124 128 C118 120 110 120 104 128 C98 136 90 136 84 128 C78 134 70 134 70 124 Z',
    '#f3c6e9',
  ) +
  path(
    'M186 124 C190 84 160 62 128 62 C160 72 170 100 160 122 Q164 124 168 128 C174 134 186 134 186 124 Z',
    '#dfa5d3',
  ) +
  at(104, 88, strawberry(0, 0, 0.9, -12)) +
  bananaSlice(140, 84, 1.1, 10) +
  blueberry(164, 104, 1.05) +
  mint(130, 62, 1, 4) +
  '</svg>';
