// One field of a catalogue form, by its type.
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { useId } from 'react';
import { AreaField, SelectField, SwitchField, TextField } from '../../../../ui/staff/fields.tsx';
import { ImageField } from '../image-field.tsx';
import { linesOf } from './form.ts';
import type { FieldSpec } from './kind.ts';
import { TiersField } from './tiers-field.tsx';

type Props = {
  field: FieldSpec;
  value: string;
  error: string | undefined;
  catalog: Catalog | null;
  name: string;
  onValue: (value: string) => void;
};

export function EntryField({ field, value, error, catalog, name, onValue }: Props) {
  const { label, hint, required = false } = field;
  const shared = { label, hint, error, value, onValue, className: field.wide ? 'sm:col-span-2' : '' };
  switch (field.type) {
    case 'text':
      return <TextField {...shared} required={required} maxLength={80} />;
    case 'money':
      return (
        <TextField
          {...shared}
          label={`${label} (R$)`}
          required={required}
          inputMode="decimal"
          placeholder="0,00"
        />
      );
    case 'count':
      return <TextField {...shared} required={required} inputMode="numeric" />;
    case 'area':
      return <AreaField {...shared} className="sm:col-span-2" maxLength={400} rows={2} />;
    case 'list':
      return <AreaField {...shared} className="sm:col-span-2" rows={4} />;
    case 'select':
      return (
        <SelectField
          {...shared}
          hint={field.about?.(value) ?? hint}
          required={required}
          options={field.options(catalog, value)}
        />
      );
    case 'choices':
      return (
        <Choices
          legend={label}
          chosen={linesOf(value)}
          listed={catalog ? field.listed(catalog) : []}
          onChosen={(chosen) => onValue(chosen.join('\n'))}
        />
      );
    case 'tiers':
      return <TiersField label={label} value={value} onValue={onValue} />;
    case 'switch':
      return (
        <SwitchField
          label={label}
          checked={value === 'true'}
          onChecked={(checked) => onValue(String(checked))}
        />
      );
    case 'color':
      return <ColorField label={label} value={value} onValue={onValue} />;
    case 'image':
      return (
        <ImageField
          label={label}
          value={value === '' ? null : value}
          use="product"
          name={name}
          onValue={(hash) => onValue(hash ?? '')}
        />
      );
  }
}

function ColorField({
  label,
  value,
  onValue,
}: {
  label: string;
  value: string;
  onValue: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <div className="flex items-center gap-3">
        <input
          id={id}
          type="color"
          className="h-11 w-20 cursor-pointer rounded-xl border border-base-content/30 bg-base-100 p-1"
          value={value === '' ? '#7d2f96' : value}
          onChange={(event) => onValue(event.target.value)}
        />
        {value === '' ? (
          <span className="text-sm">Cor padrão</span>
        ) : (
          <button type="button" className="btn btn-sm min-h-9" onClick={() => onValue('')}>
            Usar a cor padrão
          </button>
        )}
      </div>
    </div>
  );
}

/** The active ones of the list, and what the entry had besides. In the order of the list. */
function Choices({
  legend,
  chosen,
  listed,
  onChosen,
}: {
  legend: string;
  chosen: readonly string[];
  listed: readonly { name: string; active: boolean }[];
  onChosen: (chosen: readonly string[]) => void;
}) {
  const active = listed.filter((one) => one.active).map((one) => one.name);
  const others = chosen.filter((name) => !active.includes(name));
  const names = [...active, ...others];
  return (
    <fieldset className="sm:col-span-2">
      <legend className="text-sm font-semibold">{legend}</legend>
      {names.length === 0 && <p className="text-sm">Cadastre em Tamanhos/Sabores para escolher aqui.</p>}
      <div className="mt-1 grid max-h-56 gap-x-4 overflow-y-auto rounded-2xl bg-base-200 p-3 empty:hidden sm:grid-cols-2">
        {names.map((name) => (
          <label key={name} className="flex min-h-9 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              className="checkbox checkbox-primary"
              checked={chosen.includes(name)}
              onChange={(event) =>
                onChosen(names.filter((one) => (one === name ? event.target.checked : chosen.includes(one))))
              }
            />
            <span className="min-w-0 break-words">
              {name}
              {others.includes(name) && <span className="text-sm"> (fora da lista)</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
