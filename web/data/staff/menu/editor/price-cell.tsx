// A price in the row of its entry: typed over, and saved when the field is left. Says who has it: nobody yet, the store, or why not.
import { PriceQuestion, type PriceState } from './price-question.tsx';
import { usePriceField, type PriceRules } from './use-price.ts';

type Props = Omit<PriceRules, 'stored'> & {
  name: string;
  cents: number;
  /** Why the last one was not kept. */
  failed: string | null;
};

export function PriceCell({ name, cents: stored, others, optional, failed, onSave }: Props) {
  const { field, text, state, seen, typed, isWaiting, ...price } = usePriceField({
    stored,
    others,
    optional,
    onSave,
  });
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
        onChange={(event) => price.write(event.target.value)}
        onBlur={price.save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // Or the same key would press the first button of a question that opens.
            event.preventDefault();
            price.enter();
          }
          if (event.key === 'Escape') price.back();
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
          onSend={(seenCents) => price.send(typed, seenCents)}
          onBack={price.back}
          onCorrect={price.correct}
        />
      )}
    </div>
  );
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
