// A price while it is typed over: what is written, what of it is sent, and who has it.
import { formatAmount, parseCents } from '@balcao/shared/money.ts';
import { useEffect, useRef, useState } from 'react';
import { useStoreAway, useStoreAwayNow } from '../../session/shell.tsx';
import { unusualPrice } from './form.ts';
import type { PriceState } from './price-question.tsx';

/** `theirs`: somebody else put another price there than the one that was seen. */
export type Kept = 'kept' | 'failed' | 'theirs';

export type PriceRules = {
  /** What the store has. */
  stored: number;
  /** The prices of the others of its kind. */
  others: readonly number[];
  optional: boolean;
  onSave: (priceCents: number, seenCents: number) => Promise<Kept>;
};

export function usePriceField({ stored, others, optional, onSave }: PriceRules) {
  const [text, setText] = useState(formatAmount(stored));
  const [state, setState] = useState<PriceState>('same');
  const [seen, setSeen] = useState(stored);
  /** What the relay took for a store that was away, over which price: until the store has decided. */
  const [waiting, setWaiting] = useState<{ cents: number; over: number } | null>(null);
  const away = useStoreAway();
  const isAwayNow = useStoreAwayNow();
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
    void onSave(cents, seenCents).then((kept) => {
      if (kept === 'kept' && isAwayNow()) setWaiting({ cents, over: stored });
      setState(kept);
    });
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
  const write = (next: string) => {
    setText(next);
    setState('same');
  };
  const correct = () => {
    goesOn.current = false;
    setState('same');
  };
  return { field, text, state, seen, typed, isWaiting, write, send, back, save, enter, correct };
}

/** The next price of the list, with what it says selected, so that it is typed over. False where there is none. */
function focusNextPrice(field: HTMLInputElement | null): boolean {
  const prices = [...(field?.closest('table')?.querySelectorAll<HTMLInputElement>('[data-price]') ?? [])];
  const next = field === null ? undefined : prices[prices.indexOf(field) + 1];
  next?.focus();
  next?.select();
  return next !== undefined;
}
