// One catalogue as a table: drag or buttons for the order, price, 'Acabou' and on/off in place, the rest in a form.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { useAction } from '../../../data/staff/action.ts';
import { patchEntries } from '../../../data/staff/menu/catalog.ts';
import type { Resource } from '../../../data/staff/resource.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { EntryRow } from './entry-row.tsx';
import { entriesOf, type AnyEntry, type KindSpec } from './kinds.ts';
import { positionsAfterMove } from './reorder.ts';
import type { Values } from './form.ts';

type Props = {
  spec: KindSpec;
  catalog: Resource<Catalog>;
  entries: readonly AnyEntry[];
  standard?: Values;
};

/** What these lists have taken off stays out of sight until asked for; products and categories stay, marked 'Inativo'. */
const ACTIVE_ONLY = new Set(['sizes', 'bases', 'iceCreams', 'toppings']);

export function EntryTable({ spec, catalog, entries: given, standard }: Props) {
  const [editing, setEditing] = useState<AnyEntry | 'new' | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const [all, setAll] = useState(false);
  const action = useAction();
  const inactive = ACTIVE_ONLY.has(spec.kind) ? given.filter((entry) => !entry.active).length : 0;
  const entries = inactive > 0 && !all ? given.filter((entry) => entry.active) : given;
  // Positions are counted over the whole kind, whatever part of it stands here.
  const whole = catalog.value === null ? given : entriesOf(catalog.value, spec.kind);
  const priced = spec.fields.some((field) => field.key === 'priceCents');
  const sellable = spec.kind !== 'categories';

  const place = (id: string, index: number) =>
    void action.run('Erro ao salvar item. Tente novamente.', async () => {
      const to = whole.findIndex((entry) => entry.id === entries[index]?.id);
      await patchEntries(
        catalog,
        positionsAfterMove(whole, id, to).map(({ id: moved, position }) => ({
          kind: spec.kind,
          id: moved,
          fields: { position },
        })),
      );
    });

  return (
    <section aria-labelledby={`catalogo-${spec.kind}`} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={`catalogo-${spec.kind}`} className="text-2xl">
          {spec.title}
        </h2>
        {inactive > 0 && (
          <button
            type="button"
            className="btn btn-ghost ml-auto"
            aria-pressed={all}
            onClick={() => setAll(!all)}
          >
            {all ? 'Esconder inativos' : `Mostrar inativos (${inactive})`}
          </button>
        )}
        <button type="button" className="btn btn-primary" onClick={() => setEditing('new')}>
          <Plus aria-hidden className="size-5" /> {spec.female ? 'Nova' : 'Novo'} {spec.one}
        </button>
      </div>
      {entries.length === 0 ? (
        <p className="rounded-2xl bg-base-100 p-6">
          Nada aqui ainda. Toque em “{spec.female ? 'Nova' : 'Novo'} {spec.one}” para começar.
        </p>
      ) : (
        <div className="overflow-x-auto rounded-2xl bg-base-100">
          <table className="table max-lg:table-sm">
            <thead>
              <tr>
                <th scope="col" className="w-36">
                  Ordem
                </th>
                <th scope="col">Nome</th>
                {priced && <th scope="col">Preço</th>}
                {sellable && <th scope="col">Disponível</th>}
                <th scope="col">
                  <span className="sr-only">Ações</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry, index) => (
                <EntryRow
                  key={entry.id}
                  spec={spec}
                  catalog={catalog}
                  entry={entry}
                  index={index}
                  last={index === entries.length - 1}
                  priced={priced}
                  sellable={sellable}
                  busy={action.busy}
                  dragging={{
                    on: dragged === entry.id,
                    target: over === entry.id && dragged !== null && dragged !== entry.id,
                    start: () => setDragged(entry.id),
                    over: () => setOver(entry.id),
                    end: () => {
                      setDragged(null);
                      setOver(null);
                    },
                    drop: () => {
                      if (dragged !== null && dragged !== entry.id) place(dragged, index);
                      setDragged(null);
                      setOver(null);
                    },
                  }}
                  onPlace={(to) => place(entry.id, to)}
                  onEdit={() => setEditing(entry)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {editing !== null && (
        <EntryDialog
          spec={spec}
          catalog={catalog}
          entry={editing === 'new' ? null : editing}
          count={whole.length}
          standard={standard ?? {}}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  );
}
