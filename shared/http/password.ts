// How long a password has to be, and what somebody is told whose password is not. No zod here: the app shows the same words.
import type { Role } from './staff.ts';

/** The least for any account, for one that works in the shop, and for one that administers it. */
export const PASSWORD_CHARS = { min: 6, role: 10, admin: 12, max: 128 } as const;

/** The fewest characters that a password of this role has; null: a customer's. */
export const charsFor = (role: Role | null): number =>
  role === null ? PASSWORD_CHARS.min : role === 'ADMIN' ? PASSWORD_CHARS.admin : PASSWORD_CHARS.role;

/** Why a password is refused, in words. */
export const PASSWORD_TEXTS = {
  short: 'A senha deve ter pelo menos 6 caracteres.',
  shortForRole: 'Para trabalhar na loja, a senha precisa de pelo menos 10 caracteres.',
  shortForAdmin: 'Para administrar a loja, a senha precisa de pelo menos 12 caracteres.',
  long: 'A senha pode ter no máximo 128 caracteres.',
  common:
    'Esta senha é fácil de adivinhar: é das mais usadas, ou só um nome com números. Escolha outra, como três palavras que não combinam.',
} as const;

/** As people count them: an emoji is one. */
export const charsIn = (password: string): number => Array.from(password).length;

/** What is wrong with its length for somebody of this role; null when nothing is. */
export function lengthTrouble(password: string, role: Role | null): string | null {
  const chars = charsIn(password);
  if (chars > PASSWORD_CHARS.max) return PASSWORD_TEXTS.long;
  if (chars >= charsFor(role)) return null;
  if (role === null) return PASSWORD_TEXTS.short;
  return role === 'ADMIN' ? PASSWORD_TEXTS.shortForAdmin : PASSWORD_TEXTS.shortForRole;
}
