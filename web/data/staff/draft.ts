// What somebody types into a form, apart from what is saved: kept when a save fails, followed where somebody else saved meanwhile,
// still there when its tab is opened again, and not lost with the page unless asked.
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../request.ts';
import { useAction, type Heading } from './action.ts';
import { hasKeptDraftsAtom, useKeptDraft } from './kept-drafts.ts';

/** What is wrong, by the name of the field; `form` stands for what belongs to none of them. */
export type Errors = Record<string, string>;

type Saving<T> = {
  /** Heads the message of a failure; null: it stands in the form alone. */
  heading: Heading | null;
  /** Judged before anything is sent. */
  check?: (values: T) => Errors;
  /** Heads the message about the whole form when `check` found something. */
  invalid?: string | undefined;
  /** Empty again once it is sent: codes and secrets do not stay on a screen. */
  clears?: true;
  work: (values: T) => Promise<unknown>;
};

export type Draft<T> = {
  values: T;
  change: (fields: Partial<T>) => void;
  /** What the form field of this name is given. */
  field: <K extends keyof T & string>(
    key: K,
  ) => { value: T[K]; onValue: (value: T[K]) => void; error: string | undefined };
  errors: Errors;
  /** Something differs from what is saved. */
  isDirty: boolean;
  /** Fields that were typed here and that somebody else saved otherwise meanwhile. */
  theirs: readonly (keyof T)[];
  /** Back to what is saved. */
  discard: () => void;
  /** What was wrong is no longer said; what was typed stays. */
  forgive: () => void;
  busy: boolean;
  failed: string | null;
  /** True when it worked. */
  save: (saving: Saving<T>) => Promise<boolean>;
};

type DraftOptions = {
  /** The name under which what is typed outlives the form, for one that goes with its tab; never of a form with a password or a code. */
  keep?: string;
  /** False where nothing is lost that is worth a question: a search, a sign-in. */
  guarded?: boolean;
};

type Held<T> = { seen: string; base: T; values: T; theirs: readonly (keyof T)[] };

/** `saved`: the fields as the form shows them, read anew whenever what is saved changes. */
export function useDraft<T extends object>(
  saved: T,
  { keep: name, guarded = true }: DraftOptions = {},
): Draft<T> {
  const action = useAction();
  const { failureToast } = action;
  const savedText = JSON.stringify(saved);
  const { kept, keep } = useKeptDraft<Held<T>>(name);
  const [held, setHeld] = useState<Held<T>>(
    kept ?? { seen: savedText, base: saved, values: saved, theirs: [] },
  );
  const [errors, setErrors] = useState<Errors>({});
  if (held.seen !== savedText && !action.busy) {
    const { values, theirs } = followSaved(held.base, saved, held.values);
    setHeld({ seen: savedText, base: saved, values, theirs: theirs.length > 0 ? theirs : held.theirs });
  }
  const isDirty = differs(held.base, held.values);
  useGuardedPage(isDirty && guarded);
  useEffect(() => keep(isDirty ? held : null));

  const put = useCallback(
    (fields: object, typed: (values: T) => T) => {
      setHeld((before) => ({ ...before, values: typed(before.values) }));
      setErrors((before) => withoutErrorsOf(before, fields));
      // Whoever types is mending it; what stands beside the button stays until the next try.
      failureToast.clear();
    },
    [failureToast],
  );
  const change = useCallback(
    (fields: Partial<T>) => put(fields, (values) => ({ ...values, ...fields })),
    [put],
  );
  const forgive = () => {
    setErrors({});
    action.forgive();
  };
  const discard = () => {
    forgive();
    setHeld({ seen: savedText, base: saved, values: saved, theirs: [] });
  };
  const save = async ({ heading, check, invalid, clears, work }: Saving<T>): Promise<boolean> => {
    const { values } = held;
    const wrong = check?.(values) ?? {};
    action.forgive();
    setErrors(wrong);
    if (invalid && wrong['form']) failureToast.tell({ title: invalid, text: wrong['form'] });
    if (Object.keys(wrong).length > 0) return false;
    return action.run(heading, async () => {
      try {
        await work(values);
      } catch (error) {
        // The server names each wrong field; its sentence stands where it belongs.
        if (error instanceof ApiError && error.problem.errors)
          setErrors(Object.fromEntries(error.problem.errors.map(({ field, message }) => [field, message])));
        throw error;
      }
      if (clears) discard();
      else setHeld((before) => ({ ...before, base: values, theirs: [] }));
    });
  };
  return {
    values: held.values,
    change,
    field: (key) => ({
      value: held.values[key],
      onValue: (value) => put({ [key]: value }, (values) => ({ ...values, [key]: value })),
      error: errors[key],
    }),
    errors,
    isDirty,
    theirs: held.theirs,
    discard,
    forgive,
    busy: action.busy,
    failed: action.failed,
    save,
  };
}

/**
 * Somebody else saved while this form was open: fields that were not touched here follow, what was typed stays. `theirs` are the
 * fields that both changed.
 */
export function followSaved<T extends object>(
  before: T,
  now: T,
  typed: T,
): { values: T; theirs: readonly (keyof T)[] } {
  const values = { ...typed };
  const theirs: (keyof T)[] = [];
  for (const key of Object.keys(now) as (keyof T)[]) {
    const [was, is, here] = [before[key], now[key], typed[key]].map((value) => JSON.stringify(value));
    if (was === is) continue;
    if (here === was) values[key] = now[key];
    else if (here !== is) theirs.push(key);
  }
  return { values, theirs };
}

/** Field by field: the store names them in an order of its own, and may name more. */
const differs = <T extends object>(base: T, values: T): boolean =>
  (Object.keys({ ...base, ...values }) as (keyof T)[]).some(
    (key) => JSON.stringify(base[key]) !== JSON.stringify(values[key]),
  );

/** What was wrong with a field says nothing of what is typed there now, and what was wrong with the whole neither. */
export const withoutErrorsOf = (errors: Errors, typed: object): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => field !== 'form' && !(field in typed)));

/** Only what differs from what is stored: a field that somebody else changed meanwhile stays theirs. */
export const changedFields = <T extends object>(stored: object, wanted: T): Partial<T> => {
  const before = new Map(Object.entries(stored).map(([key, value]) => [key, JSON.stringify(value)]));
  const changed: Partial<T> = { ...wanted };
  for (const key of Object.keys(wanted) as (keyof T & string)[])
    // A list that older entries do not have is an empty one.
    if ((before.get(key) ?? '[]') === JSON.stringify(wanted[key])) delete changed[key];
  return changed;
};

/** For the frame of the staff's screens: a form that is not in sight guards the page as one that is. */
export const useGuardedDrafts = (): void => useGuardedPage(useAtomValue(hasKeptDraftsAtom));

/** While something is not saved the browser asks before it leaves the page. */
function useGuardedPage(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
}
