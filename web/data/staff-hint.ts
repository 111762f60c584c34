// Remembers that staff has signed in on this device, so that only then the header asks who it is: an answer of 401 to
// every customer would be a wasted request and an error in the console. A hint for display, never authority.
import type { Me } from '@balcao/shared/http/staff.ts';
import { atom } from 'jotai';
import { readStored, removeStored, writeStored } from './device.ts';
import { ApiError, call } from './request.ts';
import { OPERATOR_KEY, STAFF_KEY } from './stored-keys.ts';

export const rememberStaff = (): void => writeStored(STAFF_KEY, '1');
export const clearStaffHint = (): void => {
  removeStored(STAFF_KEY);
  removeStored(OPERATOR_KEY);
};

/** Who is signed in, as far as known; null for customers. */
export const meAtom = atom<Me | null>(null);

export const loadMeAtom = atom(null, async (_get, set) => {
  if (readStored(STAFF_KEY) === null) return;
  try {
    set(meAtom, await call('GET /api/staff/me'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) clearStaffHint();
    else console.warn('could not ask who is signed in', error);
  }
});
