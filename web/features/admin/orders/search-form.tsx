// Finding an order by phone, by id, or by panel number and code.
import { formatPhone, phoneDigits } from '@balcao/shared/phone.ts';
import { Search as SearchIcon, X } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { SelectField, TextField } from '../../../ui/staff/fields.tsx';

export type Search = { by: 'phone' | 'id' | 'panel'; q: string };

const KINDS = [
  ['panel', 'Painel ou código'],
  ['phone', 'Telefone'],
  ['id', 'ID do pedido'],
] as const;
const RESULTS_MAX = 100;
const PHONE_DIGITS_MAX = 11;

export const searchQuery = ({ by, q }: Search) => ({
  limit: String(RESULTS_MAX),
  by,
  q: by === 'phone' ? phoneDigits(q) : q.trim(),
});

type Props = { searching: boolean; busy: boolean; onSearch: (search: Search | null) => void };

export function SearchForm({ searching, busy, onSearch }: Props) {
  const [by, setBy] = useState<Search['by']>('panel');
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const empty = by === 'phone' ? phoneDigits(text) === '' : text.trim() === '';
    setError(empty ? 'Digite algo para buscar.' : null);
    if (!empty) onSearch({ by, q: text });
  };
  const type = (value: string) =>
    setText(by === 'phone' ? formatPhone(phoneDigits(value).slice(0, PHONE_DIGITS_MAX)) : value);

  return (
    <form
      role="search"
      noValidate
      onSubmit={submit}
      className="flex flex-wrap items-start gap-3 rounded-2xl bg-base-100 p-4"
    >
      <SelectField
        label="Buscar por"
        className="w-44"
        value={by}
        options={KINDS}
        onValue={(value) => {
          setBy(value as Search['by']);
          setText('');
          setError(null);
        }}
      />
      <TextField
        label={by === 'phone' ? 'Telefone' : by === 'id' ? 'ID' : 'Número ou código'}
        className="min-w-48 flex-1"
        value={text}
        onValue={type}
        error={error}
        inputMode={by === 'phone' ? 'tel' : 'search'}
        placeholder={by === 'phone' ? '(11) 98765-4321' : by === 'id' ? '41 ou 0198…' : '12 ou 7K2MQ-9XWTB'}
      />
      <div className="flex gap-2 self-start pt-6">
        <button type="submit" className="btn btn-primary" disabled={busy}>
          <SearchIcon aria-hidden className="size-5" /> Buscar
        </button>
        {searching && (
          <button
            type="button"
            className="btn"
            onClick={() => {
              setText('');
              setError(null);
              onSearch(null);
            }}
          >
            <X aria-hidden className="size-5" /> Limpar busca
          </button>
        )}
      </div>
    </form>
  );
}
