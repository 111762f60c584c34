// Prices by volume in a catalogue form: a row each.
import { Plus, X } from 'lucide-react';
import { TextField } from '../../../../ui/staff/fields.tsx';
import { TIERS_MAX, typedText, typedTiers, type TypedTier } from './tiers.ts';

type Props = { label: string; value: string; onValue: (value: string) => void };

export function TiersField({ label, value, onValue }: Props) {
  const tiers = typedTiers(value);
  const put = (next: readonly TypedTier[]) => onValue(typedText(next));
  const change = (at: number, typed: Partial<TypedTier>) =>
    put(tiers.map((tier, index) => (index === at ? { ...tier, ...typed } : tier)));
  return (
    <fieldset className="flex flex-col gap-2 sm:col-span-2">
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      {tiers.map(({ from, price }, at) => (
        // A row has no name but its place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className="flex items-end gap-2">
          <TextField
            label="A partir de (un.)"
            aria-label={`Faixa ${at + 1}: a partir de (un.)`}
            className="w-32 shrink"
            inputMode="numeric"
            value={from}
            onValue={(typed) => change(at, { from: typed })}
          />
          <TextField
            label="Preço (R$)"
            aria-label={`Faixa ${at + 1}: preço (R$)`}
            className="w-32 shrink"
            inputMode="decimal"
            placeholder="0,00"
            value={price}
            onValue={(typed) => change(at, { price: typed })}
          />
          <button
            type="button"
            className="btn btn-ghost btn-square"
            aria-label={`Remover a faixa ${at + 1}`}
            onClick={() => put(tiers.filter((_, index) => index !== at))}
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
      ))}
      {tiers.length < TIERS_MAX && (
        <button
          type="button"
          className="btn btn-sm min-h-9 self-start"
          onClick={() => put([...tiers, { from: '', price: '' }])}
        >
          <Plus aria-hidden className="size-4" /> Adicionar faixa
        </button>
      )}
    </fieldset>
  );
}
