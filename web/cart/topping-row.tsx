// One topping: a tap on its row puts it on top or takes it away; once chosen it shows in which layer it lies.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { holdsAny } from '@balcao/shared/menu/allergens.ts';
import type { ToppingLayer } from '@balcao/shared/order/order.ts';
import { useAtomValue } from 'jotai';
import { LAYERS } from '../text/menu.ts';
import { toppingLook } from '../ui/cup-look.ts';
import { Icon } from '../ui/icon.tsx';
import { Contains } from './allergens.tsx';
import { avoidedAtom } from './avoided.ts';

type Props = {
  topping: Menu['toppings'][number];
  /** Where it lies. */
  layers: readonly ToppingLayer[];
  /** The item takes no more. */
  full: boolean;
  /** What cannot be added cannot be pressed either; the element of this id says why. */
  locked: boolean;
  reason: string;
  onToggle: () => void;
  onPlace: (layer: ToppingLayer) => void;
  onMore: () => void;
};

const PLACE =
  'min-h-11 rounded-xl border-2 text-sm font-semibold aria-disabled:border-dashed aria-disabled:opacity-45';

type LayersProps = Pick<Props, 'layers' | 'onPlace' | 'onMore'> & {
  name: string;
  soldOut: boolean;
  /** Nothing more can be added. */
  dead: boolean;
  why: { 'aria-describedby'?: string };
};

function Layers({ name, soldOut, layers, dead, why, onPlace, onMore }: LayersProps) {
  return (
    <div role="group" aria-label={`${name}: em que camada`} className="flex flex-wrap gap-1 px-2 pb-2">
      {LAYERS.map(({ layer, name: layerName }) => {
        const here = layers.includes(layer);
        const refused = !here && (soldOut || dead);
        return (
          <button
            key={layer}
            type="button"
            aria-pressed={here}
            aria-label={`${name}: ${layerName}`}
            aria-disabled={refused}
            onClick={() => {
              if (!refused) onPlace(layer);
              else if (!soldOut) onMore();
            }}
            className={`${PLACE} flex-1 basis-[4rem] ${here ? 'border-primary bg-primary text-primary-content' : 'border-base-300 bg-base-100'}`}
            {...(refused ? why : {})}
          >
            {layerName}
          </button>
        );
      })}
      {layers.length < LAYERS.length && !soldOut && (
        <button
          type="button"
          aria-label={`Mais uma porção de ${name}`}
          aria-disabled={dead}
          onClick={onMore}
          className={`${PLACE} numbers w-11 border-base-300 bg-base-100`}
          {...why}
        >
          +1
        </button>
      )}
    </div>
  );
}

export function ToppingRow({ topping, layers, full, locked, reason, onToggle, onPlace, onMore }: Props) {
  const { name, soldOut } = topping;
  const on = layers.length > 0;
  const refused = full && !on;
  const avoided = holdsAny(topping, useAtomValue(avoidedAtom));
  const why = full ? { 'aria-describedby': reason } : {};
  return (
    <li
      data-gone={(soldOut && on) || undefined}
      className={`rounded-2xl border-2 ${on ? 'border-primary bg-primary/8' : `border-transparent bg-base-100 in-[dialog]:bg-base-200 ${refused || avoided ? 'border-dashed! border-base-300!' : ''}`}`}
    >
      <button
        type="button"
        aria-pressed={on}
        aria-disabled={refused && locked}
        disabled={soldOut && !on}
        onClick={onToggle}
        className="flex min-h-14 w-full items-center gap-2.5 px-3 py-1.5 text-left"
        {...(refused ? why : {})}
      >
        <span
          aria-hidden
          className={`size-5 shrink-0 rounded-full border border-base-content/25 ${soldOut || refused || avoided ? 'opacity-40' : ''}`}
          style={{ backgroundColor: toppingLook(topping).color }}
        />
        <span className="min-w-0 flex-1 leading-tight hyphens-auto">
          <span
            className={
              soldOut
                ? 'text-base-content/75 line-through'
                : refused || avoided
                  ? 'text-base-content/75'
                  : 'font-medium'
            }
          >
            {name}
          </span>{' '}
          {soldOut ? (
            <span className="text-sm font-semibold">Acabou</span>
          ) : (
            topping.priceCents > 0 && (
              <span className="numbers text-sm whitespace-nowrap text-base-content/75">
                + {formatCents(topping.priceCents)}
              </span>
            )
          )}
          <Contains allergens={topping.allergens} />
        </span>
        {!soldOut && (
          <Icon name={on ? 'check' : 'plus'} className={`size-5 shrink-0 ${refused ? 'opacity-40' : ''}`} />
        )}
      </button>
      {on && (
        <Layers
          name={name}
          soldOut={soldOut}
          layers={layers}
          dead={full && locked}
          why={why}
          onPlace={onPlace}
          onMore={onMore}
        />
      )}
    </li>
  );
}
