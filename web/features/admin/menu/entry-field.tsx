// One field of a catalogue form, by its type.
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { useId } from 'react';
import { AreaField, SelectField, TextField } from '../../../ui/staff/fields.tsx';
import { ImageField } from '../../../data/staff/menu/image-field.tsx';
import type { FieldSpec } from './kinds.ts';

type Props = {
  field: FieldSpec;
  value: string;
  error: string | undefined;
  catalog: Catalog | null;
  name: string;
  onValue: (value: string) => void;
};

const TOPPING_OPTIONS = [
  ['', 'Escolha…'],
  ['frutas', 'Frutas'],
  ['caldas', 'Caldas'],
  ['crocantes', 'Crocantes'],
  ['outros', 'Outros'],
] as const;

export function EntryField({ field, value, error, catalog, name, onValue }: Props) {
  const { label, hint, required = false } = field;
  const shared = { label, hint, error, onValue };
  switch (field.type) {
    case 'text':
      return <TextField {...shared} value={value} required={required} maxLength={80} />;
    case 'money':
      return (
        <TextField
          {...shared}
          label={`${label} (R$)`}
          value={value}
          required={required}
          inputMode="decimal"
          placeholder="0,00"
        />
      );
    case 'count':
      return <TextField {...shared} value={value} required={required} inputMode="numeric" />;
    case 'area':
      return <AreaField {...shared} className="sm:col-span-2" value={value} maxLength={400} rows={2} />;
    case 'list':
      return <AreaField {...shared} className="sm:col-span-2" value={value} rows={4} />;
    case 'topping-category':
      return <SelectField {...shared} value={value} options={TOPPING_OPTIONS} />;
    case 'product-category':
      return (
        <SelectField
          {...shared}
          value={value}
          options={[
            ['', 'Sem categoria'],
            ...(catalog?.categories
              .filter((one) => one.active || one.id === value)
              .map((one) => [one.id, one.name] as const) ?? []),
          ]}
        />
      );
    case 'cup-mode':
      return (
        <SelectField
          {...shared}
          value={value}
          options={[
            ['pronta', 'Pronta: vem como descrita'],
            ['escolha', 'À escolha: o cliente monta'],
          ]}
        />
      );
    case 'product-type':
      return (
        <SelectField
          {...shared}
          value={value}
          options={[
            ['ACAI_MONTADO', 'Açaí montado'],
            ['PRONTO', 'Bebida ou produto pronto'],
          ]}
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
