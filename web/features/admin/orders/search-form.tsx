// Finding an order by phone, by id, or by panel number and code.
import { formatPhone, phoneDigits } from '@balcao/shared/phone.ts';
import { Search as SearchIcon, X } from 'lucide-react';
import type { FormEvent } from 'react';
import { useDraft } from '../../../data/staff/draft.ts';
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

const isEmpty = ({ by, q }: Search): boolean => (by === 'phone' ? phoneDigits(q) : q.trim()) === '';
const phoneTyped = (text: string): string => formatPhone(phoneDigits(text).slice(0, PHONE_DIGITS_MAX));

type Props = { searching: boolean; busy: boolean; onSearch: (search: Search | null) => void };

export function SearchForm({ searching, busy, onSearch }: Props) {
  const draft = useDraft<Search>({ by: 'panel', q: '' }, { guarded: false });
  const { by } = draft.values;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void draft.save({
      heading: 'Erro na busca',
      check: (typed) => (isEmpty(typed) ? { q: 'Digite algo para buscar.' } : {}),
      work: (typed) => Promise.resolve(onSearch(typed)),
    });
  };
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
          draft.change({ by: value as Search['by'], q: '' });
        }}
      />
      <TextField
        label={by === 'phone' ? 'Telefone' : by === 'id' ? 'ID' : 'Número ou código'}
        className="min-w-48 flex-1"
        {...draft.field('q')}
        onValue={(text) => draft.change({ q: by === 'phone' ? phoneTyped(text) : text })}
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
              draft.change({ q: '' });
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
