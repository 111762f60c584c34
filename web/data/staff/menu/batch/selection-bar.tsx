// What can be done with the entries that are selected. In sight as long as there are some.
import { isPriced } from '@balcao/shared/menu/price-shift.ts';
import { Coins, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { countText } from '../../../../text/menu.ts';
import type { AnyEntry, CatalogSpec } from '../editor/kind.ts';
import { activePatches } from './batch.ts';
import { PricesDialog } from './prices-dialog.tsx';
import type { BatchWork } from './use-batch.ts';

type Props = {
  spec: CatalogSpec;
  chosen: readonly AnyEntry[];
  batch: BatchWork;
  onClear: () => void;
};

export function SelectionBar({ spec, chosen, batch, onClear }: Props) {
  const [pricing, setPricing] = useState(false);
  if (chosen.length === 0) return null;
  const on = activePatches(spec.kind, chosen, true);
  const off = activePatches(spec.kind, chosen, false);
  const switchTo = (active: boolean) =>
    void batch
      .apply(
        'selection',
        active ? on : off,
        active
          ? countText(on.length, 'item ligado', 'itens ligados')
          : countText(off.length, 'item desligado', 'itens desligados'),
      )
      .then((outcome) => outcome === 'done' && onClear());
  return (
    <div
      role="group"
      aria-label="Itens selecionados"
      className="sticky bottom-[calc(var(--clear)+1.25rem)] z-20 flex flex-wrap items-center gap-2 rounded-2xl border-2 border-primary bg-base-100 p-2 pl-4 shadow-lg lg:bottom-4"
    >
      <p className="numbers mr-auto font-bold" role="status">
        {countText(chosen.length, 'selecionado', 'selecionados')}
      </p>
      {isPriced(spec.kind) && (
        <button
          type="button"
          className="btn btn-primary min-h-11"
          onClick={() => {
            batch.forgive();
            setPricing(true);
          }}
        >
          <Coins aria-hidden className="size-5" /> Mudar preços
        </button>
      )}
      {off.length > 0 && (
        <button type="button" className="btn min-h-11" disabled={batch.busy} onClick={() => switchTo(false)}>
          <EyeOff aria-hidden className="size-5" /> Desligar
        </button>
      )}
      {on.length > 0 && (
        <button type="button" className="btn min-h-11" disabled={batch.busy} onClick={() => switchTo(true)}>
          <Eye aria-hidden className="size-5" /> Ligar
        </button>
      )}
      <button type="button" className="btn btn-ghost min-h-11" onClick={onClear}>
        Limpar
      </button>
      {pricing && (
        <PricesDialog
          spec={spec}
          chosen={chosen}
          batch={batch}
          onDone={() => {
            setPricing(false);
            onClear();
          }}
          onClose={() => setPricing(false)}
        />
      )}
    </div>
  );
}
