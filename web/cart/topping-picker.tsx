// Toppings by category, beside the cup as it fills. At the limit a further one is refused with a toast, and in the edit dialog it cannot be
// pressed, as the specification has it for each.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { limitReached } from '../text/order.ts';
import { foldText } from '../text/fold-text.ts';
import { useFailureToast } from '../ui/failure-toast.ts';
import type { CartTopping } from './cart.ts';
import { mostOrderedAtom } from './most-ordered.ts';
import { ToppingRow } from './topping-row.tsx';
import { addPortion, placePortion } from './toppings.ts';

/** The short form, where there is little room. */
const limitShort = (max: number): string => `Máximo ${max} complementos`;

/** From so many on one looks for a topping by its name. */
const SEARCHED_MIN = 9;

/** Of those that are ordered most. */
const SHORTCUTS_MAX = 4;

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
  /** What it is put on, in sight all the time. */
  cup: ReactNode;
  onChange: (toppings: CartTopping[]) => void;
};

export function ToppingPicker({ menu, toppings, max, atLimit, cup, onChange }: Props) {
  const failure = useFailureToast();
  const reason = useId();
  const [wanted, setWanted] = useState('');
  const full = toppings.length >= max;
  useEffect(() => {
    if (!full) failure.clear();
  }, [full, failure]);
  const found = menu.toppings.filter(({ name }) => foldText(name).includes(foldText(wanted.trim())));
  const shortcuts = useAtomValue(mostOrderedAtom)
    .flatMap((id) => menu.toppings.filter((one) => one.id === id && !one.soldOut))
    .slice(0, SHORTCUTS_MAX);
  const more = (id: string) => {
    const next = addPortion(toppings, id, max);
    if (next) onChange(next);
    else failure.tell(limitReached(max));
  };

  return (
    <div>
      <div className="hold-under z-10 -mx-4 flex items-center gap-3 bg-base-200 px-4 py-1 short:top-0 in-[dialog]:hold-top in-[dialog]:mx-0 in-[dialog]:bg-base-100 in-[dialog]:px-0">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <p aria-live="polite" className="py-1 font-semibold">
            <span className="numbers rounded-full bg-accent px-3 py-1 text-lg font-bold text-accent-content">
              {toppings.length} de {max}
            </span>{' '}
            <span id={reason} className="text-sm">
              {full ? limitShort(max) : 'complementos'}
            </span>
          </p>
          {menu.toppings.length >= SEARCHED_MIN && (
            <input
              type="search"
              aria-label="Procurar complemento"
              placeholder="Procurar"
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
              className="input min-w-32 flex-1"
            />
          )}
        </div>
        {cup}
      </div>
      {shortcuts.length > 0 && wanted === '' && (
        <div role="group" aria-label="Mais pedidos" className="mt-3 flex flex-wrap items-center gap-2">
          <span className="text-sm font-semibold">Mais pedidos</span>
          {shortcuts.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              aria-label={`Adicionar ${name}`}
              aria-disabled={full && atLimit === 'disable'}
              onClick={() => (full && atLimit === 'disable' ? undefined : more(id))}
              className="min-h-11 rounded-full border-2 border-base-300 bg-base-100 px-3 text-sm font-semibold aria-disabled:border-dashed aria-disabled:text-base-content/75"
            >
              + {name}
            </button>
          ))}
        </div>
      )}
      {found.length === 0 && <p className="mt-4">Nenhum complemento com este nome.</p>}
      {TOPPING_CATEGORIES.map(({ category, name }) => {
        const group = found.filter((topping) => topping.category === category);
        if (group.length === 0) return null;
        return (
          <section key={category} aria-label={name} className="mt-4">
            <h2 className="text-xl">{name}</h2>
            <ul className="mt-2 grid pair-columns items-start gap-2">
              {group.map((topping) => {
                const { id } = topping;
                const layers = toppings.filter((one) => one.id === id).map(({ layer }) => layer);
                return (
                  <ToppingRow
                    key={id}
                    topping={topping}
                    layers={layers}
                    full={full}
                    locked={atLimit === 'disable'}
                    reason={reason}
                    onToggle={() =>
                      layers.length === 0 ? more(id) : onChange(toppings.filter((one) => one.id !== id))
                    }
                    onPlace={(layer) => onChange(placePortion(toppings, id, layer))}
                    onMore={() => more(id)}
                  />
                );
              })}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
