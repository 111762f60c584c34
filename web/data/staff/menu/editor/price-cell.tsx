// A price in the row of its entry: typed over, and saved when the field is left.
import { formatAmount, parseCents } from '@balcao/shared/money.ts';
import { useEffect, useState } from 'react';

export function PriceCell({
  name,
  cents: stored,
  optional,
  busy,
  onSave,
}: {
  name: string;
  cents: number;
  optional: boolean;
  busy: boolean;
  onSave: (priceCents: number) => Promise<boolean>;
}) {
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
        aria-label={`Preço de ${name}`}
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
