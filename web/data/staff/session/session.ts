// Who is signed in on this screen, and how one signs in, up and out. The server decides what anyone may do; this only
// knows where to send people.
import { problem } from '@balcao/shared/http/problem.ts';
import type { Me, Role } from '@balcao/shared/http/staff.ts';
import { atom } from 'jotai';
import { readStored } from '../../device.ts';
import { ApiError, call, TOO_MANY_ATTEMPTS } from '../../request.ts';
import { clearStaffHint, meAtom, rememberStaff } from '../../staff-hint.ts';
import { STAFF_KEY } from '../../stored-keys.ts';
import { AUTH } from '../../../text/staff.ts';

export type Session =
  | { state: 'unknown' }
  | { state: 'out' }
  | { state: 'in'; me: Me }
  /** It ended while somebody worked: the screen and what was typed stay, and one signs in over them. */
  | { state: 'expired'; me: Me }
  | { state: 'failed'; error: unknown };

const heldAtom = atom<Session>({ state: 'unknown' });
export const sessionAtom = atom((get) => get(heldAtom));

/**
 * Asks the server who this is. A failure keeps whoever was known: a lost network signs nobody out; whoever signs in over a screen is
 * told of it by what is thrown. A device where nobody has signed in is not asked about, but after a sign-in.
 */
export const loadSessionAtom = atom(null, async (get, set, after: 'start' | 'sign-in' = 'start') => {
  if (after === 'start' && readStored(STAFF_KEY) === null) {
    set(heldAtom, { state: 'out' });
    return;
  }
  try {
    const me = await call('GET /api/staff/me');
    const before = get(heldAtom);
    // Another person's half-filled forms are not theirs.
    if (before.state === 'expired' && before.me.id !== me.id) location.reload();
    rememberStaff();
    set(meAtom, me);
    set(heldAtom, { state: 'in', me });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) set(endSessionAtom);
    else if (get(heldAtom).state === 'expired') throw error;
    else if (get(heldAtom).state !== 'in') set(heldAtom, { state: 'failed', error });
  }
});

/** The server no longer knows this session. */
export const endSessionAtom = atom(null, (get, set) => {
  const before = get(heldAtom);
  if (before.state === 'expired') return;
  clearStaffHint();
  set(meAtom, null);
  set(heldAtom, before.state === 'in' ? { state: 'expired', me: before.me } : { state: 'out' });
});

/** Null when it worked, else the sentence to show. */
export const signOutAtom = atom(null, async (_get, set) => {
  const failed = await authCall('/api/auth/sign-out', {});
  if (failed !== null) return failed;
  clearStaffHint();
  set(meAtom, null);
  set(heldAtom, { state: 'out' });
  return null;
});

/** Where a role works; `/` for an account that waits for an administrator. */
export function landingOf(role: Role | null): string {
  switch (role) {
    case 'ADMIN':
      return '/admin';
    case 'KITCHEN':
      return '/cozinha';
    case 'ATTENDANT':
      return '/balcao';
    case 'WHOLESALE':
      return '/atacado/admin';
    case null:
      return '/';
  }
}

const AUTH_MS_MAX = 12_000;

/** Throws an ApiError whose sentence is the one to show. */
export async function signIn(
  account: { email: string; password: string },
  texts?: Parameters<typeof authCall>[2],
): Promise<void> {
  const reason = await authCall('/api/auth/sign-in/email', account, texts);
  if (reason !== null) throw new ApiError(0, problem(0, 'not-signed-in', 'Entrar', reason));
}

/** Null when it worked, else the sentence to show. better-auth answers in its own form; signing up is ours and answers problems. */
export async function authCall(
  path: string,
  body: Record<string, string>,
  texts: { invalid: string; other: string; unexpected: string } = AUTH,
): Promise<string | null> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(AUTH_MS_MAX),
    });
    if (response.ok) return null;
    const reply: unknown = await response.json().catch(() => null);
    // What is ours to say is a problem, with its sentence: how long to wait, what is wrong with a password.
    return detailOf(reply) ?? sentenceFor(response.status, codeOf(reply), texts);
  } catch (error) {
    console.warn('the sign-in call failed', error);
    return texts.unexpected;
  }
}

function sentenceFor(status: number, code: string, texts: { invalid: string; other: string }): string {
  if (code === 'INVALID_EMAIL_OR_PASSWORD' || (status === 401 && code === '')) return texts.invalid;
  if (code === 'PASSWORD_TOO_SHORT') return AUTH.shortPassword;
  if (code === 'INVALID_EMAIL') return 'Este email não parece certo. Confira e tente de novo.';
  if (status === 429) return TOO_MANY_ATTEMPTS;
  return texts.other;
}

const detailOf = (reply: unknown): string | null =>
  typeof reply === 'object' && reply !== null && 'detail' in reply && typeof reply.detail === 'string'
    ? reply.detail
    : null;

const codeOf = (reply: unknown): string =>
  typeof reply === 'object' && reply !== null && 'code' in reply && typeof reply.code === 'string'
    ? reply.code
    : '';
