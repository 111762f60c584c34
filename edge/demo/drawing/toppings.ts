// What is scooped, poured and strewn: balls of ice cream, sauces, cream, wafers, crumbs.
import { type Svg, darker, lighter, n, circle, ellipse, path, line, at, clipped, dice } from './canvas.ts';

/** Flavours that several pictures show. */
export const ICE = {
  vanilla: '#fbe6b0',
  strawberry: '#f5a3b0',
  chocolate: '#7b4a32',
  caramel: '#dca765',
  milk: '#fff4dd',
} as const;

/** A rolled wafer, standing; its lower end is at x, y. */
export const wafer = (x: number, y: number, turn = 0, length = 92): Svg =>
  at(
    x,
    y,
    `<rect x="-8" y="${n(-length)}" width="16" height="${n(length)}" rx="7" fill="#d99a4e"/>` +
      `<rect x="2.5" y="${n(-length)}" width="5.5" height="${n(length)}" rx="2.7" fill="#bd7f38"/>` +
      Array.from({ length: Math.floor(length / 15) }, (_, index) =>
        line(`M-7 ${n(-length + 12 + index * 15)} L7 ${n(-length + 5 + index * 15)}`, '#8a5423', 2.6),
      ).join('') +
      ellipse(0, -length + 3, 7.5, 4, '#8a5423') +
      ellipse(0, -length + 3, 4.5, 2.2, '#5f3614'),
    turn,
  );

export const waferFan = (x: number, y: number, turn = 0, scale = 1): Svg =>
  at(
    x,
    y,
    path('M0 0 L-30 -62 Q0 -82 30 -62 Z', '#dca15a') +
      path('M0 0 L30 -62 Q20 -69 10 -72 Z', '#c4853f') +
      line(
        'M-8 -16 Q0 -20 8 -16 M-15 -32 Q0 -40 15 -32 M-23 -48 Q0 -60 23 -48 M0 0 L-10 -72 M0 0 L10 -72',
        '#9a6128',
        1.8,
      ),
    turn,
    scale,
  );

/** Crumbs over an ellipse. */
export function crumbs(
  x: number,
  y: number,
  rx: number,
  ry: number,
  colors: readonly string[],
  count: number,
  seed: number,
  size = 4,
): Svg {
  const roll = dice(seed);
  return Array.from({ length: count }, (_, index) => {
    const angle = roll() * Math.PI * 2;
    const reach = Math.sqrt(roll());
    const color = colors[index % colors.length] ?? '#c08a4a';
    const half = size * (0.6 + roll() * 0.7);
    const crumb = `M${n(-half)} ${n(half * 0.2)} Q${n(-half * 0.6)} ${n(-half)} ${n(half * 0.3)} ${n(-half * 0.8)} T${n(half)} ${n(half * 0.3)} Q${n(half * 0.2)} ${n(half)} ${n(-half)} ${n(half * 0.2)} Z`;
    return at(
      x + Math.cos(angle) * rx * reach,
      y + Math.sin(angle) * ry * reach,
      path(crumb, color),
      roll() * 180,
    );
  }).join('');
}

export const GRANOLA = ['#c58b45', '#a8702f', '#e2b26c', '#7a4a22'] as const;

export const PACOCA = ['#dba865', '#c99350', '#edc689'] as const;

export const CHOCOLATE_BITS = ['#4e2a1a', '#6b3b25', '#3a1d10'] as const;

export const CONFETTI = ['#e2521d', '#ffd65c', '#3f8f3f', '#d7263d', '#4aa3c7', '#fff3dc'] as const;

export const COCONUT = ['#ffffff', '#fff8ee', '#f3e9da'] as const;

/** Short coloured rods: sprinkles or coconut strips. */
export function sprinkles(
  x: number,
  y: number,
  rx: number,
  ry: number,
  colors: readonly string[],
  count: number,
  seed: number,
  length = 7,
): Svg {
  const roll = dice(seed);
  return Array.from({ length: count }, (_, index) => {
    const angle = roll() * Math.PI * 2;
    const reach = Math.sqrt(roll());
    return at(
      x + Math.cos(angle) * rx * reach,
      y + Math.sin(angle) * ry * reach,
      line(`M${n(-length / 2)} 0 H${n(length / 2)}`, colors[index % colors.length] ?? '#fff', 2.8),
      roll() * 180,
    );
  }).join('');
}

