// One topping in the drawn cup: fruit as berries, sauce as a drizzle, crunch as crumbs, the rest as stars.
import type { ToppingCategory } from '@balcao/shared/menu/menu.ts';
import type { ToppingLayer } from '@balcao/shared/order/order.ts';

export type CupTopping = { key: string; color: string; category: ToppingCategory; layer: ToppingLayer };

type BitProps = { topping: CupTopping; x: number; y: number; turn: number };

export function Bit({ topping: { color, category }, x, y, turn }: BitProps) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <g className="animate-drop-in">
        <g transform={`rotate(${turn})`} stroke="#0003" strokeWidth="1">
          {category === 'frutas' ? (
            <>
              <circle r="8.500" fill={color} />
              <circle r="2.500" cx="-3" cy="-3" fill="#fff" opacity=".55" stroke="none" />
            </>
          ) : category === 'crocantes' ? (
            <path d="M-8-3.500l7-3 9 4-2 6-8 3-7-4z" fill={color} />
          ) : (
            <path
              d="M0-9l2.600 5.800 6.400.7-4.800 4.200 1.400 6.200L0 4.800l-5.600 3.100 1.400-6.200L-9-2.500l6.400-.7z"
              fill={color}
              strokeLinejoin="round"
            />
          )}
        </g>
      </g>
    </g>
  );
}

const ON_TOP =
  'M58 74C58 50 76 34 100 34s42 16 42 40q-2 13-7 3-3 22-10 5-4 9-9 0-4 27-11 2-4 10-9 1-4 20-11 0-4 9-9-2-5 13-9 4-6 4-10-13z';
const INSIDE = 'M30 0q11-10 23 0t23 0 23 0 23 0 23 0 23 0v9q-11-10-23 0t-23 0-23 0-23 0-23 0-23 0z';

export function Drizzle({ topping: { color, layer }, index }: { topping: CupTopping; index: number }) {
  const scale = Math.max(0.5, 1 - index * 0.18);
  const place =
    layer === 'TOP'
      ? `translate(${100 - 100 * scale} ${36 - 36 * scale}) scale(${scale})`
      : `translate(0 ${(layer === 'MIDDLE' ? 142 : 200) + index * 13})`;
  return (
    <g transform={place}>
      <path d={layer === 'TOP' ? ON_TOP : INSIDE} fill={color} className="animate-rise" opacity=".95" />
    </g>
  );
}
