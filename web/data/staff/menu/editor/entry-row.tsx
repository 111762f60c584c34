// One entry of a catalogue table: what changes often is changed in the row.
import { useAction } from '../../action.ts';
import { isPriceDiffers, patchEntry, patchPriced } from '../catalog.ts';
import { SelectBox, type ListProps } from './entry-cards.tsx';
import { ActionsCell, NameCell, PlaceCell, type Dragging } from './entry-row-cells.tsx';
import { pricesBeside, type AnyEntry, type CatalogSpec, type FieldSpec } from './kind.ts';
import { PriceCell } from './price-cell.tsx';
import type { Kept } from './use-price.ts';
import { SoldOutSelect } from './sold-out-select.tsx';

type Props = Omit<ListProps, 'entries'> & {
  spec: CatalogSpec & { look: 'table' };
  price: FieldSpec | undefined;
  entry: AnyEntry;
  index: number;
  last: boolean;
  placing: boolean;
  dragging: Dragging;
  onPlace: (index: number) => void;
};

export function EntryRow({
  spec,
  catalog,
  price,
  entry,
  index,
  last,
  placing,
  busy,
  dragging,
  chosen,
  onChosen,
  onPlace,
  onCopy,
  onEdit,
  onRemove,
  onRestore,
}: Props) {
  const action = useAction();
  const pricing = useAction();
  const savePrice = async (priceCents: number, seenCents: number): Promise<Kept> => {
    let kept = true;
    const done = await pricing.run(spec.words.rowFailed, async () => {
      try {
        await patchPriced(catalog, { kind: spec.kind, id: entry.id, fields: { priceCents }, seenCents });
      } catch (error) {
        if (!isPriceDiffers(error)) throw error;
        kept = false;
      }
    });
    if (!done) return 'failed';
    return kept ? 'kept' : 'theirs';
  };
  const details = catalog.value
    ? spec.details(entry, catalog.value).filter((part) => part !== null && part !== '')
    : [];

  return (
    <tr
      className={`border-base-content/15 max-md:grid max-md:border-b max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-2 max-md:gap-y-3 max-md:px-2 max-md:pt-2 max-md:pb-5 @max-[16rem]:flex! @max-[16rem]:flex-col @max-[16rem]:items-stretch! ${entry.active ? '' : 'bg-base-200/60'} ${dragging.on ? 'opacity-50' : ''} ${dragging.target ? 'outline-3 outline-primary' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        dragging.over();
      }}
      onDrop={(event) => {
        event.preventDefault();
        dragging.drop();
      }}
    >
      <PlaceCell {...{ entry, index, last, placing, dragging, onPlace }}>
        <SelectBox entry={entry} chosen={chosen.has(entry.id)} onChosen={onChosen} />
      </PlaceCell>
      <NameCell entry={entry} details={details} />
      {price && (
        <td>
          <PriceCell
            name={entry.name}
            cents={'priceCents' in entry ? entry.priceCents : 0}
            others={pricesBeside(spec, catalog.value, entry.id)}
            optional={!price.required}
            failed={pricing.failed}
            onSave={savePrice}
          />
        </td>
      )}
      {spec.sellable && (
        <td className={price ? '' : 'max-md:col-span-2'}>
          {'soldOutUntilMs' in entry && (
            <SoldOutSelect
              entry={entry}
              busy={action.busy}
              onChange={(soldOutUntilMs) =>
                void action.run(spec.words.rowFailed, () =>
                  patchEntry(catalog, spec.kind, entry.id, { soldOutUntilMs }),
                )
              }
            />
          )}
        </td>
      )}
      <ActionsCell {...{ entry, busy, onCopy, onEdit, onRemove, onRestore }} />
    </tr>
  );
}
