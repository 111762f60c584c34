// A catalogue as a table: drag or buttons for the order, price, 'Acabou' and on/off in place, the rest in a form.
import { useState } from 'react';
import { useAction } from '../../action.ts';
import { Failed } from '../../../../ui/staff/failed.tsx';
import { patchEntries } from '../catalog.ts';
import type { ListProps } from './entry-cards.tsx';
import { EntryRow } from './entry-row.tsx';
import { entriesOf, type CatalogSpec } from './kind.ts';
import { positionsAfterMove } from './reorder.ts';

type Props = ListProps & { spec: CatalogSpec & { look: 'table' } };

export function EntryTable({ spec, entries, ...list }: Props) {
  const { catalog } = list;
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const action = useAction();
  // Positions are counted over the whole kind, whatever part of it stands here.
  const whole = catalog.value === null ? entries : entriesOf(spec, catalog.value);
  const price = spec.fields.find((field) => field.key === 'priceCents');

  const place = (id: string, index: number) =>
    void action.run(spec.words.rowFailed, async () => {
      const to = whole.findIndex((entry) => entry.id === entries[index]?.id);
      const placed = whole.map((entry) => ({
        id: entry.id,
        position: 'position' in entry ? entry.position : 0,
      }));
      await patchEntries(
        catalog,
        positionsAfterMove(placed, id, to).map(({ id: moved, position }) => ({
          kind: spec.kind,
          id: moved,
          fields: { position },
        })),
      );
    });
  const letGo = () => {
    setDragged(null);
    setOver(null);
  };

  return (
    <div className="@container rounded-2xl bg-base-100 md:overflow-x-auto">
      {/* On a phone each row is a card of two lines. */}
      <table className="table max-lg:table-sm max-md:block max-md:[&_tbody]:block max-md:[&_td]:border-0 max-md:[&_td]:p-0">
        <thead className="max-md:hidden">
          <tr>
            <th scope="col" className="w-36 lg:w-44">
              <span className="sr-only">Seleção e </span>Ordem
            </th>
            <th scope="col">Nome</th>
            {price && <th scope="col">Preço</th>}
            {spec.sellable && <th scope="col">Disponível</th>}
            <th scope="col">
              <span className="sr-only">Ações</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            <EntryRow
              key={entry.id}
              {...list}
              spec={spec}
              price={price}
              entry={entry}
              index={index}
              last={index === entries.length - 1}
              placing={action.busy}
              dragging={{
                on: dragged === entry.id,
                target: over === entry.id && dragged !== null && dragged !== entry.id,
                start: () => setDragged(entry.id),
                over: () => setOver(entry.id),
                end: letGo,
                drop: () => {
                  if (dragged !== null && dragged !== entry.id) place(dragged, index);
                  letGo();
                },
              }}
              onPlace={(to) => place(entry.id, to)}
            />
          ))}
        </tbody>
      </table>
      <Failed text={action.failed} className="p-4" />
    </div>
  );
}
