// The order being placed, kept until its outcome is known, so that a reload, a second tap, the back button or a lost network
// never place it twice. One `id` per order: whatever is sent again under it gets the same answer.
import { readJson, removeStored, writeStored } from './device.ts';

export type Attempt = {
  id: string;
  /** The secret that goes with it, and that its outcome is asked for with; null where an older page sent the order. */
  claim: string | null;
  /** What was sent, without the id: the same again is the same order. */
  asked: string;
  /** Of the store's order, once placed. */
  code: string | null;
};

/** Under the key of one checkout: an order of açaí and one of wholesale may be under way at once. */
export const attemptAt = (key: string) => ({
  read: (): Attempt | null => {
    const kept = readJson(key, isKept);
    return kept && { ...kept, claim: kept.claim ?? null };
  },
  write: (attempt: Attempt): void => writeStored(key, JSON.stringify(attempt)),
  clear: (): void => removeStored(key),
});

const isKept = (value: unknown): value is Omit<Attempt, 'claim'> & Partial<Pick<Attempt, 'claim'>> => {
  if (typeof value !== 'object' || value === null) return false;
  const { id, claim = null, asked, code } = value as Partial<Attempt>;
  return (
    typeof id === 'string' &&
    typeof asked === 'string' &&
    [claim, code].every((text) => text === null || typeof text === 'string')
  );
};
