// The wizard's state: one draft and the step it is at, kept in storage, mended when the menu changes under it.
// The step lives in the browser's history too, so that a phone's back button goes one step back.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useToast } from '../../ui/toast.tsx';
import { soldOut } from './texts.ts';
import { mendDraft, type Draft } from './draft.ts';
import { lackOf, lastReachableStep, stepsOf } from './steps.ts';
import { writeDraft, type StoredDraft } from './stored-draft.ts';

type Place = { step: number; depth: number };

export function useWizard(start: StoredDraft, menu: Menu, editing: string | null) {
  const location = useLocation();
  const { pathname, search } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const toast = useToast();
  const [draft, setDraft] = useState<Draft>(() => mendDraft(start.draft, menu));
  const place: Place = isPlace(state) ? state : { step: start.step, depth: 0 };

  const steps = stepsOf(draft, menu);
  const index = Math.min(place.step, lastReachableStep(draft, menu));
  const step = steps[index] ?? 'tamanho';

  useEffect(() => writeDraft({ draft, step: index }, editing), [draft, index, editing]);

  const goTo = useCallback(
    (next: number, options: { replace?: boolean } = {}) => {
      const to: Place = { step: next, depth: place.depth + (options.replace ? 0 : 1) };
      void navigate({ pathname, search }, { state: to, ...options });
      window.scrollTo({ top: 0 });
    },
    [navigate, pathname, search, place.depth],
  );

  // A history entry from an earlier draft may be further on than this one: left so, a choice would jump ahead by itself. The entry that
  // the wizard was opened at gets its step too: gone back to after a reload, it would stand where the reload was.
  const isMisplaced = !isPlace(state) || place.step > index;
  useEffect(() => {
    if (isMisplaced) goTo(index, { replace: true });
  }, [isMisplaced, index, goTo]);

  const back = useCallback(() => {
    if (place.depth > 0) void navigate(-1);
    else if (index > 0) goTo(index - 1, { replace: true });
    else void navigate('/');
  }, [navigate, goTo, place.depth, index]);

  // The menu changed while someone was choosing.
  const seenMenu = useRef(menu);
  useEffect(() => {
    const before = seenMenu.current;
    if (before === menu) return;
    seenMenu.current = menu;
    const mended = mendDraft(draft, menu);
    const name = stepsOf(draft, before)[index];
    const nextSteps = stepsOf(mended, menu);
    const kept = name ? nextSteps.indexOf(name) : -1;
    if (mended !== draft) setDraft(mended);
    if (kept !== index) goTo(kept === -1 ? Math.min(index, nextSteps.length - 1) : kept, { replace: true });
    if (draft.type === 'TACA_MONTADA' && !menu.cupsEnabled) {
      toast({
        title: 'Taça Montada saiu do cardápio',
        text: 'Continue com um Açaí Montado: o que você já escolheu está guardado.',
      });
    }
    for (const one of nextSteps) {
      const now = lackOf(one, mended, menu);
      if (now?.kind === 'sold-out' && lackOf(one, draft, before)?.kind !== 'sold-out')
        toast({ ...soldOut(now.name), tone: 'error', about: 'etapa' });
    }
  }, [menu, draft, index, goTo, toast]);

  return { draft, setDraft, steps, index, step, goTo, back };
}

export type Wizard = ReturnType<typeof useWizard>;

const isPlace = (state: unknown): state is Place =>
  typeof state === 'object' &&
  state !== null &&
  Number.isInteger((state as Place).step) &&
  Number.isInteger((state as Place).depth);
