// What a wholesale buyer has typed: kept on this device, checked before it is sent, with the messages that stand at each field.
import { WHOLESALE_FIELDS, type fieldSettings } from '@balcao/shared/wholesale/fields.ts';
import { useCallback, useState } from 'react';
import type { FailureToast } from '../../ui/failure-toast.ts';
import { useToast } from '../../ui/toast.tsx';
import {
  checkBuyer,
  draftBuyer,
  draftWish,
  clearBuyer,
  isRemembered,
  keepDraft,
  emptyBuyer,
  rememberBuyer,
  type BuyerErrors,
} from './buyer.ts';
import { BUYER } from './texts.ts';

/** `days`: those on which the shop delivers; `failure`: where the page says what went wrong. */
export function useBuyerDraft(days: readonly string[], failure: FailureToast) {
  const toast = useToast();
  const [buyer, setBuyer] = useState(draftBuyer);
  const [wish, setWish] = useState(draftWish);
  const [wishError, setWishError] = useState<string | null>(null);
  const [errors, setErrors] = useState<BuyerErrors>({});
  const [remembered, setRemembered] = useState(isRemembered);
  // A day that has passed since, or that the shop took off its list, was never chosen.
  const wishedDate = days.includes(wish) ? wish : '';

  /** The messages of a refusal, each at its field. */
  const showRefused = useCallback((refusals: readonly { field: string; message: string }[]) => {
    const named = Object.entries(WHOLESALE_FIELDS).flatMap(([, { key }]) => {
      const found = refusals.find(({ field }) => field === key);
      return found ? [[key, found.message] as const] : [];
    });
    if (named.length > 0) setErrors(Object.fromEntries(named));
    setWishError(refusals.find(({ field }) => field === 'wishedDate')?.message ?? null);
  }, []);

  return {
    buyer,
    wishedDate,
    errors,
    wishError,
    remembered,
    showRefused,
    type: (next: typeof buyer): void => {
      setBuyer(next);
      keepDraft(next, wishedDate);
      setErrors({});
      failure.clear();
    },
    wishFor: (date: string): void => {
      setWish(date);
      setWishError(null);
      keepDraft(buyer, date);
    },
    clear: (): void => {
      clearBuyer();
      setBuyer(emptyBuyer());
      setWish('');
      setRemembered(false);
      setErrors({});
      setWishError(null);
      failure.clear();
      toast({ title: 'Seus dados foram apagados deste aparelho', tone: 'success' });
    },
    remember: (): void => {
      rememberBuyer(buyer);
      setRemembered(true);
    },
    /** Says what is missing or wrong, and goes to the first field of it; true when all is well. */
    check: (fields: ReturnType<typeof fieldSettings>): boolean => {
      const wrong = checkBuyer(buyer, fields);
      setErrors(wrong);
      setWishError(null);
      const messages = Object.values(wrong);
      failure.clear();
      if (messages.length > 0) {
        const missing = messages.every((message) => message.endsWith('é obrigatório'));
        failure.tell({
          title: missing ? BUYER.required : 'Confira seus dados',
          text: messages.join(', '),
          durationMs: 8_000,
        });
        // After the messages are drawn: the first field that has one.
        setTimeout(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus());
        return false;
      }
      return true;
    },
  };
}
