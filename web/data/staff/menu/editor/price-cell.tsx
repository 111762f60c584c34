// A price in the row of its entry: typed over, and saved when the field is left. Says who has it: nobody yet, the store, or why not.
import { formatAmount, parseCents } from '@balcao/shared/money.ts';
import { useEffect, useRef, useState } from 'react';
import { useStoreAway } from '../../session/shell.tsx';
import { unusualPrice } from './form.ts';
import { PriceQuestion, type PriceState } from './price-question.tsx';

/** `theirs`: somebody else put another price there than the one that was seen. */
export type Kept = 'kept' | 'failed' | 'theirs';

export function PriceCell({
  name,
  cents: stored,
  others,
  optional,
  failed,
  onSave,
}: {
  name: string;
  cents: number;
  /** The prices of the others of its kind. */
  others: readonly number[];
  optional: boolean;
  /** Why the last one was not kept. */
  failed: string | null;
  onSave: (priceCents: number, seenCents: number) => Promise<Kept>;
}) {
  const [text, setText] = useState(formatAmount(stored));
  const [state, setState] = useState<PriceState>('same');
  const [seen, setSeen] = useState(stored);
  /** What the relay took for a store that was away, over which price: until the store has decided. */
  const [waiting, setWaiting] = useState<{ cents: number; over: number } | null>(null);
  const away = useStoreAway();
  const field = useRef<HTMLInputElement>(null);
  const goesOn = useRef(false);
  const typed = parseCents(text);
  // What was typed stays while somebody else changes the price: which of the two counts is asked when it is sent.
  if (stored !== seen && (typed === seen || typed === stored)) {
    setSeen(stored);
    setText(formatAmount(stored));
  }
  // The store is back, and has not decided yet: it still has the price that was there before.
  const isUndecided = waiting !== null && stored !== waiting.cents && stored === waiting.over;
  const isWaiting = away || isUndecided;
  // It has another one: what is said of both stands above the list.
  if (state === 'kept' && !away && waiting !== null && stored !== waiting.cents && !isUndecided) {
    setWaiting(null);
    setState('same');
  }
  useEffect(() => {
    // What the relay keeps for a store that is away waits as long as that.
    if (state !== 'kept' || isWaiting) return;
    const timer = setTimeout(() => setState('same'), 2_500);
    return () => clearTimeout(timer);
  }, [state, isWaiting]);

  // A question gives the focus back to this field when it closes: only then does Enter lead on.
  useEffect(() => {
    if (state === 'sending' && goesOn.current) focusNextPrice(field.current);
    if (state !== 'asking') goesOn.current = false;
  }, [state]);

  const send = (cents: number, seenCents: number) => {
    setState('sending');
    setWaiting(away ? { cents, over: stored } : null);
    void onSave(cents, seenCents).then(setState);
  };
  const back = () => {
    setSeen(stored);
    setText(formatAmount(stored));
    setState('same');
  };
  const save = () => {
    if (state === 'sending' || state === 'asking' || state === 'theirs') return;
    if (typed === stored) {
      setText(formatAmount(stored));
      if (state !== 'kept') setState('same');
    } else if (typed === null || (typed === 0 && !optional)) setState('wrong');
    else if (unusualPrice(typed, { known: stored, others })) setState('asking');
    else send(typed, seen);
  };
  /** On to the next price where this one is settled or on its way; leaving the field is what saves it. */
  const enter = () => {
    const isInvalid = typed === null || (typed === 0 && !optional);
    const asks = typed !== null && unusualPrice(typed, { known: stored, others }) !== null;
    goesOn.current = asks;
    if (isInvalid || asks || state === 'theirs' || !focusNextPrice(field.current)) save();
  };

  const isWrong = state === 'wrong' || state === 'failed';
  return (
    <div className="relative flex w-fit items-center gap-2">
      <span aria-hidden className="max-lg:sr-only">
        R$
      </span>
      <input
        ref={field}
        data-price
        aria-label={`Preço de ${name}`}
        enterKeyHint="next"
        aria-invalid={isWrong}
        inputMode="decimal"
        className={`input input-sm numbers min-h-9 w-[5.5rem] text-right text-base! ${isWrong ? 'input-error' : ''}`}
        value={text}
        // Not disabled: whoever goes on with the keyboard would lose the place.
        readOnly={state === 'sending'}
        onChange={(event) => {
          setText(event.target.value);
          setState('same');
        }}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // Or the same key would press the first button of a question that opens.
            event.preventDefault();
            enter();
          }
          if (event.key === 'Escape') back();
        }}
      />
      <span
        role="status"
        className={`absolute top-full left-0 text-xs font-semibold ${state === 'failed' ? 'z-10 w-64 rounded-lg bg-base-100 p-1' : 'whitespace-nowrap'} ${isWrong ? 'text-error' : state === 'kept' && !isWaiting ? 'text-success' : ''}`}
      >
        {SAID[state === 'kept' && isWaiting ? 'sending' : state]}
        {state === 'failed' && failed}
      </span>
      {typed !== null && (
        <PriceQuestion
          state={state}
          name={name}
          prices={{ seen, stored, typed }}
          onSend={(seenCents) => send(typed, seenCents)}
          onBack={back}
          onCorrect={() => {
            goesOn.current = false;
            setState('same');
          }}
        />
      )}
    </div>
  );
}

/** The next price of the list, with what it says selected, so that it is typed over. False where there is none. */
function focusNextPrice(field: HTMLInputElement | null): boolean {
  const prices = [...(field?.closest('table')?.querySelectorAll<HTMLInputElement>('[data-price]') ?? [])];
  const next = field === null ? undefined : prices[prices.indexOf(field) + 1];
  next?.focus();
  next?.select();
  return next !== undefined;
}

const SAID: Record<PriceState, string> = {
  same: '',
  wrong: 'Preço inválido',
  asking: '',
  sending: 'aguardando a loja',
  failed: '',
  kept: '✓ salvo',
  theirs: '',
};
