// What an ingredient holds, in small words, and the choice of what one avoids.
import { tickedAllergens, type Allergen } from '@balcao/shared/menu/allergens.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { useAtom, useAtomValue } from 'jotai';
import { listOf } from '../text/menu.ts';
import { avoidedAtom } from './avoided.ts';

/** 'contém leite e soja'; what is avoided stands out in more than colour. */
export function Contains({ allergens = [] }: { allergens?: readonly Allergen[] | undefined }) {
  const avoided = useAtomValue(avoidedAtom);
  if (allergens.length === 0) return null;
  const hit = allergens.some((one) => avoided.includes(one));
  return (
    <span className={`block text-xs ${hit ? 'font-bold text-error' : 'text-base-content/75'}`}>
      {hit && <span aria-hidden>⚠ </span>}contém {listOf(allergens)}
    </span>
  );
}

/** Only what is ticked somewhere on the menu can be avoided; nothing is hidden by it. */
export function AvoidFilter({ menu }: { menu: Menu }) {
  const [avoided, setAvoided] = useAtom(avoidedAtom);
  const ticked = tickedAllergens([...menu.bases, ...menu.iceCreams, ...menu.toppings, ...menu.products]);
  if (ticked.length === 0) return null;
  return (
    <details className="mt-3 rounded-2xl bg-base-100 short:mt-2">
      <summary className="min-h-11 cursor-pointer px-4 py-2.5 text-sm font-semibold">
        {avoided.length === 0 ? 'Alguma alergia?' : `Sem ${listOf(avoided)}`}
      </summary>
      <fieldset className="px-4 pb-3">
        <legend className="sr-only">Evitar</legend>
        <div className="flex flex-wrap gap-2">
          {ticked.map((one) => {
            const on = avoided.includes(one);
            return (
              <button
                key={one}
                type="button"
                aria-pressed={on}
                onClick={() => setAvoided(on ? avoided.filter((other) => other !== one) : [...avoided, one])}
                className={`min-h-11 rounded-full border-2 px-4 text-sm font-semibold ${on ? 'border-primary bg-primary text-primary-content' : 'border-base-300'}`}
              >
                sem {one}
              </button>
            );
          })}
        </div>
        <p className="mt-2 text-sm text-base-content/75">
          Marcamos o que a loja informou. Tudo passa pela mesma cozinha: com alergia grave, fale com o balcão
          e escreva nas observações.
        </p>
      </fieldset>
    </details>
  );
}
