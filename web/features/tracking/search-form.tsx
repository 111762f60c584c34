// Search by phone, or by code, simple id or number.
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { phoneAsTyped } from '../../ui/phone-field.ts';
import type { Search } from '../../data/orders.ts';
import { Icon } from '../../ui/icon.tsx';

/** `(91) 3222-4455`: what the tracking screen needs before it searches. */
const FORMATTED_PHONE_LENGTH_MIN = 14;

const TABS = [
  { mode: 'phone', label: 'Telefone' },
  { mode: 'query', label: 'Código ou número' },
] as const;

const EMPTY = {
  phone: 'Digite um número de telefone para buscar.',
  query: 'Digite um código, ID ou número do pedido para buscar.',
} as const;

type Mode = (typeof TABS)[number]['mode'];

function Tabs({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  return (
    <div role="tablist" aria-label="Buscar por" className="flex flex-wrap gap-1 rounded-2xl bg-base-300 p-1">
      {TABS.map(({ mode: one, label }) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`aba-${one}`}
          aria-selected={mode === one}
          aria-controls="busca"
          tabIndex={mode === one ? 0 : -1}
          onClick={() => onMode(one)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
            const other = one === 'phone' ? 'query' : 'phone';
            onMode(other);
            document.getElementById(`aba-${other}`)?.focus();
          }}
          className={`min-h-11 flex-1 basis-[6rem] rounded-xl px-1 text-sm font-semibold ${mode === one ? 'bg-base-100' : ''}`}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

type Props = { busy: boolean; onSearch: (search: Search) => void };

export function SearchForm({ busy, onSearch }: Props) {
  const [mode, setMode] = useState<Mode>('phone');
  const [phone, setPhone] = useState('');
  const [query, setQuery] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const ready = mode === 'phone' ? phone.length >= FORMATTED_PHONE_LENGTH_MIN : query.trim().length >= 1;

  const submit = () => {
    if (!ready) {
      setFailure(EMPTY[mode]);
      return;
    }
    setFailure(null);
    onSearch(mode === 'phone' ? { phone: phone.replace(/\D/g, '') } : { query: query.trim() });
  };

  return (
    <div className="mt-3 rounded-3xl bg-base-100 p-4">
      <Tabs
        mode={mode}
        onMode={(next) => {
          setMode(next);
          setFailure(null);
        }}
      />
      <div id="busca" role="tabpanel" aria-labelledby={`aba-${mode}`}>
        <form
          noValidate
          className="mt-3"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {mode === 'phone' ? (
            <input
              key="phone"
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
              aria-label="Telefone"
              placeholder="(91) 99999-8888"
              value={phone}
              onChange={(event) => setPhone(phoneAsTyped(event.target.value))}
              className="input input-lg numbers w-full px-3 text-[min(1.25rem,7vw)]"
            />
          ) : (
            <input
              key="query"
              type="text"
              autoComplete="off"
              autoCapitalize="characters"
              aria-label="Código, ID ou número do pedido"
              placeholder="7K2MQ-9XWTB ou 42"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              className="input input-lg numbers w-full text-xl"
            />
          )}
          {failure && (
            <p role="alert" className="mt-1 text-sm font-semibold text-error">
              {failure}
            </p>
          )}
          {mode === 'phone' && (
            <Link
              to="/privacidade"
              className="inline-flex min-h-8 items-center text-sm underline underline-offset-2"
            >
              Como cuidamos dos seus dados
            </Link>
          )}
          <button
            type="submit"
            className="btn btn-primary btn-lg mt-3 w-full aria-disabled:pointer-events-auto aria-disabled:text-base-content/70"
            // Not the attribute `disabled`: whoever presses it all the same, or Enter in the field, is told what is missing.
            aria-disabled={!ready}
            aria-busy={busy}
          >
            <Icon name="search" className="size-5" /> Buscar
          </button>
        </form>
      </div>
    </div>
  );
}
