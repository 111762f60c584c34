// Toppings by category, each with its three layers. At the limit a further one is refused with a toast (wizard) or cannot be
// pressed (edit dialog), as the specification has it for each.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import type { ToppingLayer } from '@balcao/shared/order/order.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { LAYERS } from '../text/menu.ts';
import { limitReached } from '../text/order.ts';
import { TOPPING_COLORS } from '../ui/cup.tsx';
import { useToast } from '../ui/toast.tsx';
import type { CartTopping } from './cart.ts';
import { hasTopping, toggleTopping } from './toppings.ts';

/** The short form, where there is little room. */
const limitShort = (max: number): string => `Máximo ${max} complementos`;

const TOPPING_CATEGORIES = [
  { category: 'frutas', name: 'Frutas' },
  { category: 'caldas', name: 'Caldas' },
  { category: 'crocantes', name: 'Crocantes' },
  { category: '', name: 'Outros' },
] as const;

/** To the first topping that was chosen and ran out. */
export const scrollToGone = (): void =>
  document.querySelector('[data-gone]')?.scrollIntoView({ block: 'center' });

type Props = {
  menu: Menu;
  toppings: readonly CartTopping[];
  max: number;
  atLimit: 'toast' | 'disable';
  onChange: (toppings: CartTopping[]) => void;
};

export function ToppingPicker({ menu, toppings, max, atLimit, onChange }: Props) {
  const toast = useToast();
  const full = toppings.length >= max;

  const toggle = (id: string, layer: ToppingLayer) => {
    const next = toggleTopping(toppings, id, layer, max);
    if (next) onChange(next);
    else toast({ ...limitReached(max), tone: 'error' });
  };

  return (
    <div>
      <div className="sticky top-16 z-10 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-base-200 px-4 py-2 in-[dialog]:top-0 in-[dialog]:mx-0 in-[dialog]:bg-base-100 in-[dialog]:px-0">
        <p aria-live="polite" className="font-semibold">
          <span className="numbers rounded-full bg-accent px-3 py-1 text-lg font-bold text-accent-content">
            {toppings.length} de {max}
          </span>{' '}
          {full ? (
            <span className="text-sm">{limitShort(max)}</span>
          ) : (
            <span className="text-sm font-normal">complementos</span>
          )}
        </p>
        <p className="text-sm text-base-content/75" aria-hidden>
          {LAYERS.map(({ letter, name }) => `${letter} = ${name}`).join(' · ')}
        </p>
      </div>
      {TOPPING_CATEGORIES.map(({ category, name }) => {
        const group = menu.toppings.filter((topping) => topping.category === category);
        if (group.length === 0) return null;
        return (
          <section key={category} aria-label={name} className="mt-4">
            <h2 className="text-xl">{name}</h2>
            <ul className="mt-2 grid gap-2 sm:grid-cols-2 in-[dialog]:grid-cols-1">
              {group.map((topping) => (
                <li
                  key={topping.id}
                  data-gone={(topping.soldOut && toppings.some(({ id }) => id === topping.id)) || undefined}
                  className="flex min-h-15 items-center gap-2.5 rounded-2xl bg-base-100 py-2 pr-2 pl-3 in-[dialog]:bg-base-200"
                >
                  <span
                    aria-hidden
                    className={`size-5 shrink-0 rounded-full border border-base-content/25 ${topping.soldOut ? 'opacity-40' : ''}`}
                    style={{ backgroundColor: topping.color ?? TOPPING_COLORS[category] }}
                  />
                  <span className="min-w-0 flex-1 leading-tight">
                    <span
                      className={`block ${topping.soldOut ? 'text-base-content/75 line-through' : 'font-medium'}`}
                    >
                      {topping.name}
                    </span>
                    {topping.soldOut ? (
                      <span className="text-sm font-semibold">Acabou</span>
                    ) : (
                      topping.priceCents > 0 && (
                        <span className="numbers text-sm text-base-content/75">
                          + {formatCents(topping.priceCents)}
                        </span>
                      )
                    )}
                  </span>
                  <span
                    role="group"
                    aria-label={`${topping.name}: em que camada`}
                    className="flex shrink-0 gap-1"
                  >
                    {LAYERS.map(({ layer, letter, name: layerName }) => {
                      const on = hasTopping(toppings, topping.id, layer);
                      return (
                        <button
                          key={layer}
                          type="button"
                          aria-pressed={on}
                          aria-label={`${topping.name}: ${layerName}`}
                          title={layerName}
                          disabled={!on && (topping.soldOut || (full && atLimit === 'disable'))}
                          onClick={() => toggle(topping.id, layer)}
                          className={`size-11 rounded-xl border-2 font-display text-lg font-bold transition-colors disabled:cursor-not-allowed disabled:border-dashed disabled:opacity-45 ${
                            on
                              ? 'border-primary bg-primary text-primary-content'
                              : 'border-base-300 enabled:hover:border-primary'
                          }`}
                        >
                          {letter}
                        </button>
                      );
                    })}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
