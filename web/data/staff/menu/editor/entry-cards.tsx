// A catalogue as cards, or as the bare names of its entries.
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { Copy, Pencil, Trash2 } from 'lucide-react';
import type { Resource } from '../../resource.ts';
import type { AnyEntry, CatalogSpec } from './kind.ts';

export type ListProps = {
  catalog: Resource<Catalog>;
  entries: readonly AnyEntry[];
  busy: boolean;
  /** The ids of those that are selected. */
  chosen: ReadonlySet<string>;
  onChosen: (entry: AnyEntry, chosen: boolean) => void;
  onCopy: (entry: AnyEntry) => void;
  onEdit: (entry: AnyEntry) => void;
  onRemove: (entry: AnyEntry) => void;
  onRestore: (entry: AnyEntry) => void;
};

export function SelectBox({
  entry,
  chosen,
  onChosen,
}: {
  entry: AnyEntry;
  chosen: boolean;
  onChosen: ListProps['onChosen'];
}) {
  return (
    <label className="grid min-h-9 min-w-9 cursor-pointer place-items-center">
      <span className="sr-only">Selecionar {entry.name}</span>
      <input
        type="checkbox"
        className="checkbox checkbox-primary"
        checked={chosen}
        onChange={(event) => onChosen(entry, event.target.checked)}
      />
    </label>
  );
}

const dimmed = ({ active }: AnyEntry): string => (active ? '' : 'opacity-75');

type Cards = ListProps & { spec: CatalogSpec & { look: 'cards' } };

export function EntryCards({
  spec,
  catalog,
  entries,
  busy,
  chosen,
  onChosen,
  onCopy,
  onEdit,
  onRemove,
}: Cards) {
  const { picture } = spec;
  return (
    <ul className={`grid gap-4 ${spec.columns}`}>
      {entries.map((entry) => (
        <li
          key={entry.id}
          className={`flex flex-col overflow-hidden rounded-3xl ${entry.active ? 'bg-base-100' : 'border border-dashed border-base-content/40'}`}
        >
          {picture?.(entry)}
          <div className={`flex flex-1 flex-col ${picture ? 'gap-1 p-4' : 'gap-2 p-5'}`}>
            <div className="flex items-start justify-between gap-2">
              <SelectBox entry={entry} chosen={chosen.has(entry.id)} onChosen={onChosen} />
              <h3 className={`flex-1 ${picture ? 'text-lg leading-tight' : 'text-xl'} ${dimmed(entry)}`}>
                {entry.name}
              </h3>
              {!entry.active && <span className="badge badge-neutral">Inativo</span>}
            </div>
            {catalog.value && <div className={dimmed(entry)}>{spec.body(entry, catalog.value)}</div>}
            <div className={`mt-auto flex flex-wrap gap-2 ${picture ? 'pt-2' : ''}`}>
              <button
                type="button"
                className="btn btn-sm min-h-11"
                aria-label={`Editar ${entry.name}`}
                onClick={() => onEdit(entry)}
              >
                <Pencil aria-hidden className="size-4" /> Editar
              </button>
              <button
                type="button"
                className="btn btn-ghost btn-sm btn-square min-h-11 min-w-11"
                aria-label={`Duplicar ${entry.name}`}
                title="Duplicar"
                onClick={() => onCopy(entry)}
              >
                <Copy aria-hidden className="size-4" />
              </button>
              {entry.active && (
                <button
                  type="button"
                  className="btn btn-ghost btn-sm min-h-11"
                  aria-label={`Excluir ${entry.name}`}
                  disabled={busy}
                  onClick={() => onRemove(entry)}
                >
                  <Trash2 aria-hidden className="size-4" /> Excluir
                </button>
              )}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function EntryNames({ entries, busy, onEdit, onRemove }: ListProps) {
  return (
    <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
      {entries.map((entry) => (
        <li key={entry.id} className="flex items-center gap-2 rounded-2xl bg-base-100 py-2 pr-2 pl-4">
          <span className="min-w-0 flex-1 font-semibold break-words">{entry.name}</span>
          <button
            type="button"
            className="btn btn-ghost btn-square min-h-11 min-w-11"
            aria-label={`Editar ${entry.name}`}
            onClick={() => onEdit(entry)}
          >
            <Pencil aria-hidden className="size-5" />
          </button>
          <button
            type="button"
            className="btn btn-ghost btn-square min-h-11 min-w-11"
            aria-label={`Excluir ${entry.name}`}
            disabled={busy}
            onClick={() => onRemove(entry)}
          >
            <Trash2 aria-hidden className="size-5" />
          </button>
        </li>
      ))}
    </ul>
  );
}
