// Search and filters above a catalogue, and 'Selecionar todos' for what they leave.
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { Search } from 'lucide-react';
import { useId } from 'react';
import { endingOf, type CatalogSpec } from './kind.ts';
import { EVERYTHING, filtersOf, isEverything, NONE, type Wanted } from './find.ts';

type Props = {
  spec: CatalogSpec;
  catalog: Catalog | null;
  wanted: Wanted;
  onWanted: (wanted: Wanted) => void;
  /** How many are in sight, and how many of these are selected; null where none can be. */
  selection: { all: number; chosen: number; onAll: (chosen: boolean) => void } | null;
};

const statesOf = (ending: string): readonly (readonly [value: Wanted['state'], label: string])[] => [
  ['active', `Ligad${ending}`],
  ['inactive', `Desligad${ending}`],
  ['sold-out', 'Acabou'],
];

export function FindBar({ spec, catalog, wanted, onWanted, selection }: Props) {
  const id = useId();
  const ending = endingOf(spec);
  const states = statesOf(ending).filter(
    ([value]) => value !== 'sold-out' || (spec.look === 'table' && spec.sellable),
  );
  return (
    <div className="flex flex-col gap-2">
      <div role="search" aria-label={spec.title} className="flex flex-wrap items-center gap-2">
        <label className="input min-h-11 w-full flex-1 basis-56" htmlFor={`${id}-text`}>
          <Search aria-hidden className="size-5 shrink-0" />
          <span className="sr-only">Procurar em {spec.title}</span>
          <input
            id={`${id}-text`}
            type="search"
            autoComplete="off"
            placeholder="Procurar"
            value={wanted.text}
            onChange={(event) => onWanted({ ...wanted, text: event.target.value })}
          />
        </label>
        {spec.look !== 'names' && (
          <>
            {filtersOf(spec).map((field) => (
              <Filter
                key={field.key}
                label={field.label}
                value={wanted.fields[field.key] ?? ''}
                options={field
                  .options(catalog, '')
                  .map(([value, label], index) =>
                    // A first option without a value is 'none of them', or only asks for a choice.
                    index === 0 && value === ''
                      ? ([field.required ? '' : NONE, label] as const)
                      : ([value, label] as const),
                  )
                  .filter(([value]) => value !== '')}
                onValue={(value) => onWanted({ ...wanted, fields: { ...wanted.fields, [field.key]: value } })}
              />
            ))}
            <Filter
              label="Situação"
              value={wanted.state}
              options={states}
              onValue={(value) =>
                onWanted({ ...wanted, state: states.find(([one]) => one === value)?.[0] ?? '' })
              }
            />
          </>
        )}
        {!isEverything(wanted) && (
          <button type="button" className="btn btn-ghost min-h-11" onClick={() => onWanted(EVERYTHING)}>
            Mostrar tudo
          </button>
        )}
      </div>
      {selection !== null && selection.all > 0 && (
        <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3 pl-4 font-semibold">
          <input
            type="checkbox"
            className="checkbox checkbox-primary"
            checked={selection.chosen === selection.all}
            ref={(box) => {
              if (box) box.indeterminate = selection.chosen > 0 && selection.chosen < selection.all;
            }}
            onChange={(event) => selection.onAll(event.target.checked)}
          />
          Selecionar tod{ending} ({selection.all})
        </label>
      )}
    </div>
  );
}

function Filter({
  label,
  value,
  options,
  onValue,
}: {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onValue: (value: string) => void;
}) {
  return (
    <select
      aria-label={`Filtrar por ${label}`}
      className={`select min-h-11 w-auto max-w-full flex-1 basis-36 sm:flex-none ${value === '' ? '' : 'border-2 border-primary font-semibold'}`}
      value={value}
      onChange={(event) => onValue(event.target.value)}
    >
      <option value="">
        {label}: {/(?:a|ão)$/.test(label) ? 'todas' : 'todos'}
      </option>
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  );
}
