// What is drawn of a cup, and where: from an item to the parts of `cup-parts.svg`. Pure; `cup.tsx` only puts them on the page.
import type { ToppingLayer } from '@balcao/shared/order/order.ts';
import { SPREAD, type Form, type Vessel } from './cup-look.ts';

export type CupTopping = { key: string; color: string; form: Form; layer: ToppingLayer };
export type CupContent = {
  shape: Vessel;
  /** How large the cup is among those of the shop, from 0 to 1; none: as large as they come. */
  size?: number;
  base: string | null;
  /** None, one scoop, or two halves. */
  iceCreams: readonly string[];
  toppings: readonly CupTopping[];
};

/** One `<use>`: the drawing's id, its colour, its place as an SVG transform. */
export type Part = { key: string; id: string; color: string; at: string };

/** Heights of rim and floor, the opening's width against a cup's, the rim's left end and the outline from there. */
const VESSELS: Record<
  Vessel,
  readonly [rim: number, floor: number, wide: number, left: number, line: string]
> = {
  copo: [100, 246, 1, 40, 'h120L147 234a14 14 0 0 1-14 12H67a14 14 0 0 1-14-12z'],
  taca: [100, 192, 1, 40, 'h120c2 50-14 84-44 92H84c-30-8-46-42-44-92z'],
  tigela: [136, 236, 1.3, 24, 'h152c0 60-34 94-56 100H80c-22-6-56-40-56-100z'],
  shake: [84, 228, 0.7, 58, 'h84l-12 136q-1 8-9 8H79q-8 0-9-8z'],
  casquinha: [104, 246, 0.8, 52, 'h96l-44 140q-4 8-8 0z'],
  bebida: [66, 246, 0.8, 52, 'h96l-9 170a12 12 0 0 1-12 10H73a12 12 0 0 1-12-10z'],
};
/** Without a scoop what is on top lies on the filling. */
const FLAT = 'translate(0 32)';
/** The rim of the smallest cup is so much lower. */
const SMALLER = 44;

/** Where the vessel's edges are, in a drawing of 200 × 256. */
export function vesselShape({ shape, size = 1 }: Pick<CupContent, 'shape' | 'size'>) {
  const [highest, floor, wide, left, line] = VESSELS[shape];
  const rim = shape === 'copo' ? highest + SMALLER * (1 - size) : highest;
  return { rim, floor, wide, body: `M${left} ${rim}${line}` };
}

// Where the pieces of a topping lie on a scoop: three each, so that adding one never moves another.
const SPOTS = [
  [
    [80, 44],
    [127, 56],
    [66, 78],
  ],
  [
    [106, 38],
    [92, 70],
    [138, 80],
  ],
  [
    [60, 58],
    [118, 78],
    [100, 54],
  ],
] as const;

/** Where on a scoop one alone lies. */
const APEX: Partial<Record<Form, string>> = {
  wafer: 'translate(145 76)rotate(20)',
  cream: 'translate(100 28)',
  cherry: 'translate(100 20)',
};

/** What lies on top: scoops, and on each what is spread over it; pieces over them all, a wafer behind. */
export function topParts({ iceCreams, toppings }: CupContent): Part[] {
  const scoops =
    iceCreams.length > 1
      ? ['translate(1 16)scale(.76)', 'translate(47 16)scale(.76)']
      : [iceCreams.length === 0 ? FLAT : ''];
  const lower = iceCreams.length > 1 ? 'translate(0 10)' : (scoops[0] ?? '');
  const top = toppings.filter(({ layer }) => layer === 'TOP');
  const pieces = top
    .filter(({ form }) => !isSpread(form))
    .flatMap(({ key, form, color }, index): Part[] => {
      const alone = APEX[form];
      if (alone) return [{ key, id: form, color, at: lower + alone }];
      const aside = Math.floor(index / 3) * 9;
      return (SPOTS[index % 3] ?? []).map(([x, y], spot) => ({
        key: key + spot,
        id: form,
        color,
        at: `${lower}translate(${x + aside} ${y})rotate(${spot * 47 - 40})`,
      }));
    });
  const isBehind = ({ id }: Part) => id === 'wafer';
  return [
    ...pieces.filter(isBehind),
    ...scoops.flatMap((at, half): Part[] => {
      const scoop = iceCreams[half];
      return [
        ...(scoop ? [{ key: `scoop${half}`, id: 'scoop', color: scoop, at }] : []),
        ...top
          .filter(({ form }) => isSpread(form))
          .map(({ key, form, color }) => ({ key: key + half, id: form, color, at })),
      ];
    }),
    ...pieces.filter((piece) => !isBehind(piece)),
  ];
}

/** What lies within the glass: Meio above Fundo, one topping over another, from the middle of its layer outwards. */
export function insideParts(content: CupContent): Part[] {
  const { rim, floor } = vesselShape(content);
  const tall = floor - rim;
  const shrink = tall < 110 ? 0.75 : 1;
  return (['BOTTOM', 'MIDDLE'] as const).flatMap((layer) =>
    content.toppings
      .filter((topping) => topping.layer === layer)
      .flatMap(({ key, form, color }, index): Part[] => {
        const away = Math.ceil(index / 2) * (index % 2 === 0 ? 1 : -1);
        const y = Math.round(rim + tall * ((layer === 'MIDDLE' ? 0.4 : 0.8) + away * 0.13));
        if (isSpread(form)) {
          return [{ key, id: `${form}-in`, color, at: `translate(0 ${y})scale(1 ${shrink})` }];
        }
        return [58, 86, 114, 142].map((x, spot) => ({
          key: key + spot,
          id: form,
          color,
          at: `translate(${x + (index % 2) * 9} ${y - 2 + (spot % 2) * 5})rotate(${spot * 50 - 70})scale(${form === 'wafer' ? 0.4 : shrink})`,
        }));
      }),
  );
}

const isSpread = (form: Form): boolean => (SPREAD as readonly Form[]).includes(form);
