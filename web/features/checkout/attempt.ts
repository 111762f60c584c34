// The order being placed, kept until its outcome is known, so that a reload, a second tap, the back button or a lost network
// never place it twice. One `id` per order: whatever is sent again under it gets the same answer.
import { readJson, removeStored, writeStored } from '../../api/device.ts';

const KEY = 'checkout';

export type Attempt = {
  id: string;
  /** What was sent, without the id: the same again is the same order. */
  asked: string;
  /** Of the store's order, once placed. */
  code: string | null;
};

export const readAttempt = (): Attempt | null => readJson(KEY, isAttempt);
export const writeAttempt = (attempt: Attempt): void => writeStored(KEY, JSON.stringify(attempt));
export const clearAttempt = (): void => removeStored(KEY);

const isAttempt = (value: unknown): value is Attempt => {
  if (typeof value !== 'object' || value === null) return false;
  const { id, asked, code } = value as Partial<Attempt>;
  return typeof id === 'string' && typeof asked === 'string' && (code === null || typeof code === 'string');
};