/** Sauce poured over a ball of radius `r`. */
export function sauce(x: number, y: number, r: number, color: string): Svg {
  const drips = [0.34, 0.7, 0.28, 0.55, 0.3].map(
    (depth) =>
      `c0 ${n(depth * r)} ${n(-0.22 * r)} ${n(depth * r)} ${n(-0.22 * r)} 0 c0 ${n(-0.12 * r)} ${n(-0.132 * r)} ${n(-0.12 * r)} ${n(-0.132 * r)} 0`,
  );
  return at(
    x,
    y,
    path(
      `M${n(-0.88 * r)} ${n(-0.2 * r)} C${n(-0.8 * r)} ${n(-1.25 * r)} ${n(0.8 * r)} ${n(-1.25 * r)} ${n(0.88 * r)} ${n(-0.2 * r)} ${drips.join(' ')} Z`,
      color,
    ) +
      line(
        `M${n(-0.58 * r)} ${n(-0.5 * r)} Q${n(-0.4 * r)} ${n(-0.82 * r)} ${n(-0.1 * r)} ${n(-0.86 * r)}`,
        lighter(color, 0.45),
        r * 0.09,
        'opacity=".8"',
      ),
  );
}

/** A ball of ice cream with its ragged skirt. */
export function scoop(x: number, y: number, r: number, color: string, id: string): Svg {
  const skirt = [-0.82, -0.5, -0.16, 0.2, 0.54, 0.84]
    .map((step, index) =>
      circle(step * r, r * (0.62 - Math.abs(step) * 0.22) + (index % 2) * 2, r * 0.24, color),
    )
    .join('');
  const ball = `M${n(-r)} 0 A${n(r)} ${n(r)} 0 0 1 ${n(r)} 0 A${n(r)} ${n(r)} 0 0 1 ${n(-r)} 0 Z`;
  return at(
    x,
    y,
    skirt +
      path(ball, color) +
      clipped(
        id,
        ball,
        path(
          `M${n(r * 1.1)} ${n(-r * 0.7)} Q${n(r * 0.72)} ${n(r * 0.62)} ${n(-r * 0.9)} ${n(r * 0.72)} V${n(r * 1.1)} H${n(r * 1.1)} Z`,
          darker(color, 0.13),
        ),
      ) +
      ellipse(
        -r * 0.42,
        -r * 0.48,
        r * 0.24,
        r * 0.14,
        lighter(color, 0.6),
        'opacity=".75" transform="rotate(-35 ' + n(-r * 0.42) + ' ' + n(-r * 0.48) + ')"',
      ) +
      [
        [-0.1, -0.15],
        [0.3, 0.1],
        [-0.35, 0.25],
        [0.1, 0.45],
        [0.4, -0.4],
      ]
        .map(([px = 0, py = 0]) =>
          ellipse(px * r, py * r, r * 0.07, r * 0.04, darker(color, 0.16), 'opacity=".55"'),
        )
        .join(''),
  );
}

/** A swirl of whipped cream, its foot at x, y. */
export const whipped = (x: number, y: number, scale = 1): Svg =>
  at(
    x,
    y,
    ellipse(0, -8, 50, 17, '#fff7e8') +
      path('M-50 -8 Q-8 12 50 -8 Q44 8 0 9 Q-44 8 -50 -8 Z', '#eddcc0') +
      ellipse(0, -27, 37, 15, '#fffaf0') +
      path('M-37 -27 Q2 -8 37 -27 Q33 -12 0 -12 Q-33 -12 -37 -27 Z', '#efdfc6') +
      ellipse(0, -44, 24, 12, '#fffdf6') +
      path('M-24 -44 Q2 -30 24 -44 Q20 -32 0 -32 Q-20 -32 -24 -44 Z', '#f1e2ca') +
      path('M-12 -50 Q-4 -74 6 -72 Q2 -64 12 -50 Q0 -44 -12 -50 Z', '#fffdf6'),
    0,
    scale,
  );
