// The count that closes the drawer: typed whole, or note by note. One that is far from what should be there is asked about once, without
// saying how far: it is a blind count.
import type { CashClose } from '@balcao/shared/http/cash.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { useState } from 'react';
import { ApiError, call } from '../../request.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { focusAtOpening } from '../../../ui/staff/focus-at-opening.ts';
import { NumberPad } from '../../../ui/staff/number-pad.tsx';
import { useAction } from '../action.ts';
import { COINS_CENTS, countedCents, NOTES_CENTS, typedCount, type Counts } from './count.ts';

const WAYS = [
  ['total', 'Digitar o total'],
  ['notes', 'Contar por notas'],
] as const;

export function CloseDrawer({ onClosed }: { onClosed: (close: CashClose) => Promise<void> }) {
  const action = useAction();
  const [way, setWay] = useState<'total' | 'notes'>('total');
  const [typed, setTyped] = useState(0);
  const [counts, setCounts] = useState<Counts>({});
  const [note, setNote] = useState('');
  /** The store's question about this very count. */
  const [question, setQuestion] = useState<string | null>(null);
  const cents = way === 'total' ? typed : countedCents(counts);
  const anew = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      setQuestion(null);
      set(value);
    };
  };
  const close = () =>
    void action.run('Não deu para fechar o caixa', async () => {
      try {
        const body = { countedCents: cents, note: note.trim(), ask: question === null };
        await onClosed(await call('POST /api/staff/cash-session/close', { body }));
      } catch (error) {
        if (!(error instanceof ApiError) || error.problem.code !== 'count-differs') throw error;
        setQuestion(error.problem.detail);
      }
    });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A second Enter is often one too many: what the store asked is answered by a button.
        if (question === null) close();
      }}
      className="grid gap-3 sm:grid-cols-2 sm:grid-rows-[auto_1fr] sm:gap-x-6"
    >
      <div className="flex flex-col gap-3">
        <p className="text-lg">
          Conte todo o dinheiro da gaveta. O valor esperado aparece depois, no fechamento, que não muda mais.
        </p>
        <div role="group" aria-label="Como contar" className="grid grid-cols-2 gap-2">
          {WAYS.map(([one, label]) => (
            <button
              key={one}
              type="button"
              aria-pressed={way === one}
              className={`btn h-14 px-2 leading-tight ${way === one ? 'btn-secondary' : ''}`}
              onClick={() => anew(setWay)(one)}
            >
              {label}
            </button>
          ))}
        </div>
      </div>
      <div className="sm:col-start-2 sm:row-span-2 sm:row-start-1">
        {way === 'total' ? (
          <NumberPad
            label="Valor"
            cents={typed}
            onCents={anew(setTyped)}
            onEnter={() => question === null && close()}
          />
        ) : (
          <NoteCounts counts={counts} totalCents={cents} onCounts={anew(setCounts)} />
        )}
      </div>
      <div className="flex flex-col gap-3">
        <TextField label="Observação" value={note} maxLength={120} onValue={setNote} />
        {action.failed !== null && (
          <p role="alert" className="font-semibold text-error">
            {action.failed}
          </p>
        )}
        {question !== null && (
          <p role="alert" className="rounded-2xl bg-warning p-3 font-semibold text-warning-content">
            {question}
          </p>
        )}
        <CloseButtons
          isAsked={question !== null}
          busy={action.busy}
          onAgain={() => setQuestion(null)}
          onAnyway={close}
        />
      </div>
    </form>
  );
}

type CloseButtonsProps = { isAsked: boolean; busy: boolean; onAgain: () => void; onAnyway: () => void };

/** The form's own button; where the store has asked about the count, two answers instead. */
function CloseButtons({ isAsked, busy, onAgain, onAnyway }: CloseButtonsProps) {
  return (
    <div className="mt-auto flex gap-2">
      {isAsked && (
        <button ref={focusAtOpening} type="button" className="btn h-16 flex-1" onClick={onAgain}>
          Contar de novo
        </button>
      )}
      {!isAsked ? (
        <button
          key="close"
          type="submit"
          className="btn btn-primary h-16 flex-1 text-xl! leading-tight"
          disabled={busy}
        >
          Fechar caixa
        </button>
      ) : (
        <button
          key="anyway"
          type="button"
          className="btn btn-warning h-16 flex-1 text-xl! leading-tight"
          disabled={busy}
          onClick={onAnyway}
        >
          Fechar assim mesmo
        </button>
      )}
    </div>
  );
}

type NoteCountsProps = { counts: Counts; totalCents: number; onCounts: (counts: Counts) => void };

function NoteCounts({ counts, totalCents, onCounts }: NoteCountsProps) {
  return (
    <div role="group" aria-label="Notas e moedas" className="flex flex-col gap-2">
      <output className="numbers block rounded-2xl bg-base-200 px-4 py-1 text-right text-4xl font-extrabold">
        {formatCents(totalCents)}
      </output>
      <div className="grid grid-flow-col grid-cols-2 grid-rows-7 gap-x-4 gap-y-1.5">
        {[...NOTES_CENTS, ...COINS_CENTS].map((worth) => (
          <label key={worth} className="flex items-center justify-end gap-2">
            <span className="numbers text-lg font-semibold whitespace-nowrap">{formatCents(worth)}</span>
            <input
              className="input numbers h-11 w-16 px-2 text-right text-lg"
              inputMode="numeric"
              autoComplete="off"
              placeholder="0"
              value={counts[worth] ?? ''}
              onChange={(event) => onCounts({ ...counts, [worth]: typedCount(event.target.value) })}
            />
          </label>
        ))}
      </div>
    </div>
  );
}
