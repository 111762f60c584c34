// What a step still lacks, said beside the choice and in red when somebody wants to go on without it.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { scrollToGone } from '../../cart/topping-picker.tsx';
import { forgiveAtom, useToast } from '../../ui/toast.tsx';
import { lackOf, type Lack } from './steps.ts';
import { MISSING, soldOut } from './texts.ts';
import type { useWizard } from './use-wizard.ts';

/** What is missing is where one looks, and the next key chooses it. */
function focusGroup(name: string): void {
  const choice = document.querySelector<HTMLInputElement>(`input[name="${name}"]:not(:disabled)`);
  choice?.closest('fieldset')?.scrollIntoView();
  choice?.focus({ preventScroll: true });
}

/** It stays beside the choice until the choice is made; what has run out is said unasked. */
const troubleText = (lack: Lack | null, asked: boolean): string | null => {
  if (lack?.kind === 'sold-out') return `${lack.name} acabou. Escolha outra opção.`;
  return lack && asked ? MISSING[lack.what].text : null;
};

export function useMissingChoice({ step, index, draft }: ReturnType<typeof useWizard>, menu: Menu) {
  const toast = useToast();
  const forgive = useSetAtom(forgiveAtom);
  const [asked, setAsked] = useState(false);
  const lack = lackOf(step, draft, menu);
  useEffect(() => setAsked(false), [index]);

  // What a message in red asked for is there.
  const complete = lack === null;
  useEffect(() => {
    if (complete) forgive('etapa');
  }, [complete, forgive]);

  const ask = () => {
    if (!lack) return;
    setAsked(true);
    const words = lack.kind === 'missing' ? MISSING[lack.what] : soldOut(lack.name);
    toast({ ...words, tone: 'error', about: 'etapa' });
    if (lack.kind === 'missing') focusGroup(lack.what);
    else scrollToGone();
  };

  return { lack, trouble: troubleText(lack, asked), ask };
}
