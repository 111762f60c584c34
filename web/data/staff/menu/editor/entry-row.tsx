// One entry of a catalogue table: what changes often is changed in the row.
import { ArrowDown, ArrowUp, Copy, GripVertical, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { imageUrl } from '../../../../ui/image-url.ts';
import { useAction } from '../../action.ts';
import { isPriceDiffers, patchEntry, patchPriced } from '../catalog.ts';
import { SelectBox, type ListProps } from './entry-cards.tsx';
import { fieldsOf, pricesBeside, type AnyEntry, type CatalogSpec, type FieldSpec } from './kind.ts';
import { PriceCell, type Kept } from './price-cell.tsx';
import { SoldOutSelect } from './sold-out-select.tsx';

type Props = Omit<ListProps, 'entries'> & {
  spec: CatalogSpec & { look: 'table' };
  price: FieldSpec | undefined;
  entry: AnyEntry;
  index: number;
  last: boolean;
  placing: boolean;
  dragging: {
    on: boolean;
    target: boolean;
    start: () => void;
    over: () => void;
    end: () => void;
    drop: () => void;
  };
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
  const raw = fieldsOf(entry);
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
      className={`border-base-content/15 max-md:grid max-md:border-b max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-2 max-md:gap-y-3 max-md:px-2 max-md:pt-2 max-md:pb-5 ${entry.active ? '' : 'bg-base-200/60'} ${dragging.on ? 'opacity-50' : ''} ${dragging.target ? 'outline-3 outline-primary' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        dragging.over();
      }}
      onDrop={(event) => {
        event.preventDefault();
        dragging.drop();
      }}
    >
      <td>
        <div className="flex items-center">
          <SelectBox entry={entry} chosen={chosen.has(entry.id)} onChosen={onChosen} />
          <span
            draggable
            onDragStart={dragging.start}
            onDragEnd={dragging.end}
            className="cursor-grab p-2 max-lg:hidden"
            title="Arraste para mudar a ordem"
            aria-hidden
          >
            <GripVertical className="size-5" />
          </span>
          <button
            type="button"
            className="btn btn-ghost btn-sm btn-square min-h-9 min-w-9"
            aria-label={`Subir ${entry.name}`}
            disabled={placing || index === 0}
            onClick={() => onPlace(index - 1)}
          >
            <ArrowUp aria-hidden className="size-5" />
          </button>
          <button
            type="button"
            className="btn btn-ghost btn-sm btn-square min-h-9 min-w-9"
            aria-label={`Descer ${entry.name}`}
            disabled={placing || last}
            onClick={() => onPlace(index + 1)}
          >
            <ArrowDown aria-hidden className="size-5" />
          </button>
        </div>
      </td>
      <td className="max-md:col-span-2">
        <div className="flex items-center gap-3">
          {typeof raw['image'] === 'string' && (
            <img
              src={imageUrl(raw['image'], 320)}
              alt=""
              loading="lazy"
              width={48}
              height={48}
              className={`size-12 max-w-none shrink-0 rounded-xl object-cover ${entry.active ? '' : 'opacity-50 grayscale'}`}
            />
          )}
          {typeof raw['color'] === 'string' && (
            <span
              aria-hidden
              className="size-6 shrink-0 rounded-full border border-base-content/30"
              style={{ background: raw['color'] }}
            />
          )}
          <div className="min-w-28">
            <span className={`font-semibold ${entry.active ? '' : 'opacity-75'}`}>{entry.name}</span>
            {!entry.active && <span className="badge badge-neutral badge-sm ml-2">Inativo</span>}
            {details.length > 0 && <span className="line-clamp-2 text-sm">{details.join(' · ')}</span>}
          </div>
        </div>
      </td>
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
      <td className="max-md:col-start-3">
        <div className="flex justify-end gap-1">
          <button
            type="button"
            className="btn btn-sm min-h-9 min-w-9"
            aria-label={`Editar ${entry.name}`}
            title="Editar"
            onClick={() => onEdit(entry)}
          >
            <Pencil aria-hidden className="size-4" /> <span className="max-lg:hidden">Editar</span>
          </button>
          <button
            type="button"
            className="btn btn-ghost btn-sm btn-square min-h-9 min-w-9"
            aria-label={`Duplicar ${entry.name}`}
            title="Duplicar"
            onClick={() => onCopy(entry)}
          >
            <Copy aria-hidden className="size-4" />
          </button>
          {entry.active ? (
            <button
              type="button"
              className="btn btn-ghost btn-sm btn-square min-h-9 min-w-9"
              aria-label={`Excluir ${entry.name}`}
              title="Excluir"
              disabled={busy}
              onClick={() => onRemove(entry)}
            >
              <Trash2 aria-hidden className="size-4" />
            </button>
          ) : (
            <button
              type="button"
              className="btn btn-ghost btn-sm btn-square min-h-9 min-w-9"
              aria-label={`Reativar ${entry.name}`}
              title="Reativar"
              disabled={busy}
              onClick={() => onRestore(entry)}
            >
              <RotateCcw aria-hidden className="size-4" />
            </button>
          )}
        </div>
      </td>
    </tr>
  );
}
