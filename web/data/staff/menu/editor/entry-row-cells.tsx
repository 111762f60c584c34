// The cells of a catalogue's row: its place in the list, its name with picture or colour, and what is done with it.
import { ArrowDown, ArrowUp, Copy, GripVertical, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { imageUrl } from '../../../../ui/image-url.ts';
import type { ListProps } from './entry-cards.tsx';
import { fieldsOf, type AnyEntry } from './kind.ts';

export type Dragging = {
  on: boolean;
  target: boolean;
  start: () => void;
  over: () => void;
  end: () => void;
  drop: () => void;
};

type PlaceProps = {
  entry: AnyEntry;
  index: number;
  last: boolean;
  placing: boolean;
  dragging: Pick<Dragging, 'start' | 'end'>;
  onPlace: (index: number) => void;
  children: ReactNode;
};

export function PlaceCell({ entry, index, last, placing, dragging, onPlace, children }: PlaceProps) {
  return (
    <td>
      <div className="flex items-center">
        {children}
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
  );
}

export function NameCell({ entry, details }: { entry: AnyEntry; details: readonly (string | null)[] }) {
  const raw = fieldsOf(entry);
  return (
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
  );
}

type ActionsProps = Pick<ListProps, 'busy' | 'onCopy' | 'onEdit' | 'onRemove' | 'onRestore'> & {
  entry: AnyEntry;
};

export function ActionsCell({ entry, busy, onCopy, onEdit, onRemove, onRestore }: ActionsProps) {
  return (
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
  );
}
