// Finding one order: one field takes a panel number, a code or a phone; the ways of the search can be chosen too.
import { formatPhone, phoneDigits } from '@balcao/shared/phone.ts';
import { Search as SearchIcon, X } from 'lucide-react';
import type { FormEvent } from 'react';
import { useDraft } from '../../../data/staff/draft.ts';
import { searchOf, type Search } from './search.ts';

type Way = 'any' | Search['by'];

const WAYS = [
  ['any', 'Tudo'],
  ['panel', 'Painel ou código'],
  ['phone', 'Telefone'],
  ['id', 'ID do pedido'],
] as const;
const FIELDS: Record<Way, { label: string; placeholder: string }> = {
  any: { label: 'Buscar pedido', placeholder: 'Painel, código ou telefone' },
  panel: { label: 'Número ou código', placeholder: '12 ou 7K2MQ-9XWTB' },
  phone: { label: 'Telefone', placeholder: '(11) 98765-4321' },
  id: { label: 'ID', placeholder: '41 ou 0198…' },
};
const PHONE_DIGITS_MAX = 11;

const isEmpty = ({ by, q }: { by: Way; q: string }): boolean =>
  (by === 'phone' ? phoneDigits(q) : q.trim()) === '';
const phoneTyped = (text: string): string => formatPhone(phoneDigits(text).slice(0, PHONE_DIGITS_MAX));

type Props = { searching: boolean; busy: boolean; onSearch: (search: Search | null) => void };

export function SearchForm({ searching, busy, onSearch }: Props) {
  const draft = useDraft<{ by: Way; q: string }>({ by: 'any', q: '' }, { guarded: false });
  const { by } = draft.values;
  const { value, error } = draft.field('q');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void draft.save({
      heading: 'Erro na busca',
      check: (typed) => (isEmpty(typed) ? { q: 'Digite algo para buscar.' } : {}),
      work: (typed) =>
        Promise.resolve(onSearch(typed.by === 'any' ? searchOf(typed.q) : { by: typed.by, q: typed.q })),
    });
  };
  return (
    <form
      role="search"
      noValidate
      onSubmit={submit}
      className="relative z-10 mb-3 flex flex-wrap items-center gap-2 lg:@min-[44rem]:absolute lg:@min-[44rem]:top-0 lg:@min-[44rem]:right-0 lg:@min-[44rem]:mb-0"
    >
      <select
        aria-label="Buscar por"
        className="select select-sm h-9 w-32 max-sm:w-24 @3xl:@max-5xl:w-28"
        value={by}
        onChange={(event) => {
          draft.change({ by: event.target.value as Way, q: '' });
        }}
      >
        {WAYS.map(([way, name]) => (
          <option key={way} value={way}>
            {name}
          </option>
        ))}
      </select>
      <input
        aria-label={FIELDS[by].label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'busca-erro' : undefined}
        className={`input input-sm h-9 min-w-0 flex-1 text-base! @3xl:w-44 @5xl:w-60 ${error ? 'input-error' : ''}`}
        inputMode={by === 'phone' ? 'tel' : 'search'}
        placeholder={FIELDS[by].placeholder}
        value={value}
        onChange={(event) =>
          draft.change({ q: by === 'phone' ? phoneTyped(event.target.value) : event.target.value })
        }
      />
      <button
        type="submit"
        className="btn btn-primary btn-sm min-h-9 max-sm:btn-square @3xl:@max-5xl:btn-square"
        aria-label="Buscar"
        disabled={busy}
      >
        <SearchIcon aria-hidden className="size-5" />{' '}
        <span className="max-sm:hidden @3xl:@max-5xl:hidden">Buscar</span>
      </button>
      {searching && (
        <button
          type="button"
          className="btn btn-sm min-h-9"
          onClick={() => {
            draft.change({ q: '' });
            onSearch(null);
          }}
        >
          <X aria-hidden className="size-5" /> Limpar busca
        </button>
      )}
      {error && (
        <p
          id="busca-erro"
          role="alert"
          className="w-full rounded-lg bg-base-100 px-2 py-1 text-sm font-semibold text-error @3xl:absolute @3xl:top-full @3xl:mt-1 @3xl:w-auto @3xl:shadow"
        >
          {error}
        </p>
      )}
    </form>
  );
}
