// Fruit and leaves, each drawn around its own middle and put where it belongs.
import { type Svg, COLORS, darker, lighter, circle, ellipse, path, line, at } from './canvas.ts';

export function strawberry(x: number, y: number, scale = 1, turn = 0): Svg {
  const seeds = [
    [-9, -6],
    [0, -9],
    [9, -6],
    [-5, 3],
    [5, 3],
    [0, 12],
  ]
    .map(([sx = 0, sy = 0]) => ellipse(sx, sy, 1.3, 2.1, '#ffe08a'))
    .join('');
  return at(
    x,
    y,
    path(
      'M0 26 C-10 20 -21 2 -18 -9 C-15 -19 -5 -19 0 -15 C5 -19 15 -19 18 -9 C21 2 10 20 0 26 Z',
      COLORS.strawberry,
    ) +
      path(
        'M0 26 C10 20 21 2 18 -9 C17 -14 13 -17 9 -17 C14 -4 10 14 0 26 Z',
        darker(COLORS.strawberry, 0.25),
      ) +
      ellipse(-10, -7, 3, 5, '#ff8d8d', 'opacity=".8" transform="rotate(20 -10 -7)"') +
      seeds +
      path(
        'M0 -15 C-6 -24 -13 -22 -17 -17 C-12 -16 -9 -13 -6 -11 C-4 -12 -2 -12 0 -9 C2 -12 4 -12 6 -11 C9 -13 12 -16 17 -17 C13 -22 6 -24 0 -15 Z',
        COLORS.leaf,
      ) +
      line('M0 -17 Q1 -22 4 -25', COLORS.leafDark, 2.4),
    turn,
    scale,
  );
}

export const strawberrySlice = (x: number, y: number, scale = 1, turn = 0): Svg =>
  at(
    x,
    y,
    path(
      'M0 18 C-9 14 -16 1 -14 -7 C-11 -15 -3 -14 0 -10 C3 -14 11 -15 14 -7 C16 1 9 14 0 18 Z',
      COLORS.strawberry,
    ) +
      path('M0 13 C-6 9 -10 0 -9 -5 C-7 -9 -2 -9 0 -5 C2 -9 7 -9 9 -5 C10 0 6 9 0 13 Z', '#ff8a85') +
      path('M0 8 C-3 4 -4 0 -3 -3 Q0 -2 3 -3 C4 0 3 4 0 8 Z', '#ffd9cf'),
    turn,
    scale,
  );

export const bananaSlice = (x: number, y: number, scale = 1, turn = 0): Svg =>
  at(
    x,
    y,
    ellipse(1, 2.5, 15, 13, '#d9a53a') +
      ellipse(0, 0, 15, 13, '#fbe28c') +
      ellipse(0, 0, 12, 10, '#fff2bd') +
      [0, 120, 240].map((angle) => at(0, 0, ellipse(0, -4, 1.4, 2.3, '#8a6a2f'), angle)).join(''),
    turn,
    scale,
  );

export const kiwiSlice = (x: number, y: number, scale = 1, turn = 0): Svg =>
  at(
    x,
    y,
    ellipse(1, 2, 16, 14.5, '#6b4d26') +
      ellipse(0, 0, 16, 14.5, '#7d5a2e') +
      ellipse(0, 0, 14.3, 12.8, '#8cc63f') +
      ellipse(0, 0, 9, 8, '#b5dc6a') +
      Array.from({ length: 12 }, (_, index) =>
        at(0, 0, ellipse(0, -7.8, 0.9, 1.8, '#27331a'), index * 30),
      ).join('') +
      ellipse(0, 0, 4.5, 3.8, '#f1f5cf'),
    turn,
    scale,
  );

export const orangeSlice = (x: number, y: number, scale = 1, turn = 0, color = '#f7931e'): Svg =>
  at(
    x,
    y,
    circle(0, 0, 24, color) +
      circle(0, 0, 21, '#fff0cf') +
      Array.from({ length: 8 }, (_, index) =>
        at(0, 0, path('M0 -2 L-6.2 -16 Q0 -21 6.2 -16 Z', lighter(color, 0.12)), index * 45),
      ).join('') +
      circle(0, 0, 2.6, '#fff0cf'),
    turn,
    scale,
  );

export const blueberry = (x: number, y: number, scale = 1): Svg =>
  at(
    x,
    y,
    circle(0, 0, 9.5, '#3b3f8f') +
      path('M-9.5 0 A9.5 9.5 0 0 0 9.5 0 Q6 7 0 7 T-9.5 0 Z', '#2b2d6e') +
      circle(0, -1, 3.6, '#22245a') +
      circle(0, -1, 1.8, '#4d52a8') +
      ellipse(-4.5, -4.5, 2, 1.4, '#9aa0e6', 'opacity=".9"'),
    0,
    scale,
  );

export const cherry = (x: number, y: number, scale = 1, turn = 0): Svg =>
  at(
    x,
    y,
    line('M1 -10 Q6 -30 22 -38', '#5f7f2f', 2.8) +
      circle(0, 0, 13, '#c8102e') +
      path('M-12 5 A13 13 0 0 0 13 0 Q8 10 -2 9 Q-9 9 -12 5 Z', '#960b22') +
      ellipse(-5, -5, 3.6, 2.6, '#ff9aa2', 'transform="rotate(-30 -5 -5)"') +
      ellipse(1, -10.5, 4, 1.6, '#8f0c20'),
    turn,
    scale,
  );

export const grape = (x: number, y: number, scale = 1): Svg =>
  at(
    x,
    y,
    ellipse(0, 0, 9, 10.5, '#7fae3f') +
      path('M-8 4 Q0 14 8 4 Q6 11 0 10.5 Q-6 11 -8 4 Z', '#5f8a2c') +
      ellipse(-3, -4, 2, 3, '#d5ecaa'),
    0,
    scale,
  );

export function mint(x: number, y: number, scale = 1, turn = 0): Svg {
  const leaf =
    path('M0 0 C-11 -8 -11 -24 0 -34 C11 -24 11 -8 0 0 Z', COLORS.leaf) +
    path('M0 0 C11 -8 11 -24 0 -34 Z', COLORS.leafDark) +
    line('M0 -3 V-28', lighter(COLORS.leaf, 0.3), 1.2);
  return at(x, y, at(0, 0, leaf, -42) + at(0, 0, leaf, 38) + at(0, 2, leaf, -2, 0.8), turn, scale);
}
