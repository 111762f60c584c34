// Our signature: a cup that fills as one builds. Base, scoop (two halves for meio a meio) and toppings in their layers, each in
// its own colour. Drawn, so it costs no download; everything in it is also said in its text alternative.
import type { ToppingCategory } from '@balcao/shared/menu/menu.ts';
import type { ToppingLayer } from '@balcao/shared/order/order.ts';
import { useId } from 'react';
import { Bit, Drizzle, type CupTopping } from './cup-topping.tsx';

export type CupContent = {
  /** 'copo': the paper cup of an açaí; 'taca': a glass on a foot; 'bebida': a drink with a straw. */
  shape: 'copo' | 'taca' | 'bebida';
  base: string | null;
  /** None, one scoop, or two halves. */
  iceCreams: readonly string[];
  toppings: readonly CupTopping[];
};

export const CUP_COLORS = { base: '#55206b', iceCream: '#f6e3c5', drink: '#f0a53a' } as const;
export const TOPPING_COLORS: Record<ToppingCategory, string> = {
  frutas: '#d7263d',
  caldas: '#7a3b12',
  crocantes: '#c98a3a',
  '': '#f2c14e',
};

/** An empty label: decoration, its words stand beside it. */
type Props = { content: CupContent; label: string; className?: string };

// Where bits lie, layer by layer. A topping takes every third place, so that adding one never moves another.
const SPOTS: Record<ToppingLayer, readonly (readonly [number, number])[]> = {
  TOP: [
    [100, 40],
    [76, 52],
    [124, 52],
    [60, 72],
    [140, 72],
    [100, 62],
    [84, 76],
    [116, 76],
    [100, 88],
  ],
  MIDDLE: [
    [66, 152],
    [100, 158],
    [134, 152],
    [82, 165],
    [118, 166],
    [62, 172],
    [138, 172],
    [100, 177],
    [80, 150],
  ],
  BOTTOM: [
    [74, 216],
    [100, 222],
    [126, 216],
    [86, 230],
    [114, 231],
    [70, 234],
    [130, 233],
    [100, 238],
    [100, 209],
  ],
};
const SCOOP =
  'M46 106C42 62 66 30 100 30s58 32 54 76q-6.800 11-13.500 0-6.800 9-13.500 0-6.800 11-13.500 0-6.800 9-13.500 0-6.800 11-13.500 0-6.800 9-13.500 0-6.800 11-13.500 0-6.800 9-13.500 0z';
const BODY = {
  copo: 'M40 100h120l-13 134a14 14 0 0 1-14 12H67a14 14 0 0 1-14-12z',
  taca: 'M36 100h128c2 50-14 84-44 92v36q0 8 12 10t18 8H50q6-6 18-8t12-10v-36c-30-8-46-42-44-92z',
  bebida: 'M52 66h96l-9 170a12 12 0 0 1-12 10H73a12 12 0 0 1-12-10z',
} as const;
const CAVITY = {
  copo: BODY.copo,
  taca: 'M36 100h128c2 50-14 84-44 92H80c-30-8-46-42-44-92z',
  bebida: BODY.bebida,
} as const;
/** How far down the filling reaches. */
const FLOOR = { copo: 246, taca: 192, bebida: 246 } as const;

export function Cup({ content, label, className = '' }: Props) {
  const id = useId();
  const { shape, base, iceCreams, toppings } = content;
  const [left, right = left] = iceCreams;
  const at = (layer: ToppingLayer) => toppings.filter((topping) => topping.layer === layer);
  // The glass is shallower: its layers sit closer together.
  const squeeze = shape === 'taca' ? 'translate(0 34) scale(1 0.66)' : undefined;

  return (
    <svg
      viewBox="0 0 200 256"
      {...(label === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={className}
    >
      <clipPath id={`${id}in`}>
        <path d={CAVITY[shape]} />
      </clipPath>
      <clipPath id={`${id}left`}>
        <path d="M0 0h100v256H0z" />
      </clipPath>
      <clipPath id={`${id}scoop`}>
        <path d={SCOOP} />
      </clipPath>
      <ellipse cx="100" cy="248" rx="62" ry="6" className="fill-base-content/10" />
      <path
        d={BODY[shape]}
        className="fill-base-100 stroke-base-content/25"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <g clipPath={`url(#${id}in)`}>
        <g
          className="transition-transform duration-700 ease-out"
          style={{ transform: base === null ? `translateY(${FLOOR[shape] - 96}px)` : 'none' }}
        >
          <path
            d={`M30 ${shape === 'bebida' ? 92 : 112}q17.500-12 35 0t35 0 35 0 35 0V256H30z`}
            fill={base ?? CUP_COLORS.base}
            className="transition-[fill] duration-500"
          />
          <path
            d={`M30 ${shape === 'bebida' ? 104 : 126}q17.500-12 35 0t35 0 35 0 35 0V256H30z`}
            fill="#000"
            opacity=".09"
          />
        </g>
        <g transform={squeeze}>
          {(['BOTTOM', 'MIDDLE'] as const).map((layer) => (
            <Layer key={layer} layer={layer} toppings={at(layer)} />
          ))}
        </g>
        <path d="M52 108l10 128h14L64 108z" fill="#fff" opacity=".22" />
      </g>
      {left && (
        <g className="animate-drop-in">
          <path d={SCOOP} fill={right ?? left} className="transition-[fill] duration-500" />
          <path
            d={SCOOP}
            fill={left}
            clipPath={`url(#${id}left)`}
            className="transition-[fill] duration-500"
          />
          <g clipPath={`url(#${id}scoop)`}>
            <path d="M128 20c30 30 30 70 14 100h30V20z" fill="#000" opacity=".08" />
            <ellipse cx="76" cy="58" rx="15" ry="9" fill="#fff" opacity=".45" transform="rotate(-38 76 58)" />
          </g>
        </g>
      )}
      <g transform={left ? undefined : 'translate(0 34)'}>
        <Layer layer="TOP" toppings={at('TOP')} />
      </g>
      {shape === 'bebida' && (
        <path
          d="M112 96L126 26q1-6 8-6h16"
          className="fill-none stroke-secondary"
          strokeWidth="7"
          strokeLinecap="round"
        />
      )}
      {shape !== 'bebida' && (
        <path
          d="M36 100h128"
          className="stroke-base-content/25"
          strokeWidth="3"
          strokeLinecap="round"
          opacity={left ? 0 : 1}
        />
      )}
    </svg>
  );
}

function Layer({ layer, toppings }: { layer: ToppingLayer; toppings: readonly CupTopping[] }) {
  const sauces = toppings.filter((topping) => topping.category === 'caldas');
  const solids = toppings.filter((topping) => topping.category !== 'caldas');
  return (
    <>
      {sauces.map((sauce, index) => (
        <Drizzle key={sauce.key} topping={sauce} index={index} />
      ))}
      {solids.map((solid, index) =>
        SPOTS[layer]
          .filter((_, spot) => spot % 3 === index % 3)
          .map(([x, y], spot) => (
            <Bit
              key={`${solid.key}${spot}`}
              topping={solid}
              x={x + Math.floor(index / 3) * 7}
              y={y + Math.floor(index / 3) * 5}
              turn={spot * 67 + index * 31}
            />
          )),
      )}
    </>
  );
}
