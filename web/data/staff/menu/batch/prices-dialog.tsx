// An amount or a share on all selected prices: each is shown as it is and as it will be, and all are written, or none.
import { PRICE_CENTS_MAX } from '@balcao/shared/menu/price-shift.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { ArrowRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Dialog } from '../../../../ui/dialog.tsx';
import { focusAtOpening } from '../../../../ui/staff/focus-at-opening.ts';
import { countText } from '../../../../text/menu.ts';
import type { AnyEntry, CatalogSpec } from '../editor/kind.ts';
import { movePrices, pricePatches, readShift, type MovedEntry, type ShiftDraft } from './batch.ts';
import type { BatchWork } from './use-batch.ts';

type Props = {
  spec: CatalogSpec;
  chosen: readonly AnyEntry[];
  batch: BatchWork;
  onDone: () => void;
  onClose: () => void;
};

export function PricesDialog({ spec, chosen, batch, onDone, onClose }: Props) {
  const form = useId();
  const [draft, setDraft] = useState<ShiftDraft>({
    direction: 'up',
    by: 'cents',
    amount: '',
    keepsFree: false,
  });
  const [theirs, setTheirs] = useState(false);
  const moved = movePrices(spec.kind, chosen, readShift(draft), draft.keepsFree);
  const free = moved.filter(({ beforeCents }) => beforeCents === 0).length;
  const patches = pricePatches(spec.kind, moved);
  const unusual = moved.filter((one) => one.unusual).length;
  const apply = () => {
    if (batch.busy || patches.length === 0) return;
    setTheirs(false);
    void batch
      .apply('selection', patches, countText(patches.length, 'preço mudado', 'preços mudados'))
      .then((outcome) => (outcome === 'done' ? onDone() : setTheirs(outcome === 'theirs')));
  };
  return (
    <Dialog
      title={`Mudar ${countText(chosen.length, 'preço', 'preços')}`}
      wide
      form
      onClose={onClose}
      actions={
        <>
          <button
            type="submit"
            form={form}
            className="btn btn-primary"
            disabled={batch.busy || patches.length === 0}
          >
            {batch.busy && <span className="loading loading-spinner" aria-hidden />}
            {patches.length === 0
              ? 'Nenhum preço muda'
              : `Aplicar a ${countText(patches.length, 'preço', 'preços')}`}
          </button>
          <button type="button" className="btn" onClick={onClose}>
            Cancelar
          </button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <ShiftFields draft={draft} onDraft={(more) => setDraft({ ...draft, ...more })} />
        {free > 0 && (
          <label className="mt-1 flex min-h-11 w-fit cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="checkbox checkbox-primary"
              checked={draft.keepsFree}
              onChange={(event) => setDraft({ ...draft, keepsFree: event.target.checked })}
            />
            Deixar sem custo o que não custa nada ({free})
          </label>
        )}
      </form>
      <Warnings theirs={theirs} failed={batch.failed} unusual={unusual} />
      <Preview moved={moved} />
    </Dialog>
  );
}

/** Why nothing was changed, and what to look at before it is. */
function Warnings({ theirs, failed, unusual }: { theirs: boolean; failed: string | null; unusual: number }) {
  return (
    <>
      {theirs ? (
        <p role="alert" className="mt-3 rounded-2xl bg-warning p-3 font-semibold text-warning-content">
          Um preço mudou enquanto você conferia, e nada foi mudado. Estes já são os preços de agora: confira e
          aplique de novo.
        </p>
      ) : (
        failed !== null && (
          <p role="alert" className="mt-3 font-semibold text-error">
            {failed}
          </p>
        )
      )}
      {unusual > 0 && (
        <p role="status" className="mt-3 rounded-2xl bg-warning p-3 font-semibold text-warning-content">
          {countText(unusual, 'preço muda', 'preços mudam')} mais de três vezes. Confira antes de aplicar.
        </p>
      )}
    </>
  );
}

function ShiftFields({
  draft,
  onDraft,
}: {
  draft: ShiftDraft;
  onDraft: (more: Partial<ShiftDraft>) => void;
}) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Segments
        legend="O que fazer"
        chosen={draft.direction}
        options={[
          ['up', 'Somar'],
          ['down', 'Subtrair'],
        ]}
        onChosen={(direction) => onDraft({ direction })}
      />
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-sm font-semibold">
          Quanto
        </label>
        <input
          id={id}
          ref={focusAtOpening}
          inputMode="decimal"
          autoComplete="off"
          placeholder={draft.by === 'cents' ? '0,50' : '10'}
          aria-describedby={`${id}-hint`}
          className="input numbers h-11 w-28 text-right text-lg!"
          value={draft.amount}
          onChange={(event) => onDraft({ amount: event.target.value })}
        />
      </div>
      <Segments
        legend="Em"
        chosen={draft.by}
        options={[
          ['cents', 'R$'],
          ['percent', '%'],
        ]}
        onChosen={(by) => onDraft({ by })}
      />
      <p id={`${id}-hint`} className="basis-full text-sm">
        {draft.by === 'percent' && 'Arredondado para o centavo mais próximo; meio centavo sobe. '}
        Nenhum preço passa do mínimo nem de {formatCents(PRICE_CENTS_MAX)}.
      </p>
    </div>
  );
}

function Segments<V extends string>({
  legend,
  chosen,
  options,
  onChosen,
}: {
  legend: string;
  chosen: V;
  options: readonly (readonly [value: V, label: string])[];
  onChosen: (value: V) => void;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      <div className="join">
        {options.map(([value, label]) => (
          <input
            key={value}
            type="radio"
            name={name}
            aria-label={label}
            className="btn join-item min-h-11"
            checked={value === chosen}
            onChange={() => onChosen(value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

const BOUNDS = { min: 'no mínimo', max: 'no máximo' } as const;

function Preview({ moved }: { moved: readonly MovedEntry[] }) {
  return (
    <table className="mt-4 w-full" aria-label="Como ficam os preços">
      <thead className="text-left text-sm">
        <tr>
          <th scope="col" className="font-semibold">
            Item
          </th>
          <th scope="col" className="text-right font-semibold">
            Agora
          </th>
          <th scope="col">
            <span className="sr-only">passa a</span>
          </th>
          <th scope="col" className="text-right font-semibold">
            Depois
          </th>
        </tr>
      </thead>
      <tbody>
        {moved.map(({ id, name, beforeCents, afterCents, bound, unusual }) => (
          <tr key={id} className={`border-t border-base-300 ${unusual ? 'bg-warning/30' : ''}`}>
            <th scope="row" className="py-2 pr-2 text-left font-semibold break-words">
              {name}
              {beforeCents === 0 && <span className="badge badge-sm ml-2">sem custo</span>}
              {bound !== null && <span className="badge badge-neutral badge-sm ml-2">{BOUNDS[bound]}</span>}
            </th>
            <td className="numbers py-2 text-right whitespace-nowrap">{formatCents(beforeCents)}</td>
            <td className="w-8 py-2 text-center">
              <ArrowRight aria-hidden className="inline size-4" />
            </td>
            <td className="numbers py-2 text-right font-bold whitespace-nowrap">
              {afterCents === beforeCents ? 'igual' : formatCents(afterCents)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
