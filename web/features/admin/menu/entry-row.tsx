// One entry of a catalogue: what changes often is changed in the row.
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { formatAmount, parseCents } from '@balcao/shared/money.ts';
import { ArrowDown, ArrowUp, GripVertical, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { imageUrl } from '../../../ui/image-url.ts';
import { useAction } from '../../../data/staff/action.ts';
import { patchEntry } from '../../../data/staff/menu/catalog.ts';
import type { Resource } from '../../../data/staff/resource.ts';
import { useToast } from '../../../ui/toast.tsx';
import type { AnyEntry, KindSpec } from './kinds.ts';
import { fieldsOf } from './kinds.ts';
import { SoldOutSelect } from './sold-out-select.tsx';

const SAVE_FAILED = 'Erro ao salvar item. Tente novamente.';

type Props = {
  spec: KindSpec;
  catalog: Resource<Catalog>;
  entry: AnyEntry;
  index: number;
  last: boolean;
  priced: boolean;
  sellable: boolean;
  busy: boolean;
  dragging: {
    on: boolean;
    target: boolean;
    start: () => void;
    over: () => void;
    end: () => void;
    drop: () => void;
  };
  onPlace: (index: number) => void;
  onEdit: () => void;
};

export function EntryRow({
  spec,
  catalog,
  entry,
  index,
  last,
  priced,
  sellable,
  busy,
  dragging,
  onPlace,
  onEdit,
}: Props) {
  const action = useAction();
  const toast = useToast();
  const raw = fieldsOf(entry);
  const details = [
    typeof raw['description'] === 'string' ? raw['description'] : null,
    typeof raw['maxToppings'] === 'number' ? `até ${raw['maxToppings']} complementos` : null,
    typeof raw['category'] === 'string' ? raw['category'] || 'Outros' : null,
    typeof raw['categoryId'] === 'string'
      ? (catalog.value?.categories.find((one) => one.id === raw['categoryId'])?.name ?? null)
      : null,
    raw['productType'] === 'TACA_MONTADA'
      ? `Taça ${raw['cupMode'] === 'escolha' ? 'à escolha' : 'pronta'}`
      : raw['productType'] === 'PRONTO'
        ? 'Produto pronto'
        : null,
  ].filter((part): part is string => part !== null);

  const setActive = (active: boolean) =>
    void action
      .run(active ? SAVE_FAILED : 'Erro ao remover item', () =>
        patchEntry(catalog, spec.kind, entry.id, { active }),
      )
      .then((done) => {
        if (!done) return;
        toast({
          title: active ? `${entry.name} está de volta ao cardápio` : `${entry.name} saiu do cardápio`,
          tone: 'success',
          ...(active ? {} : { action: { label: 'Desfazer', run: () => setActive(true) } }),
        });
      });

  const remove = () => {
    if (
      window.confirm(`Tem certeza que deseja excluir ${spec.female ? 'a' : 'o'} ${spec.one} "${entry.name}"?`)
    )
      setActive(false);
  };

  return (
    <tr
      className={`${entry.active ? '' : 'bg-base-200/60'} ${dragging.on ? 'opacity-50' : ''} ${dragging.target ? 'outline-3 outline-primary' : ''}`}
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
          <span
            draggable
            onDragStart={dragging.start}
            onDragEnd={dragging.end}
            className="cursor-grab p-2"
            title="Arraste para mudar a ordem"
            aria-hidden
          >
            <GripVertical className="size-5" />
          </span>
          <button
            type="button"
            className="btn btn-ghost btn-sm btn-square min-h-9 min-w-9"
            aria-label={`Subir ${entry.name}`}
            disabled={busy || index === 0}
            onClick={() => onPlace(index - 1)}
          >
            <ArrowUp aria-hidden className="size-5" />
          </button>
          <button
            type="button"
            className="btn btn-ghost btn-sm btn-square min-h-9 min-w-9"
            aria-label={`Descer ${entry.name}`}
            disabled={busy || last}
            onClick={() => onPlace(index + 1)}
          >
            <ArrowDown aria-hidden className="size-5" />
          </button>
        </div>
      </td>
      <td>
        <div className="flex items-center gap-3">
          {typeof raw['image'] === 'string' && (
            <img
              src={imageUrl(raw['image'], 320)}
              alt=""
              loading="lazy"
              width={48}
              height={48}
              className={`size-12 rounded-xl object-cover ${entry.active ? '' : 'opacity-50 grayscale'}`}
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
            {details.length > 0 && <span className="line-clamp-1 text-sm">{details.join(' · ')}</span>}
          </div>
        </div>
      </td>
      {priced && (
        <td>
          <PriceCell
            entry={entry}
            optional={spec.kind === 'toppings'}
            busy={action.busy}
            onSave={(priceCents) =>
              action.run(SAVE_FAILED, () => patchEntry(catalog, spec.kind, entry.id, { priceCents }))
            }
          />
        </td>
      )}
      {sellable && (
        <td>
          {'soldOutUntilMs' in entry && (
            <SoldOutSelect
              entry={entry}
              busy={action.busy}
              onChange={(soldOutUntilMs) =>
                void action.run(SAVE_FAILED, () =>
                  patchEntry(catalog, spec.kind, entry.id, { soldOutUntilMs }),
                )
              }
            />
          )}
        </td>
      )}
      <td>
        <div className="flex justify-end gap-1">
          <button
            type="button"
            className="btn btn-sm min-h-9 min-w-9"
            aria-label={`Editar ${entry.name}`}
            title="Editar"
            onClick={onEdit}
          >
            <Pencil aria-hidden className="size-4" /> <span className="max-lg:hidden">Editar</span>
          </button>
          {entry.active ? (
            <button
              type="button"
              className="btn btn-ghost btn-sm btn-square min-h-9 min-w-9"
              aria-label={`Excluir ${entry.name}`}
              title="Excluir"
              disabled={action.busy}
              onClick={remove}
            >
              <Trash2 aria-hidden className="size-4" />
            </button>
          ) : (
            <button
              type="button"
              className="btn btn-ghost btn-sm btn-square min-h-9 min-w-9"
              aria-label={`Reativar ${entry.name}`}
              title="Reativar"
              disabled={action.busy}
              onClick={() => setActive(true)}
            >
              <RotateCcw aria-hidden className="size-4" />
            </button>
          )}
        </div>
      </td>
    </tr>
  );
}

function PriceCell({
  entry,
  optional,
  busy,
  onSave,
}: {
  entry: AnyEntry;
  optional: boolean;
  busy: boolean;
  onSave: (priceCents: number) => Promise<boolean>;
}) {
  const stored = 'priceCents' in entry ? entry.priceCents : 0;
  const [text, setText] = useState(formatAmount(stored));
  const [state, setState] = useState<'same' | 'wrong' | 'saved'>('same');
  useEffect(() => setText(formatAmount(stored)), [stored]);
  useEffect(() => {
    if (state !== 'saved') return;
    const timer = setTimeout(() => setState('same'), 2_500);
    return () => clearTimeout(timer);
  }, [state]);

  const save = () => {
    const cents = parseCents(text);
    if (cents === stored) {
      setText(formatAmount(stored));
      setState('same');
      return;
    }
    if (cents === null || (cents === 0 && !optional)) {
      setState('wrong');
      return;
    }
    void onSave(cents).then((done) => {
      setState(done ? 'saved' : 'wrong');
    });
  };

  return (
    <div className="relative flex w-fit items-center gap-2">
      <span aria-hidden className="max-lg:sr-only">
        R$
      </span>
      <input
        aria-label={`Preço de ${entry.name}`}
        aria-invalid={state === 'wrong'}
        inputMode="decimal"
        className={`input input-sm numbers min-h-9 w-22 text-right text-base! ${state === 'wrong' ? 'input-error' : ''}`}
        value={text}
        disabled={busy}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') setText(formatAmount(stored));
        }}
      />
      <span
        role="status"
        className={`absolute top-full left-0 text-xs whitespace-nowrap font-semibold ${state === 'wrong' ? 'text-error' : 'text-success'}`}
      >
        {state === 'saved' ? '✓ salvo' : state === 'wrong' ? 'Preço inválido' : ''}
      </span>
    </div>
  );
}
